"""How far apart answers are, and how far apart they may be.

The difference of two answers at a state is the largest difference of two entries, relative to the largest entry of
either. An answer that is small because its terms cancel can be no more accurate than the rounding of those terms: the
difference is then relative to a hundredth of the terms' size, or to a hundredth of what is usual in the batch.
"""

from collections.abc import Mapping, Sequence
from functools import cached_property

import numpy as np

from ..calls.arrays import Array
from ..calls.direct import ask
from ..calls.question_checks import SOLVING
from ..model import Model

AGREEMENT = 1e-11
"""Correct recursions over a dozen bodies differ by some thousand roundings, 1e-16 each, of terms that may be a hundred
times as large as their sum."""

SMALL = 0.01
"""An answer is small if it is less than this fraction of its terms."""

SPENT_BY_SOLVING = 8 * 2.0**-52
"""Four roundings of the inertias in each of two answers, see `Sizes.allowed`."""


class Sizes:
    """The sizes that differences between answers of one robot are compared with; each is computed on first use.

    >>> import linkwise
    >>> at = {name: np.zeros((3, 1)) for name in ("q", "qd", "qdd", "tau")}
    >>> Sizes(linkwise.load("pendulum").tree, at).allowed("forward_dynamics")
    array([1.e-11, 1.e-11, 1.e-11])
    """

    def __init__(self, tree: Model, at: Mapping[str, Array]):
        self.tree, self.at = tree, at

    @cached_property
    def M(self) -> Array:
        """The inertia matrix at each state."""
        M: Array = ask(self.tree, "mass_matrix", (self.at["q"],))
        return M

    @cached_property
    def forces(self) -> Array:
        """The largest joint force at each state, from gravity, velocities and accelerations together."""
        return _largest(ask(self.tree, "inverse_dynamics", tuple(self.at[name] for name in ("q", "qd", "qdd"))))

    def allowed(self, question: str) -> Array:
        """How far apart two answers may be at each state.

        Solving M q̈ = b magnifies the roundings of the links' inertias by the condition number of M, scaled to a unit
        diagonal so that it does not depend on units; it is infinite where a joint moves no inertia.
        """
        count = len(self.at["q"])
        if question not in SOLVING:
            return np.full(count, AGREEMENT)
        return np.maximum(AGREEMENT, [SPENT_BY_SOLVING * _condition(M) for M in self.M])

    def terms(self, question: str) -> Sequence[Array | float]:
        """The size of the terms in an answer, or in each of its parts, at each state; 0 where terms cannot cancel.

        Gravity may have no lever arm at any joint, and velocity forces may vanish.
        """
        if question in ("gravity_forces", "bias_forces", "potential_energy"):
            return [self.forces]
        if question == "coriolis_matrix":
            return [_largest(self.M) * _largest(self.at["qd"])]
        if question == "inverse_dynamics_derivatives":
            return [self.forces, _largest(self.M) * _largest(self.at["qd"]), 0.0]
        return [0.0] * 3


def relative_difference(one: Sequence[Array], other: Sequence[Array], terms: Sequence[Array | float]) -> Array:
    """The relative difference of two answers, each of one part or several, at each state.

    >>> a, b = np.array([[1.0, 0.0], [0.0, 2.0]]), np.array([[1.0, 0.1], [0.0, 2.0]])
    >>> relative_difference([a], [b], [0.0])
    array([0.1, 0. ])
    >>> relative_difference([a], [np.full((2, 2), np.nan)], [0.0])
    array([inf, inf])
    """
    worst = np.zeros(len(one[0]))
    with np.errstate(all="ignore"):
        for a, b, t in zip(one, other, terms, strict=False):
            largest = np.maximum(_largest(a), _largest(b))
            usual = np.median(largest)
            scale = np.maximum(largest, SMALL * np.maximum(t, usual if np.isfinite(usual) else 0.0))
            difference = _largest(np.where(a == b, 0.0, a - b))
            relative = np.where(difference == 0.0, 0.0, difference / scale)
            worst = np.maximum(worst, np.where(np.isnan(relative), np.inf, relative))
    return worst


def _largest(answer: Array) -> Array:
    """The largest magnitude of an entry at each state."""
    sizes: Array = np.max(np.abs(answer).reshape(len(answer), -1), axis=1, initial=0.0)
    return sizes


def _condition(M: Array) -> float:
    d = np.sqrt(np.abs(np.diag(M)))
    if not np.isfinite(M).all() or not (d > 0.0).all():
        return float("inf")
    return float(np.linalg.cond(M / np.outer(d, d)))
