"""The misprints of ERRATA.md, each put back where it was corrected: the printed form must fail.

A row names the corrected lines of a formulation and the printed ones. The module is run with the printed lines, and its
answer compared with the untouched module's, which the peers' tests hold to Pinocchio and MuJoCo. A printed form that
mixes frames does not even run: the frame tags find the misprint.
"""

import inspect
import math
from types import ModuleType

import numpy as np
import pytest

import linkwise
from linkwise import Robot
from linkwise.algebra import Force, Vec3, angular_acceleration_tensor
from linkwise.errors import FrameMismatch
from linkwise.formulations import FORMULATIONS
from linkwise.model import Friction, Prismatic, Revolute
from tests.robots import random_model, states

MIXED = next(
    Robot(model).tree
    for model in map(random_model, range(100))
    if model.serial
    and len(model.moving) >= 4
    and {Revolute, Prismatic} <= {type(b.joint) for b in model.bodies}
    and any(isinstance(b.joint, Prismatic) for b in Robot(model).tree.bodies[2:])
)

MISPRINTS = [
    (
        "E0-1", "newton_euler.iterative_notes", "inverse_dynamics",
        "F = vd_C * m", "F = ω[i].cross(P_C) * m",  # v_C, as long as the first joint's origin rests
    ),
    (
        "E0-2", "newton_euler.iterative_notes", "inverse_dynamics",
        "ω[λ].cross(ω[λ].cross(P))", "ωd[λ].cross(ωd[λ].cross(P))",
    ),
    (
        "E0-6", "newton_euler.iterative_notes", "inverse_dynamics",
        "f[i] - wrenches[i].f, n[i] - wrenches[i].n", "f[i] + wrenches[i].f, n[i] + wrenches[i].n",
    ),
    (
        "E2-4", "newton_euler.featherstone", "inverse_dynamics",
        "f[i] = I @ a[i] + v[i].cross_force(I @ v[i])",
        "f[i] = printed_inertia(I, a[i]) + v[i].cross_force(printed_inertia(I, v[i]))",
    ),
    (
        "E2-5", "newton_euler.featherstone", "inverse_dynamics",
        "X = [body.pose(qi) for", "X = [without_shift(body.pose(qi)) for",
    ),
    (
        "E2-6", "newton_euler.featherstone", "inverse_dynamics",
        "a[BASE] = Motion(ZERO, -model.gravity)", "a[BASE] = NO_MOTION",
    ),
    (
        "E2-7", "newton_euler.featherstone", "inverse_dynamics",
        "body.joint.S(body.name).dot(f[i])", "plain_product(body.joint.S(body.name), f[i])",
    ),
    (
        "E2-12", "newton_euler.balafoutis_patel_57", "inverse_dynamics",
        "η[p] = η[p] + s.cross(AU) + A @ η[i]", "η[p] = η[p] + s.cross(Udd[i] + ζ[i] * m̄[i]) + A @ η[i]",
    ),
    (
        "E2-14", "composite.walker_orin", "mass_matrix",
        "f = A @ f\n            η = A @ η + s.cross(f)", "η = A @ η + s.cross(f)\n            f = A @ f",
    ),
    (
        "E2-15", "composite.walker_orin", "mass_matrix",
        "z = model.bodies[j].joint.S(model.bodies[j].name)", "pass",
    ),
    (
        "E2-16", "composite.balafoutis_patel_62", "mass_matrix",
        "η = E[i] @ z.ω + U[i].cross(z.v)", "η = E[i] @ z.ω",
    ),
    (
        "E4-6", "articulated.khalil_dombre", "forward_dynamics",
        "free = Vd[body.parent].to_child(T[j]) + γ[j]", "free = Vd[body.parent].to_parent(T[j]) + γ[j]",
    ),
    (
        "E4-7", "articulated.khalil_dombre", "forward_dynamics",
        "β[body.parent] = β[body.parent] - α.to_parent(T[j])", "β[body.parent] = β[body.parent] + α.to_parent(T[j])",
    ),
    (
        "E4-4", "newton_euler.khalil_dombre", "inverse_dynamics",
        "angular_acceleration_tensor(ωd[j], ω[j])", "angular_acceleration_tensor(ω[j], ω[j])",
    ),
]  # fmt: skip

FOUND_BY_TAGS = ("E2-12", "E2-14", "E2-15", "E4-6")
"""The misprints that mix frames."""

PRINTED = {
    "printed_inertia": lambda I, m: Force(I.I @ m.ω + I.h.cross(m.v), m.v * I.m + I.h.cross(m.ω)),
    "without_shift": lambda T: type(T)(T.R, T.p * 0.0),
    "plain_product": lambda s, f: s.ω.dot(f.f) + s.v.dot(f.n),
}


def as_printed(formulation: str, right: str, printed: str) -> ModuleType:
    module = FORMULATIONS[formulation]
    source = inspect.getsource(module)
    assert source.count(right) == 1, f"{formulation} no longer has the line {right!r}"
    copy = ModuleType(module.__name__)
    copy.__dict__.update(PRINTED, __package__=module.__package__)
    exec(compile(source.replace(right, printed), module.__file__, "exec"), copy.__dict__)
    return copy


