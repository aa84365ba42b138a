"""What bearings and motors must bear: closed forms of a rod, Pinocchio's forces, catalogue motors."""

import math

import numpy as np
import pytest

import linkwise
from linkwise.errors import InvalidModel, LinkwiseError
from linkwise.model import Rotor
from linkwise.sizing import Motor
from linkwise.trajectories import Quintic, Samples, Trapezoidal
from tests.cli.command_line import answer
from tests.peers.agreement import off
from tests.tolerances import AGREEMENT, ROUGH_RUN, SECOND_ORDER

I = 1.0 / 3.0
"""Of the pendulum's rod about its joint."""


def test_a_rod_that_swings_flat():
    """Without gravity: torque I α, centripetal force ½ m l ω², and the root mean square of a trapezoidal motion."""
    rod = linkwise.load("pendulum").with_gravity([0, 0, 0])
    swing = Trapezoidal([0.0], [1.0], velocity=2.0, acceleration=8.0)  # 0.25 s up, 0.25 s level, 0.25 s down
    motor = Motor(ratio=10.0, inertia=2e-3, efficiency=0.8)
    found = rod.motor_loads(swing, {"joint1": motor}, samples=20001)
    up, down = 2e-3 * 10.0 * 8.0 + I * 8.0 / 8.0, 2e-3 * 10.0 * 8.0 + I * 8.0 * 0.08
    assert off(found.peak_torque, [up]) < AGREEMENT
    assert off(found.rms_torque, [math.sqrt((up**2 + down**2) / 3.0)]) < ROUGH_RUN  # jumps between samples
    assert off(found.peak_speed, [20.0]) < AGREEMENT
    assert off(found.inertia_ratio, [I / (100.0 * 2e-3)]) < AGREEMENT
    loads = rod.joint_loads(swing, samples=20001)
    level = (swing(loads.t).qd[:, 0] == 2.0) & (swing(loads.t).qdd[:, 0] == 0.0)
    assert level.any() and off(loads.parts["radial force"][level, 0], np.full(level.sum(), 0.5 * 4.0)) < AGREEMENT
    assert off(loads.worst["moment about the axis"], [I * 8.0]) < AGREEMENT


def test_a_hanging_weight():
    """A slide that hangs: all of its weight along the axis; a hinge beside it bears the lever."""
    robot = linkwise.load("scara")
    still = Quintic([0.3, 0.4, 0.1, 0.2], [0.3, 0.4, 0.1, 0.2], duration=1.0)
    loads = robot.joint_loads(still)
    weight = [9.81 * sum(body.inertia.m for body in robot.tree.bodies[k:]) for k in range(4)]
    assert off(loads.worst["axial force"], np.array(weight)) < AGREEMENT
    assert off(loads.worst["radial force"], np.zeros(4), 1.0) < AGREEMENT


def test_the_rotor_of_the_robot_is_replaced():
    """With an ideal gear the motor's torque is τ/N of the robot that has that rotor."""
    robot = linkwise.load("puma560")
    reach = Quintic([0.0] * 6, [1.0, -0.8, 0.6, 1.0, 0.5, 0.3], duration=0.8)
    rotor = Rotor(3e-4, gear_ratio=-80.0)
    other = robot.with_rotors({"joint2": rotor})
    found = robot.motor_loads(reach, {"joint2": Motor(ratio=-80.0, inertia=3e-4)})
    t = found.t
    assert off(found.torque[:, 0], other.inverse_dynamics(*reach(t))[:, 1] / -80.0) < AGREEMENT
    own = robot.motor_loads(reach)
    ratios = np.array([body.joint.rotor.gear_ratio for body in robot.tree.bodies])
    assert off(own.torque, robot.inverse_dynamics(*reach(t)) / ratios) < AGREEMENT
    assert off(own.speed, reach(t).qd * ratios) < AGREEMENT


