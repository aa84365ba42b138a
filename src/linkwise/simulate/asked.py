"""The caller's Python functions of torques and wrenches, as machine code asks for them: all at once, and heard."""

from __future__ import annotations

from collections.abc import Callable
from math import inf

import numpy as np

from ..calls.arrays import Array
from ..contact.acting import ActingContact
from ..program import DOP853
from .caller_function import DOUBLE, CallerFunction, OfState
from .heard import Heard
from .plant import Plant
from .scalar_inputs import Asked, ScalarInputs

STAGES = np.unique((*DOP853.c, 1.0))
"""Where in a step with error control functions are called."""

_NO_STATES = np.empty(0)


class AskedFunctions:
    """What a run's functions give at a time and a state: torques, then wrenches, in the order of its inputs."""

    def __init__(self, plant: Plant, inputs: ScalarInputs, adaptive: bool):
        self.plant, self.torques = plant, inputs.count == 1 and isinstance(inputs.values[0], Asked)
        functions = ((k, w) for k, w in plant.inputs.acting.items() if isinstance(w, CallerFunction))
        self.wrenches = {k: w for k, w in functions if not isinstance(w.function, ActingContact)}
        self.force = plant.inputs.force if plant.inputs.most is None else plant.inputs.torques
        self.heard = Heard(STAGES if adaptive else ())
        self.latest: tuple[float, Array, Array] | None = None
        """Time, state and torques of the last call: a run begins with those of its first row."""

    def __call__(self, t: float, y: Array) -> Array:
        """The numbers."""
        n, t = self.plant.n, self.plant.inputs.stretch.inside(t)
        q, qd = y[:n], y[n : 2 * n]
        if not self.wrenches:
            torques = self.force(t, q, qd, _NO_STATES)
            self.latest = t, y[: 2 * n].copy(), torques
            return torques
        tau = [self.force(t, q, qd, _NO_STATES)] if self.torques else []
        return np.concatenate([*tau, *(wrench(t, q, qd) for wrench in self.wrenches.values())])

    def hearing(self) -> Callable[[float, Array], Array]:
        """The same, and what was given is kept with its time; a function of torques alone is called at once."""
        if not self.wrenches and isinstance(self.force, OfState):
            latest, self.latest = self.latest, None
            return HeardTorques(self.plant, self.force.function, self.heard, latest)

        def ask(t: float, y: Array) -> Array:
            answer = self(t, y)
            self.heard.add(t, answer)
            return answer

        return ask

    def places(self) -> dict[str, slice]:
        """Where in what was heard each function has its numbers, by the name the run knows it by."""
        n, used = self.plant.n, 0
        found: dict[str, slice] = {}
        if self.torques:
            found, used = dict.fromkeys(("tau", "controller"), slice(0, n)), n
        for frame in self.wrenches:
            found[f"the wrench at {frame}"], used = slice(used, used + 6), used + 6
        return found


class HeardTorques:
    """A caller's function of torques, called at every stage of a step: there is nothing between it and machine code
    that could be left out. It gets arrays that are its own, and what it gives is copied."""

    def __init__(
        self, plant: Plant, function: CallerFunction, heard: Heard, latest: tuple[float, Array, Array] | None = None
    ):
        self.n = plant.n
        call, shape, checked, refuse = function.function, (function.size,), function.checked, function.refuse
        time_heard, value_heard, stretch = heard.times.append, heard.values.append, plant.inputs.stretch
        inside = None if stretch.low == -inf and stretch.high == inf else stretch.inside

        known = [] if latest is None else [latest]

        def of_prepared(t: float, state: tuple[Array, Array]) -> Array:
            when = t if inside is None else inside(t)
            q, qd = state
            if known:
                before, y, torques = known.pop()
                if before == when and np.array_equal(y, np.concatenate(state)):
                    time_heard(t)
                    value_heard(torques)
                    return torques
            try:
                result = call(when, q.copy(), qd.copy())
            except TypeError as error:
                refuse(error)
            if type(result) is np.ndarray and result.dtype is DOUBLE and result.shape == shape:
                torques = result.copy()  # if not finite, no step can be made: the other stepper finds out why
            else:
                torques = checked(when, result)
            time_heard(t)
            value_heard(torques)
            return torques

        self.of_prepared = of_prepared

    def prepared(self, y: Array) -> tuple[Array, Array]:
        """Where positions and velocities lie in a state."""
        return y[: self.n], y[self.n : 2 * self.n]

    def __call__(self, t: float, y: Array) -> Array:
        """The torques."""
        return self.of_prepared(t, self.prepared(y))
