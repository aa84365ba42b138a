"""The page on control: its examples run."""

import doctest
import re
from pathlib import Path


def test_examples_run():
    text = (Path(__file__).parents[2] / "docs" / "control.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```python\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    example = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, "control.md", "control.md", 0)
    assert len(example.examples) > 15
    said = []
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    assert runner.run(example, out=said.append).failed == 0, "".join(said)
