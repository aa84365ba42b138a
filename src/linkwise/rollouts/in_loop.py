"""Controllers that run inside the loop over time, and are compiled with it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from ..calls.checks import whole
from ..errors import LinkwiseError, plain, shown
from ..program.rollout import INPUT_KINDS
from .methods import ControllerMethods, StartMethod
from .states import States, of_controller


@dataclass(frozen=True, eq=False, repr=False)
class InLoop:
    """A controller for rollouts: a function over scalars, and its inputs besides the state.

    `function(eq, t, q, qd, *inputs)` returns the joint forces, a list of n scalars. It runs once, on a tracer, and
    becomes part of the compiled loop: write it with + − × ÷ and the functions of `linkwise.algebra`, without NumPy and
    without branching on values. `eq` holds the `Equations` of the robot as it was loaded, even if a rollout has
    parameters of its own: the controller acts on the model it was given.

    `inputs` are values by name, passed to the function in this order:

        8.0, [1.0, 2.0]          the same for all rollouts
        ("each", array)          one row per rollout: (…, m) for initial states (…, n)
        ("timed", function)      a trajectory, or a function of t that returns m numbers; "timed" may be left out

    An input arrives as the flat list of its numbers, a trajectory as three lists: q, qd, qdd. Any other object with
    attributes `function` and `inputs`, such as a `linkwise.control.Controller`, works too.

    A controller with `states` of its own gets their list z after qd, and returns a dict: the forces "tau", and "rate",
    the rates ż, or "next", the values of z from a sample on (with `sample=`). `states` says where they start: numbers,
    ("each", a row for each rollout), or (size, function (eq, q, qd) over scalars).

    >>> def spring(eq, t, q, qd, stiffness):
    ...     return [-stiffness[0] * x for x in q]
    >>> controller = InLoop(spring, {"stiffness": 8.0})
    >>> controller
    InLoop(spring; inputs: stiffness)
    >>> controller.kinds
    {'stiffness': 'same'}
    >>> def integral(eq, t, q, qd, z):
    ...     return {"tau": [-8.0 * x - 2.0 * y for x, y in zip(q, z)], "rate": q}
    >>> InLoop(integral, states=[0.0, 0.0])
    InLoop(integral; 2 states)
    """

    function: Callable[..., Any]
    inputs: Mapping[str, Any] = field(default_factory=dict)
    states: Any = None

    def __post_init__(self) -> None:
        if not callable(self.function):
            raise LinkwiseError(
                f"the controller's function is {shown(repr(self.function))}.",
                "A function over scalars, (eq, t, q, qd, …), was expected.",
            )
        if not isinstance(self.inputs, Mapping) or not all(isinstance(name, str) for name in self.inputs):
            raise LinkwiseError(
                f"the controller's inputs are {shown(repr(self.inputs))}.",
                "A dict of values by name was expected.",
                'InLoop(function, {"stiffness": 8.0}), for example.',
            )
        _ = self.memory  # so that bad states are refused here

    def __repr__(self) -> str:
        name = getattr(self.function, "__name__", type(self.function).__name__)
        inputs = f"; inputs: {plain(', '.join(self.inputs))}" if self.inputs else ""
        states = f"; {self.memory.size} states" if self.memory else ""
        return f"InLoop({plain(name)}{inputs}{states})"

    @property
    def memory(self) -> States | None:
        """Its states, if it has any."""
        return of_controller(self.states)

    @property
    def kinds(self) -> dict[str, str]:
        """The kind of each input by name: "same", "each" or "timed"."""
        return {name: kind_of(value)[0] for name, value in self.inputs.items()}


def kind_of(value: Any) -> tuple[str, Any]:
    """An input's kind, and its value without the kind.

    >>> kind_of(("each", [[1.0], [2.0]])), kind_of(3.0)
    (('each', [[1.0], [2.0]]), ('same', 3.0))
    """
    if isinstance(value, tuple) and len(value) == 2 and isinstance(value[0], str):
        if value[0] not in INPUT_KINDS:
            raise LinkwiseError(
                f"{shown(value[0])} is not a kind of input.",
                f"One of {', '.join(INPUT_KINDS)} was expected.",
                '("each", array) has one row per rollout, ("timed", function) is a function of t.',
            )
        return value[0], value[1]
    return ("timed" if callable(value) else "same"), value


def controller_of(controller: Any) -> InLoop:
    """The controller to compile, from a controller object or a function (eq, t, q, qd).

    >>> controller_of(lambda eq, t, q, qd: eq.gravity_forces(q)).inputs
    {}
    """
    if isinstance(controller, InLoop):
        return controller
    if hasattr(controller, "function") and hasattr(controller, "inputs"):
        states = getattr(controller, "states", None)
        if not hasattr(controller, "states") and hasattr(controller, "size"):
            states = (controller.size, StartMethod(controller))
        return InLoop(controller.function, controller.inputs, states)
    if hasattr(controller, "force") and (hasattr(controller, "rate") or hasattr(controller, "update")):
        size = whole("the size of the controller", getattr(controller, "size", None), 1)
        return InLoop(ControllerMethods(controller), states=(size, StartMethod(controller)))
    if callable(controller):
        return InLoop(controller)
    raise LinkwiseError(
        f"{shown(repr(controller))} is not a controller for rollouts.",
        "A function (eq, t, q, qd) over scalars, or an object with function and inputs (InLoop), was expected.",
        "a controller that cannot be written over scalars runs in robot.simulate.",
    )


def pass_torques(eq: Any, t: Any, q: Any, qd: Any, tau: Any) -> Any:
    """The controller behind `tau=`: its output is its input."""
    return tau


def torque_input(tau: Any) -> InLoop:
    """Prescribed joint forces as a controller: numbers for each rollout, or a function of time.

    >>> torque_input([1.0, 0.0])
    InLoop(pass_torques; inputs: tau)
    """
    return InLoop(pass_torques, {"tau": ("timed", tau) if callable(tau) else ("each", tau)})
