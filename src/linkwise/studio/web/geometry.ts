// Shapes of a scene as three's geometries.

import * as THREE from 'three';
import { toCreasedNormals } from 'three/addons/utils/BufferGeometryUtils.js';
import { type PackedMesh, Rows, type Scene, type Shape } from './data';

const CREASE = 0.6; // radians between faces that look like an edge
const [MANY, CELLS] = [2000, 20]; // faces of a mesh that is worth thinning; cells along its longest side

/** A mesh as it is, and with fewer faces, if it has many. */
export interface Levels { fine: THREE.BufferGeometry; thin?: THREE.BufferGeometry }

export function levels(packed: PackedMesh): Levels {
  const corners = new Rows(packed.corners), faces = Uint32Array.from(new Rows(packed.faces).values);
  const positions = new Float32Array(corners.values.length);
  for (let k = 0; k < positions.length; k++) {
    const axis = k % 3;
    positions[k] = packed.low[axis] + ((packed.high[axis] - packed.low[axis]) * corners.values[k]) / 65535;
  }
  const fine = surface(positions, faces);
  return faces.length > 3 * MANY ? { fine, thin: thinned(packed, positions, faces) } : { fine };
}

function surface(positions: Float32Array, faces: Uint32Array): THREE.BufferGeometry {
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute('position', new THREE.BufferAttribute(positions, 3));
  geometry.setIndex(new THREE.BufferAttribute(faces, 1));
  return toCreasedNormals(geometry, CREASE);
}

/** Corners within one cell of a grid become one, at their mean; faces that collapse go [rossignac1993]. */
function thinned({ low, high }: PackedMesh, positions: Float32Array, faces: Uint32Array): THREE.BufferGeometry {
  const cell = Math.max(high[0] - low[0], high[1] - low[1], high[2] - low[2]) / CELLS;
  const numbers = new Map<number, number>(), of = new Uint32Array(positions.length / 3), sums: number[] = [], counts: number[] = [];
  for (let k = 0; k < of.length; k++) {
    const at = [0, 1, 2].map((axis) => Math.floor((positions[3 * k + axis] - low[axis]) / cell));
    const key = at[0] + (CELLS + 1) * (at[1] + (CELLS + 1) * at[2]);
    const n = numbers.get(key) ?? counts.length;
    if (n === counts.length) { numbers.set(key, n); counts.push(0); sums.push(0, 0, 0); }
    for (let axis = 0; axis < 3; axis++) sums[3 * n + axis] += positions[3 * k + axis];
    counts[n]++;
    of[k] = n;
  }
  const kept: number[] = [];
  for (let k = 0; k < faces.length; k += 3) {
    const [a, b, c] = [of[faces[k]], of[faces[k + 1]], of[faces[k + 2]]];
    if (a !== b && b !== c && c !== a) kept.push(a, b, c);
  }
  return surface(Float32Array.from(sums, (sum, k) => sum / counts[Math.floor(k / 3)]), Uint32Array.from(kept));
}

/** The geometry of a shape that is no mesh, z along cylinders and capsules. */
function solid(shape: Shape): THREE.BufferGeometry {
  const [a, b, c] = shape.size;
  switch (shape.kind) {
    case 'box': return new THREE.BoxGeometry(a, b, c);
    case 'sphere': return new THREE.SphereGeometry(a, 32, 20);
    case 'cylinder': return new THREE.CylinderGeometry(a, a, b, 32).rotateX(Math.PI / 2);
    case 'capsule': return new THREE.CapsuleGeometry(a, b, 6, 24).rotateX(Math.PI / 2);
    case 'ellipsoid': return new THREE.SphereGeometry(1, 32, 20).scale(a, b, c);
    default: return new THREE.BufferGeometry();
  }
}

/** A shape as it is, and with fewer faces, if it has many. */
function shaped(shape: Shape, meshes: Levels[]): Levels {
  if (shape.kind !== 'mesh') return { fine: solid(shape) };
  const [a, b, c] = shape.size, { fine, thin } = meshes[shape.mesh ?? 0];
  return { fine: fine.clone().scale(a, b, c), thin: thin?.clone().scale(a, b, c) };
}

/** Draws a shape with all of its faces, or with fewer. */
export function refine(drawn: THREE.Object3D, finely: boolean): void {
  const { fine, thin } = drawn.userData as Partial<Levels>;
  if (fine && thin) (drawn as THREE.Mesh).geometry = finely ? fine : thin;
}

export function place(object: THREE.Object3D, pose: ArrayLike<number>, from = 0): void {
  object.position.set(pose[from], pose[from + 1], pose[from + 2]);
  object.quaternion.set(pose[from + 3], pose[from + 4], pose[from + 5], pose[from + 6]);
}

/** Links with their shapes. */
export function links(scene: Scene): THREE.Group[] {
  const meshes = scene.meshes.map(levels);
  const groups = scene.links.map((name) => Object.assign(new THREE.Group(), { name }));
  const materials = new Map<string, THREE.MeshLambertMaterial>();
  for (const shape of scene.shapes) {
    const key = `${shape.link} ${shape.colour} ${shape.opacity}`; // per link, so that one can turn red
    let material = materials.get(key);
    if (!material) {
      const transparent = shape.opacity < 1;
      material = new THREE.MeshLambertMaterial({
        color: shape.colour, transparent, opacity: shape.opacity, side: THREE.DoubleSide,
      });
      materials.set(key, material);
    }
    const each = shaped(shape, meshes);
    const drawn = new THREE.Mesh(each.fine, material);
    Object.assign(drawn.userData, each);
    place(drawn, shape.pose);
    drawn.castShadow = drawn.receiveShadow = true;
    groups[shape.link].add(drawn);
  }
  return groups;
}
