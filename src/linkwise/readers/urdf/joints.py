"""Joints: type, placement, axis, limits and friction."""

import math
from dataclasses import dataclass

from ...algebra import Vec3
from ...errors import listed
from ...model import FREE, JOINTS, NO_LIMITS, AbstractJoint, Friction, Limits
from ...model.dh import Z
from ..findings import Findings
from ..numbers import LARGEST, sized
from ..several import Several, as_chain
from ..xml import Element
from .fields import IDENTITY, Pose, not_negative_of, number_of, pose_of, text_of, vector_of

_SEVERAL = ("floating", "planar")
_ROUNDING = 1e-6  # files print six digits or more: an axis this close to unit length was meant to have unit length
_DEFAULT_AXIS = Vec3(1.0, 0.0, 0.0)

UNLIMITED = 1e300
"""How an infinite limit is written, since the format has no text for it; from LARGEST on, a limit is read as none."""


@dataclass(frozen=True)
class Edge:
    """A <joint>: an edge of the tree, from the parent link to the child; `joint` is None if it could not be read."""

    name: str
    element: Element
    parent: str | None
    child: str | None
    pose: Pose
    joint: AbstractJoint | None

    @property
    def moves(self) -> bool:
        """Whether it is a moving joint."""
        return self.joint is not None and self.joint.moves


def edges_of(findings: Findings[Element], root: Element) -> list[Edge]:
    """Every joint, in file order."""
    edges = []
    first_line: dict[str, int] = {}
    for element in root.of("joint"):
        name = text_of(findings, element, "name")
        edges.append(_edge(findings, element, name or ""))
        if name in first_line:
            rule = f"a second joint of this name; the first is on line {first_line[name]}"
            findings.fault(element, name, rule, "rename one of them")
        elif name is not None:
            first_line[name] = element.line
    return edges


def _edge(findings: Findings[Element], element: Element, name: str) -> Edge:
    parent, child = (_end(findings, element, tag) for tag in ("parent", "child"))
    pose = pose_of(findings, element)
    return Edge(name, element, parent, child, pose or IDENTITY, _joint(findings, element, name))


def _end(findings: Findings[Element], element: Element, tag: str) -> str | None:
    ends = element.of(tag)
    if not ends:
        findings.fault(element, "", f"<{tag}> is missing", f'write <{tag} link="…"/>')
        return None
    return text_of(findings, ends[0], "link")


def _joint(findings: Findings[Element], element: Element, name: str) -> AbstractJoint | None:
    kind = text_of(findings, element, "type")
    if kind is None:
        return None
    if kind not in JOINTS or not JOINTS[kind].moves:
        _check_motionless(findings, element)
    if kind in _SEVERAL:
        several = Several(name, degrees=kind, normal=_axis(findings, element) if kind == "planar" else Z)
        findings.note("converted", element, as_chain(several))
        for tag in ("limit", "dynamics", "mimic", *(("axis",) if kind == "floating" else ())):
            for child in element.of(tag):
                findings.unused(f"<{tag}> of a {kind} joint", child)
        return several
    if kind not in JOINTS:
        known = listed([*JOINTS, *_SEVERAL])
        findings.fault(element, f'type="{kind}"', "not a joint type that linkwise reads", f"use one of {known}")
        return None
    if not JOINTS[kind].moves:
        _note_motionless(findings, element)
        return JOINTS[kind](name)
    axis, limits, friction = _axis(findings, element), _limits(findings, element, kind), _friction(findings, element)
    return JOINTS[kind](name, axis=axis, limits=limits, friction=friction)


_NUMBERS = {
    "limit": ("lower", "upper", "effort", "velocity"),
    "dynamics": ("damping", "friction"),
    "mimic": ("multiplier", "offset"),
}


def _check_motionless(findings: Findings[Element], element: Element) -> None:
    """Check the numbers on a joint that does not move, or whose type is refused: they must be well-formed anyway."""
    for axis in element.of("axis")[:1]:
        vector_of(findings, axis, "xyz", any_size=True)
    for tag, attributes in _NUMBERS.items():
        for child in element.of(tag)[:1]:
            for attribute in attributes:
                number_of(findings, child, attribute, 0.0, any_size=tag == "limit")
    for mimic in element.of("mimic")[:1]:
        text_of(findings, mimic, "joint")


def _note_motionless(findings: Findings[Element], element: Element) -> None:
    for tag in ("axis", "limit", "dynamics", "mimic"):
        for child in element.of(tag):
            findings.unused(f"<{tag}> of a fixed joint", child)


