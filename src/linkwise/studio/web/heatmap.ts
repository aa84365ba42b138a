// A matrix as colours, with its numbers where they fit.

import { shown } from './data';
import { el } from './dom';

const NUMBERS = 8; // rows of the largest matrix whose numbers are written

export class HeatMap {
  readonly element = el('canvas', { class: 'heatmap', role: 'img' });
  private context = this.element.getContext('2d');
  private matrix: number[][] = [];
  private width = 360;

  constructor() {
    new ResizeObserver(([{ contentRect }]) => { // to ask for the width while painting would lay out the page once more
      if (contentRect.width) this.width = contentRect.width;
      this.paint();
    }).observe(this.element);
  }

  set(matrix: number[][]): void {
    this.matrix = matrix;
    this.paint();
  }

  private paint(): void {
    const { element, context, matrix, width } = this;
    const n = matrix.length;
    if (!n || !context) return;
    const ratio = window.devicePixelRatio || 1;
    const height = n <= NUMBERS ? 19 * n : Math.min(width, 320);
    if (element.width !== Math.round(width * ratio) || element.height !== Math.round(height * ratio)) {
      element.width = Math.round(width * ratio);
      element.height = Math.round(height * ratio);
      element.style.height = `${height}px`;
    }
    const largest = Math.max(1e-12, ...matrix.flat().map(Math.abs));
    const [w, h] = [element.width / n, element.height / n];
    context.clearRect(0, 0, element.width, element.height);
    context.font = `${10.5 * ratio}px system-ui`;
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    matrix.forEach((row, i) => row.forEach((value, j) => {
      const share = Math.sqrt(Math.abs(value) / largest);
      context.fillStyle = value < 0 ? `rgba(200, 116, 58, ${share})` : `rgba(59, 110, 165, ${share})`;
      context.fillRect(j * w, i * h, w - ratio, h - ratio);
      if (n > NUMBERS) return;
      context.fillStyle = share > 0.62 ? '#fff' : '#1d2430';
      context.fillText(shown(value), (j + 0.5) * w, (i + 0.5) * h);
    }));
    element.setAttribute('aria-label', `a matrix of ${n} rows`);
    element.title = 'kg m² (kg for joints that slide); blue positive, orange negative';
  }
}
