"""Friction of the joint and of the motor at once, a law each: Khalil & Dombre (2002) [9.35a], [9.35b]."""

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import linkwise
from linkwise.errors import BadArray, InvalidModel, UnknownName
from linkwise.model import Friction, FrictionFunction, Smooth, Stribeck

from ..tolerances import AGREEMENT, DEFAULT_RUN, DEFAULT_STEP, EVENT_FOUND, LONG_RUN, ROUNDING, TIGHT_INTEGRATION

I, J, K = 1.0 / 3.0, 0.2, 100.0
"""A rod about its end, its rotor, and the spring between them: two masses, without gravity."""


def two_masses(joint, motor, **more):
    rod = linkwise.load("pendulum").with_gravity([0, 0, 0]).with_friction(joint)
    return rod.with_elastic_joints(K, rotors=J, motor_friction=motor, **more)


def test_each_side_has_its_own_law():
    """By hand: I q̈ = s − f_j(q̇), J θ̈ = Γ − s − f_m(θ̇), for laws of every kind on either side."""
    joint, motor = Stribeck(0.3, 1.0, 1.5, k=4.0, exponent=2.0), Friction(0.7, 2.0, backward=0.5)
    arm = two_masses(joint, motor)
    rng = np.random.default_rng(0)
    x, xd, Γ = rng.normal(size=(20, 2)), rng.normal(size=(20, 2)), rng.normal(size=(20, 1))
    f_j = 0.3 * xd[:, 0] + np.sign(xd[:, 0]) * (1.0 + 0.5 * np.exp(-4.0 * xd[:, 0] ** 2))
    f_m = 0.7 * xd[:, 1] + np.where(xd[:, 1] > 0, 2.0, -0.5)
    assert np.allclose(arm.friction_forces(xd), np.stack([f_j, f_m], axis=-1), rtol=ROUNDING)
    s = K * (x[:, 1] - x[:, 0])
    wanted = np.stack([(s - f_j) / I, (Γ[:, 0] - s - f_m) / J], axis=-1)
    assert np.allclose(arm.forward_dynamics(x, xd, Γ), wanted, rtol=0, atol=AGREEMENT * np.abs(wanted).max())


def test_inverse_dynamics_differentiates_the_joint_side():
    """q_M = q + (τ + f_j)/k with its rates by hand; f_j viscous and cubic, so that its derivatives count."""
    cubic = FrictionFunction(lambda qd, q, load: 0.4 * qd + 0.1 * qd * qd * qd, name="cubic")
    arm = two_masses(cubic, Friction(0.7, 2.0))
    q, v, a, j, s = np.random.default_rng(1).normal(size=(5, 20))
    τ = I * a + 0.4 * v + 0.1 * v**3
    τd = I * j + 0.4 * a + 0.3 * v**2 * a
    τdd = I * s + 0.4 * j + 0.6 * v * a**2 + 0.3 * v**2 * j
    vm = v + τd / K
    Γ = J * (a + τdd / K) + 0.7 * vm + 2.0 * np.sign(vm) + τ
    found = arm.inverse_dynamics(*(each[:, None] for each in (q, v, a, j, s)))
    assert np.allclose(found[:, 0], Γ, rtol=0, atol=AGREEMENT * np.abs(Γ).max())


