"""The misprints of Lynch & Park's Chapter 9: in the worked arm, in the recursion, in the closed form."""

import math

import numpy as np
import pytest

import linkwise
from linkwise.algebra import Motion, Vec3
from linkwise.formulations.kinematics.orin_schrader import jacobian, jacobian_dot
from linkwise.formulations.product_of_exponentials import links
from linkwise.formulations.stacked_twists import stacked, times
from tests.books.errata import Case, as_printed, put_back, show
from tests.tolerances import AGREEMENT

MISPRINTS = {
    "E1-5": (
        "newton_euler.lynch_park",
        "inverse_dynamics",
        "V[BASE], Vd[BASE] = spatial_start(model, base)",
        "Vd[BASE] = spatial_start(model, base)[1] * -1.0",
    ),
    "E1-6": (
        "newton_euler.lynch_park",
        "inverse_dynamics",
        "constants = links(model)",
        "constants = from_before(model)",
    ),
    "E1-10": (
        "newton_euler.lynch_park_closed",
        "velocity_forces",
        "v.cross_force(G @ v) - G @ a",
        "v.cross_force(G @ v) + G @ a",
    ),
    "E1-11": (
        "newton_euler.lynch_park",
        "inverse_dynamics under a wrench",
        "F = [-w.to_child(link.C)",
        "F = [w.to_child(link.C)",
    ),
}
"""Formulation, question, right lines and printed ones."""


def from_before(model):
    """(9.51): Ad_{M_{i−1}⁻¹}(S_i) = Ad_{M_{i−1,i}}(A_i)."""
    return [link._replace(A=link.A.to_parent(link.M)) for link in links(model)]


@pytest.mark.parametrize("entry", MISPRINTS)
def test_printed_form(entry):
    put_back(entry, *MISPRINTS[entry], from_before=from_before)


def test_two_link_arm():
    """ "E1-1", "E1-2", "E1-3", "E1-4": kinetic energy and torques as printed, against Pinocchio's."""
    case = Case.of("E1-1")
    m1, m2 = (body.inertia.m for body in case.model.bodies)
    L1, L2, g = 0.7, 0.9, -case.model.gravity.y
    (θ1, θ2), (v1, v2), (a1, a2) = case.q, case.qd, case.qdd
    c1, c2, s2, c12 = math.cos(θ1), math.cos(θ2), math.sin(θ2), math.cos(θ1 + θ2)

    def K(k):
        first = m2 * (L1**2 + 2 * L1 * L2 * c2 + L2**2) * v1**2
        K2 = 0.5 * (first + k * (2 * (L2**2 + L1 * L2 * c2) * v1 * v2 + L2**2 * v2**2))
        return 0.5 * m1 * L1**2 * v1**2 + K2

    def τ1(c):
        inertial = ((m1 + m2) * L1**2 + m2 * (2 * L1 * L2 * c2 + L2**2)) * a1 + m2 * (L1 * L2 * c + L2**2) * a2
        velocities = -2 * m2 * L1 * L2 * v1 * v2 * s2 - m2 * L1 * L2 * v2**2 * s2
        return inertial + velocities + (m1 + m2) * L1 * g * c1 + m2 * g * L2 * c12

    def τ2(velocities, sign):
        return m2 * (L1 * L2 * c2 + L2**2) * a1 + m2 * L2**2 * a2 + velocities + sign * m2 * g * L2 * c12

    right, printed = m2 * L1 * L2 * v1**2 * s2, -m2 * L1 * L2 * v1 * v2 * s2
    show("E1-1", (K(1.0), K(m2), case.asked("kinetic_energy")[1]))
    τ = case.asked("inverse_dynamics")[1]
    show("E1-2", (τ1(c1), τ1(c2), τ[0]))
    show("E1-3", (τ2(printed, 1), τ2(right, 1), τ[1]))
    show("E1-4", (τ2(right, -1), τ2(right, 1), τ[1]))


def test_the_second_form_of_the_accelerations():
    """ "E1-7": (9.58), which (9.55) replaces."""
    case = Case.of("E1-7")
    arguments, truth = case.asked("inverse_dynamics")

    def by(line):
        return as_printed("newton_euler.lynch_park", "V[i].cross(A) * qd[i]", line).inverse_dynamics(*arguments)

    printed = case.refused_or(lambda: by("V[p].to_parent(T[i]).cross(A) * qd[i]"))
    show("E1-7", (printed, by("V[p].to_child(T[i]).cross(A) * qd[i]"), truth))


