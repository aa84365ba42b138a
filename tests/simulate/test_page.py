"""The page of simulation says what happens."""

import re
from pathlib import Path

from linkwise.simulate import METHODS

PAGE = (Path(__file__).parents[2] / "docs/simulation.md").read_text(encoding="utf-8")


def test_every_method_is_in_the_table():
    listed = {name: int(order) for name, order in re.findall(r"^\| `(\w+)` \| (\d) \|", PAGE, re.M)}
    assert listed == {name: method.order for name, method in METHODS.items()}
