"""Why xacro failed, in our words."""

import os
from collections.abc import Iterator
from pathlib import Path

from ...errors import Fault, ReadError, label, plain, shown
from ..folders import OUTSIDE, outside_hint
from ..waivers import Waivers
from .declared import Declared
from .guard import Forbidden
from .packages import PackageNotFound
from .unprefixed import WAIVER

_NAMESPACE = 'xmlns:xacro="http://www.ros.org/wiki/xacro"'


class MissingArgument(Exception):
    """An argument that has no default and is not given."""


class YamlTrouble(Exception):
    """A YAML file that cannot be loaded; `error` says why, without quoting it."""

    def __init__(self, file: str, error: BaseException):
        self.file, self.error = file, error
        super().__init__(file)


def fault(error: BaseException, at: str, name: str, file: str, declared: Declared) -> Fault:
    """Why xacro failed, without quoting any file but the robot's own, `name`; `at` is the file that it was expanding.

    `file` is the path of the robot's file, "" for a text.
    """
    where, chain = label(name), list(_causes(error))
    for cause in chain:
        if isinstance(cause, ReadError):
            return Fault(where, "", f"a file it includes was refused: {cause.faults[0]}")
        if isinstance(cause, MissingArgument):
            return _missing(str(cause), name, declared)
        if isinstance(cause, PackageNotFound):
            return Fault(where, "", plain(str(cause), 1000), "give folders=(…,) with the package or a folder above it")
        if isinstance(cause, Forbidden):
            event, _, path = str(cause).partition(" ")
            if event == "open":
                return _outside(path.strip("'"), name, file)
            rule = "a xacro file may compute and read, and nothing else"
            return Fault(where, str(cause), rule, "is this file from someone you trust?")
        if isinstance(cause, YamlTrouble):
            rule = f"xacro cannot expand it: {type(cause.error).__name__} in a YAML file that it loads"
            absent = isinstance(cause.error, OSError) and declared.names
            hint = "an argument may choose another file" if absent else "check that file"
            return Fault(where, _end_of(cause.file), rule, hint)
    if os.path.realpath(at) != os.path.realpath(name):
        why = type(chain[-1]).__name__
        if missing := next((cause.filename for cause in chain if isinstance(cause, FileNotFoundError)), ""):
            why = f"there is no {shown(_end_of(str(missing)))}"
        rule = f"xacro cannot expand {shown(os.path.basename(at))}, which it includes: {why}"
        hint = prefix_hint(declared) if declared.bare and isinstance(chain[-1], NameError | KeyError) else ""
        return Fault(where, "", rule, hint or "load that file by itself to see more")
    reason = " ".join(str(error).split())[:400] or type(error).__name__
    hint = f"write {_NAMESPACE} in <robot>" if "unbound prefix" in reason else ""
    if "package://" in reason:
        hint = "xacro includes no package://NAME/…: write $(find NAME)/…"
    if declared.bare and ("is not defined" in reason or "unknown macro" in reason):
        hint = prefix_hint(declared)
    return Fault(where, "", f"xacro cannot expand it: {reason}", hint)


def prefix_hint(declared: Declared) -> str:
    """What to do about elements of xacro's without its prefix, where there are some.

    >>> prefix_hint(Declared(bare={"macro": None}))
    'write <xacro:macro …>: xacro does not read <macro …> without its prefix, or load with allow=("unprefixed-xacro",)'
    """
    bare = next(iter(declared.bare))
    return f"write <xacro:{bare} …>: xacro does not read <{bare} …> without its prefix, {Waivers.hint(WAIVER)}"


def _missing(argument: str, name: str, declared: Declared) -> Fault:
    default = declared.defaults.get(argument)
    rule = "an argument that has no default and is not given"
    if default is not None:
        rule = "an argument that is used before the file declares its default, and is not given"
    return Fault(label(name), argument, rule, f'give arguments={{"{plain(argument)}": "{plain(default or "…")}"}}')


def _outside(path: str, name: str, file: str) -> Fault:
    if file:
        return Fault(label(name), path, OUTSIDE, outside_hint(path))
    rule = "not found below `folders`: a text includes files only from there"
    return Fault(label(name), path, rule, "give folders=(…,) with the folder of that file, or load the file itself")


def _end_of(path: str) -> str:
    """The last parts of a path, which are enough to know a file by."""
    return "/".join(Path(path).parts[-3:])


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    """An error and those that it arose from, the first cause last."""
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__
