"""Controllers with states of their own, as `robot.simulate` runs them: with rates, or with new values at samples."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from ..calls.arrays import Array
from ..calls.function_program import FunctionProgram
from ..errors import LinkwiseError, shown
from ..rollouts.states import States, of_controller

if TYPE_CHECKING:
    from .controller import Controller


@dataclass(frozen=True, eq=False)
class AbstractStates:
    """A controller, and where its states start."""

    controller: Controller
    states: States

    @property
    def size(self) -> int:
        """The number of states."""
        return self.states.size

    def start(self, q0: ArrayLike, qd0: ArrayLike) -> Array:
        """Where they start."""
        q, qd = np.asarray(q0, float), np.asarray(qd0, float)
        return self.states.first(self.controller.robot.tree, q, qd)

    def force(self, t: float, q: ArrayLike, qd: ArrayLike, z: ArrayLike) -> Array:
        """The forces at a time and state, with the states z."""
        tau: Array = self._answers(t, q, qd, z)[0]
        return tau

    def _answers(self, t: float, q: ArrayLike, qd: ArrayLike, z: ArrayLike) -> Any:
        controller = self.controller
        return controller.kernel(np.asarray(t, float), q, qd, z, *controller.ports.at(t))


class StatesWithRates(AbstractStates):
    """States that are integrated along with the motion."""

    gives = "rate"

    def rate(self, t: float, q: ArrayLike, qd: ArrayLike, tau: ArrayLike | None, z: ArrayLike) -> Array:
        """ż at a time and state."""
        rate: Array = self._answers(t, q, qd, z)[1]
        return rate


class StatesWithUpdates(AbstractStates):
    """States that have new values from each sample on."""

    gives = "next"

    def update(self, t: float, q: ArrayLike, qd: ArrayLike, z: ArrayLike) -> Array:
        """Their values after a sample."""
        new: Array = self._answers(t, q, qd, z)[1]
        return new


def stateful(controller: Controller) -> StatesWithRates | StatesWithUpdates:
    """The states of a controller, by what its function returns.

    >>> import linkwise
    >>> from linkwise.control import pid
    >>> stateful(pid(linkwise.load("planar2r"), [0.0, 0.0], 10.0, 5.0, 1.0, period=1e-3)).gives
    'next'
    """
    states = of_controller(controller.states)
    assert states is not None
    if isinstance(states.start, tuple):
        raise LinkwiseError(
            f"the states of the controller {shown(controller.name)} have a start for each rollout.",
            "Numbers, or (size, function), were expected.",
            "InLoop takes a row for each rollout.",
        )
    n, ports, seen = controller.robot.n, controller.ports, list[Any]()

    def look(eq: Any, t: Any, q: Any, qd: Any, z: Any, *inputs: Any) -> Any:
        seen.append(controller.function(eq, t[0], q, qd, z, *ports.grouped(inputs)))
        return [0.0]

    takes = {"t": (), "q": (n,), "qd": (n,), "z": (states.size,)} | ports.shapes
    _ = FunctionProgram(controller.robot.tree, look, takes, {"nothing": (1,)}, "look").program
    names = set(seen[0]) if isinstance(seen[0], dict) else set()
    if names not in ({"tau", "rate"}, {"tau", "next"}):
        raise LinkwiseError(
            f"the controller {shown(controller.name)} returned {shown(repr(seen[0]))}.",
            'A dict of "tau" and "rate", or of "tau" and "next", was expected: it has states.',
        )
    return (StatesWithRates if "rate" in names else StatesWithUpdates)(controller, states)
