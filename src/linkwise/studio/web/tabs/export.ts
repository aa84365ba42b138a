// Files to take along: the robot, its equations as C, the posture as a page.

import type { App } from '../app';
import { el } from '../dom';
import { button, card, keep, select, work } from '../parts';
import type { Tab } from '../studio';

interface Kept { name: string; text: string }

export function exportTab(app: App): Tab {
  const { robot } = app;
  const question = select(robot.questions, 'inverse_dynamics');
  const offer = (title: string, about: string, kind: string, values: () => object = () => ({}), more: HTMLElement | null = null) => {
    const status = el('div', { class: 'status' }), shown = el('pre', { class: 'code', hidden: true });
    const write = async () => {
      shown.hidden = true;
      const files: Kept[] | undefined = await work(app.line, status, 'export.written', { kind, ...values() });
      if (!files) return;
      files.forEach((file) => keep(file.name, file.text));
      shown.hidden = kind === 'html';
      shown.textContent = files[0].text.slice(0, 4000);
      status.replaceChildren(el('p', { class: 'soft' }, `written: ${files.map((file) => `${file.name} (${Math.ceil(file.text.length / 1000)} kB)`).join(', ')}`));
    };
    return card(title, el('p', { class: 'soft' }, about), el('div', { class: 'buttons' }, more, button('Save', write, true)), status, shown);
  };
  return {
    element: el('div', { class: 'column' }, el('div', { class: 'offers' },
      offer('URDF', 'Links, joints, inertias and limits. What URDF has no room for is listed in a comment.', 'urdf'),
      offer('Table (TOML)', 'Denavit–Hartenberg parameters with everything linkwise knows of the robot.', 'dh'),
      offer('Page of this posture (HTML)', 'The robot as in the tab Pose, in one file that opens from disk without a network.', 'html', () => ({ q: app.q })),
      offer('Page of the last motion (HTML)', 'What was planned or simulated last, to play and scrub, in one such file; the posture if there is none.', 'html', () => ({ q: app.q, motion: app.motion ?? null })),
      offer('C', 'A source and its header, without dependencies: the answer for this robot alone.', 'c', () => ({ questions: [question.value] }), question))),
  };
}
