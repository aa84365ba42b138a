// The dialog that opens another robot: one of the list, or a file.

import type { Summary } from './app';
import { el } from './dom';
import { button, problem } from './parts';
import { base64, type Line, type Problem } from './socket';

interface Entry { name: string; joints: number; title: string; origin: string }

export function opener(line: Line, opened: (robot: Summary) => void): { element: HTMLDialogElement; open: () => void } {
  const found = el('div', { class: 'found' });
  const trouble = el('div');
  const search = el('input', { type: 'search', placeholder: 'search by name', 'aria-label': 'search' });
  const file = el('input', { type: 'file', accept: '.urdf,.xml,.mjcf,.toml', 'aria-label': 'a robot file' });
  const element = el('dialog', { class: 'opener', 'aria-label': 'open a robot' },
    el('h2', {}, 'Open a robot'),
    el('label', { class: 'field' }, el('span', {}, 'A file: URDF, MJCF, or a table (TOML)'), file),
    trouble, search, found, button('Close', () => element.close()));
  let entries: Entry[] = [];

  const list = () => {
    const word = search.value.toLowerCase();
    const those = entries.filter((each) => `${each.name} ${each.title}`.toLowerCase().includes(word));
    found.replaceChildren(...those.map((each) => el('button', { type: 'button', onclick: () => choose({ name: each.name }) },
      el('b', {}, each.name), el('span', { class: 'soft' }, `${each.joints} joints · ${each.title || each.origin}`))));
  };
  const choose = async (values: object) => {
    trouble.replaceChildren(el('p', { class: 'soft', role: 'status' }, 'reading'));
    try {
      const robot: Summary = await line.ask('open', values);
      trouble.replaceChildren();
      element.close();
      opened(robot);
    } catch (error) { trouble.replaceChildren(problem(error as Problem)); }
  };
  search.addEventListener('input', list);
  file.addEventListener('change', async () => {
    const chosen = file.files?.[0];
    if (chosen) await choose({ file: { name: chosen.name, base64: await base64(chosen) } });
    file.value = '';
  });
  return {
    element,
    open: async () => {
      element.showModal();
      if (!entries.length) { entries = await line.ask('model.catalog'); list(); }
    },
  };
}
