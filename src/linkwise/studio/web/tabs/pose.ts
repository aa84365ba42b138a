// One posture: sliders, the tool to be drawn, torques of gravity, the inertia matrix, how well the tool moves.

import type { App, PoseAnswer } from '../app';
import { Bars } from '../bars';
import { shown } from '../data';
import { el } from '../dom';
import { Handle } from '../handle';
import { HeatMap } from '../heatmap';
import { button, card, checkbox, problem, select } from '../parts';
import type { Tab } from '../studio';

const FREE = { rad: Math.PI, m: 1 }; // how far sliders go for joints without limits

export function poseTab(app: App): Tab {
  const { robot } = app;
  const stage = el('div', { class: 'stage' });
  const chosen = robot.joints.map((joint, k) => ({ ...joint, k })).filter((joint) => joint.chosen);
  const sliders = chosen.map((joint) => {
    const free = FREE[joint.unit as 'rad' | 'm'];
    const range = el('input', {
      type: 'range', step: 'any', min: joint.lower ?? -free, max: joint.upper ?? free, 'aria-label': joint.name,
    });
    const box = el('input', { type: 'number', step: 'any', class: 'number', 'aria-label': `${joint.name}, ${joint.unit}` });
    const go = (value: number) => {
      if (!Number.isFinite(value)) return;
      const q = [...app.q];
      q[joint.k] = value;
      void app.moveTo(q);
    };
    range.addEventListener('input', () => go(Number(range.value)));
    box.addEventListener('change', () => go(Number(box.value)));
    return { joint, range, box, knob: el('i') };
  });
  const rows = sliders.map(({ joint, range, box, knob }) => el('div', { class: 'slider' },
    el('span', { class: 'name', title: joint.name }, joint.name), el('span', { class: 'rail' }, knob, range), box, el('span', { class: 'soft' }, joint.unit)));
  const back = button('Home', () => void app.moveTo(robot.home));
  const trouble = el('div');
  const joints = card('Joints', el('div', { class: 'sliders' }, ...rows), trouble);
  joints.firstElementChild?.append(back);

  const motors = robot.motors.map((name) => robot.joints.find((joint) => joint.name === name)!);
  const limited = motors.some((joint) => joint.effort !== null);
  const torques = card(el('span', {}, 'Gravity, held by the joints ', el('span', { class: 'soft' }, limited ? '· bars end at the effort limits' : '')));
  const bars = new Bars(torques, motors.map((joint) => ({
    name: joint.name, unit: joint.force, lower: joint.effort === null ? null : -joint.effort, upper: joint.effort,
  })));
  bars.element.classList.add('gravity');
  const noTorques = el('div');
  torques.append(noTorques);

  const map = new HeatMap();
  const condition = el('span', { class: 'number condition' });
  const inertia = card('Inertia matrix M', map.element);
  inertia.firstElementChild?.append(condition);

  const words = el('dl', { class: 'facts tool' });
  const keep = checkbox('keep its attitude', false);
  const frames = select(robot.frames, app.frame, (name) => {
    app.frame = name;
    void app.moveTo(app.q);
  });
  const hint = el('p', { class: 'soft' }, robot.closures.length ? '' : 'Drag the orange ball: the joints follow by inverse kinematics.');
  const tool = card('Tool', el('div', { class: 'buttons' }, frames, robot.closures.length ? null : keep.element), words, hint);

  const handle = robot.closures.length ? undefined : new Handle(app.viewer, robot.scene.reach, (to) => {
    const pose = app.pose?.tool.is?.pose;
    void app.drawTo(to, keep.input.checked && pose ? pose.slice(0, 3).map((row) => row.slice(0, 3)) : null);
  });

  const show = (pose: PoseAnswer) => {
    trouble.replaceChildren();
    for (const { joint, range, box, knob } of sliders) {
      const value = pose.q[joint.k];
      if (document.activeElement !== range) range.value = String(value);
      slide(knob, range);
      if (document.activeElement !== box) box.value = String(Number(value.toFixed(5)));
    }
    noTorques.replaceChildren();
    if (pose.gravity.is) bars.set(pose.gravity.is);
    else if (pose.gravity.error) noTorques.append(problem(pose.gravity.error));
    if (pose.inertia.is) {
      map.set(pose.inertia.is.matrix);
      condition.textContent = `condition number ${shown(pose.inertia.is.condition)}`;
    } else if (pose.inertia.error) condition.replaceChildren(problem(pose.inertia.error));
    showTool(pose);
  };
  const showTool = (pose: PoseAnswer) => {
    const is = pose.tool.is;
    if (!is) { words.replaceChildren(...(pose.tool.error ? [problem(pose.tool.error)] : [])); return; }
    const at = is.pose.slice(0, 3).map((row) => row[3]);
    handle?.set(at);
    const facts: [string, string][] = [['at', `${at.map(shown).join(', ')} m`], ['potential energy', `${shown(pose.energy.is)} J`]];
    if (is.radii) {
      facts.push(['manipulability', `${shown(is.manipulability)} m³`],
        ['speeds, most and least', `${shown(is.radii[0])}, ${shown(is.radii[is.radii.length - 1])} m/s per rad/s`]);
    }
    if (pose.reached === false) facts.push(['not reached, off by', `${shown(pose.off)} m`]);
    words.replaceChildren(...facts.map(([what, value]) => el('div', {}, el('dt', {}, what), el('dd', {}, value))));
  };
  app.onPose(show, (error) => {
    trouble.replaceChildren(problem(error));
    sliders.forEach(({ range, knob }) => slide(knob, range));
  });
  if (app.pose) show(app.pose);
  return {
    element: el('div', { class: 'split' }, stage, el('aside', {}, joints, torques, inertia, tool)),
    shown: () => { app.showIn(stage); handle?.show(true); void app.moveTo(app.q); },
    hidden: () => handle?.show(false),
  };
}

/** The knob that is seen moves with the robot, in one picture: a picture of the browser's own knob alone takes as long. */
function slide(knob: HTMLElement, range: HTMLInputElement): void {
  const [low, high] = [Number(range.min), Number(range.max)];
  knob.style.setProperty('--share', String((Number(range.value) - low) / (high - low || 1)));
}
