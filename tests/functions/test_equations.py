"""A robot's questions over lists of scalars: numbers, columns, many digits, traces."""

import mpmath
import numpy as np
import pytest

import linkwise
from linkwise import LinkwiseError
from linkwise.backends.interpreter import run
from linkwise.calls.equations import Equations
from linkwise.model import FrictionFunction
from linkwise.program import trace
from tests.functions.robots import ROBOTS, RUBBING
from tests.peers.pinocchio import Pinocchio
from tests.rewrite.model_in_pinocchio import InPinocchio
from tests.robots import states
from tests.tolerances import AGREEMENT

PLANAR = linkwise.load("planar2r")


def near(a, b, bound=AGREEMENT):
    assert np.abs(np.asarray(a, dtype=float) - b).max() <= bound * max(np.abs(b).max(), 1.0)


@pytest.mark.parametrize("name", ROBOTS)
def test_pinocchio_says_the_same(name):
    robot = ROBOTS[name]
    eq, peer = Equations(robot.tree), InPinocchio(robot.tree)
    assert eq.n == robot.n
    (q,), (qd,), (qdd,) = (x.tolist() for x in states(robot.n, 1, seed=4))
    tau = peer.inverse_dynamics(q, qd, qdd)
    near(eq.inverse_dynamics(q, qd, qdd), tau)
    near(eq.mass_matrix(q), peer.mass_matrix(q))
    near(eq.bias_forces(q, qd), peer.inverse_dynamics(q, qd, np.zeros(robot.n)))
    near(eq.gravity_forces(q), peer.inverse_dynamics(q, np.zeros(robot.n), np.zeros(robot.n)))
    near(eq.forward_dynamics(q, qd, tau.tolist()), qdd, 1e4 * AGREEMENT)
    near(eq.kinetic_energy(q, qd), 0.5 * np.array(qd) @ peer.mass_matrix(q) @ qd)
    near(np.array(eq.coriolis_matrix(q, qd)) @ qd, np.array(eq.bias_forces(q, qd)) - eq.gravity_forces(q))
    π = robot.parameters(rotors=True).values
    near(np.array(eq.regressor(q, qd, qdd)) @ robot.parameters().values, tau)
    near(robot.regressor(q, qd, qdd, rotors=True) @ π, tau)
    near(np.array(eq.momentum_regressor(q, qd)) @ robot.parameters().values, peer.mass_matrix(q) @ qd)
    frame = robot.frames[-1]
    near(eq.forward_kinematics(q, frame), peer.pose(q, frame))


@pytest.mark.parametrize("name", ["ur5", "stanford", "tree"])
def test_jacobians_and_wrenches(name):
    """A wrench of the environment at a frame is −Jᵀ w of the joint forces, J being Pinocchio's."""
    robot = ROBOTS[name]
    eq, peer, frame, w = Equations(robot.tree), Pinocchio.of_model(robot.tree), robot.frames[-1], np.arange(1.0, 7.0)
    (q,), (qd,), (qdd,) = states(robot.n, 1, seed=5)
    _, J, drift = peer.place(q, qd, frame)
    near(eq.jacobian(q, frame), J)
    near(np.array(eq.jacobian_dot(q, qd, frame)) @ qd, drift)
    tau = eq.inverse_dynamics(q, qd, qdd, {frame: w})
    near(tau, peer.inverse_dynamics(q, qd, qdd) - J.T @ w)
    near(eq.forward_dynamics(q, qd, tau, {frame: w.tolist()}), qdd, 1e4 * AGREEMENT)
    near(eq.bias_forces(q, qd, {frame: w}), peer.inverse_dynamics(q, qd, 0.0 * q) - J.T @ w)
    first = robot.frames[1]
    two = eq.inverse_dynamics(q, qd, qdd, {frame: w, first: -2.0 * w})
    near(two, np.array(tau) + peer.place(q, qd, first)[1].T @ (2.0 * w))


def test_friction_is_in_dynamics_and_asked_alone():
    eq = Equations(RUBBING.tree)
    near(eq.friction_forces([1.0, -2.0]), [0.5, -0.8])
    free = Equations(RUBBING.without_friction().tree).inverse_dynamics([0.1, 0.2], [1.0, -2.0], [0.0, 0.0])
    near(np.array(eq.inverse_dynamics([0.1, 0.2], [1.0, -2.0], [0.0, 0.0])) - free, [0.5, -0.8])
    placed = PLANAR.with_friction(FrictionFunction(lambda qd, q: 2.0 * qd * q, name="placed"))
    near(Equations(placed.tree).friction_forces([1.0, 3.0], [0.5, 0.1]), [1.0, 0.6])
    with pytest.raises(LinkwiseError, match="depends on position"):
        Equations(placed.tree).friction_forces([1.0, 3.0])


def test_columns_many_digits_and_traces_are_the_same_equations():
    eq = Equations(RUBBING.tree)
    q, qd, qdd = states(2, 5, seed=6)
    columns = eq.inverse_dynamics(*(list(x.T) for x in (q, qd, qdd)))
    program = trace(lambda q, qd, qdd: eq.inverse_dynamics(q, qd, qdd), {"q": 2, "qd": 2, "qdd": 2})
    with mpmath.workdps(40):
        for k in range(5):
            exact = eq.inverse_dynamics(*([mpmath.mpf(float(x)) for x in row[k]] for row in (q, qd, qdd)))
            near([column[k] for column in columns], np.array(exact, dtype=float))
            near(run(program, [*q[k], *qd[k], *qdd[k]]), np.array(exact, dtype=float))


