"""Linear models sampled in time, the force being held over each step."""

import sys
from collections.abc import Callable
from dataclasses import dataclass
from numbers import Real
from typing import Any

import numpy as np

from ..calls.arrays import Array
from ..errors import BadArray, UnknownName, plain
from .python_control import to_control


@dataclass(frozen=True, eq=False)
class DiscreteModel:
    """x[k+1] = A x[k] + B u[k], a step of `step` seconds apart.

    >>> import linkwise
    >>> model = linkwise.load("pendulum").linearize([0.0]).discrete(0.001)
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
        """The eigenvalues of A, complex: where one is outside the unit circle, perturbations grow.

        >>> import linkwise
        >>> upright = linkwise.load("pendulum").linearize([3.141592653589793]).discrete(0.01)
        >>> bool(abs(upright.eigenvalues).max() > 1)
        True
        """
        return np.linalg.eigvals(self.A)

    def to_control(self) -> Any:
        """A `control.StateSpace` with this step; all states are outputs.

        >>> import linkwise
        >>> linkwise.load("pendulum").linearize([0.0]).discrete(0.01).to_control().dt
        0.01
        """
        return to_control(self.A, self.B, self.step, self.states, self.inputs)


def exact(A: Array, B: Array, h: float) -> tuple[Array, Array]:
    """e^{A h} and ∫₀ʰ e^{A s} ds B, both in exp([A B; 0 0] h)."""
    from scipy.linalg import expm

    n, m = B.shape[-2:]
    both = np.zeros((*A.shape[:-2], n + m, n + m))
    both[..., :n, :n], both[..., :n, n:] = A * h, B * h
    found = expm(both)
    return found[..., :n, :n], found[..., :n, n:]


def euler(A: Array, B: Array, h: float) -> tuple[Array, Array]:
    """1 + A h and B h."""
    return np.eye(A.shape[-1]) + h * A, h * B


def tustin(A: Array, B: Array, h: float) -> tuple[Array, Array]:
    """The trapezoidal rule: (1 − A h/2)⁻¹ (1 + A h/2) and (1 − A h/2)⁻¹ B h."""
    one = np.eye(A.shape[-1])
    left = one - 0.5 * h * A
    return np.linalg.solve(left, one + 0.5 * h * A), np.linalg.solve(left, h * B)


METHODS: dict[str, Callable[[Array, Array, float], tuple[Array, Array]]] = {
    "exact": exact,
    "euler": euler,
    "tustin": tustin,
}
"""The ways to sample a model. Exact is exact for a held force; the others are first and second order in the step."""


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
        fine = np.isfinite(A_h).all() and np.isfinite(B_h).all()
    except np.linalg.LinAlgError:  # tustin: 2/h is an eigenvalue of A
        fine = False
    if not fine:
        raise BadArray(
            f"a step of {h:g} s is too long: the sampled model is not finite.",
            "Steps shorter than the fastest motion that grows were expected.",
            "shorten the step.",
        )
    return A_h, B_h, h


def positive(what: str, value: object) -> float:
    """A number of seconds.

    >>> positive("the step", 0)
    Traceback (most recent call last):
    linkwise.errors.BadArray: the step is 0.
      A positive, finite number of seconds was expected.
    """
    number = isinstance(value, Real) and not isinstance(value, bool)
    if not number or not 0.0 < value <= sys.float_info.max:  # type: ignore[operator]
        raise BadArray(f"{what} is {plain(repr(value))}.", "A positive, finite number of seconds was expected.")
    return float(value)  # type: ignore[arg-type]
