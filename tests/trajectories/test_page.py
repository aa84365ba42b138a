"""The page about trajectories is true."""

import doctest
import re
import shlex
from pathlib import Path

import pytest

from tests.cli.command_line import run

PAGE = (Path(__file__).parents[2] / "docs/trajectories.md").read_text(encoding="utf-8")
COMMANDS = re.findall(r"^linkwise (.*)$", "".join(re.findall(r"^```sh\n(.*?)^```", PAGE, re.M | re.S)), re.M)


def test_examples_run():
    blocks = re.findall(r"^```python\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    example = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, "trajectories.md", "trajectories.md", 0)
    assert len(example.examples) > 15
    said = []
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    assert runner.run(example, out=said.append).failed == 0, "".join(said)


@pytest.mark.parametrize("command", COMMANDS)
def test_commands_run(command):
    result = run(*shlex.split(command))
    assert result.exit_code == 0 and result.stdout, result.output
