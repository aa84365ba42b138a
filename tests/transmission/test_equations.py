"""The equations of transmissions at states: closed forms, Lagrange's equation in 40 digits, identities."""

import pickle

import mpmath
import numpy as np
import pytest

import linkwise
from linkwise.algebra import sin, where
from linkwise.algebra.matrices import times
from linkwise.errors import Singular
from linkwise.model import Friction, Rotor

from ..tolerances import AGREEMENT, EPS, FIVE_POINTS, NUDGED, ROUNDING, solving
from .mechanisms import (
    MASS,
    MECHANISMS,
    A,
    B,
    G,
    L,
    R,
    crank_by_hand,
    differential,
    eccentric,
    lever,
    screw_by_hand,
    slider_crank,
    states,
)


def close(found, wanted, tolerance=AGREEMENT):
    return np.abs(found - wanted).max() <= tolerance * np.abs(wanted).max()


def test_the_slider_crank_in_closed_form():
    """(m x'² + I) θ̈ + m x' x'' θ̇² + m g x' + friction = τ, by hand."""
    I, b, d = 0.002, 0.03, 4.0
    arm = slider_crank(Friction(d), inertia=I, friction=Friction(b))
    θ, θd, θdd = states(arm, 50)
    x, x1, x2 = crank_by_hand(θ)
    inertia = MASS * x1**2 + I
    bias = MASS * x1 * x2 * θd**2 + MASS * G * x1
    rubbing = d * x1**2 * θd + b * θd
    assert close(arm.inverse_dynamics(θ, θd, θdd), inertia * θdd + bias + rubbing)
    assert close(arm.forward_dynamics(θ, θd, θdd), (θdd - bias - rubbing) / inertia)
    assert close(arm.mass_matrix(θ)[..., 0], inertia) and close(arm.bias_forces(θ, θd), bias)
    assert close(arm.gravity_forces(θ), MASS * G * x1) and close(arm.friction_forces(θd, θ), rubbing)
    assert close(arm.kinetic_energy(θ, θd), (0.5 * inertia * θd**2)[:, 0])
    assert close(arm.potential_energy(θ), (MASS * G * x)[:, 0])
    joints = arm.joints(θ, θd, θdd)
    assert close(joints.q, x) and close(joints.qd, x1 * θd) and close(joints.qdd, x1 * θdd + x2 * θd**2)
    assert close(arm.motor_torques(θ, θdd), x1 * θdd)


def test_the_lever_in_closed_form():
    """A rod lifted by a screw between two sides of a triangle."""
    arm = lever(inertia=7.0)
    m, md, mdd = states(arm, 50)
    q, q1, q2 = screw_by_hand(m)
    I, mgl = 1.0 / 3.0, 0.5 * G
    wanted = (I * q1**2 + 7.0) * mdd + I * q1 * q2 * md**2 + q1 * mgl * np.sin(q)
    assert close(arm.inverse_dynamics(m, md, mdd), wanted)
    assert close(arm.transmission_jacobian(m)[..., 0], q1)
    assert close(arm.forward_dynamics(m, md, wanted), mdd)


@pytest.mark.parametrize("name", ["slider-crank", "lever"])
def test_lagranges_equation_in_many_digits(name):
    """τ = d/dt ∂T/∂q̇ − ∂T/∂q + ∂U/∂q, by mpmath's differences in 40 digits of T and U as one writes them down."""
    mp = mpmath.mp
    arm = MECHANISMS[name]()
    q, v, a = (each[3, 0] for each in states(arm, 5, seed=4))
    with mp.workdps(40):
        if name == "slider-crank":

            def place(z):
                return R * mpmath.cos(z) + mpmath.sqrt(mpmath.mpf(L) ** 2 - (R * mpmath.sin(z)) ** 2)

            def T(z, zd):
                return mpmath.mpf(MASS) / 2 * (mpmath.diff(place, z) * zd) ** 2

            def U(z):
                return MASS * mpmath.mpf(G) * place(z)

        else:

            def place(z):
                return mpmath.acos((mpmath.mpf(A) ** 2 + mpmath.mpf(B) ** 2 - z**2) / (2 * mpmath.mpf(A) * B))

            def T(z, zd):
                return (mpmath.diff(place, z) * zd) ** 2 / 6

            def U(z):
                return -mpmath.mpf(G) / 2 * mpmath.cos(place(z))

        q, v, a = map(mpmath.mpf, map(float, (q, v, a)))

        def momentum(t):
            return mpmath.diff(lambda zd: T(q + v * t + a * t * t / 2, zd), v + a * t)

        τ = mpmath.diff(momentum, 0) - mpmath.diff(lambda z: T(z, v) - U(z), q)
    found = arm.inverse_dynamics([float(q)], [float(v)], [float(a)])[0]
    assert abs(found - float(τ)) <= AGREEMENT * abs(float(τ))


