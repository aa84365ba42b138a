"""The constants of a robot by name, and robots whose constants are other numbers, or symbols.

Names are letters and the number j of the link, in the Denavit–Hartenberg frames of `dh_gauge`, after Khalil & Dombre
(2002), Example 9.1:                                                                                    [khalil2002]

    ALPHA D THETA RL, and GAMMA B BETA where they are needed     the constants of frame j (model/dh.py); RL is r
    XX XY XZ YY YZ ZZ MX MY MZ M                                 the standard inertial parameters of link j
    Ia FV FC, and FB where friction differs for q̇ < 0            rotor, viscous and Coulomb friction
    FST                                                          static friction of Stribeck's law
    G1 G2 G3                                                     gravity in base axes

Instead of first moments and the tensor at its origin, a link may be given its centre of mass CX CY CZ and the tensor
IXX … IZZ there.
"""

import math
import re
from collections.abc import Mapping
from dataclasses import replace

from ..algebra import Inertia, Scalar, Sym3, Vec3, cos_sin
from ..errors import InvalidModel, UnknownName, shown
from .actuator import AbstractFriction, Friction, Rotor
from .body import Body
from .dh import DHRow, Z
from .friction import Stribeck
from .model import Model
from .rewrite.dh_gauge import gauged

GEOMETRY = {"GAMMA": "gamma", "B": "b", "ALPHA": "alpha", "D": "d", "BETA": "beta", "THETA": "theta", "RL": "r"}
"""The letters of a row of the table."""

ANGLES = ("GAMMA", "ALPHA", "BETA", "THETA")
"""The geometric constants that are angles; the others are lengths."""

STANDARD = ("XX", "XY", "XZ", "YY", "YZ", "ZZ", "MX", "MY", "MZ", "M")
"""The standard inertial parameters of a link, in the order of [9.42]."""

CENTRAL = ("IXX", "IXY", "IXZ", "IYY", "IYZ", "IZZ", "CX", "CY", "CZ", "M")
"""A link's tensor at its centre of mass, the centre, and the mass."""

RUBBING = ("FV", "FC", "FB", "FST")
"""Friction of a joint; laws other than Friction and Stribeck have no constants."""

GRAVITY = ("G1", "G2", "G3")
"""Gravity in base axes."""

KINDS = {
    "geometry": tuple(GEOMETRY),
    "inertia": STANDARD,
    "centre": CENTRAL,
    "rotors": ("Ia",),
    "friction": RUBBING,
    "gravity": ("G",),
}
"""The letters of each kind of constant."""


def constants(model: Model) -> dict[str, float]:
    """Every constant of the robot by its name.

    >>> import linkwise
    >>> {name: value for name, value in constants(linkwise.load("planar2r").model).items() if name in ("D2", "MX1")}
    {'MX1': 0.9099999999999999, 'D2': 0.7}
    """
    arm, rows = gauged(model)
    named: dict[str, float] = {}
    for j, (body, row) in enumerate(zip(arm.bodies, rows, strict=True), 1):
        named |= {f"{letter}{j}": getattr(row, field) for letter, field in GEOMETRY.items()}
        named |= {f"{letter}{j}": x for letter, x in zip(STANDARD, body.inertia.parameters, strict=True)}
        named |= {f"{letter}{j}": x for letter, x in zip(CENTRAL, _central(body.inertia), strict=True)}
        named |= {f"Ia{j}": body.joint.rotor.reflected}
        named |= {f"{letter}{j}": x for letter, x in _of_friction(body.joint.friction).items()}
    return named | dict(zip(GRAVITY, arm.gravity.components, strict=True))


def inertial(model: Model) -> dict[str, Scalar]:
    """The standard parameters and rotors of a robot by name, in the frames the model has.

    >>> import linkwise
    >>> inertial(linkwise.load("planar2r").tree)["M2"]
    2.1
    """
    named: dict[str, Scalar] = {}
    for j, body in enumerate(model.bodies, 1):
        named |= {f"{letter}{j}": x for letter, x in zip(STANDARD, body.inertia.parameters, strict=True)}
        named[f"Ia{j}"] = body.joint.rotor.reflected
    return named


