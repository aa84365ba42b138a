// What the tabs share: the line to the server, the robot that is open, its posture, one view of it.

import type { Marks, Motion, Packed, Scene } from './data';
import { Rows } from './data';
import { el } from './dom';
import { Newest, type Line, type Problem } from './socket';
import { Viewer } from './viewer';

export interface JointOf {
  name: string; unit: string; force: string; chosen: boolean;
  lower: number | null; upper: number | null; velocity: number | null; effort: number | null;
}
export interface LinkOf {
  name: string; parent: string; joint: string; kind: string; mass: number; com: number[] | null; rotor: number;
  friction: Record<string, unknown>;
}
export interface Summary {
  name: string; n: number; joints: JointOf[]; base: string; motors: string[]; tool: string; frames: string[]; gravity: number[]; mass: number;
  links: LinkOf[]; closures: string[]; format: string; notes: { kind: string; where: string; text: string }[];
  questions: string[]; home: number[]; scene: Scene;
}
type Part<T> = { is?: T; error?: Problem };
export interface PoseAnswer {
  q: number[]; poses: Packed; marks: Marks; within: boolean[]; gravity: Part<number[]>; energy: Part<number>;
  inertia: Part<{ matrix: number[][]; condition: number | null }>;
  tool: Part<{ pose: number[][]; manipulability?: number; condition?: number | null; radii?: number[] }>;
  reached?: boolean; off?: number;
}

/** The robot that is open. */
export class App {
  q: number[];
  pose?: PoseAnswer;
  motion?: Motion; // the last that was planned or simulated
  frame: string;
  readonly viewer: Viewer;
  private stage = el('div', { class: 'viewer-stage' });
  private newest = new Newest();
  private wishes = 0;
  private heard: { hear: (pose: PoseAnswer) => void; trouble: (problem: Problem) => void }[] = [];
  readonly seen: Promise<void>; // the robot is on the screen for the first time

  constructor(readonly line: Line, readonly robot: Summary) {
    this.q = robot.home;
    this.frame = robot.tool;
    this.viewer = new Viewer(this.stage, robot.scene);
    this.seen = this.moveTo(this.q).then(() => this.viewer.fit());
  }

  /** Calls `hear` with the numbers of every posture from now on, and `trouble` where there is none. */
  onPose(hear: (pose: PoseAnswer) => void, trouble: (problem: Problem) => void): void { this.heard.push({ hear, trouble }); }

  /** Go to joint positions; of many in a row, those in between may be left out. */
  moveTo(q: number[]): Promise<void> {
    this.q = q;
    return this.asked('pose.at', () => ({ q, frame: this.frame }));
  }

  /** Draw the tool to a point. */
  drawTo(to: number[], attitude: number[][] | null): Promise<void> {
    return this.asked('pose.drawn', () => ({ q: this.pose?.q ?? this.q, to, frame: this.frame, attitude }));
  }

  /** Show the robot in this place, out of every other one. */
  showIn(place: HTMLElement): void { place.append(this.stage); }

  dispose(): void { this.viewer.dispose(); }

  private asked(name: string, values: () => object): Promise<void> {
    const wish = ++this.wishes;
    return this.newest.run(async () => {
      const pose: PoseAnswer = await this.line.ask(name, values());
      if (wish === this.wishes) this.q = pose.q; // else somebody has moved on meanwhile
      this.pose = pose;
      this.viewer.pose(new Rows(pose.poses).values);
      this.viewer.marks(pose.marks);
      this.viewer.beyond(pose.within.map((kept) => !kept));
      this.heard.forEach(({ hear }) => hear(pose));
      this.viewer.now();
    }, (problem) => this.heard.forEach(({ trouble }) => trouble(problem)));
  }
}
