"""Which elements and attributes URDF has, which of them are used, and which may stand once only."""

from dataclasses import dataclass

from ...errors import listed, plain
from ..xml import Element
from .findings import Findings


@dataclass(frozen=True)
class Rule:
    """What may stand in an element: attributes, children that may stand once, children that may repeat, unused ones."""

    attributes: tuple[str, ...] = ()
    once: tuple[str, ...] = ()
    many: tuple[str, ...] = ()
    unused: tuple[str, ...] = ()


GRAMMAR = {
    "robot": Rule(
        ("name", "version"), ("linkwise",), ("link", "joint"), ("material", "transmission", "gazebo", "sensor")
    ),
    "linkwise": Rule(("tip",)),  # an element of our own: see tip.py
    "link": Rule(("name",), ("inertial",), (), ("visual", "collision", "contact", "self_collision_checking")),
    "inertial": Rule((), ("origin", "mass", "inertia")),
    "origin": Rule(("xyz", "rpy")),
    "mass": Rule(("value",)),
    "inertia": Rule(("ixx", "ixy", "ixz", "iyy", "iyz", "izz")),
    "joint": Rule(
        ("name", "type"),
        ("origin", "parent", "child", "axis", "limit", "dynamics", "mimic", "calibration", "safety_controller"),
        (),
        ("calibration", "safety_controller"),
    ),
    "parent": Rule(("link",)),
    "child": Rule(("link",)),
    "axis": Rule(("xyz",)),
    "limit": Rule(("lower", "upper", "effort", "velocity")),
    "dynamics": Rule(("damping", "friction")),
    "mimic": Rule(("joint", "multiplier", "offset")),
}
"""The elements linkwise uses; a child of a used element that has no row here is reported and left alone."""

_DRIVE = ("mechanicalReduction", "motorInertia", "rotorInertia", "gearRatio")


def check(found: Findings, root: Element) -> None:
    """Refuse what stands twice and unexpanded xacro; note everything that is not used, one note per kind."""
    waiting = [root]
    while waiting:
        element = waiting.pop()
        rule = GRAMMAR[element.tag]
        for name in element.attributes:
            if name not in rule.attributes and not name.startswith("xmlns"):
                found.unused(f"attribute {plain(name, 40)} of <{element.tag}>", element)
        if element.text:
            found.unused(f"text in <{element.tag}>", element)
        seen: set[str] = set()
        for child in element.children:
            if child.tag.startswith("xacro:"):
                found.fault(
                    child, f"<{child.tag}>", "an unexpanded xacro element", "run xacro first, or load the .xacro"
                )
                continue
            if child.tag in rule.once and child.tag in seen:
                found.fault(child, f"<{child.tag}>", f"a second <{child.tag}> in one <{element.tag}>", "keep one")
            seen.add(child.tag)
            if child.tag in rule.unused:
                found.unused(f"<{child.tag}>", child)
            elif child.tag in rule.once or child.tag in rule.many:
                waiting.append(child)
            else:
                found.unused(f"unknown element <{plain(child.tag, 40)}> in <{element.tag}>", child)


def drives(root: Element) -> str:
    """What the transmissions say of the drives: a reduction without a motor inertia has no part in the dynamics."""
    said = [
        f"{element.tag} {element.text}"
        for transmission in root.of("transmission")
        for element in transmission.everything()
        if element.tag in _DRIVE and element.text
    ]
    if not said:
        return ""
    kinds = listed(dict.fromkeys(said))
    return f" with {kinds}: no rotor inertia is taken from it; where it matters, robot.with_rotors"
