"""Linear models in joint coordinates: Pinocchio's derivatives, perturbed motions, the book's properties, sampling."""

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import linkwise
from linkwise import Robot
from linkwise.errors import BadArray, LinkwiseError, MissingExtra, NoInertia, NotForThisRobot, UnknownName
from linkwise.linearize import DiscreteModel
from linkwise.linearize.discrete import sampled
from linkwise.model import Friction, Rotor
from linkwise.trajectories import Quintic
from tests.robots import CATALOG, random_model, states
from tests.tolerances import AGREEMENT, CENTRAL_DIFFERENCES, ILL_CONDITIONED, ROUNDING, solving


def robot_of(name):
    return Robot(random_model(int(name[6:]))) if name.startswith("random") else linkwise.load(name)


def off(found, expected, size=None):
    return np.abs(found - expected).max() / (np.abs(expected).max() or 1.0 if size is None else size)


@pytest.mark.parametrize("name", [*CATALOG, "random1", "random6", "random13"])
def test_pinocchio(name):
    """D, V, P from computeRNEADerivatives with rotors and viscous friction; A, B from computeABADerivatives."""
    pytest.importorskip("pinocchio", reason="Pinocchio is not installed: pip install 'linkwise[test]'")
    from tests.peers.pinocchio import Pinocchio

    robot = robot_of(name)
    n, peer = robot.n, Pinocchio.of_model(robot.tree)
    q, qd, qdd = (x[0] for x in states(n, 1, seed=5))
    model = robot.linearize(q, qd, qdd)
    dq, dqd, M = np.hsplit(peer.inverse_dynamics_derivatives(q, qd, qdd), 3)
    viscous = np.diag([body.joint.friction.viscous for body in robot.tree.bodies])
    size = max(np.abs(dq).max(), np.abs(dqd).max(), np.abs(M).max())
    for found, expected in ((model.P, dq), (model.V, dqd + viscous), (model.D, M)):
        assert off(found, expected, size) < AGREEMENT
    tau = peer.inverse_dynamics(q, qd, qdd)  # without friction: the same accelerations
    a_q, a_qd, M_inv = peer.forward_dynamics_derivatives(q, qd, tau)
    bound = 100 * solving(M) + AGREEMENT
    assert off(model.A[n:, :n], a_q) < bound
    assert off(model.A[n:, n:], a_qd - M_inv @ viscous) < bound
    assert off(model.B[n:], M_inv) < bound
    assert (model.A[:n] == np.hstack([np.zeros((n, n)), np.eye(n)])).all() and not model.B[:n].any()


@pytest.mark.parametrize("name", ["panda", "stanford", "random4", "random27"])
def test_perturbed_motions(name):
    """(7.2.1): what is left of a perturbed motion's forces is of second order. random4 has coupled joints."""
    robot = robot_of(name)
    q, qd, qdd = (x[0] for x in states(robot.n, 1, seed=6))
    a, b, c = np.random.default_rng(7).normal(size=(3, robot.n))
    model = robot.linearize(q, qd, qdd)

    def left(ε):
        exact = robot.inverse_dynamics(q + ε * a, qd + ε * b, qdd + ε * c) - model.tau
        return np.abs(exact - ε * (model.D @ c + model.V @ b + model.P @ a)).max()

    assert 3.8 < left(2e-4) / left(1e-4) < 4.2


def test_wrenches_and_forces_by_differences():
    robot = linkwise.load("panda")
    q, qd, tau = (x[0] for x in states(7, 1, seed=8))
    wrenches = {"panda_link8": [1.0, -2.0, 0.5, 10.0, -20.0, 5.0]}
    model = robot.linearize(q, qd, tau=tau, wrenches=wrenches)
    assert off(model.tau, tau) < AGREEMENT * 1e3  # through q̈, with the condition of M
    assert off(model.qdd, robot.forward_dynamics(q, qd, tau, wrenches=wrenches)) == 0.0
    h, x = 1e-6, np.concatenate([q, qd])
    for k in range(14):
        up, down = (robot.forward_dynamics(y[:7], y[7:], tau, wrenches=wrenches) for y in (x + h * e(k), x - h * e(k)))
        assert off((up - down) / (2 * h), model.A[7:, k], np.abs(model.A).max()) < CENTRAL_DIFFERENCES


