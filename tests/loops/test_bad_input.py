"""What is refused, and what is said: the closure, the joint, by how much, and what to do."""

from dataclasses import replace

import numpy as np
import pytest

import linkwise
from linkwise import Robot
from linkwise.errors import BadArray, InvalidModel, NoInertia, NotForThisRobot, OpenLoop, Singular, UnknownName
from linkwise.model import Closure, Friction, FrictionFunction, JointRelation
from linkwise.model.closure import KINDS

from .mechanisms import FIVE_BAR_START, five_bar, four_bar, freudenstein

RAIL = Closure("rail", "base", "tip", along="y")


def refused(error, *words):
    return pytest.raises(error, match="(?s)" + ".*".join(words))


def test_unknown_names():
    arm = linkwise.load("planar2r")
    with refused(UnknownName, "no frame 'tipp'"):
        arm.with_closures([Closure("rail", "base", "tipp")])
    with refused(UnknownName, "no joint 'joint9'"):
        arm.with_closures([RAIL], actuated=["joint9"])
    with refused(UnknownName, "no joint 'joint9'"):
        arm.with_closures([JointRelation("cam", "joint9", "joint1", (0.0, 1.0))])
    with refused(InvalidModel, "more than once|twice|rail"):
        arm.with_closures([RAIL, RAIL])
    with refused(UnknownName, "no joint 'elbow'"):
        four_bar().close([1.0, 0.0, 1.0], keep=["elbow"])
    with refused(UnknownName, "method 'fast'"):
        four_bar().forward_dynamics(freudenstein(1.0), [0.0] * 3, [0.0], method="fast")


@pytest.mark.parametrize("closures", ["rail", [1.0], RAIL, None])
def test_closures_that_are_none(closures):
    with refused(InvalidModel, "closures is", "Closure"):
        linkwise.load("planar2r").with_closures(closures)


def test_motors_that_are_none():
    for actuated, error in (("joint1", BadArray), ([1], BadArray), (["joint1", "joint1"], InvalidModel)):
        with refused(error, "actuated is"):
            linkwise.load("planar2r").with_closures([RAIL], actuated=actuated)


def test_a_robot_without_loops():
    with refused(NotForThisRobot, "'planar2r' has no closed loops", "with_closures"):
        linkwise.load("planar2r").closed()
    with refused(NotForThisRobot, "has no closed loops"):
        linkwise.load("planar2r").with_closures([])


def test_loops_that_cannot_close():
    far = Closure("rope", "base", "tip", along="xyz")
    arm = linkwise.load("planar2r").with_closures([far])
    with refused(OpenLoop, "closure 'rope'", "at best it stays open by 0.2 m"):  # 0.9 − 0.7 m
        _ = arm.rank
    with refused(OpenLoop, "closure 'rope'", "cannot be closed: it stays open by 0.2 m", "begin nearer"):
        arm.close([0.1, 3.0], keep=[])
    with pytest.raises(OpenLoop) as caught:  # the rocker reaches further than the crank can follow
        four_bar(actuated=("rocker_joint",)).close([[0.0, 0.5, 1.2], [0.0, 1.0, 3.0]])
    assert caught.value.closure == "pin" and caught.value.state == (1,) and caught.value.residual > 0.1
    assert "with 'rocker_joint' where it is" in str(caught.value) and "keep=[]" in str(caught.value)


def test_states_that_open_a_loop():
    closed, q = four_bar(), freudenstein(1.0)
    qd, qdd = closed.complete(q, [1.0], [1.0])
    with refused(OpenLoop, "closure 'pin' of robot 'fourbar' is open by", "in state 1 of the batch", "close"):
        closed.mass_matrix([q, q + 0.01])
    with refused(OpenLoop, "'pin'.* is opened by qd at a rate of", "project_velocity"):
        closed.forward_dynamics(q, [1.0, 0.0, 0.0], [0.0])
    with refused(OpenLoop, "'pin'.* is opened by qdd", "complete"):
        closed.inverse_dynamics(q, qd, qdd + np.array([0.0, 0.0, 1.0]))
    with refused(OpenLoop, "'pin'"):
        closed.simulate(q + 0.1, t=1.0)
    with refused(OpenLoop, "'pin'"):
        closed.kinetic_energy(q, [1.0, 0.0, 0.0])


def test_singular_closures():
    """A kite whose bars lie on one line: the rocker may turn while the others rest."""
    closed = four_bar(actuated=())
    with refused(Singular, "are singular in state 1 of the batch, at", "closure 'pin'"):
        parallelogram().forward_dynamics([[1.0, -1.0, 1.0], [0.0, 0.0, 0.0]], np.zeros(3), np.zeros(3))
    assert closed.degrees_of_freedom == 1


def parallelogram():
    """Opposite bars alike: singular where all lie on one line."""
    closed = four_bar(actuated=())
    model = closed.cut.model
    coupler, rocker = model.bodies[1], model.bodies[2]
    frames = []
    for each in model.frames:
        x = {"coupler_end": 1.0, "rocker_end": 0.4}.get(each.name)
        place = each.placement if x is None else replace(each.placement, p=replace(each.placement.p, x=x))
        frames.append(replace(each, placement=place))
    assert coupler.placement.p.x == 0.4 and rocker.placement.p.x == 1.0
    robot = Robot(replace(model, frames=tuple(frames)))
    return robot.with_closures([Closure("pin", "coupler_end", "rocker_end", "xy")])


