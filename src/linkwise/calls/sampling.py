"""Random states of a robot: within its limits, anywhere, in given boxes, or exciting every parameter."""

import math
from collections.abc import Sequence

import numpy as np

from ..errors import BadArray
from ..model import Limits, Model
from ..model.coordinate_limits import coordinate_limits
from .arrays import Array

TURNING, SLIDING = 2.0 * np.pi, 2.0
"""Files often write a huge limit to mean none: beyond these (rad, m) a limit is ignored, and half of this is used."""

FASTEST = 10.0
"""The same for velocities, in rad/s or m/s; 1 is used instead."""

NARROW = 1e-3
"""As a fraction of the full range: limits narrower than this are ignored."""


def within_limits(model: Model, count: int, seed: int | None) -> dict[str, Array]:
    """Positions, velocities, accelerations and forces by name, one state per row.

    Positions and velocities are uniform within the limits, the others normal: of order one, forces of order ten.

    >>> import linkwise
    >>> at = within_limits(linkwise.load("panda").model, 100, seed=0)
    >>> list(at), at["q"].shape, bool((at["q"][:, 3] < 0.0).all())  # its elbow bends one way
    (['q', 'qd', 'qdd', 'tau'], (100, 7), True)
    """
    rng, widest = np.random.default_rng(seed), _widest(model)
    lower, upper, velocity, _ = (np.array(column, dtype=float) for column in coordinate_limits(model))
    # a joint with only one limit moves away from it
    lower = np.where(np.abs(lower) <= widest, lower, np.where(np.abs(upper) <= widest, upper - widest, -0.5 * widest))
    upper = np.where(np.abs(upper) <= widest, upper, lower + widest)
    lower, upper = np.minimum(lower, upper), np.maximum(lower, upper)  # a waiver lets limits out of order pass
    fastest = np.where((velocity > 0.0) & (velocity <= FASTEST), velocity, 1.0)
    shape = (count, model.n)
    return {
        "q": rng.uniform(lower, upper, shape),
        "qd": rng.uniform(-fastest, fastest, shape),
        "qdd": rng.normal(size=shape),
        "tau": 10.0 * rng.normal(size=shape),
    }


def anywhere(model: Model, count: int, seed: int) -> dict[str, Array]:
    """Positions, velocities and accelerations by name, regardless of limits.

    >>> import linkwise
    >>> anywhere(linkwise.load("panda").model, 10, seed=0)["qdd"].shape
    (10, 7)
    """
    rng, half = np.random.default_rng(seed), 0.5 * _widest(model)
    q = rng.uniform(-half, half, (count, model.n))
    return {"q": q, "qd": 3.0 * rng.normal(size=q.shape), "qdd": 10.0 * rng.normal(size=q.shape)}


def exciting(model: Model, count: int, seed: int = 0, *, within_limits: bool = False) -> tuple[Array, Array, Array]:
    """Positions, velocities and accelerations (count, n) that excite every parameter.

    Joints turn by any angle and slide by up to the robot's size L, or within their limits; which parameters are base
    parameters does not depend on limits, but how well they show does. Velocities are normal of size √(g/L), at which
    gravity and acceleration weigh the same, accelerations of size g/L; for slides both are times L. Without gravity
    both sizes are 1. So the size of the robot does not matter: the kept columns of arms of 2 to 7 joints, scaled, have
    condition numbers of 3 to 8. With unit velocities they have 2 to 12, and 50 on a Panda a hundred times as large;
    with speeds spread over a factor 20, 3 to 20.

    >>> import linkwise
    >>> q, qd, qdd = exciting(linkwise.load("scara").model, 100)
    >>> q.shape, bool(np.abs(q[:, 0]).max() > 3.0)
    ((100, 4), True)
    """
    if count < 1:
        raise BadArray(f"{count} states were requested.", "At least one was expected.")
    rng, L = np.random.default_rng(seed), size(model)
    joints = {body.joint.name: body.joint for body in model.bodies}
    own = [joints.get(name) for name in model.joint_names]
    widest = [L if joint is not None and joint.slides else math.pi for joint in own]
    limits = [joint.limits if within_limits and joint is not None else Limits() for joint in own]
    lower, upper = np.array([_range(*each) for each in zip(limits, widest, strict=True)]).reshape(-1, 2).T
    rate, unit, shape = natural_rate(model), units(model), (count, len(own))
    q = rng.uniform(lower, upper, shape)
    return q, rate * unit * rng.normal(size=shape), rate**2 * unit * rng.normal(size=shape)


