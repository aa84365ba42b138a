"""A rollout written by hand, in which a backend meets everything a rollout can have, and is soon compiled.

Two coupled springs, driven and damped: inputs of all kinds, more than one of each and in mixed order; outputs, and each
kind of reduction on columns of its own; motions that end, at different steps, while their neighbours go on.
"""

from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from linkwise.algebra import sqrt
from linkwise.backends import BACKENDS, AbstractBackend, AbstractRolloutModule, ModuleSpec
from linkwise.backends.tiles import tiled, untiled
from linkwise.program import TABLEAUS, Input, Memory, Reduction, Rollout, Span, check_rollout, trace
from linkwise.program.rollout import REDUCTIONS
from linkwise.rollouts.chunks import Chunk
from linkwise.rollouts.outputs import START

STEP, STEPS, COUNT = 1 / 16, 7, 19
"""A step that both precisions hold exactly; more rollouts than a tile of most machines has lanes."""

INPUTS = (
    Input("mass", 1, "same"),
    Input("push", 2, "timed"),
    Input("stiffness", 1, "each"),
    Input("swing", 1, "timed"),
    Input("limit", 1, "each"),
    Input("drag", 2, "same"),
)

COLUMNS = {"min": (0, 2), "max": (1, 2), "sum": (0, 3), "last": (2, 2), "integral": (1, 3)}
"""The outputs that each kind of reduction is of: the first, and how many."""

WATCHED = ("outputs and reductions", "outputs", "nothing", "samples", "late samples")
"""How much of a rollout is watched; and rollouts with a memory, of which everything is watched."""

PERIOD, DELAY = 3, 2
"""Steps between samples, and until forces that were sampled act."""

QUANTUM = 1 / 64
"""What positions and forces are rounded to: few of the numbers here are near the middle between two multiples."""

ENDS = {3: 0.3, 4: 2.3, 11: 2.3, 17: 5.3}
"""Rollouts whose forces are not numbers from a time on, counted in steps; it is no time at which methods ask."""

STIFF = 8
"""With implicit methods, a rollout so stiff that its stages are not found."""


def rollout(method: str, watched: str) -> Rollout:
    """The springs, stepped by a method."""
    tableau = TABLEAUS[method]
    remembers, late = "samples" in watched, "late" in watched
    rates = 2 if remembers and not tableau.implicit else 0
    rounded = (0.0, QUANTUM) if late else ()
    memory = Memory(rates, 1, True, late, rounded, rounded[::-1]) if remembers else Memory()
    kept = {"z": memory.size, "u": 2} if remembers else {}
    sizes = {"t": 1, "q": 2, "qd": 2, **kept, **{each.name: each.size for each in INPUTS}}

    def forces(t, q, v, *rest):
        *kept, _mass, push, stiffness, swing, limit, drag = rest
        held = 0.1 * sqrt(limit[0] - t[0])
        f = [stiffness[0] * (q[1 - i] - 2.0 * q[i]) + push[i] * swing[0] - drag[i] * v[i] + held for i in range(2)]
        return [x + y for x, y in zip(f, kept[1], strict=True)] if kept else f

    def accelerations(t, q, v, *rest):
        qdd = [f / rest[-6][0] for f in forces(t, q, v, *rest)]
        return [*qdd, *([v[0] - rest[0][0], q[1] + 0.25 * rest[1][0] * t[0]] if rates else [])]

    def control(t, q, v, z, u, mass, push, stiffness, swing, limit, drag):
        return [push[0] - 0.5 * q[0] - z[0], swing[0] * v[1] + z[-1] - q[1] * limit[0], z[-1] + 0.25 * q[1] + t[0]]

    def canonical(t, q, p, *rest):
        v = [x / rest[-6][0] for x in p]
        return [*v, *forces(t, q, v, *rest)]

    def outputs(t, q, v, *rest):
        last = rest[0][0] * rest[1][1] if remembers else rest[-5][1]
        return [q[0] + t[0], v[1] * rest[-6][0], q[0] * q[1], last - q[1]]

    def program(function, name):
        return trace(function, sizes, name)

    found = Rollout(
        2,
        tableau,
        INPUTS,
        program(canonical if tableau.implicit else accelerations, "rate"),
        None if watched == "nothing" else program(outputs, "watch"),
        program(lambda t, q, v, *rest: [rest[-6][0] * x for x in v], "momentum") if tableau.implicit else None,
        program(lambda t, q, p, *rest: [x / rest[-6][0] for x in p], "velocity") if tableau.implicit else None,
        tuple(Reduction(kind, *COLUMNS[kind]) for kind in REDUCTIONS) if watched == WATCHED[0] or remembers else (),
        memory,
        program(control, "control") if remembers else None,
    )
    check_rollout(found)
    return found


