// Parts that several tabs share: messages, long work, tables, fields, files to keep.

import { el } from './dom';
import type { Line, Problem, Progress } from './socket';

type Cell = string | Node;

/** An error of the library in its three parts. */
export function problem(error: Problem): HTMLElement {
  const known = typeof error?.what === 'string';
  return el('div', { class: 'problem', role: 'alert' },
    el('strong', {}, known ? error.what : String(error)),
    known && error.expected ? el('span', {}, error.expected) : null,
    known && error.hint ? el('span', { class: 'soft' }, `Hint: ${error.hint}`) : null);
}

/** What a part of an answer holds: its value, or the reason why there is none. */
export function part<T>(answer: { is?: T; error?: Problem }, show: (value: T) => Node): Node {
  return answer.error ? problem(answer.error) : show(answer.is as T);
}

/** Asks for long work and shows how far it is in `place`, with a button that stops it. Nothing comes back if it fails. */
export async function work(line: Line, place: HTMLElement, name: string, values: object): Promise<any | undefined> {
  let number = 0;
  const bar = el('progress', { max: 1 });
  const words = el('span', { class: 'soft' }, 'working');
  const stop = el('button', { type: 'button', class: 'button', onclick: () => line.stop(number) }, 'Stop');
  place.replaceChildren(el('div', { class: 'work', role: 'status' }, bar, words, stop));
  const progress = ({ done, total, what }: Progress) => {
    if (total > 0) { bar.value = done / total; words.textContent = `${Number(done.toPrecision(3))} of ${Number(total.toPrecision(3))} ${what}`; }
    else { bar.removeAttribute('value'); words.textContent = what; }
  };
  try {
    const answer = await line.ask(name, values, progress, (id) => { number = id; });
    place.replaceChildren();
    return answer;
  } catch (error) {
    place.replaceChildren(problem(error as Problem));
    return undefined;
  }
}

export function card(title: Cell, ...inside: (Node | null)[]): HTMLElement {
  return el('section', { class: 'card' }, el('h2', {}, title), ...inside);
}

/** A table; `numbers` are the columns that are aligned to the right. */
export function table(heads: Cell[], rows: Cell[][], numbers: number[] = [], kinds: (string | undefined)[] = []): HTMLElement {
  const kind = (k: number) => (numbers.includes(k) ? 'number' : '');
  return el('div', { class: 'wide' }, el('table', {},
    el('thead', {}, el('tr', {}, ...heads.map((head, k) => el('th', { class: kind(k) }, head)))),
    el('tbody', {}, ...rows.map((row, i) => el('tr', { class: kinds[i] }, ...row.map((cell, k) => el('td', { class: kind(k) }, cell)))))));
}

/** A label above what is chosen or typed. */
export function field(label: string, input: HTMLElement): HTMLElement {
  return el('label', { class: 'field' }, el('span', {}, label), input);
}

export function select(names: string[], first: string, change: (name: string) => void = () => {}): HTMLSelectElement {
  const box = el('select', {}, ...names.map((name) => el('option', { value: name, selected: name === first }, name)));
  box.addEventListener('change', () => change(box.value));
  return box;
}

export function numberBox(value: number | '', least?: number): HTMLInputElement {
  return el('input', { type: 'number', step: 'any', value, min: least, class: 'number' });
}

export function checkbox(text: string, on: boolean): { element: HTMLElement; input: HTMLInputElement } {
  const input = el('input', { type: 'checkbox', checked: on });
  return { element: el('label', { class: 'check' }, input, text), input };
}

export function button(text: string, press: () => void, main = false): HTMLButtonElement {
  return el('button', { type: 'button', class: main ? 'button main' : 'button', onclick: press }, text);
}

/** Lets the browser keep a text as a file. */
export function keep(name: string, text: string, kind = 'text/plain'): void {
  const address = URL.createObjectURL(new Blob([text], { type: kind }));
  el('a', { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** A button that copies a text and says so. */
export function copier(name: string, text: () => string): HTMLButtonElement {
  const press = button(name, async () => {
    await navigator.clipboard.writeText(text());
    press.textContent = 'copied';
    setTimeout(() => { press.textContent = name; }, 1200);
  });
  return press;
}
