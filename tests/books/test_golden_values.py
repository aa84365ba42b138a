"""Base parameters: the numbers, tables and equations of Khalil & Dombre (2002), §9.4.                    [khalil2002]

They are found as [9.36]–[9.40] say: of the columns of D, in the order of K, the first that are independent. D is
stacked over random states, ours and Pinocchio's; rotors add the columns q̈_j.
"""

import re
from functools import cache

import numpy as np
import pytest

from linkwise.algebra import Inertia
from linkwise.formulations import formulations_for, terms
from linkwise.formulations.regressor import khalil_dombre
from tests.books.test_errata_khalil_dombre import chain, peer
from tests.robots import states
from tests.tolerances import AGREEMENT, NINE_DIGITS, PLAINLY_SOMETHING, ROUNDING

QUARTER = np.pi / 2
DOWN = (0.0, 0.0, -9.81)
EVERY, SEVEN = "XX XY XZ YY YZ ZZ MX MY MZ M Ia", "XX XY XZ YZ ZZ MX MY"

by_each = pytest.mark.parametrize(
    "D",
    [
        lambda model, *x: np.array(khalil_dombre.regressor(model, *(v.tolist() for v in x))),
        lambda model, *x: peer(model).regressor(*x),
    ],
    ids=["ours", "Pinocchio's"],
)


def names(*links):
    """The parameters of links 1, 2, …: "XX YY" for the second is XX2, YY2."""
    return [f"{letters}{j}" for j, link in enumerate(links, 1) for letters in link.split()]


def stacked(D, model):
    """The columns of [9.36] by their names, over so many states that every parameter shows where it can."""
    n = len(model.bodies)
    rows = []
    for q, qd, qdd in zip(*states(n, 30, seed=5), strict=True):
        links = D(model, q, qd, qdd).reshape(n, n, 10)
        rows.append(np.concatenate([links, np.diag(qdd)[:, :, None]], axis=2).reshape(n, 11 * n))
    return dict(zip(names(*[EVERY] * n), np.vstack(rows).T, strict=True))


def base_parameters(columns):
    """The names of the first independent columns, [9.39]. What is left of a column is plainly something or nothing."""
    size = max(np.linalg.norm(column) for column in columns.values())
    kept, basis = [], np.zeros((0, len(next(iter(columns.values())))))
    for name, column in columns.items():
        left = column - basis.T @ (basis @ column)
        left = left - basis.T @ (basis @ left)  # once more: the first time rounding leaves a little
        part = np.linalg.norm(left) / size
        assert not AGREEMENT < part < PLAINLY_SOMETHING, (name, part)
        if part > 1e-4:
            kept.append(name)
            basis = np.vstack([basis, left / np.linalg.norm(left)])
    return kept


def of_links(columns):
    return {name: column for name, column in columns.items() if not name.startswith("Ia")}


# ---- §9.4.2.4: how many base parameters there are -------------------------------------------------------------------

ARMS = {  # how many, the joints, α, d, r, θ of slides, gravity; what rules 1–6 leave of each link
    "planar RR, g in the plane": (6, "RR", [0, 0], [0, 0.5], [0, 0], [0, 0], (0.0, -9.81, 0.0), ["ZZ MX MY"] * 2),
    "planar RR, g across": (4, "RR", [0, 0], [0, 0.5], [0, 0], [0, 0], DOWN, ["ZZ", "ZZ MX MY"]),
    "SCARA": (8, "RRRP", [0] * 4, [0, 0.4, 0.3, 0], [0] * 4, [0] * 4, DOWN, ["ZZ", "ZZ MX MY", "ZZ MX MY", "M"]),
    "Stanford": (
        33,
        "RRPRRR",
        [0, -QUARTER, QUARTER, 0, -QUARTER, QUARTER],
        [0] * 6,
        [0, 0.2, 0, 0, 0, 0],
        [0] * 6,
        DOWN,
        ["ZZ", SEVEN, "MX MY MZ M", SEVEN, SEVEN, SEVEN],
    ),
    "PPP": (3, "PPP", [0, QUARTER, QUARTER], [0] * 3, [0] * 3, [0, QUARTER, 0], DOWN, ["M"] * 3),
    "PUMA": (
        36,
        "RRRRRR",
        [0, -QUARTER, 0, -QUARTER, QUARTER, -QUARTER],
        [0, 0, 0.43, 0.02, 0, 0],
        [0, 0.15, 0, 0.43, 0, 0],
        [0] * 6,
        DOWN,
        ["ZZ", *[SEVEN] * 5],
    ),
}


