"""The ledger is what it was: a change of any count is a change of ledger.json that somebody reads.

`python -m linkwise.costs.ledger > tests/counts/ledger.json`, some minutes, writes it anew, and
`python -m linkwise.costs.ledger --page tests/counts/ledger.json > docs/ledger.md` the page of it.
"""

import json
from functools import cache
from pathlib import Path

import pytest

from linkwise.costs.ledger import lines_of, page
from linkwise.costs.ledger.book import SIZES, counted, everything
from linkwise.costs.ledger.document import _row
from linkwise.costs.ledger.lines import every_line, line
from linkwise.costs.ledger.measure import KINDS
from linkwise.costs.ledger.printed import PRINTED
from linkwise.formulations import FORMULATIONS, registry

HERE = Path(__file__).parent
ANEW = "python -m linkwise.costs.ledger > tests/counts/ledger.json"
QUICK = range(2, 7)


@cache
def pinned():
    return json.loads((HERE / "ledger.json").read_text(encoding="utf-8"))


@cache
def pinned_lines():
    return {(each["formulation"], each["question"], each["arm"]): each for each in pinned()["lines"]}


def held(formulation, sizes):
    """Every line of a formulation is as pinned, for these n."""
    for key in every_line([formulation]):
        found, pin = line(*key, sizes), pinned_lines().get(key)
        assert pin is not None, f"{key} is not in the ledger yet: {ANEW}"
        assert found.refused == pin.get("refused", ""), key
        for n, costs in found.counts.items():
            for kind in KINDS:
                was = tuple(pin["counts"][kind][pinned()["sizes"].index(n)])
                assert tuple(costs.by(kind)) == was, f"{key}, n = {n}, {kind}: {ANEW}"


LONGEST = "lagrange.khalil_dombre"
"""Its long arms take a minute and a half: a soak test, and the short arms a slow one."""

LENGTHY = (
    LONGEST,
    "lagrange.milicevic",
    "lagrange.uicker_kahn",
    "lagrange.lynch_park",
    "lagrange.renaud_vukobratovic",
    "linearized.murray_neuman",
    "linearized.balafoutis_patel_72",
    "linearized.balafoutis_patel_73",
    "linearized.singh_russell_wensing",
    "linearized.singh_russell_wensing_base",
    "articulated.rodriguez_kreutz",
    "newton_euler.chou_baciu_kesavan",
    "newton_euler.lynch_park_closed",
    "newton_euler.walker_orin_4",
)
"""Formulations whose programs take long to write. The golden file has the programs of all of them for two joints."""


@pytest.mark.parametrize(
    "formulation",
    [*[f for f in FORMULATIONS if f not in LENGTHY][::6], pytest.param(LONGEST, marks=pytest.mark.slow)],
)
def test_counts(formulation):
    held(formulation, QUICK)


@pytest.mark.parametrize(
    "formulation",
    [pytest.param(f, marks=pytest.mark.soak if f == LONGEST else pytest.mark.slow) for f in FORMULATIONS],
)
def test_counts_of_long_arms(formulation):
    held(formulation, SIZES)
    for key in every_line([formulation]):
        pin = pinned_lines()[key]
        for kind in KINDS if "refused" not in pin else ():
            shown = [formula and formula.split(" (")[0] for formula in pin["formulas"][kind]]
            assert [formula and str(formula) for formula in line(*key, SIZES).formulas(kind)] == shown


def test_every_formulation_is_in_it():
    assert {key[:2] for key in pinned_lines()} == set(everything()), ANEW
    assert pinned()["sizes"] == list(SIZES)
    assert not [key for key, each in pinned_lines().items() if "refused" in each]


def rows():
    return [(source, row) for source, every in PRINTED.items() for row in every]


def pinned_row(source, row):
    found = [
        each
        for each in pinned()["printed"]
        if (each["source"], each["table"], each["row"], each["arm"], each["question"])
        == (source, row.table, row.row, row.arm, row.question)
    ]
    assert len(found) == 1, (row, ANEW)
    return found[0]


