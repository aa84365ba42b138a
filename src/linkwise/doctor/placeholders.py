"""Checks for inertial data that nobody measured or computed: round multiples of the unit tensor, and repeated data.

Links side by side (two legs, four wheels, fingers) are equal for good reason. Links on one path from the base hardly
ever are: two of them may be (a wrist made of two equal modules), three are not. Links of different masses never have
the same tensor.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from .finding import Check, Observation, format_number
from .links import Link

if TYPE_CHECKING:
    from .case import ExaminedRobot

MANY = 3
"""Links on one path with the same data: this many are not a coincidence."""

NEXT_TO_NOTHING = 0.01
"""Less than this fraction of a body's mass and moments hardly matters: the frame of a sensor, a logo."""


def _placeholder(case: "ExaminedRobot") -> Iterator[Observation]:
    placeholders = [link for link in case.links if not link.fixed_to_base and is_round(link)]
    for link in placeholders:
        xx = float(data_of(link)[1])
        times = "the unit tensor" if xx == 1.0 else f"{format_number(xx)} times the unit tensor"
        text, severity = f"mass {format_number(float(link.inertia.m))} kg and {times}", ""
        if _hardly_matter([each for each in placeholders if each.carrier == link.carrier], case):
            text, severity = f"{text}; negligible on the body it is fixed to", "note"
        yield Observation(link.name, xx, text, severity)


def _hardly_matter(placeholders: list[Link], case: "ExaminedRobot") -> bool:
    """Whether all placeholders of a body together hardly add to its mass and moments."""
    whole = case.moving[case.robot.model.bodies[placeholders[0].carrier].name]
    mass = sum(abs(float(link.inertia.m)) for link in placeholders)
    moments = sum(link.moments.large for link in placeholders)
    return bool(mass <= NEXT_TO_NOTHING * whole.inertia.m and moments <= NEXT_TO_NOTHING * whole.moments.small)


def _duplicate(case: "ExaminedRobot") -> Iterator[Observation]:
    """One finding for each group of equal tensors on one path, at the last of them."""
    links, by_tensor = case.links[1:], dict[tuple[str, ...], list[int]]()
    for i, link in enumerate(links):
        tensor = () if link.fixed_to_base or link.without_com or is_round(link) else data_of(link)[1:]
        if any(float(x) for x in tensor):
            by_tensor.setdefault(tensor, []).append(i)
    for equal in by_tensor.values():
        reported = set[int]()
        for i in reversed(equal):
            path = set(case.robot.model.ancestors(i))
            same = [k for k in equal if k in path]
            if len(same) > 1 and not reported & set(same):
                reported |= set(same)
                yield _alike([links[k] for k in same])


def _alike(same: list[Link]) -> Observation:
    """Links with the same tensor, reported at the last of them."""
    names, masses = ", ".join(repr(link.name) for link in same), {data_of(link)[0] for link in same}
    if len(masses) > 1:
        text = f"{len(same)} links have the same tensor but different masses: {names}"
    else:
        mass = format_number(float(min(masses)))
        text = f"{len(same)} links have the same mass, {mass} kg, and the same tensor: {names}"
    severity = "suspicious" if len(masses) > 1 or len(same) >= MANY else "note"
    return Observation(same[-1].name, float(len(same)), text, severity)


def is_round(link: Link) -> bool:
    """Whether the tensor of a link is a one-digit number, such as 0.001 or 0.5, times the unit tensor.

    >>> import linkwise
    >>> from linkwise.doctor.links import links_of
    >>> is_round(links_of(linkwise.load("ur5").model)[2])
    False
    """
    if link.without_com or link.empty:
        return False
    _, xx, xy, xz, yy, yz, zz = (float(text) for text in data_of(link))
    return xy == xz == yz == 0.0 and xx == yy == zz and xx > 0.0 and xx == float(f"{xx:.0e}")


def data_of(link: Link) -> tuple[str, ...]:
    """Mass and tensor at the centre of mass as text with ten digits, the rounding of a subtraction being 0.

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
        "A measured or computed tensor is not a round multiple of the unit tensor.",
        "compute mass and inertia from the shape and material, or identify them.",
    ),
    Check(
        "duplicate-inertia",
        "note",
        _duplicate,
        "Links on one path from the base differ, unless they are equal modules.",
        "make sure that the links really are equal; three or more are usually a template that nobody filled in.",
    ),
)
"""The checks for invented data."""
