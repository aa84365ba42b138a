"""Imports follow the arrows of the house: readers → model → formulations → … with algebra as the ground."""

import ast
from pathlib import Path

import pytest

import linkwise

SOURCE = Path(linkwise.__file__).parent
FILES = sorted(SOURCE.rglob("*.py"))

MAY_IMPORT = {
    "errors": set(),
    "algebra": {"errors"},
    "model": {"algebra", "errors"},
    "readers": {"model", "algebra", "errors", "robots"},
    "formulations": {"model", "algebra", "errors"},
    "robots": set(),
    "program": {"algebra", "errors"},
    "backends": {"program", "algebra", "errors"},
    "ledger": {"formulations", "program", "model", "algebra", "errors"},
    "arrays": {"algebra", "errors"},
    "trajectories": {"robot", "arrays", "errors"},
    "view": {"arrays", "errors"},
    "base": {"answering", "asking", "kernel", "task", "arrays", "formulations", "model", "algebra", "errors"},
    "formulas": {"base", "task", "backends", "program", "formulations", "model", "algebra", "errors"},
    "verify": {
        "robot",
        "compare",
        "answering",
        "asking",
        "kernel",
        "batches",
        "task",
        "arrays",
        "formulations",
        "model",
        "algebra",
        "errors",
    },
    "doctor": {"robot", "compare", "readers", "arrays", "model", "algebra", "errors"},
    "parameters": {"arrays", "formulations", "model", "algebra", "errors"},
    "payload": {"arrays", "readers", "algebra", "errors"},
    "asking": {"arrays", "formulations", "model", "algebra", "errors"},
    "equations": {"task", "backends", "program", "formulations", "model", "algebra", "errors"},
    "law": {"equations", "kernel", "task", "backends", "program", "model", "errors"},
    "motors": {"arrays", "errors"},
    "task": {"program", "formulations", "model", "algebra", "errors"},
    "batches": {"task", "arrays", "backends", "program", "errors"},
    "compiled": {"task", "backends"},
    "sharing": {"batches", "backends", "errors"},
    "measure": {"robot", "kernel", "arrays", "program", "readers", "errors"},
    "kernel": {"sharing", "compiled", "batches", "task", "arrays", "backends", "program", "errors"},
    "looped": {"backends", "program", "formulations", "arrays", "model", "algebra", "errors"},
    "answering": {"looped", "kernel", "task", "asking", "formulations", "model", "robot", "errors"},
    "robot": {
        "answering",
        "asking",
        "kernel",
        "task",
        "arrays",
        "payload",
        "motors",
        "parameters",
        "base",
        "formulas",
        "verify",
        "simulate",
        "rollouts",
        "sweep",
        "elastic",
        "linearize",
        "taskspace",
        "trajectories",
        "backends",
        "formulations",
        "readers",
        "model",
        "algebra",
        "errors",
    },
    "linearize": {
        "robot",
        "simulate",
        "trajectories",
        "taskspace",
        "answering",
        "asking",
        "equations",
        "law",
        "arrays",
        "formulations",
        "model",
        "algebra",
        "errors",
    },
    "elastic": {
        "robot",
        "simulate",
        "linearize",
        "trajectories",
        "answering",
        "asking",
        "equations",
        "law",
        "kernel",
        "arrays",
        "formulations",
        "model",
        "algebra",
        "errors",
    },
    "taskspace": {"robot", "trajectories", "view", "law", "equations", "arrays", "algebra", "errors"},
    "simulate": {"robot", "view", "trajectories", "law", "equations", "arrays", "algebra", "errors"},
    "rollouts": {
        "robot",
        "equations",
        "asking",
        "sharing",
        "kernel",
        "task",
        "backends",
        "program",
        "arrays",
        "model",
        "algebra",
        "errors",
    },
    "control": {
        "robot",
        "rollouts",
        "taskspace",
        "trajectories",
        "base",
        "parameters",
        "law",
        "equations",
        "kernel",
        "task",
        "asking",
        "backends",
        "program",
        "formulations",
        "arrays",
        "model",
        "algebra",
        "errors",
    },
    "sweep": {"robot", "rollouts", "sharing", "task", "view", "arrays", "model", "errors"},
    "load": {"robot", "readers", "model", "errors"},
    "approximate": {
        "trajectories",
        "robot",
        "task",
        "asking",
        "arrays",
        "backends",
        "program",
        "formulations",
        "model",
        "algebra",
        "errors",
    },
    "compare": {
        "robot",
        "answering",
        "asking",
        "measure",
        "kernel",
        "batches",
        "task",
        "arrays",
        "program",
        "formulations",
        "model",
        "errors",
    },
    "cli": {
        "__init__",
        "base",
        "doctor",
        "formulas",
        "verify",
        "simulate",
        "control",
        "linearize",
        "taskspace",
        "compare",
        "approximate",
        "ledger",
        "view",
        "trajectories",
        "load",
        "robot",
        "answering",
        "asking",
        "kernel",
        "task",
        "measure",
        "backends",
        "program",
        "arrays",
        "formulations",
        "readers",
        "model",
        "algebra",
        "errors",
    },
    "__main__": {"cli"},
    "__init__": {"load", "robot", "readers", "model", "algebra", "errors"},
}
"""Room by room, what it may look at beside itself."""

