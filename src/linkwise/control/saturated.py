"""What the motors can give: τ cut at ± their efforts."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ..algebra import maximum, minimum
from ..calls.checks import numbers
from ..errors import BadArray, LinkwiseError, shown
from .controller import Controller


def saturated(controller: Controller, effort: ArrayLike | None = None) -> Controller:
    """The controller with its forces cut: at the robot's effort limits, or at others, one for all or one per joint.

    >>> import linkwise
    >>> from linkwise.control import pd
    >>> strong = pd(linkwise.load("panda"), [1.0] * 7, kp=1e4, kd=1.0)
    >>> saturated(strong)(0.0, [0.0] * 7, [0.0] * 7)
    array([87., 87., 87., 87., 12., 12., 12.])
    """
    if not isinstance(controller, Controller):
        raise LinkwiseError(
            f"{shown(repr(controller))} is no Controller.",
            "A law without a state of its own was expected.",
            "robot.simulate(…, saturate=True) cuts the torques of any controller at the robot's limits.",
        )
    robot = controller.robot
    given = robot.limits.effort if effort is None else numbers("effort", effort, (), "forces").astype(float)
    if given.shape not in ((), (robot.n,)) or np.isnan(given).any() or (given <= 0.0).any():
        raise BadArray(f"effort is {shown(given.tolist())}.", f"One number or {robot.n} numbers above 0.")
    most = np.broadcast_to(given, (robot.n,))
    if not np.isfinite(most).any():
        whose = f"of robot {shown(robot.name)}" if effort is None else "given"
        raise BadArray(
            f"all effort limits {whose} are infinite.",
            "At least one finite limit was expected.",
            "give effort=, one number per joint.",
        )
    return replace(controller, function=Cut(controller.function, tuple(most.tolist())))


@dataclass(frozen=True)
class Cut:
    """A law with its forces cut; the same law cut at the same efforts is the same."""

    function: Callable[..., Any]
    effort: tuple[float, ...]

    def __call__(self, *state: Any) -> Any:
        """The forces, over scalars."""
        tau = self.function(*state)
        return [maximum(minimum(x, most), -most) for x, most in zip(tau, self.effort, strict=True)]
