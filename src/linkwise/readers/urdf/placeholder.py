"""Inertial data that nobody measured or computed.

Three habits betray a placeholder: a tensor that is the unit tensor; a tensor that is a multiple of it with mass and
moment both powers of ten; and the same data for three links or more on one path from the base. (Legs and fingers repeat
one another too, but side by side.)
"""

import math

from ...errors import listed
from .composite import Composites
from .findings import Findings
from .links import Link
from .tree import Tree

MANY = 3
"""So many links of one path with the same data are no coincidence."""

_Data = tuple[float, ...]


def note_placeholders(found: Findings, links: dict[str, Link], tree: Tree, bodies: Composites) -> None:
    """One note for each kind of data that looks like a placeholder, on links that move."""
    alike: dict[_Data, list[Link]] = {}
    for name in bodies.carrier:
        link = links[name]
        if not link.empty and not bodies.standing(name):
            alike.setdefault(_data(link), []).append(link)
    repeated = _repeated(links, tree)
    reasons: dict[str, list[Link]] = {}
    for data, same in alike.items():
        reason = _suspicious(same[0]) or (f"mass {data[0]:g} and all else the same" if data in repeated else "")
        if reason:
            reasons.setdefault(reason, []).extend(same)
    for reason, suspects in reasons.items():
        found.note("placeholder", suspects[0].element, f"{reason}: {listed(link.name for link in suspects)}")


def _data(link: Link) -> _Data:
    return (link.m, *link.c.components, *link.I_c.components)


def _suspicious(link: Link) -> str:
    xx, xy, xz, yy, yz, zz = link.I_c.components
    if xy or xz or yz or not xx == yy == zz:
        return ""
    if xx == 1.0:
        return "the unit tensor"
    if _power_of_ten(link.m) and _power_of_ten(xx):
        return f"mass {link.m:g} and {xx:g} times the unit tensor"
    return ""


def _power_of_ten(x: float) -> bool:
    return x > 0.0 and x == float(f"1e{round(math.log10(x))}")


def _repeated(links: dict[str, Link], tree: Tree) -> set[_Data]:
    """The data found MANY times on one path; the tree comes depth first, so one path at a time is kept."""
    found: set[_Data] = set()
    path: list[str] = [tree.base]
    counts: dict[_Data, int] = {}
    for arrow in tree.arrows:
        assert arrow.parent is not None and arrow.child is not None
        while path[-1] != arrow.parent:
            counts[_data(links[path.pop()])] -= 1
        path.append(arrow.child)
        data = _data(links[arrow.child])
        counts[data] = counts.get(data, 0) + 1
        if counts[data] == MANY:
            found.add(data)
    return found
