"""Slides between r1 and r2: [9.58], Table 9.2, [9.59] and [9.60] of Khalil & Dombre (2002), §9.4.2.3.   [khalil2002]"""

import numpy as np
import pytest

from linkwise import Robot
from linkwise.formulations import Columns
from linkwise.model.grouping import grouped, standings
from linkwise.parameters.base.rules import forms_of, with_forms
from tests.base.stacked import QUARTER, tree
from tests.books.column_relations import ACROSS, BACK, OBLIQUE, TILTED, turned, verdicts
from tests.tolerances import AGREEMENT, ONE_ROUNDING

TABLE_9_2 = {
    "az != 0": (["MXR{j} = MX{j} - ax/az*MZ{j}", "MYR{j} = MY{j} - ay/az*MZ{j}"], "MZ"),
    "az == 0 and ax*ay != 0": (["MXR{j} = MX{j} - ax/ay*MY{j}"], "MY"),
    "az == 0 and ax == 0": ([], "MY"),
    "az == 0 and ay == 0": ([], "MX"),
}
"""Condition; grouping, and the parameter that goes."""

SLIDES = {  # joints, constants, the slide j; the row of Table 9.2 that it meets
    "RP oblique": ("RP", [{}, {**TILTED, "theta": 0.6, "d": 0.3}], 2, 0),
    "RPR oblique": ("RPR", [{}, {**TILTED, "theta": -0.4}, {"alpha": 1.1, "d": 0.2, "r": 0.1}], 2, 0),
    "RRP oblique": ("RRP", [{}, {"d": 0.4}, {**TILTED, "theta": 0.6}], 3, 0),
    "RPP oblique": ("RPP", [{}, {**TILTED, "theta": 0.6}, {"alpha": 0.5, "theta": 0.2}], 3, 0),
    "PRP oblique": ("PRP", [{}, {"alpha": 0.3}, {**TILTED, "theta": 0.6}], 3, 0),
    "RP across, turned": ("RP", [{}, {**ACROSS, "theta": 0.6}], 2, 1),
    "RPR across, turned": ("RPR", [{}, {**ACROSS, "theta": 0.6, "d": 0.1}, {**ACROSS, "d": 0.2}], 2, 1),
    "RP across": ("RP", [{}, ACROSS], 2, 2),
    "RPR across": ("RPR", [{}, {**BACK, "d": 0.3}, TILTED], 2, 2),
    "RP across, quarter turn": ("RP", [{}, {**ACROSS, "theta": QUARTER}], 2, 3),
    "RPR across, quarter turn": ("RPR", [{}, {**ACROSS, "theta": -QUARTER}, TILTED], 2, 3),
}


def in_own_frames(model):
    """What the rules leave, as forms in the parameters of the frames as given; `robot.base_parameters` turns some."""
    names = Columns().names(model)
    return forms_of(grouped(with_forms(model, Columns(), names), standings(model)), Columns(), names)


def energy_functions(model, count=6):
    """h of every link at some states, (count, links, 10)."""
    rng, robot = np.random.default_rng(3), Robot(model)
    q, qd = rng.normal(size=(2, count, robot.n))
    h = robot.kinetic_energy_regressor(q, qd) + robot.potential_energy_regressor(q)
    return h.reshape(count, robot.n, 10)


def direction(kinds, rows, j):
    """ʲa_r1, the components with 0 for rounding."""
    a = np.array([0.0, 0.0, 1.0])
    for row in rows[kinds.index("R") + 1 : j]:
        a = turned(row).T @ a
    return np.where(np.abs(a) < ONE_ROUNDING, 0.0, a)


@pytest.mark.parametrize("arm", SLIDES)
def test_table_9_2(arm):
    kinds, rows, j, row = SLIDES[arm]
    a = dict(zip(("ax", "ay", "az"), direction(kinds, rows, j).tolist(), strict=True))
    assert [k for k, condition in enumerate(TABLE_9_2) if eval(condition, dict(a))] == [row]
    equations, gone = list(TABLE_9_2.values())[row]
    model = tree(kinds, rows, OBLIQUE)
    said = verdicts(model, [line.format(j=j) for line in equations], [f"{gone}{j}"], **a)
    assert list(said) == [True, True]
    forms, moments = in_own_frames(model), ("MX", "MY", "MZ")
    assert [m for m in moments if f"{m}{j}" in forms] == [m for m in moments if m != gone]
    terms = {name: form.terms[f"{gone}{j}"] for name, form in forms.items() if f"{gone}{j}" in form.terms}
    a = dict(zip(moments, a.values(), strict=True))
    printed = {f"{m}{j}": -a[m] / a[gone] for m in moments if m != gone and a[m]}
    assert terms == pytest.approx(printed, rel=AGREEMENT)


