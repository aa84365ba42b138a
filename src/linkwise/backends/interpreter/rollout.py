"""The meaning of a rollout: each step in turn."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...program import Rollout, Span
from ...program.rollout import MOST_ITERATIONS, NOT_FINITE, NOT_SETTLED, SETTLED
from .program import run

Numbers = NDArray[Any]
"""Arrays of either precision."""

Columns = Numbers
"""One row for each number, one column for each rollout."""


def run_rollouts(
    rollout: Rollout, blocks: Columns, ended: Numbers, records: Numbers, same: Numbers, timed: Numbers, span: Span
) -> None:
    """Do the steps of a span, in place: blocks (columns, N), ended (N), records (slots, columns, N)."""
    with np.errstate(all="ignore"):
        _Loop(rollout, blocks, ended, same, timed, span).run(records)


class _Loop:
    def __init__(self, rollout: Rollout, blocks: Columns, ended: Numbers, same: Numbers, timed: Numbers, span: Span):
        self.rollout, self.blocks, self.ended, self.span = rollout, blocks, ended, span
        self.same, self.timed, self.h, self.k = same.ravel(), timed, span.step, span.first
        self.n, self.z = rollout.n, blocks[2 * rollout.n : rollout.state]
        self.q, self.v = blocks[: self.n], blocks[self.n : 2 * self.n]
        self.p = blocks[rollout.state : rollout.state + self.n]

    def run(self, records: Numbers) -> None:
        """Do the steps and fill the records."""
        rollout, span, slot = self.rollout, self.span, 0
        if rollout.tableau.implicit and span.first == 0:
            self.p[:] = self.ask("momentum", 0.0, self.q, self.v)
        for self.k in range(span.first, span.last):
            self.sample()
            hit = bool(span.every) and self.k % span.every == 0
            y = self.look() if rollout.reductions or hit else self.q[:0]
            if hit:
                records[slot] = [*self.q, *self.v, *self.z, *y]
                slot += 1
            self.implicit() if rollout.tableau.implicit else self.explicit()
        if span.finish:
            self.k = span.last
            self.sample()
            records[slot] = [*self.q, *self.v, *self.z, *self.look()]

    def ask(self, name: str, part: float, q: Columns, v: Columns, z: Columns | None = None) -> Columns:
        """The outputs of a program at a fraction of the step."""
        rollout, nodes = self.rollout, self.rollout.tableau.nodes
        row = self.k * len(nodes) + (len(nodes) if part == 1.0 else nodes.index(part))
        starts = {"same": self.same, "each": self.blocks[rollout.moving + rollout.reduced :]}
        starts["timed"] = self.timed[row - self.span.table] if self.timed.size else self.same[:0]
        at = dict.fromkeys(starts, 0)
        held = self.blocks[rollout.held : rollout.held + self.n] if rollout.memory.holds else ()
        inputs: list[Any] = [self.h * (self.k + part), *q, *v, *(self.z if z is None else z), *held]
        for each in rollout.inputs:
            inputs += list(starts[each.kind][at[each.kind] : at[each.kind] + each.size])
            at[each.kind] += each.size
        rows = run(getattr(rollout, name), inputs)
        return np.stack([np.broadcast_to(x, self.ended.shape) for x in rows]) if rows else np.empty((0, len(q[0])))

    # ---- samples ----------------------------------------------------------------------------------------------------

    def sample(self) -> None:
        """At the start of a step: the forces that arrive now are held from now on; at a sample there are new ones."""
        rollout, span, n, memory = self.rollout, self.span, self.n, self.rollout.memory
        if not memory.holds:
            return
        alive, held = self.ended < 0, rollout.held
        if memory.delays and self.k >= span.delay and (self.k - span.delay) % span.period == 0:
            now, arriving = self.blocks[held : held + n], self.blocks[held + n : held + 2 * n]
            now[:] = np.where(alive, arriving, now)
        if self.k % span.period == 0:
            found = self.ask("control", 0.0, _rounded(self.q, memory.resolution), self.v)
            place = slice(held + n, held + 2 * n) if memory.delays else slice(held, held + n)
            self.blocks[place] = np.where(alive, _rounded(found[:n], memory.quantum), self.blocks[place])
            self.z[memory.rates :] = np.where(alive, found[n:], self.z[memory.rates :])

    # ---- steps ------------------------------------------------------------------------------------------------------

    def explicit(self) -> None:
        """x + h Σ b k, stage after stage."""
        tableau, n, rates = self.rollout.tableau, self.n, self.rollout.memory.rates
        velocities, others = [self.v.copy()], [self.ask("rate", tableau.c[0], self.q, self.v)]  # those of v and z
        for weights, part in zip(tableau.A[1:], tableau.c[1:], strict=True):
            more = self.h * _sum(weights, others)
            v, z = self.v + more[:n], np.concatenate([self.z[:rates] + more[n:], self.z[rates:]])
            q = self.q + self.h * _sum(weights, velocities)
            velocities.append(v)
            others.append(self.ask("rate", part, q, v, z))
        more = self.h * _sum(tableau.b, others)
        v = self.v + more[:n]
        q = self.q + self.h * _sum(tableau.b, [v] if tableau.staggered else velocities)
        self.commit(np.concatenate([q, v, self.z[:rates] + more[n:]]))

    def implicit(self) -> None:
        """Stages are iterated until they no longer get closer; a rollout that has settled is left as it is."""
        n, tableau, x = self.n, self.rollout.tableau, np.concatenate([self.q, self.p])
        stages = self.blocks[self.rollout.stages].reshape(len(tableau.b), 2 * n, -1)
        bound = SETTLED[str(x.dtype)] * np.maximum(1.0, abs(self.q).max(axis=0))
        settled, before = self.ended >= 0, [np.full(self.ended.shape, np.inf)] * 2
        for _ in range(MOST_ITERATIONS):
            changes, broken = [np.zeros(self.ended.shape)] * 2, np.zeros(self.ended.shape, bool)
            for i, part in enumerate(tableau.c):
                inner = x + self.h * _sum(tableau.A[i], stages)
                new = self.ask("rate", part, inner[:n], inner[n:])
                change = abs(new - stages[i])
                changes = [np.fmax(changes[0], change[:n].max(axis=0)), np.fmax(changes[1], change[n:].max(axis=0))]
                broken |= ~np.isfinite(new).all(axis=0)
                stages[i] = np.where(settled, stages[i], new)
            close = self.h * changes[0] <= bound
            still = [(c == 0) | ((c >= b) & (b > 0)) for c, b in zip(changes, before, strict=True)]
            settled, before = settled | (close & still[0] & still[1]) | broken, changes
            if settled.all():
                break
        x = x + self.h * _sum(tableau.b, stages)
        v = self.ask("velocity", 1.0, x[:n], x[n:])
        self.commit(np.concatenate([x[:n], v, self.z, x[n:]]), ~settled & ~close)

    def commit(self, new: Columns, unsettled: Numbers | bool = False) -> None:
        """Rollouts go on if the new state is finite and settled, and end if not."""
        alive, good = self.ended < 0, np.isfinite(new).all(axis=0)
        keep = alive & good & ~np.asarray(unsettled)
        self.blocks[: len(new)] = np.where(keep, new, self.blocks[: len(new)])
        why = np.where(np.asarray(unsettled) & good, NOT_SETTLED, NOT_FINITE)
        self.ended[:] = np.where(alive & ~keep, 2 * (self.k + 1) + why, self.ended)

    # ---- looking ----------------------------------------------------------------------------------------------------

    def look(self) -> Columns:
        """The outputs, with which the reductions are updated."""
        rollout, alive = self.rollout, self.ended < 0
        if rollout.watch is None:
            return np.empty((0, len(self.ended)))
        watched, at = self.ask("watch", 0.0, self.q, self.v), rollout.moving
        for reduction in rollout.reductions:
            old = self.blocks[at : at + reduction.columns]
            y = watched[reduction.first : reduction.first + reduction.size]
            half = 0.5 * self.h if self.k else 0.0
            old[:] = np.where(alive, _REDUCED[reduction.kind](old, y, half), old)
            at += reduction.columns
        return watched


def _rounded(x: Columns, quanta: Sequence[float]) -> Columns:
    """Each number as a whole multiple of its quantum, where that is not 0."""
    rows = [np.rint(each / quantum) * quantum if quantum else each for each, quantum in zip(x, quanta, strict=False)]
    return np.stack(rows) if rows else x


def _sum(weights: Sequence[float], rates: Any) -> Columns:
    pairs = [(weight, rate) for weight, rate in zip(weights, rates, strict=False) if weight != 0.0]
    total: Columns = sum((weight * rate for weight, rate in pairs[1:]), pairs[0][0] * pairs[0][1])
    return total


_REDUCED: dict[str, Callable[[Columns, Columns, float], Columns]] = {
    "min": lambda old, y, half: np.minimum(old, y),
    "max": lambda old, y, half: np.maximum(old, y),
    "sum": lambda old, y, half: old + y,
    "last": lambda old, y, half: y,
    "integral": lambda old, y, half: np.concatenate([old[: len(y)] + half * (old[len(y) :] + y), y]),
}
