"""What the motors can deliver: τ clipped at ± their effort limits."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ..algebra import maximum, minimum
from ..calls.checks import not_nan
from ..errors import BadArray, LinkwiseError, shown
from .controller import Controller


def saturated(controller: Controller, effort: ArrayLike | None = None) -> Controller:
    """The controller with its forces clipped at the robot's effort limits, or at `effort`: one number, or n.

    >>> import linkwise
    >>> from linkwise.control import pd
    >>> strong = pd(linkwise.load("panda"), [1.0] * 7, kp=1e4, kd=1.0)
    >>> saturated(strong)(0.0, [0.0] * 7, [0.0] * 7)
    array([87., 87., 87., 87., 12., 12., 12.])
    """
    if not isinstance(controller, Controller):
        raise LinkwiseError(
            f"{shown(repr(controller))} is not a Controller.",
            "A linkwise.control.Controller was expected.",
            "robot.simulate(…, saturate=True) clips the torques of any controller at the robot's limits.",
        )
    robot = controller.robot
    limits = not_nan("effort", robot.limits.effort if effort is None else effort, (), "forces")
    if limits.shape not in ((), (robot.n,)) or (limits <= 0.0).any():
        expected = f"One number or {robot.n} numbers above 0 were expected."
        raise BadArray(f"effort is {shown(limits.tolist())}.", expected)
    limits = np.broadcast_to(limits, (robot.n,))
    if not np.isfinite(limits).any():
        raise BadArray(
            f"robot {shown(robot.name)} has no finite effort limit." if effort is None else "effort is infinite.",
            "At least one finite limit was expected.",
            "give effort=, one number per joint.",
        )
    return replace(controller, function=Clipped(controller.function, tuple(limits.tolist())))


@dataclass(frozen=True)
class Clipped:
    """A controller's function with its forces clipped; two of the same function and efforts are equal."""

    function: Callable[..., Any]
    effort: tuple[float, ...]

    def __call__(self, *state: Any) -> Any:
        """The forces, over scalars."""
        answer = self.function(*state)
        tau = answer["tau"] if isinstance(answer, dict) else answer
        clipped = [maximum(minimum(x, most), -most) for x, most in zip(tau, self.effort, strict=True)]
        return {**answer, "tau": clipped} if isinstance(answer, dict) else clipped
