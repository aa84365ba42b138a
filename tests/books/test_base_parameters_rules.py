"""The rules of Khalil & Dombre (2002), §9.4.2.4–9.4.2.5, where they apply and where one clause fails; and the bound.

                                                                                                        [khalil2002]
Rules 1 to 3 are in test_base_parameters.py and test_base_parameters_slides.py.
"""

import numpy as np
import pytest

from linkwise import Robot
from tests.base.stacked import DOWN, columns, pinocchios, tree
from tests.books.column_relations import ACROSS, ALONG_X, BACK, NONE, OBLIQUE, TILTED, turned, verdicts
from tests.tolerances import AGREEMENT, NINE_DIGITS

RULES = {  # printed relations; what goes
    "rule 4": ([], "XX XY XZ YZ"),
    "rule 5": ([], "MX MY"),
    "rule 6": ([], "MX MY MZ"),
    "[9.65]": (["ZZR{j} = ZZ{j} + Ia{j}"], "Ia"),
    "[9.67]": (["ZZR{j} = ZZ{j} + Ia{j}"], "Ia"),
    "[9.68]": (["MR{j} = M{j} + Ia{j}"], "Ia"),
}

CASES = [  # rule, whether it applies, joints, constants, gravity, link j, why or why not
    ("rule 4", True, "RRR", [{}, {"d": 0.4}, TILTED], OBLIQUE, 1, "j = r1"),
    ("rule 4", True, "RRR", [{}, {"d": 0.4}, TILTED], OBLIQUE, 2, "r1 < j < r2"),
    ("rule 4", True, "PRR", [{}, TILTED, {"d": 0.4}], OBLIQUE, 3, "a slide before r1, in any direction"),
    ("rule 4", True, "RPR", [{}, ACROSS, {**BACK, "d": 0.2}], OBLIQUE, 3, "parallel again behind a slide across"),
    ("rule 4", False, "RRR", [{}, {"d": 0.4}, TILTED], OBLIQUE, 3, "j = r2"),
    ("rule 4", False, "RRR", [{}, TILTED, {"alpha": -0.7}], OBLIQUE, 3, "behind r2"),
    ("rule 4", False, "RPR", [{}, TILTED, {"d": 0.2}], OBLIQUE, 3, "parallel to a slide, not to r1"),
    ("rule 5", True, "R", [{}], DOWN, 1, "gravity along the axis"),
    ("rule 5", True, "RR", [{}, {"r": 0.3}], DOWN, 2, "along a_r1"),
    ("rule 5", True, "RR", [{}, {"alpha": np.pi, "r": 0.3}], DOWN, 2, "along a_r1, the other way"),
    ("rule 5", True, "PR", [{}, {"d": 0.4}], DOWN, 2, "a slide along gravity before"),
    ("rule 5", True, "RPR", [{}, {}, {"r": 0.2}], DOWN, 3, "a slide along gravity between"),
    ("rule 5", True, "RPR", [{}, {"d": 0.4}, {"d": -0.4}], DOWN, 3, "that slide beside the axis"),
    ("rule 5", True, "RR", [{}, {"r": 0.3}], NONE, 2, "no gravity is along any axis"),
    ("rule 5", False, "R", [{}], OBLIQUE, 1, "gravity not along the axis"),
    ("rule 5", False, "RR", [{}, {"d": 0.4}], DOWN, 2, "parallel to a_r1 and not along it"),
    ("rule 5", False, "RR", [{}, {"d": 0.4}], NONE, 2, "the same without gravity"),
    ("rule 5", False, "PR", [ACROSS, BACK], DOWN, 2, "a slide across before"),
    ("rule 5", False, "PPR", [{}, ACROSS, BACK], DOWN, 3, "one of two slides across before"),
    ("rule 5", False, "RPR", [{}, ACROSS, BACK], DOWN, 3, "a slide across between"),
    ("rule 5", False, "RR", [{}, TILTED], DOWN, 2, "j = r2"),
    ("rule 6", True, "P", [{}], OBLIQUE, 1, "no revolute joint at all"),
    ("rule 6", True, "PPR", [{}, TILTED, {"alpha": 0.4}], OBLIQUE, 2, "j < r1"),
    ("rule 6", False, "RP", [{}, {**TILTED, "theta": 0.6}], OBLIQUE, 2, "j > r1"),
    ("rule 6", False, "PRP", [{}, TILTED, {**TILTED, "theta": 0.6}], OBLIQUE, 3, "j > r1, though r1 is not first"),
    ("[9.65]", True, "R", [{}], OBLIQUE, 1, "r1 is first"),
    ("[9.65]", True, "PPR", [{}, TILTED, {"alpha": 0.4}], OBLIQUE, 3, "r1 behind slides"),
    ("[9.65]", False, "RR", [{}, {"d": 0.4}], OBLIQUE, 2, "parallel to r1, not r1"),
    ("[9.65]", False, "RR", [{}, {}], OBLIQUE, 2, "along r1, not r1"),
    ("[9.67]", True, "RR", [{}, {**ACROSS, "d": 0.3}], OBLIQUE, 2, "r2 orthogonal"),
    ("[9.67]", True, "RRR", [{}, {"d": 0.4}, {**BACK, "d": 0.2}], OBLIQUE, 3, "r2 behind a parallel joint"),
    ("[9.67]", True, "RPR", [{}, ACROSS, {"d": 0.2}], OBLIQUE, 3, "r2 behind a slide"),
    ("[9.67]", False, "RR", [{}, {**TILTED, "d": 0.3}], OBLIQUE, 2, "r2 oblique"),
    ("[9.67]", False, "RRR", [{}, TILTED, ACROSS], OBLIQUE, 3, "orthogonal to r2, not r2"),
    ("[9.67]", False, "RRR", [{}, ACROSS, {"d": 0.4}], OBLIQUE, 3, "orthogonal to r1, not r2"),
    ("[9.68]", True, "P", [{}], ALONG_X, 1, "p1 = 1, level"),
    ("[9.68]", True, "PR", [{}, TILTED], ALONG_X, 1, "the same with a turn behind"),
    ("[9.68]", True, "RP", [{}, {}], ALONG_X, 2, "aligned with the turn before, level"),
    ("[9.68]", True, "RRP", [{}, {"r": 0.2}, {"alpha": np.pi}], ALONG_X, 3, "aligned with both turns before, level"),
    ("[9.68]", False, "P", [{}], OBLIQUE, 1, "p1 = 1, not orthogonal to gravity"),
    ("[9.68]", False, "RP", [{}, {}], DOWN, 2, "aligned, and upright"),
    ("[9.68]", False, "RP", [{}, {"d": 0.4}], ALONG_X, 2, "parallel to the turn before, not collinear"),
    ("[9.68]", False, "RP", [{}, {"d": 0.4}], NONE, 2, "the same without gravity"),
    ("[9.68]", False, "RRP", [{}, {"d": 0.4}, {}], ALONG_X, 3, "collinear with the last turn, not with the first"),
    ("[9.68]", False, "RP", [{}, ACROSS], DOWN, 2, "always level, and across the turn before"),
    ("[9.68]", False, "PP", [{}, ACROSS], ALONG_X, 2, "a second slide"),
]


