"""Loads robots from files or by name, and saves them to files."""

from __future__ import annotations

import inspect
import os
from collections.abc import Collection, Mapping
from dataclasses import replace
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from .errors import Fault, ReadError, UnknownName, WriteError, label, listed, shown
from .model import Model
from .readers import FORMATS, WRITERS, LoadReport, Note, catalog, reader, writer
from .readers.arguments import Value
from .readers.files import name_of
from .readers.folders import Named
from .readers.given_text import Source, given_text
from .readers.mass import NO_MASS, has_mass
from .robot import Robot


def load(
    source: Source,
    *,
    strict: bool = False,
    allow: Collection[str] = (),
    folders: Named = (),
    arguments: Mapping[str, Value] | None = None,
) -> Robot:
    """A robot by name (`load("panda")`) or from a file: .urdf, .xacro, .xml (MJCF or URDF), .toml (DH or screws).

    `source` may also be the text of a robot description, or an open file; the content then says which format it is.
    Names are those of `linkwise.catalog()`: the built-in robots, and those of an installed example-robot-data; capital
    letters, hyphens, underscores and spaces do not matter. `strict` also refuses data that dynamics can live with but a
    careful user would not accept (moments that violate the triangle inequality, massless links). `allow` names rules to
    waive, such as "missing-limit"; the robot's report and model record those it needed.
    Files that the robot's file names, such as parts and meshes, are read only below its own folder, its ROS package,
    and the `folders` given here or in the environment variable LINKWISE_FOLDERS; those that a text names only below
    `folders`. `arguments` are those of a xacro file: `arguments={"ur_type": "ur5e", "name": "ur5e"}`.

    >>> load("puma560")
    Robot('puma560', n=6)
    >>> load('<robot name="post"><link name="ground"/></robot>')
    Robot('post', n=0)
    """
    if not isinstance(strict, bool):
        raise _misuse("strict", strict, "True or False")
    allow = (allow,) if isinstance(allow, str) else allow
    if not isinstance(allow, Collection) or not all(isinstance(name, str) for name in allow):
        raise _misuse("allow", allow, 'a list of rules, such as ("missing-limit",),')
    options: dict[str, Any] = {"strict": strict, "allow": allow, "folders": folders}
    if text := given_text(source):
        from .readers import sniff  # the readers of all formats, which a name or a path need not

        return _robot(*sniff.read_text(text.content, source=text.name, arguments=arguments, **options))
    path = _located(source)
    suffix = _suffix(path, FORMATS)
    if suffix is None and path.is_dir():
        rule = "a folder, not a robot file"
        raise ReadError(str(source), [Fault("path", path.name, rule, "name the file in it that describes the robot")])
    if suffix is None:
        rule = f"the name must end in one of {_listed(FORMATS)}"
        raise ReadError(str(source), [Fault("file name", path.name, rule, "rename or convert the file")])
    if FORMATS[suffix] == "xacro":
        options["arguments"] = arguments
    else:
        from .readers import sniff

        sniff.refuse_arguments(arguments, path.name)
    return _robot(*reader(suffix)(path, **options))


def _robot(model: Model, report: LoadReport) -> Robot:
    """The robot; that it has no mass at all is the first thing its report says."""
    if model.n and not has_mass(model) and not report.of("no-mass"):
        note = Note("no-mass", label(report.source), NO_MASS)
        report = replace(report, notes=(note, *report.notes))
    return Robot(model, report)


def save(robot: Robot | Model, path: str | os.PathLike[str], **options: Any) -> None:
    """Write a robot as .urdf or as a DH table (.toml); `options` are those of the format.

    URDF has `lossy` (leave out what it cannot hold, such as rotor inertia, instead of refusing), DH has `convention`.

    >>> import tempfile, pathlib
    >>> file = pathlib.Path(tempfile.mkdtemp()) / "arm.urdf"
    >>> save(load("planar2r").with_gravity([0, 0, -9.81]), file)
    >>> load(file).n
    2
    """
    model = robot.model if isinstance(robot, Robot) else robot
    if not isinstance(model, Model):
        raise WriteError(
            f"a {type(robot).__name__} is not a robot.",
            "A linkwise.Robot or Model was expected.",
            "linkwise.load gives a robot.",
        )
    if not isinstance(path, str | os.PathLike):
        raise WriteError(f"{shown(repr(path))} is not a path.", "A str or Path was expected.")
    target = Path(path)
    suffix = _suffix(target, WRITERS)
    if suffix is None:
        raise WriteError(
            f"linkwise does not write {shown(target.name)}.",
            f"A name ending in one of {_listed(WRITERS)} was expected.",
        )
    write = writer(suffix)
    known = [name for name in inspect.signature(write).parameters if name != "model"]
    unknown = [name for name in options if name not in known]
    if unknown:
        raise WriteError(f"writing {suffix} has no option {listed(unknown)}.", f"Its options are {listed(known)}.")
    text = write(model, **options)
    try:
        if target.exists() and not target.is_file():
            raise WriteError(f"{shown(target)} is a folder or device.", "The path of a file was expected.")
        target.write_text(text, encoding="utf-8")
    except (OSError, ValueError) as error:
        if isinstance(error, WriteError):
            raise
        reason = getattr(error, "strerror", None) or str(error)
        raise WriteError(f"{shown(target)} cannot be written: {reason}.") from None


def _located(source: Any) -> Path | Traversable:
    """The file that a path or a robot's name refers to; a built-in robot's may be within an archive."""
    text = name_of(source)
    looks_like_path = os.sep in text or "/" in text or _suffix(Path(text), FORMATS) is not None
    if isinstance(source, os.PathLike) or looks_like_path:
        return Path(text)
    try:
        return catalog.find(text)  # a robot's name takes precedence over a file or folder of that name
    except UnknownName:
        if os.path.lexists(text):
            return Path(text)
        raise


def _misuse(argument: str, value: object, expected: str) -> ReadError:
    return ReadError(f"load({argument}=…)", [Fault(argument, repr(value)[:80], f"{expected} was expected")])


def _suffix(path: Path | Traversable, known: Collection[str]) -> str | None:
    return next((suffix for suffix in known if path.name.lower().endswith(suffix)), None)


def _listed(suffixes: Collection[str]) -> str:
    return ", ".join(sorted(suffixes))