def test_arrays_of_any_precision_are_lists_of_numbers():
    eq, expected = Equations(PLANAR.tree), PLANAR.mass_matrix([0.5, 0.25])
    for q in ([0.5, 0.25], (0.5, 0.25), np.array([0.5, 0.25], dtype=np.float32), np.array([0.5, 0.25])):
        near(eq.mass_matrix(q), expected)
    assert eq.mass_matrix([np.zeros(0)] * 2)[0][0].shape == (0,)


def test_what_is_not_finite_is_quiet():
    """Floats and columns alike: NaN and infinities in give NaN and infinities out; a warning would be an error here."""
    eq, odd = Equations(RUBBING.tree), [np.nan, np.inf, 1e300]
    column = np.array(odd)
    for question in ("inverse_dynamics", "forward_dynamics"):
        batch = getattr(eq, question)(*[[column, column]] * 3)
        for k, x in enumerate(odd):
            single = getattr(eq, question)(*[[x, x]] * 3)
            assert not np.isfinite(single).any()
            assert not np.isfinite([entry[k] for entry in batch]).any()
    assert np.isnan(eq.friction_forces([column, column])[0][0])


def test_parameters_left_open():
    """Against robots that have the numbers built in, and gravity and weights by hand."""
    moon, q, qd = [0.0, 0.0, -1.62], [0.3, -0.4], [0.5, 0.6]
    near(Equations(PLANAR.tree, {"gravity": moon}).gravity_forces(q), PLANAR.with_gravity(moon).gravity_forces(q))
    loaded = Equations(PLANAR.tree, {"payload": [*[0.0] * 9, 2.0]})  # a point in the hand
    J = PLANAR.jacobian(q)[3:]
    near(loaded.gravity_forces(q), PLANAR.gravity_forces(q) - 2.0 * PLANAR.gravity @ J)
    near(loaded.mass_matrix(q), PLANAR.mass_matrix(q) + 2.0 * J.T @ J)
    twice = Equations(PLANAR.tree, {"inertia": (2.0 * PLANAR.parameters(rotors=False).values).tolist()})
    near(twice.inverse_dynamics(q, qd, qd), 2.0 * PLANAR.inverse_dynamics(q, qd, qd))
    rubs = Equations(PLANAR.tree, {"friction": [0.3, 0.2, 0.1, 0.0]})
    near(rubs.friction_forces([1.0, -2.0]), [0.5, -0.2])
    assert len(twice.regressor(q, qd, qd)) == 2  # which depends on no inertia, but on gravity
    both, π = Equations(PLANAR.tree, {"gravity": moon, **twice.open_parameters}), PLANAR.parameters().values
    near(np.array(both.regressor(q, qd, qd)) @ π, PLANAR.with_gravity(moon).inverse_dynamics(q, qd, qd))


SHORT = {"inertia": [1.0] * 19}


@pytest.mark.parametrize(
    ("ask", "words"),
    [
        (lambda eq: eq.mass_matrix([0.0]), ["q has 1 entries", "2 scalars"]),
        (lambda eq: eq.mass_matrix([0.0, 1.0, 2.0]), ["q has 3 entries"]),
        (lambda eq: eq.mass_matrix(np.zeros((3, 2))), ["q has 3 entries"]),
        (lambda eq: eq.inverse_dynamics([0.0] * 2, [0.0] * 3, [0.0] * 2), ["qd has 3 entries"]),
        (lambda eq: eq.mass_matrix(None), ["q is 'None'"]),
        (lambda eq: eq.mass_matrix(1.0), ["q is '1.0'"]),
        (lambda eq: eq.mass_matrix("ab"), ["q is"]),
        (lambda eq: eq.mass_matrix(["a", "b"]), ["a str is not a scalar"]),
        (lambda eq: eq.friction_forces([1.0]), ["qd has 1 entries"]),
        (lambda eq: eq.friction_forces([1.0, 1.0], [1.0]), ["q has 1 entries"]),
        (lambda eq: eq.bias_forces([0.0] * 2, [0.0] * 2, {"tip": [0.0] * 5}), ["wrench_1 has 5 entries", "6 scalars"]),
        (lambda eq: eq.bias_forces([0.0] * 2, [0.0] * 2, {"hand": [0.0] * 6}), ["no frame 'hand'"]),
        (lambda eq: eq.bias_forces([0.0] * 2, [0.0] * 2, [0.0] * 6), ["wrenches are", "dict"]),
        (lambda eq: eq.jacobian([0.0] * 2, "hand"), ["no frame 'hand'"]),
        (lambda eq: Equations(eq.tree, {"mass": [1.0]}), ["no parameter 'mass'", "'gravity'"]),
        (lambda eq: Equations(eq.tree, {"gravity": [1.0]}), ["gravity has 1 entries", "3 scalars"]),
        (lambda eq: Equations(eq.tree, SHORT), ["inertia has 19 entries", "20 scalars"]),
        (lambda eq: Equations(eq.tree, ["gravity"]), ["open_parameters is", "dict"]),
        (lambda eq: Equations(PLANAR), ["a Robot is not a Model"]),
        (lambda eq: Equations("planar2r"), ["a str is not a Model"]),
    ],
)
def test_bad_questions_are_named(ask, words):
    with pytest.raises(LinkwiseError) as caught:
        ask(Equations(PLANAR.tree))
    for word in words:
        assert word in str(caught.value)
