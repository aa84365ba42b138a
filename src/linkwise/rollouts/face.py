"""Rollouts asked of a robot in one call: compiled, or found among the latest."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ..errors import LinkwiseError
from .given import finite
from .in_loop import InLoop, controller_of, held, kind_of, torques
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
    """One of the latest, or a new one. Who gives functions over scalars gets a new one always: what they refer to may
    have changed since, and only tracing them tells. Machine code is found by what they say now."""

    def new() -> RolloutKernel:
        return RolloutKernel(robot, controller=law, **compiling)

    if law.function is not torques or compiling.get("outputs") or compiling.get("reduce"):
        return new()
    try:
        key = ("rollouts", *law.kinds.values(), *((name, _told(value)) for name, value in sorted(compiling.items())))
        found: Any = robot.kernels.get(key)
    except (TypeError, LinkwiseError):  # what cannot be a key is refused by who knows why
        return new()
    if found is None:
        found = new()
        found.inputs.given()  # values that are refused are not kept with it
        others = [other for other in list(robot.kernels) if other[0] == "rollouts"]
        for old in others[: max(0, len(others) + 1 - LATEST)]:
            robot.kernels.pop(old, None)
        robot.kernels[key] = found
    return found  # type: ignore[no-any-return]


def _told(value: Any) -> Any:
    """What a kernel is compiled for, without the values it can be called with: of parameters and wrenches the kinds."""
    return tuple((name, kind_of(x)[0] == "timed") for name, x in value.items()) if isinstance(value, Mapping) else value
