"""Public names have docstrings with examples that run (pytest's doctest pass runs them)."""

import inspect
import re
from pathlib import Path

import pytest

import linkwise
from linkwise import errors
from linkwise.model import rewrite

ROOT = Path(__file__).parents[2]


def public():
    for name in linkwise.__all__:
        thing = getattr(linkwise, name)
        yield name, thing
        if inspect.isclass(thing):
            for attribute, member in vars(thing).items():
                if inspect.isfunction(member) and not attribute.startswith("_"):
                    yield f"{name}.{attribute}", member
    for name in rewrite.__all__:
        if callable(getattr(rewrite, name)):
            yield f"rewrite.{name}", getattr(rewrite, name)


PUBLIC = dict(public())


@pytest.mark.parametrize("name", PUBLIC)
def test_docstring(name):
    assert (inspect.getdoc(PUBLIC[name]) or "").strip(), f"{name} has no docstring"


SHOWN = [name for name in PUBLIC if "." not in name or name.startswith(("Robot.", "rewrite."))]


@pytest.mark.parametrize("name", SHOWN)
def test_example(name):
    assert ">>>" in inspect.getdoc(PUBLIC[name]), f"{name} has no example"


def test_every_error_is_ours():
    for name, thing in vars(errors).items():
        if inspect.isclass(thing) and issubclass(thing, BaseException):
            assert issubclass(thing, linkwise.LinkwiseError), name
            assert re.search(rf"\b{name}\b", errors.__doc__), f"{name} is missing from the drawn hierarchy"


def test_nothing_raises_bare_exceptions():
    """User mistakes raise our errors: no `raise ValueError(...)` and the like in the source."""
    allowed = {"algebra/scalar.py"}  # a number linkwise was never taught is a programmer's TypeError
    source = Path(linkwise.__file__).parent
    for path in source.rglob("*.py"):
        bare = r"raise (ValueError|TypeError|KeyError|RuntimeError|Exception|IndexError)\b"
        found = re.findall(bare, path.read_text(encoding="utf-8"))
        assert not found or str(path.relative_to(source)) in allowed, (path, found)


def test_files_hold_one_idea():
    """A file that needs scrolling wants a second file; the public face is one table of docstrings."""
    source = Path(linkwise.__file__).parent
    long = {str(p.relative_to(source)): len(p.read_text().splitlines()) for p in source.rglob("*.py")}
    assert {name for name, lines in long.items() if lines > 250} <= {"robot.py"}


def test_no_machine_paths_or_registries():
    for path in [*ROOT.glob("*.md"), ROOT / "pyproject.toml", ROOT / "Makefile", *ROOT.glob("src/**/*.py")]:
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"(^|[\s\"'(=])/(work|root|farm|tmp)/", text), path
