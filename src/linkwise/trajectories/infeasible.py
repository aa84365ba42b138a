"""Why no pace of a motion keeps the limits, or why none of them limits the pace."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..calls.arrays import Array
from ..errors import BeyondLimits, LinkwiseError, plain, shown
from .limits import MotionLimits
from .trajectory import AbstractTrajectory

EXPECTED = "These do not depend on the pace: they must be within the limit, or the motion must help to carry them."
HINT = "use another path, a lighter payload, or higher limits."

SLOWLY = 1e-9
"""A pace at which torques consist of gravity and Coulomb friction alone."""


def unbounded(robot: Any) -> LinkwiseError:
    """The error if no limit ends any window of paces."""
    return LinkwiseError(
        f"no limit of robot {shown(robot.name)} says how fast the motion can be.",
        "A torque or velocity limit of a joint that moves was expected.",
        "effort=[…], or velocity=[…].",
    )


def no_motion(robot: Any, still: Array, limits: MotionLimits, i: int) -> BeyondLimits:
    """The error if node i of a path cannot be passed; `still` are the torques at rest (nodes, n)."""
    still = np.abs(still)
    with np.errstate(divide="ignore", invalid="ignore"):
        share = np.nan_to_num(still / limits.effort, nan=0.0)
    if share.max() > 1.0:
        i, j = (int(k) for k in np.unravel_index(int(share.argmax()), share.shape))
        name = plain(robot.joint_names[j])
        return BeyondLimits(
            f"no motion along this path keeps the limits: gravity and friction alone need {still[i, j]:.6g} at joint "
            f"{name!r}, and its limit is {limits.effort[j]:g}.",
            EXPECTED,
            HINT,
            joint=name,
            time=0.0,
        )
    return BeyondLimits(
        f"no motion along this path keeps the limits of robot {shown(robot.name)}: it cannot pass "
        f"{i / (len(still) - 1):.0%} of its length.",
        "A path that can be travelled within limits was expected.",
        HINT,
        joint=plain(robot.joint_names[0]),
        time=0.0,
    )


def no_pace(
    robot: Any, trajectory: AbstractTrajectory, limits: MotionLimits, t: Array, low: Array, high: Array
) -> BeyondLimits:
    """The error if the paces from low to high, forbidden at times t, leave none.

    It names the joint and time that forbid every pace, or the two that forbid all paces between them.
    """
    names = [plain(name) for name in robot.joint_names]
    alone = np.asarray(((low <= 0.0) & np.isinf(high)).any(axis=3))
    # the greatest of the paces that must be reached, and the least of those that must not be exceeded
    must = np.where((low <= 0.0) & (low < high), high, 0.0)
    may = np.where(np.isinf(high) & (low > 0.0), low, np.inf)
    i, k, j = _worst(robot, trajectory, limits, t, alone) if alone.any() else place(must, must.argmax())
    time, limit = float(t[i]), float(limits.effort[j])
    if k >= 2:
        what = f"joint {names[j]!r} moves, but its velocity or acceleration limit is 0."
        return BeyondLimits(what, "A limit above 0 was expected.", HINT, joint=names[j], time=time)
    at = trajectory(time)
    still = float(robot.inverse_dynamics(at.q, SLOWLY * at.qd, 0.0 * at.qdd)[j])
    why = (
        f"no pace of this motion keeps the limits: gravity and Coulomb friction alone need {still:.6g} at joint "
        f"{names[j]!r} at {time:.4g} s, and its limit is {limit:g}"
    )
    if not alone.any():
        m, _, l = place(may, may.argmin())
        why += (
            f"; it would have to be {must.max():.4g} times as fast for the motion to help, and joint {names[l]!r} "
            f"allows {may.min():.4g} times at {t[m]:.4g} s"
        )
    return BeyondLimits(f"{why}.", EXPECTED, HINT, joint=names[j], time=time)


def _worst(
    robot: Any, trajectory: AbstractTrajectory, limits: MotionLimits, t: Array, alone: NDArray[np.bool_]
) -> tuple[int, int, int]:
    """Of what forbids every pace by itself, the torque that exceeds its limit most, in proportion; or a limit of 0."""
    every = np.argwhere(alone)
    torques = every[every[:, 1] < 2]
    if not len(torques):
        i, k, j = every[0]
    else:
        at = trajectory(t[torques[:, 0]])
        still = robot.inverse_dynamics(at.q, SLOWLY * at.qd, 0.0 * at.qdd)
        joints = torques[:, 2]
        with np.errstate(divide="ignore", invalid="ignore"):
            share = np.abs(still[np.arange(len(joints)), joints]) / limits.effort[joints]
        i, k, j = torques[int(np.argmax(np.nan_to_num(share, nan=0.0)))]
    return int(i), int(k), int(j)


def place(intervals: Array, index: int | np.intp | NDArray[np.intp]) -> tuple[int, int, int]:
    """Time, inequality and joint of an interval, from its number among all (times, inequalities, joints, 2).

    >>> place(np.zeros((5, 4, 3, 2)), 25)
    (1, 0, 0)
    """
    i, k, j, _ = np.unravel_index(int(index), intervals.shape)
    return int(i), int(k), int(j)
