// All formulations of a question on this robot, compared; and the page of one, its equations beside its code.

import type { App } from '../app';
import { shown } from '../data';
import { choices, el } from '../dom';
import { button, card, checkbox, field, problem, select, work } from '../parts';
import type { Problem } from '../socket';
import type { Tab } from '../studio';

interface Row {
  formulation: string; multiplications: number; additions: number; others: number; nanoseconds: number | null;
  untimed: string; difference: number;
}
interface Compared { question: string; allowed: number; rows: Row[]; left_out: { formulation: string; why: string }[] }
interface Page { title: string; name: string; about: string; parts: { question: string; equations: string; code: string }[] }

export function formulationsTab(app: App): Tab {
  let lists: Record<string, string[]> = {};
  const question = select(app.robot.questions, 'inverse_dynamics', () => list());
  const time = checkbox('measure time', true);
  const status = el('div', { class: 'status' }), chart = el('div', { class: 'chart' }), page = el('div', { class: 'source' });

  const list = () => {
    const names = lists[question.value] ?? [];
    chart.replaceChildren(el('div', { class: 'names' }, ...names.map((name) => button(name, () => open(name)))));
    if (names.length) void open(names[0]);
    else chart.replaceChildren(el('p', { class: 'soft' }, 'No formulation answers this for this robot.'));
  };

  const compare = async () => {
    const found = await work(app.line, status, 'formulations.compared', { questions: [question.value], time: time.input.checked });
    if (found) draw((found as Compared[])[0]);
  };

  const draw = (found: Compared) => {
    const total = (row: Row) => row.multiplications + row.additions + row.others;
    const operations = logarithmic(found.rows.map(total)), times = logarithmic(found.rows.map((row) => row.nanoseconds ?? 0));
    const rows = found.rows.map((row) => el('tr', { tabindex: 0, onclick: () => open(row.formulation) },
      el('td', {}, row.formulation), el('td', { class: 'number' }, String(row.multiplications)),
      el('td', { class: 'number' }, String(row.additions)), el('td', { class: 'number' }, String(row.others)),
      el('td', {}, strip(operations(total(row)), 'count', total(row))),
      el('td', { class: 'number', title: row.untimed }, row.nanoseconds === null ? '–' : row.nanoseconds.toFixed(0)),
      el('td', {}, strip(times(row.nanoseconds ?? 0), 'time', row.nanoseconds ?? 0)),
      el('td', { class: 'number' }, row.difference.toExponential(0))));
    const heads = ['formulation', '×', '+', '/, √', 'operations, log scale', 'ns a state, least', 'time, log scale', 'difference'];
    chart.replaceChildren(el('div', { class: 'wide' }, el('table', {},
      el('thead', {}, el('tr', {}, ...heads.map((head, k) => el('th', { class: [1, 2, 3, 5, 7].includes(k) ? 'number' : '' }, head)))),
      el('tbody', {}, ...rows))));
    if (found.left_out.length) {
      chart.append(el('details', { class: 'soft' }, el('summary', {}, `${found.left_out.length} left out`),
        el('ul', {}, ...found.left_out.map((each) => el('li', {}, `${each.formulation}: ${each.why}`)))));
    }
  };

  const open = async (name: string) => {
    try {
      const found: Page = await app.line.ask('formulations.page', { name });
      const sides = el('div', { class: 'sides' });
      const side = (part: Page['parts'][number]) => sides.replaceChildren(
        el('div', {}, el('h3', {}, 'The source'), el('pre', {}, part.equations)),
        el('div', {}, el('h3', {}, 'The code'), el('pre', { class: 'code' }, part.code)));
      const first = found.parts.find((part) => part.question === question.value) ?? found.parts[0];
      page.replaceChildren(el('h2', {}, `${found.name}: ${found.title}`));
      if (found.parts.length > 1) {
        page.append(choices(found.parts.map((part) => part.question), first.question, (word) => side(found.parts.find((part) => part.question === word)!)));
      }
      page.append(el('details', {}, el('summary', {}, 'the idea'), el('pre', { class: 'prose' }, found.about)), sides);
      if (first) side(first);
    } catch (error) { page.replaceChildren(problem(error as Problem)); }
  };

  void app.line.ask('formulations.listed').then((found) => { lists = found; list(); })
    .catch((error: Problem) => chart.replaceChildren(problem(error)));
  const form = el('div', { class: 'form' }, el('div', { class: 'fields' }, field('question', question), time.element, button('Compare', compare, true), status));
  return { element: el('div', { class: 'column' }, form, el('div', { class: 'upper-lower' }, card('Formulations', chart), el('section', { class: 'card' }, page))) };
}

/** Shares of a bar for values over several decades: the smallest has a tenth, the largest all of it. */
function logarithmic(values: number[]): (value: number) => number {
  const some = values.filter((value) => value > 0).map(Math.log);
  const low = Math.min(...some), high = Math.max(...some);
  return (value) => (value > 0 ? 0.1 + (high > low ? (0.9 * (Math.log(value) - low)) / (high - low) : 0.9) : 0);
}

function strip(share: number, kind: string, value: number): HTMLElement {
  const bar = el('i', { class: kind, title: shown(value) });
  bar.style.width = `${100 * share}%`;
  return el('div', { class: 'strip' }, bar);
}
