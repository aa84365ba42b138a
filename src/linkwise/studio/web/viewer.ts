// A robot in three dimensions: shapes, and what can be shown beside them. Drawn only when something changed.

import * as THREE from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import { Line2 } from 'three/addons/lines/Line2.js';
import { LineGeometry } from 'three/addons/lines/LineGeometry.js';
import { LineMaterial } from 'three/addons/lines/LineMaterial.js';
import { type Arrows, type Marks, Rows, type Scene } from './data';
import { el, toggle } from './dom';
import { links, place, refine } from './geometry';
import { Arrow, axisOf, ball, ellipsoidOf, triad } from './marks';

export const LAYERS: Record<string, { on: boolean; title: string }> = {
  shapes: { on: true, title: 'the links' },
  frames: { on: false, title: 'the axes of every link: x red, y green, z blue' },
  axes: { on: false, title: 'the axes about or along which joints move' },
  masses: { on: false, title: 'centres of mass, larger for larger masses' },
  inertia: { on: false, title: 'solid ellipsoids with the mass and inertia of each link' },
  path: { on: true, title: 'the path of the tip' },
  wrenches: { on: true, title: 'forces and moments of the environment on the robot; a moment has two heads' },
  reactions: { on: false, title: 'forces and moments that each joint transmits to its link; a moment has two heads' },
  manipulability: { on: false, title: 'velocities the tip reaches with joint rates of norm 1' },
  names: { on: false, title: 'the names of joints' },
};

const CHANGING = ['path', 'wrenches', 'reactions', 'manipulability'];
const STILL = 250; // milliseconds without change, after which a picture drawn in software is drawn finely
const [FINE, COARSE] = [2, 0.6]; // pixels drawn in software for each one of the page
const BEYOND = new THREE.Color('#d9402f');

export class Viewer {
  readonly element: HTMLElement;
  readonly world = new THREE.Scene();
  readonly links: THREE.Group[];
  private renderer?: THREE.WebGLRenderer;
  readonly camera = new THREE.PerspectiveCamera(38, 1, 0.01, 100);
  private controls?: OrbitControls;
  private layers: Record<string, THREE.Object3D[]> = {};
  private on: Record<string, boolean> = {};
  private asked = 0;
  private coarse = false; // drawn in software: finely, and with all faces, only when nothing moves
  private still = 0;
  private labels: { node: HTMLElement; link: number }[] = [];
  private arrows: { arrow: Arrow; link: number; values: Rows; moment: boolean; scale: number; at: THREE.Vector3 }[] = [];
  private ellipsoid?: { mesh: THREE.Mesh; rows: Rows; scale: number };
  private grid?: THREE.Object3D;
  private sizes: ResizeObserver;

  constructor(parent: HTMLElement, private scene: Scene, chips = true) {
    this.element = el('div', { class: 'viewer' });
    parent.append(this.element);
    this.world.add(new THREE.HemisphereLight('#ffffff', '#b8c2cd', 2.0));
    const sun = new THREE.DirectionalLight('#ffffff', 1.7);
    sun.position.set(2, -3, 5);
    this.world.add(sun);
    this.links = links(scene);
    this.links.forEach((group) => this.world.add(group));
    for (const name of Object.keys(LAYERS)) { this.layers[name] = []; this.on[name] = LAYERS[name].on; }
    for (const group of this.links) this.layers.shapes.push(...group.children);
    this.addMarks();
    this.addGround();
    this.start();
    if (chips) this.element.append(this.chips(this.available()));
    this.sizes = new ResizeObserver(() => this.resize());
    this.sizes.observe(this.element);
    Object.keys(LAYERS).forEach((name) => this.show(name, this.on[name]));
  }

  /** Poses of all links, seven numbers each. */
  pose(values: ArrayLike<number>): void {
    this.links.forEach((group, k) => place(group, values, 7 * k));
    this.draw();
  }

  /** Between two rows of poses. */
  between(one: ArrayLike<number>, two: ArrayLike<number>, share: number): void {
    const turn = new THREE.Quaternion();
    this.links.forEach((group, k) => {
      place(group, one, 7 * k);
      const from = 7 * k;
      group.position.lerp(new THREE.Vector3(two[from], two[from + 1], two[from + 2]), share);
      group.quaternion.slerp(turn.set(two[from + 3], two[from + 4], two[from + 5], two[from + 6]), share);
    });
    this.draw();
  }

