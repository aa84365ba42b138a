"""The printed tables as we hold them, and what we say of them."""

import random
from fractions import Fraction

import pytest

from linkwise.errors import ReadError
from linkwise.ledger.arms import ARMS, QUARTER, chain, links
from linkwise.ledger.fit import Polynomial, fit, polynomial
from linkwise.ledger.measure import measure, measure_equations
from linkwise.ledger.printed import PRINTED
from linkwise.ledger.robots import ROBOTS, stanford
from linkwise.model.dh import DHRow
from linkwise.model.rewrite import dh_gauge, regroup

ROWS = [row for every in PRINTED.values() for row in every]
ALG_57, ALG_56, ID = "newton_euler.balafoutis_patel_57", "newton_euler.balafoutis_patel_56", "inverse_dynamics"


@pytest.mark.parametrize("table", ["5.1", "5.2", "6.1", "7.1", "7.2"])
@pytest.mark.parametrize("arm", ["general", "quarter"])
def test_columns_add_up(table, arm):
    some = [row for row in ROWS if (row.table, row.arm) == (table, arm)]
    (total,) = [row for row in some if row.row == "total"]
    for n in range(2, 11):
        parts = [row.at(n) for row in some if row is not total]
        assert tuple(map(sum, zip(*parts, strict=True))) == total.at(n)


QUOTED = {
    ("5.1", "general"): (489, 420), ("5.1", "quarter"): (388, 370), ("5.2", "general"): (450, 386),
    ("5.2", "quarter"): (354, 351), ("6.1", "general"): (420, 339), ("6.1", "quarter"): (271, 250),
    ("7.1", "general"): (871, 922), ("7.1", "quarter"): (691, 812), ("7.2", "general"): (1185, 840),
    ("7.2", "quarter"): (825, 660), ("7.1 and 7.2", "general"): (2056, 1762), ("7.1 and 7.2", "quarter"): (1516, 1472),
}  # fmt: skip
"""The totals printed for n = 6."""


@pytest.mark.parametrize("table", QUOTED, ids=str)
def test_totals(table):
    (total,) = [r for r in ROWS if (r.table, r.arm) == table and r.row in ("total", "both steps")]
    assert total.at(6) == QUOTED[table]


def test_formulas_give_the_numbers_quoted():
    """But for the three that ERRATA E2-33 and E2-35 tell of."""
    wrong = {row.row for row in ROWS if row.quoted is not None and row.at(6) != row.quoted}
    assert wrong == {"Vukobratovic, Renaud", "Walker and Orin"}
    assert [row.at(6) for row in ROWS if row.row == "Vukobratovic, Renaud"] == [(972, 830)]
    assert [row.at(6) for row in ROWS if (row.table, row.row) == ("6.2", "Walker and Orin")] == [(741, 598)]


def two_links(alpha):
    return chain("two", [DHRow(-1, alpha=QUARTER), DHRow(0, alpha=alpha, d=0.4, r=0.3)], links(2))


def test_table_5_2_lies_between_its_twists():
    for alpha, ω, ωd in ((QUARTER, (2, 0), (4, 2)), (0.0, (0, 1), (0, 1))):
        each = measure_equations(ALG_57, ID, two_links(alpha))
        assert (each["ω"]["needed"].plain, each["ωd"]["needed"].plain) == (ω, ωd)


def test_table_5_2_has_a_wrong_sum():
    """α = 0° or 90° saves 4 and 2 operations in each product A v, of which (5.3.46a) has n − 1."""
    (general, quarter) = [row for row in ROWS if (row.table, row.row) == ("5.2", "5.3.46a")]
    for n in range(2, 11):
        times, plus = general.at(n)
        assert quarter.at(n) == (times - 4 * (n - 1), plus - 2 * (n - 1) + 11)
    assert quarter.erratum


def test_the_first_diagonal_entry_where_the_axis_is_along_gravity():
    rows = [DHRow(-1), *(DHRow(j - 1, alpha=0.4 + 0.1 * j, d=0.5, r=-0.3 * j) for j in range(1, 4))]
    each = measure_equations(
        "linearized.balafoutis_patel_71", "inverse_dynamics_derivatives", chain("g", rows, links(4))
    )
    assert each["p"]["needed"].plain == (7 * 3, 7 * 3)


def test_simplified_robots_with_nothing_at_the_tip():
    for name, printed in (("rx90 simplified base", (159, 113)), ("rx90 simplified", (202, 153))):
        ours = measure(ALG_57, ID, ROBOTS[name]()).program.strict
        assert ours[0] <= printed[0] and ours[1] <= printed[1]
    assert measure(ALG_56, ID, regroup(dh_gauge(stanford(("z",) * 6)))).program.plain == (135, 105)


def test_kane_costs_what_luh_walker_and_paul_cost():
    for arm in ("general", "quarter"):
        model = ARMS[arm].model(5)
        kane, luh = (measure(by, ID, model) for by in ("projection.angeles_ma_rojas", "newton_euler.luh_walker_paul"))
        assert kane.needed.plain == luh.needed.plain


def test_polynomials():
    draw = random.Random(5)
    for degree in range(5):
        coefficients = [Fraction(draw.randint(-9, 9), 2) for _ in range(degree)] + [Fraction(draw.randint(1, 9))]
        exact = Polynomial(tuple(coefficients))
        even = {n: 2 * sum(c * n**k for k, c in enumerate(coefficients)) for n in range(2, 11)}
        found = fit({n: int(value) for n, value in even.items()})
        assert found is not None and tuple(c / 2 for c in found.coefficients) == exact.coefficients
        even[10] += 1
        assert fit({n: int(value) for n, value in even.items()}) is None
    assert fit({2: 7, 3: 1, 4: 2, 5: 3, 6: 4}).since == 3
    assert str(polynomial("3/2n^3+17.5n^2-n+1")) == "3/2n^3 + 35/2n^2 - n + 1"
    with pytest.raises(ReadError):
        polynomial("3m+2")