SOME = ["differential", *(pytest.param(name, marks=pytest.mark.slow) for name in ("slider-crank", "lever"))]


@pytest.mark.parametrize("name", SOME)
def test_the_parts_make_the_whole(name):
    """A q̈ + bias + friction = τ and back; ∂U/∂q_m, d/dt A − 2C skew, T = ½ q̇ᵀ A q̇, by differences where needed."""
    motor = {"inertia": 0.01, "friction": Friction(0.1, 0.2)}
    arm = MECHANISMS[name](**motor)
    q, qd, qdd = states(arm, 6)
    τ = arm.inverse_dynamics(q, qd, qdd)
    M = arm.mass_matrix(q)
    parts = np.einsum("bij,bj->bi", M, qdd) + arm.bias_forces(q, qd) + arm.friction_forces(qd, q)
    assert close(parts, τ)
    bound = AGREEMENT + max(map(solving, M))
    assert close(arm.forward_dynamics(q, qd, τ), qdd, bound * max(1.0, np.abs(τ).max()))
    h = 1e-6 * np.eye(arm.n)
    slope = (arm.potential_energy(q[:, None] + h) - arm.potential_energy(q[:, None] - h)) / 2e-6
    assert close(slope, arm.gravity_forces(q), NUDGED)
    Md = (arm.mass_matrix(q + 1e-6 * qd) - arm.mass_matrix(q - 1e-6 * qd)) / 2e-6
    S = Md - 2 * arm.coriolis_matrix(q, qd)
    assert np.abs(S + np.swapaxes(S, -1, -2)).max() <= NUDGED * max(np.abs(Md).max(), 1.0)
    assert close(arm.kinetic_energy(q, qd), 0.5 * np.einsum("bi,bij,bj->b", qd, M, qd))
    velocities = np.einsum("bij,bj->bi", arm.coriolis_matrix(q, qd), qd) + arm.gravity_forces(q)
    assert close(velocities, arm.bias_forces(q, qd))


def test_frames_and_wrenches():
    """J of a frame by differences of its pose, and a wrench does the work −bias · q̇ at no other force."""
    arm = differential()
    q, qd, _ = (each[0] for each in states(arm, 1))
    J = arm.jacobian(q, "tip")
    h = 1e-6
    moved = (arm.forward_kinematics(q + h * qd, "tip") - arm.forward_kinematics(q - h * qd, "tip")) / (2 * h)
    assert np.abs(J[3:] @ qd - moved[:3, 3]).max() <= FIVE_POINTS
    w = np.array([0.3, -0.2, 0.1, 5.0, -3.0, 2.0])
    by_wrench = arm.bias_forces(q, qd) - arm.bias_forces(q, qd, wrenches={"tip": w})
    assert close(by_wrench, J.T @ w)
    τ = arm.inverse_dynamics(q, qd, [0.0, 0.0], wrenches={"tip": w})
    assert np.abs(arm.forward_dynamics(q, qd, τ, wrenches={"tip": w})).max() <= AGREEMENT * np.abs(τ).max()


def planar():
    return linkwise.load("planar2r").with_friction(Friction(0.5, 0.2)).with_rotors({"joint1": Rotor(0.5)})


