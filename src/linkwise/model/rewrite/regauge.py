"""Move body frames to other places on their bodies; the robot stays as it is.

Frame i moves by a constant pose G_i, the new frame seen from the old one. With P the placement and J(q) the joint,

    G_p⁻¹ · P J(q) · G_i  =  (G_p⁻¹ P G_i) · (G_i⁻¹ J(q) G_i),

and G_i⁻¹ J(q) G_i is the same kind of joint about the axis R_Gᵀ a, provided that the axis of a revolute joint passes
through the new origin. For a slide it does not matter where its axis lies.
"""

from collections.abc import Sequence
from dataclasses import replace

from ...algebra import Transform, Vec3
from ...errors import InvalidModel, shown
from ..body import BASE, Body
from ..frame import Frame
from ..model import Model

OFF_AXIS = 1e-12
"""How far, relative to the shift, rounding may put the new origin of a revolute joint's frame off the axis."""


def regauge(model: Model, gauges: Sequence[Transform]) -> Model:
    """The same robot with body frame i moved by gauges[i]; the base frame never moves, named frames stay in place.

    >>> import linkwise
    >>> from linkwise.model.dh import Z, slide
    >>> arm = linkwise.load("planar2r").model
    >>> moved = regauge(arm, [slide(Z, 0.1)] * 2)
    >>> moved.bodies[1].placement.p.components == arm.bodies[1].placement.p.components
    True
    >>> moved.frame("link2").placement.p.z - arm.frame("link2").placement.p.z
    -0.1
    """
    G = [T.tagged(body.name, body.name) for T, body in zip(gauges, model.bodies, strict=True)]
    for T, body in zip(G, model.bodies, strict=True):
        _check(T, body)
    back = [T.inverse() for T in G]
    bodies = [
        replace(
            body,
            placement=body.placement @ G[i] if body.parent == BASE else back[body.parent] @ body.placement @ G[i],
            joint=replace(body.joint, axis=(back[i].R @ body.joint.axis.seen_from(body.name)).seen_from(None)),
            inertia=body.inertia.to_parent(back[i]),
        )
        for i, body in enumerate(model.bodies)
    ]
    frames = [
        frame if frame.body == BASE else Frame(frame.name, frame.body, back[frame.body] @ frame.placement)
        for frame in model.frames
    ]
    return replace(model, bodies=tuple(bodies), frames=tuple(frames))


def _check(T: Transform, body: Body) -> None:
    if body.joint.slides or not body.joint.moves:
        return
    off = T.p.cross(body.joint.axis)
    if off.dot(off) > OFF_AXIS**2 * T.p.dot(T.p):
        raise InvalidModel(
            f"the frame of link {shown(body.name)} would leave the axis of joint {shown(body.joint.name)}.",
            "A revolute joint's axis passes through the origin of its link's frame.",
            "turn the frame, or slide it along the axis only.",
        )


def unit(v: Vec3) -> Vec3:
    """The vector of length 1 along v.

    >>> unit(Vec3(0.0, 3.0, 4.0)).components
    (0.0, 0.6, 0.8)
    """
    return v / float(v.dot(v)) ** 0.5
