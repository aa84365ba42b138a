"""Every law in the robot's dynamics: inverse and forward, derivatives, regressors, coupled and long robots."""

import itertools
from dataclasses import replace

import mpmath
import numpy as np
import pytest

import linkwise
from linkwise import Robot
from linkwise.algebra import Vec3
from linkwise.approximate import Multirate, Pruned, Tabulated, WithoutCoriolis
from linkwise.calls.equations import Equations
from linkwise.calls.long_chains import LongKernel
from linkwise.errors import BadArray, InvalidModel, NotForThisRobot, UnknownName
from linkwise.formulations import answer_by, terms
from linkwise.model import FREE, Friction, FrictionFunction, PiecewiseLinear, Smooth, Stribeck, Uneven, rewrite
from tests.robots import random_model, states
from tests.tolerances import AGREEMENT, CONDITIONED, ILL_CONDITIONED, NINE_DIGITS

from .laws import LAWS

MIXED = dict(
    zip(
        ("joint1", "joint2", "joint3", "joint4", "joint5", "joint6"),
        [LAWS[name] for name in ("stribeck 1", "load", "lines", "smooth uneven", "uneven", "stribeck 0.7")],
        strict=True,
    )
)


def mixed(robot):
    """A robot whose joints have laws of every kind, in turn."""
    laws = itertools.cycle(LAWS.values())
    return Robot(rewrite.with_friction(robot.model, dict(zip(robot.model.moving_joint_names, laws, strict=False))))


PUMA = linkwise.load("puma560").with_friction(MIXED)
COUPLED = next(m for m in map(random_model, range(4, 60, 5)) if 3 <= m.n < len(m.moving) <= 8)
ROBOTS = {"puma560": PUMA, "coupled": mixed(Robot(COUPLED)), "tree": mixed(Robot(random_model(30)))}


def near(found, truth, tolerance=AGREEMENT):
    assert np.max(np.abs(found - truth)) <= tolerance * max(1.0, np.max(np.abs(truth)))


def rubbing(robot, q, qd):
    """Friction by its definition, joint by joint in floats; loads by a formulation of its own."""
    tree, found = robot.tree, []
    for u, ud in zip(q.tolist(), qd.tolist(), strict=True):
        x, v = tree.coordinates.positions(u), tree.coordinates.velocities(ud)
        load = answer_by("gravity_forces", "newton_euler.featherstone", tree)(tree, x)
        found.append(
            tree.coordinates.forces(
                [b.joint.friction.force(*at) for b, *at in zip(tree.bodies, v, x, load, strict=True)]
            )
        )
    return np.array(found)


@pytest.mark.parametrize("name", ROBOTS)
def test_torques_are_those_of_the_free_robot_and_friction(name):
    robot = ROBOTS[name]
    q, qd, qdd = states(robot.n, 20, seed=1)
    near(robot.friction_forces(qd, q), rubbing(robot, q, qd))
    near(
        robot.inverse_dynamics(q, qd, qdd) - robot.without_friction().inverse_dynamics(q, qd, qdd),
        rubbing(robot, q, qd),
    )


@pytest.mark.parametrize("law", LAWS)
def test_forward_undoes_inverse(law):
    robot = linkwise.load("planar3r").with_friction(LAWS[law])
    q, qd, qdd = states(robot.n, 20, seed=2)
    near(robot.forward_dynamics(q, qd, robot.inverse_dynamics(q, qd, qdd)), qdd, ILL_CONDITIONED)


@pytest.mark.parametrize("name", ROBOTS)
def test_forward_undoes_inverse_on_robots(name):
    robot = ROBOTS[name]
    q, qd, qdd = states(robot.n, 10, seed=3)
    near(robot.forward_dynamics(q, qd, robot.inverse_dynamics(q, qd, qdd)), qdd, NINE_DIGITS)