def numbers(twists: list[Motion]) -> np.ndarray:
    return np.array([[*twist.ω.components, *twist.v.components] for twist in twists], float)


def twist(row: list[float], frame: str) -> Motion:
    return Motion(Vec3(*row[:3], frame), Vec3(*row[3:], frame))


def test_stacked_accelerations():
    """ "E1-8", "E1-9": V̇ of all links at their centres of mass, gravity included, by Pinocchio."""
    case = Case.of("E1-9")
    peer = case.peer
    peer.inverse_dynamics(*(np.array(x) for x in (case.q, case.qd, case.qdd)))
    s = stacked(case.model, case.q)

    def at_com(spatial):
        at = zip(peer.joints, links(case.model), strict=True)
        every = [(spatial[joint.id], link.C.p.components) for joint, link in at]
        return np.array([[*x.angular, *(x.linear + np.cross(x.angular, c))] for x, c in every])

    V, Vd = at_com(peer.data.v), at_com(peer.data.a_gf)
    Aθd = [A * v for A, v in zip(s.A, case.qd, strict=True)]
    Aθdd = [A * a for A, a in zip(s.A, case.qdd, strict=True)]
    V_ours = times(s.L, Aθd)
    assert np.abs(numbers(V_ours) - V).max() < AGREEMENT * np.abs(V).max()
    ad = [a.cross(v) for a, v in zip(Aθd, times(s.Γ, V_ours), strict=True)]  # [ad_{Aθ̇}] Γ V

    def sources(sign):
        return [a + x * sign + base for a, x, base in zip(Aθdd, ad, s.Vd_base, strict=True)]

    tags = [link.A.ω.frame or link.A.v.frame for link in links(case.model)]
    true = [twist(row, tag) for row, tag in zip(Vd.tolist(), tags, strict=True)]

    def once(sign):
        return numbers([a + b for a, b in zip(times(s.Γ, true), sources(sign), strict=True)])

    show("E1-8", (once(1.0), once(-1.0), Vd))
    show("E1-9", (numbers(times(s.L, sources(1.0))), numbers(times(s.L, sources(-1.0))), Vd))


def test_task_space():
    """ "E1-12": (9.95) with the geometric Jacobian of the last link."""
    case = Case.of("E1-12")
    M, b = case.asked("mass_matrix")[1], case.asked("gravity_forces")[1] + case.asked("velocity_forces")[1]
    frame = case.model.frame(case.model.bodies[-1].name)
    J = np.array(jacobian(case.model, case.q, frame))
    Jd = np.array(jacobian_dot(case.model, case.q, case.qd, frame))
    V, J_inv = J @ case.qd, np.linalg.inv(J)
    Vd = Jd @ case.qd + J @ case.qdd
    inertial = M @ (J_inv @ Vd - J_inv @ Jd @ J_inv @ V)
    show("E1-12", (inertial + J_inv.T @ b, inertial + b, case.asked("inverse_dynamics")[1]))


def test_euler_integration():
    """ "E1-13": where the acceleration is constant, k steps of Euler's method give θ_0 + k h θ̇_0 + ½ k (k−1) h² θ̈."""
    case = Case.of("E1-13")
    pendulum, N, h = linkwise.load(case.row.robot).with_gravity([0.0, 0.0, 0.0]), 2000, 1e-3
    a = float(pendulum.forward_dynamics(case.q, case.qd, [1.0])[0])

    def run(steps):
        θ, θd = np.zeros(N + 2), np.zeros(N + 2)
        θ[: steps[0] + 1], θd[: steps[0] + 1] = case.q[0], case.qd[0]
        for k in steps:
            θ[k + 1], θd[k + 1] = θ[k] + h * θd[k], θd[k] + h * a
        return θ[: N + 1]

    k = np.arange(N + 1)
    truth = case.q[0] + k * h * case.qd[0] + 0.5 * k * (k - 1) * h**2 * a
    show("E1-13", (run(range(1, N + 1)), run(range(N)), truth))
