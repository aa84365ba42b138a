"""The stacked regressor of a motion, and how a function of it changes with the motion.

If ∂f/∂W = M, then f changes with the state of each sample by the derivatives of Σ M ∘ W(q, q̇, q̈). One program gives
these 3 n numbers: the regressor, contracted with M and differentiated in reverse, compiled once; it costs about two and
a half regressors instead of 3 n. Columns of friction are differentiated by central differences of their one-line laws.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

import numpy as np

from ...algebra import Scalar
from ...calls.arrays import Array
from ...calls.function_program import FunctionProgram
from ...calls.kernel import Kernel
from ...calls.question_program import QuestionProgram
from ...calls.traceable import ReplayedProgram, differentiated
from ...model.friction.drive import NEAR_REST
from ...robot import Robot
from ..columns import KINDS, Regressor, Request
from ..columns.kinds import Motion, direction

STEP = 1e-6
"""Of central differences of friction laws, in rad/s and rad."""

States = tuple[Array, Array, Array]


class Stack:
    """W (samples, n, p) of states (samples, n), and the slopes of functions of W.

    >>> import linkwise
    >>> stack = Stack(linkwise.load("planar2r"), Request.of(["viscous", "coulomb"], width=0.1))
    >>> q = np.full((5, 2), 0.1)
    >>> W = stack.rows((q, q, q))
    >>> W.shape, [x.shape for x in stack.slopes((q, q, q), W)]
    ((5, 2, 10), [(5, 2), (5, 2), (5, 2)])
    """

    def __init__(self, robot: Robot, request: Request) -> None:
        self.robot, self.regressor = robot, Regressor(robot, request)
        self.base = self.regressor.rigid.base

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the columns."""
        return self.regressor.names

    def rows(self, states: States) -> Array:
        """W."""
        W = np.zeros((len(states[0]), self.robot.n, len(self.names)))
        for j, (own, part) in enumerate(zip(self.regressor.of_row, self.regressor(*states), strict=True)):
            W[:, j, own] = part
        return W

    def slopes(self, states: States, M: Array) -> States:
        """The derivatives of Σ M ∘ W with respect to q, q̇ and q̈, (samples, n) each."""
        rigid = self.regressor.first
        dq, dqd, dqdd = self._pulled(*states, M[:, :, :rigid])
        own_q, own_qd = self._of_friction(states, M[:, :, rigid:])
        return dq + own_q, dqd + own_qd, dqdd

    def _pulled(self, q: Array, qd: Array, qdd: Array, M: Array) -> States:
        if not M.shape[-1]:
            return np.zeros_like(q), np.zeros_like(q), np.zeros_like(q)
        found: Any = self._kernel(q, qd, qdd, np.ascontiguousarray(M))
        dq, dqd, dqdd = (np.reshape(x, q.shape) for x in found)
        return dq, dqd, dqdd

    @cached_property
    def _kernel(self) -> Kernel[Any]:
        base, n = self.base, self.robot.n
        p = len(base)
        question = QuestionProgram(base.arm, ("regressor",), columns=base._chosen)

        def contracted(eq: Any, q: Any, qd: Any, qdd: Any, M: Sequence[Scalar]) -> list[Scalar]:
            W = question.answers({"q": list(q), "qd": list(qd), "qdd": list(qdd)})["regressor"]
            total: Scalar = 0.0
            for i, row in enumerate(W):
                for k, entry in enumerate(row):
                    total = total + M[i * p + k] * entry
            return [total]

        takes = {"q": (n,), "qd": (n,), "qdd": (n,), "M": (n, p)}
        whole = FunctionProgram(base.arm, contracted, takes, {"s": (1,)}, "contracted_regressor")
        return Kernel(
            ReplayedProgram(base.arm, *differentiated(whole.program, whole.signature, whole.signature.takes[:3]))
        )

    def _of_friction(self, states: States, M: Array) -> tuple[Array, Array]:
        """Of the columns of friction, with respect to q and q̇."""
        q, qd, _ = states
        dq, dqd, dload = np.zeros_like(q), np.zeros_like(q), np.zeros_like(q)
        loads = self._loads(q)
        for kind, places in self._by_kind.items():
            axes = [self.regressor.coefficients[k].axis for k in places]
            rows = np.array([axis.row for axis in axes])
            of_joints = np.array([not axis.drive for axis in axes], dtype=float)
            at = (qd @ rows.T, q @ rows.T, (loads @ rows.T) * of_joints)
            weight = np.einsum("sjk,kj->sk", M[:, :, places], rows)
            for slope, step in zip((dqd, dq, dload), STEP * np.eye(3), strict=True):
                up, down = (self._values(kind, at, side) for side in (step, -step))
                slope += (weight * (up - down) / (2.0 * STEP)) @ rows
        if dload.any():
            still = np.zeros_like(q)
            dq += self._pulled(q, still, still, dload[:, :, None] * self.regressor.load_values)[0]
        return dq, dqd

    @cached_property
    def _by_kind(self) -> dict[str, list[int]]:
        """The places of the columns of friction of each kind."""
        places: dict[str, list[int]] = {}
        for k, each in enumerate(self.regressor.coefficients):
            places.setdefault(each.kind, []).append(k)
        return places

    def _loads(self, q: Array) -> Array:
        loaded = "load" in self._by_kind
        return self.regressor.rigid.gravity(q, self.regressor.load_values) if loaded else np.zeros_like(q)

    def _values(self, kind: str, at: tuple[Array, Array, Array], step: Array) -> Array:
        speed, place, load = (x + e for x, e in zip(at, step.tolist(), strict=True))
        width = self.regressor.request.width
        return KINDS[kind].value(Motion(speed, direction(speed, width), place, load, NEAR_REST * (width or 0.0)))
