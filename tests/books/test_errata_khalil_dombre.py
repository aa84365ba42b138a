"""The misprints of Khalil & Dombre, Chapter 9: in the formulations, the worked examples, the base parameters."""

import numpy as np
import pytest

import linkwise
from linkwise.algebra import Inertia, Vec3
from linkwise.errors import NoInertia
from linkwise.formulations.newton_euler import balafoutis_patel_56
from linkwise.model import Body, Model, Prismatic, Revolute, Rotor
from linkwise.model.dh import DHRow
from tests.books.errata import STATE, Case, as_printed, differ, put_back, show
from tests.robots import states
from tests.tolerances import NINE_DIGITS

MISPRINTS = {
    "E4-1": ("lagrange.khalil_dombre", "kinetic_energy", "ω[j] = T.R.T @ ω[k] + a.ω * qd[j]", "ω[j] = ωd[j]"),
    "E4-4": (
        "newton_euler.khalil_dombre",
        "inverse_dynamics",
        "angular_acceleration_tensor(ωd[j], ω[j])",
        "angular_acceleration_tensor(ω[j], ω[j])",
    ),
    "E4-6": (
        "articulated.khalil_dombre",
        "forward_dynamics",
        "Vd[body.parent].to_child(T[j]) + γ[j]",
        "Vd[body.parent].to_parent(T[j]) + γ[j]",
    ),
}
"""Formulation, question, right lines and printed ones."""


def angular_accelerations(case):
    moving = [balafoutis_patel_56.started(case.model)] * (len(case.q) + 1)
    for i, body in enumerate(case.model.bodies):
        moving[i] = balafoutis_patel_56.outward(
            body, body.pose(case.q[i]), moving[body.parent], case.qd[i], case.qdd[i]
        )[0]
    return [link.ωd for link in moving]


@pytest.mark.parametrize("entry", MISPRINTS)
def test_printed_form(entry):
    put_back(entry, *MISPRINTS[entry], ωd=angular_accelerations(Case.of(entry)))


def test_sign_of_the_wrench_from_beyond():
    """ "E4-7": [9.112] carried on, f_n being 𝕂 𝕋 V̇ + α. The articulated inertias shrink, which is refused."""
    lines = (
        "β[body.parent] - α.to_parent(T[j])",
        "β[body.parent] + α.to_parent(T[j])",
        "J_star[body.parent] + K.to_parent(T[j])",
        "J_star[body.parent] - K.to_parent(T[j])",
    )
    arguments, _ = Case.of("E4-7").asked("forward_dynamics")
    with pytest.raises(NoInertia):
        as_printed("articulated.khalil_dombre", *lines).forward_dynamics(*arguments)
    unchecked = ("require(H, bound[j], body.joint.name, model)", "pass")
    put_back("E4-7", "articulated.khalil_dombre", "forward_dynamics", *lines, *unchecked)


def angular_velocities(case):
    """ʲω_j by Pinocchio."""
    peer = case.peer
    peer.inverse_dynamics(*(np.array(x) for x in (case.q, case.qd, case.qdd)))
    return [peer.data.v[joint.id].angular.copy() for joint in peer.joints]


def test_angular_velocity_of_example_1():
    """ "E4-2": ³ω_3 of the RX-90."""
    case = Case.of("E4-2")
    v1, v2, v3 = case.qd[:3]
    S23, C23 = np.sin(case.q[1] + case.q[2]), np.cos(case.q[1] + case.q[2])
    printed, right = ([S23 * v1, C23 * v1, third] for third in (v1 + v2, v2 + v3))
    show("E4-2", (printed, right, angular_velocities(case)[2]))


def test_friction():
    """ "E4-3": [9.83] as printed, by construction off by |F_c − F_v|; the robot's own friction is the truth."""
    case = Case.of("E4-3")
    robot = linkwise.load(case.row.robot)
    Fv, Fc = (np.array([getattr(b.joint.friction, k) for b in robot.tree.bodies]) for k in ("viscous", "coulomb"))
    printed, right = (F * np.sign(case.qd) + Fv * case.qd for F in (Fv, Fc))
    show("E4-3", (printed, right, robot.friction_forces(case.qd)))


def test_angular_velocities_of_example_4():
    """ "E4-5": the list of intermediate variables, with WI12 and with WI13."""
    case = Case.of("E4-5")
    QP1, QP2, QP3, QP4, QP5, QP6 = case.qd
    (_, S2, S3, S4, S5, S6), (_, C2, C3, C4, C5, C6) = np.sin(case.q), np.cos(case.q)

    def ω(taken):
        WI12, WI22 = S2 * QP1, C2 * QP1
        WI13, WI23, W33 = C3 * WI12 + S3 * WI22, -S3 * WI12 + C3 * WI22, QP2 + QP3
        WI14, WI24, W34 = C4 * WI13 - S4 * W33, -S4 * {"WI12": WI12, "WI13": WI13}[taken] - C4 * W33, WI23 + QP4
        WI15, WI25, W35 = C5 * WI14 + S5 * W34, -S5 * WI14 + C5 * W34, -WI24 + QP5
        WI16, WI26, W36 = C6 * WI15 - S6 * W35, -S6 * WI15 - C6 * W35, WI25 + QP6
        first = [[0.0, 0.0, QP1], [WI12, WI22, QP2], [WI13, WI23, W33]]
        return [*first, [WI14, WI24, W34], [WI15, WI25, W35], [WI16, WI26, W36]]

    show("E4-5", (ω("WI12"), ω("WI13"), angular_velocities(case)))


