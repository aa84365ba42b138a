"""The matrix of Table 9.1, the energy functions and Theorems 9.1 and 9.2 of Khalil & Dombre (2002), §9.4.2, as printed.

                                                                                                        [khalil2002]
The printed lines stand here letter for letter (a prime marks link j − 1) and are compared with what the library
computes, symbolically: sines and cosines become letters, and S² is 1 − C². Energies are also compared in numbers, with
the velocities and poses of Pinocchio. What follows from them is in test_base_parameters_slides.py and _rules.py.
"""

import numpy as np
import pytest
import sympy

from linkwise import Robot
from linkwise.algebra import Inertia, Motion, Vec3
from linkwise.formulations import Columns
from linkwise.model import BASE, Body, Model, Prismatic, Revolute
from linkwise.model.constants import STANDARD
from linkwise.model.dh import DHRow
from linkwise.model.grouping import Standing, grouped
from linkwise.parameters.base import Form
from linkwise.parameters.base.rules import with_forms
from tests.books.printed_grouping import K, d, page, r, same, α, θ, λ
from tests.books.test_errata_khalil_dombre import chain, peer
from tests.robots import states
from tests.tolerances import AGREEMENT

qd = sympy.Symbol("q̇", real=True)
KINDS = pytest.mark.parametrize("kind", ["R", "P"])


def body(kind):
    """A link on a joint whose constants are letters, and the pose in which its joint variable is one, too."""
    row = {"r": r} if kind == "R" else {"theta": θ}
    T = DHRow(BASE, alpha=α, d=d, **row, sigma=int(kind == "P")).constant.tagged("base", "link1")
    link = Body("link1", BASE, T, (Revolute if kind == "R" else Prismatic)("joint1"), Inertia.none("link1"))
    return link, link.pose(θ if kind == "R" else r)


# ---- Table 9.1 ------------------------------------------------------------------------------------------------------


@KINDS
@pytest.mark.parametrize("column", range(10), ids=STANDARD)
def test_table_9_1(column, kind):
    """Each column is the inertia of a unit of one parameter seen from the parent, [9.46]."""
    assert λ.shape == (10, 10)
    unit = Inertia.of_parameters([sympy.Integer(k == column) for k in range(10)], "link1")
    for row, seen in enumerate(unit.to_parent(body(kind)[1]).parameters):
        assert same(seen, λ[row, column]), (STANDARD[row], STANDARD[column], seen)


def test_parameters_seen_from_the_parent():
    """[9.46] with all ten parameters at once."""
    link = [K[letter] for letter in STANDARD]
    seen = Inertia.of_parameters(link, "link1").to_parent(body("R")[1]).parameters
    assert all(same(one, other) for one, other in zip(seen, λ * sympy.Matrix(link), strict=True))


# ---- the energy functions -------------------------------------------------------------------------------------------


def energy_functions(ω, V, g, gp):
    """[9.44]; g holds gᵀs, gᵀn, gᵀa, and gp is gᵀp."""
    (ω1, ω2, ω3), (V1, V2, V3), (gs, gn, ga) = ω, V, g
    return [
        ω1 * ω1 / 2,
        ω1 * ω2,
        ω1 * ω3,
        ω2 * ω2 / 2,
        ω2 * ω3,
        ω3 * ω3 / 2,
        ω3 * V2 - ω2 * V3 - gs,
        ω1 * V3 - ω3 * V1 - gn,
        ω2 * V1 - ω1 * V2 - ga,
        (V1 * V1 + V2 * V2 + V3 * V3) / 2 - gp,
    ]


def η(ω, V, qd, σ):
    """[9.47]."""
    (ω1, ω2, ω3), (V1, V2, V3) = ω, V
    revolute = [0, 0, ω1, 0, ω2, ω3 - qd / 2, V2, -V1, 0, 0]
    prismatic = [0, 0, 0, 0, 0, 0, -ω2, ω1, 0, V3 - qd / 2]
    return [(1 - σ) * one + σ * other for one, other in zip(revolute, prismatic, strict=True)]


def moving(model, q, qd):
    """ʲω_j, ʲV_j, and the pose of each frame j, by Pinocchio."""
    other = peer(model)
    other.place(q, qd, model.base)  # which moves all frames
    for joint in other.joints:
        v, T = other.data.v[joint.id], other.data.oMi[joint.id]
        yield v.angular.copy(), v.linear.copy(), T.rotation.copy(), T.translation.copy()


