"""The page ERRATA.md as a page: nothing is missing, and every row says what its test needs.

What the rows say is checked by test_errata_notes.py, …_lynch_park.py, …_balafoutis_patel.py, …_counts.py,
…_linearized.py, …_milicevic.py and …_khalil_dombre.py.
"""

import re
from pathlib import Path

import pytest

from linkwise import Robot
from linkwise.algebra import Vec3
from linkwise.errors import FrameMismatch
from linkwise.model import Prismatic, Revolute
from tests.books.errata import ROWS, STATE, as_printed, frames_unchecked
from tests.robots import CATALOG, random_model

__all__ = ["MIXED", "as_printed"]  # for the tests of the sources beside these

MIXED = next(
    Robot(model).tree
    for model in map(random_model, range(100))
    if model.serial
    and len(model.moving) >= 4
    and {Revolute, Prismatic} <= {type(b.joint) for b in model.bodies}
    and any(isinstance(b.joint, Prismatic) for b in Robot(model).tree.bodies[2:])
)
"""A random chain that turns and slides."""

LAST = {0: 7, 1: 13, 2: 45, 3: 9, 4: 12}
"""The last entry of each source."""


def test_every_entry_is_there_once():
    every = [f"E{source}-{k}" for source, last in LAST.items() for k in range(1, last + 1)]
    every.remove("E2-9")
    every.remove("E2-38")  # a convention
    assert list(ROWS) == every and len(every) == 84
    page = (Path(__file__).parents[2] / "ERRATA.md").read_text(encoding="utf-8")
    assert len(re.findall(r"^\| E", page, re.MULTILINE)) == 84


@pytest.mark.parametrize("entry", ROWS)
def test_row_is_complete(entry):
    row = ROWS[entry]
    assert row.source and row.printed and row.right and row.printed != row.right
    assert set(row.kind.split("/")) <= {"M", "O", "T"}
    assert bool(row.sizes) != bool(row.counts), "either sizes or whole numbers"
    assert row.robot in ("", *CATALOG)


def test_kinds_are_counted():
    assert sum("†" in row.source for row in ROWS.values()) == 17
    assert sum(row.kind == "T" for row in ROWS.values()) == 10
    assert {entry for entry, row in ROWS.items() if row.refused} == {
        "E1-6",
        "E1-7",
        "E2-12",
        "E2-13",
        "E2-14",
        "E2-15",
        "E4-6",
    }


def test_state_is_read():
    assert {letter: len(numbers) for letter, numbers in STATE.items()} == {"q": 6, "q̇": 6, "q̈": 6, "wrench": 6}


def test_frames_are_checked_again_afterwards():
    a, b = Vec3(1.0, 0.0, 0.0, "arm"), Vec3(0.0, 1.0, 0.0, "hand")
    with frames_unchecked():
        assert (a + b).components == (1.0, 1.0, 0.0)
    with pytest.raises(FrameMismatch):
        a + b
