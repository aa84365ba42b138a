"""A mass dropped onto a plane, against closed forms; what a contact does to any robot."""

import numpy as np
import pytest
from scipy.optimize import brentq

import linkwise
from linkwise.calls.function_program import FunctionProgram
from linkwise.calls.traceable import ReplayedProgram
from linkwise.contact import PlaneContact

from ..tolerances import (
    AGREEMENT,
    DEFAULT_RUN,
    LONG_RUN,
    NUDGED,
    ROUNDING,
    SAME_INTEGRATOR,
    TIGHT_INTEGRATION,
)
from .bodies import MASS, G, falling, sliding

K, D, H = 4000.0, 30.0, 0.2


def bounce_by_hand():
    """When a mass let go at H leaves a linear spring and damper, and where and how fast it is then.

    δ̈ + (d/m) δ̇ + (k/m) δ = g from δ = 0, δ̇ = √(2 g H), until k δ + d δ̇ = 0.
    """
    v, ω, ζω = np.sqrt(2 * G * H), np.sqrt(K / MASS), D / (2 * MASS)
    ωd, rest = np.sqrt(ω**2 - ζω**2), MASS * G / K
    b = (v - ζω * rest) / ωd

    def depth(t):
        return rest + np.exp(-ζω * t) * (-rest * np.cos(ωd * t) + b * np.sin(ωd * t))

    def speed(t):
        return np.exp(-ζω * t) * (v * np.cos(ωd * t) + (rest * (ζω**2 + ωd**2) / ωd - ζω * v / ωd) * np.sin(ωd * t))

    t = brentq(lambda t: K * depth(t) + D * speed(t), 0.5 * np.pi / ωd, np.pi / ωd, xtol=1e-16)
    return v / G + t, depth(t), speed(t)


def test_the_bounce_of_a_linear_spring_and_damper():
    """Down, in, out and up again: the height at the top is that of the closed form, and the balance closes."""
    t, δ, δd = bounce_by_hand()
    top = t - δd / G
    run = falling().simulate([H], wrenches={"ball": PlaneContact(K, D)}, t=[0.0, t, top], rtol=1e-10)
    assert run.status == "finished" and δ > 0.0 > δd
    assert np.allclose(run.q[1:, 0], [-δ, -δ + δd**2 / (2 * G)], rtol=0, atol=TIGHT_INTEGRATION)
    assert abs(run.qd[1, 0] + δd) <= DEFAULT_RUN and abs(run.qd[2, 0]) <= DEFAULT_RUN
    assert 0.0 < run.q[2, 0] < H and run.drift <= DEFAULT_RUN
    lost = MASS * G * (H - run.q[2, 0])  # all that is missing went into the damper
    assert abs(run.energies.work_of_wrenches[-1] + lost) <= DEFAULT_RUN * lost


@pytest.mark.parametrize("exponent", [1.0, 1.5, pytest.param(2.2, marks=pytest.mark.slow)])
@pytest.mark.parametrize("alpha", [0.1, pytest.param(0.4, marks=pytest.mark.slow)])
def test_restitution_of_hunt_and_crossley(exponent, alpha):
    """α v − ln(1 + α v) = −α e v − ln(1 − α e v), whatever k, p and the mass."""
    v, weightless = 2.0, falling().with_gravity([0, 0, 0])
    law = PlaneContact(2e4, exponent=exponent, dissipation=alpha)
    run = weightless.simulate([0.01], [-v], wrenches={"ball": law}, t=1.0, rtol=1e-10)
    a = alpha * v
    e = brentq(lambda e: a - np.log1p(a) + a * e + np.log1p(-a * e), 1e-3, 1.0, xtol=1e-15)
    assert run.q[-1, 0] > 0.0 and abs(run.qd[-1, 0] / v - e) <= DEFAULT_RUN
    assert abs(1.0 - 2.0 / 3.0 * a - e) <= 0.5 * a * a


def test_rest_is_where_the_spring_carries_the_weight():
    """δ = m g / k, and (m g / k)^(2/3) for Hertz."""
    for law, depth in (
        (PlaneContact(K, 100.0, offset=0.5), MASS * G / K),
        (PlaneContact(K, 100.0, offset=0.5, exponent=1.5), (MASS * G / K) ** (2 / 3)),
    ):
        run = falling().simulate([0.5], wrenches={"ball": law}, t=1.5)
        assert abs(run.q[-1, 0] - (0.5 - depth)) <= DEFAULT_RUN and run.drift <= LONG_RUN


