"""What contacts refuse, and that they say why."""

import pickle

import numpy as np
import pytest

import linkwise
from linkwise.contact import PlaneContact, SpringDamper
from linkwise.errors import BadArray, NotForThisRobot, UnknownName

ROBOT = linkwise.load("planar2r")


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: PlaneContact(0.0), ["stiffness of a contact is 0.0"]),
        (lambda: PlaneContact(1.0, -1.0), ["damping of a contact is -1"]),
        (lambda: PlaneContact(1.0, normal=[0, 0, 0]), ["normal of the plane is 0"]),
        (lambda: PlaneContact(1.0, normal=[0, 1]), ["normal"]),
        (lambda: PlaneContact(1.0, exponent=0.5), ["exponent", "At least 1"]),
        (lambda: PlaneContact(1.0, slip=0.0), ["slip"]),
        (lambda: PlaneContact(1.0, friction="much"), ["friction"]),
        (lambda: PlaneContact(1.0, offset=np.nan), ["offset"]),
        (lambda: PlaneContact(1.0, offset=[1.0]), ["offset"]),
        (lambda: PlaneContact(1.0, point=[0.0]), ["point"]),
        (lambda: PlaneContact(1.0, radius=-0.1), ["radius"]),
        (lambda: SpringDamper([0, 0], 1.0), ["place", "(3) or a pose"]),
        (lambda: SpringDamper(np.zeros((4, 4)), 1.0), ["place", "right angles"]),
        (lambda: SpringDamper([0, 0, 0], [1.0, 2.0]), ["stiffness of a spring is of shape (2,)"]),
        (lambda: SpringDamper([0, 0, 0], 1.0, turning_damping=-2.0), ["turning damping of a spring is -2"]),
        (lambda: SpringDamper([0, 0, 0], 1.0, point=[np.inf, 0, 0]), ["point"]),
    ],
)
def test_making_one(make, words):
    with pytest.raises(BadArray) as caught:
        make()
    for word in words:
        assert word in str(caught.value)


def test_using_one():
    floor = PlaneContact(1000.0)
    with pytest.raises(UnknownName, match="nowhere"):
        ROBOT.simulate([0.0, 0.0], wrenches={"nowhere": floor}, t=0.1)
    with pytest.raises(UnknownName, match="nowhere"):
        ROBOT.rollouts([[0.0, 0.0]], wrenches={"nowhere": floor}, step=0.1, steps=1)
    with pytest.raises(BadArray):
        ROBOT.simulate([0.0, 0.0], wrenches={"tip": [floor, 3.0]}, t=0.1)
    with pytest.raises(BadArray, match="q"):
        floor.at(ROBOT, [0.0], [0.0], "tip")

    class Nameless:
        name, n, frames = "thing", 1, ("tip",)

    with pytest.raises(NotForThisRobot, match="no forward kinematics"):
        linkwise.contact.ActingContact(Nameless(), "tip", (floor,))


def test_values():
    """Frozen, equal by value, hashable, printed as they are made, copied."""
    law = PlaneContact(1000.0, normal=[0, 0, 2])
    assert law == PlaneContact(1000.0) and hash(law) == hash(PlaneContact(1000.0)) and law != PlaneContact(1001.0)
    assert pickle.loads(pickle.dumps(law)) == law and repr(law).startswith("PlaneContact(stiffness=1000.0, damping=0.0")
    assert SpringDamper(np.eye(4), 2) == SpringDamper([0, 0, 0], [2.0, 2.0, 2.0])
    acting = linkwise.contact.ActingContact(ROBOT, "tip", (law,))
    assert repr(acting).startswith("ActingContact('tip': PlaneContact(") and len(repr(acting)) <= 120
