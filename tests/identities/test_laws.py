"""The laws of manipulator dynamics, each stated once and swept over robots and every formulation.

    M = Mᵀ > 0;   Ṁ − 2C skew;   C = Christoffel symbols of M;   C q̇ = bias − gravity;
    ID = M q̈ + bias + friction − Jᵀw;   ID∘FD = 1;   ∂τ/∂q̈ = M;   gravity = ∂U/∂q;
    q̇·τ = d(T + U)/dt + q̇·friction;   T = ½ q̇ᵀ M q̇
    renumbering links permutes results;   splitting a link by a fixed joint changes nothing;
    turning base and gravity together changes nothing

Derivatives are taken by 4th-order central differences in 50-digit arithmetic, so they are exact to double precision.
"""

from dataclasses import replace
from functools import cache
from itertools import count

import mpmath
import numpy as np
import pytest

import linkwise
from linkwise import Robot
from linkwise.algebra import Inertia, Rotation, Transform, Vec3
from linkwise.formulations import formulations_for
from linkwise.model import BASE, Body, Coordinates, Fixed
from tests.robots import CATALOG, SEEDS, everybody, example_robots, is_serial_arm, random_model
from tests.robots import states as seeded_states
from tests.tolerances import AGREEMENT, NOT_ZERO

EXAMPLES = {name: path for name, path in example_robots().items() if is_serial_arm(path)}
SOME = (0, 2, 4, 6, 24, 28, 30)  # chains of up to seven joints, and trees
QUICK = [*CATALOG, *(f"random{seed}" for seed in SOME)]
LONG = [*(f"random{seed}" for seed in SEEDS if seed not in SOME), *(f"example {name}" for name in EXAMPLES)]


@cache
def robot_of(name):
    if name.startswith("random"):
        return Robot(random_model(int(name.removeprefix("random"))))
    return linkwise.load(EXAMPLES[name.removeprefix("example ")] if name.startswith("example ") else name)


@pytest.fixture
def robot(request):
    return robot_of(request.param)


TURN = count()


def swept(law):
    """A law on the quick robots, and in the slow run on a third of the others: the next third for the next law."""
    turn = next(TURN)
    others = [pytest.param(name, marks=pytest.mark.slow) for k, name in enumerate(LONG) if k % 3 == turn % 3]
    return pytest.mark.parametrize("robot", [*QUICK, *others], indirect=True)(law)


def states(n, count):
    return seeded_states(n, count, seed=11)


def near(a, b, scale=None, tol=AGREEMENT):
    """Relative to the largest entry of the reference, or to the given scale."""
    size = np.abs(b).max() if scale is None else scale
    assert np.abs(np.asarray(a) - np.asarray(b)).max() <= tol * max(size, NOT_ZERO), (a, b)


def condition(M):
    """How much solving with M amplifies rounding, for rows scaled to the diagonal."""
    d = 1 / np.sqrt(np.einsum("...ii->...i", M))
    return np.linalg.cond(M * d[..., :, None] * d[..., None, :]).max()


@swept
def test_mass_matrix_is_symmetric_and_positive_definite(robot):
    q, _, _ = states(robot.n, 5)
    for formulation in everybody(robot, "mass_matrix"):
        M = robot.mass_matrix(q, formulation=formulation)
        assert np.array_equal(M, np.swapaxes(M, -1, -2))
        assert (np.linalg.eigvalsh(M) > 0).all()


@swept
def test_coriolis_matrix_times_velocity(robot):
    q, qd, _ = states(robot.n, 5)
    bias, gravity = robot.bias_forces(q, qd), robot.gravity_forces(q)
    for formulation in everybody(robot, "coriolis_matrix"):
        C = robot.coriolis_matrix(q, qd, formulation=formulation)
        near(np.einsum("bij,bj->bi", C, qd), bias - gravity, np.abs(bias).max() + np.abs(gravity).max())


def exactly(question, robot, *state):
    """An answer in 50 digits, as mpmath numbers in a NumPy object array."""
    from linkwise.formulations import terms

    by = next(iter(formulations_for(question).values()))
    answer = np.array(getattr(terms, question)(robot.tree, by, *state), dtype=object)
    return np.vectorize(mpmath.mpf, otypes=[object])(answer)  # entries that do not depend on the state are floats


def slope(f, x, dx):
    """The derivative of f at x along dx, to about 40 digits."""
    h = mpmath.mpf(10) ** -12

    def at(k):
        return f([a + k * h * b for a, b in zip(x, dx, strict=True)])

    return (at(-2) - 8 * at(-1) + 8 * at(1) - at(2)) / (12 * h)


def digits(values):
    return [mpmath.mpf(float(v)) for v in values]


