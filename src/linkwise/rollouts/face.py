"""Rollouts asked of a robot in one call: compiled, or found among the latest."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from ..errors import LinkwiseError
from .given import finite
from .in_loop import InLoop, controller_of, held, kind_of
from .kernel import RolloutKernel
from .result import Rollouts

if TYPE_CHECKING:
    from ..robot import Robot

LATEST = 8
"""So many kernels a robot remembers."""


def rollouts(
    robot: "Robot", q0: Any, qd0: Any, tau: Any, controller: Any, compiling: dict[str, Any], calling: dict[str, Any]
) -> Rollouts:
    """Motions from initial states on: what a kernel is compiled with, and what it is called with.

    >>> import linkwise
    >>> robot = linkwise.load("pendulum")
    >>> rollouts(robot, [0.1], None, [1.0], None, {"method": "euler"}, {"step": 1e-3, "steps": 10}).steps
    10
    """
    if tau is not None and controller is not None:
        raise LinkwiseError("rollouts were given tau and a controller.", "One of the two was expected.")
    if controller is not None:
        law = controller_of(controller)
    else:
        law = held(
            tau if callable(tau) else finite("tau", [0.0] * robot.n if tau is None else tau, (robot.n,), "forces")
        )
    given: dict[str, Any] = {
        name: value for name in ("parameters", "wrenches") if isinstance(value := compiling.get(name), Mapping)
    }
    return _kernel(robot, law, compiling)(q0, qd0, inputs=law.inputs, **given, **calling)


def _kernel(robot: "Robot", law: InLoop, compiling: dict[str, Any]) -> RolloutKernel:
    """A kernel for the same functions and the same kinds of inputs, or a new one."""
    try:
        key = ("rollouts", law.function, _told(law.inputs, compiling))
        found: Any = robot.kernels.get(key)
    except (TypeError, LinkwiseError):  # what cannot be a key is compiled anew, or refused by who knows why
        return RolloutKernel(robot, controller=law, **compiling)
    if found is None:
        found = RolloutKernel(robot, controller=law, **compiling)
        others = [other for other in robot.kernels if other[0] == "rollouts"]
        for old in others[: max(0, len(others) + 1 - LATEST)]:
            del robot.kernels[old]
        robot.kernels[key] = found
    return found  # type: ignore[no-any-return]


def _told(inputs: Mapping[str, Any], compiling: dict[str, Any]) -> tuple[Any, ...]:
    """What a kernel is compiled for, without the values it can be called with."""
    kinds = [(name, *_kind(value)) for name, value in inputs.items()]
    rest = dict(compiling)
    for name in ("parameters", "wrenches"):
        value = rest.get(name) or ()
        rest[name] = tuple((key, callable(x)) for key, x in value.items()) if isinstance(value, Mapping) else value
    for name in ("outputs", "reduce"):
        if isinstance(value := rest.get(name), Mapping):
            rest[name] = tuple((key, tuple(x) if isinstance(x, list) else x) for key, x in value.items())
    told = (*kinds, *sorted(rest.items()))
    hash(told)
    return told


def _kind(value: Any) -> tuple[Any, ...]:
    """A kind, and its size; what a function gives shows when it is asked."""
    kind, given = kind_of(value)
    if kind == "timed":
        return kind, hasattr(given, "derivatives"), None if hasattr(given, "derivatives") else np.size(given(0.0))
    return kind, np.size(given) if kind == "same" else np.shape(given)[-1:]
