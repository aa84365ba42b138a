"""Inputs for all, for each and over time; parameters and wrenches of each rollout; friction."""

import numpy as np
import pytest

import linkwise
from linkwise.errors import BadArray, NotTraceable
from linkwise.model import Friction, FrictionFunction, Smooth, Stribeck
from linkwise.rollouts import InLoop, input_values
from linkwise.trajectories import Quintic
from tests.tolerances import AGREEMENT, DEFAULT_RUN, STRICT_RUN, TRACKED

from .cases import GOAL, elbow, forces, kinetic, near_goal, panda, pd_and_gravity, regulator, tip

RUN = {"step": 1e-3, "steps": 60}


@pytest.mark.parametrize("method", ["rk4", "gauss_legendre_4"])
def test_payload_of_each(method):
    robot = elbow()
    q, qd = near_goal(3, n=3)
    rng = np.random.default_rng(3)
    masses, coms = rng.uniform(0.5, 2.0, 3), rng.uniform(-0.05, 0.05, (3, 3))
    loaded = [robot.with_payload(m, com) for m, com in zip(masses, coms, strict=True)]
    loads = []
    for m, c in zip(masses, coms, strict=True):  # a point mass at c, seen from the tip
        I = m * (c @ c * np.eye(3) - np.outer(c, c))
        loads.append([I[0, 0], I[0, 1], I[0, 2], I[1, 1], I[1, 2], I[2, 2], *(m * c), m])
    outputs = {"outputs": {"T": kinetic}}
    found = robot.rollouts(q, qd, parameters={"payload": loads}, method=method, **RUN, **outputs)
    for k, other in enumerate(loaded):
        alone = other.rollouts(q[k], qd[k], method=method, **RUN, **outputs)
        assert np.abs(found.q[k] - alone.q).max() < AGREEMENT and np.abs(found["T"][k] - alone["T"]).max() < STRICT_RUN
    assert np.abs(found.q - robot.rollouts(q, qd, method=method, **RUN).q).max() > 1e-4  # they do matter


@pytest.mark.parametrize("method", ["rk4", "gauss_legendre_4"])
def test_gravity_inertia_and_friction_of_each(method):
    robot = linkwise.load("planar2r").with_friction(Friction(0.3, 0.5))
    own = np.array([body.inertia.parameters for body in robot.tree.bodies])
    gravity = np.array([[0.0, -9.81, 0.0], [1.0, -3.0, 0.0]])
    friction = np.array([[[0.3, 0.5], [0.3, 0.5]], [[1.0, 0.0], [0.1, 2.0]]])
    given = {"gravity": gravity, "inertia": own * np.array([1.0, 1.3])[:, None, None], "friction": friction}
    found = robot.rollouts([0.3, 0.4], [1.0, -1.0], parameters=given, method=method, **RUN)
    for k, scale in enumerate((1.0, 1.3)):
        alone = robot.with_parameters(scale * robot.parameters().values).with_gravity(gravity[k])
        laws = dict(zip(robot.joint_names, (Friction(*f) for f in friction[k]), strict=True))
        alone = alone.with_friction(laws).rollouts([0.3, 0.4], [1.0, -1.0], method=method, **RUN)
        assert np.abs(found.qd[k] - alone.qd).max() < AGREEMENT


@pytest.mark.parametrize("parameter", ["gravity", "inertia", "payload", "friction"])
def test_what_is_open_and_not_given_is_the_robots_own(parameter):
    """Coulomb friction of this arm differs by direction."""
    robot = linkwise.load("puma560").lock({f"joint{k}": 0.2 for k in (4, 5, 6)})
    start, found = ([0.3, -0.4, 0.5], [1.0, -1.0, 0.5]), robot.compile_rollouts(parameters=[parameter])
    assert np.abs(found(*start, **RUN).qd - robot.rollouts(*start, **RUN).qd).max() < AGREEMENT


def test_the_controller_believes_the_robot_it_was_made_for():
    """Gravity compensation of the bare arm lets a loaded one sink."""
    robot = panda()
    load = [0.0] * 9 + [2.0]
    controller = InLoop(lambda eq, t, q, qd: eq.gravity_forces(q))
    found = robot.rollouts(
        GOAL, controller=controller, parameters={"payload": [[0.0] * 10, load]}, outputs={"x": tip}, **RUN
    )
    assert np.abs(found.q[0] - GOAL).max() < TRACKED and found["x"][0, -1, 2] - found["x"][1, -1, 2] > 1e-3


