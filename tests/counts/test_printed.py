"""The printed tables as we hold them, and what we say of them."""

import inspect
import random
import re
from fractions import Fraction
from pathlib import Path

import pytest

from linkwise.algebra import Vec3
from linkwise.algebra.inertia import twice_shift
from linkwise.costs.ledger.arms import ARMS, QUARTER, chain, links
from linkwise.costs.ledger.book import counted
from linkwise.costs.ledger.fit import Polynomial, fit, polynomial
from linkwise.costs.ledger.measure import measure, measure_equations, measure_function
from linkwise.costs.ledger.primitives import primitive
from linkwise.costs.ledger.printed import PRINTED, inverse
from linkwise.costs.ledger.robots import ROBOTS, stanford
from linkwise.errors import ReadError
from linkwise.formulations import FORMULATIONS
from linkwise.model.dh import DHRow
from linkwise.model.rewrite import dh_gauge, regroup

ROWS = [row for every in PRINTED.values() for row in every]
ALG_62 = "composite.balafoutis_patel_62"
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
    ("5.1", "general"): (489, 420),
    ("5.1", "quarter"): (388, 370),
    ("5.2", "general"): (450, 386),
    ("5.2", "quarter"): (354, 351),
    ("6.1", "general"): (420, 339),
    ("6.1", "quarter"): (271, 250),
    ("7.1", "general"): (871, 922),
    ("7.1", "quarter"): (691, 812),
    ("7.2", "general"): (1185, 840),
    ("7.2", "quarter"): (825, 660),
    ("7.1 and 7.2", "general"): (2056, 1762),
    ("7.1 and 7.2", "quarter"): (1516, 1472),
}
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


ERRATA = (Path(__file__).parents[2] / "ERRATA.md").read_text(encoding="utf-8")


def test_misprints_are_listed():
    """And where an entry quotes the numbers for n = 6, those are the row's and what the row means."""
    assert {row.table for row in ROWS if row.meant} == {"5.2", "6.1", "6.2", "7.1", "7.2", "7.1 and 7.2"}
    for row in ROWS:
        if row.erratum and " … " not in row.erratum:
            (line,) = re.findall(rf"^\| {row.erratum} \|.*$", ERRATA, re.MULTILINE)
            quoted = re.search(r"n = 6: ([\d, ]+) ≠ ([\d, ]+) \|", line)
            if row.meant and row.row != "total" and row.table != "6.2" and row.arm == "general":
                for numbers, at in ((quoted[1], row.at(6)), (quoted[2], row.corrected.at(6))):
                    assert {int(x) for x in numbers.split(", ")} <= set(at), row


@pytest.mark.parametrize("table", ["5.2", "6.1", "7.1", "7.2"])
@pytest.mark.parametrize("arm", ["general", "quarter"])
def test_corrected_columns_add_up(table, arm):
    some = [row for row in ROWS if (row.table, row.arm) == (table, arm)]
    for n in range(2, 11, 2):
        *parts, total = [row.corrected.at(n) for row in some]
        assert some[-1].row == "total" and tuple(map(sum, zip(*parts, strict=True))) == total


def test_both_steps_corrected():
    for arm in ("general", "quarter"):
        one, two, both = (
            [r.corrected.at(6) for r in ROWS if (r.table, r.arm) == (table, arm) and r.row in ("total", "both steps")]
            for table in ("7.1", "7.2", "7.1 and 7.2")
        )
        assert [tuple(map(sum, zip(*one, *two, strict=True)))] == both


def test_quantities_are_noted():
    """A name that nobody notes would cost nothing."""
    for row in ROWS:
        for letter in row.quantities:
            module = inspect.getsource(FORMULATIONS[row.by])
            assert letter in ("", "-") or f"{letter.split('_')[0]}=" in module, (row.table, row.row, letter)


def test_what_is_not_computed_costs_nothing():
    """(5.3.45g), (6.3.29b), (6.3.29d–f): lines of the page for which no value of ours stands."""
    assert {row.row for row in ROWS if row.quantities == ("-",)} == {"5.3.45g", "6.3.29b", "6.3.29d–f"}


