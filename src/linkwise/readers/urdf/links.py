"""Links and their inertial data."""

from dataclasses import dataclass

from ...algebra import ZERO, Inertia, Sym3, Vec3
from ..findings import Findings
from ..xml_tree import Element
from .fields import number_of, pose_of, text_of

NO_MOMENTS = Sym3(0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
"""The inertia tensor of a link without inertial data."""

INCOMPLETE = "incomplete-inertial"
"""The rule that an <inertial> has a mass and a tensor."""


@dataclass(frozen=True)
class Link:
    """A <link>: mass, centre of mass and tensor about it, in the link's axes; `has_inertial` as in the file."""

    name: str
    element: Element
    m: float = 0.0
    c: Vec3 = ZERO
    I_c: Sym3 = NO_MOMENTS
    has_inertial: bool = False

    @property
    def inertia(self) -> Inertia:
        """The inertia at the link's origin, tagged with the link's name."""
        return Inertia.at_com(self.m, self.c, self.I_c).seen_from(self.name)

    @property
    def empty(self) -> bool:
        """Whether it has neither mass nor moments of inertia."""
        return self.m == 0.0 and not any(self.I_c.components)


def links_of(findings: Findings[Element], root: Element) -> dict[str, Link]:
    """Every link by its name."""
    links: dict[str, Link] = {}
    for element in root.of("link"):
        name = text_of(findings, element, "name")
        link = _link(findings, element, name or "")
        if name is None:
            continue
        if name in links:
            rule = f"a second link of this name; the first is on line {links[name].element.line}"
            findings.fault(element, name, rule, "rename one of them")
        else:
            links[name] = link
    if not root.of("link"):
        findings.fault(root, "", "the robot has no links", "give it at least one link, its base")
    return links


def _link(findings: Findings[Element], element: Element, name: str) -> Link:
    inertials = element.of("inertial")
    if not inertials:
        return Link(name, element)
    inertial = inertials[0]
    pose = pose_of(findings, inertial)
    m, I = _mass(findings, inertial), _tensor(findings, inertial)
    if pose is None or m is None or I is None:
        return Link(name, element, has_inertial=bool(inertial.of("mass")))
    R, c = pose
    return Link(name, element, m, c, R.turn_symmetric(I), has_inertial=True)


def _mass(findings: Findings[Element], inertial: Element) -> float | None:
    masses = inertial.of("mass")
    if not masses:
        findings.waivable(INCOMPLETE, inertial, "", "<mass> is missing", 'write <mass value="…"/>')
        return None
    m = number_of(findings, masses[0], "value")
    if m is not None and m < 0.0:
        text = f'value="{masses[0].attributes["value"]}"'
        waived = findings.waivable("negative-mass", masses[0], text, "the mass is negative", "give 0 or more")
        return m if waived else None
    return m


def _tensor(findings: Findings[Element], inertial: Element) -> Sym3 | None:
    tensors = inertial.of("inertia")
    if not tensors:
        rule, hint = "<inertia> is missing", 'write <inertia ixx="…" ixy="…" … izz="…"/>'
        return NO_MOMENTS if findings.waivable(INCOMPLETE, inertial, "", rule, hint) else None
    values = [number_of(findings, tensors[0], key) for key in ("ixx", "ixy", "ixz", "iyy", "iyz", "izz")]
    known = [value for value in values if value is not None]
    if len(known) < 6:
        return None
    xx, xy, xz, yy, yz, zz = known
    return Sym3(xx, xy, xz, yy, yz, zz)