def stick_slip(x0, end, F_j, F_m):
    """Two masses with Coulomb friction by SciPy: four modes each way, its events the only thing that changes them."""
    modes, y, t, changes = [0, 0], np.concatenate([x0, [0.0, 0.0]]), 0.0, []
    F, inertia = (F_j, F_m), (I, J)

    def push(y, i):
        s = K * (y[1] - y[0])
        return s if i == 0 else -s

    while t < end:
        for i in range(2):  # at rest: held, or off the way it is pushed
            if y[2 + i] == 0.0:
                modes[i] = 0 if abs(push(y, i)) <= F[i] else int(np.sign(push(y, i)))

        def rates(t, y):
            return [*y[2:], *(((push(y, i) - modes[i] * F[i]) / inertia[i]) if modes[i] else 0.0 for i in range(2))]

        def event(i):
            def function(t, at):
                return at[2 + i] * modes[i] if modes[i] else F[i] - abs(push(at, i))

            function.terminal, function.direction = True, -1
            return function

        run = solve_ivp(rates, (t, end), y, "DOP853", events=[event(0), event(1)], rtol=1e-12, atol=1e-13)
        t, y = run.t[-1], run.y[:, -1].copy()
        for i, times in enumerate(run.t_events):
            if len(times):
                changes.append((t, i))
                if modes[i]:
                    y[2 + i] = 0.0
                else:  # breaks loose: a touch beyond, so that the test above lets it go
                    modes[i] = int(np.sign(push(y, i)))
                    y[2 + i] = modes[i] * 1e-300
        if run.status == 0:
            break
    return y, changes


def test_either_side_sticks_and_slips():
    """Let go with a spring that is bent far: the same changes at the same times, and the same end, as by SciPy."""
    F_j, F_m = 3.0, 5.0
    arm = two_masses(Friction(0.0, F_j), Friction(0.0, F_m))
    wanted, changes = stick_slip([0.0, 0.3], 2.0, F_j, F_m)
    run = arm.simulate([0.0, 0.3], t=2.0, rtol=1e-11)
    assert run.status == "finished" and run.drift <= DEFAULT_STEP
    assert len(changes) >= 4 and {i for _, i in changes} == {0, 1}  # both sides take part
    assert np.abs(run.q[-1] - wanted[:2]).max() <= TIGHT_INTEGRATION
    found = [event.t for event in run.events]
    assert len(found) == len(changes) and np.allclose(found, [t for t, _ in changes], rtol=0, atol=DEFAULT_STEP)
    names = {name.split(" sticks")[0].split(" slips")[0].split(" turns")[0] for name in (e.name for e in run.events)}
    assert names == {"joint1", "joint1 motor"}
    y = run.q[-1, 1] - run.q[-1, 0]
    assert not run.qd[-1].any() and abs(K * y) <= F_j  # at rest with a bent spring, held on both sides
    lost = run.energies.lost_to_friction[-1]
    assert abs(0.5 * K * (0.3**2 - y**2) - lost) <= DEFAULT_RUN * lost  # all else went into friction


def test_a_motor_breaks_loose_and_then_its_joint():
    """Γ grows at 4 N m/s: the motor goes at 5 N m, the joint once the spring pulls with 3 N m."""
    arm = two_masses(Friction(2.0, 3.0), Friction(2.0, 5.0))
    run = arm.simulate([0.0, 0.0], tau=lambda t, x, xd: [4.0 * t], t=3.0, rtol=1e-10)
    motor, joint = (
        next(e for e in run.events if e.name == f"{name} slips forward") for name in ("joint1 motor", "joint1")
    )
    assert abs(motor.t - 1.25) <= EVENT_FOUND and joint.t > motor.t
    assert abs(K * (joint.q[1] - joint.q[0]) - 3.0) <= LONG_RUN


def test_stiff_springs_add_up_both_frictions():
    """Γ and q̈ of the rigid robot with the sum of both laws; what is left is as 1/k."""
    robot, motor = linkwise.load("puma560"), Friction(1.5, 2.0)
    own = {name: Friction(0.2 * k, 1.0 + k) for k, name in enumerate(robot.joint_names)}
    robot, both = (
        robot.with_friction(own),
        robot.with_friction({name: Friction(law.viscous + 1.5, law.coulomb + 2.0) for name, law in own.items()}),
    )
    derivatives = np.random.default_rng(2).normal(size=(5, 6))
    rigid = both.inverse_dynamics(*derivatives[:3])
    off = [
        np.abs(robot.with_elastic_joints(k, motor_friction=motor).inverse_dynamics(*derivatives) - rigid).max()
        for k in (1e8, 1e9)
    ]
    assert 0.0 < off[1] < off[0] and 9.0 < off[0] / off[1] < 11.0
    rubbed = robot.with_elastic_joints(1e4, motor_friction=motor).friction_forces(np.tile(derivatives[1], 2))
    assert np.allclose(rubbed[:6] + rubbed[6:], both.friction_forces(derivatives[1]), rtol=ROUNDING)


