"""What URDF cannot hold: no file is written that says less than the model without a word."""

import math
from collections.abc import Iterator

from ...algebra import Inertia, Scalar
from ...errors import LinkwiseError, listed, shown
from ...model import EARTH, NO_ROTOR, AbstractFriction, AbstractJoint, Friction, Model
from ..xml import LENGTH
from .followers import followers
from .markup import writable
from .names import Names

KINDS = ("revolute", "continuous", "prismatic", "fixed")
"""The joints URDF has in common with linkwise."""


def losses(model: Model) -> list[str]:
    """What would be lost.

    >>> from linkwise.algebra import Vec3
    >>> losses(Model("moon lander", (), gravity=Vec3(0.0, 0.0, -1.62)))
    ['gravity (0.0, 0.0, -1.62): a URDF file says nothing of gravity, and readers take (0, 0, -9.81)']
    """
    found = []
    if model.gravity.components != EARTH.components:
        said = "a URDF file says nothing of gravity, and readers take (0, 0, -9.81)"
        found.append(f"gravity {model.gravity.components}: {said}")
    for body in model.bodies:
        found.extend(f"joint {shown(body.joint.name)}: {loss}" for loss in _of_joint(body.joint))
    return found + followers(model)[1]


def _of_joint(joint: AbstractJoint) -> Iterator[str]:
    if joint.rotor != NO_ROTOR:
        yield f"rotor inertia {joint.rotor.inertia!r} with gear ratio {joint.rotor.gear_ratio!r}"
    law = joint.friction
    if isinstance(law, Friction):
        forward, back = law.holding()
        if back != forward:
            yield f"Coulomb friction that differs with the direction, {forward!r} and {back!r}"
    else:
        viscous, coulomb = plain_friction(law)
        yield f"the friction law {shown(repr(law), 200)}, of which damping {viscous!r} and friction {coulomb!r} stay"


def impossible(model: Model, names: Names) -> list[str]:
    """What no URDF file can say at all.

    >>> from linkwise.readers.urdf.names import names_of
    >>> impossible(Model("a\\0", ()), names_of(Model("a", ())))
    ["the name 'a\\\\x00'"]
    """
    found = []
    for name in (model.name, *names.links.values(), *(frame.name for frame, _ in names.extra), *_joints(model, names)):
        if not name or not writable(name) or len(name) > LENGTH:
            found.append(f"the name {shown(name)}")
    for body in model.bodies:
        if body.joint.kind not in KINDS:
            found.append(f"joint {shown(body.joint.name)} of kind {shown(body.joint.kind)}; URDF has {listed(KINDS)}")
        if not _plain(*body.placement.p.components, *(x for row in body.placement.R.rows for x in row)):
            found.append(f"the placement of link {shown(body.name)}, which is not made of finite numbers")
        if not _plain(*body.joint.axis.components, body.joint.offset, *plain_friction(body.joint.friction)):
            found.append(f"joint {shown(body.joint.name)}, which is not made of finite numbers")
    for name, inertia in ((model.base, model.base_inertia), *((body.name, body.inertia) for body in model.bodies)):
        reasons = _of_inertia(inertia, "negative-mass" in model.waivers)
        found.extend(f"the inertia of link {shown(name)}, which {reason}" for reason in reasons)
    return found


def plain_friction(law: AbstractFriction) -> tuple[Scalar, Scalar]:
    """What of a law URDF can say: viscous and Coulomb friction, 0 where the law has no such parameters.

    >>> plain_friction(Friction(0.1, 0.2, backward=0.3))
    (0.1, 0.2)
    """
    if isinstance(law, Friction):
        return law.viscous, law.coulomb
    found = law.coefficients or {}
    return found.get("viscous", 0.0), found.get("coulomb", 0.0)


def _joints(model: Model, names: Names) -> list[str]:
    return [*(body.joint.name for body in model.bodies), *(joint for _, joint in names.extra)]


def _of_inertia(inertia: Inertia, waived: bool) -> Iterator[str]:
    if not _plain(*inertia.parameters):
        yield "is not made of finite numbers"
    elif inertia.m < 0.0 and not waived:
        yield f"has the negative mass {inertia.m!r}"
    elif inertia.m == 0.0 and any(inertia.h.components):
        yield "has a first moment and no mass"
    elif not _plain(*inertia.com.components, *inertia.I_com.components):
        yield "is too large or too small to say at its centre of mass"


def _plain(*values: object) -> bool:
    """Whether all are finite numbers, not symbols or batches."""
    try:
        return all(math.isfinite(float(value)) for value in values)  # type: ignore[arg-type]
    except (TypeError, ValueError, OverflowError, LinkwiseError):
        return False
