"""The limits of the coordinates that a robot's joints follow."""

import math

from .actuator import NO_LIMITS
from .model import Model


def coordinate_limits(model: Model) -> tuple[list[float], list[float], list[float], list[float]]:
    """Lower, upper, velocity and effort limits of each coordinate: those of the joint of the same name, narrowed where
    a joint that follows this coordinate alone (q = c u + b) would reach its own limits earlier.

    >>> import linkwise
    >>> coordinate_limits(linkwise.load("scara").model)[3]
    [150.0, 80.0, 300.0, 8.0]
    """
    own = {body.joint.name: body.joint.limits for body in model.bodies}
    named = [own.get(name, NO_LIMITS) for name in model.coordinates.names]
    lower, upper = [float(each.lower) for each in named], [float(each.upper) for each in named]
    velocity, effort = [float(each.velocity) for each in named], [float(each.effort) for each in named]
    for joint, row, b in zip(model.moving_joint_names, model.coordinates.rows, model.coordinates.offsets, strict=True):
        if len(row) != 1 or row[0][1] == 0.0 or joint in model.coordinates.names:
            continue
        (k, c), limits = row[0], own[joint]
        ends = [
            (end - b) / c if math.isfinite(end) else math.copysign(math.inf, end * c)
            for end in (limits.lower, limits.upper)
        ]
        lower[k], upper[k] = max(lower[k], min(ends)), min(upper[k], max(ends))
        velocity[k] = min(velocity[k], limits.velocity / abs(c))
    return lower, upper, velocity, effort