@pytest.mark.parametrize("kinds", ["RPRPR", "PRRP", "PPRRPR"])
def test_energy_functions_and_their_recursion(kinds):
    """[9.44] is what the regressors of the energies hold; [9.45] takes it from each link to the next."""
    rng, g, n = np.random.default_rng(len(kinds)), np.array([1.7, -2.2, 9.0]), len(kinds)
    rows = [
        dict(zip(("alpha", "d", "r" if kind == "R" else "theta"), rng.uniform(-1.5, 1.5, 3).tolist(), strict=True))
        for kind in kinds
    ]
    robot = Robot(chain(kinds, rows, g, rng.uniform(0.5, 2.0, (n, 10)).tolist()))
    table = sympy.lambdify((α, d, θ, r), λ)
    for q, qd, _ in zip(*states(n, 3, seed=7), strict=True):
        ours = (robot.kinetic_energy_regressor(q, qd) + robot.potential_energy_regressor(q)).reshape(n, 10)
        limit = AGREEMENT * np.abs(ours).max()
        h = np.array(energy_functions([0, 0, 0], [0, 0, 0], g, 0.0))  # of the base
        for j, (ω, V, A, P) in enumerate(moving(robot.model, q, qd)):
            row, σ = rows[j], int(kinds[j] == "P")
            joint = (row["theta"], q[j]) if σ else (q[j], row["r"])
            before, h = h, np.array(energy_functions(ω, V, g @ A, g @ P))
            assert np.abs(ours[j] - h).max() < limit
            carried = before @ table(row["alpha"], row["d"], *joint)
            assert np.abs(carried + qd[j] * np.array(η(ω, V, qd[j], σ)) - h).max() < limit
            assert np.abs(carried - h).max() > 1e6 * limit  # η is no trifle


def one_joint(kind):
    """The energy functions of link j − 1 moving anyhow, and of link j by [9.17], [9.18]; then ω_j and V_j."""
    ω, V, g, gp = *(sympy.symbols(f"{x}1:4") for x in "ωVg"), sympy.Symbol("gp")
    link, T = body(kind)
    before = Motion(Vec3(*ω, "base"), Vec3(*V, "base"))
    after = before.to_child(T) + link.joint.S("link1") * qd
    down = Vec3(*g, "base")
    h = energy_functions(after.ω.components, after.v.components, (T.R.T @ down).components, gp + down.dot(T.p))
    h_before = sympy.Matrix([energy_functions(ω, V, g, gp)])
    return h_before, h, after.ω.components, after.v.components


@KINDS
def test_recursion_of_the_energy_functions(kind):
    """[9.45] for all values of all letters."""
    h_before, h, ω, V = one_joint(kind)
    by_table = h_before * λ + qd * sympy.Matrix([η(ω, V, qd, int(kind == "P"))])
    assert all(same(one, other) for one, other in zip(h, by_table, strict=True))
    assert not same(h[5] if kind == "R" else h[9], (h_before * λ)[5 if kind == "R" else 9])


def test_relations_that_always_hold():
    """[9.50] of a revolute joint, [9.54] of a prismatic one: by columns without the joint variable; no others do."""
    for kind, variable, always in (("R", θ, ["MZ", "M"]), ("P", r, list(STANDARD[:6]))):
        h_before, h, _, _ = one_joint(kind)
        by_table = h_before * λ
        held = [k for k in range(10) if same(h[k], by_table[k]) and not λ[:, k].has(variable)]
        assert [STANDARD[k] for k in held] == always
        if kind == "R":
            assert same(h[0] + h[3], by_table[0] + by_table[3]) and λ[:, 0].has(θ) and λ[:, 3].has(θ)
            assert not sympy.simplify(λ[:, 0] + λ[:, 3]).has(θ)


# ---- Theorems 9.1 and 9.2 -------------------------------------------------------------------------------------------

THEOREM_9_1 = """
XXR = XX - YY
XXR' = XX' + YY + 2 r MZ + r² M
XYR' = XY' + d Sα MZ + d r Sα M
XZR' = XZ' - d Cα MZ - d r Cα M
YYR' = YY' + CCα YY + 2 r CCα MZ + (d² + r² CCα) M
YZR' = YZ' + CSα YY + 2 r CSα MZ + r² CSα M
ZZR' = ZZ' + SSα YY + 2 r SSα MZ + (d² + r² SSα) M
MXR' = MX' + d M
MYR' = MY' - Sα MZ - r Sα M
MZR' = MZ' + Cα MZ + r Cα M
MR' = M' + M
"""
"""[9.53]."""

