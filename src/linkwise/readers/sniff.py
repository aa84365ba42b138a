"""File name endings that several formats share: the file's own content decides which one it is."""

import os
from collections.abc import Collection
from importlib import import_module
from typing import Any

from ..errors import Fault, ReadError, label
from ..model import Model
from . import xml
from .files import content, name_of
from .folders import Folders, Named
from .report import LoadReport
from .toml import Document

_TOML_FORMATS = {"linkwise-dh": "dh", "linkwise-screws": "screws"}
_XML_FORMATS = {"robot": "urdf", "mujoco": "mjcf"}


def read(
    path: str | os.PathLike[str], *, strict: bool = False, allow: Collection[str] = (), folders: Named = ()
) -> tuple[Model, LoadReport]:
    """Read an .xml file (URDF or MJCF by its root element) or a .toml file (DH or screws by its `format`).

    >>> from linkwise.readers import catalog
    >>> read(catalog.find("planar2r"))[0].n
    2
    """
    name = name_of(path)
    if name.lower().endswith(".toml"):
        Folders(name, folders)  # checks them; a TOML file names no others
        document = Document(content(path), name)
        robot: tuple[Model, LoadReport] = _toml_format(document).read_document(document, strict=strict, allow=allow)
        return robot
    tag = xml.outermost(content(path), name)
    if tag not in _XML_FORMATS:
        rule = "the outermost element is neither <robot> nor <mujoco>"
        raise ReadError(name, [Fault(label(name), f"<{tag}>", rule, "is this a robot file?")])
    robot = _module(_XML_FORMATS[tag]).read(path, strict=strict, allow=allow, folders=folders)
    return robot


def _module(name: str) -> Any:
    """The module of a format, imported when there is a file to read: the others are left alone."""
    return import_module(f".{name}", __package__)


def _toml_format(document: Document) -> Any:
    stated = document.data.get("format")
    reader = _TOML_FORMATS.get(stated.split()[0]) if isinstance(stated, str) and stated.split() else None
    if reader is None:
        formats = " or ".join(f'"{_module(known).FORMAT}"' for known in _TOML_FORMATS.values())
        text = "" if stated is None else str(stated)
        rule, hint = f"format = {formats} was expected", "state which of them the file is"
        raise ReadError(document.source, [Fault(document.where("format"), text, rule, hint)])
    return _module(reader)
