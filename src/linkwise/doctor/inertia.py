"""Checks of masses and moments: could a rigid body have them?

A body can exist if and only if its pseudo-inertia has no negative eigenvalue. Seen from the centre of mass, these are
its mass and ∫x² dm along three axes, which are ½(I₁ + I₂ − I₃) and so on. So neither mass nor moments are negative, and
no moment is larger than the sum of the other two. Points, rods and flat plates have eigenvalues 0 and can exist, too.

The tolerance for rounding is that of the readers (`readers/rigid.py`): 1e-6 of the sum of the moments, because files
print six digits, plus 1e-14 of the moments at the link's origin, because moving to the centre of mass subtracts.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from .finding import Check, Observation, format_number

if TYPE_CHECKING:
    from .case import ExaminedRobot

IDLE = "; the link is fixed to the base, so it has no effect on the dynamics"
"""The remark on an impossible inertia that does no harm."""


def _negative_mass(case: "ExaminedRobot") -> Iterator[Observation]:
    for link in case.links:
        if link.inertia.m < 0.0:
            text = f"a mass of {format_number(link.inertia.m)} kg"
            yield Observation(link.name, float(link.inertia.m), *_impossible(text, link.fixed_to_base))


def _without_mass(case: "ExaminedRobot") -> Iterator[Observation]:
    for link in case.links:
        if link.inertia.m == 0.0 and not link.empty:
            largest = max(abs(float(x)) for x in link.inertia.parameters[:-1])
            what = "a first moment" if any(link.inertia.h.components) else "moments of inertia"
            text = f"{what} (up to {format_number(largest)}) and no mass"
            yield Observation(link.name, largest, *_impossible(text, link.fixed_to_base))


def _negative_moment(case: "ExaminedRobot") -> Iterator[Observation]:
    for link in case.links:
        if not (link.empty or link.without_com) and (moments := link.moments).fault == "negative":
            yield Observation(link.name, moments.small, *_impossible(f"{moments} kg m^2", link.fixed_to_base))


def _triangle(case: "ExaminedRobot") -> Iterator[Observation]:
    for link in case.links:
        if link.empty or link.without_com or (moments := link.moments).fault == "negative":
            continue
        least = float(link.spread[0])
        if 2.0 * least < -moments.slack:
            text = f"{moments} kg m^2: the pseudo-inertia has the eigenvalue {format_number(least)}"
            yield Observation(link.name, least, *_impossible(text, link.fixed_to_base))


def _degenerate(case: "ExaminedRobot") -> Iterator[Observation]:
    for link in case.links:
        if link.fixed_to_base or link.without_com or link.inertia.m == 0.0:
            continue
        slack = 0.5 * link.moments.slack
        thin = sum(abs(x) <= slack for x in link.spread.tolist())
        if thin and link.spread[0] >= -slack:
            shape = {1: "a flat plate", 2: "a thin rod", 3: "a point"}[thin]
            yield Observation(link.name, 0.0, f"the moments of {shape}")


def _missing_mass(case: "ExaminedRobot") -> Iterator[Observation]:
    """Moving links without mass, judged with everything fixed to them; infeasible if they make M singular."""
    workspace = case.workspace
    between = {name for group in case.robot.model.groups for name in group.joints[:-1]}
    for body in case.robot.tree.bodies:
        if any(body.inertia.parameters) or body.joint.name in between:
            continue
        k = case.robot.joint_names.index(body.joint.name) if body.joint.name in case.robot.joint_names else None
        singular = workspace is not None and k in workspace.idle
        rotor = ", only a rotor" if body.joint.rotor.reflected else ""
        text = f"no mass and no moments on joint {body.joint.name!r}{rotor}, including everything fixed to the link"
        yield Observation(body.name, 0.0, text, "infeasible" if singular else "suspicious")
    for link in case.links:
        if link.name in case.moving and link.empty and not case.moving[link.name].empty:
            yield Observation(
                link.name, 0.0, "no mass and no moments of its own, only those of what is fixed to it", "note"
            )


def _impossible(text: str, fixed_to_base: bool) -> tuple[str, str]:
    """The text and the severity of an inertia that no rigid body can have."""
    return (text + IDLE, "suspicious") if fixed_to_base else (text, "infeasible")


EXISTS = "No principal moment is negative or larger than the sum of the other two."
"""What holds for every rigid body."""

INERTIA = (
    Check("negative-mass", "infeasible", _negative_mass, "Masses are positive.", "correct the mass."),
    Check(
        "inertia-without-mass",
        "infeasible",
        _without_mass,
        "A link without mass has no moments: ∫x dm and ∫x² dm are 0.",
        "give it a mass; or keep the moments, if they were identified in combination with those of other links.",
    ),
    Check(
        "negative-moment",
        "infeasible",
        _negative_moment,
        EXISTS,
        "correct the tensor: it refers to the centre of mass and the axes of the inertial frame; check the signs of "
        "the products of inertia.",
    ),
    Check(
        "triangle-inequality",
        "infeasible",
        _triangle,
        EXISTS,
        "correct the tensor: often it refers to the joint instead of the centre of mass, or a rotor was added to one "
        "entry. Dynamics can be computed with it, but no real body moves like that.",
    ),
    Check(
        "degenerate",
        "note",
        _degenerate,
        "A body with thickness has three positive eigenvalues of ∫x² dm.",
        "nothing, if the link is meant to be a point, a rod or a plate; otherwise give all moments.",
    ),
    Check(
        "missing-mass",
        "suspicious",
        _missing_mass,
        "Every moving link has mass.",
        "give it mass and inertia; nothing, if it only separates the two axes of one joint.",
    ),
)
"""The checks of masses and moments."""
