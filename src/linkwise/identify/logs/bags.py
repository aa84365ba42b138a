"""Logs in recordings of ROS 2: .mcap and .db3 files and their folders, read by `rosbags`.

sensor_msgs/JointState, control_msgs/JointTrajectoryControllerState (what was measured), and the points of a
trajectory_msgs/JointTrajectory with efforts. Types come from the recording, or where it has none, as an old .db3, from
ROS 2 Humble.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from ...calls.arrays import Array
from ...errors import Fault, MissingExtra, ReadError, label, listed, shown
from .log import Log
from .matching import NUMBERED, match

STATES = "sensor_msgs/msg/JointState"
CONTROLLER = "control_msgs/msg/JointTrajectoryControllerState"
TRAJECTORY = "trajectory_msgs/msg/JointTrajectory"
TYPES = (STATES, CONTROLLER, TRAJECTORY)
"""Types of messages with positions and torques of joints."""

HUMBLE = """std_msgs/Header header
string[] joint_names
trajectory_msgs/JointTrajectoryPoint desired
trajectory_msgs/JointTrajectoryPoint actual
trajectory_msgs/JointTrajectoryPoint error
"""
"""The controller's state in ROS 2 Humble, for recordings without types."""


@dataclass(frozen=True, eq=False)
class _State:
    """One sample: its stamp and when it was received, in ns; names, positions, velocities, efforts."""

    stamp: int
    received: int
    names: Sequence[str]
    values: tuple[Any, Any, Any]


def read_bag(path: Path, joints: tuple[str, ...], topic: str | None) -> Log:
    """The log of one topic."""
    try:
        from rosbags.highlevel import AnyReader
        from rosbags.typesys import Stores, get_types_from_msg, get_typestore
    except ImportError:
        raise MissingExtra("reading recordings of ROS 2", "bags") from None
    source = str(path)
    try:
        store = get_typestore(Stores.ROS2_HUMBLE)
        store.register(get_types_from_msg(HUMBLE, CONTROLLER))
        with AnyReader([path], default_typestore=store) as reader:
            topics = {each.topic: each for each in reader.connections}
            chosen = _topic({name: each.msgtype for name, each in topics.items()}, topic, source)
            kind = topics[chosen].msgtype
            messages = reader.messages([each for each in reader.connections if each.topic == chosen])
            states = [
                state
                for _, received, raw in messages
                for state in _states(reader.deserialize(raw, kind), received, kind)
            ]
    except ReadError:
        raise
    except Exception as error:  # what a damaged recording raises is of many kinds
        reason = str(error).split("\n")[0] or type(error).__name__
        raise ReadError(source, [Fault(label(source), "", f"not a recording of ROS 2: {reason}")]) from None
    return _log(states, joints, path, chosen)


def _topic(kinds: dict[str, str], topic: str | None, source: str) -> str:
    """The topic to read: the one asked for, or the only one with states of joints."""
    where, known = label(source), [f"{name} ({kind})" for name, kind in kinds.items()]
    if topic is not None:
        if topic not in kinds:
            raise ReadError(source, [Fault(where, topic, f"no such topic: there are {listed(known)}")])
        if kinds[topic] not in TYPES:
            rule = f"its type is {kinds[topic]}: one of {listed(TYPES)} was expected"
            raise ReadError(source, [Fault(where, topic, rule)])
        return topic
    for kind in TYPES:
        found = [name for name, own in kinds.items() if own == kind]
        if len(found) == 1:
            return found[0]
        if found:
            rule = f"several topics have {kind}: {listed(found)}"
            hint = f"topic={found[0]!r}, on the command line --topic {found[0]}"
            raise ReadError(source, [Fault(where, "", rule)], hint)
    raise ReadError(source, [Fault(where, "", f"no topic with {listed(TYPES)}: there are {listed(known)}")])


def _states(message: Any, received: int, kind: str) -> Iterator[_State]:
    """The samples of a message."""
    stamp = message.header.stamp.sec * 1_000_000_000 + message.header.stamp.nanosec
    if kind == STATES:
        yield _State(stamp, received, message.name, (message.position, message.velocity, message.effort))
        return
    if kind == CONTROLLER:
        points, later = [message.feedback if hasattr(message, "feedback") else message.actual], 0
    else:
        points, later = message.points, 1
    for point in points:
        at = later * (point.time_from_start.sec * 1_000_000_000 + point.time_from_start.nanosec)
        yield _State(stamp + at, received + at, message.joint_names, (point.positions, point.velocities, point.effort))


def _log(states: list[_State], joints: tuple[str, ...], path: Path, topic: str) -> Log:
    """The samples as a log of the robot's joints; messages of other joints are left out."""
    source, where, remarks = str(path), f"{label(str(path))} {topic}", list[str]()
    if not states:
        raise ReadError(source, [Fault(where, "", "the topic has no messages")])
    orders: dict[tuple[str, ...], dict[str, int]] = {}
    for state in states:
        order = tuple(state.names)
        if order not in orders:
            orders[order], remark = match(order, joints)
            if remark == NUMBERED:
                orders[order] = {}
            elif remark:
                remarks.append(remark)
    own = [state for state in states if orders[tuple(state.names)]]
    if not own:
        names = list(dict.fromkeys(name for state in states[:1000] for name in state.names))
        some = [joint for joint in joints if joint in names]
        rule = f"no message has all joints {listed(joints)}: there are {listed(names)}"
        hint = "states of single joints in turn are not put together" if len(some) == len(joints) else ""
        raise ReadError(source, [Fault(where, "", rule, hint)])
    if len(own) < len(states):
        remarks.append(f"{len(states) - len(own)} messages of other joints were left out")
    arrays: list[Array | None] = []
    for k, what in enumerate(("positions", "velocities", "efforts")):
        counts = [len(state.values[k]) == len(state.names) for state in own]
        if not any(counts) and what == "velocities":
            arrays.append(None)
            continue
        if not all(counts):
            lost = f"{counts.count(False)} of {len(own)} messages have no {what}"
            if what == "velocities":
                remarks.append(f"{lost}: velocities were not read")
                arrays.append(None)
                continue
            hint = "torques are needed: does the driver publish them?" if what == "efforts" else ""
            raise ReadError(source, [Fault(where, "", lost, hint)])
        rows = [[state.values[k][orders[tuple(state.names)][joint]] for joint in joints] for state in own]
        arrays.append(np.array(rows, dtype=float))
    stamps = [state.stamp for state in own]
    if len(own) > 1 and len(set(stamps)) == 1:
        stamps = [state.received for state in own]
        remarks.append("headers have no stamps: times are those of reception")
    first = stamps[0] if abs(stamps[0]) > 10**17 else 0  # since 1970: floats would round
    time = np.array([(stamp - first) * 1e-9 for stamp in stamps])
    q, qd, tau = arrays
    assert q is not None and tau is not None
    if qd is not None and not qd.any() and q.any():
        remarks.append("velocities are all 0, and were not read")
        qd = None
    return Log(time, q, tau, qd, joints=joints, name=path.name, remarks=[f"topic {shown(topic)}", *remarks])
