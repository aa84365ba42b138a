// Curves over time, with a line at the instant that is shown; a click moves it.

import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';

export const COLOURS = [
  '#3b6ea5', '#c8743a', '#4f8f4f', '#8a5aa5', '#b0413e', '#7a7a7a', '#c2a83e', '#3f9c9c', '#d46a9f', '#5b4fb0',
];
export const colourOf = (k: number) => COLOURS[k % COLOURS.length];

export interface CurveData { unit: string; t: number[]; names: string[]; rows: number[][]; limits?: [number, number][]; colours?: number[] }

export class Curves {
  private plot?: uPlot;
  private now = 0;
  private data?: CurveData;
  private sizes: ResizeObserver;

  constructor(private parent: HTMLElement, private seek: (t: number) => void = () => {}, private height = 200) {
    this.sizes = new ResizeObserver(() => {
      if (this.plot && parent.clientWidth) this.plot.setSize({ width: parent.clientWidth, height: this.height });
    });
    this.sizes.observe(parent);
  }

  draw(data: CurveData): void {
    this.plot?.destroy();
    this.data = data;
    const series = data.names.map((name, k) => ({ label: name, stroke: colourOf(data.colours?.[k] ?? k), width: 1.6, pxAlign: 0, points: { show: false } }));
    const options: uPlot.Options = {
      width: this.parent.clientWidth || 400, height: this.height, legend: { show: false }, padding: [8, 8, 0, 0],
      cursor: { drag: { x: false, y: false }, points: { size: 6 } },
      scales: { x: { time: false }, y: { range: (_, low, high) => room(low, high) } },
      axes: [axis('time [s]'), axis(`[${data.unit}]`)],
      series: [{}, ...series],
      hooks: { draw: [(plot) => { this.limits(plot); this.line(plot); }], ready: [(plot) => this.clicks(plot)] },
    };
    this.plot = new uPlot(options, [data.t, ...data.rows] as uPlot.AlignedData, this.parent);
  }

  at(t: number): void {
    this.now = t;
    this.plot?.redraw(false, false);
  }

  dispose(): void {
    this.sizes.disconnect();
    this.plot?.destroy();
  }

  private clicks(plot: uPlot): void {
    const seek = (event: MouseEvent) => { if (event.buttons === 1) this.seek(plot.posToVal(event.offsetX, 'x')); };
    plot.over.addEventListener('mousedown', seek);
    plot.over.addEventListener('mousemove', seek);
  }

  private line(plot: uPlot): void {
    const x = plot.valToPos(this.now, 'x', true), { top, height } = plot.bbox;
    stroke(plot.ctx, '#1d2430', [], () => { plot.ctx.moveTo(x, top); plot.ctx.lineTo(x, top + height); });
  }

  private limits(plot: uPlot): void {
    const { left, width, top, height } = plot.bbox;
    (this.data?.limits ?? []).forEach((pair, k) => pair.forEach((limit) => {
      const y = plot.valToPos(limit, 'y', true);
      if (!Number.isFinite(y) || y < top || y > top + height) return;
      stroke(plot.ctx, colourOf(this.data?.colours?.[k] ?? k), [4, 4], () => { plot.ctx.moveTo(left, y); plot.ctx.lineTo(left + width, y); });
    }));
  }
}

function stroke(context: CanvasRenderingContext2D, colour: string, dash: number[], path: () => void): void {
  context.save();
  context.beginPath();
  context.strokeStyle = colour;
  context.lineWidth = 1;
  context.setLineDash(dash);
  path();
  context.stroke();
  context.restore();
}

function axis(label: string): uPlot.Axis {
  return {
    label, labelSize: 16, labelFont: '11px system-ui', font: '11px system-ui', stroke: '#5d6675', size: label.startsWith('time') ? 26 : 46,
    grid: { stroke: '#e6eaef', width: 1 }, ticks: { show: false },
  };
}

function room(low: number, high: number): [number, number] {
  if (!Number.isFinite(low) || !Number.isFinite(high)) return [-1, 1];
  const size = Math.max(Math.abs(low), Math.abs(high));
  if (size < 1e-6) return [-1, 1]; // nothing but rounding
  const span = Math.max(high - low, 1e-3 * size);
  const middle = (low + high) / 2, half = 0.55 * span;
  return [middle - half, middle + half];
}