def test_dead_points():
    """Crank and coupler in line: the rocker does not tell which way the crank goes."""
    closed = four_bar(actuated=("rocker_joint",))
    q = closed.close([0.9, 0.0, 1.9], keep=["coupler_joint"])
    assert q[1] == 0.0
    with refused(Singular, "'rocker_joint'", "do not determine its motion", "simulate pass"):
        closed.mass_matrix(q)
    with refused(Singular, "motors", "'rocker_joint'"):
        closed.gravity_forces(q)
    assert np.isfinite(closed.forward_dynamics(q, np.zeros(3), [1.0])).all()


def test_motors_that_do_not_move_the_mechanism():
    arm = linkwise.load("planar3r")
    held = [JointRelation("held", "joint1", "", (0.3,)), JointRelation("belt", "joint3", "joint2", (0.0, -1.0))]
    closed = arm.with_closures(held, actuated=["joint1"])
    q = closed.close([0.3, 0.2, -0.2])
    with refused(NotForThisRobot, "cannot move: the loops hold 'joint1'", "'joint2' would do"):
        closed.inverse_dynamics(q, [0.0] * 3, [0.0] * 3)
    under = five_bar(actuated=("left1",))
    q = under.close(FIVE_BAR_START, keep=[])
    with refused(NotForThisRobot, "2 degrees of freedom", "would move freely", "forward_dynamics"):
        under.gravity_forces(q)
    assert under.forward_dynamics(q, np.zeros(4), [0.0]).shape == (4,)


def test_links_without_mass():
    """Multipliers need every joint to move inertia, the null space only every motion that is left."""
    closed = four_bar()
    bodies = tuple(
        replace(body, inertia=linkwise.Inertia.none(body.name)) if body.name == "rocker" else body
        for body in closed.robot.model.bodies
    )
    light = Robot(replace(closed.robot.model, bodies=bodies)).closed()
    q = freudenstein(1.0)
    with refused(NoInertia, "'rocker_joint'", "null_space"):
        light.forward_dynamics(q, np.zeros(3), [1.0])
    qdd = light.forward_dynamics(q, np.zeros(3), [1.0], method="null_space")
    assert light.inverse_dynamics(q, np.zeros(3), qdd) == pytest.approx([1.0])


@pytest.mark.parametrize(
    "call",
    [
        lambda closed: closed.close([0.0, 0.0]),
        lambda closed: closed.close([0.0, 0.0, np.nan]),
        lambda closed: closed.close("abc"),
        lambda closed: closed.close([1.0, 0.0, 1.0], keep="crank_joint"),
        lambda closed: closed.closure_error(np.zeros((3, 2))),
        lambda closed: closed.forward_dynamics(freudenstein(1.0), [0.0] * 3, [0.0] * 3),
        lambda closed: closed.forward_dynamics(freudenstein(1.0), np.zeros((2, 3)), np.zeros((5, 1))),
        lambda closed: closed.complete(freudenstein(1.0), [0.0] * 3),
        lambda closed: closed.forward_dynamics(freudenstein(1.0), [0.0] * 3, [0.0], wrenches={"crank": [0.0] * 3}),
        lambda closed: closed.simulate([freudenstein(1.0)] * 2, t=1.0),
        lambda closed: closed.simulate(freudenstein(1.0), tau=[0.0, 0.0], t=1.0),
        lambda closed: closed.base_parameters(seed=-1),
    ],
)
def test_wrong_shapes(call):
    with pytest.raises(BadArray):
        call(four_bar())


def test_what_simulation_does_not_offer():
    closed, q = four_bar(), freudenstein(1.0)
    rough = closed.robot.with_friction({"rocker_joint": Friction(coulomb=1.0)}).closed()
    with refused(NotForThisRobot, "'rocker_joint' .*dry friction", "Smooth"):
        rough.simulate(q, t=1.0)
    for options in ({"method": "implicit_midpoint", "step": 0.01}, {"stops": 0.5}, {"sensitivities": ["M1"]}):
        with refused(NotForThisRobot, "closed loops"):
            closed.simulate(q, t=1.0, **options)


def test_friction_that_depends_on_the_load():
    by_load = FrictionFunction(lambda qd, q, load: 0.01 * abs(load) * qd)
    with refused(NotForThisRobot, "friction of 'coupler_joint' depends on the load", "with_friction"):
        four_bar().robot.with_friction({"coupler_joint": by_load}).closed()


def test_locking_a_joint_of_a_loop():
    belt = JointRelation("belt", "joint3", "joint2", (0.1, -1.0))
    arm = linkwise.load("planar3r").with_closures([belt], actuated=["joint1", "joint2"]).robot
    held = arm.lock("joint2", 0.4)
    assert held.model.actuated == ("joint1",)
    assert held.closed().close([0.0, 0.0]) == pytest.approx([0.0, -0.3])
    with refused(InvalidModel, "'joint3' cannot be locked: closure 'belt'", "lock 'joint2'"):
        arm.lock("joint3", 0.4)


def test_kinds_name_axes_once():
    assert all(Closure("c", "a", "b", *axes).size for axes in KINDS.values())
