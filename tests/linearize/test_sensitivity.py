"""Sensitivity functions against motions integrated again with other parameters: central differences of SciPy's."""

from types import SimpleNamespace

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import linkwise
from linkwise.errors import BadArray, LinkwiseError, UnknownName
from linkwise.linearize import Sensitivity, lqr
from linkwise.linearize.parameter_columns import ParameterColumns
from linkwise.model import Friction, FrictionFunction, Smooth
from tests.robots import states
from tests.tolerances import AGREEMENT, DEFAULT_STEP, RESIMULATED

NAMES = ["M3", "XX2", "MY2", "ZZ3", "Ia2", "FV1", "FC3", "payload.mass", "payload.MX", "payload.ZZ"]
TIMES = np.linspace(0.0, 0.6, 7)
TIGHT = {"rtol": 1e-11, "atol": 1e-12, "method": "DOP853"}


@pytest.fixture(scope="module")
def arm():
    """Three joints of the Puma with friction, and a frame at the tip that is off the last link's."""
    puma = linkwise.load("puma560")
    return puma.lock({joint: 0.4 for joint in puma.joint_names[3:]})


def changed(robot, name, δ):
    if name == "payload.mass" and δ > 0:
        return robot.with_payload(δ)
    if name.startswith("payload"):  # parts of a body: by the robot's own bodies, not by columns of ours
        from dataclasses import replace

        from linkwise.algebra import Inertia

        tree = robot.tree
        tip = tree.frame_or_tip(None)
        letters = ("XX", "XY", "XZ", "YY", "YZ", "ZZ", "MX", "MY", "MZ", "M")
        letter = name[8:].replace("mass", "M")
        load = Inertia.of_parameters([δ * (k == letter) for k in letters], tip.name).to_parent(tip.placement)
        bodies = list(tree.bodies)
        carrier = bodies[tip.body]
        bodies[tip.body] = replace(carrier, inertia=carrier.inertia + load.seen_from(carrier.name))
        return replace(robot, model=replace(tree, bodies=tuple(bodies)))
    known = robot.parameters(rotors=True, friction=True)
    value = known.values[known.names.index(name)]
    return robot.with_parameters([value + δ], [name])


def moved(robot, force, x0, wrenches=None):
    """x at TIMES."""
    n = robot.n

    def rate(t, x):
        press = None if wrenches is None else {name: w(t, x[:n], x[n:]) for name, w in wrenches.items()}
        qdd = robot.forward_dynamics(x[:n], x[n:], force(t, x[:n], x[n:]), wrenches=press)
        return np.concatenate([x[n:], qdd])

    return solve_ivp(rate, (0, TIMES[-1]), x0, t_eval=TIMES, **TIGHT).y.T


def sensitivities(robot, companion, force, x0, wrenches=None):
    """What a simulation would hold as `companions`: the companion integrated with the motion."""
    n = robot.n

    def rate(t, y):
        q, qd, z = y[:n], y[n : 2 * n], y[2 * n :]
        tau = force(t, q, qd)
        press = None if wrenches is None else {name: w(t, q, qd) for name, w in wrenches.items()}
        qdd = robot.forward_dynamics(q, qd, tau, wrenches=press)
        return np.concatenate([qd, qdd, companion.rate(t, q, qd, tau, z)])

    y0 = np.concatenate([x0, companion.start(x0[:n], x0[n:])])
    y = solve_ivp(rate, (0, TIMES[-1]), y0, t_eval=TIMES, **TIGHT).y.T
    return companion.of(SimpleNamespace(companions={"sensitivity": y[:, 2 * n :]}))


def check(robot, names, companion, force, x0, wrenches=None):
    found = sensitivities(robot, companion, force, x0, wrenches)
    n = robot.n
    assert found.q.shape == found.qd.shape == (len(TIMES), n, len(names))
    for k, name in enumerate(names):
        δ = 1e-4
        up, down = (moved(changed(robot, name, s), force, x0, wrenches) for s in (δ, -δ))
        expected = (up - down) / (2 * δ)
        size = np.abs(expected).max()
        assert size > 1e-4, name  # something is to be seen
        assert np.abs(found.q[..., k] - expected[:, :n]).max() < RESIMULATED * size, name
        assert np.abs(found.qd[..., k] - expected[:, n:]).max() < RESIMULATED * size, name


def sliding(robot):
    """A start and forces under which no joint turns back: dry friction has no slope there."""
    x0 = np.array([0.2, -0.6, 0.4, 1.5, 1.2, -1.6])
    hold = robot.inverse_dynamics(x0[:3], x0[3:], np.zeros(3))
    return x0, lambda t, q, qd: hold + 0.5 * np.sin(4 * t + np.arange(3))


def test_open_loop(arm):
    x0, force = sliding(arm)
    path = moved(arm, force, x0)
    assert (np.sign(path[:, 3:]) == np.sign(x0[3:])).all()
    check(arm, NAMES, Sensitivity(arm, NAMES), force, x0)


