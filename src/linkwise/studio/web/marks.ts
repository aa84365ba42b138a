// What is drawn beside the shapes: axes, arrows, balls, ellipsoids.

import * as THREE from 'three';
import type { Joint } from './data';

export function triad(size: number): THREE.Object3D {
  const group = new THREE.Group();
  ['#c0392b', '#4f8f4f', '#3b6ea5'].forEach((colour, k) => {
    const rod = cylinder(0.025 * size, size, colour);
    if (k === 0) rod.rotation.z = -Math.PI / 2;
    if (k === 2) rod.rotation.x = Math.PI / 2;
    rod.position.setComponent(k, size / 2);
    group.add(rod);
  });
  return group;
}

/** A line through a joint; of one that slides it ends in arrow heads. */
export function axisOf(joint: Joint, size: number): THREE.Object3D {
  const group = new THREE.Group();
  const colour = joint.slides ? '#4f8f4f' : '#8a5aa5';
  group.add(cylinder(0.02 * size, 2 * size, colour));
  const head = new THREE.Mesh(new THREE.ConeGeometry(0.08 * size, 0.22 * size, 20), new THREE.MeshBasicMaterial({ color: colour }));
  head.position.y = size;
  group.add(head);
  group.quaternion.setFromUnitVectors(new THREE.Vector3(0, 1, 0), new THREE.Vector3(...joint.axis).normalize());
  return group;
}

export function ball(radius: number, colour: string): THREE.Mesh {
  const mesh = new THREE.Mesh(new THREE.SphereGeometry(radius, 20, 14), new THREE.MeshBasicMaterial({ color: colour, depthTest: false }));
  mesh.renderOrder = 2;
  return mesh;
}

/** A unit ball to be stretched by its matrix. */
export function ellipsoidOf(colour: string): THREE.Mesh {
  const material = new THREE.MeshStandardMaterial({ color: colour, transparent: true, opacity: 0.38, depthWrite: false });
  const mesh = new THREE.Mesh(new THREE.SphereGeometry(1, 36, 24), material);
  mesh.matrixAutoUpdate = false;
  mesh.renderOrder = 1;
  return mesh;
}

/** A force; a moment has two heads. */
export class Arrow {
  readonly group = new THREE.Group();
  private body = new THREE.Group();
  private shaft: THREE.Mesh;
  private heads: THREE.Mesh[];
  private size: number;

  constructor(colour: string, reach: number, moment: boolean) {
    const material = new THREE.MeshBasicMaterial({ color: colour });
    this.size = 0.04 * reach;
    this.shaft = cylinder(0.0042 * reach, 1, colour);
    this.heads = (moment ? [0, 0.7] : [0]).map(() => new THREE.Mesh(new THREE.ConeGeometry(0.013 * reach, this.size, 20), material));
    this.body.add(this.shaft, ...this.heads);
    this.group.add(this.body);
  }

  set(at: THREE.Vector3, along: THREE.Vector3): void {
    const length = along.length();
    this.body.visible = length > 1e-6;
    if (!this.body.visible) return;
    this.group.position.copy(at);
    this.group.quaternion.setFromUnitVectors(new THREE.Vector3(0, 1, 0), along.clone().divideScalar(length));
    const head = Math.min(this.size, 0.5 * length), shrink = head / this.size;
    this.shaft.scale.set(shrink, Math.max(length - head, 1e-6), shrink);
    this.shaft.position.y = (length - head) / 2;
    this.heads.forEach((each, k) => { each.scale.setScalar(shrink); each.position.y = length - head / 2 - 0.7 * k * head; });
  }
}

function cylinder(radius: number, length: number, colour: string): THREE.Mesh {
  return new THREE.Mesh(new THREE.CylinderGeometry(radius, radius, length, 12), new THREE.MeshBasicMaterial({ color: colour }));
}
