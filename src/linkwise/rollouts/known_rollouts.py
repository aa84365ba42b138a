"""Known rollouts that code is tried on: by the interpreter, from states of order one, with inputs near those given.

How far apart two right answers can be is measured as for programs (backends/known_answers.py): some rollouts are done
again with everything they begin with shaken by a few roundings.
"""

import numpy as np

from ..backends.interpreter import run_rollouts
from ..backends.known_answers import CLOSE, SHAKE, SHAKEN, Known, room
from ..backends.tiles import left
from ..calls.arrays import Array
from ..program import Span
from .problem import Problem

SPAN = Span(0, 3, 1e-3, every=2)
"""The steps they do: the start, the middle and the end are kept."""

ROLLOUTS = 4
"""How many there are."""

FAINT = 1e-6
"""Numbers below this, relative to the largest around them, may be what others leave when they cancel."""


def known_rollouts(problem: Problem, dtype: str) -> Known:
    """What the code of a problem must answer before it is used."""
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
    same, timed = near(values.same), near(values.table(rollout.tableau.nodes, SPAN.step, 0, SPAN.last, rollout.n))

    many = np.tile(rows, (1 + SHAKEN, 1))
    for columns in (slice(2 * rollout.n), each):
        shaken = many[ROLLOUTS:, columns]
        shaken *= 1.0 + SHAKE * np.finfo(dtype).eps * rng.uniform(-1.0, 1.0, shaken.shape)
    blocks, ended = np.ascontiguousarray(many.T), np.full(len(many), -1)
    records = np.empty((SPAN.slots, rollout.recorded, len(many)))
    run_rollouts(rollout, blocks, ended, records, same, timed, SPAN)
    answers, *others = np.split(left(blocks.T, ended, records.reshape(-1, len(many)).T), 1 + SHAKEN)
    given = {"blocks": rows, "same": same, "timed": timed, "span": np.array(SPAN, float)}
    given["recorded"] = np.array([rollout.recorded], float)
    return Known(given, answers, room(answers, others, CLOSE[dtype] * _sizes(answers, rollout.moving)))


def _sizes(answers: Array, moving: int) -> Array:
    """How large each number is in any of the rollouts."""
    size: Array = np.nan_to_num(np.abs(answers), nan=0.0, posinf=0.0).max(axis=0)
    for part in (size[:moving], size[moving:]):
        np.maximum(part, FAINT * part.max(initial=0.0), out=part)
    return size