class Plan(NamedTuple):
    """The steps between which spans lie, how often states are kept, and where tables of timed inputs begin."""

    cuts: tuple[int, ...]
    every: int
    tables: tuple[int, ...] = (0,)

    def spans(self, nodes: int) -> Iterator[tuple[Span, slice]]:
        """The spans, and the rows of the whole table of timed inputs that each one gets."""
        for first, last in pairwise(self.cuts):
            begin = max(step for step in self.tables if step <= first)
            end = min((step for step in self.tables if step > first), default=STEPS)
            table = slice(begin * nodes, end * nodes + 1)
            yield Span(first, last, STEP, self.every, last == STEPS, table.start, PERIOD, DELAY), table


class Motions(NamedTuple):
    """What rollouts leave: q and v, with implicit methods p, and reductions (N, columns); the codes of their ends; the
    records (N, slots, columns)."""

    blocks: np.ndarray
    ended: np.ndarray
    records: np.ndarray

    def same(self, truth: "Motions", tolerance: float) -> bool:
        """Whether these are the true motions, relative to the largest number of each."""
        apart, size = (
            np.concatenate([blocks, records.reshape(COUNT, -1)], axis=1)
            for blocks, records in (
                (self.blocks - truth.blocks, self.records - truth.records),
                (truth.blocks, truth.records),
            )
        )
        near = np.abs(apart).max(axis=1) <= tolerance * np.abs(size).max(axis=1)
        return bool(near.all()) and np.array_equal(self.ended, truth.ended)


def compiled(backend: AbstractBackend, rollout: Rollout, dtype: str, width: int | None = None) -> AbstractRolloutModule:
    """The springs' code, without its self-test: what that overlooks is looked for here."""
    spec = ModuleSpec(
        "rollout", repr((rollout, rollout.programs)), lambda: rollout, dtype=dtype, layout="tiles", width=width
    )
    module = backend.load(spec, backend.compile(spec, rollout))
    assert isinstance(module, AbstractRolloutModule)
    return module


def motions(module: AbstractRolloutModule, rollout: Rollout, plan: Plan) -> Motions:
    """The motions, span after span."""
    rows, same, timed = (x.astype(module.spec.dtype) for x in _given(rollout))
    chunk, records = Chunk.of(tiled(rows, module.lanes)), []
    for span, table in plan.spans(len(rollout.tableau.nodes)):
        kept = chunk.run(module, rollout, same, timed[table], span)
        records += [untiled(kept, COUNT)] if span.slots else []
    blocks = untiled(chunk.blocks, COUNT)
    state = blocks[:, : rollout.stages.start if rollout.tableau.implicit else rollout.state]  # stages may be NaN
    state = np.concatenate([state, blocks[:, rollout.held : rollout.moving]], axis=1)
    reduced = blocks[:, rollout.moving : rollout.moving + rollout.reduced]
    return Motions(
        np.concatenate([state, reduced], axis=1), chunk.ended.reshape(-1)[:COUNT], np.concatenate(records, axis=1)
    )


@cache
def truth(method: str, watched: str, every: int) -> Motions:
    """The motions by the interpreter, in one span."""
    springs = rollout(method, watched)
    return motions(compiled(BACKENDS["interpreter"], springs, "float64"), springs, Plan((0, STEPS), every))


def _given(rollout: Rollout) -> tuple[np.ndarray, ...]:
    """The blocks in rows, the inputs all share, and the table of timed ones: numbers that both precisions hold."""
    rng = np.random.default_rng(11)
    rows = np.zeros((COUNT, rollout.columns))
    rows[:, : 2 * rollout.n] = rng.uniform(-1.0, 1.0, (COUNT, 2 * rollout.n))
    rows[:, 2 * rollout.n : rollout.state] = np.random.default_rng(12).uniform(-1.0, 1.0, (COUNT, rollout.memory.size))
    at = rollout.moving
    for reduction in rollout.reductions:
        rows[:, at : at + reduction.size] = START[reduction.kind]
        at += reduction.columns
    stiffness, limit = rng.uniform(1.0, 6.0, COUNT), np.full(COUNT, 100.0)
    if rollout.tableau.implicit:
        stiffness[STIFF] = 12.0 / STEP**2
    limit[list(ENDS)] = list(ENDS.values())
    rows[:, at:] = np.stack([stiffness, STEP * limit], axis=1)
    timed = rng.uniform(-2.0, 2.0, (STEPS * len(rollout.tableau.nodes) + 1, rollout.width("timed")))
    return tuple(x.astype(np.float32).astype(np.float64) for x in (rows, np.array([1.5, 0.25, 0.5]), timed))