@pytest.mark.parametrize("robot", [planar, pytest.param(lambda: linkwise.load("puma560"), marks=pytest.mark.slow)])
def test_a_constant_ratio_is_with_motors(robot):
    """The same answers as the robot whose coordinates are the motors', rotors and friction of the joints included."""
    robot = robot()
    n = robot.n
    K = np.eye(n) + 0.3 * np.random.default_rng(0).normal(size=(n, n))
    fixed = robot.with_motors(K)
    arm = robot.with_transmission(lambda m: times(K.tolist(), m))
    q, qd, x = np.random.default_rng(1).normal(size=(3, 5, n))
    pairs = [
        (getattr(arm, name)(*given), getattr(fixed, name)(*given))
        for name, given in {
            "inverse_dynamics": (q, qd, x),
            "mass_matrix": (q,),
            "bias_forces": (q, qd),
            "gravity_forces": (q,),
            "friction_forces": (qd, q),
            "kinetic_energy": (q, qd),
            "potential_energy": (q,),
            "jacobian": (q,),
            "forward_kinematics": (q,),
        }.items()
    ]
    pairs += zip(arm.inverse_dynamics_derivatives(q, qd, x), fixed.inverse_dynamics_derivatives(q, qd, x), strict=True)
    for found, wanted in pairs:
        assert close(found, wanted)
    for k in range(5):
        wanted = fixed.forward_dynamics(q[k], qd[k], x[k])
        assert close(arm.forward_dynamics(q[k], qd[k], x[k]), wanted, AGREEMENT + solving(fixed.mass_matrix(q[k])))


def test_derivatives():
    """Of τ and of q̈ against central differences; A and B of the linear model are made of them."""
    arm = differential(inertia=[0.3, 0.2], friction=Friction(0.4))
    q, qd, x = (each[0] for each in states(arm, 1, seed=2))
    for question in ("inverse_dynamics", "forward_dynamics"):
        z, h = np.concatenate([q, qd, x]), 1e-5 * np.eye(6)

        def answer(z, question=question):
            return getattr(arm, question)(z[..., :2], z[..., 2:4], z[..., 4:])

        wanted = ((answer(z + h) - answer(z - h)) / 2e-5).T
        found = np.concatenate(getattr(arm, f"{question}_derivatives")(q, qd, x), axis=-1)
        assert close(found, wanted, NUDGED)
    model = arm.linearize(q, qd, x)
    assert close(model.A[2:], found[:, :4]) and close(model.B[2:], found[:, 4:])


def test_fewer_motors_than_joints():
    """One crank for both joints of an arm, q = (m, −2m + sin m): A_m = Jᵀ A J with J = (1, −2 + cos m)."""
    robot = linkwise.load("planar2r")
    arm = robot.with_transmission(lambda m: [m[0], sin(m[0]) - 2.0 * m[0]], names=["crank"])
    m, md, mdd = np.random.default_rng(0).normal(size=(3, 5, 1))
    q, J = np.concatenate([m, np.sin(m) - 2 * m], axis=1), np.concatenate([1 + 0 * m, np.cos(m) - 2], axis=1)
    qdd = J * mdd + np.concatenate([0 * m, -np.sin(m)], axis=1) * md**2
    wanted = (J * robot.inverse_dynamics(q, J * md, qdd)).sum(axis=1, keepdims=True)
    assert close(arm.inverse_dynamics(m, md, mdd), wanted) and close(arm.forward_dynamics(m, md, wanted), mdd)


def test_a_choice_within_the_function():
    """`where` in h: a clearance, then a ratio of 2; each side has its own derivatives."""
    arm = (
        linkwise.load("pendulum")
        .with_gravity([0, 0, 0])
        .with_transmission(lambda m: [where(m[0] > 1.0, 2.0 * m[0] - 1.0, m[0] * m[0])])
    )
    assert close(arm.transmission_jacobian([[0.4], [1.5]])[:, 0, 0], np.array([0.8, 2.0]), ROUNDING)
    assert close(
        arm.inverse_dynamics([[0.4], [1.5]], [[1.0], [1.0]], [[0.0], [0.0]]) + 1.0, 1 + np.array([[1.6 / 3], [0]])
    )


