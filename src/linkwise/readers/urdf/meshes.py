"""Mesh files: dynamics needs none of them, but the report names those that are missing.

A mesh is named by a `package://` or `file://` URI or by a path relative to the robot file.
"""

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from urllib.parse import unquote

from ...errors import listed, shown
from ..findings import Findings
from ..xml_tree import Element

MOST = 500
"""How many different meshes of one file are looked for."""


def note_missing(
    findings: Findings[Element], root: Element, robot_file: str | os.PathLike[str], folders: Sequence[str] = ()
) -> None:
    """Note the meshes that are not where the robot file says."""
    elements = {
        mesh.attributes["filename"]: mesh
        for link in root.of("link")
        for shape in (*link.of("visual"), *link.of("collision"))
        for mesh in shape.everything()
        if mesh.tag == "mesh" and "filename" in mesh.attributes
    }
    looked_for = list(elements)[:MOST]
    missing = [uri for uri in looked_for if resolve(uri, robot_file, folders) is None]
    if missing:
        first, others = shown(missing[0], 200), [uri.rpartition("/")[2] for uri in missing[1:]]
        text = f"{len(missing)} of {len(looked_for)} mesh files were not found: {first}"
        text += f", and {listed(dict.fromkeys(others))}" if others else ""
        findings.note("ignored", elements[missing[0]], text)


def resolve(uri: str, robot_file: str | os.PathLike[str], folders: Sequence[str] = ()) -> Path | None:
    """The file that a mesh's URI names, or None if it does not exist; `robot_file` is "" for a text.

    Relative paths are looked for beside the robot file, those of a text below `folders`. `package://name/rest` is
    looked for under `folders` and those of ROS_PACKAGE_PATH (each a package or a folder of packages), under share/ of
    the prefixes of AMENT_PREFIX_PATH, and in every folder above the robot file.

    >>> resolve("package://nowhere/mesh.stl", "arm.urdf") is None
    True
    """
    try:
        beside = Path(robot_file) if os.fspath(robot_file) else None
        return next((path for path in _candidates(uri, beside, folders) if path.is_file()), None)
    except (OSError, ValueError):  # a name too long or with a NUL in it, no permission: as good as missing
        return None


def _candidates(uri: str, robot_file: Path | None, folders: Sequence[str]) -> Iterator[Path]:
    if uri.startswith("package://"):
        name, _, rest = unquote(uri.removeprefix("package://")).partition("/")
        if name and rest:
            for folder in _package_folders(name, robot_file, folders):
                path = folder / rest
                if path.resolve().is_relative_to(folder.resolve()):  # ".." must not lead out of the package
                    yield path
    elif uri.startswith("file://"):
        name = unquote(uri.removeprefix("file://"))
        if name.startswith("/") and not name.startswith("//"):
            yield Path(name)
    elif "://" not in uri and uri and not uri.startswith(("//", "\\\\")):
        yield from (folder / uri for folder in ([robot_file.parent] if robot_file else map(Path, folders)))


def _package_folders(name: str, robot_file: Path | None, folders: Sequence[str]) -> Iterator[Path]:
    """The folders that may be the package of that name."""
    if name in (".", ".."):
        return
    for prefix in (*map(Path, folders), *_path_entries("ROS_PACKAGE_PATH")):
        if prefix.name == name:
            yield prefix
        yield prefix / name
    for prefix in _path_entries("AMENT_PREFIX_PATH"):
        yield prefix / "share" / name
    for above in Path(os.path.abspath(robot_file)).parents if robot_file else ():
        if above.name == name:
            yield above
        yield above / name


def from_environment() -> list[Path]:
    """The folders of packages that the caller's environment names.

    >>> all(isinstance(folder, Path) for folder in from_environment())
    True
    """
    return [*_path_entries("ROS_PACKAGE_PATH"), *_path_entries("AMENT_PREFIX_PATH")]


def _path_entries(variable: str) -> list[Path]:
    return [Path(folder) for folder in os.environ.get(variable, "").split(os.pathsep) if folder]
