"""What a link's table says beside its geometry: mass, drive, limits. One grammar for every TOML format.

    mass, com, inertia      mass, its centre, and the tensor [xx, xy, xz, yy, yz, zz] at the centre, all in link axes
    parameters              or instead [XX, XY, XZ, YY, YZ, ZZ, MX, MY, MZ, M] at the link frame's origin
    rotor                   { inertia, gear_ratio = 1 }
    friction                { viscous = 0, coulomb = 0, backward = coulomb }, or another law (friction_tables.py)
    limits                  { lower, upper, velocity, effort }, none where a key is absent

Off-diagonal entries are those of the tensor itself (XY = −∫xy dm).
"""

import math
from collections.abc import Callable, Collection

from ..algebra import ZERO, Inertia, Sym3, Vec3
from ..model import FREE, JOINTS, NO_LIMITS, NO_ROTOR, AbstractFriction, AbstractJoint, Limits, Rotor
from . import friction_tables
from .rigid import Moments
from .toml import Table
from .waivers import SHARED, Waivers

WAIVERS = SHARED
"""What `allow` can name."""

MOST_GEAR = 1e6
"""Larger gear ratios, or smaller than its inverse, are slips of the pen; their squares could leave the numbers."""


class Rules:
    """How severe a reading is: `strict` refuses what is otherwise a loud note; `allow` names rules to let pass.

    >>> Rules(allow="limits-out-of-order").waivers.used
    ()
    """

    def __init__(self, strict: bool = False, allow: str | Collection[str] = ()):
        self.strict, self.waivers = strict, Waivers("the reader of TOML files", WAIVERS, allow)


def inertia(table: Table, rules: Rules, *, moving: bool = True) -> Inertia:
    """The inertia of a link about its own frame's origin, checked; a link that says nothing has no mass.

    >>> from linkwise.readers.toml import Document
    >>> inertia(Document("mass = 2.0\\ncom = [0.5, 0, 0]", "arm.toml").root, Rules()).I.zz
    0.5
    """
    separate = [key for key in ("mass", "com", "inertia") if table.has(key)]
    if table.has("parameters"):
        if separate:
            table.fault("parameters", f"{', '.join(separate)} stand beside it", "give one or the other")
        found = Inertia.of_parameters(table.numbers("parameters", 10))
        at_com = found.I_com if found.m != 0.0 else found.I
    elif separate:
        mass = table.number("mass", None)
        com, at_com = Vec3(*table.numbers("com", 3)), Sym3(*table.numbers("inertia", 6))
        found = Inertia.at_com(mass, com, at_com)
        if mass > 0.0 and "inertia" not in separate:
            table.document.note("default", table.path, "no inertia given: the mass is a point at its centre")
    else:
        if moving:
            _lament(table, rules, "no-inertial", "mass", "no mass given: the link weighs nothing")
        return Inertia.none()
    _physical(table, rules, found, at_com, moving)
    return found


def joint(
    table: Table, rules: Rules, kind: str, name: str, angle: Callable[[float], float], *, offset: float, axis: Vec3
) -> AbstractJoint:
    """The joint of a link, with its drive and limits; `angle` turns the file's angles into radians.

    >>> from linkwise.readers.toml import Document
    >>> table = Document("limits = { upper = 90 }", "arm.toml").root
    >>> joint(table, Rules(), "revolute", "elbow", math.radians, offset=0.0, axis=Vec3(0.0, 0.0, 1.0)).limits.upper
    1.5707963267948966
    """
    unit = (lambda length: length) if kind == "prismatic" else angle
    rotor, limits = NO_ROTOR, NO_LIMITS
    friction: AbstractFriction = FREE
    if part := table.table("rotor"):
        rotor = Rotor(part.number("inertia", None, least=0.0), part.number("gear_ratio", 1.0))
        if not 1 / MOST_GEAR <= abs(rotor.gear_ratio) <= MOST_GEAR:
            part.fault("gear_ratio", f"a ratio from {1 / MOST_GEAR:g} to {MOST_GEAR:g}, of either sign, was expected")
        part.close()
    if part := table.table("friction"):
        friction = friction_tables.friction(part)
    if part := table.table("limits"):
        limits = _limits(part, rules, kind, unit)
        part.close()
    return JOINTS[kind](name, axis, offset, limits=limits, rotor=rotor, friction=friction)


def _limits(part: Table, rules: Rules, kind: str, unit: Callable[[float], float]) -> Limits:
    lower = unit(part.number("lower")) if part.has("lower") else -math.inf
    upper = unit(part.number("upper")) if part.has("upper") else math.inf
    if lower > upper:
        _waivable(part, rules, "limits-out-of-order", "lower", "the lower limit lies above the upper one", "swap them")
    if kind == "continuous" and (part.has("lower") or part.has("upper")):
        key = "lower" if part.has("lower") else "upper"
        part.fault(key, "a continuous joint has no position limits", 'give type = "revolute" or drop the limit')
    velocity = unit(part.number("velocity", least=0.0)) if part.has("velocity") else math.inf
    effort = part.number("effort", least=0.0) if part.has("effort") else math.inf
    return Limits(lower, upper, velocity, effort)


def _waivable(table: Table, rules: Rules, name: str, key: str, rule: str, hint: str) -> bool:
    """A fault the caller may let pass by its name; whether it passes."""
    if passes := rules.waivers.grants(name):
        table.document.note("waived", table.at(key), f"{name}: {rule}")
    else:
        table.fault(key, rule, f"{hint}, {rules.waivers.hint(name)}")
    return passes


def _lament(table: Table, rules: Rules, kind: str, key: str, text: str) -> None:
    """A loud note, or with strict=True a reason to refuse."""
    if rules.strict:
        table.document.fault(table.at(key), None, text, "refused because strict=True")
    else:
        table.document.note(kind, table.at(key), text)


def _physical(table: Table, rules: Rules, found: Inertia, at_com: Sym3, moving: bool) -> None:
    mass = "parameters" if table.has("parameters") else "mass"
    tensor = "parameters" if table.has("parameters") else "inertia"
    if not all(math.isfinite(x) for x in (*found.parameters, *at_com.components)):
        table.fault(mass, "mass and lengths are so large that the inertia overflows")
        return
    if found.m < 0.0:
        rule = f"a mass not below 0 was expected, not {found.m:g}"
        if not _waivable(table, rules, "negative-mass", mass, rule, "correct its sign"):
            return
    reason = ""
    if found.m == 0.0 and found.h != ZERO:
        reason = "a first moment without a mass"
    moments = Moments.of(at_com, found.I.trace)
    if moments.fault == "negative":
        reason = reason or f"{moments}: a negative one makes kinetic energy negative"
    if reason:
        hint = "no rigid body has it; check signs and the point it refers to"
        _waivable(table, rules, "indefinite-inertia", tensor, reason, hint)
    elif moments.fault == "triangle":
        said = f"{moments}: no rigid body has them, as the largest is more than the sum of the others"
        _lament(table, rules, "triangle", tensor, said)
    if moving and found.m == 0.0 and not reason:
        _lament(table, rules, "massless", mass, "the link's mass is 0")
