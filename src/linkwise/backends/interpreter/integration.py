"""The meaning of an integration: each step in turn.

The first step with error control, and how steps follow from errors: Hairer, Nørsett & Wanner (1993), II.4 and II.5.
                                                                                                          [hairer1993]
"""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...program import Integration
from ...program.embedded import Embedded
from ...program.integration import APART, BROKEN, CLEAR, FULL, LEAST, MOST, OVER, REACH, SAFETY, Task
from ...program.tableaus import Tableau
from .program import run

Numbers = NDArray[Any]
"""Arrays of doubles. Those of a state may have a second axis, of motions with equal steps: the worst error counts."""

Ask = Callable[[float, Numbers], Any]
"""What is asked of the caller at a time and a state."""


def run_integration(
    integration: Integration, state: Numbers, task: Task, table: Numbers, records: Numbers, ask: Ask | None = None
) -> tuple[int, int]:
    """Step from a state, in place, until the time is over or all records are written: how many were, and why.

    >>> from linkwise.program import TABLEAUS, trace
    >>> grow = trace(lambda t, y, rate: [rate[0] * y[0], y[0]], {"t": 1, "y": 1, "rate": 1}, "grow")
    >>> state, records = np.array([0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0]), np.empty((9, 4))
    >>> rk4 = Integration(grow, 1, 1, 1, TABLEAUS["rk4"])
    >>> run_integration(rk4, state, Task(0.0, 1.0, 0.25, 4), np.array([[np.inf, 1.0]]), records)
    (4, 1)
    >>> records[3].round(3)  # t, y = exp(t), its rate, and what is told
    array([1.   , 2.718, 2.718, 2.718])
    """
    with np.errstate(all="ignore"):
        return _Motion(integration, state, task, table, ask).run(records)


def run_rates(
    integration: Integration, states: Numbers, table: Numbers, gives: Numbers, ask: Ask | None = None
) -> None:
    """The rates, and what is told, at rows of time and state."""
    for row, out in zip(states, gives, strict=True):
        given = table[_row(table, row[0])][1:]
        asked = [] if ask is None or not integration.asked else ask(float(row[0]), row[1:])
        out[:] = run(integration.rate, [*row.tolist(), *given.tolist(), *asked])


def _row(table: Numbers, t: float) -> int:
    """The stretch that a time lies in: the first that ends later, or the last."""
    return min(int(np.searchsorted(table[:, 0], t, side="right")), len(table) - 1)


