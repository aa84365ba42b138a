"""Which elements and attributes URDF has, which of them linkwise uses, and which may occur only once."""

from dataclasses import dataclass

from ...errors import listed, plain
from ..findings import Findings
from ..hints import misspelt
from ..xml import Element


@dataclass(frozen=True)
class Rule:
    """What an element may hold: attributes, children allowed once, children allowed repeatedly, children not used."""

    attributes: tuple[str, ...] = ()
    once: tuple[str, ...] = ()
    many: tuple[str, ...] = ()
    unused: tuple[str, ...] = ()


GRAMMAR = {
    "robot": Rule(
        ("name", "version"),
        ("linkwise",),
        ("link", "joint"),
        ("material", "transmission", "gazebo", "sensor", "ros2_control", "mujoco"),
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
"""The elements linkwise uses; other children of a used element are reported and skipped."""

MOST_COMPARED = 1000
"""How many different unknown names of a file are compared with the known ones."""

_DRIVE_TAGS = ("mechanicalReduction", "motorInertia", "rotorInertia", "gearRatio")


def check(findings: Findings[Element], root: Element) -> None:
    """Refuse repeated elements and unexpanded xacro; count everything linkwise does not use, for one note per kind."""
    pending, suspects = [root], Suspects()
    while pending:
        element = pending.pop()
        rule = GRAMMAR[element.tag]
        for name in element.attributes:
            if name not in rule.attributes and not name.startswith("xmlns"):
                what = f"attribute {plain(name, 40)} of <{element.tag}>"
                if not suspects.take(what, name, rule.attributes, element):
                    findings.unused(what, element)
        if element.text:
            findings.unused(f"text in <{element.tag}>", element)
        seen: set[str] = set()
        for child in element.children:
            if child.tag.startswith("xacro:"):
                hint = "run xacro first, load the .xacro file"
                what = "an unexpanded xacro element"
                findings.waivable("leftover-xacro", child, f"<{child.tag}>", what, hint)
                continue
            if child.tag in rule.once and child.tag in seen:
                text, hint = f"a second <{child.tag}> in one <{element.tag}>", "keep only one of them"
                if findings.waivable("duplicate-element", child, f"<{child.tag}>", text, hint):
                    continue
            seen.add(child.tag)
            if child.tag in rule.unused:
                findings.unused(f"<{child.tag}>", child)
            elif child.tag in rule.once or child.tag in rule.many:
                pending.append(child)
            else:
                what = f"unknown element <{plain(child.tag, 40)}> in <{element.tag}>"
                if not suspects.take(what, child.tag, (*rule.once, *rule.many, *rule.unused), child):
                    findings.unused(what, child)
    suspects.report(findings)


class Suspects:
    """Unknown elements and attributes that look like a known one, or like one that belongs elsewhere."""

    def __init__(self) -> None:
        self._hints: dict[str, str] = {}
        self._places: dict[str, list[Element]] = {}

    def take(self, what: str, name: str, known: tuple[str, ...], place: Element) -> bool:
        """Keep an unknown name if it looks misspelt or misplaced; returns whether."""
        if what not in self._hints and len(self._hints) < MOST_COMPARED:
            right = misspelt(name, known)
            owners = [f"<{tag}>" for tag, rule in GRAMMAR.items() if name in (*rule.once, *rule.many)]
            elsewhere = f"it belongs in {' or '.join(owners)}" if owners and place.tag == name else ""
            self._hints[what] = f"did you mean '{right}'?" if right else elsewhere
        if hint := self._hints.get(what, ""):
            self._places.setdefault(f"{what}: {hint}", []).append(place)
        return bool(hint)

    def report(self, findings: Findings[Element]) -> None:
        """Note each kind once, at its first line; with `strict` it is a fault."""
        for what, places in self._places.items():
            first = min(places, key=findings.line)
            findings.suspicious("misspelt", first, f"{len(places)} × {what}", "correct or delete it")


def drive_remark(root: Element) -> str:
    """What the note on transmissions adds if they state gear ratios or motor inertias, which linkwise does not use."""
    stated = [
        f"{element.tag} {element.text}"
        for transmission in root.of("transmission")
        for element in transmission.everything()
        if element.tag in _DRIVE_TAGS and element.text
    ]
    if not stated:
        return ""
    values = listed(dict.fromkeys(stated))
    return f" with {values}: no rotor inertia is read from it; if it matters, add it with robot.with_rotors"
