"""Robots by name: the built-in ones, and those of an installed example-robot-data.

A built-in robot is a DH table in this folder. The robots of example-robot-data go by the stem of their file
("ur5_robot", "talos_reduced"); where another robot has that name already, the description's folder stands before it
("anymal_c_simple_description:anymal", "panda_description:panda"). A built-in name wins.
"""

from collections import Counter
from collections.abc import Sequence
from importlib import metadata, resources
from importlib.resources.abc import Traversable
from pathlib import Path, PurePosixPath

from ...errors import UnknownName
from ..hints import nearest

DATA = "example-robot-data"
"""The distribution that brings more robots."""


def names() -> tuple[str, ...]:
    """The names of the built-in robots.

    >>> names()
    ('panda', 'pendulum', 'planar2r', 'planar3r', 'puma560', 'rx90', 'scara', 'stanford', 'ur5')
    """
    return tuple(sorted(_built_in()))


def installed_names() -> tuple[str, ...]:
    """The names of the robots of an installed example-robot-data; none where it is absent.

    >>> "puma560" in installed_names()
    False
    """
    long = list(_installed())
    uses = Counter([*_built_in(), *(_stem(name) for name in long)])
    return tuple(sorted(_stem(name) if uses[_stem(name)] == 1 else name for name in long))


def find(name: str) -> Traversable | Path:
    """The file that describes the robot of that name.

    >>> find("puma560").name
    'puma560.toml'
    >>> find("puma650")
    Traceback (most recent call last):
    linkwise.errors.UnknownName: the catalog has no robot 'puma650'.
    ...
      Hint: did you mean 'puma560'?
    """
    if isinstance(name, str) and name in _built_in():
        return _built_in()[name]
    installed = _installed()
    found = [long for long in installed if name in (long, _stem(long))]
    if len(found) == 1:
        return installed[found[0]]
    if found:
        raise UnknownName("robot", name, "the catalog", found, "several files have that name: name the folder too.")
    raise _unknown(name, [*names(), *installed_names()], bool(installed))


def _built_in() -> dict[str, Traversable]:
    files = resources.files(__name__).iterdir()
    return {file.name.removesuffix(".toml"): file for file in files if file.name.endswith(".toml")}


def _installed() -> dict[str, Path]:
    """The URDF files of example-robot-data by "folder:stem"."""
    try:
        files = metadata.files(DATA) or []
    except metadata.PackageNotFoundError:
        return {}
    found = {}
    for file in files:
        parts = PurePosixPath(file).with_suffix("").parts
        if file.suffix == ".urdf" and "robots" in parts:
            found[f"{parts[parts.index('robots') + 1]}:{parts[-1]}"] = Path(str(file.locate()))
    return found


def _stem(name: str) -> str:
    return name.partition(":")[2]


def _unknown(name: object, every: Sequence[str], installed: bool) -> UnknownName:
    hint = nearest(name, every)
    if not hint and installed:
        hint = "give one of these names, or the path of a file that exists."
    elif not hint:
        hint = f'give the path of a file that exists; `pip install "linkwise[robots]"` brings the robots of {DATA}.'
    return UnknownName("robot", name, "the catalog", every, hint)
