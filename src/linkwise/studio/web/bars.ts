// Values of joints as bars between their limits; beyond a limit a bar is red.

import { shown } from './data';
import { el } from './dom';

export interface BarRow {
  name: string; unit: string; lower: number | null; upper: number | null; colour?: string;
  marker?: boolean; // a mark at the value, instead of a bar from zero
}

export class Bars {
  readonly element: HTMLElement;
  private parts: { row: HTMLElement; fill: HTMLElement; text: HTMLElement; low: number; high: number; bar: BarRow }[];

  constructor(parent: HTMLElement, rows: BarRow[]) {
    this.parts = rows.map((bar) => {
      const fill = el('i'), text = el('div', { class: 'number' });
      const bounded = [bar.lower, bar.upper].filter((x): x is number => x !== null);
      const size = bounded.length ? Math.max(...bounded.map(Math.abs)) : 0;
      const low = bar.lower ?? -(size || 1), high = bar.upper ?? (size || 1);
      const track = el('div', { class: 'track', title: limits(bar) }, fill);
      if (low < 0 && high > 0) track.append(at(el('b'), (100 * -low) / (high - low)));
      const swatch = bar.colour ? el('span', { class: 'swatch' }) : null;
      if (swatch && bar.colour) swatch.style.background = bar.colour;
      const name = el('div', { class: 'name', title: bar.name }, swatch, el('span', {}, bar.name));
      const row = el('div', { class: 'row' }, name, track, text);
      return { row, fill, text, low, high, bar };
    });
    this.element = el('div', { class: 'bars' }, ...this.parts.map((part) => part.row));
    parent.append(this.element);
  }

  set(values: ArrayLike<number>): void {
    this.parts.forEach((part, k) => {
      const value = values[k];
      const { lower, upper, unit } = part.bar;
      const free = lower === null && upper === null;
      if (free && Math.abs(value) > part.high) { part.high = Math.abs(value); part.low = -part.high; }
      const share = (x: number) => (100 * (Math.min(Math.max(x, part.low), part.high) - part.low)) / (part.high - part.low || 1);
      const zero = share(0), end = share(value);
      part.fill.style.left = part.bar.marker ? `calc(${end}% - ${(5 * end) / 100}px)` : `${Math.min(zero, end)}%`;
      part.fill.style.width = part.bar.marker ? '5px' : `${Math.abs(end - zero)}%`;
      part.text.textContent = `${shown(value)} ${unit}`;
      part.row.classList.toggle('beyond', beyond(value, lower, upper));
    });
  }
}

/** Whether a value has reached a limit, up to rounding of single precision. */
export function beyond(value: number, lower: number | null, upper: number | null): boolean {
  const slack = 1e-6 * Math.max(1, Math.abs(lower ?? 0), Math.abs(upper ?? 0));
  return (upper !== null && value >= upper - slack) || (lower !== null && value <= lower + slack);
}

function limits(bar: BarRow): string {
  if (bar.lower === null && bar.upper === null) return 'no limit';
  return `from ${shown(bar.lower)} to ${shown(bar.upper)} ${bar.unit}`;
}

function at(node: HTMLElement, share: number): HTMLElement {
  node.style.left = `${share}%`;
  return node;
}
