"""Checks of limits, rotors and friction."""

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from ..model import AbstractJoint
from .finding import Check, Observation, format_number

if TYPE_CHECKING:
    from .case import ExaminedRobot

DOMINANT = 1e4
"""Rotor over link inertia at a joint: beyond this the gear ratio, which enters squared, is probably wrong."""


def _joints(case: "ExaminedRobot") -> list[AbstractJoint]:
    """The joints with a coordinate of their own; those of a floating base or a ball have no drives."""
    grouped = {name for group in case.robot.model.groups for name in group.joints}
    own = {body.joint.name: body.joint for body in case.robot.model.bodies if body.joint.name not in grouped}
    return [own[name] for name in case.robot.joint_names if name in own]


def _missing(case: "ExaminedRobot") -> Iterator[Observation]:
    actuated = case.robot.model.actuated or case.robot.joint_names
    for joint in (joint for joint in _joints(case) if joint.name in actuated):
        limits, endless = joint.limits, joint.kind == "continuous"
        missing = [] if endless or max(-limits.lower, limits.upper) < math.inf else ["position"]
        missing += [name for name in ("velocity", "effort") if math.isinf(getattr(limits, name))]
        if missing:
            yield Observation(joint.name, float(len(missing)), f"no limit of {', '.join(missing)}")


def _out_of_order(case: "ExaminedRobot") -> Iterator[Observation]:
    for joint in _joints(case):
        lower, upper = joint.limits.lower, joint.limits.upper
        if lower > upper:
            yield Observation(
                joint.name,
                lower - upper,
                f"the lower limit {format_number(lower)} is above the upper {format_number(upper)}",
            )


def _no_range(case: "ExaminedRobot") -> Iterator[Observation]:
    for joint in _joints(case):
        stuck = joint.limits.lower == joint.limits.upper
        if stuck or joint.limits.velocity == 0.0:
            text = f"it can only be at {format_number(joint.limits.lower)}" if stuck else "its velocity limit is 0"
            yield Observation(joint.name, 0.0, text)


def _weak(case: "ExaminedRobot") -> Iterator[Observation]:
    if case.robot.model.closures:  # what holds the arm then is not the weight of a tree
        return
    effort, slides = case.robot.limits.effort.tolist(), {joint.name: joint.slides for joint in _joints(case)}
    for name, weight, most in zip(case.robot.joint_names, case.weight.tolist(), effort, strict=True):
        if weight > most:
            unit = "" if name not in slides else " N" if slides[name] else " N m"
            needed, limit = f"{format_number(weight)}{unit}", f"{format_number(most)}{unit}"
            text = f"holding the arm takes up to {needed}, the effort limit is {limit}"
            yield Observation(name, weight, text)


def _rotor(case: "ExaminedRobot") -> Iterator[Observation]:
    tree = case.robot.tree
    reflected = tree.coordinates.squares([float(tree.bodies[i].joint.rotor.reflected) for i in tree.moving])
    if not any(reflected):
        return
    diagonal = np.max(np.einsum("kii->ki", case.M), axis=0).tolist()
    for name, I_a, total in zip(case.robot.joint_names, reflected, diagonal, strict=True):
        links = total - I_a
        if I_a > DOMINANT * links > 1e-9 * I_a:
            text = (
                f"the rotor adds {format_number(I_a)} to the joint's inertia, all links at most {format_number(links)}"
            )
            yield Observation(name, I_a / links, text)


def _singular(case: "ExaminedRobot") -> Iterator[Observation]:
    for group in case.robot.model.groups:
        if group.singular:
            yield Observation(
                group.name,
                0.0,
                f"its attitude is singular with {group.singular}, with order {group.other_order!r} elsewhere",
            )


def _frictionless(case: "ExaminedRobot") -> Iterator[Observation]:
    joints = [body.joint for body in case.robot.model.bodies if body.joint.moves]
    if joints and all(joint.friction.absent for joint in joints):
        yield Observation(case.robot.name, 0.0, f"none of {len(joints)} joints has friction")


DRIVES = (
    Check(
        "limits-out-of-order", "suspicious", _out_of_order, "lower ≤ upper.", "swap them, or correct the sign of one."
    ),
    Check(
        "no-range",
        "suspicious",
        _no_range,
        "A moving joint has a range to move in.",
        "give its limits (in URDF a missing limit means 0), or make the joint fixed.",
    ),
    Check(
        "effort-too-small",
        "suspicious",
        _weak,
        "A drive can hold the arm against gravity in every posture within the limits.",
        "correct the effort limit (0 often means unknown), the masses, or the range of the joints.",
    ),
    Check(
        "dominant-rotor",
        "note",
        _rotor,
        f"Less than {DOMINANT:g} times the inertia of the links.",
        "check the gear ratio (it enters squared) and whether the inertia is the rotor's or already the joint's.",
    ),
    Check(
        "singular-attitude",
        "note",
        _singular,
        "Forward dynamics has no answer where two turns of a floating base or a ball are about one axis.",
        "if the motion comes near it, choose another order of turns: robot.with_turn_order(order).",
    ),
    Check(
        "missing-limits",
        "note",
        _missing,
        "Position, velocity and effort limits; without them, states are sampled from half a turn or a metre each way.",
        "give them before you plan motions or choose drives.",
    ),
    Check(
        "frictionless",
        "note",
        _frictionless,
        "Geared joints lose a tenth of their torque or more to friction.",
        "identify viscous and Coulomb friction before you compare torques with a real arm.",
    ),
)
"""The checks of joints."""
