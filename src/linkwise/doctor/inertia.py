"""Could rigid bodies have these masses and moments?

A body exists exactly when its pseudo-inertia has no negative eigenvalue: seen from the centre of mass these are its
mass and ∫x² dm along three axes, which are ½(I₁ + I₂ − I₃) and the like. So mass and moments are not negative, and no
moment is larger than the sum of the other two. Points, rods and flat plates have eigenvalues 0 and exist, too.

How much below 0 is rounding is judged as the readers do (`readers/rigid.py`): 1e-6 of the sum of the moments, because
files print six digits, and 1e-14 of the moments at the link's origin, for what moving to the centre of mass subtracts.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from .finding import Check, Seen, figure

if TYPE_CHECKING:
    from .case import Case

IDLE = "; the link stands on the base, so dynamics never meets it"
"""What makes an impossible inertia harmless."""


def _negative_mass(case: "Case") -> Iterator[Seen]:
    for link in case.links:
        if link.inertia.m < 0.0:
            text = f"a mass of {figure(link.inertia.m)} kg"
            yield Seen(link.name, float(link.inertia.m), *_weighed(text, link.standing))


def _without_mass(case: "Case") -> Iterator[Seen]:
    for link in case.links:
        if link.inertia.m == 0.0 and not link.empty:
            largest = max(abs(float(x)) for x in link.inertia.parameters[:-1])
            what = "a first moment" if any(link.inertia.h.components) else "moments of inertia"
            text = f"{what} (up to {figure(largest)}) and no mass"
            yield Seen(link.name, largest, *_weighed(text, link.standing))


def _negative_moment(case: "Case") -> Iterator[Seen]:
    for link in case.links:
        if not (link.empty or link.headless) and (moments := link.moments).fault == "negative":
            yield Seen(link.name, moments.small, *_weighed(f"{moments} kg m^2", link.standing))


def _triangle(case: "Case") -> Iterator[Seen]:
    for link in case.links:
        if link.empty or link.headless or (moments := link.moments).fault == "negative":
            continue
        least = float(link.spread[0])
        if 2.0 * least < -moments.slack:
            text = f"{moments} kg m^2: the pseudo-inertia has the eigenvalue {figure(least)}"
            yield Seen(link.name, least, *_weighed(text, link.standing))


def _degenerate(case: "Case") -> Iterator[Seen]:
    for link in case.links:
        if link.standing or link.headless or link.inertia.m == 0.0:
            continue
        slack = 0.5 * link.moments.slack
        thin = sum(abs(x) <= slack for x in link.spread.tolist())
        if thin and link.spread[0] >= -slack:
            shape = {1: "a flat plate", 2: "a thin rod", 3: "a point"}[thin]
            yield Seen(link.name, 0.0, f"the moments of {shape}")


def _missing_mass(case: "Case") -> Iterator[Seen]:
    """Judged with everything fixed to the link; it is serious where M is singular because of its joint."""
    found = case.workspace
    for body in case.robot.tree.bodies:
        if any(body.inertia.parameters):
            continue
        k = case.robot.joint_names.index(body.joint.name) if body.joint.name in case.robot.joint_names else None
        singular = found is not None and k in found.idle
        rotor = " but a rotor" if body.joint.rotor.reflected else ""
        text = f"no mass and no moments{rotor} on joint {body.joint.name!r}, nor on what is fixed to the link"
        yield Seen(body.name, 0.0, text, "infeasible" if singular else "suspicious")
    for link in case.links:
        if link.name in case.moving and link.empty and not case.moving[link.name].empty:
            yield Seen(link.name, 0.0, "no mass and no moments of its own; what is fixed to it has some", "note")


def _weighed(text: str, standing: bool) -> tuple[str, str]:
    """The text and the severity of something no rigid body has."""
    return (text + IDLE, "suspicious") if standing else (text, "infeasible")


EXISTS = "No principal moment is negative or larger than the sum of the other two."
"""What bodies obey."""

INERTIA = (
    Check("negative-mass", "infeasible", _negative_mass, "Masses are positive.", "correct the mass."),
    Check(
        "inertia-without-mass",
        "infeasible",
        _without_mass,
        "What has no mass has no moments: ∫x dm and ∫x² dm are 0.",
        "give it the mass, or take the moments as parameters that were identified in combination with other links'.",
    ),
    Check(
        "negative-moment",
        "infeasible",
        _negative_moment,
        EXISTS,
        "correct the tensor: it is meant at the centre of mass, in the axes of the inertial frame; check the signs of "
        "products of inertia.",
    ),
    Check(
        "triangle-inequality",
        "infeasible",
        _triangle,
        EXISTS,
        "correct the tensor: often it is meant at the joint, or a rotor was added to one entry. Dynamics works with "
        "it, but no body moves so.",
    ),
    Check(
        "degenerate",
        "note",
        _degenerate,
        "Bodies with thickness have three positive eigenvalues of ∫x² dm.",
        "nothing, if the link is meant to be a point, a rod or a plate; else give all moments.",
    ),
    Check(
        "missing-mass",
        "suspicious",
        _missing_mass,
        "Every moving link weighs something.",
        "give it mass and inertia; a link that only splits a joint with two axes into two is fine.",
    ),
)
"""What is asked of masses and moments."""
