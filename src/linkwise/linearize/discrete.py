"""Linear models sampled in time, with the force held over each step."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from ..calls.arrays import Array
from ..calls.checks import positive
from ..errors import BadArray, UnknownName
from ..html_table import html_table
from ..taskspace.matrices import solved
from .modes import HEADS, mode_rows
from .python_control import to_control

if TYPE_CHECKING:
    from .lqr import Regulator


@dataclass(frozen=True, eq=False, repr=False)
class DiscreteModel:
    """x[k+1] = A x[k] + B u[k], with samples `step` seconds apart.

    >>> import linkwise
    >>> model = linkwise.load("pendulum").linearize([0.0]).discrete(0.001)
    >>> model
    DiscreteModel(2 states, 1 input, step 0.001 s)
    >>> model.step, abs(model.eigenvalues).round(9).tolist()
    (0.001, [1.0, 1.0])
    """

    A: Array
    B: Array
    step: float
    states: tuple[str, ...]
    inputs: tuple[str, ...]

    @property
    def eigenvalues(self) -> Any:
        """The eigenvalues of A, complex: perturbations grow along those outside the unit circle.

        >>> import linkwise
        >>> upright = linkwise.load("pendulum").linearize([3.141592653589793]).discrete(0.01)
        >>> bool(abs(upright.eigenvalues).max() > 1)
        True
        """
        return np.linalg.eigvals(self.A)

    def lqr(self, Q: ArrayLike, R: ArrayLike) -> Regulator:
        """The gain K of u = −K x that minimises the sum of xᵀQx + uᵀRu over the samples.

        >>> import linkwise
        >>> upright = linkwise.load("pendulum").linearize([3.141592653589793]).discrete(0.01)
        >>> bool((abs(upright.lqr(Q=[10.0, 1.0], R=1.0).poles) < 1).all())
        True
        """
        from .lqr import lqr  # which asks of a model whether it is one of these

        return lqr(self, Q, R)

    def to_control(self) -> Any:
        """A `control.StateSpace` with this step; all states are outputs.

        >>> import linkwise
        >>> linkwise.load("pendulum").linearize([0.0]).discrete(0.01).to_control().dt
        0.01
        """
        return to_control(self.A, self.B, self.step, self.states, self.inputs)

    def __repr__(self) -> str:
        batch = f", batch {self.A.shape[:-2]}" if self.A.ndim > 2 else ""
        inputs = f"{len(self.inputs)} input{'s' * (len(self.inputs) != 1)}"
        return f"DiscreteModel({len(self.states)} states, {inputs}, step {self.step:g} s{batch})"

    def _repr_html_(self) -> str:
        """The poles of one model with frequency and damping; for a batch, the shapes of its matrices."""
        if self.A.ndim > 2:
            return html_table(repr(self), ("matrix", "shape"), [("A", self.A.shape), ("B", self.B.shape)])
        return html_table(repr(self), HEADS, mode_rows(self.eigenvalues, self.step))


def exact(A: Array, B: Array, h: float) -> tuple[Array, Array]:
    """e^{A h} and ∫₀ʰ e^{A s} ds B, both in exp([A B; 0 0] h)."""
    from scipy.linalg import expm

    n, m = B.shape[-2:]
    both = np.zeros((*A.shape[:-2], n + m, n + m))
    both[..., :n, :n], both[..., :n, n:] = A * h, B * h
    exponential = expm(both)
    return exponential[..., :n, :n], exponential[..., :n, n:]


def euler(A: Array, B: Array, h: float) -> tuple[Array, Array]:
    """1 + A h and B h."""
    return np.eye(A.shape[-1]) + h * A, h * B


def tustin(A: Array, B: Array, h: float) -> tuple[Array, Array]:
    """The trapezoidal rule: (1 − A h/2)⁻¹ (1 + A h/2) and (1 − A h/2)⁻¹ B h."""
    one = np.eye(A.shape[-1])
    left = one - 0.5 * h * A
    return solved(left, one + 0.5 * h * A), solved(left, h * B)


METHODS: dict[str, Callable[[Array, Array, float], tuple[Array, Array]]] = {
    "exact": exact,
    "euler": euler,
    "tustin": tustin,
}
"""The ways to sample a model: exact for a held force, or of first and second order in the step."""


def sampled(A: Array, B: Array, step: object, method: object) -> tuple[Array, Array, float]:
    """A and B sampled every `step` seconds, and the step.

    >>> A, B, h = sampled(np.zeros((1, 1)), np.ones((1, 1)), 0.5, "exact")
    >>> A, B, h
    (array([[1.]]), array([[0.5]]), 0.5)
    """
    h = positive("the step", step)
    if not isinstance(method, str) or method not in METHODS:
        raise UnknownName("method", method, "linkwise.linearize", METHODS)
    try:
        with np.errstate(all="ignore"):
            A_h, B_h = METHODS[method](A, B, h)
    except np.linalg.LinAlgError:  # tustin: 2/h is an eigenvalue of A
        raise _too_long(h) from None
    if not (np.isfinite(A_h).all() and np.isfinite(B_h).all()):
        raise _too_long(h)
    return A_h, B_h, h


def _too_long(h: float) -> BadArray:
    return BadArray(
        f"a step of {h:g} s is too long: the sampled model is not finite.",
        "A step shorter than the time constant of the fastest growing mode was expected.",
        "shorten the step.",
    )
