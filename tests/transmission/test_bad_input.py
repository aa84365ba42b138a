"""What transmissions refuse, and that they say why; what they show."""

import math

import numpy as np
import pytest

import linkwise
from linkwise import errors
from linkwise.model import Friction
from linkwise.transmission import TransmissionRobot
from linkwise.transmission.refused import AbstractRefused

from .mechanisms import differential, slider_crank

ROBOT = linkwise.load("planar2r")


@pytest.mark.parametrize(
    ("function", "options", "words"),
    [
        (5, {}, ["the transmission is '5'", "list of 2 motor positions"]),
        (lambda m: None, {}, ["the transmission returned 'None'", "A list was expected"]),
        (lambda m: np.sin(m), {}, ["linkwise.algebra"]),
        (lambda m: [m[0]], {}, ["returned 1 numbers for 2 motors", "'joint1', 'joint2'"]),
        (lambda m: [m[0], 2.0 * m[0]], {}, ["no joint depends on motor 'motor2'"]),
        (lambda m: [m[0], math.sin(m[1])], {}, ["the transmission", "linkwise.algebra"]),
        (lambda m: [m[0], m[1] if m[0] > 0 else m[0]], {}, ["cannot be traced", "where"]),
        (lambda a, b: [a, b], {}, ["the transmission raises TypeError"]),
        (lambda m: m, {"names": ["a", "a"]}, ["different names"]),
        (lambda m: m, {"names": "ab"}, ["different names"]),
        (lambda m: m, {"inertia": -1.0}, ["inertia of motor 'motor1' is -1"]),
        (lambda m: m, {"inertia": [1.0, 2.0, 3.0]}, ["shape (3,)"]),
        (lambda m: m, {"inertia": [[1.0, 2.0], [0.0, 1.0]]}, ["not symmetric", "motors"]),
        (lambda m: m, {"friction": {"motor3": Friction(1.0)}}, ["motor3", "motor1"]),
        (lambda m: m, {"friction": [Friction(1.0)]}, ["1 entries", "2 motors"]),
        (lambda m: m, {"friction": {"motor1": 3.0}}, ["friction of motor 'motor1'", "law"]),
        (lambda m: m, {"limits": {"motor1": 3.0}}, ["limits of motor 'motor1'"]),
        (lambda m: m, {"limits": 3.0}, ["limits", "Limits"]),
    ],
)
def test_making_one(function, options, words):
    with pytest.raises(errors.LinkwiseError) as caught:
        ROBOT.with_transmission(function, **options)
    for word in words:
        assert word in str(caught.value)


def test_asking_one():
    arm = differential()
    with pytest.raises(errors.BadArray, match="q_m"):
        arm.inverse_dynamics([0.0], [0.0], [0.0])
    with pytest.raises(errors.BadArray):
        arm.forward_kinematics([0.0] * 3)
    with pytest.raises(errors.UnknownName, match="nowhere"):
        arm.bias_forces([0.0] * 2, [0.0] * 2, wrenches={"nowhere": [0.0] * 6})
    with pytest.raises(errors.UnknownName, match="regressor"):
        arm.compile("regressor")
    with pytest.raises(errors.LinkwiseError, match="would not be used"):
        arm.compile("mass_matrix", wrenches=["tip"])
    with pytest.raises(errors.BadArray, match="q_m"):
        arm.friction_forces([1.0, 1.0])
    with pytest.raises(errors.BadArray, match="start"):
        arm.motors_for([0.0, 0.0], start=[0.0])
    with pytest.raises(errors.NotForThisRobot, match="Sensitivities are for"):
        arm.simulate([0.1, 0.2], sensitivities=["M1"])


METHODS = [name for name in dir(linkwise.Robot) if name[0] != "_" and callable(getattr(linkwise.Robot, name))]


@pytest.mark.parametrize("name", [name for name in METHODS if name not in dir(TransmissionRobot)])
def test_what_it_does_not_offer(name):
    with pytest.raises(errors.NotForThisRobot, match="has a transmission"):
        getattr(differential(), name)()


def test_ways_out_are_of_methods_that_are_refused():
    assert set(AbstractRefused.WAYS_OUT) <= set(METHODS) - set(dir(TransmissionRobot))


def test_repr():
    arm = slider_crank(inertia=0.5)
    shown = {
        "TransmissionRobot('slider', 1 motor, 1 joint)": arm,
        "TransmissionRobot('planar2r', 2 motors, 2 joints)": differential(),
        "Coupling(1 motor to 1 joint)": arm.coupling,
        "MotorDrive(crank: inertia 0.5)": arm.drive,
        "TransmissionEquations('slider', 1 motor)": arm.equations(),
        "TransmissionModel('slider', 2 states, 1 input)": arm.linearize([1.0]),
    }
    for text, value in shown.items():
        assert repr(value) == text
    assert len(repr(arm.joints(np.ones(1)))) < 100