def test_closed_loop_by_gain_and_by_differences(arm):
    x0, _ = sliding(arm)
    names = ["M3", "FV1", "payload.mass"]
    K = lqr(arm.linearize(x0[:3]), 100.0, 0.1).K
    ramp = lambda t: x0 + np.concatenate([x0[3:] * t, np.zeros(3)])  # noqa: E731
    tau0 = arm.inverse_dynamics(x0[:3], x0[3:], np.zeros(3))

    def force(t, q, qd):
        return tau0 - K @ (np.concatenate([q, qd]) - ramp(t))

    check(arm, names, Sensitivity(arm, names, feedback=K), force, x0)
    both = [Sensitivity(arm, names, feedback=lambda t: K), Sensitivity(arm, names, controller=force)]
    z = np.random.default_rng(1).normal(size=both[0].size)
    a, b = (s.rate(0.1, x0[:3], x0[3:], tau0, z) for s in both)
    assert np.abs(a - b).max() < DEFAULT_STEP * np.abs(a).max()


def test_wrenches_that_depend_on_the_state(arm):
    x0, force = sliding(arm)
    name = arm.frames[-1]
    spring = {name: lambda t, q, qd: np.concatenate([np.zeros(3), [30.0 * np.cos(3 * t) - 20 * q[1], -5 * qd[0], 9.0]])}
    names = ["M3", "payload.mass"]
    check(arm, names, Sensitivity(arm, names, wrenches=spring), force, x0, spring)


def test_of_a_simulation(arm):
    x0, force = sliding(arm)
    s = Sensitivity(arm, NAMES)
    run = arm.simulate(x0[:3], x0[3:], tau=force, t=0.6, companions={"sensitivity": s}, rtol=1e-10)
    found = s.of(run)
    expected = sensitivities(arm, s, force, x0)
    assert np.abs(found.q[-1] - expected.q[-1]).max() < RESIMULATED * np.abs(expected.q).max()
    with pytest.raises(UnknownName, match="'other'"):
        s.of(run, "other")


def test_friction_that_grows_with_the_load(arm):
    """τ with a parameter more and less: the friction of a worm gear changes with what gravity presses on it."""
    worm = FrictionFunction(lambda qd, q, load: (1.0 + 0.3 * load * load) * qd)
    robot = arm.with_friction(worm)
    names = ["MX2", "payload.mass"]
    q, qd, qdd = states(3, 4, seed=4)
    Y = ParameterColumns.of(robot, names).at(q, qd, qdd)
    for k, name in enumerate(names):
        up, down = (changed_load(robot, name, δ).inverse_dynamics(q, qd, qdd) for δ in (1e-4, -1e-4))
        expected = (up - down) / 2e-4
        assert np.abs(Y[..., k] - expected).max() < RESIMULATED * np.abs(expected).max()
    with pytest.raises(LinkwiseError, match="has no such parameters"):
        Sensitivity(robot, ["FV1"])


def changed_load(robot, name, δ):
    """Like `changed`, for a friction law without named parameters."""
    from dataclasses import replace

    from linkwise.algebra import Inertia

    if name.startswith("payload"):
        return changed(robot, "payload.M", δ)
    bodies = list(robot.tree.bodies)
    k = [*bodies[1].inertia.parameters]
    k[6] += δ
    bodies[1] = replace(bodies[1], inertia=Inertia.of_parameters(k, bodies[1].name))
    return replace(robot, model=replace(robot.tree, bodies=tuple(bodies)))


@pytest.mark.parametrize("name", ["stanford", "ur5", "scara"])
def test_columns_of_a_load(name):
    """∂τ/∂p of all ten parameters of a load: the change of τ where the robot carries it, exactly linear."""
    robot = linkwise.load(name)
    names = [f"payload.{k}" for k in ("XX", "XY", "XZ", "YY", "YZ", "ZZ", "MX", "MY", "MZ", "M")]
    q, qd, qdd = (x[0] for x in states(robot.n, 1, seed=3))
    Y = ParameterColumns.of(robot, names).at(q, qd, qdd)
    com, J = np.array([0.1, -0.2, 0.05]), np.diag([0.02, 0.03, 0.04])
    at_origin = J + 1.5 * (com @ com * np.eye(3) - np.outer(com, com))
    load = [*at_origin[np.triu_indices(3)], *(1.5 * com), 1.5]
    carried = robot.with_payload(1.5, com, J)
    expected = carried.inverse_dynamics(q, qd, qdd) - robot.inverse_dynamics(q, qd, qdd)
    assert np.abs(Y @ load - expected).max() < AGREEMENT * np.abs(carried.inverse_dynamics(q, qd, qdd)).max()


