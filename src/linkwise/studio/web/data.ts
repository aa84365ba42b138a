// The data of a page, as linkwise.view.scene describes it.

export interface Packed { type: 'f4' | 'u2' | 'u4'; shape: number[]; data: string }
export type Pose = number[]; // x y z, quaternion x y z w

export interface Shape {
  link: number; kind: string; size: number[]; pose: Pose; colour: string; opacity: number; source: string; mesh?: number;
}
export interface PackedMesh { corners: Packed; low: number[]; high: number[]; faces: Packed }
export interface Joint { name: string; link: number; axis: number[]; slides: boolean; coordinate: number | null }
export interface Coordinate {
  name: string; slides: boolean;
  lower: number | null; upper: number | null; velocity: number | null; effort: number | null;
}
export interface Mass { link: number; mass: number; pose: Pose; size: number[] | null }
export interface Scene {
  robot: string; links: string[]; shapes: Shape[]; meshes: PackedMesh[]; joints: Joint[]; coordinates: Coordinate[];
  masses: Mass[]; tip: { link: number; pose: Pose } | null; reach: number; notes: string[];
}
export interface Arrows { kind: 'wrench' | 'reaction'; name: string; link: number; pose: Pose; values: Packed }
export interface Marks { arrows?: Arrows[]; ellipsoid?: Packed; path?: Packed }
export interface Motion {
  times: Packed; poses: Packed; curves: Record<string, Packed>; driven: number[];
  energies: Record<string, Packed>; marks: Marks;
}

/** Rows of numbers: `at(k)` is row k. */
export class Rows {
  readonly values: Float32Array | Uint16Array | Uint32Array;
  readonly count: number;
  readonly width: number;
  constructor(packed: Packed) {
    const text = atob(packed.data);
    const bytes = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
    const Kind = { f4: Float32Array, u2: Uint16Array, u4: Uint32Array }[packed.type];
    this.values = new Kind(bytes.buffer);
    this.count = packed.shape[0] ?? 1;
    this.width = packed.shape.slice(1).reduce((a, b) => a * b, 1);
  }
  at(k: number) { return this.values.subarray(k * this.width, (k + 1) * this.width); }
  column(j: number): number[] { return Array.from({ length: this.count }, (_, k) => this.values[k * this.width + j]); }
}

/** Units of a coordinate's quantity. */
export function unit(quantity: string, slides: boolean): string {
  const units: Record<string, [string, string]> = {
    q: ['rad', 'm'], qd: ['rad/s', 'm/s'], qdd: ['rad/s²', 'm/s²'], tau: ['N m', 'N'], power: ['W', 'W'],
  };
  return units[quantity]?.[slides ? 1 : 0] ?? '';
}

/** A number as people read it: four digits, no exponents where they can be avoided. */
export function shown(value: number | null | undefined): string {
  if (value === null || value === undefined) return '–';
  if (!Number.isFinite(value)) return String(value);
  const size = Math.abs(value);
  if (size !== 0 && (size < 1e-3 || size >= 1e5)) return size < 1e-9 ? '0' : value.toExponential(2).replaceAll('-', '−');
  return value.toFixed(size >= 1000 ? 0 : size >= 100 ? 1 : size >= 10 ? 2 : 3).replace('-', '−');
}
