"""Writes the reference: every public name, by verb and by package, from its docstring. The site's build runs it.

Nothing is written twice: signatures and words come from the code; this file says only where a name stands.
"""

import importlib
import inspect
import sys
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import Any

from typer.testing import CliRunner

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))
import docstrings  # noqa: E402

import linkwise  # noqa: E402
from linkwise.cli import app  # noqa: E402
from linkwise.cli.commands import COMMANDS  # noqa: E402
from linkwise.robot.question_method import QuestionMethod  # noqa: E402
from linkwise.robot.uses import LazyMethod  # noqa: E402

VERBS = {
    "Load, save, build": "load save catalog RobotBuilder LoadReport threads LinkwiseError",
    "The robot": "Robot Robot.name Robot.n Robot.joint_names Robot.frames Robot.limits JointLimits Robot.gravity "
    "Robot.total_mass Robot.tree Robot.joint_array Robot.joint_dict "
    "Robot.random_configuration",
    "Forces and accelerations": "Robot.inverse_dynamics Robot.forward_dynamics Robot.mass_matrix "
    "Robot.mass_matrix_inverse Robot.bias_forces Robot.coriolis_matrix Robot.gravity_forces Robot.friction_forces "
    "Robot.spring_forces Robot.reaction_wrenches Robot.formulations",
    "Derivatives and linear models": "Robot.inverse_dynamics_derivatives Robot.forward_dynamics_derivatives "
    "Robot.linearize Robot.parameter_derivatives",
    "Poses, velocities, postures": "Robot.forward_kinematics Robot.poses Robot.jacobian Robot.jacobian_dot "
    "Robot.inverse_kinematics Robot.task_space Robot.pose_motion Robot.base_twist Robot.from_twist "
    "Robot.to_quaternion Robot.from_quaternion",
    "Energy and momentum": "Robot.kinetic_energy Robot.potential_energy Robot.center_of_mass "
    "Robot.center_of_mass_jacobian Robot.momentum Robot.momentum_matrix",
    "Another robot from this one": "Robot.with_payload Robot.with_tip Robot.with_frame Robot.attach Robot.subchain "
    "Robot.lock Robot.with_base Robot.with_floating_base Robot.with_mobile_base Robot.with_turn_order "
    "Robot.with_gravity Robot.with_limits Robot.with_friction Robot.without_friction Robot.with_rotors "
    "Robot.without_rotors Robot.with_spinning_rotors Robot.with_drive Robot.with_motors Robot.with_springs "
    "Robot.without_springs Robot.with_gravity_compensation Robot.with_transmission Robot.with_elastic_joints "
    "Robot.with_closures Robot.without_closures Robot.closed",
    "Move": "Robot.simulate Robot.rollouts Robot.compile_rollouts Robot.sweep Robot.fastest_uniform "
    "Robot.fastest_along",
    "Parameters and identification": "Robot.parameters Robot.with_parameters Robot.base_parameters "
    "Robot.with_base_parameters Robot.regressor Robot.kinetic_energy_regressor Robot.potential_energy_regressor "
    "Robot.momentum_regressor Robot.identify Robot.identify_payload Robot.excitation",
    "Programs and formulas": "Robot.compile Robot.kernels Robot.scalar_system Robot.listing Robot.formula",
    "In other frameworks": "Robot.jax Robot.torch Robot.casadi",
    "See": "Robot.view Robot.animate",
    "Check and judge": "Robot.verify Robot.bounds Robot.couplings Robot.decoupling Robot.inertia_shares "
    "Robot.joint_loads Robot.motor_loads",
    "What a robot is made of": "Model Body Inertia Frame Friction Rotor Limits",
}
"""The names of `linkwise` and of `Robot`, by what one does with them."""

ROOMS = [room for room in linkwise._ROOMS if hasattr(getattr(linkwise, room), "__all__")]
PACKAGES = (*ROOMS, "model", "model.rewrite", "algebra", "readers", "program", "backends", "errors")
"""The packages that have a page each."""


def lookup(name: str) -> Any:
    """What a name of `VERBS` stands for; a method of another package as its function."""
    owner, _, member = name.partition(".")
    thing = getattr(linkwise, owner)
    return _plain(inspect.getattr_static(thing, member, None)) if member else thing


def _plain(member: Any) -> Any:
    if isinstance(member, LazyMethod | QuestionMethod):
        return member.function if isinstance(member, LazyMethod) else member.method
    return member.__func__ if isinstance(member, staticmethod | classmethod) else member


def members(kind: type) -> Iterator[tuple[str, Any]]:
    """The public methods and properties that a class of ours offers, inherited ones too."""
    for name in dir(kind):
        owner = next((base for base in kind.__mro__ if name in vars(base)), object)
        member = _plain(inspect.getattr_static(kind, name))
        shown = inspect.isfunction(member) or isinstance(member, property | cached_property)
        if name[0] != "_" and owner.__module__.startswith("linkwise") and shown:
            yield name, member


