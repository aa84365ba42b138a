"""Links and their inertial data."""

from dataclasses import dataclass

from ...algebra import ZERO, Inertia, Sym3, Vec3
from ...errors import shown
from ..xml import Element
from .fields import number_of, pose_of, text_of
from .findings import Findings

NO_MOMENTS = Sym3(0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
"""The tensor of a link that says nothing of mass."""


@dataclass(frozen=True)
class Link:
    """A <link>: what it says of mass, in the link's axes; `said` is False where it has no <inertial>."""

    name: str
    element: Element
    m: float = 0.0
    c: Vec3 = ZERO
    I_c: Sym3 = NO_MOMENTS
    said: bool = False

    @property
    def inertia(self) -> Inertia:
        """The inertia at the link's origin, tagged with the link's name."""
        return Inertia.at_com(self.m, self.c, self.I_c).seen_from(self.name)

    @property
    def empty(self) -> bool:
        """Whether it brings neither mass nor moments."""
        return self.m == 0.0 and not any(self.I_c.components)


def links_of(found: Findings, root: Element) -> dict[str, Link]:
    """Every link by its name."""
    links: dict[str, Link] = {}
    for element in root.of("link"):
        name = text_of(found, element, "name")
        link = _link(found, element, name or "")
        if name is None:
            continue
        if name in links:
            rule = f"a second link of this name; the first stands in line {links[name].element.line}"
            found.fault(element, name, rule, "rename one")
        else:
            links[name] = link
    if not root.of("link"):
        found.fault(root, "", "a robot without links", "a robot has at least the link that is its base")
    return links


def _link(found: Findings, element: Element, name: str) -> Link:
    every = element.of("inertial")
    if not every:
        return Link(name, element)
    inertial = every[0]
    pose = pose_of(found, inertial)
    m, I = _mass(found, inertial), _tensor(found, inertial)
    if pose is None or m is None or I is None:
        return Link(name, element, said=True)
    R, c = pose
    link = Link(name, element, m, c, R.turn_symmetric(I), said=True)
    if not all(abs(x) < 1e300 for x in link.inertia.parameters):
        found.fault(
            inertial, "", f"inertial data of link {shown(name)} too large to compute with", "check the units: SI"
        )
        return Link(name, element, said=True)
    return link


def _mass(found: Findings, inertial: Element) -> float | None:
    every = inertial.of("mass")
    if not every:
        found.fault(inertial, "", "<mass> is missing", 'write <mass value="…"/>')
        return None
    m = number_of(found, every[0], "value")
    if m is not None and m < 0.0:
        said = f'value="{every[0].attributes["value"]}"'
        return m if found.waivable("negative-mass", every[0], said, "value is negative", "give 0 or more") else None
    return m


def _tensor(found: Findings, inertial: Element) -> Sym3 | None:
    every = inertial.of("inertia")
    if not every:
        found.fault(inertial, "", "<inertia> is missing", 'write <inertia ixx="…" ixy="…" … izz="…"/>')
        return None
    values = [number_of(found, every[0], key) for key in ("ixx", "ixy", "ixz", "iyy", "iyz", "izz")]
    known = [value for value in values if value is not None]
    if len(known) < 6:
        return None
    xx, xy, xz, yy, yz, zz = known
    return Sym3(xx, xy, xz, yy, yz, zz)