def test_what_is_stored_comes_back():
    """Without losses the work of the contact is what it stores, at every time; the mass comes back to where it was."""
    robot, law = falling(), PlaneContact(K, radius=0.03, exponent=1.5)
    run = robot.simulate([H], wrenches={"ball": law}, t=1.0, rtol=1e-11)
    stored = law.stored(robot, run.q, "ball")
    assert stored.max() > 1.0 and np.abs(run.energies.work_of_wrenches + stored).max() <= DEFAULT_RUN
    assert run.events == () and run.drift <= DEFAULT_RUN


def test_it_never_pulls():
    """At thousands of states: along the normal it pushes or does nothing, above the plane there is nothing at all."""
    arm, rng = linkwise.load("panda"), np.random.default_rng(0)
    q, qd = rng.uniform(-2.0, 2.0, (3000, 7)), 3.0 * rng.normal(size=(3000, 7))
    n = np.array([0.3, -0.4, 1.2])
    n /= np.linalg.norm(n)
    law = PlaneContact(3000.0, 400.0, normal=3.0 * n, offset=0.4, point=[0.02, 0.0, 0.1], dissipation=0.3, friction=0.6)
    w = law.at(arm, q, qd, "panda_link8")
    push, pose = w[:, 3:] @ n, arm.forward_kinematics(q, "panda_link8")
    depth = 0.4 - (pose[:, :3, 3] + pose[:, :3, :3] @ [0.02, 0.0, 0.1]) @ n
    assert push.min() >= -ROUNDING * push.max() and (push > 0.0).sum() > 200
    assert not w[depth <= 0.0].any() and ((depth > 0.0) & (push <= ROUNDING)).sum() > 10  # where it would have pulled
    along = np.linalg.norm(w[:, 3:] - push[:, None] * n, axis=1)
    assert (along <= 0.6 * push + ROUNDING * push.max()).all()


def test_friction_stops_a_block():
    """μ g slows it down: x = v t − ½ μ g t² until v/(μ g), and it stays there but for a creep of the order of v_s."""
    μ, v, slip = 0.4, 1.0, 1e-6
    floor = PlaneContact(1e5, 800.0, friction=μ, slip=slip)
    rest = -MASS * G / 1e5
    stop = v / (μ * G)
    run = sliding().simulate([0.0, rest], [v, 0.0], wrenches={"ball": floor}, t=[0.0, 0.9 * stop], rtol=1e-9)
    t = 0.9 * stop
    assert abs(run.q[-1, 0] - (v * t - 0.5 * μ * G * t * t)) <= LONG_RUN and run.drift <= LONG_RUN
    assert abs(run.energies.work_of_wrenches[-1] + μ * MASS * G * run.q[-1, 0]) <= LONG_RUN * v


def test_a_ball_touches_below_its_centre():
    """Where it turns without sliding off: friction acts at the lowest point, r below, and the moment is r × f."""
    law = PlaneContact(1000.0, radius=0.1, friction=0.5, slip=1e-9)
    pose = [[1, 0, 0, 0.0], [0, 1, 0, 0.0], [0, 0, 1, 0.09], [0, 0, 0, 1]]
    rolling = law.wrench(pose, [0.0, 2.0, 0.0, 0.2, 0.0, 0.0])  # v = ω × (−r): no sliding
    assert np.allclose(rolling, [0, 0, 0, 0, 0, 10.0], rtol=0, atol=ROUNDING)
    turning = law.wrench(pose, [0.0, 2.0, 0.0, 0.0, 0.0, 0.0])  # its lowest point goes along −x
    assert np.allclose(turning, [0, -0.5, 0, 5.0, 0, 10.0], rtol=0, atol=AGREEMENT * 10)


