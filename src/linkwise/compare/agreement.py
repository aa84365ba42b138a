"""How far answers are apart, and how far they may be.

Two answers at a state differ by the largest difference of two entries, relative to the largest entry of either. Where
that is small, what is left of terms that cancel is not asked to be better than their rounding: a hundredth of those
terms' size stands for it then, and a hundredth of what is usual in the batch.
"""

from collections.abc import Mapping, Sequence
from functools import cached_property

import numpy as np

from ..calls.arrays import Array
from ..calls.direct import ask
from ..calls.dispatch import SOLVING
from ..model import Model

AGREEMENT = 1e-11
"""Correct recursions over some dozen bodies differ by some thousand roundings, 1e-16 each, of terms that may be a
hundred times as large as what is left of them."""

SMALL = 0.01
"""Below this part of its terms an answer is small."""

SPENT_BY_SOLVING = 8 * 2.0**-52
"""Four roundings of the inertias in each of two answers, see `Sizes.allowed`."""


class Sizes:
    """What the answers of one robot at some states are measured by; each is worked out when it is needed.

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
        found: Array = ask(self.tree, "mass_matrix", (self.at["q"],))
        return found

    @cached_property
    def forces(self) -> Array:
        """The largest joint force at each state: weight, velocity and acceleration together."""
        return _largest(ask(self.tree, "inverse_dynamics", tuple(self.at[name] for name in ("q", "qd", "qdd"))))

    def allowed(self, question: str) -> Array:
        """How far two answers may be apart at each state.

        M q̈ = b leaves q̈ undetermined by the roundings of the links' inertias times the condition number of M, scaled
        to a unit diagonal so that it does not depend on units; infinite where a joint moves nothing.
        """
        count = len(self.at["q"])
        if question not in SOLVING:
            return np.full(count, AGREEMENT)
        return np.maximum(AGREEMENT, [SPENT_BY_SOLVING * _condition(M) for M in self.M])

    def terms(self, question: str) -> Sequence[Array | float]:
        """The size of what an answer, or each of its parts, is added up from, at each state; 0 where nothing cancels.

        Gravity may have no lever at any joint, and velocities may press on none.
        """
        if question in ("gravity_forces", "bias_forces", "potential_energy"):
            return [self.forces]
        if question == "coriolis_matrix":
            return [_largest(self.M) * _largest(self.at["qd"])]
        if question == "inverse_dynamics_derivatives":
            return [self.forces, _largest(self.M) * _largest(self.at["qd"]), 0.0]
        return [0.0] * 3


def apart(one: Sequence[Array], other: Sequence[Array], terms: Sequence[Array | float]) -> Array:
    """The relative difference of two answers, each of one part or several, at each state.

    >>> a, b = np.array([[1.0, 0.0], [0.0, 2.0]]), np.array([[1.0, 0.1], [0.0, 2.0]])
    >>> apart([a], [b], [0.0])
    array([0.1, 0. ])
    >>> apart([a], [np.full((2, 2), np.nan)], [0.0])
    array([inf, inf])
    """
    found = np.zeros(len(one[0]))
    with np.errstate(all="ignore"):
        for a, b, t in zip(one, other, terms, strict=False):
            largest = np.maximum(_largest(a), _largest(b))
            usual = np.median(largest)
            scale = np.maximum(largest, SMALL * np.maximum(t, usual if np.isfinite(usual) else 0.0))
            difference = _largest(np.where(a == b, 0.0, a - b))
            relative = np.where(difference == 0.0, 0.0, difference / scale)
            found = np.maximum(found, np.where(np.isnan(relative), np.inf, relative))
    return found


def _largest(answer: Array) -> Array:
    """The largest entry at each state."""
    found: Array = np.max(np.abs(answer).reshape(len(answer), -1), axis=1, initial=0.0)
    return found


def _condition(M: Array) -> float:
    d = np.sqrt(np.abs(np.diag(M)))
    if not np.isfinite(M).all() or not (d > 0.0).all():
        return float("inf")
    return float(np.linalg.cond(M / np.outer(d, d)))
