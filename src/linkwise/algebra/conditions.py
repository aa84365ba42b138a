"""Comparisons of scalars, and `where`, which chooses between two scalars by a comparison.

A traced function cannot use `if`, which would decide once for all states. `where` takes both branches and chooses in
each state.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

from .columns import Column, choose_each
from .number_types import Scalar

_CHOICES: dict[type, Callable[[Any, Scalar, Scalar], Scalar]] = {}  # by the type of the condition or of a branch


def register_choice(kind: type, choose: Callable[[Any, Scalar, Scalar], Scalar]) -> None:
    """Teach `where` a type of condition, or a type of number that is chosen in its own way.

    >>> register_choice(set, lambda condition, a, b: a if condition else b)
    >>> where({1}, 2.0, 3.0)
    2.0
    """
    _CHOICES[kind] = choose


def where(condition: Any, a: Scalar, b: Scalar) -> Scalar:
    """a where a comparison of scalars holds, else b; for columns, state by state. Join conditions with &, | and ~.

    This is how a traced function decides: `a if x > 0.0 else b` would decide once for all states.

    >>> x = 0.5
    >>> where((x > 0.0) & (x < 1.0), x, 0.0), where((x < 0.0) | (x > 1.0), x, 0.0)
    (0.5, 0.0)
    """
    for kind in (type(a), type(b), type(condition)):
        if kind in _CHOICES:
            return _CHOICES[kind](condition, a, b)
    if isinstance(condition, Column):
        return choose_each(condition, a, b)
    if _of_sympy(condition):
        return import_module("sympy").Piecewise((a, condition), (b, True))
    if isinstance(condition, int) and condition < 0:  # ~True is −2 and ~False is −1, alone or joined by & and |:
        condition = condition & 1  # their lowest bit is what was meant
    return a if condition else b


def is_nonzero(x: Scalar) -> Any:
    """The condition that a scalar is not 0, for `where`; it holds for NaN.

    >>> is_nonzero(2.0), is_nonzero(-0.0)
    (True, False)
    """
    return import_module("sympy").Ne(x, 0) if _of_sympy(x) else x != 0.0  # sympy's != compares how symbols are written


def _of_sympy(x: Any) -> bool:
    return type(x).__module__.partition(".")[0] == "sympy"
