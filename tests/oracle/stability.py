"""Residuals and errors of forward dynamics by every formulation, in doubles, held to 50 digits.

A residual says how well the accelerations satisfy the equations of motion, |D q̈ + b − τ| relative to |τ|; an error how
far they are from the true ones, relative to the largest. Both with the textbook's D, b and q̈ in 50 digits.
"""

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

import mpmath
import numpy as np

from linkwise.formulations import formulations_for
from linkwise.model import Model

from .golden import condition
from .robots import robot
from .textbook import DIGITS, Answers, answers, exact

RECURSIVE = ("articulated.khalil_dombre", "articulated.rodriguez_kreutz")
"""Formulations that propagate articulated inertias from link to link."""

WITHOUT_D = ("newton_euler.walker_orin_4", "projection.angeles_ma_2")
"""Formulations that solve, but never form D: by conjugate gradients, and by orthogonal factors of its square root."""

FAMILIES: dict[str, dict[str, float]] = {
    "alike": {},
    "centimetres": {"length": 0.01, "mass": 0.01},
    "masses fall": {"falling": 1e6},
    "masses rise": {"falling": 1e-6},
    "nearly parallel": {"tilt": 1e-3},
    "nearly singular": {"light": 1e-6},
}
"""Arms of revolute joints: links alike, in metres or centimetres; the last link a millionth of the first, or the other
way round; axes a thousandth apart; one joint that moves next to nothing."""

FORCES = ("of a motion", "any")
"""Forces that make the arm move by some rad/s², or forces drawn for each joint as large as the largest of these."""


class Case(NamedTuple):
    """An arm in a state under some forces."""

    model: Model
    q: np.ndarray
    qd: np.ndarray
    tau: np.ndarray
    truth: Answers

    @property
    def condition(self) -> float:
        """The condition number of D, scaled to a unit diagonal."""
        return float(condition(self.truth.mass_matrix.astype(float)))

    def outcomes(self) -> Iterator[tuple[str, float, float]]:
        """Every formulation with its residual and its error."""
        for name, by in formulations_for("forward_dynamics", self.model).items():
            found = by(self.model, self.q.tolist(), self.qd.tolist(), self.tau.tolist())
            with mpmath.workdps(DIGITS):
                x, tau = exact(found), exact(self.tau)
                residual = self.truth.mass_matrix @ x + self.truth.bias_forces - tau
                off = x - self.truth.forward_dynamics
                sizes = (_largest(v) for v in (residual, tau, off, self.truth.forward_dynamics))
                residual, force, off, acceleration = map(float, sizes)
            yield name, residual / force, off / acceleration


def cases(family: str, n: int, seed: int) -> dict[str, Case]:
    """One arm of a family in one state, under both kinds of forces."""
    model, draw = robot(f"{family} {n}", 1000 * n + seed, n, **FAMILIES[family]), Random(seed).random

    def some(size: float) -> np.ndarray:
        return size * (2.0 * np.array([draw() for _ in range(n)]) - 1.0)

    q, qd, qdd = some(3.0), some(2.0), some(2.0)
    of_a_motion = answers(model, q, qd, qdd, 0.0 * q).inverse_dynamics.astype(float)
    forces = dict(zip(FORCES, (of_a_motion, some(float(np.abs(of_a_motion).max()))), strict=True))
    return {kind: Case(model, q, qd, tau, answers(model, q, qd, qdd, tau)) for kind, tau in forces.items()}


def _largest(v: np.ndarray) -> mpmath.mpf:
    return max(abs(x) for x in v)
