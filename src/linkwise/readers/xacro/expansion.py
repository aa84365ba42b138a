"""One xacro file or text on its way to URDF."""

import os
import re
from collections.abc import Mapping
from typing import Any

from ...errors import Fault, ReadError, label, plain
from .. import xml
from ..arguments import Value, checked
from ..files import content
from ..folders import Folders, Named
from ..hints import nearest
from ..xml_tree import Element
from . import checks
from .declared import Declared, beside
from .faults import MissingArgument, fault
from .guard import Forbidden, guarded, unguarded
from .library import copy_of_xacro
from .packages import PackageNotFound, Packages, linked_source

TRIALS = 12
"""How many switches of a robot without mass are tried, to say which of them brings it."""

_PACKAGE = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.-]*")
_FIND = re.compile(r"\$\((?:find|find-pkg-share)\s+([^\s()]+)\s*\)")
_MASS = re.compile(r"<mass\b[^>]*\bvalue=['\"]\s*\+?[0-9.]*[1-9]")


class _Given(dict[str, str]):
    """The arguments during an expansion: xacro adds the defaults."""

    def __missing__(self, name: str) -> str:
        raise MissingArgument(name)


class Expansion:
    """One xacro file or text on its way to URDF: where it may read, what it declares, what xacro warned about."""

    def __init__(
        self,
        data: str | bytes,
        name: str,
        file: str,
        folders: Named,
        arguments: Mapping[str, Value] | None,
        unprefixed: bool = False,
    ) -> None:
        self.data, self.name, self.file, self.unprefixed = data, name, file, unprefixed
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
            checks.install(xacro, self, warned)
            xacro.init_stacks(self.name)
            try:
                document = checks.parsed(self.data, self.unprefixed)
                with guarded(self.folders):
                    xacro.process_doc(document, mappings=_Given(given))
                    return _indented(document)
            except (Exception, SystemExit) as error:  # xacro raises whatever its expressions raise, and may call exit
                at = str((xacro.filestack or [self.name])[-1])
                raise ReadError(self.name, self._faults(error, at), self._arguments_hint()) from None

    def source(self, path: str) -> str:
        """The file at a path, or the one that its package installs there."""
        with unguarded():
            return path if os.path.exists(path) else self.packages.source_of(path) or path

    @property
    def mesh_folders(self) -> tuple[str, ...]:
        """The folders that the caller named and those of the packages found: meshes are looked for there."""
        return (*self.folders.named, *self.packages.folders)

    def found(self, package: str) -> str:
        """The folder of a package, from which files may be read from now on."""
        with unguarded():
            if not _PACKAGE.fullmatch(package):
                raise Forbidden(f"find {package!r:.200}")
            place = self.packages.find(package)
            self.folders.add(place)
            if source := linked_source(place, package):
                self.folders.add(source)
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

    def _included(self, name: str, by: str) -> tuple[str, Element] | None:
        """A file that another includes, for its arguments: nothing if it cannot be found, read or seen."""
        try:
            name = _FIND.sub(lambda match: self.found(match[1]), name)
            path = beside(name, by)
            if "$" in name or not self.file or not self.folders.hold(path):
                return None
            return path, xml.parse(content(path), path, quote=False)
        except (ReadError, Forbidden, PackageNotFound):
            return None

    def _faults(self, error: BaseException, at: str) -> list[Fault]:
        return [fault(error, at, self.name, self.file, self.declared), *self._unknown_arguments()]


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