@pytest.mark.parametrize(("entry", "formulation", "question", "right", "printed"), MISPRINTS, ids=lambda x: x[:5])
def test_printed_form_fails(entry, formulation, question, right, printed):
    q, qd, qdd = (x[0].tolist() for x in states(len(MIXED.bodies), 1, seed=8))
    wrenches = [Force(Vec3(1.0, 2.0, 3.0, b.name), Vec3(4.0, 5.0, 6.0, b.name)) for b in MIXED.bodies]
    state = (q,) if question == "mass_matrix" else (q, qd, qdd, wrenches)
    corrected = np.array(getattr(FORMULATIONS[formulation], question)(MIXED, *state))
    try:
        wrong = np.array(getattr(as_printed(formulation, right, printed), question)(MIXED, *state))
    except FrameMismatch:
        assert entry in FOUND_BY_TAGS
        return
    assert entry not in FOUND_BY_TAGS
    assert np.abs(wrong - corrected).max() > 1e-3 * np.abs(corrected).max()


def test_two_link_arm_as_printed():
    """ "E1-1", "E1-2", "E1-3", "E1-4": kinetic energy and torques of the 2R arm of Lynch & Park §9.1."""
    robot = linkwise.load("planar2r")
    m1, m2, L1, L2, g = 1.3, 2.1, 0.7, 0.9, 9.81
    q, qd, qdd = (0.4, 1.2), (0.8, -1.4), (1.1, -0.6)
    (θ1, θ2), (v1, v2), (a1, a2) = q, qd, qdd
    c1, c2, s2, c12 = math.cos(θ1), math.cos(θ2), math.sin(θ2), math.cos(θ1 + θ2)

    def K2(both):
        k = m2 if both else 1.0
        first = m2 * (L1**2 + 2 * L1 * L2 * c2 + L2**2) * v1**2
        return 0.5 * (first + k * (2 * (L2**2 + L1 * L2 * c2) * v1 * v2 + L2**2 * v2**2))

    K1 = 0.5 * m1 * L1**2 * v1**2
    K = float(robot.kinetic_energy(q, qd))
    assert abs(K1 + K2(True) - K) < 1e-14 and abs(K1 + K2(False) - K) > 0.1  # "E1-1"

    def τ1(c):
        return (
            ((m1 + m2) * L1**2 + m2 * (2 * L1 * L2 * c2 + L2**2)) * a1
            + m2 * (L1 * L2 * c + L2**2) * a2
            - m2 * L1 * L2 * s2 * (2 * v1 * v2 + v2**2)
            + (m1 + m2) * L1 * g * c1
            + m2 * g * L2 * c12
        )

    def τ2(coriolis, sign):
        return m2 * (L1 * L2 * c2 + L2**2) * a1 + m2 * L2**2 * a2 + coriolis + sign * m2 * g * L2 * c12

    right, printed = m2 * L1 * L2 * v1**2 * s2, -m2 * L1 * L2 * v1 * v2 * s2
    τ = robot.inverse_dynamics(q, qd, qdd)
    assert abs(τ1(c2) - τ[0]) < 1e-13 and abs(τ1(c1) - τ[0]) > 0.1  # "E1-2"
    assert abs(τ2(right, 1) - τ[1]) < 1e-13
    assert abs(τ2(printed, 1) - τ[1]) > 0.1  # "E1-3"
    assert abs(τ2(right, -1) - τ[1]) > 0.1  # "E1-4"
    np.testing.assert_allclose(τ, [24.758765906427, 1.625629951924], rtol=0, atol=5e-13)


def test_kinetic_energy_has_no_dots():
    """ "E4-1": a pendulum at rest that is about to move has no kinetic energy; with ω̇ for ω it would."""
    robot = linkwise.load("pendulum")
    assert robot.kinetic_energy([0.3], [0.0]) == 0.0
    J = float(robot.mass_matrix([0.3])[0, 0])
    assert float(robot.kinetic_energy([0.3], [2.0])) == pytest.approx(0.5 * J * 2.0**2, rel=1e-14)


def test_angular_acceleration_tensor():
    """ "E2-11": Ω r is the acceleration of a point on a body turning about its origin; the printed tensor's is not."""
    ω, ωd, r = Vec3(0.3, -0.2, 0.5), Vec3(-1.0, 0.4, 0.7), Vec3(0.1, 0.2, -0.3)
    true = ωd.cross(r) + ω.cross(ω.cross(r))
    right, printed = angular_acceleration_tensor(ωd, ω) @ r, angular_acceleration_tensor(ω, ω) @ r
    np.testing.assert_allclose(right.components, true.components, rtol=1e-13)
    assert np.abs(np.subtract(printed.components, true.components)).max() > 0.1


def test_counts_of_composite_bodies():
    """ "E2-34", "E2-35": the counts of Algorithm 6.1 against the value the page quotes for n = 6."""
    n = 6
    assert 12 * n**2 + 26 * n + 27 == 615 != 741 == 12 * n**2 + 56 * n - 27
    assert 7 * n**2 + 67 * n - 56 == 598 != 601 == 7 * n**2 + 67 * n - 53


def test_friction_has_two_coefficients():
    """ "E4-3": with F_v in both places, as printed, Coulomb friction would vanish with viscous friction."""
    assert Friction(viscous=0.0, coulomb=2.0).force(-0.5) == -2.0
    assert Friction(viscous=3.0, coulomb=2.0).force(0.5) == 2.0 + 1.5
