"""Public names have docstrings with examples that run (pytest's doctest pass runs them)."""

import inspect
import re
from functools import cached_property
from pathlib import Path
from typing import get_args
from xml.etree import ElementTree

import pytest
import sympy

import linkwise
from linkwise import errors
from linkwise.backends import BACKENDS
from linkwise.backends.arrays import NUMPY
from linkwise.calls.kernel_options import ArrayQuestion, KernelOptions, NumPyBackend
from linkwise.formulations import QUESTIONS
from linkwise.model import rewrite
from linkwise.robot.uses import AbstractUses, LazyMethod

ROOT = Path(__file__).parents[2]


def members(kind):
    """The methods and properties a class of ours offers, its own and inherited ones, as the class holds them.

    Fields of a dataclass are plain values or slots: the class's own docstring speaks of them.
    """
    for name in dir(kind):
        owner = next(base for base in kind.__mro__ if name in vars(base))
        if name.startswith("_") or not owner.__module__.startswith("linkwise"):
            continue
        member = inspect.getattr_static(kind, name)
        if isinstance(member, staticmethod | classmethod):
            yield name, member.__func__
        elif isinstance(member, LazyMethod):
            yield name, member.function
        elif inspect.isfunction(member) or isinstance(member, property | cached_property):
            yield name, member


def public():
    for name in linkwise.__all__:
        thing = getattr(linkwise, name)
        yield name, thing
        if inspect.isclass(thing):
            for attribute, member in members(thing):
                yield f"{name}.{attribute}", member
    for name in rewrite.__all__:
        if callable(getattr(rewrite, name)):
            yield f"rewrite.{name}", getattr(rewrite, name)


PUBLIC = dict(public())


@pytest.mark.parametrize("name", PUBLIC)
def test_docstring(name):
    assert (inspect.getdoc(PUBLIC[name]) or "").strip(), f"{name} has no docstring"


@pytest.mark.parametrize("name", PUBLIC)
def test_example(name):
    assert ">>> " in (PUBLIC[name].__doc__ or ""), f"{name} has no example"


def test_every_kind_of_member_is_seen():
    seen = {"Robot.n", "Robot.limits", "Robot.lock", "Inertia.at_com", "Model.children", "LoadReport.of"}
    assert seen <= set(PUBLIC)  # a property, a cached one, methods, a static method

    class Sample:
        __module__ = "linkwise.sample"
        field = 1

        @classmethod
        def of(cls): ...

    assert [name for name, _ in members(Sample)] == ["of"]


def test_what_the_doors_show():
    """Editors look where type checkers look, and find there what runs: no name is forgotten on either side."""
    text = inspect.getsource(AbstractUses)
    static, running = text.split("    else:\n")
    names = [re.findall(r"^        (\w+) = ", part, re.MULTILINE) for part in (static, running)]
    assert names[0] == names[1] and "simulate" in names[0]
    for name in names[1]:
        assert callable(vars(AbstractUses)[name].function), name
    robot = linkwise.load("pendulum")
    assert robot.verify.__self__ is robot and linkwise.Robot.verify is vars(AbstractUses)["verify"].function


def test_signatures_are_short():
    """Types are named, not spelled out: what `help` prints of a question fits on a line."""
    shown = str(inspect.signature(linkwise.Robot.inverse_dynamics))
    assert "q: 'ArrayLike'" in shown and len(shown) < 210
    robot = linkwise.load("pendulum")
    robot.inverse_dynamics([0.0], [0.0], [0.0])
    shown = "(q, qd, qdd, *, wrenches=None, base=None, formulation=None, out=None, threads=None)"
    assert str(inspect.signature(robot.inverse_dynamics)) == shown  # still, of the compiled function in its place
    spelled_out = re.compile(r"_SupportsArray|\b(numpy|linkwise|typing|collections|pathlib|functools)\.")
    rooms = [getattr(linkwise, name) for name in dir(linkwise)]
    things = [linkwise, *(room for room in rooms if inspect.ismodule(room))]
    seen = 0
    for thing in {id(x): x for room in things for name, x in vars(room).items() if name[0] != "_"}.values():
        functions = [thing] if inspect.isfunction(thing) else []
        if inspect.isclass(thing) and thing.__module__.startswith("linkwise"):
            functions = [member for _, member in members(thing) if inspect.isfunction(member)]
            functions += [thing] if "__init__" in vars(thing) or issubclass(thing, tuple) else []
        seen += len(functions)
        for function in functions:
            assert not spelled_out.search(str(inspect.signature(function))), function
    assert seen > 300


def test_typed_use_runs():
    """What type checkers accept there is what runs."""
    from tests.house import typed_use

    assert typed_use.M.shape == (2, 2, 1) and typed_use.status == "finished"
    assert typed_use.M is typed_use.room and typed_use.slopes.shape == (2, 2) == typed_use.both.mass_matrix.shape


def test_what_type_checkers_know_of_compile():
    """The questions, backends and options they are told of are those there are."""
    assert set(get_args(ArrayQuestion)) == {name for name, row in QUESTIONS.items() if not row.parts}
    assert set(get_args(NumPyBackend)) <= set(BACKENDS)
    assert all(BACKENDS[name].arrays is NUMPY for name in get_args(NumPyBackend))
    options = set(inspect.signature(linkwise.Robot.compile).parameters) - {"self", "questions", "backend", "dtype"}
    assert set(KernelOptions.__annotations__) == options


