"""Limits, rotors and friction of the joints."""

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from ..model import AbstractJoint
from .finding import Check, Seen, figure

if TYPE_CHECKING:
    from .case import Case

DOMINANT = 1e4
"""A rotor that the joint feels so many times as much as all links is a slip of the gear ratio, which enters squared."""


def _joints(case: "Case") -> list[AbstractJoint]:
    """The joints that move on their own."""
    own = {body.joint.name: body.joint for body in case.robot.model.bodies}
    return [own[name] for name in case.robot.joint_names if name in own]


def _missing(case: "Case") -> Iterator[Seen]:
    for joint in _joints(case):
        limits, endless = joint.limits, joint.kind == "continuous"
        gone = [] if endless or max(-limits.lower, limits.upper) < math.inf else ["position"]
        gone += [name for name in ("velocity", "effort") if math.isinf(getattr(limits, name))]
        if gone:
            yield Seen(joint.name, float(len(gone)), f"no limit of {', '.join(gone)}")


def _out_of_order(case: "Case") -> Iterator[Seen]:
    for joint in _joints(case):
        lower, upper = joint.limits.lower, joint.limits.upper
        if lower > upper:
            yield Seen(joint.name, lower - upper, f"the lower limit {figure(lower)} is above the upper {figure(upper)}")


def _no_range(case: "Case") -> Iterator[Seen]:
    for joint in _joints(case):
        stuck = joint.limits.lower == joint.limits.upper
        if stuck or joint.limits.velocity == 0.0:
            text = f"it can only be at {figure(joint.limits.lower)}" if stuck else "its velocity limit is 0"
            yield Seen(joint.name, 0.0, text)


def _weak(case: "Case") -> Iterator[Seen]:
    effort, slides = case.robot.limits.effort.tolist(), {joint.name: joint.slides for joint in _joints(case)}
    for name, weight, most in zip(case.robot.joint_names, case.weight.tolist(), effort, strict=True):
        if weight > most:
            unit = {True: " N", False: " N m"}.get(slides.get(name), "")
            text = f"holding the arm takes up to {figure(weight)}{unit}, the effort limit is {figure(most)}{unit}"
            yield Seen(name, weight, text)


def _rotor(case: "Case") -> Iterator[Seen]:
    tree = case.robot.tree
    felt = tree.coordinates.squares([float(tree.bodies[i].joint.rotor.reflected) for i in tree.moving])
    if not any(felt):
        return
    every = np.max(np.einsum("kii->ki", case.M), axis=0).tolist()
    for name, I_a, total in zip(case.robot.joint_names, felt, every, strict=True):
        links = total - I_a
        if I_a > DOMINANT * links > 1e-9 * I_a:
            yield Seen(name, I_a / links, f"the rotor is felt as {figure(I_a)}, all links as {figure(links)} at most")


def _frictionless(case: "Case") -> Iterator[Seen]:
    joints = [body.joint for body in case.robot.model.bodies if body.joint.moves]
    if joints and all(joint.friction.absent for joint in joints):
        yield Seen(case.robot.name, 0.0, f"none of {len(joints)} joints has friction")


DRIVES = (
    Check(
        "limits-out-of-order", "suspicious", _out_of_order, "lower ≤ upper.", "swap them, or correct the sign of one."
    ),
    Check(
        "no-range",
        "suspicious",
        _no_range,
        "A joint that moves has room to move.",
        "give its limits (URDF takes those not given for 0), or make it fixed.",
    ),
    Check(
        "effort-too-small",
        "suspicious",
        _weak,
        "A drive holds the arm against gravity in every posture within the limits.",
        "correct the effort limit (0 often stands for unknown), the masses, or the range of the joints.",
    ),
    Check(
        "dominant-rotor",
        "note",
        _rotor,
        f"Less than {DOMINANT:g} times what the links bring.",
        "check the gear ratio (it enters squared) and whether the inertia is the rotor's or already the joint's.",
    ),
    Check(
        "missing-limits",
        "note",
        _missing,
        "Position, velocity and effort limits; states are drawn from half a turn or a metre each way without them.",
        "give them where motions are planned or drives chosen.",
    ),
    Check(
        "frictionless",
        "note",
        _frictionless,
        "Geared joints lose a tenth of their torque and more.",
        "identify viscous and Coulomb friction before torques are compared with a real arm's.",
    ),
)
"""What is asked of the joints."""
