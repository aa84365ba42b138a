"""The misprints of Balafoutis & Patel, Chapter 7 and Appendix C: linearized models. Derivatives are exact, by jets."""

from types import SimpleNamespace

import numpy as np
import pytest

from linkwise.algebra import along, gradient, sqrt
from linkwise.algebra.inertia import shift
from linkwise.formulations.kinematics.orin_schrader import jacobian, poses_in_base
from linkwise.formulations.lagrange.renaud_vukobratovic import generalized_links
from linkwise.formulations.linearized import singh_russell_wensing
from linkwise.formulations.linearized.nominal import nominal
from linkwise.model import BASE
from tests.books.errata import Case, array, as_printed, off, put_back, show, skew
from tests.tolerances import AGREEMENT

DERIVATIVES = "inverse_dynamics_derivatives"
MISPRINTS = {
    "E2-20": ("71", "outer(AUd, s) + outer(sd[i], AU)", "outer(AU, s) + outer(s, AU)"),
    "E2-21": ("71", "f.cross(sd[k])", "f.cross(s)"),
    "E2-22": ("71", "+ Ud[i].cross(z[i])", "+ U[i].cross(z[i])"),
    "E2-23": (
        "71",
        "Udd[i].cross(z[i])",
        "U[i].cross(z[i])",
        "_twice(Ud[i].cross(zd))",
        "_twice(U[i].cross(zd))",
    ),
    "E2-24": (
        "73",
        "Ũ.after(tilde(sdd[i]))",
        "Ũ.after(tilde(o[i]))",
        "Ũ @ sdd[j].cross(z[j])",
        "Ũ @ o[j].cross(z[j])",
        "s̃.after(tilde(Udd[i]))",
        "s̃.after(Ũ)",
    ),
}
"""Section or algorithm, right lines and printed ones."""


@pytest.mark.parametrize("entry", MISPRINTS)
def test_printed_form(entry):
    which, *lines = MISPRINTS[entry]
    put_back(entry, f"linearized.balafoutis_patel_{which}", DERIVATIVES, *lines)


def test_turned_from_the_wrong_link():
    """ "E2-19": (7.3.2) for j > i with W_j, and with ⁱW_j = W_iᵀ W_j."""
    case = Case.of("E2-19")
    z, o, U, E = generalized_links(case.model, case.q)
    W, n = [X[:3, :3] for X in case.poses], len(case.q)

    def D(turned):
        found = np.zeros((n, n))
        for j in range(n):
            for i in range(j + 1):
                between = np.array(E[j].full.rows) - skew(array(o[j] - o[i])) @ skew(array(U[j]))
                within = W[j].T @ between @ array(z[j])
                found[i, j] = (W[i].T @ array(z[i])) @ (turned(i, j) if i < j else np.eye(3)) @ within
        return found

    truth = np.triu(case.asked("mass_matrix")[1])
    show("E2-19", (D(lambda i, j: W[j]), D(lambda i, j: W[i].T @ W[j]), truth))


def as_if_all_turned(model, T):
    """(5.3.44b,c) with every s where it is now, those of sliding joints too."""
    m̄, u, K = ([getattr(body.inertia, name) for body in model.bodies] for name in ("m", "h", "I"))
    for i in reversed(range(len(T))):
        p, s = model.bodies[i].parent, T[i].p
        if p != BASE:
            m̄[p], u[p], K[p] = m̄[p] + m̄[i], u[p] + s * m̄[i], K[p] + shift(s, s) * m̄[i]
    return u, K


def test_sliding_joints():
    """ "E2-25": Algorithm 7.1 with the axis of a slide taken for one of a turn."""
    case = Case.of("E2-25")
    arguments, truth = case.asked(DERIVATIVES)
    anything = SimpleNamespace(check=lambda model: None)
    motion = as_printed(
        "linearized.nominal",
        "SCOPE = Scope(prismatic=False)",
        "SCOPE = anything",
        "body.S.ω for",
        "body.joint.axis.seen_from(body.name) for",
        "_, u, K = augmented_links(model)",
        "u, K = as_if_all_turned(model, T)",
        anything=anything,
        as_if_all_turned=as_if_all_turned,
    )
    algorithm = as_printed(
        "linearized.balafoutis_patel_71",
        "SCOPE = Scope(prismatic=False)",
        "SCOPE = anything",
        "from .nominal import nominal",
        "nominal = motion.nominal",
        anything=anything,
        motion=motion,
    )
    by = getattr(singh_russell_wensing, DERIVATIVES)
    show("E2-25", (getattr(algorithm, DERIVATIVES)(*arguments), by(*arguments), truth))


# ---- §7.4: Cartesian models -----------------------------------------------------------------------------------------


def geometric(case):
    """J of (ω, ṗ) = J q̇, as the library gives it."""
    frame = case.model.frame(case.model.bodies[-1].name)
    return lambda q: jacobian(case.model, q, frame)


def analytic(case):
    """J = ∂h/∂q for h of roll, pitch, yaw and position: the rows of ω turned into rates of the angles."""

    def J(q):
        *ω, x, y, z = geometric(case)(q)
        (xx, *_), (yx, *_), (zx, *_) = poses_in_base(case.model, q)[-1].R.rows
        cos_pitch = sqrt(xx * xx + yx * yx)
        c, s, tan = xx / cos_pitch, yx / cos_pitch, -zx / cos_pitch
        across = [c * a + s * b for a, b in zip(ω[0], ω[1], strict=True)]
        roll, pitch = [a / cos_pitch for a in across], [c * b - s * a for a, b in zip(ω[0], ω[1], strict=True)]
        yaw = [a + tan * b for a, b in zip(ω[2], across, strict=True)]
        return [roll, pitch, yaw, x, y, z]

    return J