def _axis(findings: Findings[Element], element: Element) -> Vec3:
    axes = element.of("axis")
    if not axes or "xyz" not in axes[0].attributes:
        findings.note("default", element, "no axis given: the format's default is (1, 0, 0)")
        return _DEFAULT_AXIS
    vector = vector_of(findings, axes[0], "xyz", any_size=True)
    if vector is None:
        return _DEFAULT_AXIS
    largest = max(abs(x) for x in vector.components)
    if largest == 0.0:
        text = f'xyz="{axes[0].attributes["xyz"]}"'
        findings.fault(axes[0], text, "the axis has length zero", 'give a direction, such as xyz="0 0 1"')
        return _DEFAULT_AXIS
    if sum(x != 0.0 for x in vector.components) == 1:  # along x, y or z: the direction is exact whatever the length
        x, y, z = (math.copysign(1.0, x) if x else 0.0 for x in vector.components)
        unit, length = Vec3(x, y, z), largest
    else:
        x, y, z = (x / largest for x in vector.components)  # so that their squares can neither overflow nor vanish
        text = f'xyz="{axes[0].attributes["xyz"]}"'
        x, y, z = (sized(findings, axes[0], text, x) or 0.0 for x in (x, y, z))
        scaled = Vec3(x, y, z)
        root = math.sqrt(scaled.dot(scaled))
        unit, length = scaled / root, largest * root
    if abs(length - 1.0) > _ROUNDING:
        findings.note("converted", axes[0], f"the axis has length {length:.6g}: scaled to a unit vector")
    return unit


def _limits(findings: Findings[Element], element: Element, kind: str) -> Limits:
    elements = element.of("limit")
    continuous = kind == "continuous"
    if not elements:
        if continuous:
            return NO_LIMITS
        hint = "write <limit effort=… velocity=… lower=… upper=…/>"
        hint += ", make it continuous" if kind == "revolute" else ""
        findings.waivable("missing-limit", element, "", f"a {kind} joint without <limit>", hint)
        return NO_LIMITS
    limit = elements[0]
    effort, velocity = (_at_most(findings, limit, attribute) for attribute in ("effort", "velocity"))
    lower, upper = (number_of(findings, limit, attribute, 0.0, any_size=True) for attribute in ("lower", "upper"))
    if continuous:
        if "lower" in limit.attributes or "upper" in limit.attributes:
            findings.unused("position limits of a continuous joint", limit)
        return Limits(velocity=velocity, effort=effort)
    missing = [attribute for attribute in ("lower", "upper") if attribute not in limit.attributes]
    if missing:
        findings.note("default", limit, f"{' and '.join(missing)} not given: the format's default is 0")
    if lower is None or upper is None:
        return NO_LIMITS
    if lower > upper:
        text = f'lower="{limit.attributes.get("lower", 0)}" upper="{limit.attributes.get("upper", 0)}"'
        rule = "the lower limit is above the upper limit"
        findings.waivable("limits-out-of-order", limit, text, rule, "swap them")
    return Limits(_unlimited(findings, limit, lower), _unlimited(findings, limit, upper), velocity, effort)


def _unlimited(findings: Findings[Element], limit: Element, value: float) -> float:
    """The limit; infinity if it is so large that it means none."""
    if abs(value) < LARGEST:
        return value
    findings.note("converted", limit, f"{value:g} is read as no limit")
    return math.copysign(math.inf, value)


def _at_most(findings: Findings[Element], limit: Element, attribute: str) -> float:
    """The effort or velocity limit, both of which the format requires."""
    if attribute not in limit.attributes:
        rule = f"the attribute {attribute} is missing"
        findings.waivable("missing-limit", limit, "", rule, f'write {attribute}="…"')
        return math.inf
    value = number_of(findings, limit, attribute, any_size=True)
    if value is not None and value < 0.0:
        text = f'{attribute}="{limit.attributes[attribute]}"'
        findings.waivable("negative-limit", limit, text, f"{attribute} is negative", "give 0 or more")
        return math.inf
    return math.inf if value is None else _unlimited(findings, limit, value)


def _friction(findings: Findings[Element], element: Element) -> Friction:
    elements = element.of("dynamics")
    if not elements:
        return FREE
    damping, friction = (not_negative_of(findings, elements[0], key, 0.0) for key in ("damping", "friction"))
    return Friction(damping or 0.0, friction or 0.0)
