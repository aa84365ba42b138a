"""Recordings of ROS 2, written by `rosbags` and read back; measured ones against the table of the same motion."""

import shutil
import sys

import numpy as np
import pytest

import linkwise
from linkwise.errors import MissingExtra, ReadError
from linkwise.identify import read_log, simulated_log
from tests.tolerances import HALF_THE_DIGITS, ROUNDING

from .test_real_robots import DATA

pytest.importorskip("rosbags")
from rosbags.rosbag2 import StoragePlugin, Writer
from rosbags.typesys import Stores, get_types_from_msg, get_typestore

ROBOT = linkwise.load("ur5e")
LOG = simulated_log(ROBOT, 2.0, noise=0.01, seed=4)
START = 1_700_000_000_000_000_000
STORE = get_typestore(Stores.ROS2_HUMBLE)
CONTROLLER = "control_msgs/msg/JointTrajectoryControllerState"
NEWER = """std_msgs/Header header
string[] joint_names
trajectory_msgs/JointTrajectoryPoint reference
trajectory_msgs/JointTrajectoryPoint feedback
trajectory_msgs/JointTrajectoryPoint error
trajectory_msgs/JointTrajectoryPoint output
"""
STORE.register(get_types_from_msg(NEWER, CONTROLLER))
TYPES = STORE.types