def times(J, v):
    return [sum(a * b for a, b in zip(row, v, strict=True)) for row in J]


class Cartesian:
    """J, J̇, J̈ at the state, and what χ, χ̇, χ̈ change where the state changes by δ, all by differentiating J."""

    def __init__(self, J, case, δ):
        n, state = len(case.q), [*case.q, *case.qd, *case.qdd]
        rates = [*case.qd, *case.qdd]

        def J_dot(x):
            return along(J, x[:n], x[n : 2 * n])[1]

        self.J, self.Jd = (np.array(part, float) for part in along(J, case.q, case.qd))
        self.Jdd = np.array(along(J_dot, state[: 2 * n], rates)[1], float)

        def velocity(x):
            return times(J(x[:n]), x[n : 2 * n])

        def acceleration(x):
            return [a + b for a, b in zip(times(J_dot(x), x[n : 2 * n]), times(J(x[:n]), x[2 * n :]), strict=True)]

        self.changes = (self.J @ δ[:n], *(np.array(along(f, state, δ)[1], float) for f in (velocity, acceleration)))

    def by_the_book(self, δq, δqd, δqdd):
        """(7.4.9), (7.4.10)."""
        return self.Jd @ δq + self.J @ δqd, self.Jdd @ δq + 2 * self.Jd @ δqd + self.J @ δqdd

    def torques(self, P, V, D):
        """(7.4.15)–(7.4.18)."""
        over = np.linalg.inv(self.J)
        D̂ = D @ over
        V̂ = (V - 2 * D̂ @ self.Jd) @ over
        P̂ = (P - V̂ @ self.Jd - D̂ @ self.Jdd) @ over
        δχ, δχd, δχdd = self.changes
        return D̂ @ δχdd + V̂ @ δχd + P̂ @ δχ


def test_cartesian_linearization():
    """ "E2-26": with the geometric Jacobian, as is, and with J = ∂h/∂q; the truth differentiates χ̇, χ̈ and τ."""
    case = Case.of("E2-26")
    δ = np.concatenate([case.qdd, case.q, case.qd])  # any direction
    δq, δqd, δqdd = np.split(δ, 3)
    P, V, D = case.asked(DERIVATIVES)[1]
    δτ = P @ δq + V @ δqd + D @ δqdd
    by_ω, by_h = (Cartesian(J(case), case, δ) for J in (geometric, analytic))
    geometric_form, analytic_form = (by.by_the_book(δq, δqd, δqdd) for by in (by_ω, by_h))
    ω, δθ = by_ω.J[:3] @ case.qd, by_ω.J[:3] @ δq
    completed = geometric_form[0] - [*np.cross(ω, δθ), 0.0, 0.0, 0.0]
    assert off(analytic_form[0], by_h.changes[1]) < AGREEMENT
    show(
        "E2-26",
        (geometric_form[0], completed, by_ω.changes[1]),
        (geometric_form[1], analytic_form[1], by_ω.changes[2], by_h.changes[2]),
        (by_ω.torques(P, V, D), by_h.torques(P, V, D), δτ),
    )


# ---- Appendix C -----------------------------------------------------------------------------------------------------


class Letters:
    """z, ż, z̈, U, U̇, Ü of all links in base axes, and W, for a revolute arm."""

    def __init__(self, case):
        at, self.W = nominal(case.model, case.q, case.qd, case.qdd), [X[:3, :3] for X in case.poses]
        every = list(zip(self.W, at.z, at.ω, at.Ω, at.u, strict=True))
        tensors = [np.array(Ω.rows) for Ω in at.Ω]
        self.z = [W @ array(z) for W, z, *_ in every]
        self.zd = [W @ np.cross(array(ω), array(z)) for W, z, ω, *_ in every]
        self.zdd = [W @ Ω @ array(z) for (W, z, *_), Ω in zip(every, tensors, strict=True)]
        self.U = self.beyond([W @ array(u) for W, _, _, _, u in every])
        self.Ud = self.beyond([W @ np.cross(array(ω), array(u)) for W, _, ω, _, u in every])
        self.Udd = self.beyond([W @ Ω @ array(u) for (W, _, _, _, u), Ω in zip(every, tensors, strict=True)])

    def beyond(self, parts):
        return [sum(parts[i:]) for i in range(len(parts))]


def slopes(case, letter):
    """∂letter_i/∂q_j of a vector seen from its link, by [j][i]."""

    def of(q):
        return [list(x.components) for x in getattr(nominal(case.model, q, case.qd, case.qdd), letter)]

    return np.array(gradient(of, case.q)[1], float)


def test_partial_derivatives_of_the_angular_velocity():
    """ "E2-30": Lemma C-5 i)."""
    case = Case.of("E2-30")
    at, n = Letters(case), range(len(case.q))

    def lemma(axis):
        return [[at.W[i].T @ axis[j] if j <= i else np.zeros(3) for i in n] for j in n]

    show("E2-30", (lemma(at.z), lemma(at.zd), slopes(case, "ω")))


def test_partial_derivatives_of_the_first_moment():
    """ "E2-31": Lemma C-9 i)."""
    case = Case.of("E2-31")
    at, n = Letters(case), range(len(case.q))

    def lemma(last):
        def element(j, i):
            k = max(i, j)
            own = np.cross(at.zdd[j], at.U[k]) + 2 * np.cross(at.zd[j], at.Ud[k])
            return at.W[i].T @ (own + (np.cross(last[j], at.Udd[j]) if j > i else 0.0))

        return [[element(j, i) for i in n] for j in n]

    show("E2-31", (lemma(at.zd), lemma(at.z), slopes(case, "Udd")))
