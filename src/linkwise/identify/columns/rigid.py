"""The columns of links, rotors and drives: base parameters, level or on a base that may be tilted.

On a tilted base gravity is g = R(a, b) g₀, with turns by a about x and then by b about y. The regressor is linear in g,

    W(g) = W(0) + Σ_k g_k (W(e_k) − W(0)),

so that any tilt costs four regressors, compiled once. The base parameters are those of gravity in a general direction:
with a level base some of them would have no effect.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from math import cos, sin

import numpy as np

from ...algebra import Vec3
from ...calls.arrays import Array
from ...calls.kernel import Kernel
from ...calls.question_program import QuestionProgram
from ...model import Model
from ...model.rewrite.snap import near_misses, snap
from ...parameters import BaseParameters
from ...parameters.of_robot import base_parameters
from ...robot import Robot
from .request import Request

GENERAL = (0.31, -0.23)
"""A tilt in rad at which every parameter shows that a tilted base makes visible."""


ROUNDED = 1e-9
"""Angles and lengths in rad and m that miss 0 or a quarter turn by at most this are taken for it: files print quarter
turns with eleven digits, and no log shows a parameter whose effect is that small."""


def turned(gravity: Array, tilt: Array) -> Array:
    """Gravity as a base sees it that is turned by (a, b): R_x(a)ᵀ then R_y(b)ᵀ.

    >>> turned(np.array([0.0, 0.0, -9.81]), np.array([0.0, np.pi / 2])).round(9) + 0.0
    array([9.81, 0.  , 0.  ])
    """
    (a, b), (x, y, z) = tilt, gravity
    y, z = cos(a) * y + sin(a) * z, -sin(a) * y + cos(a) * z
    return np.array([cos(b) * x - sin(b) * z, y, sin(b) * x + cos(b) * z])


class Rigid:
    """Base parameters of a robot's links, rotors and drives, and their regressor at a tilt of the base.

    >>> import linkwise
    >>> robot = linkwise.load("planar2r")
    >>> level = Rigid(robot, Request.of())
    >>> level.regressor(*np.full((3, 1, 2), 0.1)).shape, level.names[:2]
    ((1, 2, 6), ('ZZR1', 'MXR1'))
    """

    def __init__(self, robot: Robot, request: Request) -> None:
        self.robot, self.request = robot, request
        self.snapped = near_misses(robot.tree, ROUNDED)
        if self.snapped:
            robot = replace(robot, model=snap(robot.tree, ROUNDED))
        self.level: Array = np.array(robot.gravity, dtype=float)
        self.tilt: Array = np.zeros(2)
        general = robot.with_gravity(turned(self.level, np.array(GENERAL))) if request.tilt else robot
        self.base: BaseParameters = base_parameters(general, rotors=request.rotors, drives=request.drives)
        self.names = self.base.names

    @cached_property
    def _kernels(self) -> list[Kernel[Array]]:
        """The regressors without gravity and with unit gravity along x, y and z."""
        arms: list[Model] = [
            replace(self.base.arm, gravity=Vec3(*g)) for g in np.vstack([np.zeros(3), np.eye(3)]).tolist()
        ]
        return [Kernel(QuestionProgram(arm, ("regressor",), columns=self.base._chosen)) for arm in arms]

    def regressor(self, q: Array, qd: Array, qdd: Array) -> Array:
        """The columns (samples, n, names) at the tilt as it is."""
        if not self.request.tilt:
            return self.base.regressor(q, qd, qdd)
        W: Array = self._kernels[0](q, qd, qdd).copy()
        for g, column in zip(turned(self.level, self.tilt), self._of_gravity(q), strict=True):
            if g != 0.0:
                W += g * column
        return W

    def tilting(self, q: Array, values: Array) -> Array:
        """How the torques of base parameters with these values change with both angles: columns (samples, n, 2)."""
        each = np.stack([column @ values for column in self._of_gravity(q)])
        h = 1e-6
        slopes = [
            (turned(self.level, self.tilt + step) - turned(self.level, self.tilt - step)) / (2.0 * h)
            for step in h * np.eye(2)
        ]
        return np.stack([np.tensordot(slope, each, 1) for slope in slopes], axis=-1)

    def _of_gravity(self, q: Array) -> list[Array]:
        still = np.zeros_like(q)
        without = self._kernels[0](q, still, still)
        return [kernel(q, still, still) - without for kernel in self._kernels[1:]]

    def gravity(self, q: Array, values: Array) -> Array:
        """The forces g(q) of gravity with base parameters of these values, (samples, n)."""
        still = np.zeros_like(q)
        forces: Array = self.regressor(q, still, still) @ values
        return forces
