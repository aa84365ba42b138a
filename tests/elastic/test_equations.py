"""The equations of elastic joints at states: closed forms, identities, derivatives, friction laws."""

import ctypes
import pickle
import shutil
import subprocess

import numpy as np
import pytest
from scipy.linalg import eigh

import linkwise
from linkwise.model import Friction, FrictionFunction, Rotor, Smooth, Stribeck
from tests.tolerances import FIRST_ORDER_RUN, NINE_DIGITS, ROUNDING

from ..robots import random_model
from ..tolerances import AGREEMENT, EPS, NUDGED, solving
from .arms import ARMS, coupled_stiffness, states


def test_the_single_link_in_closed_form():
    """Spong's link: I q̈ + m g l sin q + k (q − θ) = 0, J θ̈ + b θ̇ − k (q − θ) = u, and Γ for a motion by hand."""
    I, mgl, J, k, b = 1.0 / 3.0, 0.5 * 9.81, 0.2, 50.0, 0.7
    arm = linkwise.load("pendulum").with_friction(Friction(b)).with_elastic_joints(k, rotors=J)
    x, xd, u = states(arm, 50)
    q, θ, θd = x[:, 0], x[:, 1], xd[:, 1]
    wanted = np.stack([(-mgl * np.sin(q) - k * (q - θ)) / I, (u[:, 0] + k * (q - θ) - b * θd) / J], axis=-1)
    assert np.allclose(arm.forward_dynamics(x, xd, u), wanted, rtol=AGREEMENT, atol=AGREEMENT * np.abs(wanted).max())

    q, v, a, j, s = np.random.default_rng(1).normal(size=(5, 50))
    τ = I * a + mgl * np.sin(q)
    τd = I * j + mgl * np.cos(q) * v
    τdd = I * s + mgl * (np.cos(q) * a - np.sin(q) * v**2)
    Γ = J * (a + τdd / k) + b * (v + τd / k) + τ
    found = arm.inverse_dynamics(*(each[:, None] for each in (q, v, a, j, s)))
    assert np.allclose(found[:, 0], Γ, rtol=0, atol=AGREEMENT * np.abs(Γ).max())


@pytest.mark.parametrize("name", ARMS)
def test_forward_undoes_inverse(name):
    """And what the book's two equations leave is nothing, with the rigid arm's own answers put in."""
    arm = ARMS[name]()
    m = arm.inputs
    derivatives = np.random.default_rng(0).normal(size=(5, 10, m))
    found = arm.motion(*derivatives)
    xdd = arm.forward_dynamics(found.x, found.xd, found.tau)
    for k in range(10):
        assert np.abs(xdd[k] - found.xdd[k]).max() <= _roundings(arm, found.x[k], found.tau[k])
    assert np.array_equal(found.x[:, :m], derivatives[0])


def _roundings(arm, x, tau):
    """What accelerations are known to: the forces cancel, and springs make forces of the roundings of positions."""
    m, M = arm.inputs, arm.mass_matrix(x)
    spring = arm.springs.stiffness @ (x[m:] - x[:m])
    largest = max(np.abs(np.linalg.solve(M, np.r_[spring, force])).max() for force in (spring, tau))
    bent = np.abs(np.linalg.solve(M[:m, :m], arm.springs.stiffness)).sum(axis=1).max() * np.abs(x).max()
    return (AGREEMENT + solving(M)) * largest + 2 * EPS * bent


