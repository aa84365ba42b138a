"""What elastic joints refuse, and that they say why."""

from types import SimpleNamespace

import numpy as np
import pytest

import linkwise
from linkwise import errors
from linkwise.elastic import ElasticRobot, Springs
from linkwise.elastic.refused import AbstractRefused
from linkwise.model import FrictionFunction

from .arms import Waves

ROBOT = linkwise.load("planar2r")
ARM = ROBOT.with_elastic_joints([300.0, 200.0], rotors=[0.8, 0.3])


@pytest.mark.parametrize(
    ("stiffness", "kind", "words"),
    [
        (0.0, errors.InvalidModel, ["joint 'joint1'", "positive"]),
        (-5.0, errors.InvalidModel, ["joint 'joint1'", "-5"]),
        ([10.0, 0.0], errors.InvalidModel, ["joint 'joint2'", "positive"]),
        ([10.0, np.nan], errors.InvalidModel, ["joint 'joint2'", "nan"]),
        (np.inf, errors.InvalidModel, ["joint 'joint1'", "inf"]),
        ([[10.0, np.nan], [np.nan, 10.0]], errors.InvalidModel, ["between joints 'joint1', 'joint2'", "nan"]),
        ([[10.0, 20.0], [20.0, 10.0]], errors.InvalidModel, ["eigenvalue -10", "joint"]),
        ([[1.0, 1.0], [1.0, 1.0]], errors.InvalidModel, ["eigenvalue", "positive"]),
        ([[10.0, 1.0], [2.0, 10.0]], errors.InvalidModel, ["not symmetric", "1 and 2", "'joint1', 'joint2'"]),
        ([1.0, 2.0, 3.0], errors.BadArray, ["shape (3,)", "2 numbers"]),
        ("stiff", errors.BadArray, ["stiffness", "real numbers"]),
        ([[1.0], [1.0, 2.0]], errors.BadArray, ["stiffness", "2×2"]),
        (1j, errors.BadArray, ["complex", "real numbers"]),
        (np.ma.array([10.0, 20.0], mask=[False, True]), errors.BadArray, ["masked"]),
        (1e-320, errors.InvalidModel, ["joint 'joint1'", "positive"]),
    ],
)
def test_stiffness(stiffness, kind, words):
    with pytest.raises(kind) as caught:
        ROBOT.with_elastic_joints(stiffness, rotors=1.0)
    for word in words:
        assert word in str(caught.value)


def test_soft_beside_stiff_is_no_fault():
    """Sixteen orders of magnitude between two springs are odd, and well defined."""
    assert ROBOT.with_elastic_joints([1e-6, 1e10], rotors=1.0).springs.stiffness[0, 0] == 1e-6


def test_rotors():
    with pytest.raises(
        errors.InvalidModel, match=r"joint 'joint1' of robot 'planar2r' has no rotor inertia.(\n|.)*rotors="
    ):
        ROBOT.with_elastic_joints(100.0)
    with pytest.raises(errors.InvalidModel, match="rotor inertia of joint 'joint2' is 0"):
        ROBOT.with_elastic_joints(100.0, rotors=[1.0, 0.0])
    with pytest.raises(errors.InvalidModel, match="damping of joint 'joint1' is -1"):
        ROBOT.with_elastic_joints(100.0, rotors=1.0, damping=-1.0)
    with pytest.raises(errors.UnknownName, match="'motor', 'joint'"):
        ROBOT.with_elastic_joints(100.0, rotors=1.0, friction="both")


def test_no_joints():
    with pytest.raises(errors.NotForThisRobot, match="no joint of robot 'pendulum' moves"):
        Springs.of(linkwise.load("pendulum").lock("joint1").tree, 100.0, rotors=1.0)


def test_states():
    with pytest.raises(errors.BadArray, match=r"x has shape \(2,\)"):
        ARM.forward_dynamics([0.0] * 2, [0.0] * 4, [0.0] * 2)
    with pytest.raises(errors.BadArray, match=r"tau has shape \(4,\)"):
        ARM.forward_dynamics([0.0] * 4, [0.0] * 4, [0.0] * 4)
    with pytest.raises(errors.BadArray, match=r"x has shape \(2,\)"):
        ARM.linearize([0.0] * 2)
    with pytest.raises(errors.BadArray, match=r"q has shape \(4,\)"):
        ARM.natural_frequencies([0.0] * 4)
    with pytest.raises(errors.BadArray, match="1 arrays were given"):
        ARM.compile("motion")([0.0, 0.0])
    with pytest.raises(errors.UnknownName, match="frame 'hand'"):
        ARM.forward_dynamics([0.0] * 4, [0.0] * 4, [0.0] * 2, wrenches={"hand": [0.0] * 6})
    with pytest.raises(errors.UnknownName, match="question 'mass'"):
        ARM.compile("mass")
    with pytest.raises(errors.UnknownName, match=r"no state of motors 'off'(\n|.)*'locked', 'free'"):
        ARM.natural_frequencies([0.0, 0.0], motors="off")


def test_near_states_that_are_none():
    with pytest.raises(errors.BadArray, match="x is nan at 'joint2 motor'"):
        ARM.linearize([0.0, 0.0, 0.0, np.nan])
    with pytest.raises(errors.BadArray, match="xd is inf"):
        ARM.linearize([0.0] * 4, [np.inf, 0.0, 0.0, 0.0])
    with pytest.raises(errors.BadArray, match="tau is nan at 'joint1 motor'"):
        ARM.linearize([0.0] * 4, tau=[np.nan, 0.0])
    with pytest.raises(errors.BadArray, match="the acceleration is"):
        ARM.linearize([0.0] * 4, wrenches={"tip": [np.nan] * 6})
    with pytest.raises(errors.BadArray, match="q is inf at 'joint1'"):
        ARM.natural_frequencies([np.inf, 0.0])
    assert ARM.linearize(np.zeros((0, 4))).eigenvalues.shape == (0, 8)
    assert ARM.natural_frequencies(np.zeros((0, 2))).shape == (0, 2)


