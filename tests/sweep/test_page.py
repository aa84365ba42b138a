"""The page of sweeps says what happens."""

import doctest
import re
from pathlib import Path

PAGE = (Path(__file__).parents[2] / "docs/sweeps.md").read_text(encoding="utf-8")


def test_its_examples_run():
    blocks = re.findall(r"```python\n(.*?)```", PAGE, re.S)
    example = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, "sweeps.md", "docs/sweeps.md", 0)
    assert len(example.examples) > 10
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    assert runner.run(example).failed == 0


def test_it_names_everything_that_can_vary():
    import linkwise
    from linkwise.rollouts.in_loop import held
    from linkwise.sweep.places import places

    for name in places(linkwise.load("pendulum").tree, held([0.0]), {}):
        assert f"`{name}`" in PAGE, name