@pytest.mark.parametrize("name", ARMS)
def test_the_parts_make_the_whole(name):
    """M ẍ + bias + friction = (0, Γ); the gradient of U is gravity_forces, Ṁ − 2C is skew, by differences."""
    arm = ARMS[name]()
    m, n = arm.inputs, arm.n
    x, xd, tau = states(arm, 5)
    xdd = arm.forward_dynamics(x, xd, tau)
    left = np.einsum("bij,bj->bi", arm.mass_matrix(x), xdd) + arm.bias_forces(x, xd) + arm.friction_forces(xd, x)
    wanted = np.concatenate([np.zeros((5, m)), tau], axis=-1)
    assert np.abs(left - wanted).max() <= AGREEMENT * np.abs(arm.bias_forces(x, xd)).max()

    h = 1e-6 * np.eye(n)
    slope = (arm.potential_energy(x[:, None] + h) - arm.potential_energy(x[:, None] - h)) / 2e-6
    g = arm.gravity_forces(x)
    assert np.abs(slope - g).max() <= NUDGED * np.abs(g).max()
    assert np.allclose(arm.bias_forces(x, 0 * xd), g, rtol=0, atol=AGREEMENT * np.abs(g).max())
    Md = (arm.mass_matrix(x + 1e-6 * xd) - arm.mass_matrix(x - 1e-6 * xd)) / 2e-6
    S = Md - 2 * arm.coriolis_matrix(x, xd)
    assert np.abs(S + np.swapaxes(S, -1, -2)).max() <= NUDGED * max(np.abs(Md).max(), 1.0)
    kinetic = 0.5 * np.einsum("bi,bij,bj->b", xd, arm.mass_matrix(x), xd)
    assert np.allclose(arm.kinetic_energy(x, xd), kinetic, rtol=AGREEMENT)


LAWS = {
    "viscous": Friction(2.0, 1.0),
    "stribeck": Stribeck(viscous=2.0, coulomb=1.0, static=1.5, k=4.0, exponent=2.0),
    "smooth": Smooth(Friction(0.5, 2.0), width=0.1),
    "of place and load": FrictionFunction(lambda qd, q, load: (1.0 + 0.1 * load * load + 0.2 * q) * qd, name="greased"),
}


def test_a_motor_rubs_where_it_stands_and_under_the_load_of_its_link():
    """(1 + 0.1 Q(q)² + 0.2 q_M) q̇_M, Q = ½ m g l sin q of the link, with the spring bent."""
    arm = linkwise.load("pendulum").with_friction(LAWS["of place and load"]).with_elastic_joints(50.0, rotors=0.2)
    q, q_M, qd_M = 0.9, 1.4, -2.0
    expected = (1.0 + 0.1 * (0.5 * 9.81 * np.sin(q)) ** 2 + 0.2 * q_M) * qd_M
    assert np.allclose(arm.friction_forces([0.3, qd_M], [q, q_M]), [0.0, expected], rtol=ROUNDING)


@pytest.mark.parametrize("side", ["joint", *(pytest.param(each, marks=pytest.mark.slow) for each in ("motor", "both"))])
@pytest.mark.parametrize("law", LAWS)
def test_derivatives_with_every_law(law, side):
    """dqdd_dq, dqdd_dqd and dqdd_dtau, A and B, against central differences of the forward dynamics."""
    tilted = linkwise.load("scara").with_gravity([4.0, -3.0, -8.0])  # the loads of turning joints change with q
    robot = tilted.with_friction(LAWS[law])
    stiffness = coupled_stiffness(4, 500.0)
    sides = {"motor_friction": LAWS["smooth"]} if side == "both" else {"friction": side}
    arm = robot.with_elastic_joints(stiffness, damping=0.01 * stiffness, rotors=[1, 0.5, 3, 0.3], **sides)
    m, n = arm.inputs, arm.n
    x, xd, tau = (each[0] for each in states(arm, 1, seed=3))
    wrenches = {"tool": np.array([0.3, -0.2, 0.1, 5.0, -3.0, 2.0])}
    assert np.abs(arm.friction_forces(xd, x)).max() > 0.5
    z, h = np.concatenate([x, xd, tau]), 1e-5

    def xdd(z):
        return arm.forward_dynamics(z[..., :n], z[..., n : 2 * n], z[..., 2 * n :], wrenches=wrenches)

    wanted = np.swapaxes(xdd(z + h * np.eye(2 * n + m)) - xdd(z - h * np.eye(2 * n + m)), 0, 1) / (2 * h)
    found = arm.forward_dynamics_derivatives(x, xd, tau, wrenches=wrenches)
    joined = np.concatenate(found, axis=-1)
    assert np.abs(joined - wanted).max() <= NUDGED * np.abs(wanted).max()
    model = arm.linearize(x, xd, tau, wrenches=wrenches)
    assert np.allclose(model.A[n:], joined[:, : 2 * n], rtol=0, atol=AGREEMENT * np.abs(joined).max())
    assert np.allclose(model.B[n:], joined[:, 2 * n :], rtol=0, atol=AGREEMENT * np.abs(joined).max())
    assert np.array_equal(model.A[:n], np.eye(2 * n)[n:]) and not model.B[:n].any()


