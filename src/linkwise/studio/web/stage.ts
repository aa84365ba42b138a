// A place where a motion is played, one after the other.

import type { Motion, Scene } from './data';
import { el } from './dom';
import { Player } from './player';

export class Stage {
  readonly element = el('div', { class: 'playing' });
  private player?: Player;

  constructor(private scene: Scene, first = 'Nothing has been computed yet.') {
    this.element.append(el('p', { class: 'empty' }, first));
  }

  play(motion: Motion): void {
    this.player?.play(false);
    this.player?.viewer.dispose();
    this.element.replaceChildren();
    this.player = new Player(this.element, this.scene, motion);
    this.player.play(true);
  }
}
