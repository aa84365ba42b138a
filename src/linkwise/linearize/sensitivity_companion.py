"""Sensitivities of a simulated motion: the companion a simulation integrates, and its result put into the run."""

from __future__ import annotations

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
    robot: Robot,
    parameters: Sequence[str],
    *,
    tau: Any,
    controller: Any,
    wrenches: Mapping[str, Any] | None,
    saturate: bool,
) -> tuple[Sensitivity, Callable[[Simulation], Simulation]]:
    """The companion that `robot.simulate(…, sensitivities=parameters)` integrates under its forces, and a function that
    returns the finished run with the sensitivities in it.

    >>> import linkwise
    >>> forces = {"tau": None, "controller": None, "wrenches": None, "saturate": False}
    >>> companion, with_result = sensitivities(linkwise.load("pendulum"), ["M1"], **forces)
    >>> companion.size
    2
    """
    if isinstance(parameters, str):
        raise LinkwiseError(
            f"sensitivities is {shown(parameters)}.",
            "A list of parameter names was expected.",
            f"use sensitivities=[{shown(parameters)}].",
        )
    feedback = _state_dependent_forces(robot, controller if controller is not None else tau, saturate)
    companion = Sensitivity(robot, tuple(parameters), controller=feedback, wrenches=wrenches)

    def with_result(run: Simulation) -> Simulation:
        result = companion.of(run)
        known = np.isfinite(result.q).all(axis=(1, 2))
        if known.all():
            return replace(run, sensitivities=result)
        end = run.t[np.flatnonzero(known)[-1]] if known.any() else run.t[0]
        why = "then a joint is held, breaks loose, turns back or is struck."
        note = f"sensitivities are known to t = {end:.6g} only: {why}"
        return replace(run, sensitivities=result, message=" ".join(filter(None, (run.message, note))))

    return companion, with_result


def _state_dependent_forces(robot: Robot, forces: Any, saturate: bool) -> Callable[..., Any] | None:
    """The forces as a function (t, q, qd), clipped at the effort limits if the run's are; None if they are constant."""
    if hasattr(forces, "rate"):
        raise LinkwiseError(
            f"{shown(repr(forces))} has a state of its own.",
            "Sensitivities follow forces that are functions (t, q, qd).",
            "simulate without sensitivities, or give the gain: companions={…: Sensitivity(robot, names, feedback=K)}.",
        )
    if not callable(forces) or not saturate:
        return forces if callable(forces) else None
    most = robot.limits.effort
    return lambda t, q, qd: np.clip(forces(t, q, qd), -most, most)
