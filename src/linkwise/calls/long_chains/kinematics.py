"""Poses and Jacobians of a frame from the poses and velocities of all links: kinematics/orin_schrader.py on arrays."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from ...formulations import Reactions
from ...model import BASE, Frame
from ..arrays import Array
from .modules import LoopModules


class Kinematics:
    """Where the links are at joint variables (N, joints) and, if rates are given too, how they move.

    >>> import linkwise
    >>> tree = linkwise.load("planar2r").tree
    >>> at = Kinematics(LoopModules(tree, "interpreter"), np.zeros((1, 2)))
    >>> at.jacobian(tree.frame("tip"))[0, 2]
    array([1., 1.])
    """

    def __init__(self, loops: LoopModules, q: Array, qd: Array | None = None):
        self.tree, self.count = loops.tree, len(q)
        states = [q] if qd is None else [q, qd]
        every = np.stack(loops.run("poses" if qd is None else "motions", states), axis=2)  # (N, links, numbers)
        self.R = every[..., :9].reshape(*every.shape[:2], 3, 3)
        self.p, self.axis, self.ω, self.v = (every[..., k : k + 3] for k in (9, 12, 15, 18))
        self.slides = np.array([body.joint.slides for body in self.tree.bodies])

    def pose(self, frame: Frame) -> Array:
        """The homogeneous matrix of a frame."""
        T = np.zeros((self.count, 4, 4))
        T[:] = np.array(frame.placement.matrix, float)
        if frame.body != BASE:
            R = self.R[:, frame.body]
            T[:, :3, 3] = self.p[:, frame.body] + np.einsum("sij,sj->si", R, T[:, :3, 3])
            T[:, :3, :3] = R @ T[:, :3, :3]
        return T

    def jacobian(self, frame: Frame) -> Array:
        """Columns (a, a × (p − o)) of joints that turn, (0, a) of those that slide."""
        J = np.zeros((self.count, 6, len(self.tree.bodies)))
        path = self.tree.ancestors(frame.body)
        a, arm = self.axis[:, path], self.pose(frame)[:, None, :3, 3] - self.p[:, path]
        return self._put(J, path, a, np.cross(a, arm))

    def jacobian_dot(self, frame: Frame) -> Array:
        """The rates of these columns, ȧ = ω × a."""
        Jd = np.zeros((self.count, 6, len(self.tree.bodies)))
        path = self.tree.ancestors(frame.body)
        if not path:
            return Jd
        a, arm = self.axis[:, path], self.pose(frame)[:, None, :3, 3] - self.p[:, path]
        ω, v = self.ω[:, frame.body], self.v[:, frame.body]
        moves = v + np.cross(ω, self.pose(frame)[:, :3, 3] - self.p[:, frame.body])
        rate = np.cross(self.ω[:, path], a)
        return self._put(Jd, path, rate, np.cross(rate, arm) + np.cross(a, moves[:, None] - self.v[:, path]))

    def transmitted(self, rows: Array, wrenches: Mapping[str, Array], asked: Reactions) -> Array:
        """(n, f) at each joint asked for, from those of all links seen from their frames, when nothing pushes them.

        What pushes a link passes through every joint that carries it.
        """
        n, f = (np.einsum("slij,slj->sli", self.R, half) for half in (rows[..., :3], rows[..., 3:]))
        for name, w in wrenches.items():
            frame = self.tree.frame(name)
            path = self.tree.ancestors(frame.body)
            arm = self.pose(frame)[:, None, :3, 3] - self.p[:, path]
            n[:, path] -= w[:, None, :3] + np.cross(arm, w[:, None, 3:])
            f[:, path] -= w[:, None, 3:]
        at = [self.tree.moving_joint_names.index(joint) for joint in asked.joints]
        found = np.stack([n[:, at], f[:, at]], axis=2)
        if asked.axes == "base":
            return found.reshape(self.count, len(at), 6)
        own = [np.array(self.tree.frame(self.tree.tag(i)).placement.R.rows, float) for i in at]
        R = self.R[:, at] @ np.array(own).reshape(-1, 3, 3)
        return np.einsum("skji,skpj->skpi", R, found).reshape(self.count, len(at), 6)

    def _put(self, J: Array, path: list[int], a: Any, turned: Any) -> Array:
        slides = self.slides[path][:, None]
        J[:, :3, path] = np.swapaxes(np.where(slides, 0.0, a), 1, 2)
        J[:, 3:, path] = np.swapaxes(np.where(slides, a, turned), 1, 2)
        return J