@pytest.mark.parametrize("name", ["planar2r", "panda", pytest.param("puma560", marks=pytest.mark.slow)])
def test_natural_frequencies(name):
    """det(∂²U/∂x² − ω² M) = 0 by SciPy, the Hessian by differences; and they are the poles of the linear model."""
    arm = ARMS[name]()
    arm = arm.robot.without_friction().with_elastic_joints(arm.springs.stiffness, rotors=arm.springs.rotors)
    q = np.linspace(-0.5, 0.8, arm.inputs)
    held, h = arm.equilibrium(q), 1e-5 * np.eye(arm.n)
    H = (arm.gravity_forces(held.x + h) - arm.gravity_forces(held.x - h)) / 2e-5
    for motors, size in (("free", arm.n), ("locked", arm.inputs)):
        squares = eigh(H[:size, :size], arm.mass_matrix(held.x)[:size, :size], eigvals_only=True)
        found = arm.natural_frequencies(q, motors=motors)
        assert np.allclose(np.sign(found) * found**2, squares, rtol=0, atol=NUDGED * squares.max())
    poles = arm.linearize(held.x).eigenvalues
    fastest = arm.natural_frequencies(q, motors="free")[-1]
    assert np.isclose(np.abs(poles.imag).max(), fastest, rtol=NINE_DIGITS)
    assert arm.natural_frequencies([q, q]).shape == (2, arm.inputs)


@pytest.mark.parametrize("name", ["scara", "panda", pytest.param("puma560", marks=pytest.mark.slow)])
def test_the_equilibrium_rests(name):
    arm = ARMS[name]()
    q = np.random.default_rng(5).uniform(-1.0, 1.0, (4, arm.inputs))
    wrenches = {arm.robot.frames[-1]: [0.1, 0.2, -0.3, 4.0, 5.0, -6.0]}
    held = arm.equilibrium(q, wrenches=wrenches)
    xdd = arm.forward_dynamics(held.x, np.zeros(arm.n), held.tau, wrenches=wrenches)
    assert np.abs(held.x[:, arm.inputs :] - q).max() > 1e-4  # the springs are bent
    for x, a, tau in zip(held.x, xdd, held.tau, strict=True):
        assert np.abs(a).max() <= _roundings(arm, x, tau)


def test_stiff_springs_leave_the_rigid_torques():
    """Γ − Γ_rigid = I_a k⁻¹ τ̈ + …, so a tenth for ten times the stiffness; rotors of shared drives are a matrix."""
    robot = linkwise.load("puma560").with_drive("extra", {"joint5": 1.0, "joint6": -2.0}, rotor=Rotor(0.3))
    derivatives = np.random.default_rng(2).normal(size=(5, 6))
    rigid = robot.inverse_dynamics(*derivatives[:3])
    off = [np.abs(robot.with_elastic_joints(k).inverse_dynamics(*derivatives) - rigid).max() for k in (1e8, 1e9)]
    assert robot.with_elastic_joints(1e8).springs.rotors[4, 5] == -0.6
    assert 0.0 < off[1] < off[0] < FIRST_ORDER_RUN
    assert 9.0 < off[0] / off[1] < 11.0