  /** Joints at or beyond a limit are red; one flag for each coordinate. */
  beyond(flags: boolean[]): void {
    const red = new Set(this.scene.joints.filter((j) => j.coordinate !== null && flags[j.coordinate]).map((j) => j.link));
    this.links.forEach((group, k) => group.children.forEach((child) => {
      const material = (child as THREE.Mesh).material as THREE.MeshStandardMaterial;
      if (!material?.emissive) return;
      material.emissive.copy(red.has(k) ? BEYOND : new THREE.Color(0));
      material.emissiveIntensity = red.has(k) ? 0.55 : 0;
    }));
    this.draw();
  }

  /** Arrows, the ellipsoid and the path of one posture or a motion; `row` chooses the instant. */
  marks(marks: Marks): void {
    const before = this.available();
    for (const name of CHANGING) {
      this.layers[name].forEach(discard);
      this.layers[name] = [];
    }
    this.arrows = [];
    this.ellipsoid = undefined;
    if (marks.path) this.addPath(new Rows(marks.path));
    for (const kind of ['wrench', 'reaction'] as const) this.addArrows(kind, (marks.arrows ?? []).filter((each) => each.kind === kind));
    if (marks.ellipsoid && this.scene.tip) {
      const rows = new Rows(marks.ellipsoid);
      const largest = (rows.values as Float32Array).reduce((most, x) => Math.max(most, Math.abs(x)), 1e-9);
      const mesh = ellipsoidOf('#4f8f4f');
      this.world.add(mesh);
      this.layers.manipulability.push(mesh);
      this.ellipsoid = { mesh, rows, scale: (0.18 * this.scene.reach) / largest };
    }
    for (const name of CHANGING) this.show(name, this.on[name]);
    const bar = this.element.querySelector('.layers'), names = this.available();
    if (bar && names.join() !== before.join()) bar.replaceWith(this.chips(names));
    this.row(0);
  }

  row(k: number): void {
    this.world.updateMatrixWorld();
    for (const { arrow, link, values, moment, scale, at } of this.arrows) {
      const [x, y, z] = values.at(Math.min(k, values.count - 1)).slice(moment ? 0 : 3, moment ? 3 : 6);
      arrow.set(at.clone().applyMatrix4(this.links[link].matrixWorld), new THREE.Vector3(x, y, z).multiplyScalar(scale));
    }
    if (this.ellipsoid && this.scene.tip) {
      const { mesh, rows, scale } = this.ellipsoid;
      const m = rows.at(Math.min(k, rows.count - 1));
      const at = new THREE.Vector3(...this.scene.tip.pose.slice(0, 3)).applyMatrix4(this.links[this.scene.tip.link].matrixWorld);
      mesh.matrix.set(
        m[0] * scale, m[1] * scale, m[2] * scale, at.x, m[3] * scale, m[4] * scale, m[5] * scale, at.y,
        m[6] * scale, m[7] * scale, m[8] * scale, at.z, 0, 0, 0, 1,
      );
    }
    this.draw();
  }

  show(layer: string, on: boolean): void {
    this.on[layer] = on;
    this.layers[layer]?.forEach((object) => { object.visible = on; });
    if (layer === 'names') this.labels.forEach(({ node }) => { node.hidden = !on; });
    const seeThrough = this.on.masses || this.on.inertia || this.on.frames || this.on.axes;
    this.layers.shapes.forEach((object) => {
      const material = (object as THREE.Mesh).material as THREE.MeshStandardMaterial;
      material.userData.opacity ??= material.opacity;
      material.opacity = material.userData.opacity * (seeThrough ? 0.35 : 1);
      material.transparent = material.opacity < 1;
      material.depthWrite = !material.transparent;
    });
    this.draw();
  }

