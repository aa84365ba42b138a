"""The DH table of the docs is a DH table."""

import re
from pathlib import Path

from linkwise.readers import dh

PAGE = Path(__file__).parents[2] / "docs" / "file_formats.md"


def test_the_table_loads_as_it_stands():
    tables = re.findall(r"^```toml\n(.*?)^```", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    assert len(tables) == 1
    assert dh.read_text(tables[0], source="file_formats.md", strict=True)[0].n > 0
