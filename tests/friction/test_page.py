"""The page of friction says what happens."""

import re
from pathlib import Path

import pytest

from linkwise.readers import dh

PAGE = (Path(__file__).parents[2] / "docs/friction.md").read_text(encoding="utf-8")
TABLES = re.search(r"```toml\n(.*?)```", PAGE, re.S)[1].splitlines()


@pytest.mark.parametrize("said", TABLES)
def test_its_tables_are_read(said):
    text = f'format = "linkwise-dh 1"\nname = "arm"\nconvention = "standard"\n[[link]]\nmass = 1.0\n{said}\n'
    assert dh.read_text(text)[0].bodies[0].joint.friction.force(1.0) > 0.0
