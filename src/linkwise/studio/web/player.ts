// A page of one robot: a posture, or a motion that plays.

import { Bars, beyond } from './bars';
import { Curves, colourOf } from './curves';
import { type Motion, Rows, type Scene, unit } from './data';
import { choices, el } from './dom';
import './style.css';
import { Viewer } from './viewer';

const NAMES: Record<string, string> = { q: 'position', qd: 'velocity', qdd: 'acceleration', tau: 'torque', power: 'power' };
const PACES = [0.1, 0.25, 0.5, 1, 2];
const AROUND = 12; // postures of a motion that the camera is fitted to

export class Player {
  readonly element: HTMLElement;
  readonly viewer: Viewer;
  readonly times: number[];
  private poses: Rows;
  private curves: Record<string, Rows> = {};
  private bars: { name: string; bars: Bars }[] = [];
  private plot?: Curves;
  private playing = false;
  private pace = 1;
  private time = 0;
  private last = 0;
  private button = el('button', { type: 'button', class: 'play', 'aria-label': 'play' }, '▶');
  private slider = el('input', { type: 'range', min: 0, max: 1, step: 'any', value: 0, 'aria-label': 'time' });
  private clock = el('span', { class: 'number time' });

  constructor(parent: HTMLElement, private scene: Scene, private motion: Motion) {
    this.times = Array.from(new Rows(motion.times).values);
    this.poses = new Rows(motion.poses);
    for (const [name, rows] of Object.entries(motion.curves)) this.curves[name] = new Rows(rows);
    const stage = el('div', { class: 'viewer-stage' });
    const aside = el('aside');
    this.element = el('div', { class: 'player' }, this.header(), stage, aside);
    parent.append(this.element);
    this.viewer = new Viewer(stage, scene);
    if (this.moves) {
      this.element.append(this.footer());
      this.addCurves(aside);
    }
    this.addBars(aside);
    const every = Array.from({ length: AROUND }, (_, k) => this.poses.at(Math.floor((k * (this.times.length - 1)) / (AROUND - 1))));
    this.viewer.pose(this.poses.at(0));
    this.viewer.marks(motion.marks);
    this.viewer.fit(this.moves ? every : []);
    this.seek(this.times[0]);
  }

  get moves(): boolean { return this.times.length > 1; }

  /** Show an instant: poses between the two nearest pictures. */
  seek(t: number): void {
    const { times } = this;
    this.time = Math.min(Math.max(t, times[0]), times[times.length - 1]);
    let k = Math.max(0, upper(times, this.time) - 1);
    if (k >= times.length - 1) k = Math.max(0, times.length - 2);
    const gap = times.length > 1 ? times[k + 1] - times[k] : 0;
    const share = gap > 0 ? (this.time - times[k]) / gap : 0;
    if (this.moves) this.viewer.between(this.poses.at(k), this.poses.at(k + 1), share);
    else this.viewer.pose(this.poses.at(0));
    const row = this.moves && share > 0.5 ? k + 1 : k;
    this.viewer.row(row);
    const q = this.curves.q?.at(row);
    if (q) this.viewer.beyond(this.scene.coordinates.map((c, j) => beyond(q[j], c.lower, c.upper)));
    for (const { name, bars } of this.bars) bars.set(this.curves[name].at(row));
    this.plot?.at(this.time);
    this.slider.value = String(this.time);
    this.clock.textContent = `${this.time.toFixed(2)} of ${times[times.length - 1].toFixed(2)} s`;
  }

  play(on = !this.playing): void {
    if (on && this.time >= this.times[this.times.length - 1]) this.time = this.times[0];
    this.playing = on;
    this.button.textContent = on ? '❚❚' : '▶';
    this.button.setAttribute('aria-label', on ? 'pause' : 'play');
    this.last = performance.now();
    if (on) requestAnimationFrame((now) => this.tick(now));
  }

  private tick(now: number): void {
    if (!this.playing) return;
    this.seek(this.time + (this.pace * (now - this.last)) / 1000);
    this.last = now;
    if (this.time >= this.times[this.times.length - 1]) this.play(false);
    else requestAnimationFrame((next) => this.tick(next));
  }

