"""File endings that several formats share: what the file says of itself decides."""

import os
from collections.abc import Collection
from types import ModuleType

from ..errors import Fault, ReadError, label
from ..model import Model
from . import dh, mjcf, screws, urdf, xml
from .files import content, name_of
from .report import LoadReport
from .toml import Document

_TABLES = {"linkwise-dh": dh, "linkwise-screws": screws}
_ROOTS = {"robot": urdf, "mujoco": mjcf}


def read(
    path: str | os.PathLike[str], *, strict: bool = False, allow: Collection[str] = ()
) -> tuple[Model, LoadReport]:
    """Read an .xml file (URDF or MJCF by its root element) or a .toml file (DH or screws by its `format`).

    >>> from linkwise.readers import catalog
    >>> read(catalog.find("planar2r"))[0].n
    2
    """
    name = name_of(path)
    if name.lower().endswith(".toml"):
        document = Document(content(path), name)
        return _table(document).read_document(document, strict=strict, allow=allow)
    tag = xml.outermost(content(path), name)
    if tag not in _ROOTS:
        rule = "the outermost element is neither <robot> nor <mujoco>"
        raise ReadError(name, [Fault(label(name), f"<{tag}>", rule, "is this a robot file?")])
    return _ROOTS[tag].read(path, strict=strict, allow=allow)


def _table(document: Document) -> ModuleType:
    said = document.root.data.get("format")
    known = _TABLES.get(said.split()[0]) if isinstance(said, str) and said.split() else None
    if known is None:
        formats = " or ".join(f'"{room.FORMAT}"' for room in _TABLES.values())
        document.fault("format", said, f"format = {formats} was expected", "say which of them the file is")
    document.finish()
    assert known is not None
    return known
