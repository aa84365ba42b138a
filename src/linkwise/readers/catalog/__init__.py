"""Robots by name: the built-in ones, and those of an installed example-robot-data.

Each built-in robot is a DH table (.toml) in this folder. The robots of example-robot-data go by the stem of their file
("ur5_robot", "talos_reduced"); if another robot has that name already, the description's folder is put in front
("anymal_c_simple_description:anymal", "panda_description:panda"). A built-in name takes precedence.
"""

from collections import Counter
from collections.abc import Sequence
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path, PurePosixPath

from ...errors import UnknownName
from ..hints import nearest

DATA = "example-robot-data"
"""The Python distribution with further robots."""


def names() -> tuple[str, ...]:
    """The names of the built-in robots.

    >>> names()
    ('fivebar', 'fourbar', 'palletiser', 'panda', 'pendulum', ..., 'scara', 'stanford', 'ur5')
    """
    return tuple(sorted(_built_in()))


def installed_names() -> tuple[str, ...]:
    """The names of the robots of an installed example-robot-data; empty if it is not installed.

    >>> "puma560" in installed_names()
    False
    """
    full_names = list(_installed())
    uses = Counter([*_built_in(), *(_stem(name) for name in full_names)])
    return tuple(sorted(_stem(name) if uses[_stem(name)] == 1 else name for name in full_names))


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
    matches = [full_name for full_name in installed if name in (full_name, _stem(full_name))]
    if len(matches) == 1:
        return installed[matches[0]]
    if matches:
        hint = "several files have that name: put the folder before it."
        raise UnknownName("robot", name, "the catalog", matches, hint)
    raise _unknown(name, [*names(), *installed_names()], bool(installed))


def _built_in() -> dict[str, Traversable]:
    files = resources.files(__name__).iterdir()
    return {file.name.removesuffix(".toml"): file for file in files if file.name.endswith(".toml")}


def _installed() -> dict[str, Path]:
    """The URDF files of example-robot-data by "folder:stem"."""
    from importlib import metadata  # here: it imports Python's mail library

    try:
        files = metadata.files(DATA) or []
    except metadata.PackageNotFoundError:
        return {}
    robots = {}
    for file in files:
        parts = PurePosixPath(file).with_suffix("").parts
        if file.suffix == ".urdf" and "robots" in parts:
            robots[f"{parts[parts.index('robots') + 1]}:{parts[-1]}"] = Path(str(file.locate()))
    return robots


def _stem(name: str) -> str:
    return name.partition(":")[2]


def _unknown(name: object, known: Sequence[str], installed: bool) -> UnknownName:
    hint = nearest(name, known)
    if not hint and installed:
        hint = "give one of these names, or the path of an existing file."
    elif not hint:
        hint = f'give the path of an existing file; `pip install "linkwise[robots]"` installs the robots of {DATA}.'
    return UnknownName("robot", name, "the catalog", known, hint)
