"""Derivatives by the complex step: f(x + i h ẋ) = f(x) + i h ḟ + O(h²), so Im f / h is the derivative to rounding.

Nothing is subtracted, so h may be so small that h² vanishes. What is differentiated is the plain formulation, which is
generic in its scalar, run on complex columns: neither the programs nor our own formulas for derivatives take part.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..calls.arrays import Array
from ..formulations import QUESTIONS, answer_by, shape_of, terms
from ..model import Model

STEP = 1e-100
"""Its square is far below the smallest double that matters, it itself far above the smallest there is."""


def along(tree: Model, question: str, states: Sequence[Array], rates: Sequence[Array], frame: str = "") -> Array:
    """The derivative of an answer where its states change at some rates; states and rates (…, n) broadcast.

    Coulomb friction is no analytic function: take a model without friction.

    >>> import linkwise
    >>> tree = linkwise.load("pendulum").tree
    >>> along(tree, "potential_energy", [np.array([1.0])], [np.array([2.0])]).round(6)  # ½ m g l sin q q̇
    np.float64(8.25483)
    """
    moving = [x + 1j * STEP * dx for x, dx in zip(states, rates, strict=True)]
    found: Array = _answer(tree, question, moving, frame).imag / STEP
    return found


def partial(tree: Model, question: str, states: Sequence[Array], which: int) -> Array:
    """The partial derivatives of an answer with respect to one of its states: a last axis more than the answer has.

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
    """A formulation's answer to complex states."""
    row = QUESTIONS[question]
    more: dict[str, Any] = {"wrenches": {}} if row.wrenches else {}
    if row.frame:
        more["frame"] = tree.frame(frame)
    columns = [[x[..., k] for k in range(tree.n)] for x in states]
    nest = getattr(terms, question)(tree, answer_by(question, None, tree), *columns, **more)
    batch = np.broadcast_shapes(*(x.shape[:-1] for x in states))
    found = np.empty((*batch, *shape_of(row.gives, tree)), dtype=complex)
    for index in np.ndindex(*found.shape[len(batch) :]):
        entry = nest
        for k in index:
            entry = entry[k]
        found[(..., *index)] = entry
    return found
