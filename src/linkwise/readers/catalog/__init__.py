"""Robots by name: the built-in ones, and those of an installed example-robot-data.

Each built-in robot is a DH table (.toml) in this folder. The robots of example-robot-data go by the stem of their file
("ur5_robot", "talos_reduced"); if another robot has that name already, the description's folder is put in front
("anymal_c_simple_description:anymal", "panda_description:panda"). A built-in name takes precedence. Capital letters,
hyphens, underscores and spaces do not matter.

installed    the files of example-robot-data, and what they say about themselves
spelling     names spelled in another way, and which names a search finds
entries      the list: `linkwise.catalog()`
"""

from collections import Counter
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path

from ...errors import UnknownName
from . import installed
from .spelling import folded, hint


def names() -> tuple[str, ...]:
    """The names of the built-in robots.

    >>> names()
    ('fivebar', 'fourbar', 'fr3', 'iiwa14', 'kinova_gen3', ..., 'ur10e', 'ur5', 'ur5e', 'xarm7')
    """
    return tuple(sorted(built_in()))


def installed_names() -> tuple[str, ...]:
    """The names of the robots of an installed example-robot-data that load; empty if it is not installed.

    >>> "puma560" in installed_names()
    False
    """
    return tuple(sorted(name for name, full in by_short_name().items() if full not in installed.REFUSED))


def find(name: str) -> Traversable | Path:
    """The file that describes the robot of that name.

    >>> find("puma560").name, find("PUMA-560").name
    ('puma560.toml', 'puma560.toml')
    >>> find("puma650")
    Traceback (most recent call last):
    linkwise.errors.UnknownName: the catalog has no robot 'puma650'.
    ...
      Hint: did you mean 'puma560'?
    """
    if not isinstance(name, str):
        raise unknown(name)
    robots = built_in()
    if name in robots:
        return robots[name]
    files = installed.files()
    alike = [robot for robot in robots if folded(robot) == folded(name)]
    for matches in (
        [full for full in files if name in (full, stem(full))],
        alike,
        [full for full in files if folded(name) in (folded(full), folded(stem(full)))],
    ):
        if len(matches) > 1:
            advice = "several files have that name: put the folder before it."
            raise UnknownName("robot", name, "the catalog", matches, advice)
        if matches:
            return robots[matches[0]] if matches is alike else files[matches[0]]
    raise unknown(name)


def built_in() -> dict[str, Traversable]:
    """The files of the built-in robots by name.

    >>> built_in()["panda"].name
    'panda.toml'
    """
    files = resources.files(__name__).iterdir()
    return {file.name.removesuffix(".toml"): file for file in files if file.name.endswith(".toml")}


def by_short_name() -> dict[str, str]:
    """The robots of example-robot-data, those too that do not load: the full name of each by its shortest one.

    >>> all(full.endswith(short) for short, full in by_short_name().items())
    True
    """
    full_names = list(installed.files())
    uses = Counter([*built_in(), *map(stem, full_names)])
    return {stem(full) if uses[stem(full)] == 1 else full: full for full in full_names}


def stem(name: str) -> str:
    """A full name without the folder.

    >>> stem("panda_description:panda")
    'panda'
    """
    return name.partition(":")[2]


def unknown(name: object, *, listing: bool = False) -> UnknownName:
    """The error for a name that no robot has, with a hint; for `listing` robots a file will not do.

    >>> unknown("iiwa").hint
    "did you mean 'iiwa14'?"
    """
    known = [*names(), *installed_names()]
    advice = hint(name, known)
    if not advice and listing:
        advice = "`linkwise list` without a word prints them all."
    elif not advice and installed.files():
        advice = "give one of these names, or the path of an existing file; `linkwise list` prints them all."
    elif not advice:
        packages = f'`pip install "linkwise[robots]"` installs the robots of {installed.DATA}'
        advice = f"give the path of an existing file; {packages}."
    return UnknownName("robot", name, "the catalog", known, advice)
