"""File endings that several formats share: the file's own first words decide."""

import os
import re
from collections.abc import Collection
from importlib import import_module

from ..errors import Fault, ReadError
from ..model import Model
from .files import content
from .report import LoadReport

_ROOT = re.compile(rb"<\s*(robot|mujoco)[\s>/]")
_FORMAT = re.compile(rb"^\s*format\s*=\s*[\"']linkwise-(dh|screws) ", re.MULTILINE)
_ROOMS = {b"robot": "urdf", b"mujoco": "mjcf", b"dh": "dh", b"screws": "screws"}


def read(
    path: str | os.PathLike[str], *, strict: bool = False, allow: Collection[str] = ()
) -> tuple[Model, LoadReport]:
    """Read an .xml file (URDF or MJCF by its root element) or a .toml file (DH or screws by its `format`).

    >>> from linkwise.readers import catalog
    >>> read(catalog.find("planar2r"))[0].n
    2
    """
    name = os.fspath(path)
    toml = name.lower().endswith(".toml")
    found = (_FORMAT if toml else _ROOT).search(content(path)[: 1 << 20])
    if found is None:
        expected = 'format = "linkwise-dh 1" or "linkwise-screws 1"' if toml else "a root element <robot> or <mujoco>"
        raise ReadError(name, [Fault("file", "", f"{expected} was expected")], "see README, Robot files.")
    return import_module(f".{_ROOMS[found[1]]}", __package__).read(path, strict=strict, allow=allow)