@pytest.mark.parametrize(
    ("rule", "applies", "kinds", "rows", "gravity", "j"),
    [case[:6] for case in CASES],
    ids=[f"{case[0]}, {case[2]}: {case[6]}" for case in CASES],
)
def test_rules(rule, applies, kinds, rows, gravity, j):
    """Every parameter the rule names goes, or none does: what a clause forbids would change torques."""
    equations, gone = RULES[rule]
    model = tree(kinds, rows, gravity)
    said = list(verdicts(model, [line.format(j=j) for line in equations], [f"{name}{j}" for name in gone.split()]))
    assert said == [applies] * len(said)


def test_every_rule_has_both():
    assert {(rule, applies) for rule, applies, *_ in CASES} == {(rule, x) for rule in RULES for x in (True, False)}


# ---- [9.61] ---------------------------------------------------------------------------------------------------------

GENERIC = [{"alpha": α, "d": 0.3, "r": 0.2, "theta": 0.6} for α in (0.4, 0.7, 1.1, 0.9, 0.5)]

NUMBERS = [  # joints, constants, gravity; the bound b_m, and the true number
    ("R", [{}], OBLIQUE, 3, 3),
    ("R", [{}], DOWN, 1, 1),
    ("RRR", None, OBLIQUE, 17, 17),
    ("RRR", [{}, ACROSS, {"d": 0.4}], DOWN, 15, 15),
    ("RRPR", None, OBLIQUE, 21, 21),
    ("RR", [{}, {"d": 0.4}], OBLIQUE, 10, 6),
    ("RR", [{}, {"d": 0.4}], DOWN, 8, 4),
    ("RPRR", None, OBLIQUE, 21, 20),
    ("RPPR", None, OBLIQUE, 18, 16),
    ("RRRP", [{}, {"d": 0.4}, {"d": 0.3}, {}], DOWN, 19, 8),
    ("P", [{}], DOWN, 1, 1),
    ("PRR", None, OBLIQUE, 15, 11),
    ("PRRR", None, OBLIQUE, 22, 18),
    ("PPRR", None, OBLIQUE, 19, 12),
    ("PPPRR", None, OBLIQUE, 23, 13),
    ("PRPR", None, OBLIQUE, 19, 14),
    ("PPP", [{}, ACROSS, ACROSS], DOWN, 9, 3),
]


@pytest.mark.parametrize(("kinds", "rows", "gravity", "b_m", "true"), NUMBERS)
def test_bound(kinds, rows, gravity, b_m, true):
    """[9.61] is a bound; the exact number it is of chains that begin with a turn and go on with another (E4-8)."""
    own = [
        {name: x for name, x in row.items() if name != ("theta" if k == "R" else "r")}
        for k, row in zip(kinds, rows or GENERIC, strict=False)
    ]
    model = tree(kinds, own, gravity)
    n_r, n_p, σ1 = kinds.count("R"), kinds.count("P"), int(kinds[0] == "P")
    a1 = turned(own[0])[:, 2]
    n_g0 = int(not σ1 and np.abs(np.cross(a1, gravity)).max() < AGREEMENT)
    assert 7 * n_r + 4 * n_p - 3 - (1 - σ1) - 2 * n_g0 == b_m
    W, _ = columns(model, D=pinocchios, rotors=False)
    assert np.linalg.matrix_rank(W / np.abs(W).max(), tol=NINE_DIGITS) == true
    base = Robot(model).base_parameters(rotors=False)
    assert (base.bound, base.rank) == (b_m, true)
    if rows is None:  # what the bound forgets: slides before r1, and between r1 and r2
        r1, r2 = [j for j, kind in enumerate(kinds, 1) if kind == "R"][:2]
        assert b_m - true == 3 * (r1 - 1) + (r2 - r1 - 1) + σ1
