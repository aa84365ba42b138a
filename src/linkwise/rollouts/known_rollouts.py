"""The self-test of a compiled rollout: short motions by the interpreter, from states of order one.

They are done in two spans, as long motions are, each with its own table of timed inputs, and one of them ends early.
How far apart two correct answers may be is measured as for programs (backends/known_answers.py): the motions are
repeated with the states and inputs they start from perturbed by a few roundings.
"""

import numpy as np

from ..backends.interpreter import run_rollouts
from ..backends.known_answers import CLOSE, SHAKE, SHAKEN, Known, tolerance
from ..backends.tiles import results
from ..calls.arrays import Array
from ..program import Rollout, Span
from ..program.rollout import NOT_SETTLED
from .problem import Problem

STEP, STEPS, EVERY = 1e-3, 5, 2
"""Five steps; the states at the start, after two and four steps and at the end are kept."""

CUT = 1
"""The step at which the second span begins: one whose state is not kept, so that its first record comes later. It keeps
three: one in each place that is not the first."""

PERIOD, DELAY = 3, 2
"""Steps between samples of a controller, and until its torques act if they are late."""

ROLLOUTS, ENDING = 5, 1
"""How many motions are tried, and which of them begins with infinite velocities: it ends in its first step."""

FAINT = 1e-6
"""Numbers below this, relative to the largest around them, may be the remainder of terms that cancel."""


def known_rollouts(problem: Problem, dtype: str) -> Known:
    """What the compiled code of a problem must reproduce before it is used."""
    rollout, rng = problem.rollout, np.random.default_rng(7)
    values = problem.inputs.values()
    state, each = slice(rollout.state), slice(rollout.moving + rollout.reduced, None)

    def near(x: Array) -> Array:
        with np.errstate(over="ignore"):  # what the precision cannot hold is refused when the kernel is called
            numbers: Array = (x * (1.0 + 0.1 * rng.random(x.shape)) + 1e-3 * rng.random(x.shape)).astype(dtype)
        return numbers.astype(np.float64)

    rows = np.tile(problem.start(), (ROLLOUTS, 1))
    first = [array.reshape(-1, array.shape[-1])[:1].ravel() for array in values.each.values() if array.size]
    rows[:, each] = near(np.tile(np.concatenate([*first, []]), (ROLLOUTS, 1)))
    rows[:, state] = near(rng.uniform(-1.0, 1.0, (ROLLOUTS, rollout.state)))
    rows[ENDING, rollout.n : 2 * rollout.n] = np.inf
    nodes = rollout.tableau.nodes
    same, timed = near(values.same), near(values.table(nodes, STEP, 0, STEPS, rollout.n))
    whole = Span(0, STEPS, STEP, EVERY, period=PERIOD, delay=DELAY * rollout.memory.delays)
    spans = [whole._replace(last=CUT, finish=False), whole._replace(first=CUT, table=CUT * len(nodes))]

    starts = np.tile(rows, (1 + SHAKEN, 1))
    for columns in (state, each):
        perturbed = starts[ROLLOUTS:, columns]
        perturbed *= 1.0 + SHAKE * np.finfo(dtype).eps * rng.uniform(-1.0, 1.0, perturbed.shape)
    blocks, ended = np.ascontiguousarray(starts.T), np.full(len(starts), -1)
    records = [np.empty((span.slots, rollout.recorded, len(starts))) for span in spans]
    for span, kept in zip(spans, records, strict=True):
        run_rollouts(rollout, blocks, ended, kept, same, timed[span.table :], span)
    every = np.concatenate(records).reshape(-1, len(starts))
    answers, *others = np.split(results(blocks.T, ended, every.T), 1 + SHAKEN)
    given = {
        "blocks": rows,
        "same": same,
        "timed": timed,
        "spans": np.array(spans, float),
        "recorded": np.array([rollout.recorded], float),
    }
    most = tolerance(answers, others, CLOSE[dtype] * _sizes(answers, rollout))
    unsettled = np.reshape((ended >= 0) & (ended % 2 == NOT_SETTLED), (-1, ROLLOUTS)).any(axis=0)
    most[unsettled] = np.inf  # stages that one precision does not find, another may
    return Known(given, answers, most)


def _sizes(answers: Array, rollout: Rollout) -> Array:
    """The largest size of each number over the rollouts, but at least `FAINT` of those around it. Stages of implicit
    steps are as large as the largest of all joints: a joint's rate may be what is left of torques that cancel."""
    moving = rollout.moving
    size: Array = np.nan_to_num(np.abs(answers), nan=0.0, posinf=0.0).max(axis=0)
    for part in (size[:moving], size[moving:]):
        np.maximum(part, FAINT * part.max(initial=0.0), out=part)
    if not rollout.tableau.implicit:
        return size
    stages = size[rollout.stages].reshape(-1, rollout.n)
    stages[:] = stages.max(axis=1, initial=0.0, keepdims=True)
    return size
