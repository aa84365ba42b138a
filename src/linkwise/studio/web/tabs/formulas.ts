// The robot's equations, rendered, and copies of them as code.

import katex from 'katex';
import 'katex/dist/katex.min.css';
import type { App } from '../app';
import { choices, el } from '../dom';
import { button, card, checkbox, copier, field, select, work } from '../parts';
import type { Tab } from '../studio';

interface Written {
  form: string; why: string; equations?: string[]; sections?: { title: string; equations: string }[]; lines?: number;
  count?: { multiplications: number; additions: number; sincos: number };
  latex: string; text: string; python: string; c: string; matlab: string;
}

export function formulasTab(app: App): Tab {
  let form = 'closed form';
  const question = select(app.robot.questions, 'gravity_forces');
  const numbers = checkbox('constants as numbers', false), base = checkbox('base parameters', false);
  const status = el('div', { class: 'status' }), equations = el('div', { class: 'equations' }), copies = el('div', { class: 'buttons' });
  const title = el('span', {}, '');

  const write = async () => {
    const found: Written | undefined = await work(app.line, status, 'formulas.written', {
      question: question.value, form: form === 'closed form' ? 'closed' : 'listing', numbers: numbers.input.checked, base: base.input.checked,
    });
    if (!found) return;
    const words = found.why ? [found.why] : [];
    if (found.count) words.push(`${found.lines} lines, ${found.count.multiplications} ×, ${found.count.additions} +, ${found.count.sincos} pairs of sine and cosine.`);
    if (words.length) status.replaceChildren(el('p', { class: 'soft' }, words.join(' ')));
    title.textContent = `${question.value} of ${app.robot.name}`;
    equations.classList.toggle('listing', found.form === 'listing');
    equations.replaceChildren(...(found.equations ?? []).map(rendered));
    for (const { title, equations: lines } of found.sections ?? []) equations.append(el('section', {}, el('h3', {}, title), rendered(lines)));
    if (!equations.childElementCount) equations.append(el('p', { class: 'soft' }, 'Nothing but zeros, or too long to show: copy it.'));
    const kinds = { LaTeX: found.latex, text: found.text, Python: found.python, C: found.c, MATLAB: found.matlab };
    copies.replaceChildren('copy as', ...Object.entries(kinds).map(([name, text]) => copier(name, () => text)));
  };
  const bar = el('div', { class: 'form' }, el('div', { class: 'fields' }, field('question', question),
    choices(['closed form', 'step by step'], form, (name) => { form = name; }), numbers.element, base.element, button('Write', write, true), status));
  void write();
  return { element: el('div', { class: 'column' }, bar, el('div', { class: 'scroll' }, card(title, copies, equations))) };
}

/** An equation, drawn; markup in it has no power. */
function rendered(tex: string): HTMLElement {
  const place = el('div', { class: 'equation' });
  katex.render(tex, place, { displayMode: true, fleqn: true, throwOnError: false, trust: false, strict: 'ignore', maxExpand: 1000, output: 'html' });
  return place;
}
