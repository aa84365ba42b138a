"""Rewrites of robots with loops: the same gaps as functions of q, or a refusal."""

from dataclasses import replace

import numpy as np
import pytest

import linkwise
from linkwise import Robot
from linkwise.algebra import Inertia
from linkwise.errors import InvalidModel, UnknownName
from linkwise.model import Closure, JointRelation, Rotor, Spring, rewrite
from tests.closing import residuals
from tests.robots import LOOPS
from tests.tolerances import AGREEMENT


def looped(name):
    """A built-in robot with a weld and two relations besides its own closures."""
    model = linkwise.load(name).with_payload(1.0, name="block").model
    a, b, c = model.joint_names[:3]
    weld = Closure("weld", "block", model.base, "xyz", "xyz")
    ties = (weld, JointRelation("cam", b, a, (0.1, 0.4, -0.2)), JointRelation("held", c, "", (0.3,)))
    return replace(model, closures=(*model.closures, *ties))


SAME = {
    "merge_fixed": rewrite.merge_fixed,
    "align_axes": rewrite.align_axes,
    "dh_gauge": rewrite.dh_gauge,
    "near_gauge": rewrite.near_gauge,
    "regroup": rewrite.regroup,
    "hold": lambda model: rewrite.hold(model, ["block"]),
    "snap": lambda model: rewrite.snap(model, 0.0),
    "payload": lambda model: rewrite.attach_payload(model, None, Inertia.none(), "load"),
    "drive": lambda model: rewrite.with_drive(model, "motor", {model.joint_names[0]: 2.0}, Rotor(1e-4)),
    "spinning rotors": rewrite.spinning_rotors,
    "springs": lambda model: rewrite.with_springs(model, {model.joint_names[0]: Spring(2.0)}),
    "friction": rewrite.without_friction,
    "rotors": rewrite.without_rotors,
}


@pytest.mark.parametrize("name", LOOPS)
@pytest.mark.parametrize("how", SAME)
def test_gaps_stay(how, name):
    model = looped(name)
    other = SAME[how](model)
    assert (other.closures, other.actuated) == (model.closures, model.actuated)
    for q in np.random.default_rng(4).normal(size=(2, model.n)):
        assert np.abs(residuals(Robot(other), q) - residuals(Robot(model), q)).max() < AGREEMENT


def test_a_moving_base_moves_all_frames():
    """A closure to the base is one to the base link, which now moves: gaps do not depend on where it is."""
    model = looped("fourbar")
    for kind, more in (("planar", 3), ("floating", 6)):
        other = rewrite.with_base_joint(model, kind)
        for q in np.random.default_rng(4).normal(size=(2, model.n)):
            moved = np.concatenate([[0.3, -0.2, 0.5, 0.1, -0.4, 0.2][:more], q])
            assert np.abs(residuals(Robot(other), moved) - residuals(Robot(model), q)).max() < AGREEMENT


def test_a_freed_joint_leaves_the_others():
    model = looped("fivebar")
    other = rewrite.freed(model, "block", "ball")
    assert other.closures == model.closures
    q = np.random.default_rng(4).normal(size=model.n)
    u = dict(zip(model.joint_names, q, strict=True))
    freed = np.array([u.get(name, 0.0) for name in other.joint_names])
    assert np.abs(residuals(Robot(other), freed) - residuals(Robot(model), q)).max() < AGREEMENT


def test_written_drives_are_not_frames_of_closures():
    """A drive that a closure names is no drive that could be left out."""
    model = rewrite.with_drive(linkwise.load("fourbar").model, "motor", {"crank": 2.0}, Rotor(1e-4))
    assert len(rewrite.split_drives(model)[1]) == 1
    tied = replace(model, closures=(*model.closures, Closure("odd", "motor", "rocker")))
    assert not rewrite.split_drives(tied)[1]