def test_table_9_2_ends_at_r2():
    """Behind a second direction of turning no such relation holds."""
    rows = [{}, TILTED, {**TILTED, "theta": 0.6}]
    equations, gone = [line.format(j=3) for line in TABLE_9_2["az != 0"][0]], ["MZ3"]
    a = dict(zip(("ax", "ay", "az"), direction("RPP", rows, 3).tolist(), strict=True))
    assert list(verdicts(tree("RRP", rows, OBLIQUE), equations, gone, **a)) == [False, False]
    assert list(verdicts(tree("RPP", rows, OBLIQUE), equations, gone, **a)) == [True, True]


@pytest.mark.parametrize("arm", SLIDES)
def test_what_is_constant(arm):
    """[9.58]; the constant is −gᵀa_r1."""
    kinds, rows, j, _ = SLIDES[arm]
    a_r1 = np.array([0.0, 0.0, 1.0])
    for row in reversed(rows[: kinds.index("R") + 1]):
        a_r1 = turned(row) @ a_r1
    h = energy_functions(tree(kinds, rows, OBLIQUE))
    total = h[:, j - 1, 6:9] @ direction(kinds, rows, j)
    np.testing.assert_allclose(total, -a_r1 @ OBLIQUE, rtol=0, atol=AGREEMENT * np.abs(h).max())
    assert np.ptp(h[:, j - 1, 6:9], axis=0).max() > 0.1


PARALLEL = {  # joints, constants, the slide j, the nearest revolute joint i before it; whether all are parallel
    "RP": ("RP", [{}, {"d": 0.4, "theta": 0.6}], 2, 1, True),
    "RP the other way": ("RP", [{}, {"alpha": np.pi, "d": 0.4, "theta": 0.6}], 2, 1, True),
    "RRP": ("RRP", [{}, {"d": 0.3}, {"d": 0.4, "theta": -0.5}], 3, 2, True),
    "RPP": ("RPP", [{}, {"d": 0.3, "theta": 0.2}, {"d": 0.4, "theta": -0.5}], 3, 1, True),
    "RPP there and back": ("RPP", [{}, {**ACROSS, "theta": 0.0}, {**BACK, "d": 0.4, "theta": 0.6}], 3, 1, True),
    "PRP": ("PRP", [{}, TILTED, {"d": 0.4, "theta": 0.6}], 3, 2, True),
    "RPR": ("RPR", [{}, {"d": 0.4, "theta": 0.6}, ACROSS], 2, 1, True),
    "RP oblique": ("RP", [{}, {**TILTED, "d": 0.4, "theta": 0.6}], 2, 1, False),
    "RRP behind r2": ("RRP", [{}, TILTED, {"d": 0.4, "theta": 0.6}], 3, 2, False),
}

EQUATIONS_9_60 = [
    "MXR{k} = MX{k} + C*MX{j} - S*MY{j}",
    "MYR{k} = MY{k} + S*Cα*MX{j} + C*Cα*MY{j}",
    "MZR{k} = MZ{k} + S*Sα*MX{j} + C*Sα*MY{j}",
    "ZZR{i} = ZZ{i} + 2*d*C*MX{j} - 2*d*S*MY{j}",
]


@pytest.mark.parametrize("arm", PARALLEL)
def test_slides_along_the_turning_axis(arm):
    """[9.59] of the energy functions, and [9.60] with MZ of no effect; neither without its condition."""
    kinds, rows, j, i, applies = PARALLEL[arm]
    model, row, A = tree(kinds, rows, OBLIQUE), rows[j - 1], turned(rows[j - 1])
    d, C, S = row["d"], np.cos(row["theta"]), np.sin(row["theta"])
    h = energy_functions(model)
    h_ZZi, zero = h[:, i - 1, 5], np.zeros(len(h))
    expected = h[:, j - 2, 6:9] @ A + np.column_stack([2 * d * C * h_ZZi, -2 * d * S * h_ZZi, zero])
    off = np.abs(h[:, j - 1, 6:9] - expected).max() / np.abs(h).max()
    assert off < AGREEMENT if applies else off > 1e-3
    α = row.get("alpha", 0.0)
    equations = [line.format(i=i, j=j, k=j - 1) for line in EQUATIONS_9_60]
    said = verdicts(model, equations, [f"MX{j}", f"MY{j}"], C=C, S=S, d=d, Cα=np.cos(α), Sα=np.sin(α))
    assert set(said) == {applies} and set(verdicts(model, [], [f"MZ{j}"])) == {applies}
