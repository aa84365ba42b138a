"""Where the files that a robot file names are: `package://`, `file://` and relative paths of meshes."""

import os
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote


def resolve(uri: str, robot_file: str | os.PathLike[str]) -> Path | None:
    """The file a mesh's URI names, or None where there is none.

    `package://name/rest` is looked for under the folders of ROS_PACKAGE_PATH (each a package or a folder of packages),
    under share/ of the prefixes of AMENT_PREFIX_PATH, and in every folder above the robot file.

    >>> resolve("package://nowhere/mesh.stl", "arm.urdf") is None
    True
    """
    try:
        return next((path for path in _candidates(uri, Path(robot_file)) if path.is_file()), None)
    except (OSError, ValueError):  # too long a name, a NUL in it, no permission: no such file for us
        return None


def _candidates(uri: str, robot_file: Path) -> Iterator[Path]:
    if uri.startswith("package://"):
        name, _, rest = unquote(uri.removeprefix("package://")).partition("/")
        if name and rest:
            for folder in _packages(name, robot_file):
                path = folder / rest
                if path.resolve().is_relative_to(folder.resolve()):  # no way out of the package through ..
                    yield path
    elif uri.startswith("file://"):
        name = unquote(uri.removeprefix("file://"))
        if name.startswith("/") and not name.startswith("//"):
            yield Path(name)
    elif "://" not in uri and uri and not uri.startswith(("//", "\\\\")):
        yield robot_file.parent / uri


def _packages(name: str, robot_file: Path) -> Iterator[Path]:
    """The folders that may be the package of that name."""
    if name in (".", ".."):
        return
    for prefix in _folders("ROS_PACKAGE_PATH"):
        if prefix.name == name:
            yield prefix
        yield prefix / name
    for prefix in _folders("AMENT_PREFIX_PATH"):
        yield prefix / "share" / name
    for above in Path(os.path.abspath(robot_file)).parents:
        if above.name == name:
            yield above
        yield above / name


def _folders(variable: str) -> list[Path]:
    return [Path(folder) for folder in os.environ.get(variable, "").split(os.pathsep) if folder]
