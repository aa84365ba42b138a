"""Two models of one robot: where they differ, and how that affects the torques."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ..calls.arrays import Array
from ..errors import UnknownName, plain, shown
from ..html_table import html_table
from ..robot import Robot
from .alignment import Alignment, alignments
from .case import ExaminedRobot, sampled
from .consequence import Consequence, consequences
from .finding import format_number
from .joint_difference import JointDifference, placed
from .matching import Match, matched


@dataclass(frozen=True)
class Differences:
    """The differences joint by joint; `tip` has the frames compared and how far apart they are at most [m, rad].

    >>> import linkwise
    >>> arm = linkwise.load("planar2r")
    >>> weightless = differences(arm, arm.with_gravity([0, 0, 0]))
    >>> weightless
    <Differences of 'planar2r' and 'planar2r': 2 joints matched by name, torques up to 41.07 apart>
    >>> weightless.gravity[1]
    (0.0, 0.0, 0.0)
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
        """The largest torque difference of all joints.

        >>> import linkwise
        >>> arm = linkwise.load("planar2r")
        >>> round(differences(arm, arm.with_gravity([0, 0, 0]), states=20).largest, 3)
        36.017
        """
        return max(joint.torque["largest"] for joint in self.joints)

    @property
    def conventions(self) -> list[str]:
        """The joints whose zero or direction differs, each as an equation.

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
        """The differences as numbers, strings, lists and dicts, ready for JSON.

        >>> import linkwise
        >>> arm = linkwise.load("planar2r")
        >>> data = differences(arm, arm, states=20).data
        >>> data["matched_by"], data["joints"][1]["joint"]
        ('name', 'joint2')
        """
        return {**vars(self), "conventions": self.conventions, "joints": [joint.data for joint in self.joints]}

    def __str__(self) -> str:
        lines = [f"{shown(self.robot)} and {shown(self.other)}, joints matched by {self.matched_by}"]
        lines += [f"locked: {shown(name)} at {format_number(value)}" for name, value in self.locked.items()]
        lines += [f"zero or direction differs: {text}" for text in self.conventions]
        return "\n".join([*lines, *(f"  {joint}" for joint in self.joints)])

    def __repr__(self) -> str:
        count = len(self.joints)
        matched = f"{count} joint{'s' * (count != 1)} matched by {self.matched_by}"
        apart = f"torques up to {format_number(self.largest)} apart"
        return f"<Differences of {shown(self.robot)} and {shown(self.other)}: {matched}, {apart}>"

    def _repr_html_(self) -> str:
        title = f"{plain(self.robot)} and {plain(self.other)}, joints matched by {self.matched_by}"
        heads = (
            "joint",
            "axes [rad]",
            "axes [m]",
            "masses [kg]",
            "com [m]",
            "inertia",
            "torque rms",
            "largest",
            "of own",
        )
        return html_table(title, heads, [_row(joint) for joint in self.joints])


def differences(robot: Robot, other: Robot, *, states: int = 200, seed: int = 0) -> Differences:
    """Compare two models of one robot at random states within the first one's limits.

    Joints are matched by name, or by order if the robots have the same kinds of joints; joints that only one robot has
    are locked. Joints whose zeros or directions differ are reported, and the rest is compared with that taken into
    account, so that two descriptions of the same robot do not differ.

    >>> import linkwise
    >>> arm = linkwise.load("planar2r")
    >>> heavier = differences(arm, arm.with_payload(0.9, (1.0, 0.0, 0.0)))
    >>> [round(joint.com, 9) for joint in heavier.joints]  # the second link has 2.1 kg at its tip
    [0.0, 0.3]
    """
    match = matched(robot, other)
    for each in (match.robot, match.other):
        ExaminedRobot(each, states, seed)  # refuses symbols and bad numbers
    pairs = _pairs(match)
    related = alignments(match.robot.tree, match.other.tree, pairs)
    by_name = {match.robot.tree.bodies[i].joint.name: each for i, each in related.items()}
    variables = [by_name.get(name, Alignment()) for name in match.robot.joint_names]
    torque, gravity = consequences(match, variables, states, seed)
    column = {name: k for k, name in enumerate(match.robot.joint_names)}
    joints = []
    for i in pairs:
        fields = placed(match, pairs, related, i)
        if fields["joint"] in column:
            k = column[fields["joint"]]
            joints.append(JointDifference(**fields, torque=_figures(torque, k), gravity=_figures(gravity, k)))
    g, g_other = (tuple(each.gravity.tolist()) for each in (robot, other))
    return Differences(
        robot.name,
        other.name,
        match.by,
        match.locked,
        int(states),
        int(seed),
        (g, g_other),
        _tip(match, variables, states, seed),
        tuple(joints),
    )


def _pairs(match: Match) -> dict[int, int]:
    """The bodies of the first tree that have a partner in the other, by the names of their joints."""
    partner = {name: match.other.joint_names[k] for name, k in zip(match.robot.joint_names, match.order, strict=True)}
    there = {body.joint.name: k for k, body in enumerate(match.other.tree.bodies)}
    names = ((i, partner.get(body.joint.name, body.joint.name)) for i, body in enumerate(match.robot.tree.bodies))
    return {i: there[name] for i, name in names if name in there}


def _figures(torques: Consequence, k: int) -> dict[str, float]:
    return {
        "largest": float(torques.largest[k]),
        "rms": float(torques.rms[k]),
        "own": float(torques.own[k]),
        "relative": float(torques.relative[k]),
    }


def _tip(match: Match, related: list[Alignment], states: int, seed: int) -> dict[str, Any] | None:
    """How far apart the tips are: of a frame that both have by name, or else of each robot's own. None without tip."""
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
    """The angle between two orientations, accurate even if it is small."""
    off = np.linalg.norm(one[:, :3, :3] - two[:, :3, :3], axis=(1, 2)) / np.sqrt(8.0)  # sin of half the angle
    angles: Array = 2.0 * np.arcsin(np.minimum(off, 1.0))
    return angles


def _row(joint: JointDifference) -> tuple[str, ...]:
    name = joint.joint if joint.joint == joint.other else f"{joint.joint} ({joint.other})"
    return (
        name,
        format_number(joint.angle),
        format_number(joint.distance),
        " and ".join(map(format_number, joint.mass)),
        format_number(joint.com),
        f"{format_number(100.0 * joint.inertia)} %",
        format_number(joint.torque["rms"]),
        format_number(joint.torque["largest"]),
        f"{format_number(100.0 * joint.torque['relative'])} %",
    )
