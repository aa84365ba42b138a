"""Random states in which every parameter shows."""

import math

import numpy as np

from ...calls.arrays import Array
from ...errors import BadArray
from ...model import Limits, Model, Smooth, Stribeck

NARROW = 1e-3
"""Of the whole range: a joint held within less hardly moves, and is taken to be free."""


def exciting_states(
    model: Model, count: int, seed: int = 0, *, within_limits: bool = False
) -> tuple[Array, Array, Array]:
    """Positions, velocities and accelerations of the coordinates, (count, n) each.

    Joints turn by any angle and slide by up to the robot's size L, or within their limits; which parameters are base
    parameters does not depend on limits, but how well they show does. Velocities are normal of size √(g/L), at which
    gravity and acceleration weigh the same, accelerations of size g/L; those of slides are times L. Without gravity
    both are 1. So the size of the robot does not matter: the kept columns of arms of 2 to 7 joints, scaled, have
    condition numbers of 3 to 8. With unit velocities they have 2 to 12, and 50 on a Panda a hundred times as large;
    with speeds spread over a factor 20, 3 to 20.

    >>> import linkwise
    >>> q, qd, qdd = exciting_states(linkwise.load("scara").model, 100)
    >>> q.shape, bool(np.abs(q[:, 0]).max() > 3.0)
    ((100, 4), True)
    """
    if count < 1:
        raise BadArray(f"{count} states were asked for.", "At least one was expected.")
    rng = np.random.default_rng(seed)
    joints = {body.joint.name: body.joint for body in model.bodies}
    own = [joints.get(name) for name in model.joint_names]
    L = size(model)
    unit = units(model)
    widest = [L if joint is not None and joint.slides else math.pi for joint in own]
    limits = [joint.limits if within_limits and joint is not None else Limits() for joint in own]
    lower, upper = np.array([_range(*each) for each in zip(limits, widest, strict=True)]).reshape(-1, 2).T
    rate = _rate(model, L)
    shape = (count, len(own))
    q = rng.uniform(lower, upper, shape)
    return q, rate * unit * rng.normal(size=shape), rate**2 * unit * rng.normal(size=shape)


def slowed(model: Model, qd: Array) -> Array:
    """The same with every third state at speeds of the size k^(−1/B), at which Stribeck's static friction falls off: at
    larger ones next to nothing may be left of it.

    >>> import linkwise
    >>> from linkwise.model import Stribeck
    >>> arm = linkwise.load("pendulum").with_friction(Stribeck(0.0, 1.0, 2.0, k=1e4)).model
    >>> slowed(arm, np.full((4, 1), 5.0)).ravel()
    array([0.01, 5.  , 5.  , 0.01])
    """
    found = qd.copy()
    joints = {body.joint.name: body.joint for body in model.bodies}
    for k, name in enumerate(model.joint_names):
        law = joints[name].friction if name in joints else None
        law = law.law if isinstance(law, Smooth) else law
        if isinstance(law, Stribeck):
            found[::3, k] *= float(law.k) ** (-1.0 / law.exponent) / np.sqrt(np.mean(qd[::3, k] ** 2))
    return found


def units(model: Model) -> Array:
    """For each coordinate the robot's size where it slides, and 1 where it turns.

    >>> import linkwise
    >>> units(linkwise.load("scara").model)
    array([1. , 1. , 1.3, 1. ])
    """
    slides = {body.joint.name for body in model.bodies if body.joint.slides}
    return np.array([size(model) if name in slides else 1.0 for name in model.joint_names])


def typical(model: Model) -> dict[str, float]:
    """How large a column of each parameter is in such states where the parameter shows in full, by its letters.

    A column far smaller than that is a near-miss: MX of the first link of an arm that stands almost upright, say.

    >>> import linkwise
    >>> {name: round(x, 2) for name, x in typical(linkwise.load("planar2r").model).items() if name in ("ZZ", "MX", "M")}
    {'ZZ': 14.01, 'MX': 9.81, 'M': 6.87}
    """
    L = size(model)
    rate = _rate(model, L)
    tensor = dict.fromkeys(("XX", "XY", "XZ", "YY", "YZ", "ZZ", "Ia"), rate**2)
    moments = dict.fromkeys(("MX", "MY", "MZ"), L * rate**2)
    return {**tensor, **moments, "M": (L * rate) ** 2, "FV": rate, "FC": 1.0, "FO": 1.0, "FS": 1.0, "FU": rate}


def size(model: Model) -> float:
    """The length of the longest path from the base to a joint, in metres; 1 where all joints are in one point.

    >>> import linkwise
    >>> size(linkwise.load("planar2r").model)
    0.7
    """
    reach = [0.0] * (len(model.bodies) + 1)  # the last entry is the base's
    for i, body in enumerate(model.bodies):
        p = body.placement.p
        reach[i] = reach[body.parent] + math.sqrt(float(p.dot(p)))
    return max(reach) or 1.0


def _rate(model: Model, L: float) -> float:
    """The speed at which gravity and acceleration weigh the same, in 1/s."""
    g = math.sqrt(float(model.gravity.dot(model.gravity)))
    return math.sqrt(g / L) if g > 0.0 else 1.0


def _range(limits: Limits, widest: float) -> tuple[float, float]:
    """Limits where they say something, else the widest range; a joint with one limit moves away from it."""
    lower = limits.lower if abs(limits.lower) <= 2.0 * widest else None
    upper = limits.upper if abs(limits.upper) <= 2.0 * widest else None
    if lower is not None and upper is not None and upper - lower > NARROW * widest:
        return lower, upper
    if lower is not None and upper is None:
        return lower, lower + 2.0 * widest
    if upper is not None and lower is None:
        return upper - 2.0 * widest, upper
    return -widest, widest