@by_each
@pytest.mark.parametrize("arm", ARMS)
def test_number_of_base_parameters(arm, D):
    number, kinds, alphas, ds, rs, thetas, gravity, left = ARMS[arm]
    table = zip(kinds, alphas, ds, rs, thetas, strict=True)
    rows = [{"alpha": α, "d": d} | ({"r": r} if k == "R" else {"theta": θ}) for k, α, d, r, θ in table]
    columns = of_links(stacked(D, chain(kinds, rows, gravity, [[1.0] * 10] * len(kinds))))
    W = np.column_stack(list(columns.values()))
    assert np.linalg.matrix_rank(W / np.linalg.norm(W), tol=NINE_DIGITS) == number
    assert base_parameters(columns) == names(*left) and len(names(*left)) == number


# ---- Examples 9.2 and 9.3: the Stäubli RX-90 ------------------------------------------------------------------------

D3, RL4 = 0.45, 0.37
TABLE_9_3 = names("ZZ", SEVEN, *[f"{SEVEN} Ia"] * 4)
TABLE_9_4 = names("ZZ", "XX ZZ MX MY", "XX ZZ MY Ia", "XX ZZ Ia", "XX ZZ MY Ia", "XX ZZ Ia")
NO_EFFECT = names("XX XY XZ YY YZ MX MY MZ M", "MZ M")
GROUPED = names("Ia", "YY Ia", *["YY MZ M"] * 4)

STEPS = {
    6: ["XXR6 = XX6 - YY6", "XXR5 = XX5 + YY6", "ZZR5 = ZZ5 + YY6", "MYR5 = MY5 + MZ6", "MR5 = M5 + M6"],
    5: [
        "XXR5 = XX5 + YY6 - YY5",
        "XXR4 = XX4 + YY5",
        "ZZR4 = ZZ4 + YY5",
        "MYR4 = MY4 - MZ5",
        "MR4 = M4 + M5 + M6",
    ],
    4: [
        "XXR4 = XX4 + YY5 - YY4",
        "XXR3 = XX3 + YY4 + 2*RL4*MZ4 + RL4**2*(M4 + M5 + M6)",
        "ZZR3 = ZZ3 + YY4 + 2*RL4*MZ4 + RL4**2*(M4 + M5 + M6)",
        "MYR3 = MY3 + MZ4 + RL4*(M4 + M5 + M6)",
        "MR3 = M3 + M4 + M5 + M6",
    ],
    3: [
        "XXR3 = XX3 + YY4 + 2*RL4*MZ4 + RL4**2*(M4 + M5 + M6) - YY3",
        "XXR2 = XX2 + YY3",
        "XZR2 = XZ2 - D3*MZ3",
        "YYR2 = YY2 + D3**2*(M3 + M4 + M5 + M6) + YY3",
        "ZZR2 = ZZ2 + D3**2*(M3 + M4 + M5 + M6)",
        "MXR2 = MX2 + D3*(M3 + M4 + M5 + M6)",
        "MZR2 = MZ2 + MZ3",
        "MR2 = M2 + M3 + M4 + M5 + M6",
    ],
    2: [
        "XXR2 = XX2 - YY2 - D3**2*(M3 + M4 + M5 + M6)",
        "ZZR1 = ZZ1 + YY2 + D3**2*(M3 + M4 + M5 + M6) + YY3",
    ],
}
"""Example 9.2, link by link: YY, MZ and M of the link are gone then, [9.53]."""