def test_each_and_same_and_timed():
    robot = linkwise.load("planar2r")
    goals = np.array([[0.5, 0.1], [-0.3, 0.8], [0.0, 0.0]])
    given = {"kp": [30.0, 20.0], "kd": [3.0, 2.0]}
    start = [0.1, 0.2]
    found = robot.rollouts(start, controller=InLoop(pd_and_gravity, {**given, "goal": ("each", goals)}), **RUN)
    assert found.q.shape == (3, 1, 2)
    for k, goal in enumerate(goals):
        alone = robot.rollouts(start, controller=InLoop(pd_and_gravity, {**given, "goal": goal}), **RUN)
        assert np.array_equal(found.q[k], alone.q)
        function = InLoop(pd_and_gravity, {**given, "goal": ("timed", lambda t, goal=goal: goal)})
        assert np.array_equal(found.q[k], robot.rollouts(start, controller=function, **RUN).q)


def test_forces_over_time():
    """τ = M q̈ + … along a trajectory, sampled at the stages, keeps the arm on it."""
    robot = linkwise.load("planar2r")
    path = Quintic([0.0, 0.5], [1.0, -0.5], duration=0.5)
    found = robot.rollouts(
        [0.0, 0.5], tau=lambda t: robot.inverse_dynamics(*path(t)), duration=0.5, step=1e-3, every=50
    )
    assert np.abs(found.q - path(found.t).q).max() < TRACKED


@pytest.mark.parametrize("method", ["rk4", "gauss_legendre_4"])
def test_wrenches(method):
    """A wrench at the tip is the torque Jᵀ w."""
    robot = linkwise.load("puma560").without_friction()
    w = np.array([[0.1, 0.2, -0.3, 5.0, -3.0, 2.0], [0.0] * 6])
    frame = robot.frames[-1]
    controller = InLoop(
        lambda eq, t, q, qd, w: [
            sum((row[j] * x for row, x in zip(eq.jacobian(q, frame), w, strict=True)), 0.0) for j in range(eq.n)
        ],
        {"w": ("each", w)},
    )
    a = robot.rollouts([0.1] * 6, wrenches={frame: w}, method=method, **RUN)
    b = robot.rollouts([0.1] * 6, controller=controller, method=method, **RUN)
    assert np.abs(a.qd - b.qd).max() < AGREEMENT and np.abs(a.qd[0] - a.qd[1]).max() > 0.01


def test_a_kernel_takes_new_values():
    robot = panda()
    kernel = robot.compile_rollouts(controller=regulator(), parameters=["payload"], outputs={"tau": forces})
    q, qd = near_goal(2)
    other = np.array(GOAL) + 0.1
    load = {"payload": [0.0] * 9 + [1.0]}
    found = kernel(q, qd, inputs={"goal": other}, parameters=load, **RUN)
    alone = robot.rollouts(q, qd, controller=regulator(goal=other), parameters=load, **RUN)
    assert np.array_equal(found.q, alone.q) and not np.array_equal(found.q, kernel(q, qd, **RUN).q)
    gains = regulator(goal=other).inputs
    tau = robot.gravity_forces(found.q) + gains["kp"] * (other - found.q) - gains["kd"] * found.qd
    assert np.abs(found["tau"] - tau).max() < AGREEMENT * np.abs(tau).max()


def test_dry_friction_is_made_smooth():
    law = Stribeck(viscous=0.1, coulomb=1.0, static=1.5, k=50.0)
    robot = linkwise.load("planar2r").with_gravity([0, 0, 0]).with_friction(law)
    smooth = robot.with_friction(Smooth(law, 0.02))
    given = {"tau": [2.0, 0.3], **RUN}
    a = robot.rollouts([0.1, 0.2], friction_width=0.02, **given)
    b = smooth.rollouts([0.1, 0.2], friction_width="as is", **given)
    assert np.array_equal(a.q, b.q) and np.array_equal(a.qd, b.qd)
    assert not np.array_equal(a.qd, robot.rollouts([0.1, 0.2], friction_width="as is", **given).qd)