def test_linear_models_have_both_slopes():
    """V of the linear model: the slopes of both laws on its diagonal, by hand."""
    arm = two_masses(Stribeck(0.3, 1.0, 1.5, k=4.0, exponent=2.0), Smooth(Friction(0.7, 2.0), width=0.5))
    V = arm.linearize([0.1, 0.2], [0.5, -0.4], [0.0]).V
    stribeck = 0.3 - 0.5 * 8.0 * 0.5 * np.exp(-4.0 * 0.25)
    smooth = 0.7 + 2.0 / 0.5 / np.cosh(0.4 / 0.5) ** 2
    assert np.allclose(V, np.diag([stribeck, smooth]), rtol=0, atol=AGREEMENT * smooth)


@pytest.mark.parametrize("method", ["DOP853", pytest.param("Radau", marks=pytest.mark.slow)])
def test_the_balance_closes_with_all_dissipation(method):
    """Smooth dry friction on both sides and a damper between: what is lost is what is missing."""
    robot = linkwise.load("planar2r").with_friction(Smooth(Friction(0.5, 1.0), width=0.05))
    arm = robot.with_elastic_joints([300.0, 200.0], damping=0.5, rotors=[0.8, 0.3], motor_friction=Friction(1.0))
    run = arm.simulate([0.3, -0.4, 0.5, -0.3], tau=[2.0, 1.0], t=0.5, method=method, rtol=1e-9)
    assert run.status == "finished" and run.drift <= DEFAULT_RUN and run.energies.lost_to_friction[-1] > 1.0


def test_laws_by_joint_by_list_and_for_all():
    robot = linkwise.load("planar2r").with_friction(Friction(1.0))
    one, two = Friction(2.0), Friction(3.0)
    xd = [1.0, 1.0, 1.0, 1.0]
    found = [
        robot.with_elastic_joints(100.0, rotors=1.0, motor_friction=laws).friction_forces(xd).tolist()
        for laws in (one, [one, two], (one, two), {"joint2": two})
    ]
    assert found == [[1, 1, 2, 2], [1, 1, 2, 3], [1, 1, 2, 3], [1, 1, 0, 3]]
    alone = robot.with_elastic_joints(100.0, rotors=1.0)
    assert alone.friction_forces(xd).tolist() == [0, 0, 1, 1]


def test_what_is_refused():
    robot = linkwise.load("planar2r")
    elastic = dict(stiffness=100.0, rotors=1.0)
    with pytest.raises(InvalidModel, match="those of the model act on the joints"):
        robot.with_elastic_joints(**elastic, friction="motor", motor_friction=Friction(1.0))
    with pytest.raises(InvalidModel, match="3 laws"):
        robot.with_elastic_joints(**elastic, motor_friction=[Friction(1.0)] * 3)
    with pytest.raises(UnknownName, match="joint9"):
        robot.with_elastic_joints(**elastic, motor_friction={"joint9": Friction(1.0)})
    with pytest.raises(InvalidModel, match="A friction law was expected"):
        robot.with_elastic_joints(**elastic, motor_friction=2.0)
    with pytest.raises(UnknownName, match="rotor"):
        robot.with_elastic_joints(**elastic, friction="rotor")
    loaded = FrictionFunction(lambda qd, q, load: (1.0 + load * load) * qd, name="loaded")
    with pytest.raises(BadArray, match="q is missing"):
        robot.with_elastic_joints(**elastic, motor_friction=loaded).friction_forces([1.0] * 4)