SUMMARY = [
    "ZZR1 = ZZ1 + Ia1 + YY2 + D3**2*(M3 + M4 + M5 + M6) + YY3",
    "XXR2 = XX2 - YY2 - D3**2*(M3 + M4 + M5 + M6)",
    "XZR2 = XZ2 - D3*MZ3",
    "ZZR2 = ZZ2 + Ia2 + D3**2*(M3 + M4 + M5 + M6)",
    "MXR2 = MX2 + D3*(M3 + M4 + M5 + M6)",
    "XXR3 = XX3 - YY3 + YY4 + 2*RL4*MZ4 + RL4**2*(M4 + M5 + M6)",
    "ZZR3 = ZZ3 + YY4 + 2*RL4*MZ4 + RL4**2*(M4 + M5 + M6)",
    "MYR3 = MY3 + MZ4 + RL4*(M4 + M5 + M6)",
    "XXR4 = XX4 + YY5 - YY4",
    "ZZR4 = ZZ4 + YY5",
    "MYR4 = MY4 - MZ5",
    "XXR5 = XX5 + YY6 - YY5",
    "ZZR5 = ZZ5 + YY6",
    "MYR5 = MY5 + MZ6",
    "XXR6 = XX6 - YY6",
]
"""The grouping equations that end Example 9.2."""


def grouped(equations, K):
    """The left sides of printed equations for the standard parameters K."""
    sides = [equation.split(" = ") for equation in equations]
    return {left.replace("R", ""): eval(right, {"D3": D3, "RL4": RL4}, K) for left, right in sides}


def rx90(K):
    """Example 9.1's arm with six links and the given parameters; those not given are 0."""
    rows = [{"alpha": α} for α in (0.0, QUARTER, 0.0, -QUARTER, QUARTER, -QUARTER)]
    rows[2]["d"], rows[3]["r"] = D3, RL4
    links = [[K.get(f"{name}{j}", 0.0) for name in EVERY.split()] for j in range(1, 7)]
    return chain("RRRRRR", rows, DOWN, [link[:10] for link in links], rotors=[link[10] for link in links])


@cache
def standard():
    """Numbers for all 66 standard parameters; no link need have such."""
    numbers = np.random.default_rng(8).uniform(0.5, 2.0, 66).tolist()
    return dict(zip(names(*[EVERY] * 6), numbers, strict=True))


@cache
def truth():
    """A few states, and Pinocchio's torques there of the standard parameters."""
    moving = list(zip(*states(6, 4, seed=9), strict=True))
    return moving, np.array([peer(rx90(standard())).inverse_dynamics(*x) for x in moving])


def off(K, by=None):
    """How far the torques of the parameters K are from the true ones, relative to the largest."""
    model, (moving, τ) = rx90(K), truth()
    by = by or formulations_for("inverse_dynamics", model)["newton_euler.khalil_dombre"]
    found = [terms.inverse_dynamics(model, by, *(v.tolist() for v in x), {}) for x in moving]
    return np.abs(np.array(found) - τ).max() / np.abs(τ).max()


@by_each
def test_table_9_3(D):
    """40 base parameters, 36 without rotors; 11 have no effect, and 15 are grouped with others."""
    columns = stacked(D, rx90(standard()))
    assert base_parameters(columns) == TABLE_9_3 and len(TABLE_9_3) == 40
    without = [name for name in TABLE_9_3 if not name.startswith("Ia")]
    assert base_parameters(of_links(columns)) == without and len(without) == 36
    size = max(np.abs(column).max() for column in columns.values())
    assert [name for name, column in columns.items() if np.abs(column).max() < ROUNDING * size] == NO_EFFECT
    assert [name for name in columns if name not in (*TABLE_9_3, *NO_EFFECT)] == GROUPED


