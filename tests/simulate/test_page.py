"""The page of simulation says what happens."""

import doctest
import re
from pathlib import Path

from linkwise.simulate import METHODS

PAGE = (Path(__file__).parents[2] / "docs/simulation.md").read_text(encoding="utf-8")


def test_its_examples_run():
    blocks = re.findall(r"```python\n(.*?)```", PAGE, re.S)
    example = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, "simulation.md", "docs/simulation.md", 0)
    assert len(example.examples) > 30
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    assert runner.run(example).failed == 0


def test_every_method_is_in_the_table():
    told = {name: int(order) for name, order in re.findall(r"^\| `(\w+)` \| (\d) \|", PAGE, re.M)}
    assert told == {name: method.order for name, method in METHODS.items()}
