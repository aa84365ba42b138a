"""What is integrated along with the motion: the states of a controller, and of companions such as observers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..calls.arrays import Array
from ..calls.checks import finite, whole
from ..calls.scalar_system import ScalarSystem
from ..errors import BadArray, InvalidModel, LinkwiseError, call_user, plain, shown
from .methods import RateMethod, StartMethod

Rate = Callable[..., Any]
"""A function (eq, t, q, qd, tau, z) -> ż over scalars."""

CONTROLLER = "controller"
"""The name of the controller's states."""


@dataclass(frozen=True, eq=False)
class States:
    """States by the name of their owner: how many, where they start, and for a companion their rate.

    `start` is (size) numbers, ("each", a row for each rollout), a function (eq, q, qd) over scalars, or a method
    start(q0, qd0) of one state.
    """

    name: str
    size: int
    start: Any
    rate: Rate | None = None

    def first(self, system: ScalarSystem, q: Array, qd: Array) -> Array:
        """Where they start, (size) or (…, size), from initial states of the robot (…, n)."""
        what, start = f"the start of {shown(self.name)}", self.start
        if isinstance(start, tuple) and len(start) == 2 and isinstance(start[0], str):
            return finite(what, start[1], (self.size,), "a row for each rollout")
        if not callable(start):
            return finite(what, start, (self.size,), "one number for each state")
        q, qd = np.broadcast_arrays(q, qd)
        if not isinstance(start, StartMethod):
            with np.errstate(all="ignore"):
                values = call_user(what, "(eq, q, qd) was expected.", start, system.equations(), list(q.T), list(qd.T))
            if not isinstance(values, list | tuple | np.ndarray) or len(values) != self.size:
                raise _wrong(what, values, self.size)
            columns = [np.broadcast_to(np.asarray(x, float), q.T.shape[1:]) for x in values]
            return finite(what, np.stack(columns, axis=0).T, (self.size,), "a row for each rollout")
        n = system.n
        rows = [start(a.copy(), b.copy()) for a, b in zip(q.reshape(-1, n), qd.reshape(-1, n), strict=True)]
        if any(np.shape(row) != (self.size,) for row in rows):
            raise _wrong(what, rows[0], self.size)
        return finite(what, np.reshape(np.array(rows, float), (*q.shape[:-1], self.size)), (self.size,), "")


def of_controller(states: Any) -> States | None:
    """The states of a controller, from what it says of them: where they start.

    >>> of_controller([0.0, 0.0]).size
    2
    """
    if states is None:
        return None
    if callable(states):
        raise LinkwiseError(
            f"the controller's states are {shown(repr(states))}.",
            "Where they start was expected: numbers, a row for each rollout, or (size, function).",
            "(2, lambda eq, q, qd: [0.0, q[0]]), for example.",
        )
    if isinstance(states, tuple) and len(states) == 2 and callable(states[1]):
        return States(CONTROLLER, whole("the number of the controller's states", states[0], 1), states[1])
    if isinstance(states, tuple) and len(states) == 2 and isinstance(states[0], str):
        if states[0] != "each":
            raise LinkwiseError(
                f"{shown(states[0])} is not a kind of start.",
                'Numbers, or ("each", a row for each rollout), was expected.',
            )
        rows = finite("the start of the controller", states[1], (), "a row for each rollout")
        return States(CONTROLLER, rows.shape[-1] if rows.ndim else 1, states)
    start = finite("the start of the controller", states, (), "one number for each state").reshape(-1)
    return States(CONTROLLER, whole("the number of the controller's states", len(start), 1), start)


def of_companions(companions: Any) -> tuple[States, ...]:
    """The states of companions by name: objects with size, start(q0, qd0) and rate(t, q, qd, tau, z)."""
    if companions is not None and not isinstance(companions, Mapping):
        raise BadArray(f"companions is {plain(repr(companions), 60)}.", "A dict {name: companion} was expected.")
    found = []
    for name, companion in (companions or {}).items():
        good = isinstance(name, str) and name != CONTROLLER
        if not good or not all(hasattr(companion, each) for each in ("size", "start", "rate")):
            raise InvalidModel(
                f"{plain(repr(companion), 60)} cannot be a companion called {plain(repr(name), 60)}.",
                f"A name other than {CONTROLLER!r}, and an object with size, start(q0, qd0) and "
                "rate(t, q, qd, tau, z) were expected.",
            )
        size = whole(f"the size of {shown(name)}", companion.size, 1)
        scalars = getattr(companion, "over_scalars", None)
        start = getattr(companion, "start_over_scalars", None) or StartMethod(companion)
        found.append(States(name, size, start, scalars or RateMethod(companion)))
    return tuple(found)


def _wrong(what: str, values: Any, size: int) -> LinkwiseError:
    return LinkwiseError(f"{what} is {shown(repr(values))}.", f"A list of {size} numbers was expected.")