def test_the_wrench_does_the_work_of_its_force():
    """w · (ω, v) = f · (velocity of the point), by differences of where the point is."""
    arm, h = linkwise.load("ur5"), 1e-6
    point, rng = np.array([0.1, -0.05, 0.2]), np.random.default_rng(3)
    q, qd = rng.normal(size=6), rng.normal(size=6)
    law = PlaneContact(500.0, 2.0, offset=5.0, point=point, friction=0.7)
    w = law.at(arm, q, qd, "tool0")

    def where(q):
        return arm.forward_kinematics(q, "tool0")[:3] @ [*point, 1.0]

    velocity = (where(q + h * qd) - where(q - h * qd)) / (2 * h)
    power = w @ (arm.jacobian(q, "tool0") @ qd)
    assert abs(power - w[3:] @ velocity) <= NUDGED * np.abs(w).max()


def test_rollouts_have_the_same_contact():
    """The same steps of Runge and Kutta, compiled with the motion; Gauss's in (q, p) too; two contacts at one frame."""
    arm = linkwise.load("planar2r")
    floor = PlaneContact(5e3, normal=[0, 1, 0], offset=-0.8, dissipation=0.2, exponent=1.5, friction=0.3, slip=0.05)
    wall = PlaneContact(2e3, 20.0, normal=[-1, 0, 0], offset=-1.2)
    wrenches, q0 = {"tip": [floor, wall]}, [0.2, 0.4]
    for method in ("rk4", "gauss_legendre_4"):
        run = arm.simulate(q0, t=0.9, wrenches=wrenches, method=method, step=1e-3)
        many = arm.rollouts([q0] * 2, duration=0.9, step=1e-3, wrenches=wrenches, method=method)
        assert np.abs(many.q[:, -1] - run.q[-1]).max() <= SAME_INTEGRATOR
        free = arm.simulate(q0, t=0.9, method=method, step=1e-3)
        assert np.abs(free.q[-1] - run.q[-1]).max() > 0.1  # it did touch
    again = arm.rollouts([q0], duration=0.9, step=1e-3, wrenches={"tip": floor})
    assert np.abs(again.q[:, -1] - many.q[0, -1]).max() > 1e-4  # another contact is another loop
    kernel = arm.compile_rollouts(wrenches=wrenches)
    assert "contacts: tip" in repr(kernel)
    with pytest.raises(linkwise.errors.LinkwiseError, match="compile the rollouts again"):
        kernel([q0], step=1e-3, duration=0.1, wrenches={"tip": wall})


def test_it_is_differentiated_with_the_dynamics():
    """∂q̈/∂q of an arm that presses on a floor, by the program's derivatives and by differences."""
    arm = linkwise.load("planar2r")
    floor = PlaneContact(5e3, 30.0, normal=[0, 1, 0], exponent=1.5, dissipation=0.1, friction=0.4, slip=0.1)

    def accelerations(eq, q, qd):
        return eq.forward_dynamics(q, qd, [0.0, 0.0], {"tip": floor.on(eq, q, qd, "tip")})

    program = FunctionProgram(arm.tree, accelerations, {"q": (2,), "qd": (2,)}, {"qdd": (2,)})
    derived, signature = program.derivatives()
    at = np.array([-0.3, 0.2]), np.array([0.5, -0.4])
    found = np.concatenate(ReplayedProgram(arm.tree, derived, signature).kernel()(*at), axis=-1)
    kernel, z, h = program.kernel(), np.concatenate(at), 1e-6 * np.eye(4)
    wanted = np.transpose([(kernel(*np.split(z + e, 2)) - kernel(*np.split(z - e, 2))) / 2e-6 for e in h])
    assert np.abs(found - wanted).max() <= NUDGED * np.abs(wanted).max()


def test_elastic_joints_and_transmissions_touch_too():
    """Their balances close, and at rest the contact carries what holds the tip."""
    floor = PlaneContact(3e3, 60.0, normal=[0, 1, 0], offset=-0.8)
    soft = linkwise.load("planar2r").with_elastic_joints([300.0, 200.0], rotors=[0.8, 0.3], damping=2.0)
    run = soft.simulate([0.2, 0.4, 0.2, 0.4], wrenches={"tip": floor}, t=0.9)
    assert run.status == "finished" and run.drift <= LONG_RUN and run.energies.work_of_wrenches[-1] < -1.0
    geared = linkwise.load("planar2r").with_transmission(lambda m: [m[0], m[1] - m[0]], inertia=0.2)
    run = geared.simulate([0.2, 0.6], wrenches={"tip": floor}, t=0.9)
    assert run.status == "finished" and run.drift <= LONG_RUN and run.energies.work_of_wrenches[-1] < -1.0
