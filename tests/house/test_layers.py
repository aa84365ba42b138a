"""Imports follow the layers of the house: a room looks at the layers above it, and nothing goes in a circle."""

import subprocess
import sys
from graphlib import CycleError, TopologicalSorter
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest

from .imports import EXCEPTIONS, FILES, LAYERS, SOURCE, STRANGERS, arrows, imports, layer, room

DOCS = SOURCE.parents[1] / "docs"

HEAVY = {"matplotlib", "mujoco", "sympy", "mpmath", "scipy", "llvmlite", "xacro", "yaml", "pinocchio"}
"""Packages that must not be loaded by `import linkwise`."""


def wrong(path: Path) -> list[str]:
    """What a file looks at and must not."""
    here, seen = room(path), imports(path)
    below = [] if str(path.relative_to(SOURCE)) in EXCEPTIONS else [r for r in seen if layer(r) > layer(here)]
    return sorted({*below, *(seen & set(STRANGERS.get(here, "").split()))})


def test_imports_follow_the_layers():
    assert not {str(path.relative_to(SOURCE)): looks for path in FILES if (looks := wrong(path))}


def test_every_room_has_a_layer():
    rooms = [room for rooms in LAYERS for room in rooms.split()]
    assert sorted(rooms) == sorted({room(path) for path in FILES}) and len(set(rooms)) == len(rooms)


def test_no_circle():
    """Type-only and function-local imports are counted; only the robot's doors look down."""
    try:
        list(TopologicalSorter(arrows()).static_order())
    except CycleError as circle:
        pytest.fail(" → ".join(circle.args[1]))


def test_exceptions_are_needed_and_few():
    assert len(EXCEPTIONS) <= 10
    for name in EXCEPTIONS:
        assert any(layer(r) > layer(room(SOURCE / name)) for r in imports(SOURCE / name)), f"{name} looks down no more"


def test_the_layers_can_fail(tmp_path, monkeypatch):
    """The scan sees every kind of import, and what looks down is found."""
    assert imports(SOURCE / "model" / "body.py") == {"algebra"}
    assert {"simulate", "verify", "elastic"} <= imports(SOURCE / "robot" / "uses.py")
    for text in ("from ..robot import Robot", "def f():\n    from ..robot import Robot", "import linkwise.robot"):
        for name in ("imports", "test_layers"):
            monkeypatch.setattr(f"tests.house.{name}.SOURCE", tmp_path)
        for folder in ("model", "robot"):
            (tmp_path / folder).mkdir(exist_ok=True)
        (tmp_path / "model" / "bad.py").write_text(text, encoding="utf-8")
        assert wrong(tmp_path / "model" / "bad.py") == ["robot"], text


def test_only_the_llvm_backend_knows_llvm():
    """No other file imports it, or llvmlite."""
    for path in FILES:
        if (SOURCE / "backends" / "llvm") not in path.parents:
            text = path.read_text(encoding="utf-8")
            assert "import llvmlite" not in text and "from llvmlite" not in text, path
            assert not any(f"{dots}llvm" in text for dots in ("from .", "backends.")), path


def test_no_array_below_the_face():
    """Algebra, models and formulations know scalars only; NumPy appears in one place, as one kind of scalar."""
    inner = [path for path in FILES if room(path) in ("algebra", "model", "formulations")]
    using = {str(path.relative_to(SOURCE)) for path in inner if "import numpy" in path.read_text(encoding="utf-8")}
    assert using == {"algebra/columns.py"}


def test_the_top_is_a_table_of_contents():
    entries = [path.name for path in SOURCE.iterdir() if not path.name.startswith("__") and path.name != "py.typed"]
    assert len(entries) <= 37, sorted(entries)


def test_the_picture_is_up_to_date():
    spec = spec_from_file_location("layers", DOCS / "layers.py")
    layers = module_from_spec(spec)
    spec.loader.exec_module(layers)
    assert (DOCS / "layers.svg").read_text(encoding="utf-8") == layers.drawing(), "run `python docs/layers.py`"


def test_import_is_light():
    code = f"import sys, linkwise; print(sorted({HEAVY!r} & set(sys.modules)))"
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert out.stdout.strip() == "[]"
