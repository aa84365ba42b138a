// What the robot does by itself, from the posture of the Pose tab: let go, held, or pushed.

import type { App } from '../app';
import { shown } from '../data';
import { choices, el } from '../dom';
import { button, checkbox, field, numberBox, select, work } from '../parts';
import { Stage } from '../stage';
import type { Tab } from '../studio';

const WAYS = ['let go', 'hold', 'push'];

export function simulateTab(app: App): Tab {
  const { robot } = app;
  const stage = new Stage(robot.scene, 'It starts at rest, at the posture of the tab Pose.');
  const duration = numberBox(3, 0), kp = numberBox(100, 0), kd = numberBox(20, 0);
  const force = [0, 0, 40].map((value) => numberBox(value));
  force.forEach((box, k) => box.setAttribute('aria-label', `force along ${'xyz'[k]}, N`));
  const frame = select(robot.frames, robot.tool);
  const friction = checkbox('friction', true), stops = checkbox('stop at limits', true);
  const status = el('div', { class: 'status' });
  const gains = el('div', { class: 'fields' }, field('kp [N m/rad]', kp), field('kd [N m s/rad]', kd));
  const push = el('div', { class: 'fields' }, field('at', frame), field('push x, y, z [N]', el('div', { class: 'triple' }, ...force)));
  let way = WAYS[0];
  const chosen = (name: string) => {
    way = name;
    gains.hidden = name === 'let go';
    push.hidden = name !== 'push';
  };
  chosen(way);

  const run = async () => {
    const found = await work(app.line, status, 'simulation.run', {
      q: app.q, way, duration: Number(duration.value), friction: friction.input.checked, stops: stops.input.checked,
      kp: Number(kp.value), kd: Number(kd.value), force: force.map((box) => Number(box.value)), frame: frame.value,
    });
    if (!found) return;
    const events = found.events as { t: number; name: string }[];
    const list = events.length
      ? el('details', {}, el('summary', {}, `${events.length} event${events.length === 1 ? '' : 's'}`),
        el('ul', {}, ...events.map((event) => el('li', {}, `${shown(event.t)} s: ${event.name}`))))
      : null;
    const words = `${found.status}. ${found.message} Energy is kept to ${Number(found.drift).toExponential(0)} of the largest kinetic energy.`;
    status.replaceChildren(el('p', { class: found.status === 'finished' ? 'soft' : 'bad' }, words), list ?? '');
    stage.play(found.motion);
    app.motion = found.motion;
  };
  const form = el('div', { class: 'form' }, el('div', { class: 'fields' },
    choices(WAYS, way, chosen), field('duration [s]', duration), friction.element, stops.element, gains, push,
    button('Simulate', run, true), status));
  return { element: el('div', { class: 'column' }, form, stage.element) };
}