  /** Turn the camera so that all of the robot, and where it moves, is seen. */
  fit(more: ArrayLike<number>[] = []): void {
    const box = new THREE.Box3();
    const grow = () => {
      this.world.updateMatrixWorld();
      this.layers.shapes.forEach((shape) => box.expandByObject(shape));
    };
    grow();
    for (const poses of more) { this.pose(poses); grow(); }
    if (box.isEmpty() || !Number.isFinite(box.min.x + box.max.x)) box.set(new THREE.Vector3(-1, -1, 0), new THREE.Vector3(1, 1, 1));
    if (this.grid) this.grid.position.z = Math.min(0, box.min.z);
    const ball = box.getBoundingSphere(new THREE.Sphere());
    const radius = Math.max(ball.radius, 1e-4);
    const half = THREE.MathUtils.degToRad(this.camera.fov / 2);
    const narrow = Math.atan(Math.tan(half) * Math.min(1, this.camera.aspect));
    const far = (1.08 * radius) / Math.sin(narrow);
    const { x, y, z } = box.getSize(new THREE.Vector3());
    const flat = z < 0.3 * Math.max(x, y); // what lies in a plane is seen from higher up
    this.camera.position.copy(ball.center).add(new THREE.Vector3(0.8, -1.05, flat ? 1.5 : 0.52).normalize().multiplyScalar(far));
    this.camera.near = radius / 200;
    this.camera.far = far + 60 * radius;
    this.camera.up.set(0, 0, 1);
    this.camera.lookAt(ball.center);
    this.camera.updateProjectionMatrix();
    if (this.controls) { this.controls.target.copy(ball.center); this.controls.update(); }
    this.draw();
  }

  /** The next frame of the screen shows what has changed. */
  draw(): void {
    if (!this.asked && this.renderer) this.asked = requestAnimationFrame(() => this.now());
  }

  dispose(): void {
    cancelAnimationFrame(this.asked);
    clearTimeout(this.still);
    this.sizes.disconnect();
    this.controls?.dispose();
    for (const finely of [true, false]) {
      this.layers.shapes.forEach((shape) => refine(shape, finely));
      this.world.traverse((object) => (object as THREE.Mesh).geometry?.dispose());
    }
    this.renderer?.dispose();
    this.element.remove();
  }

  /** At once: the answer to a slider need not wait for the next frame. */
  now(finely = !this.coarse): void {
    cancelAnimationFrame(this.asked);
    this.asked = 0;
    if (this.coarse) {
      const ratio = finely ? FINE : COARSE;
      if (this.renderer?.getPixelRatio() !== ratio) { // even the same one takes new memory
        this.renderer?.setPixelRatio(ratio);
        this.layers.shapes.forEach((shape) => refine(shape, finely));
      }
      clearTimeout(this.still);
      if (!finely) this.still = window.setTimeout(() => this.now(true), STILL);
    }
    this.renderer?.render(this.world, this.camera);
    if (this.on.names) this.placeLabels();
    this.element.dispatchEvent(new Event('drawn'));
  }

  private start(): void {
    try {
      this.coarse = inSoftware();
      this.renderer = new THREE.WebGLRenderer({ antialias: !this.coarse, alpha: true });
    } catch {
      this.element.append(el('div', { class: 'nothing' }, 'This browser offers no WebGL: the robot cannot be drawn in 3-D here.'));
      return;
    }
    this.renderer.setPixelRatio(Math.min(window.devicePixelRatio, 2));
    this.element.append(this.renderer.domElement);
    this.controls = new OrbitControls(this.camera, this.renderer.domElement);
    this.controls.addEventListener('change', () => this.draw());
    const layer = el('div', { class: 'labels' });
    for (const joint of this.scene.joints) {
      const node = el('span', { class: 'label' }, joint.name);
      layer.append(node);
      this.labels.push({ node, link: joint.link });
    }
    this.element.append(layer);
  }

  /** The layers that have something to show. */
  private available(): string[] { return Object.keys(LAYERS).filter((name) => this.layers[name].length || name === 'names'); }

  private chips(names: string[]): HTMLElement {
    const buttons = names.map((name) => toggle(name, this.on[name], (on) => this.show(name, on), LAYERS[name].title));
    const fit = el('button', { type: 'button', class: 'chip', title: 'see all of the robot', onclick: () => this.fit() }, 'fit');
    return el('div', { class: 'layers chips' }, ...buttons, fit);
  }

  private addMarks(): void {
    const { reach, joints, masses } = this.scene;
    const heaviest = Math.max(1e-9, ...masses.map((each) => each.mass));
    this.links.forEach((group) => this.add('frames', group, triad(0.09 * reach)));
    for (const joint of joints) this.add('axes', this.links[joint.link], axisOf(joint, 0.14 * reach));
    for (const each of masses) {
      const centre = ball(reach * (0.008 + 0.02 * Math.cbrt(Math.max(each.mass, 0) / heaviest)), '#1d2430');
      centre.position.set(each.pose[0], each.pose[1], each.pose[2]);
      this.add('masses', this.links[each.link], centre);
      if (!each.size) continue;
      const solid = ellipsoidOf('#c8743a');
      solid.matrixAutoUpdate = true;
      place(solid, each.pose);
      solid.scale.set(...(each.size.map((x) => Math.max(x, 1e-4 * reach)) as [number, number, number]));
      this.add('inertia', this.links[each.link], solid);
    }
  }