def header(k, stamped=True):
    at = START + round(1e9 * LOG.time[k]) if stamped else 0
    stamp = TYPES["builtin_interfaces/msg/Time"](sec=at // 10**9, nanosec=at % 10**9)
    return TYPES["std_msgs/msg/Header"](stamp=stamp, frame_id="")


def state(k, names=LOG.joints, qd=True, tau=True, stamped=True):
    order = [LOG.joints.index(name) if name in LOG.joints else None for name in names]
    values = [[0.5 if j is None else x[k, j] for j in order] for x in (LOG.q, LOG.qd, LOG.tau)]
    q, v, effort = (np.array(x if kept else []) for x, kept in zip(values, (True, qd, tau), strict=True))
    return TYPES["sensor_msgs/msg/JointState"](header(k, stamped), list(names), q, v, effort)


def controller(k):
    nothing = np.zeros(0)
    zero = TYPES["builtin_interfaces/msg/Duration"](0, 0)
    point = TYPES["trajectory_msgs/msg/JointTrajectoryPoint"]
    empty = point(nothing, nothing, nothing, nothing, zero)
    actual = point(LOG.q[k], LOG.qd[k], nothing, LOG.tau[k], zero)
    return TYPES[CONTROLLER](header(k), list(LOG.joints), empty, actual, empty, empty)


def record(path, topics, plugin=StoragePlugin.SQLITE3, late=0):
    """Messages by topic and type, each received `late` nanoseconds after its stamp."""
    with Writer(path, version=9, storage_plugin=plugin) as writer:
        own = {key: writer.add_connection(key[0], key[1], typestore=STORE) for key in topics}
        for key, messages in topics.items():
            for k, message in enumerate(messages):
                at = START + round(1e9 * LOG.time[k]) + late * (k % 3)
                writer.write(own[key], at, STORE.serialize_cdr(message, key[1]))
    return path


STATES = ("/joint_states", "sensor_msgs/msg/JointState")
COUNT = range(len(LOG))


def same(log, qd=True):
    np.testing.assert_allclose(log.time - log.time[0], LOG.time, atol=HALF_THE_DIGITS)
    for what in ("q", "tau", *(("qd",) if qd else ())):
        np.testing.assert_array_equal(getattr(log, what), getattr(LOG, what))


@pytest.mark.parametrize("plugin", [StoragePlugin.SQLITE3, StoragePlugin.MCAP])
def test_a_folder_and_its_bare_file(plugin, tmp_path):
    order = ["finger", *LOG.joints[::-1]]
    messages = [state(k, order) for k in COUNT]
    folder = record(tmp_path / "bag", {STATES: messages}, plugin, late=700_000)
    same(read_log(folder, ROBOT))  # stamps, not when messages came
    bare = next(each for each in folder.iterdir() if each.suffix in (".db3", ".mcap"))
    shutil.copy(bare, tmp_path / f"bare{bare.suffix}")
    log = read_log(tmp_path / f"bare{bare.suffix}", ROBOT)
    same(log)
    assert log.time[0] == 0.0 and log.remarks == ("topic '/joint_states'",)


def test_what_messages_lack(tmp_path):
    none = record(tmp_path / "qd", {STATES: [state(k, qd=False) for k in COUNT]})
    assert read_log(none, ROBOT).qd is None
    with pytest.raises(ReadError, match="401 of 401 messages have no efforts"):
        read_log(record(tmp_path / "tau", {STATES: [state(k, tau=False) for k in COUNT]}), ROBOT)
    log = read_log(record(tmp_path / "stamps", {STATES: [state(k, stamped=False) for k in COUNT]}), ROBOT)
    same(log)
    assert "headers have no stamps: times are those of reception" in log.remarks
    mixed = [state(k) if k % 2 else state(k, ["finger"]) for k in COUNT]
    log = read_log(record(tmp_path / "mixed", {STATES: mixed}), ROBOT)
    assert len(log) == len(LOG) // 2 and "201 messages of other joints were left out" in log.remarks
    with pytest.raises(ReadError, match="no message has all joints"):
        read_log(record(tmp_path / "other", {STATES: [state(k, ["finger"]) for k in COUNT]}), ROBOT)
    with pytest.raises(ReadError, match="the topic has no messages"):
        read_log(record(tmp_path / "none", {STATES: []}), ROBOT)


def test_topics(tmp_path):
    messages = [state(k) for k in COUNT]
    second = ("/left/joint_states", STATES[1])
    other = ("/chatter", "std_msgs/msg/String")
    words = [TYPES["std_msgs/msg/String"]("hello")]
    bag = record(tmp_path / "two", {STATES: messages, second: messages, other: words})
    with pytest.raises(ReadError, match=r"several topics have .*: '/joint_states', '/left/joint_states'"):
        read_log(bag, ROBOT)
    same(read_log(bag, ROBOT, topic="/left/joint_states"))
    with pytest.raises(ReadError, match="'/right': no such topic: there are '/joint_states"):
        read_log(bag, ROBOT, topic="/right")
    with pytest.raises(ReadError, match=r"its type is std_msgs/msg/String"):
        read_log(bag, ROBOT, topic="/chatter")
    with pytest.raises(ReadError, match=r"no topic with .*: there are '/chatter"):
        read_log(record(tmp_path / "words", {other: words}), ROBOT)


def test_a_controller_with_types_of_its_own(tmp_path):
    messages = [controller(k) for k in COUNT]
    same(read_log(record(tmp_path / "bag", {("/arm/state", CONTROLLER): messages}, StoragePlugin.MCAP), ROBOT))


def test_a_folder_that_is_none(tmp_path):
    with pytest.raises(ReadError, match="not a recording of ROS 2"):
        read_log(tmp_path, ROBOT)


@pytest.mark.slow
@pytest.mark.skipif(DATA is None, reason="the measured logs are not here: no folder shared/data beside the checkout")
@pytest.mark.parametrize(("name", "motion"), [("panda", "panda_exciting"), ("ur10_robot", "ur10_exciting")])
def test_measured_ones_are_the_tables(name, motion):
    robot, folder = linkwise.load(name), DATA / "ur10_panda_unisa"
    bag, table = (read_log(folder / f"{motion}_trajectory{ending}", robot) for ending in (".db3", ".csv"))
    for what in ("time", "q", "qd", "tau"):
        np.testing.assert_allclose(getattr(bag, what), getattr(table, what), rtol=ROUNDING)
    if name == "ur10_robot":  # one message with a trajectory: predicted by the authors' model
        points = read_log(folder / "ur10_validation_trajectory.db3", robot)
        assert len(points) == len(bag) and points.qd is not None


def test_without_the_package(monkeypatch, tmp_path):
    monkeypatch.setitem(sys.modules, "rosbags.highlevel", None)
    (tmp_path / "log.mcap").write_bytes(b"")
    with pytest.raises(MissingExtra, match=r"linkwise\[bags\]"):
        read_log(tmp_path / "log.mcap", ROBOT)