def floats(array):
    return np.vectorize(float, otypes=[float])(array)


@swept
def test_christoffel_symbols_and_passivity(robot):
    """C_ij = ½ Σ_k (∂M_ij/∂q_k + ∂M_ik/∂q_j − ∂M_jk/∂q_i) q̇_k, so Ṁ − 2C is skew: Lynch & Park (9.87), Prop. 9.1."""
    (q,), (qd,), _ = states(robot.n, 1)
    with mpmath.workdps(50):
        steps = np.eye(robot.n).tolist()
        dM = [floats(slope(lambda x: exactly("mass_matrix", robot, x), digits(q), digits(e))) for e in steps]
    dM = np.moveaxis(np.array(dM), 0, -1)  # dM[i, j, k] = ∂M_ij/∂q_k
    Γ = 0.5 * (dM + np.swapaxes(dM, 1, 2) - np.moveaxis(dM, 2, 0))  # [i, j, k]
    M_dot = dM @ qd
    scale = (np.abs(dM).max() + np.abs(robot.mass_matrix(q)).max()) * np.abs(qd).max() * robot.n
    for formulation in everybody(robot, "coriolis_matrix"):
        C = robot.coriolis_matrix(q, qd, formulation=formulation)
        near(C, Γ @ qd, scale)
        skew = M_dot - 2 * C
        near(skew, -skew.T, scale)


@swept
def test_inverse_dynamics_is_the_sum_of_its_parts(robot):
    q, qd, qdd = states(robot.n, 5)
    rng = np.random.default_rng(1)
    wrenches = {frame: rng.normal(size=(5, 6)) for frame in robot.frames[-2:]}  # of most robots both are on one link
    parts = [
        np.einsum("bij,bj->bi", robot.mass_matrix(q), qdd),
        np.einsum("bij,bj->bi", robot.coriolis_matrix(q, qd), qd),
        robot.gravity_forces(q),
        robot.friction_forces(qd),
        *(-np.einsum("bki,bk->bi", robot.jacobian(q, frame), w) for frame, w in wrenches.items()),
    ]
    scale = sum(np.abs(part).max() for part in parts)
    for formulation in everybody(robot, "inverse_dynamics"):
        τ = robot.inverse_dynamics(q, qd, qdd, wrenches=wrenches, formulation=formulation)
        near(τ, sum(parts), scale)


@swept
def test_forward_dynamics_undoes_inverse_dynamics(robot):
    q, qd, qdd = states(robot.n, 5)
    w = {robot.frames[-1]: np.random.default_rng(2).normal(size=(5, 6))}
    τ = robot.inverse_dynamics(q, qd, qdd, wrenches=w)
    M = robot.mass_matrix(q)
    diagonal = np.einsum("bii->bi", M)
    # Rounding of τ, amplified by the solve, in accelerations of each joint's own size.
    unit = (np.abs(τ).max() + np.abs(robot.bias_forces(q, qd)).max()) / diagonal.min(axis=0)
    for formulation in everybody(robot, "forward_dynamics"):
        error = np.abs(robot.forward_dynamics(q, qd, τ, wrenches=w, formulation=formulation) - qdd)
        assert (error <= AGREEMENT * condition(M) * (np.abs(qdd).max() + unit)).all(), (formulation, error)


@swept
def test_mass_matrix_is_the_slope_of_inverse_dynamics(robot):
    """τ is affine in q̈, so its slope along each axis is a difference."""
    (q,), (qd,), _ = states(robot.n, 1)
    matrices = [robot.mass_matrix(q, formulation=of) for of in everybody(robot, "mass_matrix")]
    for by in everybody(robot, "inverse_dynamics"):
        still = robot.inverse_dynamics(q, qd, np.zeros(robot.n), formulation=by)
        columns = robot.inverse_dynamics(q, qd, np.eye(robot.n), formulation=by) - still
        for M in matrices:
            near(columns, M, np.abs(M).max() + np.abs(still).max())


@swept
def test_gravity_is_the_slope_of_potential_energy(robot):
    (q,), _, _ = states(robot.n, 1)
    with mpmath.workdps(50):
        steps = np.eye(robot.n).tolist()
        dU = [float(slope(lambda x: exactly("potential_energy", robot, x)[()], digits(q), digits(e))) for e in steps]
    for formulation in everybody(robot, "gravity_forces"):
        near(
            robot.gravity_forces(q, formulation=formulation),
            dU,
            max(np.abs(dU).max(), abs(float(robot.potential_energy(q)))),
        )


