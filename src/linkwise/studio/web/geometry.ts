// Shapes of a scene as three's geometries.

import * as THREE from 'three';
import { toCreasedNormals } from 'three/addons/utils/BufferGeometryUtils.js';
import { type PackedMesh, Rows, type Scene, type Shape } from './data';

const CREASE = 0.6; // radians between faces that look like an edge

export function mesh(packed: PackedMesh): THREE.BufferGeometry {
  const corners = new Rows(packed.corners), faces = new Rows(packed.faces);
  const positions = new Float32Array(corners.values.length);
  for (let k = 0; k < positions.length; k++) {
    const axis = k % 3;
    positions[k] = packed.low[axis] + ((packed.high[axis] - packed.low[axis]) * corners.values[k]) / 65535;
  }
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute('position', new THREE.BufferAttribute(positions, 3));
  geometry.setIndex(new THREE.BufferAttribute(Uint32Array.from(faces.values), 1));
  return toCreasedNormals(geometry, CREASE);
}

/** The geometry of a shape, z along cylinders and capsules. */
export function geometry(shape: Shape, meshes: THREE.BufferGeometry[]): THREE.BufferGeometry {
  const [a, b, c] = shape.size;
  switch (shape.kind) {
    case 'box': return new THREE.BoxGeometry(a, b, c);
    case 'sphere': return new THREE.SphereGeometry(a, 32, 20);
    case 'cylinder': return new THREE.CylinderGeometry(a, a, b, 32).rotateX(Math.PI / 2);
    case 'capsule': return new THREE.CapsuleGeometry(a, b, 6, 24).rotateX(Math.PI / 2);
    case 'ellipsoid': return new THREE.SphereGeometry(1, 32, 20).scale(a, b, c);
    case 'mesh': return meshes[shape.mesh ?? 0].clone().scale(a, b, c);
    default: return new THREE.BufferGeometry();
  }
}

export function place(object: THREE.Object3D, pose: ArrayLike<number>, from = 0): void {
  object.position.set(pose[from], pose[from + 1], pose[from + 2]);
  object.quaternion.set(pose[from + 3], pose[from + 4], pose[from + 5], pose[from + 6]);
}

/** Links with their shapes. */
export function links(scene: Scene): THREE.Group[] {
  const meshes = scene.meshes.map(mesh);
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
    const drawn = new THREE.Mesh(geometry(shape, meshes), material);
    place(drawn, shape.pose);
    drawn.castShadow = drawn.receiveShadow = true;
    groups[shape.link].add(drawn);
  }
  return groups;
}