def slopes(tree, question, state, k):
    """∂answer/∂state[k] in 50 digits; central differences leave 25 of them."""
    by = answer_by(question, None, tree)
    with mpmath.workdps(50):
        h, columns = mpmath.mpf(10) ** -20, []
        for j in range(tree.n):
            ends = []
            for s in (1, -1):
                moved = [[mpmath.mpf(x) for x in part.tolist()] for part in state]
                moved[k][j] += s * h
                ends.append(getattr(terms, question)(tree, by, *moved, {}))
            columns.append([float((a - b) / (2 * h)) for a, b in zip(*ends, strict=True)])
    return np.array(columns).T


@pytest.mark.parametrize("name", ROBOTS)
@pytest.mark.parametrize("question", ["inverse_dynamics", "forward_dynamics"])
def test_derivatives(name, question):
    robot = ROBOTS[name]
    state = [part[0] for part in states(robot.n, 1, seed=4)]
    found = getattr(robot, f"{question}_derivatives")(*state)
    plain = getattr(robot, f"{question}_derivatives")(
        *state, formulation=robot.formulations(f"{question}_derivatives")[0]
    )
    for k in range(2):
        truth = slopes(robot.tree, question, state, k)
        near(found[k], truth, NINE_DIGITS)
        near(plain[k], truth, NINE_DIGITS)


def test_derivatives_under_wrenches():
    """They are made by differentiating the program: exp, min and max too."""
    q, qd, qdd = (part[0] for part in states(6, 1, seed=5))
    tool = PUMA.frames[-1]
    bare = PUMA.inverse_dynamics_derivatives(q, qd, qdd)
    with_wrench = PUMA.inverse_dynamics_derivatives(q, qd, qdd, wrenches={tool: np.zeros(6)})
    near(with_wrench.dtau_dq, bare.dtau_dq), near(with_wrench.dtau_dqd, bare.dtau_dqd)


def test_slopes_at_rest_are_finite():
    q = states(6, 1, seed=6)[0][0]
    found = PUMA.inverse_dynamics_derivatives(q, np.zeros(6), np.zeros(6))
    assert all(np.isfinite(part).all() for part in found)
    smooth = linkwise.load("pendulum").with_friction(Smooth(Friction(0.5, 2.0), width=0.01))
    assert smooth.inverse_dynamics_derivatives([0.0], [0.0], [0.0]).dtau_dqd[0, 0] == pytest.approx(0.5 + 2.0 / 0.01)


def test_load_is_gravity():
    """Under another gravity, or with a payload, friction changes with the load it feels."""
    robot = linkwise.load("planar2r").with_friction({"joint2": FrictionFunction(lambda qd, q, load: abs(load) * qd)})
    q, qd = [0.3, 0.4], [1.0, 2.0]
    for other in (robot, robot.with_payload(3.0), robot.with_gravity([0.0, 0.0, -1.62])):
        near(other.friction_forces(qd, q), [0.0, 2.0 * abs(other.gravity_forces(q)[1])])
    kernel = robot.compile("inverse_dynamics", parameters=["gravity"])
    moon = robot.with_gravity([0.0, 0.0, -1.62])
    near(kernel(q, qd, [0.1, 0.2], [0.0, 0.0, -1.62]), moon.inverse_dynamics(q, qd, [0.1, 0.2]))


def test_regrouped_robots_have_the_same_loads():
    """Programs run on models whose parameters are regrouped: what a joint carries must not change by that."""
    for seed in (4, 9, 14, 19, 30, 41):
        tree = Robot(random_model(seed)).tree
        q = states(len(tree.bodies), 1, seed)[0][0].tolist()
        by = answer_by("gravity_forces", None, tree)
        near(np.array(by(rewrite.regroup(rewrite.dh_gauge(tree)), q)), np.array(by(tree, q)))


