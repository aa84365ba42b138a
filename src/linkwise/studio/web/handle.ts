// A ball at the tool that can be drawn about the screen, in the plane that faces the viewer.

import * as THREE from 'three';
import type { Viewer } from './viewer';

export class Handle {
  private ball: THREE.Mesh;
  private held?: THREE.Plane;
  private ray = new THREE.Raycaster();

  constructor(private viewer: Viewer, reach: number, moved: (to: number[]) => void) {
    const material = new THREE.MeshBasicMaterial({ color: '#c8743a', transparent: true, opacity: 0.75, depthTest: false });
    this.ball = new THREE.Mesh(new THREE.SphereGeometry(0.02 * reach, 24, 16), material);
    this.ball.renderOrder = 3;
    viewer.world.add(this.ball);
    const canvas = viewer.element.querySelector('canvas');
    canvas?.addEventListener('pointerdown', (event) => {
      this.aim(event);
      if (!this.ball.visible || !this.ray.intersectObject(this.ball).length) return;
      const facing = viewer.camera.getWorldDirection(new THREE.Vector3()).negate();
      this.held = new THREE.Plane().setFromNormalAndCoplanarPoint(facing, this.ball.position);
      canvas.setPointerCapture(event.pointerId);
      event.stopImmediatePropagation(); // the camera stays
    }, { capture: true });
    canvas?.addEventListener('pointermove', (event) => {
      this.aim(event);
      if (!this.held) {
        canvas.style.cursor = this.ray.intersectObject(this.ball).length ? 'grab' : '';
        return;
      }
      const point = this.ray.ray.intersectPlane(this.held, new THREE.Vector3());
      if (point) moved(point.toArray());
      event.stopImmediatePropagation();
    }, { capture: true });
    for (const end of ['pointerup', 'pointercancel'] as const) canvas?.addEventListener(end, () => { this.held = undefined; });
  }

  set(at: number[]): void {
    this.ball.position.set(at[0], at[1], at[2]);
    this.viewer.draw();
  }

  show(on: boolean): void {
    this.ball.visible = on;
    this.viewer.draw();
  }

  private aim(event: PointerEvent): void {
    const box = this.viewer.element.getBoundingClientRect();
    const at = new THREE.Vector2(((event.clientX - box.left) / box.width) * 2 - 1, 1 - ((event.clientY - box.top) / box.height) * 2);
    this.ray.setFromCamera(at, this.viewer.camera);
  }
}
