"""From a xacro file or text to URDF text and to a model."""

import os
import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any
from xml.dom import minidom

from ...errors import Fault, ReadError, label, plain, shown
from ...model import Model
from .. import urdf, xml
from ..arguments import Value, checked
from ..files import check_text, content, name_of
from ..folders import OUTSIDE, PACKAGE, Folders, Named, outside_hint
from ..given_text import NAME
from ..hints import nearest
from ..mass import NO_MASS, has_mass
from ..report import LoadReport, Note
from .declared import Declared, beside
from .guard import Forbidden, guarded, unguarded
from .library import copy_of_xacro
from .packages import PackageNotFound, Packages

MOST_WARNINGS = 100
"""How many warnings of xacro are kept; a macro may repeat one any number of times."""

TRIALS = 12
"""How many switches of a robot without mass are tried, to say which of them brings it."""

_PACKAGE = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.-]*")
_FIND = re.compile(r"\$\((?:find|find-pkg-share)\s+([^\s()]+)\s*\)")
_NAMESPACE = 'xmlns:xacro="http://www.ros.org/wiki/xacro"'
_COLOUR = re.compile(r"\x1b\[\d+m")
_MASS = re.compile(r"<mass\b[^>]*\bvalue=['\"]\s*\+?[0-9.]*[1-9]")


def read(
    path: str | os.PathLike[str],
    *,
    strict: bool = False,
    allow: Collection[str] = (),
    folders: Named = (),
    arguments: Mapping[str, Value] | None = None,
) -> tuple[Model, LoadReport]:
    """The model in a xacro file, and its load report; line numbers in messages are those of the expanded URDF."""
    file = name_of(path)
    return _model(_Expansion(content(path), file, file, folders, arguments), strict, allow)


def read_text(
    text: str | bytes,
    *,
    source: str = NAME,
    strict: bool = False,
    allow: Collection[str] = (),
    folders: Named = (),
    arguments: Mapping[str, Value] | None = None,
) -> tuple[Model, LoadReport]:
    """The model in a xacro text, and its load report; it includes files, and finds packages, only below `folders`.

    >>> text = '''<robot name="post" xmlns:xacro="http://www.ros.org/wiki/xacro">
    ... <xacro:arg name="base" default="ground"/><link name="$(arg base)"/></robot>'''
    >>> read_text(text, arguments={"base": "floor"})[0].base
    'floor'
    """
    check_text(text, source)
    return _model(_Expansion(text, source, "", folders, arguments), strict, allow)


def expand(path: str | os.PathLike[str], arguments: Mapping[str, Value] | None = None, *, folders: Named = ()) -> str:
    """The URDF text that a xacro file expands to; `arguments` are the values of its <xacro:arg> elements.

    Files are read below the file's own folder, its ROS package, `folders`, and the packages it finds with `$(find …)`.

    >>> expand("nowhere.xacro")
    Traceback (most recent call last):
    linkwise.errors.ReadError: 'nowhere.xacro' was refused: 1 fault.
      nowhere.xacro: cannot be read: No such file or directory
    """
    file = name_of(path)
    return _Expansion(content(path), file, file, folders, arguments).text()


def _model(expansion: "_Expansion", strict: bool, allow: Collection[str]) -> tuple[Model, LoadReport]:
    """The model, and what xacro warned about in the report."""
    text, name = expansion.text(), expansion.name
    model, report = urdf.read_text(text, source=name, strict=strict, allow=allow)
    notes = [Note("ignored", label(name), f"xacro warns: {plain(each, 400)}") for each in expansion.warned]
    notes += [Note("ignored", label(name), plain(each, 600)) for each in expansion.packages.remarks]
    first = []
    if model.n and not has_mass(model):
        first = [Note("no-mass", label(name), f"{NO_MASS}{expansion.what_brings_mass()}")]
    return model, replace(report, notes=(*first, *report.notes, *notes))


class _MissingArgument(Exception):
    """An argument that has no default and is not given."""


class _YamlTrouble(Exception):
    """A YAML file that cannot be loaded; `error` says why, without quoting it."""

    def __init__(self, file: str, error: BaseException):
        self.file, self.error = file, error
        super().__init__(file)


class _Given(dict[str, str]):
    """The arguments during an expansion: xacro adds the defaults."""

    def __missing__(self, name: str) -> str:
        raise _MissingArgument(name)


