"""Every public name of `Robot` on every other kind of robot: it answers, or our error refuses it with a way out."""

import inspect

import pytest

import linkwise
from linkwise import Robot
from linkwise.errors import LinkwiseError, NotForThisRobot, NotOffered
from linkwise.model import Closure

KINDS = {
    "elastic": lambda: linkwise.load("planar2r").with_elastic_joints(100.0, rotors=1.0),
    "transmission": lambda: linkwise.load("planar2r").with_transmission(lambda m: [m[0], m[1] - m[0]]),
    "closed": lambda: linkwise.load("planar2r").with_closures([Closure("rail", "base", "tip", along="y")]),
}

NAMES = sorted({name for name in dir(Robot) if not name.startswith("_")} | {"model", "report"})


@pytest.mark.parametrize("kind", KINDS)
def test_every_public_name(kind):
    """A property is there or raises `NotOffered`; a method that the kind lacks raises `NotForThisRobot` when called,
    with its name and a way out, whatever it is given."""
    robot, answered = KINDS[kind](), 0
    for name in NAMES:
        if inspect.getattr_static(type(robot), name, None) is not None or name in vars(robot):
            getattr(robot, name)
            answered += 1
            continue
        with pytest.raises(NotForThisRobot, match=f"has no {name}") as caught:
            getattr(robot, name)([0.0], nonsense=1)
        assert caught.value.hint and caught.value.expected
        assert isinstance(caught.value, NotOffered) != callable(getattr(Robot, name, None))
        assert hasattr(robot, name) == callable(getattr(Robot, name, None))
    assert answered >= 30


CALLS = {
    "with_payload": (1.0,),
    "with_gravity": ([0.0, 0.0, -1.6],),
    "with_frame": ("camera", "link2"),
    "with_tip": ("link1",),
    "with_friction": (linkwise.model.Friction(0.1),),
    "without_friction": (),
    "with_gravity_compensation": (),
    "with_springs": ({"joint1": linkwise.model.Spring(1.0)},),
    "without_springs": (),
    "with_parameters": ([0.3], ["FV1"]),
}
"""Variants that keep springs and transmissions."""


@pytest.mark.parametrize("kind", ["elastic", "transmission"])
@pytest.mark.parametrize("name", CALLS)
def test_variants_are_those_of_the_robot_in_the_same_drives(kind, name):
    robot = KINDS[kind]()
    varied, rigid = getattr(robot, name)(*CALLS[name]), getattr(robot.robot, name)(*CALLS[name])
    wanted = (
        rigid.with_elastic_joints(100.0, rotors=1.0)
        if kind == "elastic"
        else rigid.with_transmission(lambda m: [m[0], m[1] - m[0]])
    )
    assert type(varied) is type(robot) and varied.frames == rigid.frames
    x, xd, tau = [0.3, -0.2, 0.35, -0.1][: robot.n], [0.5, 0.1, 0.4, 0.2][: robot.n], [1.0, 2.0]
    assert (varied.forward_dynamics(x, xd, tau) == wanted.forward_dynamics(x, xd, tau)).all()
    assert (varied.gravity == rigid.gravity).all() and varied.total_mass == rigid.total_mass


def test_another_robot_is_refused():
    other = linkwise.load("puma560")
    for kind in ("elastic", "transmission"):
        with pytest.raises(LinkwiseError, match="joint"):
            KINDS[kind]().with_robot(other)
