"""Inertial data that nobody measured or computed: round multiples of the unit tensor, the same data again and again.

Links side by side (two legs, four wheels, fingers) are alike with good reason. Links of one path from the base hardly
ever are; two of them can be (a wrist made of two equal modules), three cannot.
"""

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING

from .finding import Check, Seen, figure
from .links import Link

if TYPE_CHECKING:
    from .case import Case

MANY = 3
"""So many links of one path with the same data are no coincidence."""


def _placeholder(case: "Case") -> Iterator[Seen]:
    for link in case.links:
        if link.standing or link.headless or link.empty:
            continue
        m, xx, xy, xz, yy, yz, zz = (float(text) for text in data_of(link))
        if not (xy == xz == yz == 0.0 and xx == yy == zz and _power_of_ten(xx)):
            continue
        times = "the unit tensor" if xx == 1.0 else f"{figure(xx)} times the unit tensor"
        yield Seen(link.name, xx, f"mass {figure(m)} kg and {times}")


def _duplicate(case: "Case") -> Iterator[Seen]:
    """One finding for each group of equal links on one path, at the last of them."""
    bodies, by_data = case.robot.model.bodies, dict[tuple[str, ...], list[int]]()
    for i, link in enumerate(case.links[1:]):
        if not link.standing and not link.headless and any(float(x) for x in data_of(link)[1:]):
            by_data.setdefault(data_of(link), []).append(i)
    for data, every in by_data.items():
        said = set[int]()
        for i in reversed(every):
            path = set(case.robot.model.ancestors(i))
            same = [k for k in every if k in path]
            if len(same) > 1 and not said & set(same):
                said |= set(same)
                names = ", ".join(repr(bodies[k].name) for k in same)
                severity = "suspicious" if len(same) >= MANY else "note"
                text = f"mass {figure(float(data[0]))} kg and the tensor are those of {len(same)} links: {names}"
                yield Seen(bodies[i].name, float(len(same)), text, severity)


def data_of(link: Link) -> tuple[str, ...]:
    """Mass and tensor at the centre of mass with ten digits, what is rounding of a subtraction being 0.

    >>> import linkwise
    >>> from linkwise.doctor.links import links_of
    >>> data_of(links_of(linkwise.load("ur5").model)[2])[:3]
    ('8.393', '0.0151074', '0')
    """
    slack = 1e-14 * abs(float(link.inertia.I.trace))
    tensor = (float(x) for x in link.inertia.I_com.components)
    return (f"{float(link.inertia.m):.10g}", *("0" if abs(x) <= slack else f"{x:.10g}" for x in tensor))


def _power_of_ten(x: float) -> bool:
    return x > 0.0 and x == float(f"1e{round(math.log10(x))}")


PLACEHOLDERS = (
    Check(
        "placeholder", "suspicious", _placeholder,
        "A measured or computed tensor is no power of ten times the unit tensor.",
        "compute mass and inertia from the shape and material, or identify them.",
    ),
    Check(
        "duplicate-inertia", "note", _duplicate,
        "Links of one path from the base differ, unless they are equal modules.",
        "make sure that the links are equal; three or more equal ones are a template nobody filled in.",
    ),
)  # fmt: skip
"""What is asked of data that look invented."""
