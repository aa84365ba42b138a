// The tree of links with masses and joints, and the doctor's findings beside the link they concern.

import type { App, LinkOf } from '../app';
import { shown } from '../data';
import { el } from '../dom';
import { button, card, work } from '../parts';
import type { Tab } from '../studio';

interface Finding { check: string; severity: string; link: string; number: number; what: string; expected: string; hint: string }

export function modelTab(app: App): Tab {
  const { robot } = app;
  const stage = el('div', { class: 'stage' });
  const places = new Map<string, HTMLElement>();
  const tree = el('div', { class: 'tree' });
  const base = links(robot.base, '', undefined);
  tree.append(base);
  const add = (parent: string, depth: number) => {
    for (const link of robot.links.filter((each) => each.parent === parent)) {
      const row = links(link.name, `${link.joint}: ${link.kind}`, link);
      row.style.setProperty('--depth', String(Math.min(depth, 12)));
      tree.append(row);
      add(link.name, depth + 1);
    }
  };
  function links(name: string, joint: string, link?: LinkOf): HTMLElement {
    const remarks = el('div', { class: 'remarks' });
    places.set(name, remarks);
    if (link) places.set(link.joint, remarks);
    return el('div', { class: 'link' },
      el('div', { class: 'line' }, el('b', { title: name }, name), el('span', { class: 'soft', title: joint }, joint),
        el('span', { class: 'number' }, link ? `${shown(link.mass)} kg` : '')), remarks);
  }
  add(robot.base, 1);
  const verdict = el('div', { class: 'verdict' }), status = el('div');
  const facts = el('dl', { class: 'facts' });
  const fact = (what: string, value: string) => facts.append(el('div', {}, el('dt', {}, what), el('dd', {}, value)));
  fact('joints that move', String(robot.n));
  fact('mass that moves', `${shown(robot.mass)} kg`);
  fact('gravity', `${robot.gravity.map(shown).join(', ')} m/s²`);
  if (robot.closures.length) fact('closed loops', robot.closures.join(', '));
  const listed = (title: string, notes: string[]) =>
    (notes.length ? card(title, el('ul', { class: 'notes' }, ...notes.map((note) => el('li', {}, note)))) : null);
  const aside = el('aside', {}, card(robot.name, facts), listed('What is not drawn', robot.scene.notes),
    card('Links, joints and masses', verdict, status, tree));
  const read = listed('What reading it noticed', robot.notes.map((note) => `${note.where}: ${note.text}`));
  if (read) aside.append(read);

  const examine = async () => {
    const found = await work(app.line, status, 'model.findings', {});
    if (!found) { status.append(button('Examine', examine)); return; }
    verdict.textContent = found.verdict;
    verdict.classList.toggle('bad', !found.feasible);
    places.forEach((place) => place.replaceChildren());
    for (const each of found.findings as Finding[]) {
      const place = places.get(each.link) ?? places.get(robot.base);
      place?.append(el('details', { class: `finding ${each.severity}` },
        el('summary', {}, el('em', {}, each.severity), each.what), el('p', {}, each.expected), el('p', { class: 'soft' }, each.hint)));
    }
  };
  void app.seen.then(examine); // first the robot, then what takes longer
  return { element: el('div', { class: 'split' }, stage, aside), shown: () => app.showIn(stage) };
}
