"""Known rollouts that machine code is tried on: done by the interpreter, with the room that rounding needs.

How far apart two right answers can be depends on the problem: a light body at the end of a heavy chain loses digits
that another keeps. So some rollouts are done again with everything they begin with shaken by a few roundings; what that
changes, many times over, is the room of code that rounds in another order. Code that is wrong does not fit in.
"""

import numpy as np

from ..backends.llvm.rollout_unit import Span, Trial, left
from ..backends.llvm.unit import CLOSE
from ..calls.arrays import Array
from .interpreted import run_rollouts
from .problem import Problem

SPAN = Span(0, 3, 1e-3, every=2)
"""The steps they do: the start, the middle and the end are kept."""

ROLLOUTS, SHAKEN = 4, 3
"""How many there are, and how often each is done again."""

SHAKE, MANY = 64, 64
"""Roundings that numbers are shaken by, and times that what this changes is allowed."""

FAINT = 1e-6
"""Numbers below this, relative to the largest around them, may be what others leave when they cancel."""


def trial(problem: Problem, dtype: str) -> Trial:
    """Rollouts from states of order one, with inputs near those that are given."""
    rollout, rng = problem.rollout, np.random.default_rng(7)
    values = problem.inputs.given()
    each = slice(rollout.moving + rollout.reduced, None)

    def near(x: Array) -> Array:
        with np.errstate(over="ignore"):  # numbers that a precision has no room for are refused where it is called
            found: Array = (x * (1.0 + 0.1 * rng.random(x.shape)) + 1e-3 * rng.random(x.shape)).astype(dtype)
        return found.astype(np.float64)

    rows = np.tile(problem.start(), (ROLLOUTS, 1))
    one = [array.reshape(-1, array.shape[-1])[:1].ravel() for array in values.each.values() if array.size]
    rows[:, each] = near(np.tile(np.concatenate([*one, []]), (ROLLOUTS, 1)))
    rows[:, : 2 * rollout.n] = near(rng.uniform(-1.0, 1.0, (ROLLOUTS, 2 * rollout.n)))
    same, timed = near(values.same), near(values.table(rollout.scheme.nodes, SPAN.step, 0, SPAN.last, rollout.n))

    many = np.tile(rows, (1 + SHAKEN, 1))
    for columns in (slice(2 * rollout.n), each):
        shaken = many[ROLLOUTS:, columns]
        shaken *= 1.0 + SHAKE * np.finfo(dtype).eps * rng.uniform(-1.0, 1.0, shaken.shape)
    blocks, ended = np.ascontiguousarray(many.T), np.full(len(many), -1)
    records = np.empty((SPAN.slots, rollout.recorded, len(many)))
    run_rollouts(rollout, blocks, ended, records, same, timed, SPAN)
    answers, *others = np.split(left(blocks.T, ended, records.reshape(-1, len(many)).T), 1 + SHAKEN)
    return Trial(rows, same, timed, SPAN, answers, _room(answers, others, rollout.moving, CLOSE[dtype]))


def _room(answers: Array, others: list[Array], moving: int, close: float) -> Array:
    """Rounding of numbers as large as those of other rollouts, and what shaking changed."""
    size = np.nan_to_num(np.abs(answers), nan=0.0, posinf=0.0).max(axis=0)
    for part in (size[:moving], size[moving:]):
        np.maximum(part, FAINT * part.max(initial=0.0), out=part)
    with np.errstate(invalid="ignore"):
        changed = np.max([np.abs(other - answers) for other in others], axis=0)
    return np.where(np.isnan(changed), np.inf, close * size + MANY * changed)
