"""Friction given when a program runs: two numbers for each joint, and what they do to laws of every kind."""

import numpy as np
import pytest

import linkwise
from linkwise.errors import InvalidModel, LinkwiseError
from linkwise.model import FREE, Friction, FrictionFunction, PiecewiseLinear, Smooth, Stribeck, Uneven, rewrite
from tests.robots import states
from tests.tolerances import AGREEMENT

from .laws import LAWS

ARM = linkwise.load("planar2r")

SIZED = {
    "plain": (Friction(0.5, 1.0), (0.5, 1.0), Friction(0.2, 3.0)),
    "by direction": (Friction(0.5, 1.0, backward=2.0), (0.5, 1.5), Friction(0.2, 2.0, 4.0)),
    "forward alone": (Friction(0.5, 1.0, backward=0.0), (0.5, 0.5), Friction(0.2, 6.0, 0.0)),
    "free": (Friction(0.0, 0.0, backward=0.0), (0.0, 0.0), Friction(0.2, 3.0)),
    "stribeck": (Stribeck(0.5, 1.0, 1.6, k=20.0), (0.5, 1.0), Stribeck(0.2, 3.0, 4.8, k=20.0)),
    "static alone": (Stribeck(0.5, 0.0, 1.6, 3.0, 0.7), (0.5, 0.0), Stribeck(0.2, 3.0, 4.6, 3.0, 0.7)),
    "smooth": (
        Smooth(Stribeck(0.5, 1.0, 1.6, k=20.0, exponent=1.5), 0.3),
        (0.5, 1.0),
        Smooth(Stribeck(0.2, 3.0, 4.8, k=20.0, exponent=1.5), 0.3),
    ),
    "uneven": (
        Uneven(Friction(0.5, 1.0), Stribeck(0.3, 2.0, 3.0, k=5.0)),
        (0.4, 1.5),
        Uneven(Friction(0.25, 2.0), Stribeck(0.15, 4.0, 6.0, k=5.0)),
    ),
    "smooth uneven": (
        Smooth(Uneven(Friction(0.0, 1.0), Friction(0.4, 0.0)), 0.1),
        (0.2, 0.5),
        Smooth(Uneven(Friction(0.0, 6.0), Friction(0.4, 0.0)), 0.1),
    ),
}
"""A law, its sizes, and the law of sizes 0.2 and 3."""


def near(found, truth, tolerance=AGREEMENT):
    assert np.max(np.abs(found - truth)) <= tolerance * max(1.0, np.max(np.abs(truth)))


@pytest.mark.parametrize("name", SIZED)
def test_given_as_built_in(name):
    law, own, other = SIZED[name]
    assert law.sizes == pytest.approx(own)
    robot, x = ARM.with_friction({"joint2": law}), states(2, 9, seed=1)
    x[1][0] = 0.0
    for question in ("inverse_dynamics", "forward_dynamics", "inverse_dynamics_derivatives"):
        kernel = robot.compile(question, parameters=["friction"])
        for sizes, truth in ((own, law), ((0.2, 3.0), other)):
            built = getattr(ARM.with_friction({"joint2": truth}), question)(*x)
            found = kernel(*x, [[0.0, 0.0], sizes])
            for a, b in zip(found, built, strict=True) if question.endswith("s_derivatives") else [(found, built)]:
                near(a, b)


@pytest.mark.parametrize("name", SIZED)
def test_none_at_all(name):
    """No viscous and no Coulomb friction is no friction; only a static one that stands alone stays."""
    law, v = SIZED[name][0].sized(0.0, 0.0), np.array([-2.0, -0.1, 0.0, 0.1, 2.0])
    assert name == "static alone" or (not np.any(law.force(v)) and not any(law.holding()))


def test_robots_own_sizes():
    """Left open and given its own numbers a robot is itself, also where friction differs with the direction."""
    puma, x = linkwise.load("puma560"), states(6, 9, seed=2)
    sizes = np.array(rewrite.friction_sizes(puma.tree))
    assert sizes[0] == pytest.approx([5.8018217679508, (24.7313845 + 27.2358285) / 2.0])
    near(puma.compile("inverse_dynamics", parameters=["friction"])(*x, sizes), puma.inverse_dynamics(*x))


@pytest.mark.parametrize("robot", ["puma560", "stribeck 1", "uneven"])
def test_rollouts_and_sweeps(robot):
    """What is not given, or drawn as a factor 1, is the robot's own."""
    arm = linkwise.load("puma560") if robot == "puma560" else ARM.with_friction(LAWS[robot])
    at, qd = np.full(arm.n, 0.3), np.linspace(-1.0, 1.0, arm.n)
    run = {"step": 1e-3, "steps": 20}
    built = arm.rollouts(at, qd, **run).q[-1]
    near(arm.compile_rollouts(parameters=["friction"])(at, qd, **run).q[-1], built)
    spreads = {"q0": at, "qd0": qd, "friction.factor": [1.0] * len(arm.tree.bodies)}
    height = {"outputs": {"height": lambda eq, t, q, qd, tau: eq.forward_kinematics(q)[2][3]}}
    near(arm.sweep(2, spreads, **run, **height).rerun(0).q[0, -1], built)
    laws = {body.joint.name: body.joint.friction for body in arm.tree.bodies}
    half = {name: law.sized(0.5 * law.sizes[0], 0.5 * law.sizes[1]) for name, law in laws.items()}
    less = arm.sweep(2, spreads | {"friction.factor": [0.5] * len(half)}, **run, **height).rerun(0).q[0, -1]
    near(less, arm.with_friction(half).rollouts(at, qd, **run).q[-1])
    assert np.abs(less - built).max() > 1e-6


@pytest.mark.parametrize("law", ["lines", "load", "uneven lines"])
def test_laws_without_sizes(law):
    robot = ARM.with_friction({"joint2": LAWS[law]})
    with pytest.raises(LinkwiseError, match=r"the friction of joint 'joint2'.*cannot be left open"):
        robot.compile("inverse_dynamics", parameters=["friction"])
    assert LAWS[law].sizes is None
    with pytest.raises(InvalidModel, match="no viscous and Coulomb friction"):
        LAWS[law].sized(0.1, 0.2)
    with pytest.raises(LinkwiseError, match="cannot be left open"):
        robot.sweep(2, {"q0": [0.0, 0.0], "friction.viscous": 0.1}, step=1e-3, steps=2)


@pytest.mark.parametrize(
    "law",
    [
        Smooth(Friction(0.1, -1.0), 0.1),
        Uneven(FREE, Friction(-0.1)),
        Uneven(Smooth(Friction(-0.1), 0.1), FREE),
        Smooth(Friction(0.1, float("nan")), 0.1),
        Uneven(Friction(float("inf")), FREE),
    ],
)
def test_numbers_within_laws_are_checked(law):
    with pytest.raises(InvalidModel, match="joint2"):
        ARM.with_friction({"joint2": law})


def test_functions_with_branches_take_batches():
    """An `if` fails on a batch at once, not on its states."""
    robot = ARM.with_friction(FrictionFunction(lambda qd, q: (1.0 if qd > 0.0 else -2.0) * (1.0 if q > 0.0 else 3.0)))
    q, qd, qdd = states(2, 7, seed=3)
    truth = np.where(qd > 0.0, 1.0, -2.0) * np.where(q > 0.0, 1.0, 3.0)
    near(robot.inverse_dynamics(q, qd, qdd) - ARM.inverse_dynamics(q, qd, qdd), truth)
    near(robot.friction_forces(qd, q), truth)
    assert PiecewiseLinear([(1.0, 2.0)]).parts == ()
