"""Derivatives by the complex step: f(x + i h ẋ) = f(x) + i h ḟ + O(h²), so Im f / h is the derivative to rounding.

Nothing is subtracted, so h may be small enough for h² to vanish. The plain formulation, which is generic in its scalar,
is run on complex columns: neither the traced programs nor our own derivative formulas take part.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..calls.arrays import Array
from ..formulations import QUESTIONS, answer_by, shape_of, terms
from ..model import Model

STEP = 1e-100
"""Its square is far below anything that matters, while it is itself far above the smallest double."""


def along(tree: Model, question: str, states: Sequence[Array], rates: Sequence[Array], frame: str = "") -> Array:
    """The time derivative of an answer whose states change at the given rates; states and rates (…, n) broadcast.

    Coulomb friction is not an analytic function: pass a model without friction.

    >>> import linkwise
    >>> tree = linkwise.load("pendulum").tree
    >>> along(tree, "potential_energy", [np.array([1.0])], [np.array([2.0])]).round(6)  # ½ m g l sin q q̇
    np.float64(8.25483)
    """
    moving = [x + 1j * STEP * dx for x, dx in zip(states, rates, strict=True)]
    derivative: Array = _answer(tree, question, moving, frame).imag / STEP
    return derivative


def partial(tree: Model, question: str, states: Sequence[Array], which: int) -> Array:
    """The partial derivatives of an answer with respect to one of its arguments, on an additional last axis.

    >>> import linkwise
    >>> tree = linkwise.load("planar2r").tree
    >>> partial(tree, "inverse_dynamics", [np.zeros(2)] * 3, 2).round(3)  # the mass matrix
    array([[6.013, 3.024],
           [3.024, 1.701]])
    """
    spread = [x[..., None, :] for x in states]
    rates = [np.eye(tree.n) if k == which else np.zeros(tree.n) for k in range(len(spread))]
    return np.moveaxis(along(tree, question, spread, rates), states[0].ndim - 1, -1)


def _answer(tree: Model, question: str, states: Sequence[NDArray[Any]], frame: str) -> NDArray[Any]:
    """The default formulation's answer at complex states."""
    row = QUESTIONS[question]
    options: dict[str, Any] = {"wrenches": {}} if row.wrenches else {}
    if row.frame:
        options["frame"] = tree.frame(frame)
    columns = [[x[..., k] for k in range(tree.n)] for x in states]
    nest = getattr(terms, question)(tree, answer_by(question, None, tree), *columns, **options)
    batch = np.broadcast_shapes(*(x.shape[:-1] for x in states))
    answer = np.empty((*batch, *shape_of(row.gives, tree)), dtype=complex)
    for index in np.ndindex(*answer.shape[len(batch) :]):
        entry = nest
        for k in index:
            entry = entry[k]
        answer[(..., *index)] = entry
    return answer
