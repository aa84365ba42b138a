"""Triangles as a picture: of all that cover a pixel, the nearest is seen."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..calls.arrays import Array

Indices = NDArray[np.int64]


class Pixels(NamedTuple):
    """Pixels (P,), counted row by row, that triangles cover, and of each which triangle it shows and how near each of
    its corners is: weights (P, 3), together 1."""

    places: Indices
    faces: Indices
    weights: Array


def nearest(points: Array, width: int, height: int) -> Pixels:
    """What is seen of triangles (F, 3, 3): x to the right and y downward in pixels, and z away from the viewer.

    >>> near, far = np.array([[0.0, 0, 1], [4, 0, 1], [0, 4, 1]]), np.array([[0.0, 0, 2], [8, 0, 2], [0, 8, 2]])
    >>> nearest(np.array([far, near]), 4, 1).faces.tolist()
    [1, 1, 1, 1]
    """
    x, y, z = np.moveaxis(points, 2, 0)
    (x0, x1, x2), (y0, y1, y2), (z0, z1, z2) = x.T, y.T, z.T
    area = (x1 - x0) * (y2 - y0) - (x2 - x0) * (y1 - y0)
    good = np.abs(area) > 1e-9
    area = np.where(good, area, 1.0)
    along_x = ((z1 - z0) * (y2 - y0) - (z2 - z0) * (y1 - y0)) / area
    along_y = ((x1 - x0) * (z2 - z0) - (x2 - x0) * (z1 - z0)) / area
    face, row, first, count = _rows(x, y, good, area, width, height)
    start = z0[face] + along_y[face] * (row + 0.5 - y0[face]) + along_x[face] * (first + 0.5 - x0[face])
    line, offset = _counted(count)
    depth = (start[line] + along_x[face][line] * offset).astype(np.float32)
    place = (row * width + first)[line] + offset
    least = np.full(width * height, np.inf, dtype=np.float32)
    np.minimum.at(least, place, depth)
    seen = depth <= least[place]
    owner = np.full(width * height, -1)
    owner[place[seen]] = face[line[seen]]
    places = np.flatnonzero(owner >= 0)
    faces = owner[places]
    px, py = places % width + 0.5 - x0[faces], places // width + 0.5 - y0[faces]
    second = (px * (y2 - y0)[faces] - (x2 - x0)[faces] * py) / area[faces]
    third = ((x1 - x0)[faces] * py - px * (y1 - y0)[faces]) / area[faces]
    return Pixels(places, faces, np.column_stack([1.0 - second - third, second, third]))


def covered(points: Array, width: int, height: int) -> NDArray[np.bool_]:
    """Whether any of the triangles (F, 3, 2) covers a pixel, (height, width).

    >>> covered(np.array([[[0.0, 0.0], [1.8, 0.0], [0.0, 1.8]]]), 3, 1).tolist()
    [[True, False, False]]
    """
    x, y = points[..., 0], points[..., 1]
    area = (x[:, 1] - x[:, 0]) * (y[:, 2] - y[:, 0]) - (x[:, 2] - x[:, 0]) * (y[:, 1] - y[:, 0])
    _, row, first, count = _rows(x, y, np.abs(area) > 1e-9, area, width, height)
    ends = np.zeros((height, width + 1), dtype=np.int64)  # +1 where a row of pixels begins, -1 after its end
    np.add.at(ends, (row, first), 1)
    np.add.at(ends, (row, first + count), -1)
    return np.cumsum(ends, axis=1)[:, :width] > 0


def _rows(
    x: Array, y: Array, good: NDArray[np.bool_], area: Array, width: int, height: int
) -> tuple[Indices, Indices, Indices, Indices]:
    """The rows of pixels whose middles lie in triangles: the triangle, the row, the first pixel, how many there are."""
    top = np.clip(np.ceil(y.min(axis=1) - 0.5), 0, height).astype(np.int64)
    bottom = np.clip(np.floor(y.max(axis=1) - 0.5), -1, height - 1).astype(np.int64)
    face, offset = _counted(np.where(good, np.maximum(bottom - top + 1, 0), 0))
    row = top[face] + offset
    left, right = np.zeros(len(face)), np.full(len(face), float(width))
    side = np.sign(area)
    for k in range(3):
        (px, qx), (py, qy) = (x[:, [k, (k + 1) % 3]].T, y[:, [k, (k + 1) % 3]].T)
        slope, run = (-side * (qy - py))[face], (side * (qx - px))[face]
        with np.errstate(divide="ignore", invalid="ignore"):
            crossing = px[face] - run * (row + 0.5 - py[face]) / slope
        left = np.where(slope > 0.0, np.maximum(left, crossing), left)
        right = np.where(slope < 0.0, np.minimum(right, crossing), right)
    first = np.ceil(left - 0.5).astype(np.int64)
    count = np.floor(right - 0.5).astype(np.int64) - first + 1
    some = (count > 0) & (first < width)
    return face[some], row[some], first[some], np.minimum(count, width - first)[some]


def _counted(counts: Indices) -> tuple[Indices, Indices]:
    """Each number k as often as counts[k] says, and which of them it is.

    >>> [each.tolist() for each in _counted(np.array([2, 0, 1]))]
    [[0, 0, 2], [0, 1, 0]]
    """
    which = np.repeat(np.arange(len(counts)), counts)
    return which, np.arange(len(which)) - np.repeat(np.cumsum(counts) - counts, counts)
