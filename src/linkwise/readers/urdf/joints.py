"""Joints: their kind, where they stand, axis, limits and friction."""

import math
from dataclasses import dataclass

from ...algebra import Vec3
from ...errors import listed
from ...model import FREE, JOINTS, NO_LIMITS, AbstractJoint, Friction, Limits
from ..xml import Element
from .fields import NOWHERE_ELSE, Pose, number_of, pose_of, positive_of, text_of, vector_of
from .findings import Findings

_REFUSED = {"floating": "six", "planar": "three"}
_ROUNDING = 1e-6  # files print six digits or more: an axis this close to unit length was meant to be of unit length


UNLIMITED = 1e300
"""A limit of this size or more is none: the format has no text for infinity."""


@dataclass(frozen=True)
class Arrow:
    """A <joint>: an arrow from the parent link to the child, with the joint itself where it could be read."""

    name: str
    element: Element
    parent: str | None
    child: str | None
    pose: Pose
    joint: AbstractJoint | None

    @property
    def moves(self) -> bool:
        """Whether it is a joint that moves."""
        return self.joint is not None and self.joint.moves


def arrows_of(found: Findings, root: Element) -> list[Arrow]:
    """Every joint, in the order of the file."""
    arrows = []
    first: dict[str, int] = {}
    for element in root.of("joint"):
        name = text_of(found, element, "name")
        arrows.append(_arrow(found, element, name or ""))
        if name in first:
            rule = f"a second joint of this name; the first stands in line {first[name]}"
            found.fault(element, name, rule, "rename one")
        elif name is not None:
            first[name] = element.line
    return arrows


def _arrow(found: Findings, element: Element, name: str) -> Arrow:
    ends = [_end(found, element, tag) for tag in ("parent", "child")]
    pose = pose_of(found, element)
    return Arrow(name, element, ends[0], ends[1], pose or NOWHERE_ELSE, _joint(found, element, name))


def _end(found: Findings, element: Element, tag: str) -> str | None:
    every = element.of(tag)
    if not every:
        found.fault(element, "", f"<{tag}> is missing", f'write <{tag} link="…"/>')
        return None
    return text_of(found, every[0], "link")


def _joint(found: Findings, element: Element, name: str) -> AbstractJoint | None:
    kind = text_of(found, element, "type")
    if kind is None:
        return None
    if kind not in JOINTS or not JOINTS[kind].moves:
        _check_idle(found, element)
    if kind in _REFUSED:
        rule = f"a {kind} joint has {_REFUSED[kind]} degrees of freedom; robots here stand on a fixed base"
        found.fault(element, f'type="{kind}"', rule, "chain joints of one degree of freedom: revolute, prismatic")
        return None
    if kind not in JOINTS:
        found.fault(element, f'type="{kind}"', "not a joint type", f"types are: {listed(JOINTS)}")
        return None
    if not JOINTS[kind].moves:
        _note_idle(found, element)
        return JOINTS[kind](name)
    axis, limits, friction = _axis(found, element), _limits(found, element, kind), _friction(found, element)
    return JOINTS[kind](name, axis=axis, limits=limits, friction=friction)


_NUMBERS = {
    "limit": ("lower", "upper", "effort", "velocity"),
    "dynamics": ("damping", "friction"),
    "mimic": ("multiplier", "offset"),
}


def _check_idle(found: Findings, element: Element) -> None:
    """What a joint says of motion that does not move, or cannot: numbers must be numbers all the same."""
    for axis in element.of("axis")[:1]:
        vector_of(found, axis, "xyz")
    for tag, attributes in _NUMBERS.items():
        for child in element.of(tag)[:1]:
            for attribute in attributes:
                number_of(found, child, attribute, 0.0)
    for mimic in element.of("mimic")[:1]:
        text_of(found, mimic, "joint")


def _note_idle(found: Findings, element: Element) -> None:
    for tag in ("axis", "limit", "dynamics", "mimic"):
        for child in element.of(tag):
            found.unused(f"<{tag}> of a fixed joint", child)


def _axis(found: Findings, element: Element) -> Vec3:
    every = element.of("axis")
    if not every or "xyz" not in every[0].attributes:
        found.note("default", element, "no axis is given: (1, 0, 0)")
        return Vec3(1.0, 0.0, 0.0)
    given = vector_of(found, every[0], "xyz")
    if given is None:
        return Vec3(1.0, 0.0, 0.0)
    largest = max(abs(x) for x in given.components)
    if largest == 0.0:
        found.fault(
            every[0], f'xyz="{every[0].attributes["xyz"]}"', "an axis of length zero", 'say xyz="0 0 1", or the like'
        )
        return Vec3(1.0, 0.0, 0.0)
    if sum(x != 0.0 for x in given.components) == 1:  # along x, y or z: the direction is exact whatever the length
        x, y, z = (math.copysign(1.0, x) if x else 0.0 for x in given.components)
        unit, length = Vec3(x, y, z), largest
    else:
        scaled = given / largest  # squares of the components can neither overflow nor vanish
        root = math.sqrt(scaled.dot(scaled))
        unit, length = scaled / root, largest * root
    if abs(length - 1.0) > _ROUNDING:
        found.note("converted", every[0], f"an axis of length {length:.6g}: made a unit vector")
    return unit


def _limits(found: Findings, element: Element, kind: str) -> Limits:
    every = element.of("limit")
    endless = kind == "continuous"
    if not every:
        if endless:
            return NO_LIMITS
        rule = f"a {kind} joint without <limit>"
        hint = "write <limit effort=… velocity=… lower=… upper=…/>"
        found.waivable(
            "missing-limit", element, "", rule, hint + (", make it continuous" if kind == "revolute" else "")
        )
        return NO_LIMITS
    limit = every[0]
    effort, velocity = (_at_most(found, limit, attribute) for attribute in ("effort", "velocity"))
    lower, upper = (number_of(found, limit, attribute, 0.0) for attribute in ("lower", "upper"))
    if endless:
        if "lower" in limit.attributes or "upper" in limit.attributes:
            found.unused("position limits of a continuous joint", limit)
        return Limits(velocity=velocity, effort=effort)
    missing = [attribute for attribute in ("lower", "upper") if attribute not in limit.attributes]
    if missing:
        found.note("default", limit, f"{' and '.join(missing)} not given: 0")
    if lower is None or upper is None:
        return NO_LIMITS
    if lower > upper:
        rule, hint = "lower is above upper", "swap them"
        text = f'lower="{limit.attributes.get("lower", 0)}" upper="{limit.attributes.get("upper", 0)}"'
        found.waivable("limits-out-of-order", limit, text, rule, hint)
    return Limits(_endless(found, limit, lower), _endless(found, limit, upper), velocity, effort)


def _endless(found: Findings, limit: Element, value: float) -> float:
    if abs(value) < UNLIMITED:
        return value
    found.note("converted", limit, f"{value:g} stands for no limit")
    return math.copysign(math.inf, value)


def _at_most(found: Findings, limit: Element, attribute: str) -> float:
    """The effort or velocity a joint can give; the format wants both."""
    if attribute not in limit.attributes:
        rule = f"the attribute {attribute} is missing"
        found.waivable("missing-limit", limit, "", rule, f'write {attribute}="…"')
        return math.inf
    value = positive_of(found, limit, attribute)
    return math.inf if value is None else _endless(found, limit, value)


def _friction(found: Findings, element: Element) -> Friction:
    every = element.of("dynamics")
    if not every:
        return FREE
    damping, friction = (positive_of(found, every[0], attribute, 0.0) for attribute in ("damping", "friction"))
    return Friction(damping or 0.0, friction or 0.0)