  private add(layer: string, group: THREE.Object3D, object: THREE.Object3D): void {
    group.add(object);
    this.layers[layer].push(object);
  }

  /** Forces of one kind to one scale, and moments to another: the largest is a quarter of the robot's reach. */
  private addArrows(kind: 'wrench' | 'reaction', arrows: Arrows[]): void {
    const all = arrows.map((each) => ({ each, values: new Rows(each.values) }));
    for (const moment of [false, true]) {
      const largest = Math.max(1e-9, ...all.map(({ values }) => longest(values, moment ? 0 : 3)));
      for (const { each, values } of all) {
        if (longest(values, moment ? 0 : 3) < 1e-6 * largest) continue;
        const arrow = new Arrow(kind === 'wrench' ? '#c8743a' : '#8a5aa5', this.scene.reach, moment);
        this.world.add(arrow.group);
        this.layers[kind === 'wrench' ? 'wrenches' : 'reactions'].push(arrow.group);
        const at = new THREE.Vector3(...each.pose.slice(0, 3));
        this.arrows.push({ arrow, link: each.link, values, moment, scale: (0.25 * this.scene.reach) / largest, at });
      }
    }
  }

  private addPath(rows: Rows): void {
    const line = new Line2(new LineGeometry(), new LineMaterial({ color: '#c8743a', linewidth: 2.5 }));
    line.geometry.setPositions(Float32Array.from(rows.values));
    this.world.add(line);
    this.layers.path.push(line);
  }

  private addGround(): void {
    const step = 10 ** Math.floor(Math.log10(Math.max(this.scene.reach, 1e-6)));
    const cell = this.scene.reach / step > 4 ? step : this.scene.reach / step > 1.6 ? step / 2 : step / 5;
    const count = 2 * Math.ceil((2.2 * this.scene.reach) / cell);
    const grid = new THREE.GridHelper(count * cell, count, '#9fb0c2', '#cfd8e1').rotateX(Math.PI / 2);
    this.world.add(grid);
    this.grid = grid;
    this.element.append(el('span', { class: 'scale' }, `grid ${cell >= 1 ? `${cell} m` : cell >= 0.01 ? `${Math.round(cell * 100)} cm` : `${+(cell * 1000).toPrecision(2)} mm`}`));
  }

  private placeLabels(): void {
    const { clientWidth: width, clientHeight: height } = this.element;
    const at = new THREE.Vector3();
    for (const { node, link } of this.labels) {
      this.links[link].getWorldPosition(at).project(this.camera);
      node.hidden = at.z > 1;
      node.style.transform = `translate(${((at.x + 1) * width) / 2 + 8}px, ${((1 - at.y) * height) / 2 - 8}px)`;
    }
  }

  private resize(): void {
    const { clientWidth: width, clientHeight: height } = this.element;
    if (!width || !height) return;
    this.renderer?.setSize(width, height);
    this.camera.aspect = width / height;
    this.camera.updateProjectionMatrix();
    this.renderer && this.now();
  }
}

function longest(rows: Rows, from: number): number {
  let most = 0;
  for (let k = 0; k < rows.count; k++) most = Math.max(most, Math.hypot(...rows.at(k).slice(from, from + 3)));
  return most;
}

/** Takes an object out of the picture, and its corners out of the graphics memory. */
function discard(object: THREE.Object3D): void {
  object.removeFromParent();
  object.traverse((part) => (part as THREE.Mesh).geometry?.dispose());
}

/** Whether the browser draws without a graphics card; smooth edges then cost three times as much as all else. */
function inSoftware(): boolean {
  const gl = document.createElement('canvas').getContext('webgl2');
  const says = gl?.getExtension('WEBGL_debug_renderer_info');
  const name = says ? String(gl?.getParameter(says.UNMASKED_RENDERER_WEBGL)) : '';
  gl?.getExtension('WEBGL_lose_context')?.loseContext();
  return /swiftshader|llvmpipe|software|basic render/i.test(name);
}
