"""Rotors that spin on moving links: the gyroscopic terms that I_a = N² J_m leaves out.

Khalil & Dombre (2002) §9.3.5 neglects them, as is justified for high gear ratios, and refers to others for the rest.
                                                                                                        [khalil2002]
The rotor of joint j sits on the link p that carries the joint and turns about an axis a of that link with N q̇_j
relative to it. With J_m its inertia about the axis, its energy beyond that of a rotor held still on its link is

    ½ J_m (a·ω_p + N q̇_j)² − ½ J_m (a·ω_p)²  =  ½ N² J_m q̇_j² + N J_m q̇_j (a·ω_p)

of which I_a is the first term alone. Here each rotor is a body: inertia J_m a aᵀ, joint variable N q_j.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from numbers import Real

from ...algebra import Inertia, Sym3, Vec3
from ...errors import InvalidModel, UnknownName, shown
from ..actuator import NO_ROTOR
from ..body import BASE
from ..field_types import expect_model
from ..joints import Revolute
from ..model import Model
from .drives import with_turning_body
from .merge_fixed import merge_fixed


def spinning_rotors(model: Model, axes: Mapping[str, Sequence[float]] | None = None, in_links: bool = True) -> Model:
    """The robot with its rotors as spinning bodies; fixed links are merged first.

    `axes` gives rotor axes by joint, seen from the frame of the link that carries the motor; by default a rotor turns
    about its joint's axis. `in_links` says that the links' inertias include the rotors, held still. Rotors on the base
    stay inertias of their joints, because the base does not turn; so do those of drives, because the link that carries
    them is not known.

    >>> import linkwise
    >>> arm = spinning_rotors(linkwise.load("puma560").model)
    >>> len(arm.bodies), arm.n
    (11, 6)
    """
    expect_model(model)
    model = merge_fixed(model)
    if not isinstance(in_links, bool):
        raise InvalidModel(f"in_links is {shown(repr(in_links))}.", "True or False was expected.")
    if axes is not None and not isinstance(axes, Mapping):
        raise InvalidModel(f"the axes of rotors are {shown(repr(axes))}.", "A dict of axes by joint was expected.")
    named = dict(axes or {})
    joints = {body.joint.name for body in model.bodies}
    for name in named:
        if name not in joints:
            raise UnknownName("joint", name, f"robot {shown(model.name)}", sorted(joints))
    rows = dict(zip(model.moving_joint_names, model.coordinates.rows, strict=True))
    for i, body in enumerate(model.bodies):
        rotor, joint = body.joint.rotor, body.joint
        if body.parent == BASE or rotor.inertia == 0:
            if joint.name in named:
                where = "is on the base" if body.parent == BASE else "has no inertia"
                raise InvalidModel(
                    f"the rotor of joint {shown(joint.name)} {where}, so its axis makes no difference.",
                    "Axes of rotors with inertia on moving links were expected.",
                    "leave it out.",
                )
            continue
        a = body.placement.R @ joint.axis
        if joint.name in named:  # standard Denavit–Hartenberg tables: a link's own frame need not be that of its body
            a = model.frame(model.tag(body.parent)).placement.R @ _unit(joint.name, named[joint.name])
        tensor = _about(a, rotor.inertia)
        bodies = list(model.bodies)
        bodies[i] = replace(body, joint=replace(joint, rotor=NO_ROTOR))
        if in_links:
            carrier = bodies[body.parent]
            I = carrier.inertia.I - tensor.seen_from(carrier.name)
            bodies[body.parent] = replace(carrier, inertia=replace(carrier.inertia, I=I))
        row = tuple((k, rotor.gear_ratio * c) for k, c in rows[joint.name])
        name = f"{joint.name} rotor"
        spin = Inertia(0.0, Vec3(0.0, 0.0, 0.0, name), tensor.seen_from(name))
        turns = Revolute(name, Vec3(a.x, a.y, a.z, name))
        model = with_turning_body(replace(model, bodies=tuple(bodies)), name, row, turns, body.parent, spin)
    return model


def _about(a: Vec3, J: float) -> Sym3:
    """J a aᵀ."""
    x, y, z = a.components
    return Sym3(J * x * x, J * x * y, J * x * z, J * y * y, J * y * z, J * z * z)


def _unit(joint: str, axis: Sequence[float]) -> Vec3:
    three = hasattr(axis, "__len__") and len(axis) == 3 and all(isinstance(x, Real) for x in axis)
    size = math.hypot(*axis) if three else 0.0
    if not 0.0 < size < math.inf:
        what = f"the rotor of joint {shown(joint)} turns about {shown(repr(axis))}."
        raise InvalidModel(what, "A direction was expected: three numbers, not all 0.", "[0.0, 0.0, 1.0], say.")
    x, y, z = axis
    return Vec3(float(x / size), float(y / size), float(z / size))