def e(k):
    return np.eye(14)[k]


@pytest.mark.parametrize("name", ["rx90", "ur5", "panda", "puma560"])
def test_properties_of_the_book(name):
    """§7.3: D is symmetric and positive, v_nn = 0, and the first column of P vanishes where z_1 ∥ g."""
    robot = linkwise.load(name).without_friction()
    model = robot.linearize(*states(robot.n, 5, seed=9))
    size = np.abs(model.P).max()
    assert off(model.D, np.swapaxes(model.D, -1, -2)) < AGREEMENT
    assert (np.linalg.eigvalsh(model.D) > 0).all()
    assert np.abs(model.V[..., -1, -1]).max() < ROUNDING * size
    assert np.abs(model.P[..., :, 0]).max() < AGREEMENT * size
    tilted = robot.with_gravity([3.0, 0.0, -9.0]).linearize(*states(robot.n, 5, seed=9))
    assert np.abs(tilted.P[..., :, 0]).max() > 0.1


def test_batches_and_trajectories_are_models_one_by_one():
    from linkwise.trajectories import Quintic

    robot = linkwise.load("ur5")
    way = Quintic(np.zeros(6), np.linspace(0.5, 1.5, 6), duration=2.0)
    times = np.linspace(0.1, 1.9, 6).reshape(2, 3)
    model = robot.linearize(way, t=times)
    assert model.A.shape == (2, 3, 12, 12) and model.eigenvalues.shape == (2, 3, 12) and len(model) == 2
    motion = way(times[1, 2])
    alone = robot.linearize(motion.q, motion.qd, motion.qdd)
    for found in (model[1, 2], model[1][2], list(model)[1][2]):
        assert off(found.A, alone.A) < AGREEMENT and off(found.tau, alone.tau) < AGREEMENT
    assert model.discrete(0.01).A.shape == (2, 3, 12, 12)
    one_q = robot.linearize(np.zeros(6), np.ones((4, 6)))
    assert one_q.q.shape == one_q.qdd.shape == (4, 6) and one_q[3].q.shape == (6,)


@pytest.mark.parametrize(("method", "order"), [("exact", None), ("euler", 1), ("tustin", 2)])
def test_sampling(method, order):
    """A step of the sampled model against x' = A x + B u integrated, the force held; errors fall with the order."""
    model = linkwise.load("puma560").linearize(*(x[0] for x in states(6, 1, seed=10)))
    x0, u = np.random.default_rng(11).normal(size=12), np.random.default_rng(12).normal(size=6)

    def error(steps):
        h, x = 0.08, x0
        sampled = model.discrete(h / steps, method)
        for _ in range(steps):
            x = sampled.A @ x + sampled.B @ u
        return off(x, exact)

    exact = solve_ivp(lambda t, x: model.A @ x + model.B @ u, (0, 0.08), x0, rtol=1e-12, atol=1e-12, method="DOP853").y[
        :, -1
    ]
    if order is None:
        assert error(1) < ILL_CONDITIONED
    else:
        assert 0.7 * 2**order < error(200) / error(400) < 1.3 * 2**order


