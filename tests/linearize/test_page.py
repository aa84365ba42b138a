"""The page on linear models: its examples and its commands run."""

import doctest
import re
import shlex
from pathlib import Path

import pytest

from tests.cli.command_line import run

PAGE = (Path(__file__).parents[2] / "docs" / "linearized.md").read_text(encoding="utf-8")
COMMANDS = "".join(re.findall(r"^```sh\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)).splitlines()


def test_examples():
    blocks = re.findall(r"^```python\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    example = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, "linearized.md", "linearized.md", 0)
    assert example.examples
    said = []
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    assert runner.run(example, out=said.append).failed == 0, "".join(said)


@pytest.mark.parametrize("command", COMMANDS)
def test_commands(command):
    result = run(*shlex.split(command)[1:])
    assert result.exit_code == 0 and result.stdout, result.output
