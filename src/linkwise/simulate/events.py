"""Events: functions of time and state whose sign changes, and joint limits."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from ..calls.arrays import Array, as_written
from ..calls.checks import is_number, is_whole
from ..errors import BadArray, UnknownName, plain, shown
from .caller_function import CallerFunction, Trouble
from .margins import Limit, Margins
from .mode_changes import bisect
from .stepping import Step
from .system import System


@as_written
class Event(NamedTuple):
    """Something that happened in a run: when, what, and the state then.

    >>> import linkwise
    >>> run = linkwise.load("pendulum").simulate([0.5], t=0.6, events={"down": lambda t, q, qd: q[0]})
    >>> [(event.name, round(event.t, 3), event.qd.round(3)) for event in run.events]
    [('down', 0.416, array([-1.898]))]
    """

    t: float
    name: str
    q: Array
    qd: Array

    def __repr__(self) -> str:
        return f"Event(t={self.t:.9g}, {shown(self.name)})"


@dataclass
class Watched:
    """A function (t, q, qd) -> number; the run ends at change of sign number `terminal`, never if that is 0."""

    name: str
    function: CallerFunction
    terminal: int
    direction: float
    limit: Limit | None = None
    """The joint limit it is, if it is one."""
    sign: float = 0.0
    count: int = 0

    def value(self, t: float, y: Array, n: int) -> float:
        """The function at a state."""
        return float(self.function(t, y[:n], y[n : 2 * n])[0])

    def crossed(self, value: float) -> bool:
        """Whether the sign has changed in the direction looked for: coming to 0 is a change, leaving 0 is not."""
        if self.sign < 0.0 <= value:
            return self.direction >= 0.0
        return self.sign > 0.0 >= value and self.direction <= 0.0

    def crossing(self, step: Step, end: float, n: int) -> float:
        """When the sign changed within a step, given a later time by which it has."""
        return bisect(lambda s: self.crossed(self.value(s, step.at(s), n)), step.t0, end)


class Watch:
    """All events of a run: those looked for (`every`), and those that happened (`events`)."""

    def __init__(self, every: list[Watched], n: int):
        self.every, self.n, self.events = every, n, list[Event]()
        self.limited = [each for each in every if each.limit is not None]
        self.functions = [each for each in every if each.limit is None]
        self.margins = Margins.of([each.limit for each in self.limited if each.limit is not None], n)

    def begin(self, t: float, y: Array) -> None:
        """Record the signs at the start."""
        for each, value in self._values(t, y):
            each.sign = float(np.sign(value))

    def _values(self, t: float, y: Array) -> list[tuple[Watched, float]]:
        """The value of every function, and of every margin, at a state."""
        margins = iter(self.margins(y[None])[0].tolist())
        return [(each, next(margins) if each.limit is not None else each.value(t, y, self.n)) for each in self.every]

    def quiet(self, t: Array, y: Array) -> int:
        """How many of the next states, rows of y at times t, no sign changes up to; the signs are then theirs."""
        quiet = len(t)
        if self.limited:
            signs = np.sign(self.margins(y))
            before = np.concatenate([[[each.sign for each in self.limited]], signs[:-1]])
            changes = ((before > 0.0) & (signs <= 0.0)).any(axis=1)  # limits are watched for values that fall below 0
            quiet = int(np.argmax(changes)) if changes.any() else quiet
        for k in range(quiet if self.functions else 0):
            values = [each.value(float(t[k]), y[k], self.n) for each in self.functions]
            if any(
                each.crossed(value) or not np.isfinite(value)
                for each, value in zip(self.functions, values, strict=True)
            ):
                quiet = k
                break
            for each, value in zip(self.functions, values, strict=True):
                each.sign = float(np.sign(value))
        if self.limited and quiet:
            for each, sign in zip(self.limited, signs[quiet - 1].tolist(), strict=True):
                each.sign = sign
        return quiet

    def look(self, step: Step, end: float) -> tuple[float, str] | None:
        """Note the events in a step up to a time; time and name of the one that ends the run, if there is one."""
        n, crossings = self.n, list[tuple[float, Watched]]()
        for each, last in self._values(end, step.y1 if end == step.t1 else step.at(end)) if self.every else ():
            if each.crossed(last):
                crossings.append((each.crossing(step, end, n), each))
            each.sign = float(np.sign(last))
        for t, each in sorted(crossings, key=lambda pair: pair[0]):
            self.note(t, each.name, step.at(t))
            each.count += 1
            if each.terminal and each.count >= each.terminal:
                return t, each.name
        return None

    def note(self, t: float, name: str, y: Array) -> None:
        """Keep an event."""
        self.events.append(Event(t, name, y[: self.n].copy(), y[self.n : 2 * self.n].copy()))


def watch(system: System, events: Any, stops: str, trouble: Trouble) -> Watch:
    """All events to look for, checked."""
    listed = [events] if callable(events) or isinstance(events, str) else events
    try:
        named = list(
            events.items() if isinstance(events, Mapping) else ((_name(e, i), e) for i, e in enumerate(listed))
        )
    except TypeError:
        raise BadArray(
            f"events is {plain(repr(events), 60)}.",
            "A list of functions (t, q, qd) -> number was expected.",
            'events="limits" notes joint limits.',
        ) from None
    every: list[Watched] = []
    for name, each in named:
        if isinstance(each, str) and each == "limits":
            every += _limits(system, trouble, ("lower", "upper", "velocity"))
        elif callable(each):
            every.append(_function(str(name), each, trouble))
        else:
            raise UnknownName(
                "event", each, "linkwise.simulate", ["limits"], "or give a function (t, q, qd) -> number."
            )
    if stops == "event":
        every += _limits(system, trouble, ("lower", "upper"))
    return Watch(every, system.n)


def _name(each: Any, i: int) -> str:
    return each if isinstance(each, str) else getattr(each, "__name__", f"event{i}").replace("<lambda>", f"event{i}")


def _function(name: str, function: Callable[..., Any], trouble: Trouble) -> Watched:
    def value(t: float, q: Array, qd: Array) -> Any:
        result = np.atleast_1d(function(t, q, qd))
        return np.where(result, 1.0, -1.0) if result.dtype == bool else result  # coming true is a change of sign

    terminal, direction = getattr(function, "terminal", False), getattr(function, "direction", 0.0)
    if not (isinstance(terminal, bool) or is_whole(terminal)) or terminal < 0:
        raise BadArray(
            f"event {shown(name)} has terminal = {terminal!r}.", "True, False, or a number of events was expected."
        )
    if not (isinstance(direction, bool) or is_number(direction)) or np.isnan(direction):
        raise BadArray(f"event {shown(name)} has direction = {direction!r}.", "1, −1, or 0 for both was expected.")
    checked = CallerFunction(f"event {shown(name)}", value, 1, trouble)
    return Watched(name, checked, int(terminal), float(direction))


def _limits(system: System, trouble: Trouble, kinds: tuple[str, ...]) -> list[Watched]:
    """Events named "lower limit of joint1" and the like, for joints that leave their range."""
    watched = []
    for kind in kinds:
        for k, (bound, joint) in enumerate(zip(getattr(system.limits, kind), system.joint_names, strict=True)):
            if np.isfinite(bound):
                name, limit = f"{kind} limit of {joint}", Limit(kind, k, float(bound))
                watched.append(Watched(name, CallerFunction(name, limit, 1, trouble), 0, -1.0, limit))
    return watched
