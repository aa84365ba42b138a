"""The misprints of Balafoutis & Patel up to Chapter 6, and in Appendix A; Chapter 7 is in test_errata_linearized.py."""

import numpy as np
import pytest

from linkwise.algebra import (
    Force,
    angular_momentum_tensor,
    angular_momentum_tensor_by_euler,
    euler_tensor,
    vect,
)
from linkwise.formulations.lagrange.renaud_vukobratovic import generalized_links
from linkwise.formulations.linearized.nominal import nominal
from linkwise.model.rewrite.dh_gauge import gauged
from tests.books.errata import Case, array, differ, put_back, show, skew

ID, D = "inverse_dynamics", "mass_matrix"
MISPRINTS = {
    "E2-1": ("lagrange.uicker_kahn", ID, "tr(dWJ, dW_k.T) * qdd[k]", "tr(dWJ, dW_i.T) * qdd[k]"),
    "E2-2": (
        "lagrange.hollerbach_3x3",
        ID,
        " + Wd[p] @ z * (2.0 * qd[i]) + W[p] @ z * qdd[i]",
        "",
        " + z.dot(e[i] - model.gravity * m̄[i])",
        "",
    ),
    "E2-4": (
        "newton_euler.featherstone",
        ID,
        "f[i] = I @ a[i] + v[i].cross_force(I @ v[i])",
        "f[i] = second_form(I, a[i]) + v[i].cross_force(second_form(I, v[i]))",
    ),
    "E2-5": ("newton_euler.featherstone", ID, "X = model.poses(q)", "X = [without_shift(T) for T in model.poses(q)]"),
    "E2-6": ("newton_euler.featherstone", ID, "v[BASE], a[BASE] = spatial_start(model, base)", "a[BASE] = NO_MOTION"),
    "E2-7": (
        "newton_euler.featherstone",
        ID,
        "body.S.dot(f[i])",
        "plain_product(body.S, f[i])",
    ),
    "E2-8": ("newton_euler.rodriguez", ID, "Motion(ωd0, vd0)", "NO_MOTION"),
    "E2-10": (
        "newton_euler.balafoutis_patel_56",
        ID,
        "ω_p.cross(z.ω * qd)",
        "(A.T @ on.ωd).cross(z.ω * qd)",
        "ω_p.cross(z.v * qd)",
        "(A.T @ on.ωd).cross(z.v * qd)",
    ),
    "E2-11": (
        "newton_euler.balafoutis_patel_57",
        ID,
        "angular_acceleration_tensor(ωd[i], ω[i])",
        "angular_acceleration_tensor(ω[i], ω[i])",
    ),
    "E2-12": (
        "newton_euler.balafoutis_patel_57",
        ID,
        "η[p] = η[p] + s.cross(AU) + A @ η[i]",
        "η[p] = η[p] + s.cross(Udd[i] + ζ[i] * m̄[i]) + A @ η[i]",
    ),
    "E2-13": ("newton_euler.balafoutis_patel_56", ID, "s.cross(Af) + A @ η", "s.cross(f) + A @ η"),
    "E2-14": (
        "composite.walker_orin",
        D,
        "f = A @ f\n            η = A @ η + s.cross(f)",
        "η = A @ η + s.cross(f)\n            f = A @ f",
    ),
    "E2-15": (
        "composite.walker_orin",
        D,
        "z = model.bodies[j].S",
        "z = body.S",
    ),
    "E2-16": ("composite.balafoutis_patel_62", D, "η = E[i] @ z.ω + U[i].cross(z.v)", "η = E[i] @ z.ω"),
    "E2-17": (
        "lagrange.balafoutis_patel_63",
        D,
        "tilde(r).after(tilde(r))",
        "tilde(r).after(tilde(r).T)",
        "s.after(tilde(U[i]))",
        "s.after(tilde(U[i]).T)",
    ),
    "E2-28": (
        "newton_euler.luh_walker_paul",
        ID,
        "I_C @ ωd[i] + ω[i].cross(I_C @ ω[i])",
        "I_C @ ωd[i] + ωd[i].cross(I_C @ ω[i])",
    ),
}
"""Formulation, question, right lines and printed ones."""

NAMES = {
    "second_form": lambda I, m: Force(I.I @ m.ω + I.h.cross(m.v), m.v * I.m + I.h.cross(m.ω)),
    "without_shift": lambda T: type(T)(T.R, T.p * 0.0),
    "plain_product": lambda s, f: s.ω.dot(f.f) + s.v.dot(f.n),
}


