"""Writes URDF: text that reads back as the same mechanism, or an error that lists what it could not hold."""

import math

from ...algebra import Inertia, Transform
from ...errors import WriteError, shown
from ...model import BASE, FREE, AbstractJoint, Body, Model
from ...model.field_types import expect_model
from ..mimic import Follow
from ..several import Several, gathered
from .followers import followers
from .joints import UNLIMITED
from .losses import impossible, losses, plain_friction
from .markup import comment, numeral, numerals, tag
from .names import Names, names_of
from .tip import tip_elements

SEVERAL = ("floating", "planar")
"""The joints of several degrees of freedom that URDF has."""

DYNAMICS = ("damping", "friction")
"""The attributes of <dynamics>: viscous and Coulomb friction."""


def write(model: Model, *, lossy: bool = False) -> str:
    """The model as URDF text.

    Floating and planar joints are written as such where the file is read as the same chain, otherwise as the chain.
    Joint offsets become part of the <origin>; frames that are not links become massless links fixed to their link. What
    URDF cannot hold (gravity other than Earth's, rotor inertia, friction laws beyond damping and Coulomb friction equal
    in both directions, couplings beyond mimic, loops) is refused; with `lossy` it is left out and named in a comment.

    >>> print(write(Model("post", (), base="ground", tip="ground")))
    <?xml version="1.0" encoding="utf-8"?>
    <robot name="post">
      <link name="ground"/>
    </robot>
    """
    expect_model(model)
    model, several = gathered(model, SEVERAL)
    names = names_of(model)
    reasons = impossible(model, names)
    if reasons:
        what = f"robot {shown(model.name)} cannot be written as URDF."
        raise WriteError(what, _bullets(reasons), "correct these first.")
    lost = losses(model)
    if lost and not lossy:
        what = f"URDF cannot hold {len(lost)} propert{'ies' if len(lost) > 1 else 'y'} of robot {shown(model.name)}."
        raise WriteError(what, _bullets(lost), "write with lossy=True to leave them out, or choose another format.")
    remarks = [f"left out: {loss}" for loss in lost] + _remarks(model)
    lines = ['<?xml version="1.0" encoding="utf-8"?>', *([comment(remarks)] if remarks else [])]
    parts = [*_links(model, names), *_joints(model, names, several), *tip_elements(model, names)]
    return "\n".join([*lines, tag("robot", [("name", model.name)], parts), ""])


def _bullets(items: list[str], most: int = 50) -> str:
    tail = [f"… and {len(items) - most} more"] if len(items) > most else []
    return "\n  ".join(items[:most] + tail)


def _remarks(model: Model) -> list[str]:
    """What a person who opens the file should know and its elements cannot say."""
    waived = ", ".join(repr(name) for name in model.waivers)
    remarks = [f"written from a robot that was read with allow=({waived},)"] if waived else []
    for group in model.groups:
        what = f"joint {group.name} has {len(group.joints)} degrees of freedom"
        remarks.append(f"{what}: it is written as the joints it is made of, and read as these")
    if _depth_first(model) != list(range(len(model.bodies))):
        remarks.append("the robot's links were not in depth-first order, in which linkwise reads this file")
    return remarks


def _depth_first(model: Model) -> list[int]:
    order, pending = [], list(reversed(model.children[BASE]))
    while pending:
        order.append(pending.pop())
        pending.extend(reversed(model.children[order[-1]]))
    return order


def _links(model: Model, names: Names) -> list[str]:
    inertias = {BASE: model.base_inertia, **{i: body.inertia for i, body in enumerate(model.bodies)}}
    bodies = [tag("link", [("name", name)], _inertial(inertias[i]), 1) for i, name in names.links.items()]
    return bodies + [tag("link", [("name", frame.name)], (), 1) for frame, _ in names.extra]


def _inertial(inertia: Inertia) -> list[str]:
    if inertia.m == 0.0 and not any(inertia.I.components):
        return []
    keys = ("ixx", "ixy", "ixz", "iyy", "iyz", "izz")
    moments = [(key, numeral(value)) for key, value in zip(keys, inertia.I_com.components, strict=True)]
    children = [
        tag("origin", [("xyz", numerals(inertia.com.components))], (), 3),
        tag("mass", [("value", numeral(inertia.m))], (), 3),
        tag("inertia", moments, (), 3),
    ]
    return [tag("inertial", (), children, 2)]


def _joints(model: Model, names: Names, several: dict[str, Several]) -> list[str]:
    follows, _ = followers(model)
    joints = []
    for i, body in enumerate(model.bodies):
        parent, child = names.links[body.parent], names.links[i]
        freed = several.get(body.joint.name)
        joints.append(_joint(body, parent, child, follows) if freed is None else _several(body, parent, child, freed))
    for frame, joint in names.extra:
        ends = _ends(frame.placement, names.links[frame.body], frame.name)
        joints.append(tag("joint", [("name", joint), ("type", "fixed")], ends, 1))
    return joints


def _ends(placement: Transform, parent: str, child: str) -> list[str]:
    origin = [("xyz", numerals(placement.p.components)), ("rpy", numerals(placement.R.angles))]
    return [
        tag("origin", origin, (), 2),
        tag("parent", [("link", parent)], (), 2),
        tag("child", [("link", child)], (), 2),
    ]


def _several(body: Body, parent: str, child: str, joint: Several) -> str:
    axis = [tag("axis", [("xyz", numerals(joint.normal.components))], (), 2)] if joint.degrees == "planar" else []
    kind = [("name", joint.name), ("type", joint.degrees)]
    return tag("joint", kind, [*_ends(body.placement, parent, child), *axis], 1)


def _joint(body: Body, parent: str, child: str, follows: dict[str, Follow]) -> str:
    joint = body.joint
    children = _ends(body.pose(0.0), parent, child)
    kind = joint.kind
    if joint.moves:
        children.append(tag("axis", [("xyz", numerals(joint.axis.components))], (), 2))
        if kind != "prismatic":
            unlimited = math.isinf(joint.limits.lower) and math.isinf(joint.limits.upper)
            kind = "continuous" if unlimited else "revolute"
        children.extend(_limit(joint, kind))
    if joint.friction != FREE:
        pairs = [(key, numeral(x)) for key, x in zip(DYNAMICS, plain_friction(joint.friction), strict=True)]
        children.append(tag("dynamics", pairs, (), 2))
    if joint.name in follows:
        leader, factor, offset = follows[joint.name]
        pairs = [("joint", leader), ("multiplier", numeral(factor)), ("offset", numeral(offset))]
        children.append(tag("mimic", pairs, (), 2))
    return tag("joint", [("name", joint.name), ("type", kind)], children, 1)


def _limit(joint: AbstractJoint, kind: str) -> list[str]:
    """The <limit>, required except for continuous joints; UNLIMITED stands for infinity, which the format lacks."""
    limits = joint.limits
    if kind == "continuous" and math.isinf(limits.effort) and math.isinf(limits.velocity):
        return []
    keys = ("effort", "velocity") if kind == "continuous" else ("lower", "upper", "effort", "velocity")
    bounded = [(key, numeral(max(-UNLIMITED, min(UNLIMITED, getattr(limits, key))))) for key in keys]
    return [tag("limit", bounded, (), 2)]
