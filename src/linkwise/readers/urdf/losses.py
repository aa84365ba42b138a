"""What URDF cannot hold, so that no file silently says less than the model."""

import math
from collections.abc import Iterator
from typing import Any

from ...algebra import Inertia, Scalar
from ...errors import LinkwiseError, listed, shown
from ...model import EARTH, NO_ROTOR, AbstractFriction, AbstractJoint, Friction, Model
from ..closure_tables import meaning
from ..xml_tree import LENGTH
from .followers import followers
from .markup import writable
from .names import Names

KINDS = ("revolute", "continuous", "prismatic", "fixed")
"""The joint types that URDF and linkwise share."""


def losses(model: Model) -> list[str]:
    """What a URDF file of this model would leave out.

    >>> from linkwise.algebra import Vec3
    >>> losses(Model("moon lander", (), gravity=Vec3(0.0, 0.0, -1.62)))
    ['gravity (0.0, 0.0, -1.62): a URDF file cannot state gravity, and readers assume (0, 0, -9.81)']
    """
    lost = []
    if model.gravity.components != EARTH.components:
        why = "a URDF file cannot state gravity, and readers assume (0, 0, -9.81)"
        lost.append(f"gravity {model.gravity.components}: {why}")
    for body in model.bodies:
        lost.extend(f"joint {shown(body.joint.name)}: {loss}" for loss in _joint_losses(body.joint))
    lost += [f"link {shown(lift.link)}: a compensated weight of {lift.mass!r} kg" for lift in model.lifts]
    lost += [f"loop {shown(closure.name)}: {meaning(closure)}" for closure in model.closures]
    if model.actuated:
        lost.append(f"which joints are actuated: {listed(model.actuated)}")
    return lost + followers(model)[1]


def _joint_losses(joint: AbstractJoint) -> Iterator[str]:
    if joint.rotor != NO_ROTOR:
        yield f"rotor inertia {joint.rotor.inertia!r} with gear ratio {joint.rotor.gear_ratio!r}"
    if joint.spring.stiffness != 0.0:
        yield f"a spring of stiffness {joint.spring.stiffness!r} with rest position {joint.spring.rest!r}"
    law = joint.friction
    if isinstance(law, Friction):
        forward, back = law.holding()
        if back != forward:
            yield f"Coulomb friction that depends on the direction, {forward!r} forwards and {back!r} backwards"
    else:
        viscous, coulomb = plain_friction(law)
        yield f"the friction law {shown(repr(law), 200)}, except for damping {viscous!r} and friction {coulomb!r}"


def impossible(model: Model, names: Names) -> list[str]:
    """What cannot be written as URDF at all, not even with losses.

    >>> from linkwise.readers.urdf.names import names_of
    >>> impossible(Model("a\\0", ()), names_of(Model("a", ())))
    ["the name 'a\\\\x00'"]
    """
    reasons = []
    for name in (model.name, *names.links.values(), *(frame.name for frame, _ in names.extra), *_joints(model, names)):
        if not name or not writable(name) or len(name) > LENGTH:
            reasons.append(f"the name {shown(name)}")
    for body in model.bodies:
        if body.joint.kind not in KINDS:
            reasons.append(f"joint {shown(body.joint.name)} of type {shown(body.joint.kind)}; URDF has {listed(KINDS)}")
        if not _all_finite(*body.placement.p.components, *(x for row in body.placement.R.rows for x in row)):
            reasons.append(f"the placement of link {shown(body.name)}: not all of it is finite numbers")
        if not _all_finite(*body.joint.axis.components, body.joint.offset, *plain_friction(body.joint.friction)):
            reasons.append(f"joint {shown(body.joint.name)}: not all of it is finite numbers")
    for name, inertia in ((model.base, model.base_inertia), *((body.name, body.inertia) for body in model.bodies)):
        if reason := _inertia_fault(inertia, "negative-mass" in model.waivers):
            reasons.append(f"the inertia of link {shown(name)}: {reason}")
    return reasons


def plain_friction(law: AbstractFriction) -> tuple[Scalar, Scalar]:
    """The part of a friction law that URDF can hold: viscous and Coulomb friction, 0 if the law has no such parameters.

    >>> plain_friction(Friction(0.1, 0.2, backward=0.3))
    (0.1, 0.2)
    """
    if isinstance(law, Friction):
        return law.viscous, law.coulomb
    coefficients = law.coefficients or {}
    return coefficients.get("viscous", 0.0), coefficients.get("coulomb", 0.0)


def _joints(model: Model, names: Names) -> list[str]:
    return [*(body.joint.name for body in model.bodies), *(joint for _, joint in names.extra)]


def _inertia_fault(inertia: Inertia, negative_mass_waived: bool) -> str:
    if not _all_finite(*inertia.parameters):
        return "not all of it is finite numbers"
    if inertia.m < 0.0 and not negative_mass_waived:
        return f"it has the negative mass {inertia.m!r}"
    if inertia.m == 0.0 and any(inertia.h.components):
        return "it has a first moment but no mass"
    if not _all_finite(*inertia.com.components, *inertia.I_com.components):
        return "too large or too small to state at its centre of mass"
    return ""


def _all_finite(*values: Any) -> bool:
    """Whether all are finite numbers, not symbols or batches."""
    try:
        return all(math.isfinite(float(value)) for value in values)
    except (TypeError, ValueError, OverflowError, LinkwiseError):
        return False