def test_friction_drains_energy_at_its_rate():
    """d/dt T = −friction · q̇ without gravity, integrated in the loop."""
    robot = linkwise.load("planar2r").with_gravity([0, 0, 0]).with_friction(Friction(0.4, 0.2))
    lost = {
        "T": kinetic,
        "power": lambda eq, t, q, qd, tau: sum(
            (f * v for f, v in zip(eq.friction_forces(qd, q), qd, strict=True)), 0.0
        ),
    }
    found = robot.rollouts(
        [0.1, 0.2],
        [2.0, -1.5],
        duration=0.5,
        step=1e-4,
        every=5000,
        outputs=lost,
        reduce={"lost": ("integral", "power")},
    )
    T = found["T"]
    assert found["lost"] > 0.5 and T[0] - T[-1] == pytest.approx(found["lost"], rel=DEFAULT_RUN)


@pytest.mark.parametrize("method", ["rk4", "gauss_legendre_4"])
def test_a_long_motion_goes_window_by_window(method, monkeypatch):
    """Tables of what is a function of time take no more room however many steps there are, and no bit changes."""
    robot, path = linkwise.load("planar2r"), Quintic([0.1, 0.2], [0.6, -0.3], duration=0.05)
    given = {"push": lambda t: [np.sin(9.0 * t), t], "wanted": path}
    controller = InLoop(
        lambda eq, t, q, qd, push, wanted: [30.0 * (a - x) + f for a, x, f in zip(wanted[0], q, push, strict=True)],
        given,
    )
    watch = {"method": method, "outputs": {"tau": forces}, "reduce": {"sum": ("sum", "tau"), "most": ("max", "tau")}}
    kernel = robot.compile_rollouts(controller=controller, **watch)
    q0, nodes = np.random.default_rng(1).normal(size=(37, 2)), len(kernel.problem.tableau.nodes)
    whole, sizes, true = kernel(q0, **RUN, every=7), [], input_values.InputValues.table
    monkeypatch.setattr(input_values, "TABLE", 13 * nodes * 8 * (2 + 6))
    monkeypatch.setattr(
        input_values.InputValues, "table", lambda *given: sizes.append((found := true(*given)).shape) or found
    )
    for threads in (1, 3):
        again = kernel(q0, **RUN, every=7, threads=threads)
        assert np.array_equal(again.q, whole.q) and np.array_equal(again.qd, whole.qd)
        assert all(np.array_equal(again[name], whole[name]) for name in ("tau", "sum", "most"))
    assert sizes == 2 * [*[(13 * nodes + 1, 8)] * 4, (8 * nodes + 1, 8)]
    found = robot.compile_rollouts(controller=controller, **watch, backend="interpreter")(q0, **RUN, every=7)
    assert np.abs(found.q - whole.q).max() < AGREEMENT


@pytest.mark.parametrize("what", ["tau", "wrench"])
def test_a_function_that_fills_one_array_again(what):
    robot, kept = linkwise.load("planar2r"), np.zeros(2 if what == "tau" else 6)

    def again(t):
        kept[-2:] = 50.0 * np.sin(5.0 * t), 1.0
        return kept

    def given(function):
        return {"tau": function} if what == "tau" else {"wrenches": {"link2": function}}

    found = robot.rollouts([0.1, 0.2], step=1e-3, duration=0.5, **given(again))
    expected = robot.rollouts([0.1, 0.2], step=1e-3, duration=0.5, **given(lambda t: again(t).copy()))
    assert np.array_equal(found.q, expected.q)


def test_values_that_are_refused_are_not_remembered():
    robot, run = linkwise.load("planar2r").with_gravity([0.5, -9.0, 0.1]), {"step": 1e-3, "steps": 20}
    for name, wrong, good in (("payload", [1.0], [0.0] * 9 + [1.0]), ("gravity", [0.0, 0.0, np.nan], [0.0, 0.0, 0.0])):
        with pytest.raises(BadArray):
            robot.rollouts([0.1, 0.2], parameters={name: wrong}, **run)
        assert robot.rollouts([0.1, 0.2], parameters={name: good}, **run).finished.all()


@pytest.mark.parametrize("law", [lambda qd: 0.1 * qd if qd > 0 else 0.2 * qd, lambda qd: 0.1 * np.tanh(qd)])
def test_friction_for_numbers_alone_is_named(law):
    robot = linkwise.load("pendulum").with_friction(FrictionFunction(law))
    with pytest.raises(NotTraceable, match="friction function '<lambda>'"):
        robot.rollouts([0.1], **RUN)