def test_python_control():
    control = pytest.importorskip("control", reason="python-control is not installed: pip install 'linkwise[control]'")
    model = linkwise.load("ur5").linearize(*(x[0] for x in states(6, 1, seed=13)))
    system = model.to_control()
    assert isinstance(system, control.StateSpace) and system.dt == 0
    assert (system.A == model.A).all() and (system.B == model.B).all()
    assert (np.asarray(system.C) == np.eye(12)).all() and not np.asarray(system.D).any()
    assert system.state_labels == list(model.states) and system.input_labels == list(model.inputs)
    for method, theirs in (("exact", "zoh"), ("euler", "euler")):
        sampled, expected = model.discrete(0.01, method), control.c2d(system, 0.01, theirs)
        assert off(sampled.A, expected.A) < AGREEMENT and off(sampled.B, expected.B) < AGREEMENT
        assert sampled.to_control().dt == 0.01
    assert off(model.discrete(0.01, "tustin").A, control.c2d(system, 0.01, "tustin").A) < AGREEMENT


def test_without_python_control(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "control", None)
    with pytest.raises(MissingExtra, match=r"linkwise\[control\]"):
        linkwise.load("pendulum").linearize([0.0]).to_control()


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (lambda r: r.linearize([0.0]), BadArray, "shape"),
        (lambda r: r.linearize([0.0, np.nan]), BadArray, "'joint2'"),
        (lambda r: r.linearize([0.0, 0.0], [np.inf, 0.0]), BadArray, "qd is inf"),
        (lambda r: r.linearize([0.0, 0.0], qdd=[0, 0], tau=[0, 0]), LinkwiseError, "both"),
        (lambda r: r.linearize([0.0, 0.0], t=[0.0]), LinkwiseError, "without a trajectory"),
        (lambda r: r.linearize([0.0, 0.0], wrenches={"nowhere": [0] * 6}), UnknownName, "nowhere"),
        (lambda r: r.linearize([0.0, 0.0]).discrete(0.0), BadArray, "the step is 0.0"),
        (lambda r: r.linearize([0.0, 0.0]).discrete("soon"), BadArray, "the step is 'soon'"),
        (lambda r: r.linearize([0.0, 0.0]).discrete(0.1, "runge"), UnknownName, "exact"),
        (lambda r: r.linearize([0.0, 0.0])[0], BadArray, "not an index into models"),
        (lambda r: len(r.linearize([0.0, 0.0])), BadArray, "single model"),
        (lambda r: r.linearize([[0.0, 0.0]])[1], BadArray, "not an index into models"),
        (lambda r: r.linearize([[0.0, 0.0]]).to_control(), BadArray, "one at a time"),
        (lambda r: r.linearize(Way(3), t=[0.0]), NotForThisRobot, "3 joints"),
        (lambda r: r.linearize(Way(2)), LinkwiseError, "times"),
        (lambda r: r.linearize(Way(2), [0.0, 0.0], t=[0.0]), LinkwiseError, "times"),
        (lambda r: r.linearize(Way(2), t=[np.nan]), BadArray, "t is nan"),
        (lambda r: r.linearize(Way(2), t=[[0.0], [0.0, 1.0]]), BadArray, "t cannot be read"),
        (lambda r: r.linearize(Way(2, lambda t: None), t=[0.0]), BadArray, "returned 'None'"),
        (lambda r: r.linearize(Way(2, lambda t: np.zeros((2, 1, 2))), t=[0.0]), BadArray, "q, qd and qdd"),
        (lambda r: r.linearize(Way(2, lambda t: np.zeros((3, 5, 2))), t=[0.0]), BadArray, r"shape \(5, 2\)"),
        (lambda r: r.linearize([0.0, 0.0], wrenches={"tip": [np.nan] * 6}), BadArray, "not finite here"),
        (lambda r: r.linearize([0.0, 0.3], [1e200, 1.0]), BadArray, "not finite here"),
        (lambda r: r.lock({"joint1": 0.0, "joint2": 0.0}).linearize([]), NotForThisRobot, "no joints"),
        (lambda r: r.linearize([[0.0, 0.0]])[0, 1], BadArray, r"\[\(0, 1\)\] is not an index"),
        (lambda r: r.linearize([3.0, 0.0]).discrete(1e6), BadArray, "too long"),
        (lambda r: r.linearize([3.0, 0.0]).discrete(1e308, "euler"), BadArray, "too long"),
        (lambda r: r.linearize([3.0, 0.0]).discrete(10**400), BadArray, "the step is 1000"),
        (lambda r: r.linearize([3.0, 0.0]).discrete(0.1, ["exact"]), UnknownName, "exact"),
    ],
)
def test_errors(call, error, words):
    if "to_control" in call.__code__.co_names:
        pytest.importorskip("control", reason="python-control is not installed: pip install 'linkwise[control]'")
    with pytest.raises(error, match=words):
        call(linkwise.load("planar2r"))


