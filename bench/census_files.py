"""The robot files of installed packages and of folders, and which of them are robots by themselves."""

import os
import re
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path
from typing import NamedTuple

PACKAGES = (
    "example-robot-data",
    "rtb-data",
    "robosuite",
    "pybullet",
    "pybullet-data",
    "mujoco",
    "dm-control",
    "gymnasium",
    "gymnasium-robotics",
    "metaworld",
    "airo-models",
    "brax",
    "compas-fab",
    "compas-robots",
    "dexmate-urdf",
    "dm-robotics-moma",
    "fancy-gym",
    "genesis-world",
    "gym-aloha",
    "gym-ignition-models",
    "gym-xarm",
    "hello-robot-stretch-urdf",
    "icub-models",
    "mani-skill",
    "manipulapy",
    "mujoco-mjx",
    "mushroom-rl",
    "myosuite",
    "playground",
    "poppy-ergo-jr",
    "reachy-mini",
    "robohive",
    "robopal",
    "robosuite-models",
    "safety-gymnasium",
    "scikit-robot",
)
"""Packages of the registries that ship robot files; those that are installed are counted."""

_ROOT = re.compile(rb"<\s*([A-Za-z_][\w:.-]*)")
_COMMENT = re.compile(rb"<!--.*?-->|<\?.*?\?>", re.DOTALL)
_MACRO = re.compile(rb"<xacro:macro\b.*?</xacro:macro\s*>", re.DOTALL)
_MAKES = re.compile(rb"<(?:link|joint|xacro:(?!property|arg|macro|element|attribute)\w[\w.-]*)\b")
_INCLUDED = re.compile(rb"""<xacro:include\s[^>]*filename\s*=\s*["']([^"']+)["']""")


class RobotFile(NamedTuple):
    """A file: the package or folder it came with, its format ("urdf", "xacro" or "mjcf"), where it is, and the folder
    that all files of the package are in."""

    package: str
    format: str
    path: Path
    root: Path


def robot_files(folders: list[Path], packages: tuple[str, ...] = PACKAGES) -> Iterator[RobotFile]:
    """The files in folders, each named after the last part of its path; without folders those of the packages."""
    for folder in folders:
        files = sorted(path for path in folder.rglob("*") if path.is_file())
        yield from _robots(folder.resolve().name, files)
    for package in () if folders else packages:
        try:
            listed = metadata.files(package) or []
        except metadata.PackageNotFoundError:
            continue
        yield from _robots(package, sorted({Path(str(file.locate())).resolve() for file in listed}))


def _robots(package: str, paths: list[Path]) -> Iterator[RobotFile]:
    """Each file once, also where two have the same bytes; a xacro file only if no other includes it."""
    candidates = [path for path in paths if path.suffix.lower() in (".urdf", ".xacro", ".xml", ".mjcf")]
    texts = {path: path.read_bytes() for path in candidates if path.is_file()}
    included = {
        name.decode(errors="replace").rpartition("/")[2]
        for path, text in texts.items()
        if path.suffix == ".xacro"
        for name in _INCLUDED.findall(text)
    }
    seen: set[bytes] = set()
    for path, text in texts.items():
        format = format_of(path.name, text)
        if format == "xacro" and (path.name in included or not stands_alone(text)):
            continue
        if format and (format == "mjcf" or text not in seen):  # an MJCF file means other meshes in another folder
            seen.add(text)
            yield RobotFile(package, format, path, Path(os.path.commonpath([each.parent for each in texts])))


def format_of(name: str, text: bytes) -> str:
    """The format of a robot file; "" for any other file.

    >>> format_of("arm.xml", b"<!-- <robot> --><mujoco/>"), format_of("package.xml", b"<package/>")
    ('mjcf', '')
    """
    if name.lower().endswith(".xacro"):
        return "" if name.lower().endswith((".srdf.xacro", ".sdf.xacro")) else "xacro"  # these describe no robot
    root = _ROOT.search(_COMMENT.sub(b"", text))
    kind = {b"robot": "urdf", b"mujoco": "mjcf"}.get(root[1], "") if root else ""
    return "urdf" if name.lower().endswith(".urdf") else kind


def stands_alone(text: bytes) -> bool:
    """Whether a xacro file makes links, or includes files that may, and not only defines macros for others.

    >>> stands_alone(b'<robot name="a"><xacro:macro name="arm"><link name="b"/></xacro:macro></robot>')
    False
    >>> stands_alone(b'<robot name="a"><xacro:include filename="m.xacro"/><xacro:arm/></robot>')
    True
    """
    plain = _MACRO.sub(b"", _COMMENT.sub(b"", text))
    return b"name=" in plain.partition(b"<robot")[2].partition(b">")[0] and _MAKES.search(plain) is not None
