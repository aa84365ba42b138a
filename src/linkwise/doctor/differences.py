"""Two models of one robot: where they differ, and what that does to the torques."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from ..calls.arrays import Array
from ..errors import UnknownName, shown
from ..robot import Robot
from .alignment import Aligned, aligned
from .case import Case, sampled
from .consequence import Consequence, consequences
from .finding import figure
from .joint_difference import JointDifference, placed
from .matching import Match, matched


@dataclass(frozen=True)
class Differences:
    """What differs, joint by joint; `tip` tells the frames compared and how far apart they are [m, rad] at most.

    >>> import linkwise
    >>> arm = linkwise.load("planar2r")
    >>> found = differences(arm, arm.with_gravity([0, 0, 0]))
    >>> found.gravity[1], found.largest == found.joints[0].torque["largest"]
    ((0.0, 0.0, 0.0), True)
    """

    robot: str
    other: str
    matched_by: str
    locked: dict[str, float]
    states: int
    seed: int
    gravity: tuple[tuple[float, ...], tuple[float, ...]]
    tip: dict[str, Any] | None
    joints: tuple[JointDifference, ...]

    @property
    def largest(self) -> float:
        """The largest difference of any joint's torque."""
        return max(joint.torque["largest"] for joint in self.joints)

    @property
    def conventions(self) -> list[str]:
        """The joints whose zero or direction differs, in words.

        >>> import linkwise
        >>> arm = linkwise.load("planar2r")
        >>> differences(arm, arm).conventions
        []
        """
        return [
            f"joint {shown(each.joint)}: q' = {'-' * each.reversed}q{f' {each.shift:+.6g}' * bool(each.shift)}"
            for each in self.joints
            if each.reversed or each.shift
        ]

    @property
    def data(self) -> dict[str, Any]:
        """All of it as numbers, texts, lists and dicts."""
        return {**vars(self), "conventions": self.conventions, "joints": [joint.data for joint in self.joints]}

    def __str__(self) -> str:
        lines = [f"{shown(self.robot)} and {shown(self.other)}, joints matched by {self.matched_by}"]
        lines += [f"held still: {shown(name)} at {figure(value)}" for name, value in self.locked.items()]
        lines += [f"zero or direction differs: {text}" for text in self.conventions]
        for joint in self.joints:
            a, b = joint.mass
            lines.append(
                f"  {joint.joint}: mass {figure(a)} and {figure(b)} kg, centre of mass {figure(joint.com)} m apart, "
                f"torque {figure(joint.torque['rms'])} apart (rms; {figure(100 * joint.torque['relative'])} %), "
                f"{figure(joint.torque['largest'])} at most"
            )
        return "\n".join(lines)


def differences(robot: Robot, other: Robot, *, states: int = 200, seed: int = 0) -> Differences:
    """Compare two models of one robot at random states within the first one's limits.

    Joints are matched by name, or by order where the robots have the same kinds of joints; what only one has is held
    still. Where zeros or directions of joints differ, this is said, and all else is compared with it taken into
    account, so that two descriptions of the same robot have no difference.

    >>> import linkwise
    >>> arm = linkwise.load("planar2r")
    >>> heavier = differences(arm, arm.with_payload(0.9, (1.0, 0.0, 0.0)))
    >>> [round(joint.com, 9) for joint in heavier.joints]  # the second link has 2.1 kg at its tip
    [0.0, 0.3]
    """
    match = matched(robot, other)
    for each in (match.robot, match.other):
        Case(each, states, seed)  # it refuses what cannot be asked
    pairs = _pairs(match)
    related = aligned(match.robot.tree, match.other.tree, pairs)
    by_name = {match.robot.tree.bodies[i].joint.name: each for i, each in related.items()}
    every = [by_name.get(name, Aligned()) for name in match.robot.joint_names]
    torque, gravity = consequences(match, every, states, seed)
    column = {name: k for k, name in enumerate(match.robot.joint_names)}
    joints = []
    for i in pairs:
        facts = placed(match, pairs, related, i)
        if facts["joint"] in column:
            k = column[facts["joint"]]
            joints.append(JointDifference(**facts, torque=_figures(torque, k), gravity=_figures(gravity, k)))
    directions = tuple(tuple(each.gravity.tolist()) for each in (robot, other))
    return Differences(
        robot.name,
        other.name,
        match.by,
        match.locked,
        states,
        seed,
        (directions[0], directions[1]),
        _tip(match, every, states, seed),
        tuple(joints),
    )


def _pairs(match: Match) -> dict[int, int]:
    """The bodies of the first tree that have a partner in the other, by the names of their joints."""
    partner = {name: match.other.joint_names[k] for name, k in zip(match.robot.joint_names, match.order, strict=True)}
    there = {body.joint.name: k for k, body in enumerate(match.other.tree.bodies)}
    names = ((i, partner.get(body.joint.name, body.joint.name)) for i, body in enumerate(match.robot.tree.bodies))
    return {i: there[name] for i, name in names if name in there}


def _figures(found: Consequence, k: int) -> dict[str, float]:
    return {
        "largest": float(found.largest[k]),
        "rms": float(found.rms[k]),
        "own": float(found.own[k]),
        "relative": float(found.relative[k]),
    }


def _tip(match: Match, related: list[Aligned], states: int, seed: int) -> dict[str, Any] | None:
    """How far apart the tips are: a frame both have by name, else each robot's own tip; None where there is none."""
    try:
        names = [each.tree.frame_or_tip(None).name for each in (match.robot, match.other)]
    except UnknownName:
        return None
    for name in names:
        if name in match.robot.frames and name in match.other.frames:
            names = [name, name]
            break
    q = sampled(match.robot, states, seed)["q"]
    sign, shift = (np.array([getattr(each, key) for each in related]) for key in ("sign", "shift"))
    there = (sign * q + shift)[:, np.argsort(match.order)]
    one, two = match.robot.forward_kinematics(q, names[0]), match.other.forward_kinematics(there, names[1])
    distance = np.linalg.norm(one[:, :3, 3] - two[:, :3, 3], axis=1)
    return {"frames": names, "distance": float(np.max(distance)), "angle": float(np.max(_turned(one, two)))}


def _turned(one: Array, two: Array) -> Array:
    """The angle between the axes of poses, exact where it is small."""
    off = np.linalg.norm(one[:, :3, :3] - two[:, :3, :3], axis=(1, 2)) / np.sqrt(8.0)  # sin of half the angle
    found: Array = 2.0 * np.arcsin(np.minimum(off, 1.0))
    return found