def test_equations_take_the_same_friction():
    q, qd, _ = (part[0] for part in states(6, 1, seed=7))
    near(np.array(Equations(PUMA.tree).friction_forces(qd.tolist(), q.tolist())), PUMA.friction_forces(qd, q))
    given = {"friction": [x for k in range(6) for x in (0.1 * k, 1.0)]}
    found = Equations(linkwise.load("puma560").tree, given).friction_forces(qd.tolist())
    ahead, back = np.array([body.joint.friction.holding() for body in linkwise.load("puma560").tree.bodies]).T
    near(np.array(found), 0.1 * np.arange(6) * qd + 2.0 * np.where(qd > 0.0, ahead, -back) / (ahead + back))
    moon = Equations(PUMA.tree, {"gravity": [0.0, 0.0, -1.62]}).friction_forces(qd.tolist(), q.tolist())
    near(np.array(moon), PUMA.with_gravity([0.0, 0.0, -1.62]).friction_forces(qd, q))


# ---- regressors -----------------------------------------------------------------------------------------------------

LINEAR = {
    "joint1": LAWS["stribeck 1"],
    "joint2": LAWS["stribeck 2"],
    "joint3": LAWS["by direction"],
    "joint4": LAWS["smooth plain"],
    "joint5": LAWS["smooth stribeck"],
    "joint6": LAWS["stribeck 0.7"],
}


def test_regressor_with_stribeck():
    robot = linkwise.load("puma560").with_friction(LINEAR)
    x = states(6, 15, seed=8)
    π = robot.parameters(friction=True)
    assert {"FV1", "FC1", "FO1", "FS1", "FS6"} <= set(π.names)
    Y = robot.regressor(*x, friction=True)
    near(Y @ π.values, robot.inverse_dynamics(*x), CONDITIONED)
    near(robot.regressor(*x, friction=True, formulation="regressor.khalil_dombre"), Y)
    fs = {name: k for k, name in enumerate(π.names)}
    qd = x[1][:, 0]
    near(Y[:, 0, fs["FS1"]], np.sign(qd) * np.exp(-20.0 * np.abs(qd)))
    assert π.values[fs["FS1"]] == pytest.approx(0.6) and not Y[..., fs["FS3"]].any()


def test_regressor_of_coupled_joints():
    laws = dict(zip(COUPLED.moving_joint_names, itertools.cycle(LINEAR.values()), strict=False))
    robot, x = Robot(rewrite.with_friction(COUPLED, laws)), states(COUPLED.n, 5, seed=14)
    near(
        robot.regressor(*x, friction=True) @ robot.parameters(friction=True).values,
        robot.inverse_dynamics(*x),
        CONDITIONED,
    )


def test_parameters_put_back():
    robot = linkwise.load("puma560").with_friction(LINEAR | {"joint6": LAWS["lines"]})
    again = robot.with_parameters([0.25, 2.0, 0.75], ["FV1", "FC1", "FS1"])
    assert again.model.bodies[0].joint.friction == Stribeck(0.25, 2.0, 2.75, k=20.0, exponent=1.0)
    laws = [[body.joint.friction for body in each.model.bodies[1:]] for each in (robot, again)]
    assert laws[0] == laws[1]
    smooth = robot.with_parameters([0.1], ["FC5"]).model.bodies[4].joint.friction
    assert smooth.law.coulomb == 0.1 and smooth.width == 0.3
    for name in ("FS3", "FV6", "FO1"):
        with pytest.raises(UnknownName):
            robot.with_parameters([0.1], [name])
    with pytest.raises(UnknownName, match="does not have it"):
        robot.with_parameters([0.1], ["FO1"])
    every = linkwise.load("puma560").with_friction(LINEAR)
    π = every.parameters(friction=True)  # 0 where a law has no such parameter: they go back, too
    assert dict(zip(π.names, π.values, strict=True))["FO1"] == 0.0
    again, x = every.with_parameters(π.values, π.names), states(6, 5, seed=12)
    near(again.inverse_dynamics(*x), every.inverse_dynamics(*x))