def entry(name: str, thing: Any, method: bool | None = None) -> str:
    """A name with its signature and what it says of itself; `method`: the first parameter is the robot."""
    method = "." in name if method is None else method
    if inspect.isclass(thing):
        kind, parameters = "class", docstrings.signature(thing)
    elif callable(thing):
        kind, parameters = ("method" if method else "function"), docstrings.signature(thing, drop_first=method)
    else:
        kind, parameters = ("attribute" if method else "data"), ""
    words = docstrings.markdown(thing) if _documented(thing) else ""
    return f"````{{py:{kind}}} {name}{parameters}\n\n{words}````\n"


def _documented(thing: Any) -> bool:
    described = inspect.isclass(thing) or inspect.isfunction(thing) or isinstance(thing, property | cached_property)
    return described and bool(thing.__doc__) and not thing.__doc__.startswith(f"{getattr(thing, '__name__', ' ')}(")


def with_members(name: str, thing: Any) -> Iterator[str]:
    """A name, and if it is a class of ours its members."""
    yield entry(name, thing)
    if inspect.isclass(thing) and not issubclass(thing, BaseException):
        for member, value in members(thing):
            yield entry(f"{name}.{member}", value)


def verb_page(title: str, names: list[str]) -> str:
    """The page of one verb."""
    parts = [f"# {title}\n", "```{py:currentmodule} linkwise\n```\n"]
    for name in names:
        thing = lookup(name)
        parts += [entry(name, thing)] if name == "Robot" or "." in name else with_members(name, thing)
    return "\n".join(parts)


def package_page(package: str) -> str:
    """The page of a package: what it says of itself, then its public names."""
    module = importlib.import_module(f"linkwise.{package}")
    parts = [f"# linkwise.{package}\n", f"```{{py:module}} linkwise.{package}\n```\n", docstrings.markdown(module)]
    for name in public(module):
        parts += with_members(name, _plain(getattr(module, name)))
    return "\n".join(parts)


def public(module: Any) -> list[str]:
    """The names a package offers that no other page has."""
    own = [name for name, thing in vars(module).items() if getattr(thing, "__module__", "") == module.__name__]
    classes = [name for name in own if inspect.isclass(getattr(module, name))]
    names = getattr(module, "__all__", classes)
    return [name for name in names if name[0] != "_" and name not in linkwise.__all__]


def index() -> str:
    """The reference's first page: each verb with its names, then the packages."""
    lines = [
        "# Reference\n",
        "Every public name with its docstring, whose examples are run by the tests. The tables say what each does; "
        "the search and the [index of all names](genindex) find the rest.\n",
    ]
    for title, names in VERBS.items():
        lines += [f"## {title}\n", "| name | what comes back |", "|---|---|"]
        for name in names.split():
            about = docstrings.summary(lookup(name)).replace("|", "\\|") if _documented(lookup(name)) else ""
            lines.append(f"| [`{name}`](#linkwise.{name}) | {about} |")
        lines.append("")
    lines += ["## Packages\n", "| package | what it is for |", "|---|---|"]
    for package in PACKAGES:
        about = docstrings.summary(importlib.import_module(f"linkwise.{package}"))
        lines.append(f"| [linkwise.{package}](packages/{package}.md) | {about} |")
    lines += ["", "[The command line](command_line.md) has a page of its own.\n"]
    pages = [*(f"{slug(title)}" for title in VERBS), *(f"packages/{package}" for package in PACKAGES), "command_line"]
    return "\n".join([*lines, "```{toctree}\n:hidden:\n", *pages, "```\n"])


def slug(title: str) -> str:
    """A title as a file's name."""
    return title.lower().replace(",", "").replace(" ", "_")


def command_line() -> str:
    """What each command says of itself when asked for help."""
    runner = CliRunner(env={"COLUMNS": "100", "TERM": "dumb", "NO_COLOR": "1"})
    names = sorted(COMMANDS)
    parts = ["# The command line\n", "Each command as `linkwise COMMAND --help` describes it.\n"]
    for name in names:
        shown = runner.invoke(app, [name, "--help"], prog_name="linkwise", terminal_width=100).stdout
        parts.append(f"## linkwise {name}\n\n```text\n{shown.strip()}\n```\n")
    return "\n".join(parts)


def pages() -> dict[str, str]:
    """Every page of the reference by its file name."""
    return {
        "index.md": index(),
        "command_line.md": command_line(),
        **{f"{slug(title)}.md": verb_page(title, names.split()) for title, names in VERBS.items()},
        **{f"packages/{package}.md": package_page(package) for package in PACKAGES},
    }


def write(folder: Path) -> None:
    """Write the reference into a folder; a page that has not changed is not touched, one that is no more is removed."""
    (folder / "packages").mkdir(parents=True, exist_ok=True)
    texts = pages()
    for old in folder.rglob("*.md"):
        if old.relative_to(folder).as_posix() not in texts:
            old.unlink()
    for name, text in texts.items():
        path = folder / name
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write(HERE / "reference")