@pytest.mark.parametrize("seed", [4, 14, *(pytest.param(seed, marks=pytest.mark.slow) for seed in (9, 28))])
def test_trees_coupled_joints_and_fixed_links(seed):
    """M ẍ + bias + friction = (0, Γ), M and bias of the links from the rigid robot without its rotors."""
    robot = linkwise.Robot(random_model(seed))
    n = robot.n
    arm = robot.with_elastic_joints(300.0, rotors=0.5)
    bare = robot.without_rotors().without_friction()
    x, xd, _ = states(arm, 3, seed)
    s = 300.0 * (x[:, n:] - x[:, :n])
    M = arm.mass_matrix(x)
    assert np.array_equal(M[:, n:, n:], np.broadcast_to(0.5 * np.eye(n), (3, n, n)))
    size = np.abs(M).max()
    assert np.allclose(M[:, :n, :n], bare.mass_matrix(x[:, :n]), rtol=0, atol=AGREEMENT * size)
    wanted = np.concatenate([bare.bias_forces(x[:, :n], xd[:, :n]) - s, s], axis=-1)
    assert np.allclose(arm.bias_forces(x, xd), wanted, rtol=0, atol=AGREEMENT * np.abs(wanted).max())
    rubbing = np.concatenate([np.zeros((3, n)), robot.friction_forces(xd[:, n:])], axis=-1)
    assert np.allclose(arm.friction_forces(xd, x), rubbing, rtol=0, atol=AGREEMENT * max(np.abs(rubbing).max(), 1.0))


def test_batches_and_copies():
    arm = ARMS["puma560"]()
    x, xd, tau = states(arm, 6)
    many = arm.forward_dynamics(x.reshape(2, 3, -1), xd.reshape(2, 3, -1), tau.reshape(2, 3, -1))
    again = pickle.loads(pickle.dumps(arm))
    each = [again.forward_dynamics(*state) for state in zip(x, xd, tau, strict=True)]
    assert np.array_equal(many.reshape(6, -1), each)
    assert arm.linearize(x).A.shape == (6, 24, 24)
    assert np.isnan(arm.forward_dynamics(np.full(12, np.nan), xd[0], tau[0])).all()
    assert arm.compile("forward_dynamics", dtype="float32")(x, xd, tau).dtype == np.float32


def test_robots_too_long_to_compile(monkeypatch):
    """The equations run on the arrays' columns then, with the same numbers."""
    short = ARMS["puma560"]()
    monkeypatch.setattr("linkwise.calls.routes.LONGEST", 0)
    monkeypatch.setattr("linkwise.calls.routes.PUT_TOGETHER", ())
    long = ARMS["puma560"]()
    x, xd, tau = states(short, 3)
    wrenches = {"link6": [0.1, 0.2, -0.3, 4.0, 5.0, -6.0]}
    pairs = [
        (arm.forward_dynamics(x, xd, tau, wrenches=wrenches), arm.potential_energy(x[0]), arm.coriolis_matrix(x, xd))
        for arm in (short, long)
    ]
    motions = [arm.motion(*np.random.default_rng(0).normal(size=(5, 2, 6))) for arm in (short, long)]
    assert not long.kernels
    for a, b in [*zip(*pairs, strict=True), *zip(*motions, strict=True)]:
        assert a.shape == b.shape and np.allclose(a, b, rtol=0, atol=NINE_DIGITS * np.abs(a).max())


@pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler")
def test_generated_c(tmp_path):
    """The C file of forward_dynamics, compiled, gives the kernel's numbers."""
    arm = ARMS["planar2r"]()
    kernel = arm.compile("forward_dynamics")
    source, header = kernel.save(tmp_path / "elastic.c")
    assert "forward_dynamics" in header.read_text()
    library = tmp_path / "elastic.so"
    subprocess.run(["cc", "-O2", "-shared", "-fPIC", str(source), "-o", str(library), "-lm"], check=True)
    function = ctypes.CDLL(str(library)).planar2r_elastic_forward_dynamics
    x, xd, tau = (each[0] for each in states(arm, 1))
    out = np.zeros(4)
    function(*(ctypes.c_void_p(each.ctypes.data) for each in (x, xd, tau, out)))
    assert np.allclose(out, kernel(x, xd, tau), rtol=AGREEMENT)