@pytest.mark.parametrize("smooth", [False, True])
def test_regressor_with_viscous_friction_by_direction(smooth):
    law = Uneven(Friction(0.5, 1.0), Friction(0.2, 1.5))
    law = Smooth(law, width=0.3) if smooth else law
    robot = linkwise.load("planar2r").with_friction({"joint2": law})
    x, π = states(2, 15, seed=8), robot.parameters(friction=True)
    Y = robot.regressor(*x, friction=True)
    near(Y @ π.values, robot.inverse_dynamics(*x), AGREEMENT)
    at = dict(zip(π.names, range(len(π.names)), strict=True))
    near(Y[:, 1, at["FU2"]], np.abs(x[1][:, 1]))
    assert π.values[at["FU2"]] == pytest.approx(0.15) and π.values[at["FU1"]] == 0.0
    again = robot.with_parameters(π.values, π.names)
    near(again.inverse_dynamics(*x), robot.inverse_dynamics(*x), AGREEMENT)
    near(
        robot.with_parameters([0.05], ["FU2"]).friction_forces([0.0, -3.0])[1],
        -1.5 - 3.0 * 0.3,
        0.1 if smooth else AGREEMENT,
    )
    assert "FU2" in robot.base_parameters(friction=True).names
    with pytest.raises(InvalidModel, match="grows faster in one direction"):
        robot.parameters(friction=["viscous", "coulomb", "offset"])
    with pytest.raises(InvalidModel, match="differs with the direction"):
        linkwise.load("planar2r").parameters(friction=["uneven"])


def test_columns_refused():
    stribeck = linkwise.load("planar2r").with_friction(LAWS["stribeck 1"])
    with pytest.raises(InvalidModel, match="larger at rest"):
        stribeck.parameters(friction=["viscous", "coulomb"])
    with pytest.raises(InvalidModel, match="no joint of robot 'planar2r' has static friction"):
        linkwise.load("planar2r").parameters(friction=["static"])
    for law in ("lines", "uneven", "smooth uneven", "load"):
        robot = linkwise.load("planar2r").with_friction({"joint2": LAWS[law]})
        with pytest.raises(InvalidModel, match=r"the friction of joint 'joint2'.*has no such parameters"):
            robot.regressor([0.1, 0.2], [0.1, 0.2], [0.1, 0.2], friction=True)
        near(
            robot.regressor([0.1, 0.2], [0.1, 0.2], [0.1, 0.2]) @ robot.parameters().values,
            robot.without_friction().inverse_dynamics([0.1, 0.2], [0.1, 0.2], [0.1, 0.2]),
        )
    drives = {"m": {"joint1": 1.0, "joint2": 1.0}}
    names = stribeck.parameters(friction=True, drives=drives).names
    assert names[-4:] == ("Ia_m", "FV_m", "FC_m", "FO_m")
    assert stribeck.regressor([0.1, 0.2], [0.1, 0.2], [0.1, 0.2], friction=True, drives=drives).shape == (2, len(names))


def test_base_parameters_have_static_friction():
    """Also of a law that falls off within hundredths of the speeds at which inertias show."""
    laws = {"joint1": Stribeck(0.1, 1.0, 2.0, k=1e6), "joint2": LAWS["smooth stribeck"]}
    base = linkwise.load("planar2r").with_friction(laws).base_parameters(friction=True)
    assert {"FS1", "FS2"} <= set(base.names)


# ---- who else asks --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("question", ["inverse_dynamics", "forward_dynamics", "bias_forces"])
@pytest.mark.parametrize("coupled", [False, True])
def test_long_robots(question, coupled):
    """Loops count viscous and Coulomb friction; every other law is put beside them."""
    robot = mixed(Robot(COUPLED if coupled else replace(random_model(35), gravity=Vec3(0.0, 1.0, -9.0))))
    state = states(robot.n, 7, seed=9)[: 2 if question == "bias_forces" else 3]
    truth = getattr(robot, question)(*state, formulation=robot.formulations(question)[0])
    near(LongKernel(robot.tree, question)(*state), truth, NINE_DIGITS)