@swept
def test_power_balance(robot):
    """The joints' power goes into kinetic and potential energy and into friction: q̇·(τ − friction) = d(T + U)/dt."""
    (q,), (qd,), (qdd,) = states(robot.n, 1)
    n = robot.n
    with mpmath.workdps(50):

        def energy(x):
            T = exactly("kinetic_energy", robot, x[:n], x[n:])[()]
            return T + exactly("potential_energy", robot, x[:n])[()]

        rate = float(slope(energy, digits([*q, *qd]), digits([*qd, *qdd])))
    for formulation in everybody(robot, "inverse_dynamics"):
        τ = robot.inverse_dynamics(q, qd, qdd, formulation=formulation)
        power = qd @ (τ - robot.friction_forces(qd))
        near(power, rate, np.abs(qd * τ).sum() + np.abs(qd).max() * np.abs(robot.bias_forces(q, qd)).sum())


@swept
def test_kinetic_energy_is_the_quadratic_form_of_the_mass_matrix(robot):
    q, qd, _ = states(robot.n, 5)
    near(robot.kinetic_energy(q, qd), 0.5 * np.einsum("bi,bij,bj->b", qd, robot.mass_matrix(q), qd))


# ---- laws about the robot -------------------------------------------------------------------------------------------


@swept
def test_renumbering_links_permutes_results(robot):
    model = robot.tree
    order, placed = [], set()
    rng = np.random.default_rng(7)
    while len(order) < len(model.bodies):  # a random order in which parents still come first
        ready = [i for i, b in enumerate(model.bodies) if i not in placed and (b.parent == BASE or b.parent in placed)]
        order.append(int(rng.choice(ready)))
        placed.add(order[-1])
    new = {old: k for k, old in enumerate(order)} | {BASE: BASE}
    bodies = tuple(replace(model.bodies[i], parent=new[model.bodies[i].parent]) for i in order)
    frames = tuple(replace(frame, body=new[frame.body]) for frame in model.frames)
    u = model.coordinates
    rows = Coordinates(u.names, tuple(u.rows[i] for i in order), tuple(u.offsets[i] for i in order))
    permuted = Robot(replace(model, bodies=bodies, frames=frames, coordinates=rows))
    q, qd, qdd = states(robot.n, 3)
    near(permuted.inverse_dynamics(q, qd, qdd), robot.inverse_dynamics(q, qd, qdd))
    near(permuted.mass_matrix(q), robot.mass_matrix(q))
    near(permuted.coriolis_matrix(q, qd), robot.coriolis_matrix(q, qd), np.abs(robot.mass_matrix(q)).max())


@swept
def test_splitting_a_link_by_a_fixed_joint_changes_nothing(robot):
    """Half of the last link's mass moves to a new link, fixed at a pose of its own."""
    model = robot.model
    last = max(model.moving)
    body = model.bodies[last]
    T = Transform(Rotation.rpy(0.3, -0.8, 2.0), Vec3(0.1, -0.2, 0.3)).tagged(body.name, "half")
    half = Inertia.of_parameters([0.5 * p for p in body.inertia.parameters], body.name)
    there = Transform(T.inverse().R, T.inverse().p)
    split = Body("half", last, T, Fixed("seam"), half.to_parent(there))
    bodies = [*model.bodies[:last], replace(body, inertia=half), *model.bodies[last + 1 :], split]
    other = Robot(replace(model, bodies=tuple(bodies)))
    q, qd, qdd = states(robot.n, 3)
    near(other.inverse_dynamics(q, qd, qdd), robot.inverse_dynamics(q, qd, qdd))
    near(other.mass_matrix(q), robot.mass_matrix(q))


@swept
def test_turning_base_and_gravity_together_changes_nothing(robot):
    model = robot.tree
    Q = Rotation.rpy(1.0, -0.4, 0.7)
    turn = Transform(Q, Vec3(0.0, 0.0, 0.0)).tagged(model.base, model.base)
    bodies = tuple(replace(b, placement=turn @ b.placement) if b.parent == BASE else b for b in model.bodies)
    turned = Robot(replace(model, bodies=bodies, gravity=Q @ model.gravity.seen_from(None)))
    q, qd, qdd = states(robot.n, 3)
    near(turned.inverse_dynamics(q, qd, qdd), robot.inverse_dynamics(q, qd, qdd))
    near(turned.potential_energy(q), robot.potential_energy(q), np.abs(robot.potential_energy(q)).max() + 1.0)


def test_the_sweep_is_not_empty():
    robots = [robot_of(name) for name in QUICK]
    assert {"panda", "puma560", "stanford", "scara"} <= {robot.name for robot in robots}
    assert any(not robot.model.serial for robot in robots)
    assert any(not robot.model.coordinates.trivial for robot in robots)
    assert any(robot.friction_forces(np.ones(robot.n)).any() for robot in robots)