def test_huge_springs_are_springs():
    assert np.isfinite(ROBOT.with_elastic_joints([[1e308, 1e307], [1e307, 1e308]], rotors=1.0).springs.stiffness).all()


def test_rotors_that_are_bodies():
    """They would turn with the joints, and once more behind the springs."""
    spinning = linkwise.load("puma560").with_spinning_rotors()
    for rotors in (None, 0.3):
        with pytest.raises(errors.NotForThisRobot, match=r"'joint2 rotor'(\n|.)*before with_spinning_rotors"):
            spinning.with_elastic_joints(1e4, rotors=rotors)


def test_wrenches_where_they_would_not_be_used():
    with pytest.raises(errors.LinkwiseError, match="would not be used"):
        ARM.compile("mass_matrix", wrenches=["tip"])
    with pytest.raises(errors.LinkwiseError, match="named twice"):
        ARM.compile("forward_dynamics", wrenches=["tip", "tip"])
    with pytest.raises(errors.BadArray, match="list of names"):
        ARM.compile("forward_dynamics", wrenches="tip")
    with pytest.raises(errors.UnknownName, match="'hand'"):
        ARM.simulate([0.0] * 4, t=0.1, wrenches={"hand": [0.0] * 6})


def test_motions():
    with pytest.raises(errors.NotForThisRobot, match="damped"):
        ROBOT.with_elastic_joints(100.0, damping=1.0, rotors=1.0).inverse_dynamics(*[[0.0, 0.0]] * 5)
    with pytest.raises(errors.BadArray, match="moves 3 joints"):
        ARM.along(Waves(3), 0.0)
    with pytest.raises(errors.BadArray, match="moves no joints"):
        ARM.along([0.0, 1.0], 0.0)
    with pytest.raises(errors.BadArray, match="no derivatives"):
        ARM.along(SimpleNamespace(n=2), 0.0)
    with pytest.raises(errors.BadArray, match="returned 3"):
        ARM.along(SimpleNamespace(n=2, derivatives=lambda t, order: np.zeros((3, 2))), 0.0)


def test_friction_that_needs_positions():
    law = FrictionFunction(lambda qd, q, load: (2.0 + q) * qd, name="greased")
    arm = ROBOT.with_friction(law).with_elastic_joints(100.0, rotors=1.0)
    with pytest.raises(errors.BadArray, match="position"):
        arm.friction_forces([1.0] * 4)
    assert np.allclose(arm.friction_forces([1.0] * 4, [0.0, 0.0, 1.0, 2.0]), [0.0, 0.0, 3.0, 4.0])


def test_links_without_mass():
    """A rotor does not move the link behind its spring."""
    bare = linkwise.load("planar2r")
    weightless = bare.with_parameters(np.r_[bare.parameters().values[:10], np.zeros(10)])
    arm = weightless.with_elastic_joints(100.0, rotors=1.0)
    with pytest.raises(errors.NoInertia, match="joint2"):
        arm.forward_dynamics([0.1] * 4, [0.0] * 4, [0.0] * 2)
    with pytest.raises(errors.NoInertia, match="joint2"):
        arm.natural_frequencies([0.1] * 2)
    with pytest.raises(errors.NoInertia, match="joint2"):
        arm.forward_dynamics_derivatives([0.1] * 4, [0.0] * 4, [0.0] * 2)
    with pytest.raises(errors.NoInertia, match="joint2"):
        arm.linearize([0.1] * 4)
    with pytest.raises(errors.NoInertia, match="joint2"):
        arm.rollouts([0.1] * 4, step=1e-3, steps=1)


METHODS = [name for name in dir(linkwise.Robot) if name[0] != "_" and callable(getattr(linkwise.Robot, name))]


@pytest.mark.parametrize("name", [name for name in METHODS if name not in dir(ElasticRobot)])
def test_what_only_rigid_robots_have_is_refused_with_a_way_out(name):
    arm = ROBOT.with_elastic_joints(100.0, rotors=1.0)
    with pytest.raises(errors.NotForThisRobot, match=f"has elastic joints: it has no {name}") as caught:
        getattr(arm, name)([0.1] * 4)
    assert caught.value.hint


def test_ways_out_are_of_methods_that_are_refused():
    assert set(AbstractRefused.WAYS_OUT) <= set(METHODS) - set(dir(ElasticRobot))
    assert {"momentum_regressor", "verify", "lock", "reaction_wrenches"} <= set(METHODS) - set(dir(ElasticRobot))
    assert not hasattr(ROBOT.with_elastic_joints(100.0, rotors=1.0), "nonsense")


def test_linear_models_along_a_motion_and_of_a_frame():
    arm, way = ROBOT.with_elastic_joints(100.0, rotors=1.0), Waves(2)
    for given in ((way, [0.1]), (way, None), ([0.1] * 4, 0.0)):
        with pytest.raises(errors.NotForThisRobot, match=r"elastic\.along"):
            arm.linearize(given[0], t=given[1])
    with pytest.raises(errors.NotForThisRobot, match="no Cartesian form"):
        arm.linearize([0.1] * 4).cartesian("zyx")
