"""Torques that jump in time where no break was given: steps may have passed over them.

A torque of a millisecond is over before a step of a tenth of a second has asked for it. After a run each of the
caller's functions is looked at again, as a function of time alone, its state being that of the last row: on a grid
finer than the steps, and on both sides of the numbers that are written in the function, which may be times. Where its
values differ, halving the interval tells a jump from a steep rise: the change of a smooth function goes to 0.

Where a function's answers along the motion are known from the steps, only the gaps between them are filled, at states
between the rows, and intervals are halved only where the values do not lie on a smooth curve (see `roughness`).
"""

import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import combinations
from types import CodeType, FunctionType, MethodType
from typing import Any

import numpy as np

from ..calls.arrays import Array
from ..calls.checks import is_number
from ..contact.acting import ActingContact
from ..trajectories import AbstractTrajectory
from .breaks import apart
from .compiled_steps import CompiledSteps
from .dense_output import interpolated
from .plant import Plant
from .record import Record
from .roughness import rough_intervals
from .stepping import Stepper

POINTS, POINTS_OF_FEEDBACK = (200, 5000), (100, 2000)
"""The least and the most times at which functions of time, and of time and state, are looked at."""

PER_ROW = 4
"""Times for each row, for functions of time alone: a step has asked for three times as many."""

WIDE = 2.0
"""A gap between known answers is filled if it is wider than this many of the grid's: most are far narrower."""

SUSPECTS = 8
"""How many of the greatest changes are looked into."""

MOST_NUMBERS = 16
"""A function with more numbers written in it than this does not have its times among them."""

BESIDE = 1e-9
"""How far from a number its two sides are, relative to it."""

STILL_THERE = 0.05
"""The share of a change that is left at a jump however short the interval; the rest is a slope."""

SHORT = 1e-12
"""An interval as short as this, relative to its time, has no slope left in it."""

RELATIVE, ROUNDING = 1e-6, 1e-9
"""Changes below this, relative to a torque's range and to its size, are of no interest."""

MOST_SHOWN = 4
"""So many jumps are listed."""

Answers = tuple[Array, Array, Array]
"""Times, values there, and the numbers of their stretches."""

Value = Callable[[float], Array]
"""A function of time alone."""


def jumps_told(plant: Plant, record: Record, breaks: list[float], drives: Mapping[str, Any], stepper: Stepper) -> str:
    """What a message says about the caller's functions `drives`, by name, that jump elsewhere; empty if none do."""
    told, known = [], dict[str, slice]()
    along = None
    if isinstance(stepper, CompiledSteps) and not stepper.handed_over:
        known, along = stepper.functions.places(), stepper.functions.heard.along()
    for name, function in _functions(drives):
        answers = None if along is None or name not in known else (along[0], along[1][:, known[name]], along[2])
        try:
            found = _jumps(function, plant.n, record, breaks, answers)
        except Exception:  # it was right at the times and states of the run: nothing is said about others
            continue
        if found:
            listed = ", ".join([*(f"{t:.9g}" for t in found[:MOST_SHOWN]), *(["…"] if len(found) > MOST_SHOWN else [])])
            told.append(f"{name} jumps at t = {listed}; breaks=[{listed}] makes steps end there.")
    return " ".join(told)


def _functions(drives: Mapping[str, Any]) -> Iterable[tuple[str, Callable[..., Any]]]:
    """The caller's own functions (t, q, qd) among what drives a run."""
    for name, drive in drives.items():
        inputs = getattr(drive, "inputs", None)
        if isinstance(inputs, Mapping):  # a compiled controller: its functions of time are the caller's
            for each, value in inputs.items():
                timed = value[1] if isinstance(value, tuple) and value[:1] == ("timed",) else value
                if callable(timed) and not isinstance(timed, AbstractTrajectory):
                    yield f"{name}'s input '{each}'", _OfTime(timed)
        elif callable(drive) and not hasattr(drive, "force") and not isinstance(drive, ActingContact):
            yield name, drive


class _OfTime:
    """A function of t, called with a state as well."""

    def __init__(self, function: Callable[[float], Any]):
        self.function = function

    def __call__(self, t: float, q: Array, qd: Array) -> Any:
        return self.function(t)


