"""What a link's table says besides its geometry: mass, drive, limits. The same for every TOML format.

    mass, com, inertia      mass, centre of mass, and the tensor [xx, xy, xz, yy, yz, zz] about it, all in link axes
    parameters              or instead [XX, XY, XZ, YY, YZ, ZZ, MX, MY, MZ, M] at the link frame's origin
    rotor                   { inertia, gear_ratio = 1 }
    spring                  { stiffness, rest = 0 }
    friction                { viscous = 0, coulomb = 0, backward = coulomb }, or another law (friction_tables.py)
    limits                  { lower, upper, velocity, effort }, unlimited where a key is missing

Off-diagonal entries are those of the tensor itself (XY = −∫xy dm).
"""

import math
from collections.abc import Callable

from ..algebra import ZERO, Inertia, Sym3, Vec3
from ..model import (
    FREE,
    JOINTS,
    NO_LIMITS,
    NO_ROTOR,
    NO_SPRING,
    AbstractFriction,
    AbstractJoint,
    Limits,
    Rotor,
    Spring,
)
from . import friction_tables
from .numbers import LARGEST
from .rigid import Moments
from .toml import Table

MOST_GEAR = 1e6
"""Gear ratios beyond this, or below its inverse, are slips of the pen, and their squares could overflow."""


def inertia(table: Table, *, moving: bool = True) -> Inertia:
    """The inertia of a link about its own frame's origin, checked; zero if the table says nothing about mass.

    >>> from linkwise.readers.toml import Document
    >>> inertia(Document("mass = 2.0\\ncom = [0.5, 0, 0]", "arm.toml").root()).I.zz
    0.5
    """
    separate = [key for key in ("mass", "com", "inertia") if table.has(key)]
    if table.has("parameters"):
        if separate:
            rule = f"the link has {', '.join(separate)} as well as parameters"
            table.fault("parameters", rule, "give one or the other")
        stated = Inertia.of_parameters(table.numbers("parameters", 10))
        I_com = stated.I_com if stated.m != 0.0 else stated.I
    elif separate:
        mass, com = table.number("mass", None), table.vector("com")
        xx, xy, xz, yy, yz, zz = table.numbers("inertia", 6)
        I_com = Sym3(xx, xy, xz, yy, yz, zz)
        stated = Inertia.at_com(mass, com, I_com)
        if mass > 0.0 and "inertia" not in separate:
            table.findings.note("default", table.path, "no inertia given: the link is a point mass")
    else:
        if moving:
            table.suspicious("no-inertial", "mass", "no mass given: the link weighs nothing", "give it a mass")
        return Inertia.none()
    _check(table, stated, I_com, moving)
    return stated


def joint(
    table: Table, kind: str, name: str, angle: Callable[[float], float], *, offset: float, axis: Vec3
) -> AbstractJoint:
    """The joint of a link, with its drive and limits; `angle` converts the file's angles to radians.

    >>> from linkwise.readers.toml import Document
    >>> table = Document("limits = { upper = 90 }", "arm.toml").root()
    >>> joint(table, "revolute", "elbow", math.radians, offset=0.0, axis=Vec3(0.0, 0.0, 1.0)).limits.upper
    1.5707963267948966
    """
    unit = (lambda length: length) if kind == "prismatic" else angle
    rotor, limits, spring = NO_ROTOR, NO_LIMITS, NO_SPRING
    friction: AbstractFriction = FREE
    if part := table.table("rotor"):
        inertia, ratio = part.number("inertia", None, least=0.0), part.number("gear_ratio", 1.0, any_size=True)
        if 1 / MOST_GEAR <= abs(ratio) <= MOST_GEAR:
            rotor = Rotor(inertia, ratio)
        else:
            part.fault("gear_ratio", f"a ratio from {1 / MOST_GEAR:g} to {MOST_GEAR:g}, of either sign, was expected")
        part.close()
    if part := table.table("spring"):
        spring = Spring(part.number("stiffness", None, least=0.0), unit(part.number("rest", 0.0)))
        part.close()
    if part := table.table("friction"):
        friction = friction_tables.friction(part)
    if part := table.table("limits"):
        limits = _limits(part, kind, unit)
        part.close()
    return JOINTS[kind](name, axis, offset, limits=limits, rotor=rotor, friction=friction, spring=spring)


def _limits(part: Table, kind: str, unit: Callable[[float], float]) -> Limits:
    lower = unit(_limit(part, "lower")) if part.has("lower") else -math.inf
    upper = unit(_limit(part, "upper")) if part.has("upper") else math.inf
    if lower > upper:
        part.waivable("limits-out-of-order", "lower", "the lower limit is above the upper limit", "swap them")
    if kind == "continuous" and (part.has("lower") or part.has("upper")):
        key = "lower" if part.has("lower") else "upper"
        hint = 'give the joint type = "revolute", or delete the limit'
        part.fault(key, "a continuous joint has no position limits", hint)
    velocity = unit(_limit(part, "velocity", 0.0)) if part.has("velocity") else math.inf
    effort = _limit(part, "effort", 0.0) if part.has("effort") else math.inf
    return Limits(lower, upper, velocity, effort)


def _limit(part: Table, key: str, least: float = -math.inf) -> float:
    """The limit; infinity if it is so large that it means none."""
    value = part.number(key, least=least, any_size=True)
    if abs(value) < LARGEST:
        return value
    part.findings.note("converted", part.at(key), f"{value:g} is read as no limit")
    return math.copysign(math.inf, value)


def _check(table: Table, stated: Inertia, I_com: Sym3, moving: bool) -> None:
    """Refuse an inertia that no link can have; note one that is merely doubtful."""
    mass_key = "parameters" if table.has("parameters") else "mass"
    tensor_key = "parameters" if table.has("parameters") else "inertia"
    if stated.m < 0.0:
        rule = f"the mass {stated.m:g} is negative"
        if not table.waivable("negative-mass", mass_key, rule, "correct its sign"):
            return
    rule = ""
    if stated.m == 0.0 and stated.h != ZERO:
        rule = "a first moment without a mass"
    moments = Moments.of(I_com, stated.I.trace)
    if moments.fault == "negative":
        rule = rule or f"{moments}: a negative moment of inertia makes kinetic energy negative"
    if rule:
        hint = "no rigid body has this: check the signs, and the point the numbers refer to"
        table.waivable("indefinite-inertia", tensor_key, rule, hint)
    elif moments.rounding:
        text = f"a principal moment of {moments.small:.3g}: 0 up to the digits of a file"
        table.findings.note("rounding", table.at(tensor_key), text)
    elif moments.fault == "triangle":
        text = f"{moments}: no rigid body has these, since the largest exceeds the sum of the other two"
        table.suspicious("triangle", tensor_key, text, "correct the tensor")
    if moving and stated.m == 0.0 and not rule:
        table.suspicious("massless", mass_key, "the link's mass is 0", "give it a mass")
