"""A formulation's file put into its folder is found by everything that speaks of formulations; nothing else is edited.

The library is copied, a file is put into the copy, and the copy is run.
"""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import linkwise

ROOT = Path(__file__).parents[2]
SOURCE = Path(linkwise.__file__).parent
NAME = "newton_euler.somebody_new"


def copy_with(folder: Path, factor: str) -> Path:
    """The library with one formulation more: Featherstone's, its answer times a factor."""
    package = folder / "linkwise"
    shutil.copytree(SOURCE, package, ignore=shutil.ignore_patterns("__pycache__"))
    text = (package / "formulations/newton_euler/featherstone.py").read_text(encoding="utf-8")
    answer = "    return τ, f\n"
    assert text.count(answer) == 1
    new = package / "formulations" / f"{NAME.replace('.', '/')}.py"
    new.write_text(text.replace(answer, f"    return [t * {factor} for t in τ], f\n"), encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def right(tmp_path_factory):
    return copy_with(tmp_path_factory.mktemp("right"), "1.0")


@pytest.fixture(scope="module")
def wrong(tmp_path_factory):
    return copy_with(tmp_path_factory.mktemp("wrong"), "1.0000001")


def python(folder: Path, *arguments: str, cwd: Path = ROOT) -> subprocess.CompletedProcess[str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    paths = os.pathsep.join([str(folder), str(ROOT / "docs")])
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=cwd,
        env=kept | {"PYTHONPATH": paths, "PYTHONUTF8": "1"},
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=300,
    )


def test_the_copy_is_what_runs(right):
    assert Path(python(right, "-c", "import linkwise; print(linkwise.__file__)").stdout.strip()).is_relative_to(right)


def test_registry_and_robot(right):
    said = python(
        right,
        "-c",
        "import linkwise; from linkwise.formulations import FORMULATIONS, formulations_for\n"
        f"print('{NAME}' in FORMULATIONS, '{NAME}' in formulations_for('gravity_forces'))\n"
        f"robot = linkwise.load('planar2r')\nprint('{NAME}' in robot.formulations('inverse_dynamics'))\n"
        f"tau = robot.inverse_dynamics([0.4, 1.2], [0.8, -1.4], [1.1, -0.6], formulation='{NAME}')\n"
        "print(tau.round(9).tolist())",
    ).stdout
    assert said.split() == ["True", "True", "True", "[24.758765906,", "1.625629952]"]


def test_ledger(right):
    result = python(right, "-m", "linkwise", "count", "--ledger", "--formulation", NAME, "--n", "2-4", "--json")
    lines = json.loads(result.stdout)["lines"]
    assert {line["formulation"] for line in lines} == {NAME} and {line["arm"] for line in lines} >= {"general"}


def test_compare(right, wrong):
    command = ["-m", "linkwise", "compare", "planar2r", "--question", "inverse_dynamics", "--no-time", "--json"]
    for folder, status in ((right, 0), (wrong, 1)):
        result = python(folder, *command)
        found = json.loads(result.stdout)
        assert NAME in [row["formulation"] for row in found["questions"][0]["formulations"]]
        assert (result.returncode, found["agree"]) == (status, not status)


def test_gallery(right):
    told = python(
        right, "-c", f"import gallery; print('{NAME}' in gallery.index()); print(gallery.page('{NAME}'))"
    ).stdout
    assert told.startswith("True\n") and f"`{NAME}`" in told and "array([24.758766,  1.62563 ])" in told


def test_agreement_sweep(right, wrong):
    pytest.importorskip("pinocchio", reason="Pinocchio is not installed: pip install 'linkwise[test]'")
    sweep = [
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        "tests/peers/test_pinocchio.py::test_built_in_robot[scara]",
    ]
    passed, failed = python(right, *sweep), python(wrong, *sweep)
    assert passed.returncode == 0, passed.stdout
    assert failed.returncode == 1 and f"inverse_dynamics by {NAME}: off by 1.0" in failed.stdout, failed.stdout
