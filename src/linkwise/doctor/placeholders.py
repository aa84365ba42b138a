"""Inertial data that nobody measured or computed: round multiples of the unit tensor, the same data again and again.

Links side by side (two legs, four wheels, fingers) are alike with good reason. Links of one path from the base hardly
ever are; two of them can be (a wrist made of two equal modules), three cannot. Links of other masses never have the
same tensor.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from .finding import Check, Seen, figure
from .links import Link

if TYPE_CHECKING:
    from .case import Case

MANY = 3
"""So many links of one path with the same data are no coincidence."""

NEXT_TO_NOTHING = 0.01
"""Less than this share of a body's mass and moments hardly matters: a sensor's frame, a logo."""


def _placeholder(case: "Case") -> Iterator[Seen]:
    found = [link for link in case.links if not link.standing and is_round(link)]
    for link in found:
        xx = float(data_of(link)[1])
        times = "the unit tensor" if xx == 1.0 else f"{figure(xx)} times the unit tensor"
        text, severity = f"mass {figure(float(link.inertia.m))} kg and {times}", ""
        if _hardly_matter([each for each in found if each.carrier == link.carrier], case):
            text, severity = f"{text}; next to nothing on the body it is fixed to", "note"
        yield Seen(link.name, xx, text, severity)


def _hardly_matter(placeholders: list[Link], case: "Case") -> bool:
    """Whether the placeholders of a body bring next to nothing to it, all together."""
    whole = case.moving[case.robot.model.bodies[placeholders[0].carrier].name]
    mass = sum(abs(float(link.inertia.m)) for link in placeholders)
    moments = sum(link.moments.large for link in placeholders)
    return bool(mass <= NEXT_TO_NOTHING * whole.inertia.m and moments <= NEXT_TO_NOTHING * whole.moments.small)


def _duplicate(case: "Case") -> Iterator[Seen]:
    """One finding for each group of equal tensors on one path, at the last of them."""
    links, by_tensor = case.links[1:], dict[tuple[str, ...], list[int]]()
    for i, link in enumerate(links):
        tensor = () if link.standing or link.headless or is_round(link) else data_of(link)[1:]
        if any(float(x) for x in tensor):
            by_tensor.setdefault(tensor, []).append(i)
    for every in by_tensor.values():
        said = set[int]()
        for i in reversed(every):
            path = set(case.robot.model.ancestors(i))
            same = [k for k in every if k in path]
            if len(same) > 1 and not said & set(same):
                said |= set(same)
                yield _alike([links[k] for k in same])


def _alike(same: list[Link]) -> Seen:
    """Links with the same tensor, told at the last of them."""
    names, masses = ", ".join(repr(link.name) for link in same), {data_of(link)[0] for link in same}
    if len(masses) > 1:
        text = f"the tensor is that of {len(same)} links, and their masses differ: {names}"
    else:
        text = f"mass {figure(float(min(masses)))} kg and the tensor are those of {len(same)} links: {names}"
    severity = "suspicious" if len(masses) > 1 or len(same) >= MANY else "note"
    return Seen(same[-1].name, float(len(same)), text, severity)


def is_round(link: Link) -> bool:
    """Whether its tensor is a number of one digit, such as 0.001 or 0.5, times the unit tensor.

    >>> import linkwise
    >>> from linkwise.doctor.links import links_of
    >>> is_round(links_of(linkwise.load("ur5").model)[2])
    False
    """
    if link.headless or link.empty:
        return False
    _, xx, xy, xz, yy, yz, zz = (float(text) for text in data_of(link))
    return xy == xz == yz == 0.0 and xx == yy == zz and xx > 0.0 and xx == float(f"{xx:.0e}")


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


PLACEHOLDERS = (
    Check(
        "placeholder",
        "suspicious",
        _placeholder,
        "A measured or computed tensor is no round number times the unit tensor.",
        "compute mass and inertia from the shape and material, or identify them.",
    ),
    Check(
        "duplicate-inertia",
        "note",
        _duplicate,
        "Links of one path from the base differ, unless they are equal modules.",
        "make sure that the links are equal; three or more equal ones are a template nobody filled in.",
    ),
)
"""What is asked of data that look invented."""