class _Motion:
    def __init__(self, integration: Integration, state: Numbers, task: Task, table: Numbers, ask: Ask | None):
        self.integration, self.state, self.task, self.table = integration, state, task, table
        self.ask, self.hold = ask if integration.asked else None, ask if integration.held else None
        n, self.t, self.h = integration.size, state[0].max(), state[1].max()
        self.k, self.row = int(state[2].max()), int(state[3].max())
        self.y, self.f, self.told = state[4 : 4 + n], state[4 + n : 4 + 2 * n], state[4 + 2 * n :]

    def run(self, records: Numbers) -> tuple[int, int]:
        """Steps until there is a reason to stop."""
        task, adaptive, count = self.task, self.integration.adaptive, 0
        if self.h <= 0.0:
            self.begin()
        why = FULL if self.t < task.end else OVER
        room = len(records) - bool(self.hold)  # for the beginning of a stretch, which follows the end of the one before
        while why == FULL and (count < room or self._over()):
            if self._over():
                self.enter()
                self._record(records[count], self.t)
                count += 1
                continue
            took = self.adaptive(records[count]) if adaptive else self.fixed(records[count])
            count, why = count + took, (FULL if self.t < task.end else OVER) if took else BROKEN
        self.state[0], self.state[1], self.state[2], self.state[3] = self.t, self.h, self.k, self.row
        return count, why

    def _over(self) -> bool:
        """Whether a stretch with held numbers is over."""
        return self.hold is not None and bool(self.t >= self.table[self.row, 0])

    def enter(self) -> None:
        """Begin a stretch: what is held in it, the rate, and what is told."""
        self.row = self.at(self.t)
        if self.hold is not None:
            numbers = np.asarray(self.hold(self.t, self.y))
            self.table[self.row, 1 : 1 + self.integration.held] = numbers if numbers.ndim == 1 else numbers[:, 0]
        self.f[:], self.told[:] = self.rate(self.t, self.y, self.row)

    def rate(self, t: Any, y: Numbers, row: int) -> tuple[Numbers, Numbers]:
        """ẏ, and what is told."""
        asked = [] if self.ask is None else self.ask(t, y)
        rows = run(self.integration.rate, [t, *y, *self.table[row][1:].tolist(), *asked])
        found = np.stack([np.broadcast_to(x, self.y.shape[1:]) for x in rows])
        return found[: len(self.y)], found[len(self.y) :]

    def at(self, t: float) -> int:
        """The row of the table for a time."""
        return _row(self.table, t)

    def begin(self) -> None:
        """The rate at the start; with error control the first step, h of Hairer's II.4."""
        task = self.task
        self.enter()
        known, self.h = -self.h, task.step
        if not self.integration.adaptive:
            return
        if known > 0.0:
            self.h = known
            return
        scale = task.atol + task.rtol * np.abs(self.y)
        d0, d1 = _size(self.y / scale), _size(self.f / scale)
        left = task.end - self.t
        h0 = min(1e-6 if d0 < 1e-5 or d1 < 1e-5 else 0.01 * d0 / d1, left)
        f1, _ = self.rate(self.t + h0, self.y + h0 * self.f, self.row)
        d2 = _size((f1 - self.f) / scale) / h0
        h1 = max(1e-6, h0 * 1e-3) if d1 <= 1e-15 and d2 <= 1e-15 else float((0.01 / max(d1, d2)) ** 0.125)
        self.h = min(100.0 * h0, h1, left, task.step)

    # ---- fixed steps ------------------------------------------------------------------------------------------------

    def fixed(self, record: Numbers) -> bool:
        """A step to the next time of the grid; whether it is finite."""
        task, method, n, t = self.task, self.integration.method, self.integration.positions, self.t
        assert isinstance(method, Tableau)
        k = self.k
        while (end := task.end if k + 1 >= task.steps else task.begin + (k + 1) * task.step) <= t:
            k += 1
        self.k = k + 1
        if self.hold is not None:  # a stretch may end before, or here up to rounding
            over, near = float(self.table[self.row, 0]), APART * (1.0 + abs(end))
            self.k, end = (k if over < end - near else k + 1), (over if over <= end + near else end)
        h, rates = end - t, [self.f]
        for weights, c in zip(method.A[1:], method.c[1:], strict=True):
            at = t + c * h
            rates.append(self.rate(at, self.y + h * _sum(weights, rates), self._row_of_stage(at))[0])
        y = self.y + h * _sum(method.b, rates)
        if method.staggered:
            y[:n] = self.y[:n] + h * y[n : 2 * n]
        if not np.isfinite(y).all():
            return False
        self.t, self.row, self.y[:] = end, self._row_of_stage(end), y
        self.f[:], self.told[:] = self.rate(end, y, self.row)
        self._record(record, end)
        return True

    def _row_of_stage(self, t: float) -> int:
        """The row for a stage of a fixed step; a step with held numbers lies in one stretch."""
        return self.at(t) if self.hold is None else self.row

    # ---- error control ----------------------------------------------------------------------------------------------

    def adaptive(self, record: Numbers) -> bool:
        """A step as long as accuracy allows; whether there is one."""
        task, method, t = self.task, self.integration.method, self.t
        assert isinstance(method, Embedded)
        stop = min(task.end, float(self.table[self.row, 0]))
        least = CLEAR * float(np.spacing(abs(t)))
        wanted, rejected = max(min(self.h, task.step), least), False
        while True:
            if not wanted >= least:
                self.h = wanted
                return False
            reached = stop - t <= min(REACH * wanted, task.step)
            end = stop if reached else min(t + wanted, stop)
            h, rates = end - t, [self.f]
            for weights, c in zip(method.A[1:], method.c[1:], strict=True):
                rates.append(self.rate(t + c * h, self.y + h * _sum(weights, rates), self.row)[0])
            y = self.y + h * _sum(method.b, rates)
            f, told = self.rate(end, y, self.row)
            rates.append(f)
            error = self._error(rates, y, h)
            factor = MOST if error == 0.0 else SAFETY * error**-0.125
            if error < 1.0:
                break
            wanted, rejected = h * max(LEAST, factor), True  # max(LEAST, NaN) is LEAST
        longer = h * min(1.0 if rejected else MOST, factor)
        self.h = max(longer, wanted) if end < t + wanted else longer
        self._record(record, end, self._dense(method, rates, y, h), y, f, told)
        self.t, self.y[:], self.f[:], self.told[:] = end, y, f, told
        if self.hold is None and end < task.end and end >= self.table[self.row, 0]:
            self.row = max(self.row, self.at(end))
            self.f[:], self.told[:] = self.rate(end, y, self.row)
            self._record(record, end)
        return True

    def _error(self, rates: list[Numbers], y: Numbers, h: float) -> float:
        """The error of a step over what is allowed."""
        method, task, size = self.integration.method, self.task, len(y)
        assert isinstance(method, Embedded)
        scale = task.atol + task.rtol * np.maximum(np.abs(self.y), np.abs(y))
        fifth, third = (((_sum(weights, rates) / scale) ** 2).sum(axis=0) for weights in (method.fifth, method.third))
        errors: Any = np.where(fifth == 0.0, 0.0, h * fifth / np.sqrt((fifth + 0.01 * third) * size))
        return float(errors.max())

    def _dense(self, method: Embedded, rates: list[Numbers], y: Numbers, h: float) -> Numbers:
        """The seven rows of the dense output, or the stages if others are found later."""
        if self.integration.asked:
            return np.concatenate(rates)
        for weights, c in zip(method.more, method.more_c, strict=True):
            rates.append(self.rate(self.t + c * h, self.y + h * _sum(weights, rates), self.row)[0])
        moved = y - self.y
        first = [moved, h * rates[0] - moved, 2.0 * moved - h * (rates[len(method.b)] + rates[0])]
        return np.concatenate([*first, *(h * _sum(weights, rates) for weights in method.dense)])

    def _record(self, record: Numbers, t: float, dense: Any = None, *new: Numbers) -> None:
        """Write time, state, rate and what is told; with `dense` that too."""
        record[0] = t
        each = np.concatenate(new if new else (self.y, self.f, self.told))
        record[1 : 1 + len(each)] = each
        if dense is not None:
            record[1 + len(each) :] = dense


def _sum(weights: Sequence[float], rates: Sequence[Numbers]) -> Numbers:
    (first, rate), *others = [pair for pair in zip(weights, rates, strict=False) if pair[0] != 0.0]
    total: Numbers = first * rate
    for weight, rate in others:
        total = total + weight * rate
    return total


def _size(x: Numbers) -> float:
    """The root of the mean square; the largest over the motions."""
    return float(np.sqrt((x * x).mean(axis=0)).max())
