"""The axes of the joints that move a frame, read from its Jacobian, and the proof that they are all there is.

    pose(q) = E_1(q_1) … E_n(q_n) pose(0)      Lynch & Park (2017), (4.14), the product of exponentials  [lynch2017]

Nothing is taken from names or Denavit–Hartenberg parameters. Joints that follow others, or turn by more than their
coordinate, do not fit the formula, which is compared with the robot's own poses at some configurations.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...algebra import Vec3
from ...calls.arrays import Array
from ...calls.equations import Equations
from ...model import Model
from .joints import AbstractAxis, Angle, Displacement, Sliding, Turning
from .lines import snapped

SAMPLES = 4
"""The configurations at which the formula is held against the robot."""

SAME = 1e-11
"""Two ways to the same pose agree to so much of the arm's length, or radians: some thousand roundings."""

HOME = Angle(1.0, 0.0)
"""Where a joint that is free stays while nothing else is said."""


@dataclass(frozen=True)
class Screws:
    """The axes of a chain of joints, from the base on, and the pose of the frame at q = 0."""

    axes: tuple[AbstractAxis, ...]
    home: Array
    size: float


def screws(tree: Model, frame: str) -> Screws | None:
    """The axes of the joints that move a frame; None if its motion is not that of a chain of simple joints.

    >>> import linkwise
    >>> [each.axis.components for each in screws(linkwise.load("scara").tree, "link4").axes]
    [(0.0, 0.0, 1.0), (0.0, 0.0, 1.0), (0.0, 0.0, 1.0), (0.0, 0.0, 1.0)]
    """
    if tree.n == 0:
        return None
    equations = Equations(tree)  # a few states do not wait for a compiler
    some = np.concatenate([np.zeros((1, tree.n)), np.random.default_rng(0).uniform(-1.5, 1.5, (SAMPLES, tree.n))])
    poses = np.array([equations.forward_kinematics(q.tolist(), frame) for q in some])
    jacobians = np.array([equations.jacobian(q.tolist(), frame) for q in some])
    size = float(np.abs(jacobians[:, 3:]).max())
    size = max(size, float(np.abs(poses[:, :3, 3] - poses[0, :3, 3]).max()))
    if size == 0.0 or not np.isfinite(poses).all():
        return None
    home, J = poses[0], jacobians[0]
    axes = []
    for index in np.flatnonzero(np.abs(jacobians).max(axis=(0, 1)) > SAME * size).tolist():
        axis = _axis(index, J[:3, index], J[3:, index], home[:3, 3], size)
        if axis is None:
            return None
        axes.append(axis)
    found = Screws(tuple(axes), home, size)
    good = all(_agrees(found, q, pose) for q, pose in zip(some[1:], poses[1:], strict=True))
    return found if good else None


def _axis(index: int, ω: Array, v: Array, tip: Array, size: float) -> AbstractAxis | None:
    """The axis of one column of the Jacobian, if the joint turns or slides by its coordinate."""
    turns = float(np.linalg.norm(ω)) > 0.5
    if abs(np.linalg.norm(ω if turns else v) - 1.0) > SAME:
        return None
    along = ω if turns else v
    point = tip + np.cross(ω, v)
    point = point - along * (along @ point)
    return (Turning if turns else Sliding)(index, snapped(along), snapped(point, size), size, HOME)


def _agrees(found: Screws, q: Array, pose: Array) -> bool:
    """Whether the product of exponentials gives this pose."""
    corners = [found.home[:3, 3], *(found.home[:3, 3] + found.size * found.home[:3, k] for k in range(3))]
    targets = [pose[:3, 3], *(pose[:3, 3] + found.size * pose[:3, k] for k in range(3))]
    for corner, target in zip(corners, targets, strict=True):
        x = Vec3(*corner.tolist())
        for each in reversed(found.axes):
            angle = float(q[each.index])
            turned = Angle(float(np.cos(angle)), float(np.sin(angle)))
            x = each.moved(x, turned if each.turns else Displacement(angle))
        if np.abs(np.array(x.components) - target).max() > SAME * (found.size + float(np.abs(target).max())):
            return False
    return True