@pytest.mark.parametrize("table", sorted({row.table for _, row in rows()}))
def test_printed_rows(table):
    """What stands beside each printed row, for n = 6 or the robot."""
    for source, row in rows():
        pin = pinned_row(source, row)
        if row.table == table and pin.get("ours") and row.question != "primitive":
            n = 6 if row.arm in ("general", "quarter", "base") else None
            found = counted(pin["ours_by"], row.question, row.arm, n, pin["kind"], row.quantities, row.tip)
            assert list(found) == pin["ours"], (row.table, row.row, row.arm)


@pytest.mark.slow
def test_verdicts():
    for source, row in rows():
        found = json.loads(json.dumps(_row(source, row, SIZES)))
        assert found == pinned_row(source, row)


def test_every_difference_is_explained():
    assert len(pinned()["printed"]) == len(rows())
    for row in pinned()["printed"]:
        assert row["verdict"] in ("reproduced", "beaten", "not reached", "not comparable")
        assert row["says"] or row["verdict"] == "reproduced", row


def test_what_is_not_reached():
    """The rows that nothing of ours comes to, as printed and as meant; a change is one that somebody reads."""
    left = {
        (row["table"], row["row"], row["arm"])
        for row in pinned()["printed"]
        if row["verdict"] == "not reached" and row.get("meant_verdict", "not reached") == "not reached"
    }
    assert left == NOT_REACHED


NOT_REACHED = {
    ("text of §5.3.2", "Euler's equation by tensors, first link", ""),
    ("5.2", "5.3.45a", "quarter"),
    ("5.2", "5.3.45b", "general"),
    ("5.2", "5.3.45b", "quarter"),
    ("5.2", "5.3.46b", "general"),
    ("6.1", "6.3.30a", "general"),
    ("6.1", "6.3.30a", "quarter"),
    ("7.2", "7.3.19e", "general"),
    ("7.2", "7.3.19f", "general"),
    ("7.2", "7.3.19g", "general"),
    ("9.5", "Raibert 78", "general"),
    ("text of §9.6.3", "Coulomb and viscous friction of a joint", ""),
    ("9.5", "Khalil 87b, Stanford, simplified", "stanford simplified base"),
    ("9.5", "Khalil 87b, RX-90, simplified", "rx90 simplified base"),
    ("9.6", "simplified, base parameters", "rx90 simplified base"),
}


def test_an_excerpt():
    said, ours, theirs = lines_of(pinned(), "newton_euler.balafoutis_patel_57", "inverse_dynamics")
    assert "| 93n - 112; 81n - 104 | 446; 382 |" in ours and "ledger.md" in said
    assert "| Table 5.2 [balafoutis1991] | total | general | 93n - 108; 81n - 100 | 450; 386 | beaten |" in theirs
    assert len(lines_of(pinned(), "regressor.khalil_dombre", "regressor")) == 2  # in no printed table
    (unknown,) = lines_of(pinned(), "newton_euler.somebody", "inverse_dynamics")
    assert ANEW in unknown


def test_the_page():
    root = HERE.parents[1]
    made = (root / "docs" / "ledger.md").read_text(encoding="utf-8")
    assert made == page(pinned()), "python -m linkwise.costs.ledger --page tests/counts/ledger.json > docs/ledger.md"


NEW = '''"""Inverse dynamics of nothing. [nobody]"""
from ..newton_euler import luh_walker_paul
def inverse_dynamics(model, q, qd, qdd):
    return [2.0 * q[0] * qdd[0] for _ in q]
'''


def test_a_new_formulation_appears(tmp_path, monkeypatch):
    from linkwise.formulations import newton_euler

    (tmp_path / "somebody.py").write_text(NEW, encoding="utf-8")
    monkeypatch.setattr(newton_euler, "__path__", [*newton_euler.__path__, str(tmp_path)])
    registry._files.cache_clear()
    try:
        keys = list(every_line(["newton_euler.somebody"]))
        assert [key[1:] for key in keys] == [("inverse_dynamics", "general"), ("inverse_dynamics", "quarter")]
        formulas = line(*keys[0], QUICK).formulas("written")
        assert [str(formula) for formula in formulas] == ["2n", "0"]
    finally:
        registry._files.cache_clear()