class Way:
    duration = 1.0

    def __init__(self, n, motion=None):
        self.n, self.motion = n, motion

    def __call__(self, t):
        return (np.zeros((*np.shape(t), self.n)),) * 3 if self.motion is None else self.motion(t)


def test_a_step_on_an_eigenvalue():
    """(1 − A h/2)⁻¹ is not there where 2/h is an eigenvalue of A."""
    with pytest.raises(BadArray, match="too long"):
        sampled(np.array([[4.0]]), np.ones((1, 1)), 0.5, "tustin")


def test_a_joint_that_moves_nothing_is_named():
    arm = linkwise.load("planar2r")
    empty = arm.with_parameters(np.zeros(10), [name for name in arm.parameters().names if name.endswith("2")])
    with pytest.raises(NoInertia, match="joint2"):
        _ = empty.linearize([0.0, 0.3]).A
    with pytest.raises(NoInertia, match="joint2"):
        _ = empty.linearize([0.0, 0.3]).cartesian(rows=["x", "y"])


@pytest.mark.parametrize("method", ["exact", "euler", "tustin"])
def test_no_states_at_all(method):
    model = linkwise.load("planar2r").linearize(np.zeros((0, 2)))
    assert model.A.shape == (0, 4, 4) and model.discrete(0.1, method).B.shape == (0, 4, 2) and list(model) == []
    assert model.cartesian(rows=["x", "y"]).eigenvalues.shape == (0, 4)


def test_drives_and_motors_have_their_part():
    """A motor that two joints share, coordinates of motors, rotors that spin: D, V, P by differences of τ."""
    puma = linkwise.load("puma560")
    shared = puma.with_drive("extra", {"joint5": 1.0, "joint6": -2.0}, rotor=Rotor(0.3), friction=Friction(0.4))
    coupling = np.eye(6) + 0.2 * np.tri(6, k=-1)
    for robot in (shared, shared.with_motors(coupling), puma.with_spinning_rotors()):
        x = np.concatenate([each[0] for each in states(6, 1, seed=14)])
        h = 1e-6 * np.eye(18)
        up, down = (robot.inverse_dynamics(*np.split(x + s * h, 3, axis=-1)) for s in (1.0, -1.0))
        model = robot.linearize(*np.split(x, 3))
        found = np.hstack([model.P, model.V, model.D])
        assert off(found, (up - down).T / 2e-6) < CENTRAL_DIFFERENCES


def test_a_sampled_model_can_be_made_by_hand():
    assert DiscreteModel(np.eye(2), np.ones((2, 1)), 0.1, ("a", "b"), ("u",)).eigenvalues.tolist() == [1.0, 1.0]


def test_a_motion_is_a_state():
    """What a trajectory says at a time: positions, velocities and accelerations, not three postures."""
    arm = linkwise.load("planar2r")
    motion = Quintic([0.0, 0.0], [1.0, -1.0], duration=1.0)(0.3)
    found, expected = arm.linearize(motion), arm.linearize(*motion)
    assert np.array_equal(found.A, expected.A) and found.A.shape == (4, 4)
    assert np.array_equal(arm.task_space(motion).velocity, arm.task_space(motion.q, motion.qd).velocity)
    with pytest.raises(LinkwiseError, match="together with"):
        arm.linearize(motion, motion.qd)
