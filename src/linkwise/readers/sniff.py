"""File name endings that several formats share: the file's own content decides which one it is."""

import os
from collections.abc import Collection
from types import ModuleType

from ..errors import Fault, ReadError, label
from ..model import Model
from . import dh, mjcf, screws, urdf, xml
from .files import content, name_of
from .folders import Folders, Named
from .report import LoadReport
from .toml import Document

_TOML_FORMATS = {"linkwise-dh": dh, "linkwise-screws": screws}
_XML_FORMATS = {"robot": urdf, "mujoco": mjcf}


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
        return _toml_format(document).read_document(document, strict=strict, allow=allow)
    tag = xml.outermost(content(path), name)
    if tag not in _XML_FORMATS:
        rule = "the outermost element is neither <robot> nor <mujoco>"
        raise ReadError(name, [Fault(label(name), f"<{tag}>", rule, "is this a robot file?")])
    return _XML_FORMATS[tag].read(path, strict=strict, allow=allow, folders=folders)


def _toml_format(document: Document) -> ModuleType:
    stated = document.data.get("format")
    reader = _TOML_FORMATS.get(stated.split()[0]) if isinstance(stated, str) and stated.split() else None
    if reader is None:
        formats = " or ".join(f'"{known.FORMAT}"' for known in _TOML_FORMATS.values())
        text = "" if stated is None else str(stated)
        rule, hint = f"format = {formats} was expected", "state which of them the file is"
        raise ReadError(document.source, [Fault(document.where("format"), text, rule, hint)])
    return reader
