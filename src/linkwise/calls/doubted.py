"""Answers that are not numbers where a joint may move no inertia, as formulations/determinacy.py judges.

A program cannot refuse a state. So it computes a doubt, 0 or NaN, and adds it to what it gives.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from ..algebra import Scalar
from ..backends.interpreter import run
from ..formulations import determinacy
from ..model import Model
from ..program import Port, Program, trace


def with_doubt(tree: Model, answer: Callable[[], Any]) -> tuple[Any, Scalar]:
    """What a function gives, and the doubt about the articulated inertias that it met.

    >>> import linkwise
    >>> with_doubt(linkwise.load("pendulum").tree, lambda: "nothing was solved")
    ('nothing was solved', -0.0)
    """
    with determinacy.collected() as H:
        found = answer()
    return found, determinacy.doubt(tree, H)


def doubted(numbers: Any, doubt: Scalar) -> Any:
    """Numbers, or rows of them: where there is doubt the first, and all that depend on the state, become NaN.

    >>> doubted([[0.0, 1.0]], float("nan"))
    [[nan, 1.0]]
    """
    if isinstance(numbers[0], list | tuple):
        return [doubted(row, doubt) for row in numbers]
    return [x + doubt if k == 0 or not isinstance(x, float | int) else x for k, x in enumerate(numbers)]


def doubted_derivative(
    derivative: Program, takes: Sequence[Port], doubt_of: Callable[[dict[str, list[Scalar]]], Scalar]
) -> Program:
    """The derivative of a program that solves, with the doubt about the answers themselves: the derivative of a doubt
    is 0 wherever it has one, and would be lost."""
    ports = {port.name: port.size for port in takes}

    def numbers(*groups: list[Scalar]) -> list[Scalar]:
        doubt = doubt_of(dict(zip(ports, groups, strict=True)))
        found: list[Scalar] = doubted(run(derivative, [x for group in groups for x in group]), doubt)
        return found

    return replace(trace(numbers, ports, derivative.name), output_names=derivative.output_names)