def in_boxes(
    count: int, seed: int, *boxes: tuple[Array | Sequence[float], Array | Sequence[float]]
) -> tuple[Array, ...]:
    """For each box, its lower and upper corner, `count` points drawn uniformly from it, one per row.

    >>> q, qd = in_boxes(10, 0, ([0.0, 0.0], [1.0, 2.0]), ([-1.0, -1.0], [1.0, 1.0]))
    >>> q.shape, bool((qd < 0.0).any())
    ((10, 2), True)
    """
    rng = np.random.default_rng(seed)
    return tuple(rng.uniform(lower, upper, (count, np.size(lower))) for lower, upper in boxes)


def fixed_states(n: int, arrays: int, count: int | None = None, *, layout: str = "rows") -> tuple[Array, ...]:
    """Arrays of states of n joints, always the same: one state, rows (count, n) or columns (n, count).

    >>> [x.shape for x in fixed_states(7, 3, 100, layout="columns")]
    [(7, 100), (7, 100), (7, 100)]
    """
    rng = np.random.default_rng(7)
    shape = (n,) if count is None else (n, count) if layout == "columns" else (count, n)
    return tuple(rng.uniform(-3.0, 3.0, shape) for _ in range(arrays))


# ---- how large and how fast a robot is -------------------------------------------------------------------------------


def size(model: Model) -> float:
    """The length of the longest path from the base to a joint, in metres; 1 if all joints are at one point.

    >>> import linkwise
    >>> size(linkwise.load("planar2r").model)
    0.7
    """
    reach = [0.0] * (len(model.bodies) + 1)  # the last entry is the base's
    for i, body in enumerate(model.bodies):
        p = body.placement.p
        reach[i] = reach[body.parent] + math.sqrt(float(p.dot(p)))
    return max(reach) or 1.0


def units(model: Model) -> Array:
    """For each coordinate the robot's size where it slides, and 1 where it turns.

    >>> import linkwise
    >>> units(linkwise.load("scara").model)
    array([1. , 1. , 1.3, 1. ])
    """
    return np.where(_slides(model), size(model), 1.0)


def natural_rate(model: Model) -> float:
    """√(g/L), the speed at which gravity and acceleration weigh the same, in 1/s; 1 without gravity.

    >>> import linkwise
    >>> round(natural_rate(linkwise.load("planar2r").model), 3)
    3.744
    """
    g = math.sqrt(float(model.gravity.dot(model.gravity)))
    return math.sqrt(g / size(model)) if g > 0.0 else 1.0


def _slides(model: Model) -> list[bool]:
    slides = {body.joint.name: body.joint.slides for body in model.bodies}
    return [slides.get(name, False) for name in model.joint_names]


def _widest(model: Model) -> Array:
    return np.where(_slides(model), SLIDING, TURNING)


def _range(limits: Limits, widest: float) -> tuple[float, float]:
    """The limits where they are meaningful, else the widest range; a joint with one limit moves away from it."""
    lower = limits.lower if abs(limits.lower) <= 2.0 * widest else None
    upper = limits.upper if abs(limits.upper) <= 2.0 * widest else None
    if lower is not None and upper is not None and upper - lower > NARROW * widest:
        return lower, upper
    if lower is not None and upper is None:
        return lower, lower + 2.0 * widest
    if upper is not None and lower is None:
        return upper - 2.0 * widest, upper
    return -widest, widest