def test_dir_has_what_users_enter():
    names = dir(linkwise)
    assert {"load", "Robot", "simulate", "parameters", "__version__"} <= set(names)
    assert not {"Any", "import_module", "base", "law"} & set(names)
    assert all(hasattr(linkwise, name) for name in names)


def test_reprs_are_short():
    """What a prompt shows of the face's own objects."""
    robot = linkwise.load("panda")
    kernel = robot.compile("mass_matrix", "bias_forces")
    things = [robot, robot.limits, robot.report, robot.parameters(), robot.base_parameters(), kernel, kernel.program]
    things += [kernel.signature, kernel.count, robot.kernels, robot.listing("mass_matrix")]
    assert {type(x).__name__: len(repr(x)) for x in things if len(repr(x)) > 400} == {}
    parts = [*robot.model.bodies, *(body.inertia for body in robot.model.bodies), robot.model.coordinates]
    parts += [kernel.modules, robot.compile_rollouts(parameters=["gravity"]).problem, robot.listing("inverse_dynamics")]
    assert {repr(x) for x in parts if len(repr(x)) >= 120 or " at 0x" in repr(x) or "\n" in repr(x)} == set()
    assert repr(parts[-1]).startswith("Listing(inverse_dynamics of panda: ")
    machines = [BACKENDS, *BACKENDS.values(), kernel.modules.spec("float64", "rows")]
    assert {repr(x) for x in machines if len(repr(x)) >= 160 or " at 0x" in repr(x)} == set()
    slopes = repr(robot.inverse_dynamics_derivatives([0.0] * 7, [0.0] * 7, [0.0] * 7))
    assert slopes == "InverseDynamicsDerivatives(dtau_dq (7, 7), dtau_dqd (7, 7), mass_matrix (7, 7))"
    few = linkwise.load("pendulum").compile("mass_matrix", "bias_forces")([0.0], [0.0])
    assert repr(few) == "Answers(mass_matrix=array([[0.33333333]]), bias_forces=array([0.]))"


def test_reprs_of_long_names_and_of_symbols_are_short():
    long, x = "link" * 100, linkwise.algebra.Vec3(*[(sympy.Symbol("x") + 1) ** 9] * 3, "link" * 100)
    inertia = linkwise.algebra.Inertia(x.x, x, linkwise.algebra.Inertia.none(long).I)
    place = linkwise.algebra.Transform.identity("base", long)
    body = linkwise.model.Body(long, linkwise.model.BASE, place, linkwise.model.Prismatic(long), inertia)
    coordinates = linkwise.model.Coordinates((long, "b"), (((0, 1.0), (1, 1.0)), ((1, 1.0),)), (0.0, 0.0))
    assert [thing for thing in map(repr, (body, inertia, coordinates)) if len(thing) >= 140] == []


def test_a_notebook_shows_tables():
    robot = linkwise.load("panda")
    kernel = robot.compile("mass_matrix", "bias_forces")
    limits, count, arrays = (thing._repr_html_() for thing in (robot.limits, kernel.count, kernel))
    assert limits.count("<tr>") == 8 and "<td>0</td><td>-2.8973</td><td>2.8973</td><td>2.175</td><td>87</td>" in limits
    assert f"<td>additions</td><td>{kernel.count.additions}</td>" in count and "divisions" not in count
    assert "<td>takes</td><td>qd</td><td>(7,)</td>" in arrays and "<td>mass_matrix</td><td>(7, 7)</td>" in arrays
    rollouts = robot.compile_rollouts(parameters=["gravity"])
    motion = linkwise.trajectories.Quintic([0.0] * 7, [1.0] * 7, duration=2.0)
    back = linkwise.trajectories.Quintic([1.0] * 7, [0.0] * 7, duration=2.0)
    box, workspace = linkwise.approximate.Box.of(robot), linkwise.doctor.examine(robot).workspace
    things = (rollouts, motion, motion.then(back), box, workspace, BACKENDS)
    others = [thing._repr_html_() for thing in things]
    assert "<td>parameter gravity</td><td>3</td><td>for each rollout</td>" in others[0]
    for page in (limits, count, arrays, *others):
        ElementTree.fromstring(f"<div>{page}</div>")


def test_every_error_is_ours():
    for name, thing in vars(errors).items():
        if inspect.isclass(thing) and issubclass(thing, BaseException):
            assert issubclass(thing, linkwise.LinkwiseError), name
            assert re.search(rf"\b{name}\b", errors.__doc__), f"{name} is missing from the drawn hierarchy"


def test_nothing_raises_bare_exceptions():
    """User mistakes raise our errors: no `raise ValueError(...)` and the like in the source."""
    source = Path(linkwise.__file__).parent
    for path in source.rglob("*.py"):
        bare = r"raise (ValueError|TypeError|KeyError|RuntimeError|Exception|IndexError)\b"
        found = re.findall(bare, path.read_text(encoding="utf-8"))
        assert not found, (path, found)


def test_files_hold_one_idea():
    """A file that needs scrolling wants a second file; the public face is one table of docstrings."""
    source = Path(linkwise.__file__).parent
    long = {str(p.relative_to(source)): len(p.read_text().splitlines()) for p in source.rglob("*.py")}
    assert {name for name, lines in long.items() if lines > 250} <= {"robot/questions.py"}


def test_no_machine_paths_or_registries():
    for path in [*ROOT.glob("*.md"), ROOT / "pyproject.toml", ROOT / "Makefile", *ROOT.glob("src/**/*.py")]:
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"(^|[\s\"'(=])/(work|root|farm|tmp)/", text), path
