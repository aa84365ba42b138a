// A log of the robot, and the parameters that explain it.

import type { App } from '../app';
import { Curves } from '../curves';
import { shown } from '../data';
import { el } from '../dom';
import { button, card, checkbox, field, numberBox, select, table, work } from '../parts';
import { base64 } from '../socket';
import type { Tab } from '../studio';

interface Fit {
  log: string; samples: number; remarks: string[]; notes: string[]; condition: number;
  errors: { on: string; rms: number[]; relative: number[]; total: number }[];
  values: { name: string; value: number; sigma: number; unit: string }[];
  curves: { t: number[]; measured: number[][]; predicted: number[][] };
}
const ESTIMATORS = ['wls', 'physical', 'ols', 'irls-huber', 'irls-tukey', 'essential'];
const FRICTION = ['viscous', 'coulomb', 'offset'];

export function identifyTab(app: App): Tab {
  const { robot } = app;
  const file = el('input', { type: 'file', accept: '.csv,.tsv,.txt,.npz,.parquet' });
  const estimator = select(ESTIMATORS, 'wls');
  const kinds = FRICTION.map((name) => ({ name, ...checkbox(name, true) }));
  const cutoff = numberBox(10, 0);
  const status = el('div', { class: 'status' }), result = el('div', { class: 'result' });
  result.append(el('p', { class: 'empty' }, 'Choose a log with positions and torques (columns t, q_JOINT, tau_JOINT, say); without one, a log is simulated.'));
  let plot: Curves | undefined;

  const fit = async () => {
    const log = file.files?.[0];
    const found: Fit | undefined = await work(app.line, status, 'identification.fit', {
      file: log ? { name: log.name, base64: await base64(log) } : null, estimator: estimator.value,
      friction: kinds.filter((kind) => kind.input.checked).map((kind) => kind.name), cutoff: Number(cutoff.value),
    });
    if (found) draw(found);
  };

  const draw = (found: Fit) => {
    const place = el('div', { class: 'plot' });
    const joint = select(robot.joints.map((each) => each.name), robot.joints[0].name, () => curve());
    const curve = () => {
      const k = joint.selectedIndex;
      plot?.draw({ unit: robot.joints[k].force, t: found.curves.t, names: ['measured', 'predicted'], rows: [found.curves.measured[k], found.curves.predicted[k]] });
    };
    const errors = robot.joints.map((each, k) => [each.name, ...found.errors.flatMap((one) => [`${shown(one.rms[k])} ${each.force}`, shown(100 * one.relative[k])])]);
    const heads = ['joint', ...found.errors.flatMap((one) => [`rms, ${one.on}`, '% of torque'])];
    const values = found.values.map((each) => [each.name, shown(each.value), shown(each.sigma), each.unit]);
    const remarks = [...found.remarks, ...found.notes];
    plot?.dispose();
    plot = new Curves(place, () => {}, 240);
    result.replaceChildren(
      el('div', {}, card(`Torques of ${found.log}, ${found.samples} samples`, el('div', { class: 'buttons' }, joint, key('measured', '#3b6ea5'), key('predicted', '#c8743a')), place),
        card('Errors of predicted torques', table(heads, errors, heads.map((_, k) => k).slice(1))),
        remarks.length ? card('Remarks', el('ul', { class: 'notes' }, ...remarks.map((each) => el('li', {}, each)))) : ''),
      card(`Parameters, condition number ${shown(found.condition)}`, table(['name', 'value', 'deviation', 'unit'], values, [1, 2])));
    curve();
  };
  const form = el('div', { class: 'form' }, el('div', { class: 'fields' }, field('log', file), field('estimator', estimator),
    field('low-pass [Hz]', cutoff), el('div', { class: 'checks' }, 'friction', ...kinds.map((kind) => kind.element)), button('Fit', fit, true), status));
  return { element: el('div', { class: 'column' }, form, el('div', { class: 'scroll' }, result)) };
}

function key(text: string, colour: string): HTMLElement {
  const swatch = el('span', { class: 'swatch' });
  swatch.style.background = colour;
  return el('span', { class: 'soft' }, swatch, text);
}