THEOREM_9_2 = """
XXR' = XX' + CCθ XX - 2 CSθ XY + SSθ YY
XYR' = XY' + CSθ Cα XX + (CCθ - SSθ) Cα XY - Cθ Sα XZ - CSθ Cα YY + Sθ Sα YZ
XZR' = XZ' + CSθ Sα XX + (CCθ - SSθ) Sα XY + Cθ Cα XZ - CSθ Sα YY - Sθ Cα YZ
YYR' = YY' + SSθ CCα XX + 2CSθ CCα XY - 2Sθ CSα XZ + CCθ CCα YY - 2Cθ CSα YZ + SSα ZZ
YZR' = YZ' + SSθ CSα XX + 2CSθ CSα XY + Sθ (CCα - SSα) XZ + CCθ CSα YY + Cθ (CCα - SSα) YZ - CSα ZZ
ZZR' = ZZ' + SSθ SSα XX + 2CSθ SSα XY + 2Sθ CSα XZ + CCθ SSα YY + 2Cθ CSα YZ + CCα ZZ
"""
"""[9.56]."""

TENSOR = "XX XY XZ XY YY YZ XZ YZ ZZ"
PRIMED = " ".join(f"{name}'" for name in TENSOR.split())

THEOREMS = {"R": (THEOREM_9_1, "YY MZ M"), "P": (THEOREM_9_2, "XX XY XZ YY YZ ZZ")}
"""The relations, and the parameters of link j that they group."""


def printed(text):
    sides = (line.split(" = ") for line in text.strip().splitlines())
    return {left.replace("R", ""): page(right) for left, right in sides}


def theorem(kind):
    """What a theorem leaves of links j − 1 and j: parameters that it does not name stay as they are."""
    text, gone = THEOREMS[kind]
    return K | printed(text) | dict.fromkeys(gone.split(), sympy.Integer(0))


@KINDS
def test_theorems(kind):
    """The library's rules, with linear forms for parameters; the base in the place of link j − 1."""
    model = with_forms(Model("one", (body(kind)[0],)), Columns(), [f"{letter}1" for letter in STANDARD])
    base = Inertia.of_parameters([Form.of(f"{letter}'") for letter in STANDARD], "base")
    nothing_else = Standing(
        2, r1=None, r2=None, parallel=False, pivot=2, unmoved=False, absorbs=False, centre=False
    )  # no rule but 1: joint j turns, or stands beyond r2
    left = grouped(Model("one", model.bodies, base_inertia=base), [nothing_else])
    found = dict(zip(STANDARD, left.bodies[0].inertia.parameters, strict=True))
    found |= {f"{letter}'": form for letter, form in zip(STANDARD, left.base_inertia.parameters, strict=True)}
    for name, expected in theorem(kind).items():
        terms = found[name].terms if isinstance(found[name], Form) else {}
        for one, symbol in K.items():
            coefficient = terms.get(one if one.endswith("'") else f"{one}1", 0.0)
            assert same(coefficient, expected.coeff(symbol) if expected.has(symbol) else 0), (name, one)


def test_theorems_are_columns_of_the_table():
    """[9.51] and [9.52], [9.55]; and [9.57], the tensors alone, with A = Rot(x, α) Rot(z, θ)."""
    given = K["YY"] * (λ[:, 0] + λ[:, 3]) + K["MZ"] * λ[:, 8] + K["M"] * λ[:, 9]
    assert same(theorem("R")["XX"], K["XX"] - K["YY"])
    assert all(same(theorem("R")[f"{x}'"], K[f"{x}'"] + more) for x, more in zip(STANDARD, given, strict=True))
    given = λ[:, :6] * sympy.Matrix([K[x] for x in STANDARD[:6]])
    assert all(same(theorem("P")[f"{x}'"], K[f"{x}'"] + more) for x, more in zip(STANDARD, given, strict=True))
    A = sympy.rot_axis1(-α) * sympy.rot_axis3(-θ)
    J, J_before, JR = (
        sympy.Matrix(3, 3, [K_of[name] for name in every.split()])
        for K_of, every in ((K, TENSOR), (K, PRIMED), (theorem("P"), PRIMED))
    )
    assert all(same(x, 0) for x in JR - J_before - A * J * A.T)
