"""The page of friction says what happens."""

import doctest
import re
from pathlib import Path

import pytest

from linkwise.readers import dh

PAGE = (Path(__file__).parents[2] / "docs/friction.md").read_text(encoding="utf-8")
TABLES = re.search(r"```toml\n(.*?)```", PAGE, re.S)[1].splitlines()


def test_its_examples_run():
    blocks = re.findall(r"```python\n(.*?)```", PAGE, re.S)
    example = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, "friction.md", "docs/friction.md", 0)
    assert len(example.examples) > 10
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    assert runner.run(example).failed == 0


@pytest.mark.parametrize("said", TABLES)
def test_its_tables_are_read(said):
    text = f'format = "linkwise-dh 1"\nname = "arm"\nconvention = "standard"\n[[link]]\nmass = 1.0\n{said}\n'
    assert dh.read_text(text)[0].bodies[0].joint.friction.force(1.0) > 0.0