HEAVY = {"matplotlib", "mujoco", "sympy", "mpmath", "scipy", "llvmlite", "xacrodoc", "pinocchio"}
"""Packages that must not be loaded by `import linkwise`."""


def room(path: Path) -> str:
    first = path.relative_to(SOURCE).parts[0]
    return first.removesuffix(".py")


def imports(path: Path) -> set[str]:
    """The rooms of linkwise that a file imports from, anywhere in it."""
    package = ("linkwise", *path.relative_to(SOURCE).parts[:-1])
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else ()
            modules = [".".join([*base, *([node.module] if node.module else [])])]
            if modules[0] == "linkwise":
                modules = [f"linkwise.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.Import):
            modules = [alias.name for alias in node.names]
        else:
            continue
        for module in modules:
            parts = module.split(".")
            if parts[0] == "linkwise":
                found.add(parts[1] if len(parts) > 1 and (SOURCE / parts[1]).exists() else _file(parts))
    return found


def _file(parts: list[str]) -> str:
    return parts[1] if len(parts) > 1 and (SOURCE / f"{parts[1]}.py").exists() else "__init__"


@pytest.mark.parametrize("path", FILES, ids=lambda p: str(p.relative_to(SOURCE)))
def test_imports_follow_the_arrows(path):
    here = room(path)
    assert here in MAY_IMPORT, f"{here} is a new room: say what it may import"
    forbidden = imports(path) - MAY_IMPORT[here] - {here}
    assert not forbidden, f"{path.relative_to(SOURCE)} looks at {sorted(forbidden)}"


def test_the_arrows_can_fail():
    """The scan sees what a file imports, and some files import what others may not."""
    assert imports(SOURCE / "model" / "body.py") == {"algebra", "model"}
    assert imports(SOURCE / "robot.py") - MAY_IMPORT["model"] >= {"formulations", "readers"}


def test_no_array_below_the_face():
    """Algebra, models and formulations know scalars only; NumPy appears in one place, as one kind of scalar."""
    inner = [path for path in FILES if room(path) in ("algebra", "model", "formulations")]
    using = {str(path.relative_to(SOURCE)) for path in inner if "import numpy" in path.read_text(encoding="utf-8")}
    assert using == {"algebra/scalar.py"}


def test_import_is_light():
    import subprocess
    import sys

    code = f"import sys, linkwise; print(sorted({HEAVY!r} & set(sys.modules)))"
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert out.stdout.strip() == "[]"
