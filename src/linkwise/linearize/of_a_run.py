"""A simulation with the sensitivity functions of its motion."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from ..errors import LinkwiseError, shown
from ..simulate import simulate
from .sensitivity import Sensitivity

if TYPE_CHECKING:
    from ..robot import Robot
    from ..simulate import Simulation


def with_sensitivities(robot: "Robot", parameters: Sequence[str], *state: Any, **given: Any) -> "Simulation":
    """The run of `simulate` with the same arguments, and how its motion changes with parameters.

    >>> import linkwise, numpy as np
    >>> run = with_sensitivities(linkwise.load("pendulum"), ["M1", "MX1"], [1.0], t=0.5)
    >>> run.sensitivities.q.shape == (len(run.t), 1, 2)
    True
    """
    along = dict(given.pop("along", None) or {})
    if "sensitivity" in along:
        raise LinkwiseError("along has a companion called 'sensitivity'.", "The sensitivities have that name.")
    if isinstance(parameters, str):
        raise LinkwiseError(f"sensitivities is {shown(parameters)}.", "A list of parameters' names was expected.")
    companion = Sensitivity(robot, tuple(parameters), controller=_force(robot, given), wrenches=given.get("wrenches"))
    run = simulate(robot, *state, along={**along, "sensitivity": companion}, **given)
    found = companion.of(run)
    known = np.isfinite(found.q).all(axis=(1, 2))
    if known.all():
        return replace(run, sensitivities=found)
    end = run.t[np.flatnonzero(known)[-1]] if known.any() else run.t[0]
    told = (
        f"sensitivities are known to t = {end:.6g} only: then a joint is held, breaks loose, turns back or is struck."
    )
    return replace(run, sensitivities=found, message=" ".join(filter(None, (run.message, told))))


def _force(robot: "Robot", given: dict[str, Any]) -> Callable[..., Any] | None:
    """What of the torques depends on the state, cut at the effort limits where the run's are; None where nothing."""
    controller, tau = given.get("controller"), given.get("tau")
    if hasattr(controller, "rate"):
        raise LinkwiseError(
            f"{shown(repr(controller))} has a state of its own.",
            "Sensitivities follow torques that are functions (t, q, qd).",
            "run it without sensitivities, or give its gain: along={…: Sensitivity(robot, names, feedback=K)}.",
        )
    function = controller if controller is not None else tau
    if not callable(function) or not given.get("saturate"):
        return function if callable(function) else None
    most = robot.limits.effort
    return lambda t, q, qd: np.clip(function(t, q, qd), -most, most)