def test_dead_centres():
    """At and within a rounding of it forward dynamics is refused, with motor, position and state; all else answers."""
    arm = slider_crank()
    for θ in (0.0, np.pi, -np.pi, 2 * np.pi, 40 * np.pi):
        with pytest.raises(Singular, match=r"dead centre of 'crank', q_m = \["):
            arm.forward_dynamics([θ], [1.0], [0.1])
    with pytest.raises(Singular, match="in state 1, 0 of the batch") as caught:
        arm.forward_dynamics([[[1.0]], [[np.pi]]], [0.0], [0.0])
    assert caught.value.smallest <= EPS
    found = arm.forward_dynamics([np.pi + 1e-9], [0.0], [0.0])  # near is not at
    x1 = crank_by_hand(np.pi + 1e-9)[1]
    assert close(found, np.array([-G / x1]), NUDGED)
    assert np.isnan(arm.forward_dynamics([np.nan], [0.0], [0.0])).all()
    assert arm.inverse_dynamics([np.pi], [2.0], [1.0]).shape == (1,)
    heavy = slider_crank(inertia=0.002)
    assert close(heavy.forward_dynamics([np.pi], [1.0], [0.1]), np.array([0.1 / 0.002]))
    wide = linkwise.load("planar2r").with_transmission(lambda m: [m[0] + m[1], sin(m[0] + m[1])])
    with pytest.raises(Singular, match="dead centre"):
        wide.forward_dynamics([0.3, 0.2], [0.0, 0.0], [1.0, 0.0])


def test_motors_for():
    """Back from the joints; each side of a dead centre has its own answer, and what is out of reach is refused."""
    arm = slider_crank()
    θ = np.array([[0.4], [1.5], [2.9]])
    q = arm.joints(θ).q
    assert np.abs(arm.motors_for(q, start=[1.0]) - θ).max() <= AGREEMENT
    assert np.abs(arm.motors_for(q, start=[-1.0]) + θ).max() <= AGREEMENT
    two = differential()
    q_m = states(two, 4)[0]
    assert np.abs(two.joints(two.motors_for(two.joints(q_m).q)).q - two.joints(q_m).q).max() <= AGREEMENT
    with pytest.raises(Singular, match=r"no motor positions of robot 'slider' were found for q = \[0.3\]"):
        arm.motors_for([0.3], start=[1.0])


def test_batches_copies_and_other_ways():
    arm = differential(inertia=0.1, friction={"motor2": Friction(0.3)})
    q, qd, x = states(arm, 6)
    many = arm.forward_dynamics(q.reshape(2, 3, 2), qd.reshape(2, 3, 2), x.reshape(2, 3, 2))
    again = pickle.loads(pickle.dumps(arm))
    each = [again.forward_dynamics(a.tolist(), b.tolist(), c.tolist()) for a, b, c in zip(q, qd, x, strict=True)]
    assert np.array_equal(many.reshape(6, 2), each)
    kernel = arm.compile("inverse_dynamics", wrenches=["tip"])
    assert kernel(q, qd, x, np.zeros(6)).shape == (6, 2)
    assert arm.compile("forward_dynamics", dtype="float32")(q, qd, x).dtype == np.float32


def test_robots_too_long_to_compile(monkeypatch):
    """The equations run on the arrays' columns then, with the same numbers, and dead centres are found too."""
    q, qd, x = states(differential(), 3)
    wanted = differential().forward_dynamics(q, qd, x)
    monkeypatch.setattr("linkwise.calls.routes.LONGEST", 0)
    arm = differential()
    assert close(arm.forward_dynamics(q, qd, x), wanted) and not arm.kernels
    with pytest.raises(Singular, match="state 1 of the batch"):
        slider_crank().forward_dynamics([[1.0], [np.pi]], [[0.0]] * 2, [[0.0]] * 2)


def test_rotors_of_the_model_stay_at_the_joints():
    robot = linkwise.load("planar2r").with_rotors({"joint1": Rotor(0.5)})
    bare = linkwise.load("planar2r").with_transmission(eccentric).mass_matrix([0.3, 0.4])
    J = robot.with_transmission(eccentric).transmission_jacobian([0.3, 0.4])
    found = robot.with_transmission(eccentric).mass_matrix([0.3, 0.4]) - bare
    assert close(found, 0.5 * np.outer(J[0], J[0]))
