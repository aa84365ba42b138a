"""README.md and the first pages of the docs: what they print runs as printed, with only what they say is needed."""

import ast
import os
import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import linkwise

ROOT = Path(__file__).parents[2]
README, TOUR, COMMAND_LINE, FORMATS, FIRST = (
    (ROOT / name).read_text(encoding="utf-8")
    for name in ("README.md", "docs/tour.md", "docs/command_line.md", "docs/file_formats.md", "docs/index.md")
)

EXTRAS = {
    "plot": ("matplotlib",),
    "mjcf": ("mujoco",),
    "xacro": ("xacro",),
    "symbolic": ("sympy", "mpmath"),
    "robots": ("example_robot_data",),
    "control": ("control",),
    "cluster": ("dask", "distributed"),
    "ident": ("cvxpy", "clarabel"),
    "bags": ("rosbags",),
    "casadi": ("casadi",),
    "torch": ("torch",),
    "cuda": ("nvidia",),
    "frames": ("polars", "pyarrow", "xarray"),
    "docs": ("sphinx", "myst_nb", "furo"),
    "jax": ("jax",),
    "meshes": ("trimesh", "collada", "fast_simplification"),
    "studio": ("websockets",),
    "test": ("pinocchio", "hypothesis", "lxml"),
}
"""The modules that each extra brings."""

ABSENT = """
import sys

class Absent:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {names!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}, since the README does not say that it is needed")

sys.meta_path.insert(0, Absent())
"""
"""What makes an environment without some modules, before anything else runs."""

COMMANDS = """
import shlex, sys
from linkwise.cli import app
for line in sys.argv[1:]:
    print("----", line)
    try:
        app(shlex.split(line), standalone_mode=False)
    except SystemExit as end:
        sys.exit(f"linkwise {line}: exit status {end.code}")
"""

LONG = ("doctor --self", "verify", "compare", "count --ledger", "bench")
"""Commands that take many seconds: the longest run has them."""

SLOW = (
    "plan",
    "id ur5",
    "count",
    "approximate",
    "demo",
    "base",
    "generate",
    "formulas",
    "simulate",
    "linearize",
    "doctor",
)
"""Commands that take about a second: the slow run has them."""


def blocks(text, language):
    """A page's blocks of one language, each with the extras that the text since the last block names."""
    found, before = [], 0
    for match in re.finditer(r"^```(\w*)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
        named = re.findall(r"`(\w+)`", text[before : match.start()].rpartition("\n#")[2])
        if match[1] == language:
            found.append((match[2], [name for name in named if name in EXTRAS]))
        before = match.end()
    return found


def in_an_environment(extras, script, folder, *arguments):
    """What a process prints that has only what linkwise itself depends on, and some extras."""
    absent = {name for extra, names in EXTRAS.items() if extra not in extras for name in names}
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(ROOT), *sys.path]), "PYTHONIOENCODING": "utf-8"}
    command = [sys.executable, "-c", ABSENT.format(names=absent) + script, *arguments]
    done = subprocess.run(command, capture_output=True, timeout=600, check=False, env=environment, cwd=folder)
    assert done.returncode == 0, done.stderr.decode("utf-8")
    return done.stdout.decode("utf-8")


def lines(script):
    """The commands of a block."""
    return re.findall(r"^linkwise (.*?)(?:  +#.*)?$", script, re.MULTILINE)


@pytest.fixture(scope="module")
def beginner(tmp_path_factory):
    """A folder with the file that the first block of commands makes."""
    folder = tmp_path_factory.mktemp("beginner")
    (first, _), *_ = blocks(README, "sh")
    [command] = lines(first)
    in_an_environment((), COMMANDS, folder, command)
    return folder


def test_every_extra_is_known():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert set(EXTRAS) == set(project["optional-dependencies"])


def test_the_first_block_prints_what_it_says(beginner):
    [(first, extras)] = blocks(README, "python")
    [(printed, _)] = blocks(README, "text")
    assert not extras and len([line for line in first.splitlines() if line and not line.startswith("import")]) == 5
    assert in_an_environment(extras, first, beginner) == printed


def test_the_first_page_of_the_docs_begins_in_the_same_way():
    assert blocks(FIRST, "python") == blocks(README, "python") and blocks(FIRST, "text") == blocks(README, "text")
    assert lines(blocks(FIRST, "sh")[0][0]) == lines(blocks(README, "sh")[0][0])


TOURS = [pytest.param(k, marks=pytest.mark.slow if k == 0 else []) for k in range(len(blocks(TOUR, "python")))]


@pytest.mark.parametrize("k", TOURS)
def test_the_tour_runs(k, tmp_path):
    script, extras = blocks(TOUR, "python")[k]
    in_an_environment(extras, script, tmp_path)


@pytest.mark.parametrize("script", [script for page in (README, TOUR) for script, _ in blocks(page, "python")])
def test_every_name_is_defined(script):
    """At once, where running takes long: each name is assigned in the block itself or is Python's."""
    tree = ast.parse(script)
    names = [node for node in ast.walk(tree) if isinstance(node, ast.Name)]
    known = {node.id for node in names if isinstance(node.ctx, ast.Store)} | set(dir(__builtins__))
    known |= {str(alias.asname or alias.name) for node in ast.walk(tree) for alias in getattr(node, "names", ())}
    known |= {node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)} | set(__builtins__)
    assert not {node.id for node in names} - known


def commands():
    [(script, extras)] = blocks(COMMAND_LINE, "sh")
    return lines(script), extras


LEFT_OUT = [
    pytest.param((*LONG, *SLOW), id="quick"),
    pytest.param(LONG, id="slow", marks=pytest.mark.slow),
    pytest.param((), id="all", marks=pytest.mark.soak),
]


@pytest.mark.parametrize("left_out", LEFT_OUT)
def test_commands_run(left_out, beginner, tmp_path):
    (tmp_path / "arm.urdf").write_bytes((beginner / "arm.urdf").read_bytes())
    every, extras = commands()
    assert set(extras) == {"plot", "symbolic"} and len(every) > 15
    chosen = [line for line in every if not line.startswith(left_out)]
    printed = in_an_environment(extras, COMMANDS, tmp_path, *chosen)
    assert printed.count("----") == len(chosen)
    for line in chosen:
        for flag in ("--plot", "--out", "--latex"):
            words = shlex.split(line)
            assert flag not in words or (tmp_path / words[words.index(flag) + 1]).stat().st_size > 100, line


def test_the_table_in_toml_is_a_robot(tmp_path):
    [(table, _)] = blocks(FORMATS, "toml")
    (tmp_path / "arm.dh.toml").write_text(table, encoding="utf-8")
    assert linkwise.load(tmp_path / "arm.dh.toml").n == 1


@pytest.mark.parametrize("target", sorted(set(re.findall(r"\]\(([\w./-]+)", README))))
def test_links_lead_somewhere(target):
    assert (ROOT / target).exists()


def test_what_is_not_said_to_be_needed_is_absent(tmp_path):
    """The environment without extras is one: a test that passes only because sympy is there would not."""
    script = "import linkwise\nlinkwise.load('planar2r').formula('mass_matrix')"
    with pytest.raises(AssertionError, match="symbolic"):
        in_an_environment([], script, tmp_path)