@pytest.mark.parametrize("entry", MISPRINTS)
def test_printed_form(entry):
    put_back(entry, *MISPRINTS[entry], **NAMES)


def test_gravity_of_generalized_links():
    """ "E2-3": (5.2.19c) with the link's own centre of mass, and its sign."""
    case = Case.of("E2-3")
    z, _, U, _ = generalized_links(case.model, case.q)
    g, m, (_, truth) = array(case.model.gravity), [b.inertia.m for b in case.model.bodies], case.asked("gravity_forces")
    W = case.poses
    printed = [
        array(z[i]) @ np.cross(W[i][:3, :3] @ array(body.inertia.com), sum(m[i:]) * g)
        for i, body in enumerate(case.model.bodies)
    ]
    show("E2-3", (printed, [-array(zi) @ np.cross(array(Ui), g) for zi, Ui in zip(z, U, strict=True)], truth))


def test_origins():
    """ "E2-18": s_{i,i+1} seen from i+1, by the Denavit–Hartenberg parameters of either link."""
    case = Case.of("E2-18")
    arm, rows = gauged(case.model)
    case = case._replace(model=arm)
    T = [np.linalg.inv(on) @ at for on, at in zip([np.eye(4), *case.poses[:-1]], case.poses, strict=True)]
    truth = [X[:3, :3].T @ X[:3, 3] for X in T[1:]]

    def s(parameters):
        angles = [q + row.theta for q, row in zip(case.q[1:], rows[1:], strict=True)]
        return [[p.d * np.cos(θ), -p.d * np.sin(θ), p.r] for p, θ in zip(parameters, angles, strict=True)]

    show("E2-18", (s(rows[:-1]), s(rows[1:]), truth))


def test_angular_momentum():
    """ "E2-27": (4.3.31) and (4.3.32) of a link, whose momentum is I_c ω."""
    case = Case.of("E2-27")
    I, at = case.model.bodies[2].inertia.I_com, nominal(case.model, case.q, case.qd, case.qdd)
    ω, ωd = at.ω[2], vect(at.Ω[2])
    forms = (lambda w: angular_momentum_tensor(I, w), lambda w: angular_momentum_tensor_by_euler(euler_tensor(I), w))
    printed, right = ([array(vect(form(w))) for form in forms] for w in (ωd, ω))
    show("E2-27", (printed, right, [np.array(I.full.rows) @ array(ω)] * 2))


def test_sums_of_appendix_a():
    """ "E2-29": (A.10), where the printed sum also counts the links that the joint does not carry."""
    case = Case.of("E2-29")
    g, W = array(case.model.gravity), case.poses
    com = [X[:3, :3] @ array(b.inertia.com) + X[:3, 3] for X, b in zip(W, case.model.bodies, strict=True)]

    def forces(first):
        found = []
        for i, body in enumerate(case.model.bodies):
            dW = W[i][:3, :3] @ skew(array(body.joint.axis)) @ W[i][:3, :3].T
            moment = sum(case.model.bodies[j].inertia.m * (com[j] - W[i][:3, 3]) for j in range(first(i), len(W)))
            found.append(-g @ dW @ moment)
        return found

    show("E2-29", (forces(lambda i: 0), forces(lambda i: i), case.asked("gravity_forces")[1]))


def test_counts():
    """ "E2-32", "E2-33", "E2-34", "E2-35", "E2-36": the formulas at n = 6 against what the pages quote."""
    n = 6
    differ("E2-32", [675 * n - 201], [320 * n - 201])
    vukobratović = [(3 * n**3 + 35 * n**2) // 2 + 9 * n - 36, (7 * n**3 + 69 * n**2) // 6 + 32 * n - 28]
    differ("E2-33", vukobratović, [992, 776])
    assert vukobratović[0] + 20 == 992 and vukobratović[1] - 9 * n == 776  # the guesses of the row
    differ("E2-34", [12 * n**2 + 26 * n + 27], [12 * n**2 + 56 * n - 27])
    differ("E2-35", [7 * n**2 + 67 * n - 56], [7 * n**2 + 67 * n - 53])
    rest = 3 * 2 * n * (n - 1) + 5 * n * (n - 1) + n * (n - 1) + 3 * n * (n - 1)  # (7.3.19a–d,j,l)
    differ("E2-36", [rest + 3 * (5 * n**2 - 10 + 5)], [rest + 3 * (5 * n**2 - 10 * n + 5)])
    assert rest + 3 * (5 * n**2 - 10 * n + 5) == 30 * n**2 - 45 * n + 15  # the total of the table
