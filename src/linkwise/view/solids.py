"""The shapes of a scene as triangles, for pictures that no browser draws."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..calls.arrays import Array
from .scene.packing import unpacked

ROUND, RINGS = 40, 10
"""Faces around what is round, and from one pole of a ball to the equator."""

CREASE = float(np.cos(0.6))
"""Where faces meet at more than this angle, there is an edge; elsewhere the surface is round."""

Indices = NDArray[np.int64]


class Solids(NamedTuple):
    """Corners (V, 3) in the axes of their links (V,); faces (F, 3), the normals at their corners (F, 3, 3), their
    colours (F, 3) from 0 to 1."""

    corners: Array
    links: Indices
    faces: Indices
    normals: Array
    colours: Array

    def placed(self, poses: Array) -> tuple[Array, Array]:
        """Corners and normals in the axes of the base, for poses (links, 7)."""
        from scipy.spatial.transform import Rotation  # here: it takes a while to load

        turned = Rotation.from_quat(poses[:, 3:]).as_matrix()
        corners = np.einsum("vij,vj->vi", turned[self.links], self.corners) + poses[self.links, :3]
        normals = np.einsum("fij,fkj->fki", turned[self.links[self.faces[:, 0]]], self.normals)
        return corners, normals


def solids_of(scene: dict[str, Any]) -> Solids:
    """All shapes of a scene.

    >>> import linkwise
    >>> from linkwise.view.scene import scene_of
    >>> solids_of(scene_of(linkwise.load("pendulum"))).corners.shape[1]
    3
    """
    meshes = [_mesh(each) for each in scene["meshes"]]
    corners, links, faces, normals, colours = [np.empty((0, 3))], [], [], [], []
    count = 0
    for shape in scene["shapes"]:
        own, own_faces = _triangles(shape, meshes)
        points = _posed(own, shape["pose"])
        corners.append(points)
        links.append(np.full(len(points), shape["link"]))
        faces.append(own_faces + count)
        normals.append(_normals(points, own_faces))
        red_green_blue = [int(shape["colour"][k : k + 2], 16) / 255.0 for k in (1, 3, 5)]
        colours.append(np.broadcast_to(red_green_blue, (len(own_faces), 3)))
        count += len(points)
    return Solids(
        np.vstack(corners),
        np.concatenate([np.empty(0, dtype=np.int64), *links]),
        np.concatenate([np.empty((0, 3), dtype=np.int64), *faces]),
        np.concatenate([np.empty((0, 3, 3)), *normals]),
        np.concatenate([np.empty((0, 3)), *colours]),
    )


def _triangles(shape: dict[str, Any], meshes: list[tuple[Array, Indices]]) -> tuple[Array, Indices]:
    """Corners and faces of one shape, z along cylinders and capsules."""
    size = np.array(shape["size"], dtype=float)
    if shape["kind"] == "mesh":
        corners, faces = meshes[shape["mesh"]]
        return corners * size, faces
    if shape["kind"] == "box":
        corners = size * (np.array([[k & 1, k >> 1 & 1, k >> 2] for k in range(8)]) - 0.5)
        sides = [(0, 2, 3, 1), (4, 5, 7, 6), (0, 1, 5, 4), (2, 6, 7, 3), (0, 4, 6, 2), (1, 3, 7, 5)]
        return corners, np.array([half for a, b, c, d in sides for half in ((a, b, c), (a, c, d))])
    if shape["kind"] == "cylinder":
        radius, half = size[0], 0.5 * size[1]
        side, faces = _turned(np.array([[radius, -half], [radius, half]]))
        parts = [(side, faces), *(_turned(np.array([[0.0, z], [radius, z]])) for z in (-half, half))]
        starts = np.cumsum(
            [0, *(len(points) for points, _ in parts)]
        )  # caps have corners of their own: their rim is an edge
        joined = [each + start for (_, each), start in zip(parts, starts, strict=False)]
        return np.vstack([points for points, _ in parts]), np.vstack(joined)
    angles = np.linspace(-np.pi / 2, np.pi / 2, 2 * RINGS + 1)
    outline = np.column_stack([np.cos(angles), np.sin(angles)])
    if shape["kind"] == "capsule":
        middle = np.array([0.0, 0.5 * size[1]])
        return _turned(np.vstack([size[0] * outline[: RINGS + 1] - middle, size[0] * outline[RINGS:] + middle]))
    ball, faces = _turned(outline)
    return ball * size[:3] if shape["kind"] == "ellipsoid" else ball * size[0], faces


def _turned(outline: Array) -> tuple[Array, Indices]:
    """The surface that points (radius, height) leave behind when they turn about z."""
    angles = np.linspace(0.0, 2.0 * np.pi, ROUND, endpoint=False)
    ring = np.column_stack([np.cos(angles), np.sin(angles)])
    corners = np.vstack([np.column_stack([radius * ring, np.full(ROUND, z)]) for radius, z in outline])
    k = np.arange(ROUND)
    next_k = (k + 1) % ROUND
    bands = []
    for row in range(len(outline) - 1):
        low, high = row * ROUND, (row + 1) * ROUND
        bands += [
            np.column_stack([low + k, low + next_k, high + next_k]),
            np.column_stack([low + k, high + next_k, high + k]),
        ]
    return corners, np.vstack(bands)


def _mesh(packed: dict[str, Any]) -> tuple[Array, Indices]:
    low, high = np.array(packed["low"]), np.array(packed["high"])
    corners = low + (high - low) * (unpacked(packed["corners"]) / 65535.0)
    return corners, unpacked(packed["faces"]).astype(np.int64)


def _posed(corners: Array, pose: list[float]) -> Array:
    from scipy.spatial.transform import Rotation

    posed: Array = Rotation.from_quat(pose[3:]).apply(corners) + np.array(pose[:3])
    return posed


def _normals(corners: Array, faces: Indices) -> Array:
    """The normals (F, 3, 3) at the corners of faces: those of the round surface, or of the face itself at an edge."""
    a, b, c = (corners[faces[:, k]] for k in range(3))
    large = np.cross(b - a, c - a)  # as long as the face is large
    around = np.zeros_like(corners)
    for k in range(3):
        for axis in range(3):
            around[:, axis] += np.bincount(faces[:, k], large[:, axis], minlength=len(corners))
    own, round_ = _unit(large)[:, None, :], _unit(around)[faces]
    smooth = (own * round_).sum(axis=2, keepdims=True) > CREASE
    return np.where(smooth, round_, own)


def _unit(vectors: Array) -> Array:
    lengths = np.linalg.norm(vectors, axis=-1, keepdims=True)
    return vectors / np.where(lengths > 0.0, lengths, 1.0)
