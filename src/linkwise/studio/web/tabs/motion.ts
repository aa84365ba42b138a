// A motion between two postures, planned within limits, then played.

import type { App } from '../app';
import { shown } from '../data';
import { el } from '../dom';
import { button, checkbox, field, numberBox, select, work } from '../parts';
import { Stage } from '../stage';
import type { Tab } from '../studio';

interface Peak { kind: string; joint: string; value: number; time: number; limit: number | null; exceeds: boolean }

export function motionTab(app: App): Tab {
  const { robot } = app;
  const stage = new Stage(robot.scene);
  const from = posture('from', robot.home), to = posture('to', elsewhere());
  const kind = select(['quintic', 'trapezoidal', 'scurve'], 'quintic');
  const limited = robot.joints.every((joint) => joint.velocity !== null); // without limits nothing says how fast
  const duration = numberBox(limited ? '' : 2, 0);
  duration.placeholder = 'shortest';
  const fastest = checkbox('as fast as torques allow', false);
  const status = el('div', { class: 'status' });

  function posture(name: string, first: number[]) {
    const boxes = robot.joints.map((joint, k) => {
      const box = numberBox(Number(first[k].toFixed(4)));
      box.title = `${joint.name}, ${joint.unit}`;
      box.setAttribute('aria-label', `${name} ${joint.name}, ${joint.unit}`);
      return box;
    });
    const here = button('take the pose', () => boxes.forEach((box, k) => { box.value = app.q[k].toFixed(4); }));
    return {
      element: el('div', { class: 'posture' }, el('b', {}, name), el('div', { class: 'boxes' }, ...boxes), here),
      values: () => boxes.map((box) => Number(box.value)),
    };
  }

  /** Another posture within the limits: about a third of each joint's way, at most one rad or a quarter metre. */
  function elsewhere(): number[] {
    return robot.joints.map((joint, k) => {
      const way = joint.unit === 'm' ? 0.25 : 1.0, q = robot.home[k];
      const up = joint.upper === null ? way : (joint.upper - q) / 2, down = joint.lower === null ? way : (q - joint.lower) / 2;
      return q + (k % 2 ? -Math.min(way, down) : Math.min(way, up));
    });
  }

  const plan = async () => {
    const time = duration.value === '' ? null : Number(duration.value);
    const values = { waypoints: [from.values(), to.values()], kind: kind.value, duration: time, fastest: fastest.input.checked };
    const found = await work(app.line, status, 'motion.planned', values);
    if (!found) return;
    const tightest = (found.peaks as Peak[]).filter((peak) => peak.limit !== null && (peak.kind === 'velocity' || peak.kind === 'torque'))
      .sort((a, b) => Math.abs(b.value / b.limit!) - Math.abs(a.value / a.limit!))[0];
    const words = [found.why ? `The fastest along its path: ${found.why}.` : `${shown(found.duration)} s, ${found.kind}.`];
    if (tightest) {
      const share = Math.round(100 * Math.abs(tightest.value / tightest.limit!));
      words.push(`Nearest to a limit: ${tightest.kind} of ${tightest.joint}, ${share} % at ${shown(tightest.time)} s.`);
    }
    status.replaceChildren(el('p', { class: 'soft' }, words.join(' ')));
    stage.play(found.motion);
    app.motion = found.motion;
  };
  const form = el('div', { class: 'form' }, from.element, to.element,
    el('div', { class: 'fields' }, field('kind', kind), field('duration [s]', duration), fastest.element, button('Plan', plan, true), status));
  return { element: el('div', { class: 'column' }, form, stage.element) };
}
