// The page's line to the server: questions with answers, long work with progress.

export interface Problem { kind: string; what: string; expected: string; hint: string }
export interface Progress { done: number; total: number; what: string }
interface Waiting { done: (answer: any) => void; failed: (problem: Problem) => void; progress?: (news: Progress) => void }

const ENDED: Problem = { kind: 'closed', what: 'the studio has ended.', expected: '', hint: 'start it again with linkwise studio.' };

export class Line {
  private socket: WebSocket;
  private waiting = new Map<number, Waiting>();
  private last = 0;
  readonly open: Promise<void>;

  constructor(closed: () => void) {
    const address = new URL('socket', location.href);
    address.protocol = 'ws:';
    this.socket = new WebSocket(address);
    this.open = new Promise((done) => this.socket.addEventListener('open', () => done(), { once: true }));
    this.socket.addEventListener('message', (event) => this.receive(JSON.parse(event.data)));
    this.socket.addEventListener('close', () => {
      for (const each of this.waiting.values()) each.failed(ENDED);
      this.waiting.clear();
      closed();
    });
  }

  /** The answer to a question; `begun` gets its number, by which it can be stopped. */
  ask(name: string, values: object = {}, progress?: (news: Progress) => void, begun?: (number: number) => void): Promise<any> {
    const id = ++this.last;
    begun?.(id);
    return new Promise((done, failed) => {
      if (this.socket.readyState !== WebSocket.OPEN) { failed(ENDED); return; }
      this.waiting.set(id, { done, failed, progress });
      this.socket.send(JSON.stringify({ id, ask: name, with: values }));
    });
  }

  stop(number: number): void { this.socket.send(JSON.stringify({ stop: number })); }

  private receive(message: { id: number; answer?: unknown; error?: Problem; progress?: Progress }): void {
    const one = this.waiting.get(message.id);
    if (!one) return;
    if (message.progress) { one.progress?.(message.progress); return; }
    this.waiting.delete(message.id);
    if (message.error) one.failed(message.error);
    else one.done(message.answer);
  }
}

/** Asks with the newest values only: while one answer is awaited, later questions replace each other. */
export class Newest {
  private busy = false;
  private next?: () => Promise<void>;

  async run(task: () => Promise<void>, failed: (problem: Problem) => void): Promise<void> {
    this.next = task;
    if (this.busy) return;
    this.busy = true;
    while (this.next) {
      const current: () => Promise<void> = this.next;
      this.next = undefined;
      try { await current(); } catch (problem) { failed(problem as Problem); }
    }
    this.busy = false;
  }
}

/** A file's bytes as base64. */
export function base64(file: File): Promise<string> {
  return new Promise((done, failed) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => done(String(reader.result).split(',', 2)[1] ?? ''));
    reader.addEventListener('error', () => failed({ kind: 'file', what: 'the file cannot be read.', expected: '', hint: '' }));
    reader.readAsDataURL(file);
  });
}
