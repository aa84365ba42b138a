"""Several answers at once: named tuples of arrays."""

from __future__ import annotations

from collections import namedtuple
from functools import cache
from math import prod
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from .arrays import Array, as_written

SHOWN = 24
"""How many numbers a repr writes out; for more it gives the shapes."""


@as_written
class InverseDynamicsDerivatives(NamedTuple):
    """The derivatives of the joint forces with respect to q, qd and qdd; the last are the mass matrix.

    >>> import linkwise
    >>> P, V, M = linkwise.load("pendulum").inverse_dynamics_derivatives([0.0], [0.0], [0.0])
    >>> M.round(3)
    array([[0.333]])
    """

    dtau_dq: Array
    dtau_dqd: Array
    mass_matrix: Array


@as_written
class ForwardDynamicsDerivatives(NamedTuple):
    """The derivatives of the accelerations with respect to q, qd and tau; the last are the mass matrix's inverse.

    >>> import linkwise
    >>> linkwise.load("pendulum").forward_dynamics_derivatives([0.0], [0.0], [0.0]).dqdd_dtau.round(9)
    array([[3.]])
    """

    dqdd_dq: Array
    dqdd_dqd: Array
    dqdd_dtau: Array


NAMED: dict[tuple[str, ...], Any] = {
    kind._fields: kind for kind in (InverseDynamicsDerivatives, ForwardDynamicsDerivatives)
}
"""Answers in several parts that have a type of their own, by the names of these parts."""


if TYPE_CHECKING:

    class Answers(tuple[Array, ...]):
        """Several answers: a field for each question, which type checkers cannot know by name."""

        def __getattr__(self, question: str) -> Array: ...


@cache
def named(names: tuple[str, ...]) -> Any:
    """The type of several answers: a named tuple with one field per question, or per part of an answer.

    >>> named(("mass_matrix", "bias_forces"))(1, 2)
    Answers(mass_matrix=1, bias_forces=2)
    """
    plain: Any = NAMED.get(names) or namedtuple("Answers", names)
    return type(plain.__name__, (plain,), {"__slots__": (), "__module__": __name__, **_SPECIAL})


def _reduced(answers: Any) -> Any:
    return answered, (answers._fields, tuple(answers))


def _short(answers: Any) -> str:
    """All numbers if they are few, otherwise the shapes."""
    several = answers._asdict().items()
    few = sum(prod(np.shape(value)) for _, value in several) <= SHOWN
    parts = [f"{name}={value!r}" if few else f"{name} {tuple(np.shape(value))}" for name, value in several]
    return f"{type(answers).__name__}({', '.join(parts)})"


_SPECIAL = {"__reduce__": _reduced, "__repr__": _short}


def answered(names: tuple[str, ...], values: tuple[Any, ...]) -> Any:
    """Several answers as a named tuple.

    >>> answered(("a", "b"), (1, 2)).b
    2
    """
    return named(names)(*values)
