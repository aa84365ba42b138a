"""Inertial data that nobody measured or computed.

Three habits betray a placeholder: a unit tensor; a multiple of it, with mass and moment both powers of ten; and the
same data on three or more links of one path from the base. (Legs and fingers repeat one another too, but side by side.)
"""

import math

from ...errors import listed
from ..findings import Findings
from ..xml_tree import Element
from .composite import Composites
from .links import Link
from .tree import Tree

MANY = 3
"""This many links of one path with the same data are not a coincidence."""

_Data = tuple[float, ...]


def note_placeholders(findings: Findings[Element], links: dict[str, Link], tree: Tree, bodies: Composites) -> None:
    """Note moving links whose data look like placeholders, one note for each reason."""
    links_by_data: dict[_Data, list[Link]] = {}
    for name in bodies.carrier:
        link = links[name]
        if not link.empty and not bodies.fixed_to_base(name):
            links_by_data.setdefault(_data(link), []).append(link)
    repeated = _repeated(links, tree)
    suspects: dict[str, list[Link]] = {}
    for data, same in links_by_data.items():
        reason = _suspicious(same[0])
        if not reason and data in repeated:
            reason = f"mass {data[0]:g} and all other inertial data the same"
        if reason:
            suspects.setdefault(reason, []).extend(same)
    for reason, group in suspects.items():
        findings.note("placeholder", group[0].element, f"{reason}: {listed(link.name for link in group)}")


def _data(link: Link) -> _Data:
    return (link.m, *link.c.components, *link.I_c.components)


def _suspicious(link: Link) -> str:
    xx, xy, xz, yy, yz, zz = link.I_c.components
    if xy or xz or yz or not xx == yy == zz:
        return ""
    if xx == 1.0:
        return "the inertia is the unit tensor"
    if _power_of_ten(link.m) and _power_of_ten(xx):
        return f"mass {link.m:g} and inertia {xx:g} times the unit tensor"
    return ""


def _power_of_ten(x: float) -> bool:
    return x > 0.0 and x == float(f"1e{round(math.log10(x))}")


def _repeated(links: dict[str, Link], tree: Tree) -> set[_Data]:
    """The data that occur MANY times on one path; the tree is in depth-first order, so one path at a time is kept."""
    repeated: set[_Data] = set()
    path: list[str] = [tree.base]
    counts: dict[_Data, int] = {}
    for edge in tree.edges:
        assert edge.parent is not None and edge.child is not None
        while path[-1] != edge.parent:
            counts[_data(links[path.pop()])] -= 1
        path.append(edge.child)
        data = _data(links[edge.child])
        counts[data] = counts.get(data, 0) + 1
        if counts[data] == MANY:
            repeated.add(data)
    return repeated