def test_locked_joints():
    """Frames stay where they are; a polynomial of a held coordinate is its value; a held motor drives nothing."""
    model = linkwise.load("fivebar").model
    model = replace(model, closures=(*model.closures, JointRelation("cam", "joint2", "joint1", (0.1, 0.4, -0.2))))
    locked = rewrite.lock(model, {"joint1": 0.5})
    assert locked.actuated == ("joint3",)
    assert locked.closures[1] == JointRelation("cam", "joint2", "", ((-0.2 * 0.5 + 0.4) * 0.5 + 0.1,))
    for q in np.random.default_rng(4).normal(size=(2, 3)):
        gaps = residuals(Robot(model), np.array([0.5, *q]))
        assert np.abs(residuals(Robot(locked), q) - gaps).max() < AGREEMENT


@pytest.mark.parametrize(
    ("rewritten", "words"),
    [
        (lambda m: rewrite.lock(m, {"coupler": 0.5}), "closure 'cam' makes it follow.*\n.*\n.*lock 'rocker' instead"),
        (lambda m: rewrite.lock(m, {"crank": 0.5}), "no actuated joint left"),
        (lambda m: rewrite.with_motors(m, np.eye(3).tolist(), ["a", "b", "c"]), "relations between its coordinates"),
    ],
)
def test_what_would_lose_a_closure_is_refused(rewritten, words):
    model = linkwise.load("fourbar").model
    cam = JointRelation("cam", "coupler", "rocker", (0.0, 1.0, 1.0))
    with pytest.raises(InvalidModel, match=words):
        rewritten(replace(model, closures=(*model.closures, cam)))


def test_motors_as_coordinates_keep_frames():
    model = replace(linkwise.load("fourbar").model, actuated=())
    other = rewrite.with_motors(model, [[1.0, 0.0, 0.0], [-1.0, 1.0, 0.0], [0.0, 0.0, 2.0]], ["a", "b", "c"])
    q = np.array([0.3, 0.4, -0.2])
    motors = np.array([0.3, 0.7, -0.1])
    assert np.abs(residuals(Robot(other), motors) - residuals(Robot(model), q)).max() < AGREEMENT


def test_cut_open():
    robot = linkwise.load("palletiser")
    cut = robot.without_closures()
    assert (cut.model.closures, cut.model.actuated, cut.n) == ((), (), 10)
    assert replace(cut.model, closures=robot.model.closures, actuated=robot.model.actuated) == robot.model


@pytest.mark.parametrize(
    ("changes", "error", "words"),
    [
        ({"closures": (Closure("pin", "crank", "nowhere"),)}, UnknownName, "no frame 'nowhere'"),
        ({"closures": (Closure("pin", "crank", 3),)}, InvalidModel, "frames of closure 'pin' is '3'"),
        ({"closures": (JointRelation("cam", "rocker", "crank", (1.0, "2")),)}, InvalidModel, "coefficients of closure"),
        ({"closures": (JointRelation("cam", "rocker", "crank", [1.0]),)}, InvalidModel, "A tuple was expected"),
        ({"closures": (JointRelation("cam", "rocker", "crank", ()),)}, InvalidModel, "has 0 coefficients"),
        ({"closures": (JointRelation("cam", "rocker", "", (1.0, 2.0)),)}, InvalidModel, "has 2 coefficients"),
        ({"closures": (JointRelation("cam", "rocker", "rocker", (1.0, 2.0)),)}, InvalidModel, "to 'rocker'"),
        ({"closures": (JointRelation("cam", "rocker", "shaft", (1.0, 2.0)),)}, UnknownName, "no joint 'shaft'"),
        ({"actuated": ("crank", "crank")}, InvalidModel, "two actuated joints with the same name"),
        ({"actuated": ("shaft",)}, UnknownName, "no joint 'shaft'"),
    ],
)
def test_models_that_cannot_be(changes, error, words):
    with pytest.raises(error, match=words):
        replace(linkwise.load("fourbar").model, **changes)