class _Expansion:
    """One xacro file or text on its way to URDF: where it may read, what it declares, what xacro warned about."""

    def __init__(
        self, data: str | bytes, name: str, file: str, folders: Named, arguments: Mapping[str, Value] | None
    ) -> None:
        self.data, self.name, self.file = data, name, file
        root = xml.parse(data, name)  # xacro's own parser would expand entities
        self.given = checked(arguments)
        self.folders = Folders(file or None, folders)
        self.packages = Packages(file, self.folders.named)
        self.declared = Declared()
        self.declared.add(root, name)
        self.warned: list[str] = []

    def text(self) -> str:
        """The URDF text."""
        warned: list[str] = []
        text = self._expanded(self.given, warned)
        if unknown := self._unknown_arguments():
            raise ReadError(self.name, unknown, self._arguments_hint())
        self.warned = list(dict.fromkeys(warned))
        return text

    def what_brings_mass(self) -> str:
        """For a robot without mass: the switches of the file that bring the most, for the end of a message."""
        masses = dict[str, int]()
        switches = {name: value for name, value in self.declared.switches().items() if name not in self.given}
        for name, value in list(switches.items())[:TRIALS]:
            try:
                masses[name] = len(_MASS.findall(self._expanded({**self.given, name: value}, [])))
            except ReadError:
                continue
        most = max(masses.values(), default=0)
        best = [f'arguments={{"{name}": "{switches[name]}"}}' for name, count in masses.items() if count == most > 0]
        if best:
            return f"; {' or '.join(best[:3])} brings some"
        arguments = self.declared.text()
        return f"; none of its true-or-false arguments brings any, of {arguments}" if arguments else ""

    def _expanded(self, given: Mapping[str, str], warned: list[str]) -> str:
        with copy_of_xacro() as xacro:
            self._prepare(xacro, warned)
            xacro.init_stacks(self.name)
            try:
                document = _parsed(self.data)
                with guarded(self.folders):
                    xacro.process_doc(document, mappings=_Given(given))
                    return _indented(document)
            except (Exception, SystemExit) as error:  # xacro raises whatever its expressions raise, and may call exit
                at = str((xacro.filestack or [self.name])[-1])
                raise ReadError(self.name, self._faults(error, at), self._arguments_hint()) from None

    def _prepare(self, xacro: Any, warned: list[str]) -> None:
        """Have a copy of xacro read files, find packages and load YAML through our checks, and print nothing."""
        yaml = import_module("yaml")
        loader: Any = type("Loader", (yaml.SafeLoader,), {})  # xacro would teach everybody's units
        for unit in xacro.ConstructUnits:
            loader.add_constructor(unit.value.tag, unit.constructor)
        parse, extension, locate = xacro.parse, xacro.eval_extension, xacro.abs_filename_spec

        def checked_parse(text: Any, filename: str | None = None) -> Any:
            if text is not None or filename is None:
                return parse(text, filename)
            if not self.folders.hold(filename):
                raise Forbidden(f"open {filename!r:.200}")
            source = self._source(filename)
            if not os.path.exists(source):
                return parse(text, filename)  # complains, unless the file is optional
            data = content(source)
            self.declared.add(xml.parse(data, filename, quote=False), filename)
            return _parsed(data)

        def checked_extension(text: str) -> Any:
            words = text[2:-1].split()
            if words[:1] == ["find-pkg-share"]:  # as ROS 2's launch files say
                text = text.replace("find-pkg-share", "find", 1)
            xacro.substitution_args_context["filename"] = xacro.filestack[-1]  # for $(dirname)
            return extension(text)

        def located(name: str) -> str:
            if self.file or os.path.isabs(name) or xacro.filestack[-1] != self.name:
                return str(locate(name))
            paths = [os.path.join(folder, name) for folder in self.folders.named]
            for path in paths:
                if os.path.exists(path):
                    return path
            raise Forbidden(f"open {name!r:.200}")

        def load_yaml(name: str) -> Any:
            path = self._source(xacro.abs_filename_spec(name))
            try:
                with open(path, encoding="utf-8") as file:
                    return xacro.YamlListWrapper.wrap(yaml.load(file, loader))
            except Forbidden:
                raise
            except Exception as error:
                raise _YamlTrouble(path, error) from None

        def collect(*words: object, **_: object) -> None:
            if len(warned) < MOST_WARNINGS:
                warned.append(_COLOUR.sub("", " ".join(map(str, words))))

        xacro.parse, xacro.eval_extension, xacro.abs_filename_spec = checked_parse, checked_extension, located
        xacro.load_yaml, xacro._global_symbols = load_yaml, None
        if arguments := getattr(xacro, "substitution_args", None):
            arguments._eval_find = arguments._eval_dict["find"] = self._found
        xacro.color.print = collect  # comes before the built-in one
        xacro.print = lambda *_, **__: None  # where xacro is, after each warning
        xacro._global_symbols = xacro.create_global_symbols()

    def _source(self, path: str) -> str:
        """The file at a path, or the one that its package installs there."""
        with unguarded():
            return path if os.path.exists(path) else self.packages.source_of(path) or path

    def _found(self, package: str) -> str:
        """The folder of a package, from which files may be read from now on."""
        with unguarded():
            if not _PACKAGE.fullmatch(package):
                raise Forbidden(f"find {package!r:.200}")
            place = self.packages.find(package)
            self.folders.add(place)
            if os.path.islink(manifest := os.path.join(place, PACKAGE)):  # installed as links to its source
                self.folders.add(os.path.dirname(os.path.realpath(manifest)))
            return place

    # ---- errors ------------------------------------------------------------------------------------------------------

    def _unknown_arguments(self) -> list[Fault]:
        known = self.declared.names
        return [
            Fault("arguments", name, f"{label(self.name)} has no such argument", nearest(name, known))
            for name in self.given
            if name not in known
        ]

    def _arguments_hint(self) -> str:
        """Which arguments the file has, those in files that it includes too."""
        with unguarded():
            self.declared.follow(self._included)
        arguments = self.declared.text()
        if not arguments:
            return ""
        name = plain(self.declared.names[0], 40)
        return f'its arguments, with their defaults, are {arguments}. Give them as arguments={{"{name}": "…"}}.'

    def _included(self, name: str, by: str) -> tuple[str, xml.Element] | None:
        """A file that another includes, for its arguments: nothing if it cannot be found, read or seen."""
        try:
            name = _FIND.sub(lambda match: self._found(match[1]), name)
            path = beside(name, by)
            if "$" in name or not self.file or not self.folders.hold(path):
                return None
            return path, xml.parse(content(path), path, quote=False)
        except (ReadError, Forbidden, PackageNotFound):
            return None

    def _faults(self, error: BaseException, at: str) -> list[Fault]:
        fault = self._fault(error, at)
        return [fault, *self._unknown_arguments()]

    def _fault(self, error: BaseException, at: str) -> Fault:
        """Why xacro failed, without quoting any file but the robot's; `at` is the file that xacro was expanding."""
        where, chain = label(self.name), list(_causes(error))
        for cause in chain:
            if isinstance(cause, ReadError):
                return Fault(where, "", f"a file it includes was refused: {cause.faults[0]}")
            if isinstance(cause, _MissingArgument):
                return self._missing(str(cause))
            if isinstance(cause, PackageNotFound):
                return Fault(
                    where, "", plain(str(cause), 1000), "give folders=(…,) with the package or a folder above it"
                )
            if isinstance(cause, Forbidden):
                event, _, path = str(cause).partition(" ")
                if event == "open":
                    return self._outside(path.strip("'"))
                rule = "a xacro file may compute and read, and nothing else"
                return Fault(where, str(cause), rule, "is this file from someone you trust?")
            if isinstance(cause, _YamlTrouble):
                rule = f"xacro cannot expand it: {type(cause.error).__name__} in a YAML file that it loads"
                missing = isinstance(cause.error, OSError)
                hint = "an argument may choose another file" if missing and self.declared.names else "check that file"
                return Fault(where, _end_of(cause.file), rule, hint)
        if os.path.realpath(at) != os.path.realpath(self.name):
            why = type(chain[-1]).__name__
            if missing := next((cause.filename for cause in chain if isinstance(cause, FileNotFoundError)), ""):
                why = f"there is no {shown(_end_of(str(missing)))}"
            rule = f"xacro cannot expand {shown(os.path.basename(at))}, which it includes: {why}"
            return Fault(where, "", rule, "load that file by itself to see more")
        reason = " ".join(str(error).split())[:400] or type(error).__name__
        hint = f"write {_NAMESPACE} in <robot>" if "unbound prefix" in reason else ""
        return Fault(where, "", f"xacro cannot expand it: {reason}", hint)

    def _missing(self, name: str) -> Fault:
        default = self.declared.defaults.get(name)
        rule = "an argument that has no default and is not given"
        if default is not None:
            rule = "an argument that is used before the file declares its default, and is not given"
        return Fault(label(self.name), name, rule, f'give arguments={{"{plain(name)}": "{plain(default or "…")}"}}')

    def _outside(self, path: str) -> Fault:
        if self.file:
            return Fault(label(self.name), path, OUTSIDE, outside_hint(path))
        rule = "not found below `folders`: a text includes files only from there"
        return Fault(
            label(self.name), path, rule, "give folders=(…,) with the folder of that file, or load the file itself"
        )


def _parsed(data: str | bytes) -> Any:
    """The document; arguments without a default, which xacro refuses even if they are given, are only declared."""
    document: Any = minidom.parseString(data)
    for element in document.getElementsByTagName("xacro:arg"):
        if element.hasAttribute("name") and not element.hasAttribute("default"):
            element.parentNode.removeChild(element)
    return document


def _indented(document: Any) -> str:
    """A document as text, one element on a line."""
    pending = [document]
    while pending:
        node = pending.pop()
        for child in list(node.childNodes):
            if child.nodeType == child.TEXT_NODE and not child.data.strip():
                node.removeChild(child)
            else:
                pending.append(child)
    return str(document.toprettyxml(indent="  "))


def _end_of(path: str) -> str:
    """The last parts of a path, which are enough to know a file by."""
    return "/".join(Path(path).parts[-3:])


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    """An error and those that it arose from, the first cause last."""
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__