def _jumps(
    function: Callable[..., Any], n: int, record: Record, breaks: list[float], answers: Answers | None
) -> list[float]:
    """The times at which a function jumps in time, but for breaks; as far as they are found.

    `answers` are its values along the motion at increasing times, as far as they are known, with their stretches.
    """
    rows, states, qdd, _ = record.columns()
    if len(rows) < 2:
        return []

    def value(t: float, row: int) -> Array:
        y = states[row]
        return np.array(function(t, y[:n].copy(), y[n : 2 * n].copy()), dtype=float).ravel()

    middle, last = len(rows) // 2, len(rows) - 1
    when = float(rows[middle])
    there = None if answers is None else _heard(answers, when)
    if there is None:
        there = value(when, middle)
        if not np.array_equal(there, value(when, middle)):
            return []  # a random one
    alone = np.array_equal(there, value(when, last))  # it gives the same at other states
    alone = alone and all(np.array_equal(value(float(t), 0), value(float(t), last)) for t in (rows[0], rows[-1]))
    least, most = POINTS if alone else POINTS_OF_FEEDBACK
    count = min(max((PER_ROW if alone else 1) * len(rows), least), most)
    if answers is None:
        sides = [t + side * 2.0 * apart(t) for t in breaks for side in (-1.0, 1.0)]
        grid = np.unique(np.append(np.linspace(rows[0], rows[-1], count), sides))
        grid = grid[(grid >= rows[0]) & (grid <= rows[-1])]
        at = np.clip(np.searchsorted(rows, grid, side="right") - 1, 0, last)
        values = np.array([value(t, row) for t, row in zip(grid.tolist(), at.tolist(), strict=True)])
        least_change = _least(values)
        extent = np.ptp(values, axis=0)
        change = (np.abs(np.diff(values, axis=0)) / np.where(extent > 0.0, extent, 1.0)).max(axis=1)
        greatest = [int(k) for k in np.argsort(change)[::-1][:SUSPECTS] if change[k] > 0.0]
    else:
        motion = (rows, states[:, :n], states[:, n : 2 * n], qdd)
        grid, values, stretches = _filled(function, answers, motion, (rows[-1] - rows[0]) / (count - 1))
        least_change = _least(values)
        greatest = rough_intervals(grid, values, stretches, least_change)[:SUSPECTS]
    intervals = [(float(grid[k]), float(grid[k + 1])) for k in greatest]
    intervals += [(t - BESIDE * (1.0 + t), t + BESIDE * (1.0 + t)) for t in _numbers(function, rows[0], rows[-1])]
    if intervals and answers is not None and not np.array_equal(value(when, middle), value(when, middle)):
        return []  # a random one, whose answers lie on no curve
    known, found = [*breaks, float(rows[0]), float(rows[-1])], list[float]()
    for low, high in intervals:
        row = int(np.clip(np.searchsorted(rows, low, side="right") - 1, 0, last))
        t = _jump(lambda t, row=row: value(t, row), low, high, least_change)  # type: ignore[misc]
        if t is not None and all(abs(t - other) > BESIDE * (1.0 + abs(t)) for other in [*known, *found]):
            found.append(t)
    return sorted(found)


def _heard(answers: Answers, t: float) -> Array | None:
    """The answer at a time, if it was given."""
    k = int(np.searchsorted(answers[0], t))
    here: Array | None = answers[1][k] if k < len(answers[0]) and answers[0][k] == t else None
    return here


def _least(values: Array) -> Array:
    """The least change of interest."""
    high, low = values.max(axis=0), values.min(axis=0)
    least: Array = RELATIVE * (high - low) + ROUNDING * np.maximum(np.abs(high), np.abs(low))
    return least


def _filled(
    function: Callable[..., Any], answers: Answers, motion: tuple[Array, Array, Array, Array], longest: float
) -> Answers:
    """Answers along a motion (t, q, q̇, q̈), and new ones where times are farther apart than `longest`."""
    times, values, stretches = answers
    gaps = np.where(stretches[1:] == stretches[:-1], np.diff(times), 0.0)
    parts = np.where(gaps > WIDE * longest, np.ceil(gaps / longest), 1.0).astype(int)
    more = [(k, times[k] + gaps[k] * j / parts[k]) for k in np.flatnonzero(parts > 1) for j in range(1, parts[k])]
    if not more:
        return answers
    before, when = np.array([k for k, _ in more]), np.array([t for _, t in more])
    there = interpolated(*motion, (), when)
    states = zip(when.tolist(), there.q, there.qd, strict=True)
    new = [np.array(function(t, q.copy(), qd.copy()), float).ravel() for t, q, qd in states]
    order = np.argsort(np.concatenate([np.arange(len(times)), before + 0.5]), kind="stable")
    columns = ((times, when), (values, np.array(new)), (stretches, stretches[before]))
    filled = [np.concatenate(pair)[order] for pair in columns]
    return filled[0], filled[1], filled[2]


def _jump(f: Value, low: float, high: float, least: Array) -> float | None:
    """The time at which f jumps between two times; None if its change there is too small, or goes to 0."""
    first, last = f(low), f(high)
    whole = np.abs(last - first)
    k = int(np.argmax(np.where(whole > least, whole, 0.0)))
    if not whole[k] > least[k]:
        return None
    while high - low > SHORT * (1.0 + abs(high)):
        middle = 0.5 * (low + high)
        between = f(middle)
        if abs(between[k] - first[k]) > abs(last[k] - between[k]):
            high, last = middle, between
        else:
            low, first = middle, between
        if not abs(last[k] - first[k]) > STILL_THERE * whole[k]:
            return None
    return float(f"{high:.11g}")


def _numbers(function: Any, begin: float, end: float) -> list[float]:
    """The numbers written in a function that may be times of a run, and sums of two of them."""
    function = getattr(function, "function", function)
    values: list[Any] = list(getattr(function, "__dict__", {}).values())
    if isinstance(function, MethodType):
        values += vars(function.__self__).values() if hasattr(function.__self__, "__dict__") else []
        function = function.__func__
    if not isinstance(function, FunctionType):
        function = getattr(type(function), "__call__", function)  # noqa: B004
    if isinstance(function, FunctionType):
        names = inspect.getclosurevars(function)
        values += [*names.nonlocals.values(), *names.globals.values(), *(function.__defaults__ or ())]
        values += _constants(function.__code__)
    flat = [x for value in values for x in (_few(value) if isinstance(value, list | tuple) else [value])]
    numbers = sorted({abs(float(x)) for x in flat if is_number(x) and np.isfinite(x) and x != 0.0})[:MOST_NUMBERS]
    times = {*numbers, *(a + b for a, b in combinations(numbers, 2))}
    return sorted(t for t in times if begin < t < end)


def _few(values: Sequence[Any]) -> Sequence[Any]:
    """The entries of a short list; a long one is no list of times, but what a function has written down."""
    return values if len(values) <= MOST_NUMBERS else ()


def _constants(code: CodeType) -> list[Any]:
    """The constants of a function's code, and of functions defined in it."""
    inner = [x for each in code.co_consts if isinstance(each, CodeType) for x in _constants(each)]
    return [*code.co_consts, *inner]
