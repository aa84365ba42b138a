"""Why no pace keeps the limits, or none bounds it."""

from typing import Any

import numpy as np

from ..errors import BeyondLimits, LinkwiseError, plain, shown
from .limits import MotionLimits
from .trajectory import AbstractTrajectory

EXPECTED = "These do not depend on the pace: they must be within the limit, or the motion must help to carry them."
HINT = "take another path, a lighter payload, or greater limits."

SLOWLY = 1e-9
"""A pace at which nothing is left of torques but gravity and Coulomb friction."""


def nothing_bounds(robot: Any) -> LinkwiseError:
    """No limit ends any window."""
    return LinkwiseError(
        f"no limit of robot {shown(robot.name)} says how fast the motion can be.",
        "Limits of torque or velocity of a joint that moves were expected.",
        "effort=[…], or velocity=[…].",
    )


def nothing_left(robot: Any, trajectory: AbstractTrajectory, limits: MotionLimits, bounds: Any) -> BeyondLimits:
    """The joint and time that forbid every pace; or the two that forbid all paces between them."""
    names = [plain(name) for name in robot.joint_names]
    alone = ((bounds.low <= 0.0) & np.isinf(bounds.high)).any(axis=3)
    # the greatest of the paces that must be reached, and the least of those that must not be exceeded
    must = np.where((bounds.low <= 0.0) & (bounds.low < bounds.high), bounds.high, 0.0)
    may = np.where(np.isinf(bounds.high) & (bounds.low > 0.0), bounds.low, np.inf)
    i, k, j = (int(x) for x in (np.argwhere(alone)[0] if alone.any() else _where(must, must.argmax())))
    t, limit = float(bounds.t[i]), float(limits.effort[j])
    if k >= 2:
        what = f"joint {names[j]!r} moves, and its limit of velocity or acceleration is 0."
        return BeyondLimits(what, "A limit above 0 was expected.", HINT, joint=names[j], time=t)
    at = trajectory(t)
    still = float(robot.inverse_dynamics(at.q, SLOWLY * at.qd, 0.0 * at.qdd)[j])
    why = (
        f"no pace of this motion keeps the limits: gravity and Coulomb friction alone ask {still:.6g} of joint "
        f"{names[j]!r} at {t:.4g} s, its limit is {limit:g}"
    )
    if not alone.any():
        m, _, l = _where(may, may.argmin())
        why += (
            f"; it would have to be {must.max():.4g} times as fast for the motion to help, and joint {names[l]!r} "
            f"allows {may.min():.4g} times at {bounds.t[m]:.4g} s"
        )
    return BeyondLimits(f"{why}.", EXPECTED, HINT, joint=names[j], time=t)


def _where(array: Any, index: Any) -> tuple[int, int, int]:
    i, k, j, _ = np.unravel_index(int(index), array.shape)
    return int(i), int(k), int(j)
