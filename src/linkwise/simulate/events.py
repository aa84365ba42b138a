"""What the caller wants to hear of: functions of time and state whose sign changes, and joint limits."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from ..calls.arrays import Array
from ..errors import BadArray, UnknownName, shown
from .changes import bisect
from .given import Answer, Trouble
from .stepping import Step
from .system import System


class Event(NamedTuple):
    """Something that happened: when, what, and the state then."""

    t: float
    name: str
    q: Array
    qd: Array


@dataclass
class Watched:
    """A function (t, q, qd) -> number; `terminal` counts the changes of sign that end the run, 0 for none."""

    name: str
    function: Answer
    terminal: int
    direction: float
    sign: float = 0.0
    count: int = 0

    def value(self, t: float, y: Array, n: int) -> float:
        """The function at a state."""
        return float(self.function(t, y[:n], y[n : 2 * n])[0])

    def crossed(self, value: float) -> bool:
        """Whether the sign has changed the way that is looked for; to come to 0 is to change it, to leave 0 is not."""
        if self.sign < 0.0 <= value:
            return self.direction >= 0.0
        return self.sign > 0.0 >= value and self.direction <= 0.0


class Watch:
    """All events of a run."""

    def __init__(self, every: list[Watched], n: int):
        self.every, self.n, self.found = every, n, list[Event]()

    def begin(self, t: float, y: Array) -> None:
        """The signs at the start."""
        for each in self.every:
            each.sign = float(np.sign(each.value(t, y, self.n)))

    def seen(self, step: Step, end: float) -> tuple[float, str] | None:
        """Note what happens in a step up to a time; of the event that ends the run, the time and the name."""
        n, here = self.n, []
        for each in self.every:
            last = each.value(end, step.y1 if end == step.t1 else step.at(end), n)
            if each.crossed(last):
                t = bisect(lambda s, each=each: each.crossed(each.value(s, step.at(s), n)), step.t0, end)  # type: ignore[misc]
                here.append((t, each))
            each.sign = float(np.sign(last))
        for t, each in sorted(here, key=lambda pair: pair[0]):
            y = step.at(t)
            self.note(t, each.name, y)
            each.count += 1
            if each.terminal and each.count >= each.terminal:
                return t, each.name
        return None

    def note(self, t: float, name: str, y: Array) -> None:
        """Keep an event."""
        self.found.append(Event(t, name, y[: self.n].copy(), y[self.n : 2 * self.n].copy()))


def watch(system: System, events: Any, stops: str, trouble: Trouble) -> Watch:
    """All events, checked."""
    listed = [events] if callable(events) or isinstance(events, str) else events
    try:
        given = list(
            events.items() if isinstance(events, Mapping) else ((_name(e, i), e) for i, e in enumerate(listed))
        )
    except TypeError:
        raise BadArray(f"events is {shown(repr(events))}.", "A list of functions (t, q, qd) -> number.") from None
    every: list[Watched] = []
    for name, each in given:
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
    def one(t: float, q: Array, qd: Array) -> Any:
        found = np.atleast_1d(function(t, q, qd))
        return np.where(found, 1.0, -1.0) if found.dtype == bool else found  # what comes true has changed its sign

    terminal, direction = getattr(function, "terminal", False), getattr(function, "direction", 0.0)
    if not isinstance(terminal, int | np.integer) or terminal < 0:
        raise BadArray(f"event {shown(name)} has terminal = {terminal!r}.", "True, False, or a count.")
    if not isinstance(direction, int | float | np.integer | np.floating) or np.isnan(direction):
        raise BadArray(f"event {shown(name)} has direction = {direction!r}.", "1, −1, or 0 for both.")
    return Watched(name, Answer(f"event {shown(name)}", one, 1, trouble), int(terminal), float(direction))


def _limits(system: System, trouble: Trouble, kinds: tuple[str, ...]) -> list[Watched]:
    """Events named "lower limit of joint1" and the like, for joints that leave their range."""
    found = []
    for kind in kinds:
        for k, (bound, joint) in enumerate(zip(getattr(system.limits, kind), system.joint_names, strict=True)):
            if np.isfinite(bound):
                function = _room(kind, k, float(bound))
                name = f"{kind} limit of {joint}"
                found.append(Watched(name, Answer(name, function, 1, trouble), 0, -1.0))
    return found


def _room(kind: str, k: int, bound: float) -> Callable[[float, Array, Array], list[float]]:
    """How far a joint is from a limit, within it."""
    if kind == "velocity":
        return lambda t, q, qd: [bound - abs(qd[k])]
    return lambda t, q, qd: [q[k] - bound if kind == "lower" else bound - q[k]]
