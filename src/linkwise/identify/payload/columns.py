"""The columns of a robot and of an unknown load at one of its frames, which only some of the logs carry.

A load of parameters φ = XX XY XZ YY YZ ZZ MX MY MZ M, seen from its frame, adds T φ to the parameters of the link that
carries it: with pseudo-inertias, P_link = A P_load Aᵀ, where A is the frame's pose in the link.      [wensing2018]
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property

import numpy as np

from ...calls.arrays import Array
from ...calls.kernel import Kernel
from ...calls.question_program import QuestionProgram
from ...errors import BadArray, shown
from ...formulations import columns_of
from ...model import BASE
from ...parameters.conversions import of_pseudo, to_pseudo
from ...robot import Robot
from ..accumulation import Piece, Rows
from ..columns import Regressor, Request
from ..logs.log import Log
from ..processing import Filter, Window

TEN = ("XX", "XY", "XZ", "YY", "YZ", "ZZ", "MX", "MY", "MZ", "M")
"""The load's parameters, at the origin of its frame."""


class LoadRegressor(Regressor):
    """The columns of a regressor and, after them, ten of a load; these are 0 while `carried` is False.

    >>> import linkwise
    >>> columns = LoadRegressor(linkwise.load("panda"), Request.of(), None)
    >>> columns.names[-2:], columns.matrix.shape[0] == len(columns.names)
    (('MZ_load', 'M_load'), True)
    """

    def __init__(self, robot: Robot, request: Request, frame: str | None) -> None:
        super().__init__(robot, request)
        at = self.tree.frame_or_tip(frame)
        if at.body == BASE:
            raise BadArray(
                f"frame {shown(at.name)} of robot {shown(robot.name)} does not move.",
                "A frame that can carry a load was expected.",
            )
        A = np.eye(4)
        A[:3, :3], A[:3, 3] = np.array(at.placement.R.rows, dtype=float), [float(x) for x in at.placement.p.components]
        self.body, self.to_link = at.body, of_pseudo(A @ to_pseudo(np.eye(10)) @ A.T).T
        self.carried = True
        first = len(self.names)
        self.names = (*self.names, *(f"{name}_load" for name in TEN))
        self.of_row = [np.append(own, first + np.arange(10)) for own in self.of_row]
        self.matrix = np.block(
            [
                [self.matrix, np.zeros((first, 10))],
                [np.zeros((10, self.matrix.shape[1])), np.eye(10)],
            ]
        )

    @cached_property
    def _kernel(self) -> Kernel[Array]:
        own = tuple(range(10 * self.body, 10 * self.body + 10))
        columns = replace(columns_of(self.tree, False), only=own)
        return Kernel(QuestionProgram(self.tree, ("regressor",), columns=columns))

    def load(self, q: Array, qd: Array, qdd: Array) -> Array:
        """The columns of the load, (samples, n, 10)."""
        W: Array = self._kernel(q, qd, qdd) @ self.to_link
        return W

    def __call__(self, q: Array, qd: Array, qdd: Array) -> list[Array]:
        """For each joint its columns, those of the load last."""
        parts = [part[:, : len(own) - 10] for part, own in zip(self._own(q, qd, qdd), self.of_row, strict=True)]
        W = self.load(q, qd, qdd) if self.carried else np.zeros((len(q), self.tree.n, 10))
        return [np.hstack([part, W[:, j]]) for j, part in enumerate(parts)]

    def _own(self, q: Array, qd: Array, qdd: Array) -> list[Array]:
        loads = self.rigid.gravity(q, self.load_values) if "load" in self.request.friction else None
        W = self._all(q, qd, qdd, loads)
        return [W[:, j, own[:-10]] for j, own in enumerate(self.of_row)]


class LoadRows(Rows):
    """Rows of which the first `without` logs carry no load."""

    def __init__(self, regressor: LoadRegressor, logs: Sequence[Log], choices: Filter, without: int) -> None:
        super().__init__(regressor, logs, choices)
        self.loaded, self.without = regressor, without

    def _piece(self, log: int, window: Window, time: Array, block: np.ndarray) -> Piece:
        self.loaded.carried = log >= self.without
        return super()._piece(log, window, time, block)
