"""From a xacro file to URDF text and to a model."""

import copy
import os
import re
import threading
import warnings
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any
from xml.dom import minidom

from ...errors import Fault, MissingExtra, ReadError, label, plain, shown
from ...model import Model
from .. import urdf, xml
from ..files import content, name_of
from ..folders import OUTSIDE, Folders, Named, outside_hint
from ..report import LoadReport, Note
from .guard import Forbidden, guarded, unguarded

MOST_WARNINGS = 100
"""How many warnings of xacro are kept; a macro may repeat one any number of times."""

_PACKAGE = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.-]*")
_SMALLEST = '<robot name="${str(1)}" xmlns:xacro="http://www.ros.org/wiki/xacro"/>'
_COLOUR = re.compile(r"\x1b\[\d+m")
_one_at_a_time = threading.Lock()  # xacro keeps its state in module variables


def read(
    path: str | os.PathLike[str], *, strict: bool = False, allow: Collection[str] = (), folders: Named = ()
) -> tuple[Model, LoadReport]:
    """The model in a xacro file, and its load report; line numbers in messages are those of the expanded URDF."""
    text, warned = _expanded(path, None, folders)
    model, report = urdf.read_text(text, source=name_of(path), strict=strict, allow=allow)
    notes = [Note("ignored", label(report.source), f"xacro warns: {plain(each, 400)}") for each in warned]
    return model, replace(report, notes=(*report.notes, *notes))


def expand(path: str | os.PathLike[str], arguments: Mapping[str, str] | None = None, *, folders: Named = ()) -> str:
    """The URDF text that a xacro file expands to; `arguments` are the values of its <xacro:arg> elements.

    Files are read below the file's own folder, its ROS package, `folders`, and the packages it finds with `$(find …)`.

    >>> expand("nowhere.xacro")
    Traceback (most recent call last):
    linkwise.errors.ReadError: 'nowhere.xacro' was refused: 1 fault.
      nowhere.xacro: cannot be read: No such file or directory
    """
    return _expanded(path, arguments, folders)[0]


def _expanded(
    path: str | os.PathLike[str], arguments: Mapping[str, str] | None, folders: Named
) -> tuple[str, list[str]]:
    """The URDF text, and what xacro warns about."""
    try:
        xacrodoc = import_module("xacrodoc")
    except ImportError:
        raise MissingExtra("reading xacro", "xacro") from None
    text, name = content(path), name_of(path)
    xml.parse(text, name)  # xacro's own parser would expand entities
    if not isinstance(arguments, Mapping | None):
        raise ReadError(name, [Fault("arguments", repr(arguments), "not a mapping", 'give {"name": "value", …}')])
    subargs = {key: str(value) for key, value in (arguments or {}).items()}
    allowed = Folders(name, folders)
    xacro = xacrodoc.xacrodoc.xacro
    warned: list[str] = []
    with _one_at_a_time, _held(xacro, xacrodoc.packages, allowed), _collected(xacro, warned):
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                xacrodoc.XacroDoc.from_string(_SMALLEST).to_urdf_string()  # imports the modules that it needs
                xacro.init_stacks(name)  # otherwise includes are looked for in the current folder
                xacrodoc.packages.walk_up_from(name)
                with guarded(allowed):
                    document = xacrodoc.XacroDoc.from_file(name, walk_up=False, subargs=subargs, resolve_packages=False)
                    return str(document.to_urdf_string()), list(dict.fromkeys(warned))
        except (Exception, SystemExit) as error:  # xacro raises whatever its expressions raise, and may call exit
            raise ReadError(name, [_fault(name, error, str(xacro.filestack[-1]))]) from None


@contextmanager
def _held(xacro: Any, packages: Any, folders: Folders) -> Iterator[None]:
    """Have xacro read its files through our checks, and forget afterwards where this file's packages are."""
    parse, get_path, finder = xacro.parse, packages.get_path, packages._finder
    packages._finder = copy.copy(finder)
    packages._finder.finder_funcs = list(finder.finder_funcs)
    packages._finder.package_cache = dict(finder.package_cache)

    def checked_parse(text: Any, filename: str | None = None) -> Any:
        if text is not None or filename is None:
            return parse(text, filename)
        if not folders.hold(filename):
            raise Forbidden(f"open {filename!r:.200}")
        if not os.path.exists(filename):
            return parse(text, filename)  # complains, unless the file is optional
        data = content(filename)
        xml.parse(data, filename, quote=False)
        return minidom.parseString(data)

    def found(package: str) -> str:
        with unguarded():
            if not _PACKAGE.fullmatch(package):
                raise Forbidden(f"find {package!r:.200}")
            named = [Path(folder) for folder in folders.named]
            places = [*(each for each in named if each.name == package), *(each / package for each in named)]
            place = next((str(each) for each in places if each.is_dir()), None) or str(get_path(package))
            folders.add(place)
            return place

    xacro.parse, packages.get_path = checked_parse, found
    try:
        yield
    finally:
        xacro.parse, packages.get_path, packages._finder = parse, get_path, finder


@contextmanager
def _collected(xacro: Any, warned: list[str]) -> Iterator[None]:
    """Collect what xacro would print: a name `print` in its modules comes before the built-in one."""

    def collect(*words: object, **_: object) -> None:
        if len(warned) < MOST_WARNINGS:
            warned.append(_COLOUR.sub("", " ".join(map(str, words))))

    xacro.color.print = collect
    xacro.print = lambda *_, **__: None  # where xacro is, after each warning
    try:
        yield
    finally:
        del xacro.color.print, xacro.print


def _fault(name: str, error: BaseException, at: str) -> Fault:
    """Why xacro failed, without quoting any file but `name`; `at` is the file that xacro was expanding."""
    chain = list(_causes(error))
    for cause in chain:
        if isinstance(cause, ReadError):
            return Fault(label(name), "", f"a file it includes was refused: {cause.faults[0]}")
        if isinstance(cause, Forbidden):
            event, _, path = str(cause).partition(" ")
            if event == "open":
                return Fault(label(name), path.strip("'"), OUTSIDE, outside_hint(path.strip("'")))
            rule = "a xacro file may compute and read, and nothing else"
            return Fault(label(name), str(cause), rule, "is this file from someone you trust?")
    if _in_yaml(chain):
        rule = f"xacro cannot expand it: {type(chain[-1]).__name__} in a YAML file that it loads"
        return Fault(label(name), "", rule, "check that file")
    if os.path.realpath(at) != os.path.realpath(name):
        rule = f"xacro cannot expand {shown(os.path.basename(at))}, which it includes: {type(chain[-1]).__name__}"
        return Fault(label(name), "", rule, "load that file by itself to see more")
    reason = " ".join(str(error).split())[:400] or type(error).__name__
    hint = "put the package in a folder above the file, where linkwise looks for it" if "ackage" in reason else ""
    return Fault(label(name), "", f"xacro cannot expand it: {reason}", hint)


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    """An error and those that it arose from, the first cause last."""
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__


def _in_yaml(chain: Collection[BaseException]) -> bool:
    """Whether one of the errors arose while xacro was loading a YAML file."""
    for error in chain:
        trace = error.__traceback__
        while trace is not None:
            if trace.tb_frame.f_code.co_name == "load_yaml":
                return True
            trace = trace.tb_next
    return False