def test_a_last_entry():
    """(5.3.46b), (7.3.19e–g): with sine, cosine and twist as they come a product more than with the entries of A."""
    known = measure_function(lambda r, x: [Vec3(*r).dot(Vec3(*x))], {"r": 3, "x": 3}).written.plain
    assert (primitive("A v, last entry", "general").needed.plain, known) == ((4, 2), (3, 2))
    for n in (4, 7):
        for table, row, letter, products in (("5.2", "5.3.46b", "η", 1), ("7.2", "7.3.19e", "C_ji", n - 1)):
            (said,) = [r for r in ROWS if (r.table, r.row, r.arm) == (table, row, "general")]
            times, plus = counted(said.by, said.question, "general", n, "needed", (letter,)).plain
            assert (times - products, plus) == said.at(n)


def test_doublings_of_a_shift():
    """Where both vectors vary, three products are doublings."""
    both = measure_function(lambda u, s: twice_shift(Vec3(*u), Vec3(*s)).components, {"u": 3, "s": 3})
    one = primitive("sU + (sU)^T of dual tensors", "general")
    assert (both.written.plain, one.written.plain) == ((12, 6), (9, 6))


def test_the_inertia_matrix_off_the_diagonal():
    """f_{1,i} is needed here, and yet (6.3.29b), (6.3.30a,b) are fewer than as the page writes them."""
    parts = [r for r in ROWS if (r.table, r.arm) == ("6.1", "general") and r.row in ("6.3.29b", "6.3.30a", "6.3.30b")]
    for n in (3, 6, 9):
        ours = counted(ALG_62, "mass_matrix", "general", n, "needed", ("f_ji", "η_ji")).plain
        page = [sum(x) for x in zip(*(row.corrected.at(n) for row in parts), strict=True)]
        assert ours[0] < page[0] and ours[1] < page[1]
    last = {
        n: counted("composite.balafoutis_patel_62", "mass_matrix", "general", n, "needed", ("η_ji",)) for n in (4, 5)
    }
    pairs = {n: 14 * (n - 1) * (n - 2) // 2 for n in last}
    assert [last[n].multiplications - pairs[n] for n in last] == [6 * 3 - 2, 6 * 4 - 2]  # U_n is constant
    assert primitive("A n + s x A f, last entry", "general").needed.plain == (12, 7)
    page = measure_function(
        lambda a, s, f, m: [Vec3(*a).dot(Vec3(*s).cross(Vec3(*f)) + Vec3(*m))], dict.fromkeys("asfm", 3)
    )
    assert page.written.plain == (9, 8)


def test_products_a_link():
    """What a link more takes: the prints of Craig and of Milićević et al. have 9 products for each of five turns."""
    for name, said, more in (("newton_euler.iterative_notes", 126, 5 + 4), ("newton_euler.milicevic_link", 132, 5)):
        a, b = (counted(name, ID, "general", n, "written").multiplications for n in (6, 7))
        assert b - a + more == said


def test_whole_matrices():
    """The plain counts are of the size of the printed ones, or of Uicker and Kahn's far below."""
    for row in ROWS:
        if row.table in ("5.3", "text of ch. 5") and row.says in (inverse.WHOLE_MATRICES, inverse.ONCE):
            plain = measure(row.by, ID, ARMS["general"].model(6)).plain.plain
            for ours, said in zip(plain, row.quoted, strict=True):
                assert ours < 0.3 * said if row.says == inverse.ONCE else 0.7 * said < ours < 1.3 * said


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
    assert measure(ALG_56, ID, regroup(dh_gauge(stanford(("z",) * 6)))).program.plain == (134, 104)


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
    assert fit({n: n**3 for n in range(2, 7)}) is None and fit({n: n**3 for n in range(2, 8)}) is not None
    assert str(polynomial("3/2n^3+17.5n^2-n+1")) == "3/2n^3 + 35/2n^2 - n + 1"
    with pytest.raises(ReadError):
        polynomial("3m+2")
