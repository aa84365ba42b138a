"""A coordinate that follows another by a polynomial: a cam, by hand."""

import mpmath as mp
import numpy as np

import linkwise
from linkwise.model import JointRelation
from tests.tolerances import AGREEMENT

CAM = (0.1, -0.8, 0.3, 0.05)
"""The second joint of the arm as a polynomial of the first."""


def by_hand(θ, θd, θdd):
    """The torque of the first joint: two point masses of 1.3 and 2.1 kg at the ends of rods of 0.7 and 0.9 m."""

    def p(x):
        return sum(mp.mpf(c) * x**k for k, c in enumerate(CAM))

    def inertia(x):
        elbow, rate = mp.mpf("0.7"), 1 + mp.diff(p, x)
        tip = elbow**2 + (mp.mpf("0.9") * rate) ** 2 + 2 * elbow * mp.mpf("0.9") * rate * mp.cos(p(x))
        return mp.mpf("1.3") * elbow**2 + mp.mpf("2.1") * tip

    def potential(x):
        height = mp.mpf("0.7") * mp.sin(x)
        weight = mp.mpf("1.3") * height + mp.mpf("2.1") * (height + mp.mpf("0.9") * mp.sin(x + p(x)))
        return mp.mpf("9.81") * weight

    with mp.workdps(40):
        θ, θd, θdd = map(mp.mpf, (θ, θd, θdd))
        return float(inertia(θ) * θdd + mp.diff(inertia, θ) * θd**2 / 2 + mp.diff(potential, θ))


def cam_arm(actuated=("joint1",)):
    return linkwise.load("planar2r").with_closures([JointRelation("cam", "joint2", "joint1", CAM)], actuated=actuated)


def test_torque_of_a_cam():
    arm = cam_arm()
    for θ in (-0.9, 0.2, 1.3):
        q = arm.close([θ, 0.0])
        assert q[0] == θ and abs(q[1] - np.polynomial.Polynomial(CAM)(θ)) <= AGREEMENT
        qd, qdd = arm.complete(q, [1.4], [-0.7])
        true = by_hand(θ, 1.4, -0.7)
        assert abs(arm.inverse_dynamics(q, qd, qdd)[0] - true) <= AGREEMENT * abs(true)
        assert np.max(np.abs(arm.forward_dynamics(q, qd, [true]) - qdd)) <= AGREEMENT * np.max(np.abs(qdd))


def test_force_of_a_cam():
    """What the follower's joint needs and no motor gives."""
    arm = cam_arm()
    q = arm.close([0.2, 0.0])
    qd, qdd = arm.complete(q, [1.4], [-0.7])
    force = arm.constraint_forces(q, qd, arm.inverse_dynamics(q, qd, qdd))["cam"]
    needed = arm.cut.inverse_dynamics(q, qd, qdd)[1]
    assert np.shape(force) == () and abs(force - needed) <= AGREEMENT * abs(needed)


def test_a_joint_that_is_held():
    """A relation without another coordinate: the arm is the one with that joint locked."""
    held = linkwise.load("planar2r").with_closures([JointRelation("held", "joint2", "", (0.5,))], actuated=["joint1"])
    locked = linkwise.load("planar2r").lock("joint2", 0.5)
    q = held.close([0.3, 0.0])
    assert q.tolist() == [0.3, 0.5]
    qd, qdd = held.complete(q, [1.0], [2.0])
    true = locked.inverse_dynamics([0.3], [1.0], [2.0])
    assert abs(held.inverse_dynamics(q, qd, qdd) - true) <= AGREEMENT * abs(true)
