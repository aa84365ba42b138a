"""The sensitivity functions of a simulated motion: what runs along, and what it found."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from ..errors import LinkwiseError, shown
from .sensitivity import Sensitivity

if TYPE_CHECKING:
    from ..robot import Robot
    from ..simulate import Simulation


def sensitivities(
    robot: "Robot",
    parameters: Sequence[str],
    *,
    tau: Any,
    controller: Any,
    wrenches: Mapping[str, Any] | None,
    saturate: bool,
) -> "tuple[Sensitivity, Callable[[Simulation], Simulation]]":
    """What runs along with a simulation under these forces, and a function that puts what it found into the run.

    >>> import linkwise
    >>> given = {"tau": None, "controller": None, "wrenches": None, "saturate": False}
    >>> companion, noted = sensitivities(linkwise.load("pendulum"), ["M1"], **given)
    >>> companion.size
    2
    """
    if isinstance(parameters, str):
        raise LinkwiseError(f"sensitivities is {shown(parameters)}.", "A list of parameters' names was expected.")
    force = _force(robot, controller if controller is not None else tau, saturate)
    companion = Sensitivity(robot, tuple(parameters), controller=force, wrenches=wrenches)

    def noted(run: "Simulation") -> "Simulation":
        found = companion.of(run)
        known = np.isfinite(found.q).all(axis=(1, 2))
        if known.all():
            return replace(run, sensitivities=found)
        end = run.t[np.flatnonzero(known)[-1]] if known.any() else run.t[0]
        why = "then a joint is held, breaks loose, turns back or is struck."
        said = f"sensitivities are known to t = {end:.6g} only: {why}"
        return replace(run, sensitivities=found, message=" ".join(filter(None, (run.message, said))))

    return companion, noted


def _force(robot: "Robot", force: Any, saturate: bool) -> Callable[..., Any] | None:
    """What of the torques depends on the state, cut at the effort limits where the run's are; None where nothing."""
    if hasattr(force, "rate"):
        raise LinkwiseError(
            f"{shown(repr(force))} has a state of its own.",
            "Sensitivities follow torques that are functions (t, q, qd).",
            "run it without sensitivities, or give its gain: along={…: Sensitivity(robot, names, feedback=K)}.",
        )
    if not callable(force) or not saturate:
        return force if callable(force) else None
    most = robot.limits.effort
    return lambda t, q, qd: np.clip(force(t, q, qd), -most, most)
