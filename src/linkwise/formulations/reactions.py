"""At which joints reaction wrenches are asked for, and in which axes.

The iterative notes (179), (180), Lynch & Park (2017) (9.56) and Khalil & Dombre (2002) [9.123] compute the wrench each
link gets from its parent through the joint between them: what bearings and structure feel.
                                                                        [iterative_notes] [lynch2017] [khalil2002]
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ..algebra import Force, Scalar, Transform
from ..errors import BadArray, UnknownName, shown
from ..model import BASE, Body, Model
from .kinematics.orin_schrader import poses_in_base
from .scalars import Rows

AXES = ("link", "base")
"""The axes of a reaction wrench: those of the frame of the link it acts on, or of the base."""


@dataclass(frozen=True)
class Reactions:
    """The joints, by name, and the axes of their wrenches; of one joint `alone` the answer has no axis of joints.

    >>> import linkwise
    >>> Reactions.of(linkwise.load("planar2r").tree)
    Reactions(joints=('joint1', 'joint2'), axes='link', alone=False)
    """

    joints: tuple[str, ...]
    axes: str = AXES[0]
    alone: bool = False

    @staticmethod
    def of(model: Model, joints: Sequence[str] | None = None, axes: str = AXES[0]) -> "Reactions":
        """At these joints; without names at all that move a link, which shared drives and spinning rotors do not."""
        if not isinstance(axes, str) or axes not in AXES:
            raise UnknownName("axes", axes, "a reaction wrench", AXES)
        links = _joints_of_links(model) if joints is None else tuple(joints)
        if joints is not None and not links:
            raise BadArray(
                "at is an empty list.", "The name of a joint was expected, or several.", "omit it for all joints."
            )
        known = model.moving_joint_names
        for name in links:
            if name not in known:
                raise UnknownName("joint", name, f"robot {shown(model.name)}", known)
        return Reactions(links, axes)

    def rows(self, model: Model, q: Sequence[Scalar], wrenches: Rows) -> Any:
        """(n, f) at each joint, about its origin, from the wrenches on all links seen from their bodies."""
        places = {body.joint.name: i for i, body in model.outward()}
        T = poses_in_base(model, q) if self.axes == "base" else []
        rows = []
        for i in map(places.__getitem__, self.joints):
            R, F = T[i].R if T else model.frame(model.tag(i)).placement.R.T, Force.of_numbers(wrenches[i], model.tag(i))
            rows.append([*(R @ F.n).components, *(R @ F.f).components])
        return rows[0] if self.alone else rows


def _joints_of_links(model: Model) -> tuple[str, ...]:
    """The moving joints without those of motors: bodies without mass that follow coordinates and carry nothing, and
    are drives, fixed to the base, or rotors, which have moments of inertia alone."""
    motors = set()
    for i, body in model.outward():
        light = not body.inertia.m and not any(body.inertia.h.components)
        rotor = any(body.inertia.I.components) or (body.parent == BASE and body.placement == _here(model, body))
        if light and rotor and not model.children[i] and body.joint.name not in model.coordinates.names:
            motors.add(body.joint.name)
    return tuple(name for name in model.moving_joint_names if name not in motors)


def _here(model: Model, body: Body) -> Transform:
    return Transform.identity(model.base, body.name)
