"""Where `$(find name)` finds a ROS package: looked for afresh for every robot file, with nothing kept for the next.

A package is a folder with a package.xml, whose <name> is its name; without one, a folder of that name with robot files
in it. They are looked for, in this order, below the folders that the caller names, around the robot file (the package
it belongs to, its siblings and cousins, the nearest first, up to the root of its repository), in the folders above
that, and in ROS_PACKAGE_PATH and AMENT_PREFIX_PATH. Last, a folder around the robot file is taken that has no
package.xml, and has the name but for an ending.

The root of the repository is the nearest folder above with a .git or .hg. A file without one, unpacked or installed, is
searched around up to LEVELS folders above its package, but not from a home folder or one that all users share.
"""

import os
import re
import tempfile
from collections import deque
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from ...errors import ReadError, shown
from .. import xml
from ..files import content
from ..folders import PACKAGE

FOLDERS = 5_000
"""The most folders that are looked into for one robot file."""

DEPTH = 6
"""How deep below a folder packages are looked for."""

LEVELS = 3
"""How many folders above its package a file that is in no repository is searched around."""

_REPOSITORY = (".git", ".hg")
_SKIPPED = {"node_modules", "__pycache__", "site-packages", "meshes"}
_ROBOT_FILES = (".xacro", ".urdf")


class PackageNotFound(Exception):
    """No package of that name; the text says where it was looked for."""


class Place(NamedTuple):
    """A folder that may be a package: its path, and the name in its package.xml, "" if it has none."""

    path: Path
    name: str


class Packages:
    """The packages that one robot file can find. `robot_file` is "" for a text.

    >>> folder = Path(tempfile.mkdtemp(), "arms")
    >>> for name in ("a_description", "b_description"):
    ...     (folder / name / "urdf").mkdir(parents=True)
    ...     _ = (folder / name / "package.xml").write_text(f"<package><name>{name}</name></package>")
    >>> packages = Packages(str(folder / "a_description/urdf/a.xacro"))
    >>> Path(packages.find("b_description")).name
    'b_description'
    """

    def __init__(self, robot_file: str = "", named: list[str] | None = None):
        self._named = [Path(folder) for folder in named or ()]
        paths = (os.path.abspath(robot_file), os.path.realpath(robot_file)) if robot_file else ()
        self._around = list(dict.fromkeys(folder for path in paths for folder in _folders_around(path)))
        self._in_repository = bool(self._around) and _is_repository(self._around[-1])
        self._places: dict[Path, list[Place]] = {}
        self._seen = set[str]()
        self._found: dict[str, str] = {}
        self.remarks: list[str] = []

    @property
    def folders(self) -> tuple[str, ...]:
        """The folders of the packages found so far."""
        return tuple(self._found.values())

    def find(self, name: str) -> str:
        """The folder of a package; raises PackageNotFound."""
        if name not in self._found:
            place = next(self._candidates(name), None)
            if place is None:
                raise PackageNotFound(self._looked(name))
            self._found[name] = os.path.abspath(place)
        return self._found[name]

    def source_of(self, path: str) -> str:
        """A file that a package installs from another folder, where that is: `install(DIRECTORY description/urdf …)` in
        its CMakeLists.txt puts description/urdf/arm.xacro at urdf/arm.xacro. "" if it says nothing of the kind."""
        for package in map(Path, self._found.values()):
            if not Path(path).is_relative_to(package):
                continue
            first, *rest = Path(path).relative_to(package).parts
            with suppress(ReadError, UnicodeDecodeError):
                for word in re.findall(r"[\w.-]+(?:/[\w.-]+)+", content(package / "CMakeLists.txt").decode()):
                    source = package.joinpath(word, *rest)
                    if word.split("/")[-1] == first and ".." not in word and source.is_file():
                        self.remarks.append(f"{shown(path, 200)} is read from {shown(word)}, its source")
                        return str(source)
        return ""

    def _candidates(self, name: str) -> Iterator[Path]:
        for folder in self._named:
            if folder.name == name and not _name_in(folder):
                yield folder
            yield from self._of_name(folder, name)
            for place in self._below(folder):
                if not place.name and place.path.name == name and _stays_in(folder, place.path):
                    yield place.path
        for folder in self._around:
            yield from self._of_name(folder, name)
        for folder in self._around:  # without a package.xml, the name of a folder with robot files counts
            for path in (folder, *(place.path for place in self._below(folder) if not place.name)):
                near = self._in_repository or path.parent in self._around
                inside = near and not _name_in(path) and _stays_in(folder, path)
                if path.name == name and inside and _has_robot_files(path):
                    yield path
        above = self._around[-1].parents if self._around else ()
        yield from (folder / name for folder in above if _name_in(folder / name) == name)
        for folder in _path_entries("ROS_PACKAGE_PATH"):
            yield from self._of_name(folder, name)
        for prefix in _path_entries("AMENT_PREFIX_PATH"):
            if (path := prefix / "share" / name).is_dir():
                yield path
        for folder in self._around:
            if not _name_in(folder) and _stem(folder.name) == _stem(name):
                self.remarks.append(f"package {shown(name)} is taken to be the folder {shown(folder, 200)}")
                yield folder

    def _of_name(self, folder: Path, name: str) -> Iterator[Path]:
        """The packages of that name in a folder; if there are several, a remark says which one is used."""
        paths = [place.path for place in self._below(folder) if place.name == name]
        if _name_in(folder) == name:
            paths.insert(0, folder)
        if len(paths) > 1:
            others = ", ".join(shown(path, 200) for path in paths[1:4])
            self.remarks.append(f"package {shown(name)} is found in {shown(paths[0], 200)}, and also in {others}")
        yield from paths

    def _below(self, folder: Path) -> list[Place]:
        """The packages, and the folders that are none, below a folder: the shallowest first, none of them twice."""
        if folder in self._places:
            return self._places[folder]
        places = self._places[folder] = list[Place]()
        pending = deque([(folder, 0)])
        while pending and len(self._seen) < FOLDERS:
            path, depth = pending.popleft()
            if (real := os.path.realpath(path)) in self._seen and depth:
                continue
            self._seen.add(real)
            if depth:
                places.append(Place(path, _name_in(path)))
                if places[-1].name or depth == DEPTH:  # packages are not nested
                    continue
            pending.extend((below, depth + 1) for below in _subfolders(path))
        return places

    def _looked(self, name: str) -> str:
        """That a package is not found, and where it was looked for."""
        where = [f"below {shown(folder, 200)}" for folder in dict.fromkeys([*self._named, *self._around[-1:]])]
        where += [f"in {name}" for name in ("ROS_PACKAGE_PATH", "AMENT_PREFIX_PATH") if os.environ.get(name)]
        limit = f", of which the first {FOLDERS} folders were searched" if len(self._seen) >= FOLDERS else ""
        return f"package {shown(name)} is not found: looked {', '.join(where) or 'nowhere'}{limit}"