  private header(): HTMLElement {
    const { robot, coordinates, notes } = this.scene;
    const words = [`${coordinates.length} joint${coordinates.length === 1 ? '' : 's'}`];
    if (this.times.length > 1) words.push(`${(this.times[this.times.length - 1] - this.times[0]).toFixed(2)} s`);
    const header = el('header', {}, el('h1', {}, robot), el('span', { class: 'soft' }, words.join(' · ')));
    if (notes.length) {
      const list = el('ul', {}, ...notes.map((note) => el('li', {}, note)));
      header.append(el('details', { class: 'notes' }, el('summary', {}, `${notes.length} note${notes.length === 1 ? '' : 's'}`), list));
    }
    return header;
  }

  private footer(): HTMLElement {
    this.slider.min = String(this.times[0]);
    this.slider.max = String(this.times[this.times.length - 1]);
    this.slider.addEventListener('input', () => { this.play(false); this.seek(Number(this.slider.value)); });
    this.button.addEventListener('click', () => this.play());
    const pace = el('select', { 'aria-label': 'pace', title: 'pace' }, ...PACES.map((each) => el('option', { value: each, selected: each === 1 }, `${each} ×`)));
    pace.addEventListener('change', () => { this.pace = Number(pace.value); });
    return el('footer', {}, this.button, this.slider, this.clock, pace);
  }

  /** The coordinates that a curve has a column for. */
  private columns(name: string): number[] {
    return name === 'tau' || name === 'power' ? this.motion.driven : this.scene.coordinates.map((_, k) => k);
  }

  private joints(name: string) { return this.columns(name).map((k) => this.scene.coordinates[k]); }

  private addCurves(aside: HTMLElement): void {
    const kinds = Object.keys(NAMES).filter((name) => this.curves[name]);
    const words = kinds.map((name) => NAMES[name]);
    if (Object.keys(this.motion.energies).length) words.push('energy');
    const place = el('div', { class: 'plot' }), key = el('div', { class: 'key' });
    const driven = this.curves.tau?.values.some((x) => x !== 0); // of an arm let go, torques are a line at zero
    const first = driven ? 'torque' : words[0];
    const card = el('section', { class: 'card curves' }, choices(words, first, (word) => this.choose(word, key)), place, key);
    aside.append(card);
    this.plot = new Curves(place, (t) => { this.play(false); this.seek(t); });
    this.choose(first, key);
  }

  private choose(word: string, key: HTMLElement): void {
    const t = this.times;
    key.replaceChildren();
    if (word === 'energy') {
      const names = Object.keys(this.motion.energies);
      this.plot?.draw({ unit: 'J', t, names, rows: names.map((name) => new Rows(this.motion.energies[name]).column(0)) });
      names.forEach((name, k) => {
        const swatch = el('span', { class: 'swatch' });
        swatch.style.background = colourOf(k);
        key.append(el('span', { class: 'soft' }, swatch, `${name}  `));
      });
    } else {
      const name = Object.keys(NAMES).find((each) => NAMES[each] === word) ?? 'q';
      const joints = this.joints(name);
      const units = [...new Set(joints.map((joint) => unit(name, joint.slides)))].join(', ');
      const rows = joints.map((_, j) => this.curves[name].column(j));
      const limits = joints.map((joint): [number, number] => {
        if (name === 'q') return [joint.lower ?? NaN, joint.upper ?? NaN];
        const most = name === 'qd' ? joint.velocity : name === 'tau' ? joint.effort : null;
        return [-(most ?? NaN), most ?? NaN];
      });
      this.plot?.draw({ unit: units, t, names: joints.map((joint) => joint.name), rows, limits, colours: this.columns(name) });
    }
    this.plot?.at(this.time);
  }

  private addBars(aside: HTMLElement): void {
    const titles: Record<string, string> = { tau: 'Torques within their limits', q: 'Positions within their limits' };
    for (const name of ['tau', 'q'].filter((each) => this.curves[each])) {
      const joints = this.joints(name);
      const rows = joints.map((joint, k) => {
        const [lower, upper] = name === 'q' ? [joint.lower, joint.upper] : [joint.effort === null ? null : -joint.effort, joint.effort];
        return { name: joint.name, unit: unit(name, joint.slides), lower, upper, marker: name === 'q', colour: this.moves ? colourOf(this.columns(name)[k]) : undefined };
      });
      const card = el('section', { class: 'card' }, el('h2', {}, titles[name]));
      aside.append(card);
      this.bars.push({ name, bars: new Bars(card, rows) });
    }
  }
}

/** How many times are not above t. */
function upper(times: number[], t: number): number {
  let low = 0, high = times.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (times[middle] <= t) low = middle + 1; else high = middle;
  }
  return low;
}