def worth_a_symbol(model: Model, *kinds: str) -> dict[str, float]:
    """The constants of some kinds that are worth a symbol: all but zeros and quarter turns.

    >>> import linkwise
    >>> worth_a_symbol(linkwise.load("rx90").model, "geometry")
    {'D3': 0.45, 'RL4': 0.45}
    """
    for kind in kinds:
        if kind not in KINDS:
            raise UnknownName("kind of constants", kind, "linkwise", KINDS)
    letters = {letter for kind in kinds for letter in KINDS[kind]}
    every = {name: x for name, x in constants(model).items() if letter_of(name) in letters}
    return {name: x for name, x in every.items() if x != 0.0 and not (letter_of(name) in ANGLES and _quarter(x))}


def letter_of(name: str) -> str:
    """A constant's name without its number.

    >>> letter_of("ALPHA12")
    'ALPHA'
    """
    return re.sub(r"\d+$", "", name)


def with_constants(model: Model, values: Mapping[str, Scalar]) -> Model:
    """The robot in Denavit–Hartenberg frames with the named constants replaced by other numbers, or by symbols.

    >>> import linkwise
    >>> longer = with_constants(linkwise.load("planar2r").model, {"D2": 0.8})
    >>> longer.bodies[1].placement.p.components
    (0.8, 0.0, 0.0)
    """
    arm, rows = gauged(model)
    known = constants(model)
    for name in values:
        if name not in known:
            raise UnknownName("constant", name, f"robot {shown(model.name)}", known)
    bodies = []
    for j, (body, row) in enumerate(zip(arm.bodies, rows, strict=True), 1):
        own = {letter_of(name): x for name, x in values.items() if name == f"{letter_of(name)}{j}"}
        bodies.append(_rebuilt(body, row, {letter: x for letter, x in own.items() if letter != "G"}))
    g = [values.get(name, x) for name, x in zip(GRAVITY, arm.gravity.components, strict=True)]
    return replace(arm, bodies=tuple(bodies), gravity=Vec3(*g).seen_from(arm.base))


def _rebuilt(body: Body, row: DHRow, own: dict[str, Scalar]) -> Body:
    row = replace(row, **{field: own[letter] for letter, field in GEOMETRY.items() if letter in own})
    joint, friction = body.joint, body.joint.friction
    if "Ia" in own:
        joint = replace(joint, rotor=Rotor(own["Ia"]))
    if set(RUBBING) & set(own):
        k = {**_of_friction(friction), **own}
        if isinstance(friction, Stribeck):
            friction = Stribeck(k["FV"], k["FC"], k["FST"], friction.k, friction.exponent)
        else:
            friction = Friction(k["FV"], k["FC"], k.get("FB"))
    joint = replace(joint, offset=row.offset, axis=Z, friction=friction)
    placement = row.constant.tagged(body.placement.to, body.name)
    return replace(body, placement=placement, joint=joint, inertia=_inertia(body, own))


def _of_friction(law: AbstractFriction) -> dict[str, Scalar]:
    """The constants of a friction law."""
    if isinstance(law, Stribeck):
        return {"FV": law.viscous, "FC": law.coulomb, "FST": law.static}
    return dict(zip(RUBBING, law.numbers, strict=False)) if isinstance(law, Friction) else {}


def _inertia(body: Body, own: dict[str, Scalar]) -> Inertia:
    central, standard = (any(letter in own for letter in some[:-1]) for some in (CENTRAL, STANDARD))
    if central and standard:
        raise InvalidModel(
            f"link {shown(body.name)} has constants both at its origin and at its centre of mass.",
            f"Either {', '.join(STANDARD)} or {', '.join(CENTRAL)} were expected.",
        )
    if not central:
        k = [own.get(letter, x) for letter, x in zip(STANDARD, body.inertia.parameters, strict=True)]
        return Inertia.of_parameters(k, body.name)
    k = [own.get(letter, x) for letter, x in zip(CENTRAL, _central(body.inertia), strict=True)]
    return Inertia.at_com(k[9], Vec3(*k[6:9]), Sym3(*k[:6])).seen_from(body.name)


def _central(inertia: Inertia) -> tuple[Scalar, ...]:
    """The numbers at the centre of mass; NaN for a body with a first moment and no mass, which has no such centre."""
    massless = inertia.m == 0 and any(x != 0 for x in inertia.h.components)
    if massless:
        return (math.nan,) * 9 + (0.0,)
    return (*inertia.I_com.components, *inertia.com.components, inertia.m)


def _quarter(angle: float) -> bool:
    return all(x in (0.0, 1.0, -1.0) for x in cos_sin(angle))