def _folders_around(robot_file: str) -> list[Path]:
    """The folders above a file in which packages are looked for, the nearest first; the last one is the outermost."""
    above = list(Path(robot_file).parents)
    home = Path.home()
    private = [folder for folder in above if folder not in (home, *home.parents)]
    for k, folder in enumerate(private):
        if _is_repository(folder):
            return private[: k + 1]
    shared = {Path(tempfile.gettempdir()), Path(os.path.realpath(tempfile.gettempdir()))}
    private = [folder for folder in private if folder not in shared and len(folder.parts) > 2]
    package = next((k for k, folder in enumerate(private) if (folder / PACKAGE).is_file()), 0)
    return private[: package + LEVELS + 1]


def linked_source(package: str, name: str) -> str:
    """The folder that a package installed as links to its source comes from: that of the package.xml which its own is a
    link to, if that has the name. "" if there is none."""
    manifest = Path(package, PACKAGE)
    source = Path(os.path.realpath(manifest))
    if not manifest.is_symlink() or source.name != PACKAGE:
        return ""
    with suppress(ReadError):
        if [each.text for each in xml.parse(content(source), str(source), quote=False).of("name")] == [name]:
            return str(source.parent)
    return ""


def _stays_in(folder: Path, path: Path) -> bool:
    """Whether a folder is below another once links are followed: what has no package.xml must not be a link out."""
    return Path(os.path.realpath(path)).is_relative_to(os.path.realpath(folder))


def _stem(name: str) -> str:
    """A package's name without the endings that come and go when it is copied: kuka_kr10_support, kuka_kr10."""
    return name.removesuffix("_support").removesuffix("_description")


def _is_repository(folder: Path) -> bool:
    return any((folder / name).exists() for name in _REPOSITORY)


def _subfolders(folder: Path) -> list[Path]:
    try:
        with os.scandir(folder) as entries:
            names = [each.name for each in entries if each.is_dir(follow_symlinks=True)]
    except OSError:
        return []
    return [folder / name for name in sorted(names) if not name.startswith(".") and name not in _SKIPPED]


def _name_in(folder: Path) -> str:
    """The name in a folder's package.xml; that of the folder if the file cannot be read, "" if there is none."""
    file = folder / PACKAGE
    if not file.is_file():
        return ""
    try:
        names = xml.parse(content(file), str(file), quote=False).of("name")
    except ReadError:
        return folder.name
    return names[0].text if names and names[0].text else folder.name


def _has_robot_files(folder: Path) -> bool:
    """Whether a folder, or one directly in it, has a URDF or xacro file."""
    for each in (folder, *_subfolders(folder)):
        try:
            if any(name.endswith(_ROBOT_FILES) for name in os.listdir(each)):
                return True
        except OSError:
            continue
    return False


def _path_entries(variable: str) -> list[Path]:
    return [Path(folder) for folder in os.environ.get(variable, "").split(os.pathsep) if folder]
