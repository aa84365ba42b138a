"""Arms given by the lines of their axes, at q = 0 and seen from the base; and the same arms built a little wrong."""

import numpy as np

from linkwise import Robot
from linkwise.algebra import Inertia, Rotation, Transform, Vec3
from linkwise.model import Body, Frame, Model
from linkwise.model.joints import Prismatic, Revolute

WRIST = (("R", (1, 0, 0), (1.0, 0.1, 0.3)), ("R", (0, 1, 0), (1.0, 0.1, 0.3)), ("R", (1, 0, 0), (1.0, 0.1, 0.3)))
SKEW_WRIST = (
    ("R", (1, 0, 0), (1.0, 0.1, 0.3)),
    ("R", (0.3, 1, 0.2), (1.0, 0.1, 0.3)),
    ("R", (1, 0, 0.5), (1.0, 0.1, 0.3)),
)
ROUND_Z = ("R", (0, 0, 1), (0, 0, 0))

FIRST_THREE = {
    "three slides": (("P", (1, 0, 0), (0, 0, 0)), ("P", (0, 1, 0), (0, 0, 0)), ("P", (0.1, 0, 1), (0, 0, 0))),
    "a column": (ROUND_Z, ("P", (0, 0, 1), (0, 0, 0)), ("P", (1, 0, 0), (0, 0.1, 0))),
    "Stanford": (ROUND_Z, ("R", (0, 1, 0), (0, 0, 0.3)), ("P", (1, 0, 0), (0, 0.1, 0))),
    "SCARA upright": (("P", (0, 0, 1), (0, 0, 0)), ("R", (0, 0, 1), (0.1, 0, 0.3)), ("R", (0, 0, 1), (0.5, 0.1, 0))),
    "a boom": (ROUND_Z, ("P", (1, 0.2, 0), (0.1, 0, 0.3)), ("R", (0, 1, 0), (0.5, 0.1, 0))),
    "a crane": (("P", (0, 0, 1), (0, 0, 0)), ("R", (0, 0, 1), (0.1, 0, 0.3)), ("P", (1, 0, 0), (0.5, 0.1, 0))),
    "a gantry": (("P", (0, 0, 1), (0, 0, 0)), ("P", (0, 1, 0), (0.1, 0, 0.3)), ("R", (0, 1, 0), (0.5, 0.1, 0))),
    "2 and 3 meet": (ROUND_Z, ("R", (0, 1, 0), (0.2, 0, 0.3)), ("R", (1, 0, 1), (0.2, 0, 0.3))),
    "1 and 2 meet": (ROUND_Z, ("R", (0, 1, 0.2), (0, 0, 0.3)), ("R", (1, 0, 1), (0.4, 0.2, 0.3))),
    "1 and 2 parallel": (ROUND_Z, ("R", (0, 0, 1), (0.4, 0, 0.3)), ("R", (1, 0, 0.2), (0.4, 0.2, 0.3))),
    "2 and 3 parallel": (ROUND_Z, ("R", (0, 1, 0.2), (0.4, 0, 0.3)), ("R", (0, 1, 0.2), (0.4, 0.2, 0.8))),
}
"""First three joints, all solvable with a spherical wrist beyond them."""

SKEW = (ROUND_Z, ("R", (0, 1, 0.2), (0.4, 0, 0.3)), ("R", (1, 1, 0.2), (0.4, 0.2, 0.8)))
"""Three axes in general position: they take a quartic."""


def arm_of_lines(joints, off=0.0, seed=0):
    """A robot with a tool askew; each axis is turned and moved at random by `off`, in rad and m."""
    rng = np.random.default_rng(seed)
    bodies, last = [], np.zeros(3)
    for k, (kind, axis, point) in enumerate(joints):
        axis = np.array(axis, dtype=float) / np.linalg.norm(axis) + off * rng.uniform(-0.5, 0.5, 3)
        point = np.array(point, dtype=float) + off * rng.uniform(-0.5, 0.5, 3)
        joint = {"R": Revolute, "P": Prismatic}[kind](f"joint{k + 1}", Vec3(*(axis / np.linalg.norm(axis)).tolist()))
        place = Transform(Rotation.identity(), Vec3(*(point - last).tolist()))
        bodies.append(Body(f"link{k + 1}", k - 1, place.tagged(_name(k - 1), _name(k)), joint, Inertia.none(_name(k))))
        last = point
    tool = Transform(Rotation.rpy(0.3, -0.4, 0.5), Vec3(0.05, 0.02, 0.1)).tagged(_name(k), "tool")
    return Robot(Model("arm", tuple(bodies), frames=(Frame("tool", k, tool),), tip="tool"))


def _name(k):
    return "base" if k < 0 else f"link{k + 1}"