@pytest.mark.parametrize("law", ["load", "stribeck 1", "lines"])
def test_approximations(law):
    """Their friction is exact; those that look at positions now and then refuse laws that depend on them."""
    arm, x = linkwise.load("planar2r"), states(2, 5, seed=13)
    robot = arm.with_friction(LAWS[law])
    for method in (WithoutCoriolis, Pruned, Multirate, Tabulated):
        if law == "load" and method in (Multirate, Tabulated):
            with pytest.raises(NotForThisRobot, match="depends on q and load"):
                method(robot).inverse_dynamics(*x)
        else:
            near(method(robot).inverse_dynamics(*x) - method(arm).inverse_dynamics(*x), rubbing(robot, *x[:2]))


def test_certificates():
    arm = linkwise.load("planar3r").with_friction({"joint1": LAWS["load"], "joint3": LAWS["smooth stribeck"]})
    assert arm.verify(states=4).holds


def test_functions_that_cannot_be_traced_are_still_answered():
    """numpy in a user's function: programs cannot be made of it, numbers can."""
    robot = linkwise.load("planar2r").with_friction(FrictionFunction(lambda qd: 2.0 * np.sign(qd)))
    twin = linkwise.load("planar2r").with_friction(Friction(0.0, 2.0))
    x = states(2, 5, seed=10)
    near(robot.inverse_dynamics(*x), twin.inverse_dynamics(*x))


def test_two_functions_of_one_name_are_two_programs():
    """Machine code is remembered by what it does, not by where a function lies or what it is called."""
    x = [0.1], [1.0], [0.0]
    laws = [FrictionFunction(lambda qd, c=c: c * qd, name="f") for c in (1.0, 2.0, 1.0)]
    found = [linkwise.load("pendulum").with_friction(law).compile("inverse_dynamics") for law in laws]
    assert found[0].traceable.key == found[2].traceable.key != found[1].traceable.key
    assert found[1](*x)[0] - found[0](*x)[0] == pytest.approx(1.0)


def test_asked_without_positions():
    with pytest.raises(BadArray, match="the friction of joint 'joint2' depends on position and load, and q is missing"):
        PUMA.friction_forces(np.zeros(6))
    with pytest.raises(BadArray, match="depends on position, and q"):
        linkwise.load("pendulum").with_friction(LAWS["position"]).friction_forces([1.0])


def test_with_friction():
    arm = linkwise.load("planar2r")
    every = arm.with_friction(LAWS["stribeck 2"])
    assert all(body.joint.friction == LAWS["stribeck 2"] for body in every.model.bodies)
    assert arm.with_friction({"joint2": LAWS["plain"]}).model.bodies[0].joint.friction == FREE
    assert every.without_friction().model == arm.model
    with pytest.raises(UnknownName, match="'joint3'"):
        arm.with_friction({"joint3": FREE})
    for wrong in (3.0, None, "stribeck", {}, {"joint1": 2.0}):
        with pytest.raises(InvalidModel):
            arm.with_friction(wrong)
    with pytest.raises(UnknownName):  # a joint that is held does not rub
        arm.lock("joint2").with_friction({"joint2": FREE})


def test_power_is_lost():
    """P = q̇·Γ_f is what the drives give and the energies do not get: never negative."""
    q, qd, _ = states(6, 50, seed=11)
    assert (np.einsum("si,si->s", qd, PUMA.friction_forces(qd, q)) > 0.0).all()


def test_laws_nest():
    inner = Uneven(PiecewiseLinear([(1.0, 2.0)]), Stribeck(0.1, 0.2, 0.3, k=1.0, exponent=1.0))
    twice = Uneven(inner, inner)
    assert [twice.force(v) for v in (-2.0, 0.0, 3.0)] == [inner.force(v) for v in (-2.0, 0.0, 3.0)]
