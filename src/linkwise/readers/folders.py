"""Which other files a robot file may have read: one rule for every format.

A file may name others: parts to include, meshes, settings. It may come from anywhere, so the names in it are read only
below the folder it lies in, below the ROS package it belongs to (the nearest folder above it with a package.xml), and
below folders that the caller names, with `load(…, folders=…)` or in the environment variable LINKWISE_FOLDERS. Links
are followed first: a link that leads out of these folders is refused like a path that does.
"""

import os
from collections.abc import Collection
from pathlib import Path

from ..errors import Fault, ReadError

VARIABLE = "LINKWISE_FOLDERS"
"""The environment variable with further folders, separated as in PATH."""

PACKAGE = "package.xml"
"""The file that makes a folder a ROS package."""

Named = str | os.PathLike[str] | Collection[str | os.PathLike[str]]
"""What a caller may give as `folders`: one folder or several."""


class Folders:
    """The folders that the files named by a robot file may lie in.

    >>> import pathlib, tempfile
    >>> here = pathlib.Path(tempfile.mkdtemp())
    >>> folders = Folders(here / "arm.xml")
    >>> folders.hold(here / "parts" / "hand.xml"), folders.hold(here / ".." / "hand.xml")
    (True, False)
    >>> Folders(None).hold(here / "arm.xml")
    False
    """

    def __init__(self, robot_file: str | os.PathLike[str] | None, named: Named = ()):
        self.named = [*_checked(named), *_from_environment()]
        self._roots = [_real(folder) for folder in self.named]
        if robot_file is not None:
            # a robot file that is itself a link may name files beside the link and beside what it links to
            for folder in (Path(os.path.abspath(robot_file)).parent, _real(robot_file).parent):
                self._roots += [_real(folder), *_package_around(folder)]

    def hold(self, path: str | os.PathLike[str]) -> bool:
        """Whether a file lies in one of the folders, once links and ".." are followed; it need not exist."""
        try:
            real = _real(path)
        except (OSError, ValueError, RuntimeError):  # a NUL in the name, links in a circle
            return False
        return any(real.is_relative_to(root) for root in self._roots)

    def add(self, folder: str | os.PathLike[str]) -> None:
        """Allow files below another folder, too."""
        self._roots.append(_real(folder))


OUTSIDE = (
    "leads out of the folder of the robot file: files are read only below it, its ROS package, or folders you name"
)
"""The rule that a path to anywhere else breaks."""


def outside_hint(path: str | os.PathLike[str]) -> str:
    """How to read such a file after all, if one trusts the robot file.

    >>> outside_hint("../meshes/arm.stl")
    "if you trust the file, load with folders=('../meshes',), or set LINKWISE_FOLDERS"
    """
    folder = os.path.normpath(os.path.dirname(path) or ".")
    return f"if you trust the file, load with folders=({folder!r},), or set {VARIABLE}"


def _checked(named: Named) -> list[str]:
    each = [named] if isinstance(named, str | os.PathLike) else named
    if not isinstance(each, Collection) or not all(isinstance(one, str | os.PathLike) for one in each):
        raise _misuse(named, "paths of folders were expected")
    folders = [os.fspath(one) for one in each]
    for folder in folders:
        if not isinstance(folder, str) or "\0" in folder or not os.path.isdir(folder):
            raise _misuse(folder, "not a folder")
    return folders


def _misuse(value: object, rule: str) -> ReadError:
    return ReadError("load(folders=…)", [Fault("folders", repr(value)[:80], rule, "give paths of existing folders")])


def _from_environment() -> list[str]:
    return [folder for folder in os.environ.get(VARIABLE, "").split(os.pathsep) if folder]


def _package_around(folder: Path) -> list[Path]:
    """The nearest folder, this one or above it, that is a ROS package; none if there is none."""
    return [_real(above) for above in (folder, *folder.parents) if (above / PACKAGE).is_file()][:1]


def _real(path: str | os.PathLike[str]) -> Path:
    return Path(os.path.realpath(path))
