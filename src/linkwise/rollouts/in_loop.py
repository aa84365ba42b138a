"""A controller that runs inside the loop."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from ..errors import LinkwiseError, shown

KINDS = ("same", "each", "timed")
"""Inputs that all rollouts share, that each has its own of, and that are functions of time."""


@dataclass(frozen=True, eq=False)
class InLoop:
    """A law of control over scalars, and what it is given beside the state.

    `function(eq, t, q, qd, *inputs)` gives the joint forces. `eq` are the `Equations` of the robot as it was loaded,
    also where a rollout's own parameters differ: what the controller believes. It runs once, on a tracer; what it is
    written with, see `Law`. An input arrives as the flat list of its numbers, a trajectory as three lists, q, qd, qdd.
    Inputs by name:

        8.0, [1.0, 2.0]          the same for all rollouts
        ("each", array)          one for each rollout: (…, m) for initial states (…, n)
        ("timed", function)      a function of t that gives m numbers, or a trajectory; these say so themselves

    Any object with such a `function` and `inputs` is a controller for the loop.

    >>> def spring(eq, t, q, qd, stiffness):
    ...     return [-stiffness[0] * x for x in q]
    >>> InLoop(spring, {"stiffness": 8.0}).kinds
    {'stiffness': 'same'}
    """

    function: Callable[..., Any]
    inputs: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if not callable(self.function):
            raise LinkwiseError(
                f"{shown(repr(self.function))} is no function.", "One over scalars, (eq, t, q, qd, …), was expected."
            )
        if not isinstance(self.inputs, Mapping) or not all(isinstance(name, str) for name in self.inputs):
            raise LinkwiseError(f"inputs are {shown(repr(self.inputs))}.", "A dict by name was expected.")

    @property
    def kinds(self) -> dict[str, str]:
        """The kind of each input."""
        return {name: kind_of(given)[0] for name, given in self.inputs.items()}


def kind_of(given: Any) -> tuple[str, Any]:
    """An input's kind and what it is.

    >>> kind_of(("each", [[1.0], [2.0]])), kind_of(3.0)
    (('each', [[1.0], [2.0]]), ('same', 3.0))
    """
    if isinstance(given, tuple) and len(given) == 2 and isinstance(given[0], str):
        if given[0] not in KINDS:
            raise LinkwiseError(f"an input cannot be {shown(given[0])}.", f"{', '.join(KINDS)} were expected.")
        return given[0], given[1]
    return ("timed" if callable(given) else "same"), given


def controller_of(given: Any) -> InLoop:
    """What runs in the loop: from a controller object, or from a function of (eq, t, q, qd).

    >>> controller_of(lambda eq, t, q, qd: eq.gravity_forces(q)).inputs
    {}
    """
    if isinstance(given, InLoop):
        return given
    if hasattr(given, "rate") and hasattr(given, "force"):
        raise LinkwiseError(
            f"the controller {shown(type(given).__name__)} has states of its own.",
            "A loop integrates those of the robot alone.",
            "robot.simulate integrates both.",
        )
    if hasattr(given, "function") and hasattr(given, "inputs"):
        return InLoop(given.function, given.inputs)
    if callable(given):
        return InLoop(given)
    raise LinkwiseError(
        f"{shown(repr(given))} is no controller for rollouts.",
        "A function (eq, t, q, qd) over scalars, or an object with function and inputs (InLoop), was expected.",
        "a controller that cannot be written over scalars runs in robot.simulate.",
    )


def torques(eq: Any, t: Any, q: Any, qd: Any, tau: Any) -> Any:
    """The law that gives what it is given."""
    return tau


def held(tau: Any) -> InLoop:
    """Given forces as a controller: numbers for each rollout, or a function of time."""
    return InLoop(torques, {"tau": ("timed", tau) if callable(tau) else ("each", tau)})