@pytest.mark.parametrize(
    ("arguments", "error", "words"),
    [
        ({"parameters": "M1"}, BadArray, "list of names"),
        ({"parameters": []}, BadArray, "list of names"),
        ({"parameters": ["M9"]}, UnknownName, "'M9'"),
        ({"parameters": ["payload.length"]}, UnknownName, "payload.length"),
        ({"parameters": [3]}, UnknownName, "3"),
        ({"parameters": ["M1", "M1"]}, BadArray, "twice"),
        ({"feedback": np.eye(2)}, BadArray, "feedback"),
        ({"feedback": np.full((3, 6), np.nan)}, BadArray, "feedback is nan"),
        ({"controller": 3.0}, LinkwiseError, "not a function"),
        ({"controller": lambda t, q, qd: 0, "feedback": np.zeros((3, 6))}, LinkwiseError, "together with feedback"),
        ({"robot": linkwise.load("pendulum").with_elastic_joints(9.0, rotors=1.0)}, LinkwiseError, "elastic"),
        ({"robot": "panda"}, LinkwiseError, "Robot"),
        ({"wrenches": [1.0]}, BadArray, "wrenches is a list"),
        ({"wrenches": {"link1": np.zeros((2, 6))}}, BadArray, r"shape \(2, 6\)"),
        ({"wrenches": {"nowhere": np.zeros(6)}}, UnknownName, "nowhere"),
        ({"wrenches": {"nowhere": lambda t, q, qd: np.zeros(6)}}, UnknownName, "nowhere"),
    ],
)
def test_errors(arm, arguments, error, words):
    with pytest.raises(error, match=words):
        Sensitivity(**({"robot": arm, "parameters": ["M1"]} | arguments))


@pytest.mark.parametrize(
    ("given", "at"),
    [
        ({}, {"z": np.zeros(5)}),
        ({}, {"q": [0.0, 0.0]}),
        ({}, {"q": "abc"}),
        ({}, {"q": np.zeros((2, 3))}),
        ({"controller": lambda t, q, qd: -q[0]}, {}),  # one number would be taken for all joints
        ({"controller": lambda t, q, qd: None}, {}),
        ({"feedback": lambda t: 1.0}, {}),
        ({"wrenches": {"link1": lambda t, q, qd: [1.0, 2.0]}}, {}),
    ],
)
def test_errors_on_the_way(arm, given, at):
    s = Sensitivity(arm, ["M1"], **given)
    state = {"q": np.zeros(3), "qd": np.zeros(3), "tau": np.zeros(3), "z": np.zeros(6)} | at
    with pytest.raises(BadArray):
        s.rate(0.0, **state)


def swinging(law, start, t):
    """A pendulum let go, its sensitivities, and q with a little more and less of MX1."""
    robot = linkwise.load("pendulum").with_friction(law)
    s = Sensitivity(robot, ["MX1"])
    run = robot.simulate([start], t=t, companions={"sensitivity": s}, rtol=1e-10)
    known = robot.parameters()
    value = known.values[known.names.index("MX1")]
    up, down = (robot.with_parameters([value + δ], ["MX1"]).simulate([start], t=t, rtol=1e-11).q for δ in (1e-5, -1e-5))
    return run, s.of(run).q[:, 0, 0], (up - down)[:, 0] / 2e-5


def test_dry_friction_until_a_joint_turns_back():
    """From rest on they are right; where the pendulum turns back they jump, and from there on there is no answer."""
    times = np.linspace(0.0, 1.4, 15)
    run, S, expected = swinging(Friction(0.1, 1.0), 1.0, times)
    (event,) = run.events
    before = times < event.t
    assert event.name == "joint1 turns back" and 8 < before.sum() < 12
    assert np.abs(S - expected)[before].max() < RESIMULATED * np.abs(expected).max()
    assert np.isnan(S[~before]).all()
    assert abs(expected[-1]) > 1.0  # the jump that is not followed is large
    coarse, S, _ = swinging(Friction(0.05, 0.2), 1.0, [0.0, 0.4, 2.0])  # it has turned back twice between two rows
    assert (np.sign(coarse.qd[1:, 0]) == -1.0).all() and np.isfinite(S[1]) and np.isnan(S[2])
    _, held, _ = swinging(Friction(0.1, 1.0), 0.05, times)  # too little to break loose
    assert held[0] == 0.0 and np.isnan(held[1:]).all()
    _, smooth, expected = swinging(Smooth(Friction(0.1, 1.0), width=0.05), 1.0, times)
    assert np.abs(smooth - expected).max() < RESIMULATED * np.abs(expected).max()


def test_dry_friction_of_a_shared_drive():
    """They are known until it turns back, with its joints on their way."""
    arm = linkwise.load("planar2r")
    robot = arm.with_drive("motor", {"joint1": 1.0, "joint2": 1.0}, friction=Friction(0.0, 0.5))
    s = Sensitivity(robot, ["MX1"])
    run = robot.simulate([1.0, 0.3], t=1.0, companions={"sensitivity": s})
    S, event = s.of(run).q[:, 0, 0], run.events[0]
    assert event.name == "motor turns back" and np.abs(event.qd).min() > 1.0
    assert np.isfinite(S[run.t < event.t]).all() and np.isnan(S[run.t >= event.t]).all()


def test_states_of_another_size(arm):
    with pytest.raises(BadArray, match=r"\(…, 6\) was expected"):
        Sensitivity(arm, ["M1"]).of(SimpleNamespace(companions={"sensitivity": np.zeros((4, 5))}))


def test_the_arm_has_what_is_asked_of_it(arm):
    assert any(body.joint.friction != Friction(0.0, 0.0) for body in arm.tree.bodies) and len(set(NAMES)) == 10