# ---- base parameters ------------------------------------------------------------------------------------------------


def chain(kinds, rows, gravity, inertias, rotors=()):
    """An arm of "R" and "P" joints in Khalil's frames."""
    bodies = []
    for j, (kind, row, ten) in enumerate(zip(kinds, rows, inertias, strict=True)):
        name, on = f"link{j + 1}", f"link{j}" if j else "base"
        rotor = Rotor(rotors[j] if rotors else 0.0, 1.0)
        joint = (Revolute if kind == "R" else Prismatic)(f"joint{j + 1}", rotor=rotor)
        T = DHRow(j - 1, **row, sigma=int(kind == "P")).constant.tagged(on, name)
        bodies.append(Body(name, j - 1, T, joint, Inertia.of_parameters(ten, name)))
    return Model(kinds, tuple(bodies), gravity=Vec3(*gravity))


def peer(model):
    pytest.importorskip("pinocchio", reason="Pinocchio is not installed: pip install 'linkwise[test]'")
    from tests.peers.pinocchio import Pinocchio

    return Pinocchio.of_model(model)


def test_number_of_base_parameters():
    """ "E4-8": [9.61] against the rank of Pinocchio's regressor over random states."""
    rng = np.random.default_rng(0)
    bounds, ranks = [], []
    for kinds in ("PRRR", "PPRR", "RPRR"):
        rows = [{"alpha": a, "d": d, "r": r} for a, d, r in rng.uniform(0.3, 1.2, (4, 3)).tolist()]
        rows = [
            row if k == "R" else {"alpha": row["alpha"], "d": row["d"], "theta": row["r"]}
            for k, row in zip(kinds, rows, strict=True)
        ]
        arm = peer(chain(kinds, rows, (3.0, 4.0, -8.0), [[1.0] * 10] * 4))
        W = np.vstack([arm.regressor(*x) for x in zip(*states(4, 40, seed=1), strict=True)])
        ranks.append(int(np.linalg.matrix_rank(W / np.abs(W).max(), tol=NINE_DIGITS)))
        n_r, n_p, r1 = kinds.count("R"), kinds.count("P"), kinds.index("R") + 1
        between = kinds[r1 : kinds.index("R", r1)].count("P")
        bounds.append(7 * n_r + 4 * n_p - 3 - int(kinds[0] == "R"))
        assert ranks[-1] == 7 * n_r + 4 * n_p - 4 - 3 * (r1 - 1) - between
    differ("E4-8", bounds, ranks)


def test_groupings_under_their_conditions():
    """ "E4-9": [9.68] with parallel and with aligned axes; rule 5 where a slide before it is across and along."""
    state = [STATE[letter][:2] for letter in ("q", "q̇", "q̈")]
    first, second = [0.4, 0.02, -0.01, 0.5, 0.03, 0.3], [0.2, 0.01, 0.02, 0.3, -0.01, 0.25]
    ten = [[*first, 0.6, -0.4, 0.2, 2.0], [*second, 0.3, 0.5, -0.2, 1.5]]

    def τ(model):
        return peer(model).inverse_dynamics(*state)

    def rotor_as_mass(offset):
        """A slide along a turning axis, gravity across: its rotor inertia, and so much more mass instead."""
        rows, Ia = [{}, {"d": offset}], 0.8
        with_rotor = chain("RP", rows, (9.81, 0.0, 0.0), ten, rotors=(0.0, Ia))
        heavier = [ten[0], [*ten[1][:9], ten[1][9] + Ia]]
        return τ(chain("RP", rows, (9.81, 0.0, 0.0), heavier)), τ(with_rotor)

    def without_first_moment(α):
        """A slide and a turn about gravity's direction, at the angle α: with and without MX, MY of the second."""
        rows, g = [{"alpha": α}, {"alpha": -α}], (0.0, 0.0, -9.81)
        less = [ten[0], [*ten[1][:6], 0.0, 0.0, *ten[1][8:]]]
        return τ(chain("PR", rows, g, less)), τ(chain("PR", rows, g, ten))

    forms = []
    for rule, wrong, right in ((rotor_as_mass, 0.5, 0.0), (without_first_moment, np.pi / 2, 0.0)):
        (printed, true), (corrected, alike) = rule(wrong), rule(right)
        forms.append((printed, corrected, true, alike))
    show("E4-9", *forms)


def test_counts():
    """ "E4-10": Raibert's additions. "E4-11": nothing to compute, Tables 9.5 and 9.6 contradict one another."""
    n = 6
    differ("E4-10", [3**n + n**2], [n**3 + n**2])
    differ("E4-11", [159], [160])
