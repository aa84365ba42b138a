// A matrix as colours, with its numbers where they fit.

import { shown } from './data';
import { el } from './dom';

const NUMBERS = 8; // rows of the largest matrix whose numbers are written

export class HeatMap {
  readonly element = el('canvas', { class: 'heatmap', role: 'img' });

  set(matrix: number[][]): void {
    const n = matrix.length;
    const ratio = window.devicePixelRatio || 1;
    const width = this.element.clientWidth || 360;
    const height = n <= NUMBERS ? 19 * n : Math.min(width, 320);
    const { element } = this;
    if (element.width !== Math.round(width * ratio) || element.height !== Math.round(height * ratio)) {
      element.width = Math.round(width * ratio);
      element.height = Math.round(height * ratio);
      element.style.height = `${height}px`;
    }
    const context = element.getContext('2d');
    if (!context) return;
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