def test_verdicts():
    rod = linkwise.load("pendulum")
    still = Quintic([math.pi / 2] * 1, [math.pi / 2] * 1, duration=1.0)  # 4.905 N m
    for motor, fits, what in (
        (Motor(ratio=10.0, continuous_torque=0.5, peak_torque=0.5), True, ""),
        (Motor(ratio=10.0, continuous_torque=0.45), False, "109% of continuous, too weak"),
        (Motor(ratio=10.0, peak_torque=0.4), False, "123% of peak, too weak"),
    ):
        found = rod.motor_loads(still, {"joint1": motor})
        assert found.fits is fits and what in str(found)
    fast = Quintic([0.0], [1.0], duration=0.1)
    found = rod.motor_loads(fast, {"joint1": Motor(max_speed=10.0)})
    assert not found.fits and found.use["speed"][0] == pytest.approx(18.75 / 10.0, rel=SECOND_ORDER)
    run = rod.simulate([0.3], t=0.5)
    assert rod.motor_loads(run).torque.shape == (len(run.t), 1)
    assert rod.joint_loads(run).wrenches.shape == (len(run.t), 1, 6)


def test_pictures(tmp_path):
    robot = linkwise.load("ur5")
    reach = Quintic([0.0] * 6, [1.0] * 6, duration=1.0)
    robot.joint_loads(reach, at=["wrist_1_joint", "elbow_joint"]).plot(tmp_path / "loads.svg")
    text = (tmp_path / "loads.svg").read_text()
    assert "tilting moment" in text and "elbow_joint" in text
    motor = Motor(ratio=100.0, continuous_torque=0.8, peak_torque=2.0, max_speed=400.0, name="A7")
    robot.motor_loads(reach, {"elbow_joint": motor}).plot(tmp_path / "motors.svg")
    assert "elbow_joint: A7" in (tmp_path / "motors.svg").read_text()


def test_command_line(tmp_path):
    found = answer(
        "plan", "ur5", "--to", "1 -1 1 0 1 0", "--loads", "--motors", "--plot-loads", str(tmp_path / "l.png")
    )
    assert found["loads"]["joints"] == found["joints"] and len(found["loads"]["radial force"]) == 6
    assert len(found["motors"]["rms_torque"]) == 6 and (tmp_path / "l.png").stat().st_size > 10_000


def test_loads_do_not_depend_on_the_step_of_the_table():
    """With rows half a motion apart, peaks between them would be missed."""
    coarse = answer("plan", "planar2r", "--to", "1 1", "--duration", "1", "--loads", "--motors", "--step", "0.5")
    fine = linkwise.load("planar2r").joint_loads(Quintic([0.0, 0.0], [1.0, 1.0], duration=1.0))
    assert coarse["loads"]["moment about the axis"] == pytest.approx(fine.worst["moment about the axis"].tolist())
    assert len(coarse["t"]) == 3 and min(coarse["motors"]["peak_speed"]) > 1.0


def test_bad_input():
    robot = linkwise.load("planar2r")
    reach = Quintic([0.0, 0.0], [1.0, 1.0], duration=1.0)
    for wrong in (
        {"ratio": 0.0},
        {"ratio": math.inf},
        {"peak_torque": -1.0},
        {"efficiency": 1.2},
        {"efficiency": 0.0},
        {"inertia": -1e-3},
        {"max_speed": "fast"},
        {"max_speed": 100.0, "rated_speed": 200.0},
        {"continuous_torque": math.nan},
    ):
        with pytest.raises(InvalidModel):
            Motor(**wrong)
    for motors in ({"joint9": Motor()}, {"joint1": 3.0}, [Motor()], {}):
        with pytest.raises(LinkwiseError):
            robot.motor_loads(reach, motors)
    for motion in (3.0, Quintic([0.0], [1.0], duration=1.0), Samples(np.zeros(1), *np.zeros((3, 1, 2))), None):
        with pytest.raises(LinkwiseError):
            robot.joint_loads(motion)
    with pytest.raises(LinkwiseError):
        robot.joint_loads(reach, at=["elbow"])
    with pytest.raises(LinkwiseError):
        robot.joint_loads(reach, samples=1)
    with pytest.raises(LinkwiseError, match="at is 3"):
        robot.joint_loads(reach, at=3)
    for t in ([0.0, 0.0], [1.0, 0.0]):
        with pytest.raises(LinkwiseError, match="the times of a motion go back"):
            robot.motor_loads(Samples(np.array(t), *np.zeros((3, 2, 2))))
    for call in (lambda: Motor(name=3), lambda: Motor().available("fast")):
        with pytest.raises(LinkwiseError):
            call()
    assert Motor(ratio=np.int64(3), peak_torque=np.float32(2.0)).available([0.0]) == [2.0]
