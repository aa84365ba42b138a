"""One step towards a pose: damped least squares within limits.

Chan & Lawrence (1988): of all steps δ the one with the least |e − J δ|² + λ |δ|², λ growing with the error itself,

    δ = Jᵀ (J Jᵀ + λ 1)⁻¹ e,   λ = k ½ |e|² + ε,

which is Levenberg's and Marquardt's, Newton's near the goal, and finite at every singularity; Sugihara (2011) shows
that it converges there too.                                                                [chan1988] [sugihara2011]

Differs from the papers: a joint at a limit that the gradient Jᵀ e pushes against is held for the step, steps end at
limits, slides count in units of the robot's size, and ε is constant.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...algebra import Scalar, is_zero, maximum, minimum, where
from ...algebra.matrices import dot, minus, plus, times, total, transpose
from ...algebra.solve import solve
from .task import Matrix, Task

DAMPING = 0.1
"""k of a search: with 1 it takes half as many steps again, with 0.01 it arrives less often; measured on Panda, UR5,
PUMA and RX-90."""

FAR = 1.0
"""k towards a pose out of reach: the error that stays bends the path as much as the Jacobian does, and longer steps go
to and fro."""

LEAST = 1e-11
"""ε: keeps the pivots of J Jᵀ above rounding, and costs no digit of a pose."""


def scaled(J: Matrix, e: Sequence[Scalar], task: Task, units: Sequence[float]) -> tuple[Matrix, list[Scalar]]:
    """Jacobian and error with lengths in units of the robot's, for joints in units of their own."""
    weights = [1.0 if place < 3 else 1.0 / task.length for place in task.places]
    rows = [[w * x * unit for x, unit in zip(row, units, strict=True)] for w, row in zip(weights, J, strict=True)]
    return rows, [w * x for w, x in zip(weights, e, strict=True)]


def damped_step(
    J: Matrix,
    e: Sequence[Scalar],
    q: Sequence[Scalar],
    lower: Sequence[Scalar],
    upper: Sequence[Scalar],
    damping: Scalar = DAMPING,
    wish: Sequence[Scalar] | None = None,
) -> list[Scalar]:
    """δ for a scaled Jacobian and error; of all steps with the same effect the one nearest to a `wish`, or to 0.

    With a wish joints may be pushed against limits by it too: those that are get held, and the step is found again.
    """
    push, λ = times(transpose(J), e), damping * (0.5 * dot(e, e)) + LEAST
    if wish is None:
        return _step(J, e, λ, [0.0] * len(q), _held(q, push, lower, upper))
    δ = _step(J, e, λ, wish, _held(q, push, lower, upper))
    return _step(J, e, λ, wish, [a | b for a, b in zip(*(_held(q, x, lower, upper) for x in (push, δ)), strict=True)])


def _held(q: Sequence[Scalar], push: Sequence[Scalar], lower: Sequence[Scalar], upper: Sequence[Scalar]) -> list[Any]:
    """Which joints are at a limit and pushed against it."""
    every = zip(q, push, lower, upper, strict=True)
    return [((x <= lo) & (p < 0.0)) | ((x >= hi) & (p > 0.0)) for x, p, lo, hi in every]


def _step(J: Matrix, e: Sequence[Scalar], λ: Scalar, wish: Sequence[Scalar], held: Sequence[Any]) -> list[Scalar]:
    """The step of the joints that are not held."""
    M = [[where(h, 0.0, x) for h, x in zip(held, row, strict=True)] for row in J]
    h = [0.0 if is_zero(w) else where(stays, 0.0, w) for stays, w in zip(held, wish, strict=True)]
    left, columns = minus(e, times(M, h)), transpose(M)
    if len(M) <= len(h):
        δ = times(columns, solve(_damped(M, λ), left))
    else:
        δ = solve(_damped(columns, λ), times(columns, left))
    return plus(δ, h)


def _damped(rows: Matrix, λ: Scalar) -> Matrix:
    """The lower triangle of M Mᵀ + λ 1, from the rows of M."""
    return [
        [*(dot(rows[i], rows[j]) for j in range(i)), dot(rows[i], rows[i]) + λ, *[0.0] * (len(rows) - 1 - i)]
        for i in range(len(rows))
    ]


def moved(
    q: Sequence[Scalar], δ: Sequence[Scalar], units: Sequence[float], lower: Sequence[Scalar], upper: Sequence[Scalar]
) -> list[Scalar]:
    """q after a step, within limits."""
    ends = [x + unit * d for x, d, unit in zip(q, δ, units, strict=True)]
    return [minimum(maximum(x, lo), hi) for x, lo, hi in zip(ends, lower, upper, strict=True)]


def squares(e: Sequence[Scalar], task: Task) -> tuple[Scalar, Scalar]:
    """The squares of what is missing in rad and in m."""
    pairs = list(zip(task.places, e, strict=True))
    return total(x * x for place, x in pairs if place < 3), total(x * x for place, x in pairs if place >= 3)
