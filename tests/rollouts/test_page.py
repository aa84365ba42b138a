"""The page of rollouts joints says what happens."""

import doctest
import re
from pathlib import Path

PAGE = (Path(__file__).parents[2] / "docs/rollouts.md").read_text(encoding="utf-8")


def test_its_examples_run():
    blocks = re.findall(r"```python\n(.*?)```", PAGE, re.S)
    example = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, "rollouts.md", "docs/rollouts.md", 0)
    assert len(example.examples) > 10
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    assert runner.run(example).failed == 0
