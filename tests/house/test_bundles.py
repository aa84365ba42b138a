"""Linkwise within a zip file, and within a program made by PyInstaller."""

import os
import subprocess
import sys
import tomllib
import zipfile
from importlib import import_module, metadata
from importlib.util import find_spec
from pathlib import Path

import pytest

import linkwise
from linkwise.backends import BACKENDS
from linkwise.cli.bundling import hook_folders
from linkwise.formulations import FORMULATIONS
from linkwise.readers import catalog

HOME = Path(linkwise.__file__).parent

PROGRAM = """
import linkwise
from linkwise.backends import BACKENDS
from linkwise.backends.source_digest import source_digest
from linkwise.formulations import FORMULATIONS
from linkwise.readers import catalog
from linkwise.sweep.identity import versions

robot = linkwise.load("panda")
print(robot.inverse_dynamics([0.1] * 7, [0.2] * 7, [0.3] * 7).tobytes().hex())
print(robot.rollouts([[0.1] * 7], step=1e-3, steps=2).q.shape)
print(*catalog.names())
print(*BACKENDS)
print(*FORMULATIONS)
print(len(source_digest()), len(versions("llvm")["code"]))
print(robot.report.source)
"""


def as_printed(report: str) -> list[str]:
    """What the program must print, by the library as it is installed here."""
    robot = linkwise.load("panda")
    torques = robot.inverse_dynamics([0.1] * 7, [0.2] * 7, [0.3] * 7).tobytes().hex()
    names = [" ".join(each) for each in (catalog.names(), BACKENDS, FORMULATIONS)]
    return [torques, "(1, 1, 7)", *names, "64 32", report]


def run(command: list[str], folder: Path, **variables: str) -> list[str]:
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    environment |= {"LINKWISE_CACHE": str(folder / "code"), **variables}
    ended = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=600)
    assert ended.returncode == 0, ended.stderr
    return ended.stdout.splitlines()


def test_within_a_zip_file(tmp_path):
    """As `python -m zipapp` makes it: robots, formulations and backends are found, and code is kept on disk."""
    archive = tmp_path / "app.pyz"
    with zipfile.ZipFile(archive, "w") as file:
        file.writestr("__main__.py", PROGRAM)
        for path in HOME.rglob("*"):
            if path.suffix in (".py", ".toml"):
                file.write(path, Path("linkwise") / path.relative_to(HOME))
    printed = run([sys.executable, "-W", "error", "-P", str(archive)], tmp_path)
    assert printed == as_printed(f"{archive}/linkwise/readers/catalog/panda.toml")
    assert any((tmp_path / "code").glob("*.lw*"))


def test_pyinstaller_is_told_where_the_hook_is():
    declared = tomllib.loads((HOME.parents[1] / "pyproject.toml").read_text(encoding="utf-8"))
    module, _, function = declared["project"]["entry-points"]["pyinstaller40"]["hook-dirs"].partition(":")
    (folder,) = getattr(import_module(module), function)()
    assert (Path(folder) / "hook-linkwise.py").is_file()


@pytest.mark.soak
@pytest.mark.skipif(find_spec("PyInstaller") is None, reason="PyInstaller is not installed")
def test_within_a_program_of_pyinstaller(tmp_path):
    (tmp_path / "arm.py").write_text(PROGRAM, encoding="utf-8")
    named = any(one.value.startswith("linkwise.") for one in metadata.entry_points(group="pyinstaller40"))
    hooks = [] if named else ["--additional-hooks-dir", *hook_folders()]  # it may not be installed, or not anew
    run([sys.executable, "-m", "PyInstaller", "--onedir", "--log-level", "ERROR", *hooks, "arm.py"], tmp_path)
    printed = run([str(tmp_path / "dist" / "arm" / "arm")], tmp_path)
    assert printed == as_printed(str(tmp_path / "dist" / "arm" / "_internal" / "linkwise/readers/catalog/panda.toml"))