@by_each
def test_table_9_4(D):
    """Example 9.3: of diagonal tensors and the first moments it keeps, 19 base parameters."""
    kept = ["MZ", "MX MY", "MY", "MZ", "MY", "MZ"]
    given = names(*(f"XX YY ZZ {moments} M Ia" for moments in kept))
    columns = {name: column for name, column in stacked(D, rx90(standard())).items() if name in given}
    assert base_parameters(columns) == TABLE_9_4 and len(TABLE_9_4) == 19


@by_each
def test_grouping_coefficients(D):
    """β of [9.40], found from D2 = D1 β, holds the coefficients of the fifteen equations and nothing else."""
    columns = stacked(D, rx90(standard()))
    D1, D2 = (np.column_stack([columns[name] for name in some]) for some in (TABLE_9_3, GROUPED))
    β = np.linalg.lstsq(D1, D2, rcond=None)[0]
    units = [{name: float(name == one) for name in standard()} for one in GROUPED]
    printed = [[grouped(SUMMARY, K).get(name, 0.0) for name in TABLE_9_3] for K in units]
    np.testing.assert_allclose(β, np.transpose(printed), rtol=0, atol=AGREEMENT)


def test_grouped_parameters_give_the_same_torques():
    """By every formulation that admits first moments without mass."""
    K = {name: standard()[name] for name in TABLE_9_3} | grouped(SUMMARY, standard())
    assert set(K) == set(TABLE_9_3)
    admitted = formulations_for("inverse_dynamics", rx90(K))
    assert "newton_euler.khalil_dombre" in admitted
    for name, by in admitted.items():
        assert off(K, by) < AGREEMENT, name


def given_up(K, j):
    """[9.53]: link j − 1 gets a body of the masses and moments of link j along its axis; XX stays as XX − YY."""
    body, YY, MZ, M = rx90(K).bodies[j - 1], K[f"YY{j}"], K[f"MZ{j}"], K[f"M{j}"]
    added = Inertia.of_parameters([YY, 0.0, 0.0, YY, 0.0, 0.0, 0.0, 0.0, MZ, M], body.name).to_parent(body.placement)
    carrier = dict(zip(names(*[""] * (j - 2), EVERY.removesuffix(" Ia")), added.parameters, strict=True))
    left = {f"XX{j}": K[f"XX{j}"] - YY, f"YY{j}": 0.0, f"MZ{j}": 0.0, f"M{j}": 0.0}
    return K | {name: K[name] + more for name, more in carrier.items()} | left


def test_links_are_grouped_one_by_one():
    """Each step of Example 9.2 is [9.53], and changes no torque. Of link 1 only ZZ is told."""
    K = standard()
    for j, equations in STEPS.items():
        expected = given_up(K, j) | {name: K[name] for name in NO_EFFECT[:9]}
        K = K | grouped(equations, standard()) | dict.fromkeys(names(*[""] * (j - 1), "YY MZ M"), 0.0)
        assert pytest.approx(expected, rel=ROUNDING, abs=ROUNDING) == K
        assert off(K) < AGREEMENT, j
    rotors = {name: standard()[name] for name in ("Ia1", "Ia2")}
    summary = grouped(SUMMARY, standard() | dict.fromkeys(rotors, 0.0))
    base = {name: K[name] for name in TABLE_9_3}
    assert base == pytest.approx({name: standard()[name] for name in TABLE_9_3} | summary, rel=ROUNDING)
    assert off(base | rotors) < AGREEMENT


def test_no_grouped_term_may_be_left_out():
    terms = [(line, name) for line in SUMMARY for name in GROUPED if re.search(rf"\b{name}\b", line)]
    K = {name: standard()[name] for name in TABLE_9_3} | grouped(SUMMARY, standard())
    assert len(terms) == 46 and {name for _, name in terms} == set(GROUPED)
    for line, name in terms:
        assert off(K | grouped([line], standard() | {name: 0.0})) > 1e-4, (line, name)
