// The live studio: a header with the robot and the tabs, and one tab at a time.

import { App, type Summary } from './app';
import { el } from './dom';
import { opener } from './opener';
import { problem } from './parts';
import { Line, type Problem } from './socket';
import './style.css';
import './studio.css';
import { exportTab } from './tabs/export';
import { formulasTab } from './tabs/formulas';
import { formulationsTab } from './tabs/formulations';
import { identifyTab } from './tabs/identify';
import { modelTab } from './tabs/model';
import { motionTab } from './tabs/motion';
import { poseTab } from './tabs/pose';
import { simulateTab } from './tabs/simulate';

/** A tab is made when it is first shown; `shown` and `hidden` are called whenever it comes to the front, or leaves it. */
export interface Tab { element: HTMLElement; shown?: () => void; hidden?: () => void }

const TABS: Record<string, (app: App) => Tab> = {
  Model: modelTab, Pose: poseTab, Motion: motionTab, Formulations: formulationsTab,
  Formulas: formulasTab, Simulate: simulateTab, Identify: identifyTab, Export: exportTab,
};

class Studio {
  app?: App;
  private made = new Map<string, Tab>();
  private current = 'Model';
  private title = el('button', { type: 'button', class: 'robot', title: 'open another robot' });
  private buttons = Object.keys(TABS).map((name) => el('button', { type: 'button', role: 'tab', onclick: () => this.choose(name) }, name));
  private place = el('main');
  private state = el('span', { class: 'state', role: 'status' }, 'connecting');
  readonly line = new Line(() => { this.state.textContent = 'ended'; document.body.classList.add('ended'); });

  constructor() {
    const dialog = opener(this.line, (robot) => void this.open(robot));
    this.title.addEventListener('click', () => dialog.open());
    document.body.append(
      el('header', { class: 'top' }, el('h1', {}, 'linkwise'), this.title,
        el('nav', { role: 'tablist' }, ...this.buttons), this.state),
      this.place, dialog.element);
    void this.begin();
  }

  choose(name: string): void {
    this.made.get(this.current)?.hidden?.();
    this.current = name;
    this.buttons.forEach((button) => button.setAttribute('aria-selected', String(button.textContent === name)));
    if (!this.app) return;
    let tab = this.made.get(name);
    if (!tab) {
      tab = TABS[name](this.app);
      this.made.set(name, tab);
    }
    this.place.replaceChildren(tab.element);
    tab.shown?.();
  }

  async open(robot: Summary): Promise<void> {
    this.app?.dispose();
    this.made.clear();
    this.app = new App(this.line, robot);
    this.title.textContent = `${robot.name} ▾`;
    document.title = `${robot.name}: linkwise studio`;
    this.choose(this.current);
    const { app } = this;
    await app.seen;
  }

  private async begin(): Promise<void> {
    await this.line.open;
    try {
      await this.open(await this.line.ask('model.summary'));
      this.state.textContent = '';
      document.body.classList.add('ready');
    } catch (error) { this.place.replaceChildren(problem(error as Problem)); }
  }
}

Object.assign(window, { studio: new Studio() }); // for those who look from the browser's console
