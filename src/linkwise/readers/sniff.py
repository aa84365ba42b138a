"""Texts, and file name endings that several formats share: the content decides which format it is."""

import os
from collections.abc import Collection, Mapping
from importlib import import_module
from typing import Any

from ..errors import Fault, ReadError, label
from ..model import Model
from . import xml
from .arguments import Value, checked
from .files import check_text, content, name_of
from .folders import Folders, Named
from .given_text import NAME
from .report import LoadReport
from .toml import Document
from .xml_tree import Element

_TOML_FORMATS = {"linkwise-dh": "dh", "linkwise-screws": "screws"}
_PREFIX = "xmlns:xacro"
"""The attribute that declares xacro's prefix; of an expanded file it may be left over, without expressions."""
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


def read_text(
    text: str | bytes,
    *,
    source: str = NAME,
    strict: bool = False,
    allow: Collection[str] = (),
    folders: Named = (),
    arguments: Mapping[str, Value] | None = None,
) -> tuple[Model, LoadReport]:
    """Read a text in any format: URDF, xacro (URDF with elements of xacro's), MJCF or TOML; messages call it `source`.

    >>> read_text('<robot name="post"><link name="ground"/></robot>')[1].format
    'urdf'
    """
    check_text(text, source)
    options: dict[str, Any] = {"source": source, "strict": strict, "allow": allow}
    if not _looks_like_xml(text):
        Folders(None, folders)  # checks them; a TOML file names no others
        refuse_arguments(arguments, source)
        document = Document(text, source)
        robot: tuple[Model, LoadReport] = _toml_format(document).read_document(document, strict=strict, allow=allow)
        return robot
    tag = xml.outermost(text, source)
    if tag not in _XML_FORMATS:
        rule = "the outermost element is neither <robot> nor <mujoco>"
        raise ReadError(source, [Fault(label(source), f"<{tag}>", rule, "is this a robot description?")])
    leftover = "leftover-xacro" in allow  # then its elements are left out, not expanded
    old = "unprefixed-xacro" in allow  # then its elements may have no prefix to be known by
    if (
        tag == "robot"
        and not leftover
        and (old or uses_xacro(xml.parse(text, source, waivers=xml.ANY_DECLARATION), text))
    ):
        robot = _module("xacro").read_text(text, folders=folders, arguments=arguments, **options)
        return robot
    refuse_arguments(arguments, source)
    if tag == "robot":
        options["folders"] = folders
    else:
        Folders(None, folders)  # checks them; an MJCF text names no other files
    robot = _module(_XML_FORMATS[tag]).read_text(text, **options)
    return robot


def _looks_like_xml(text: str | bytes) -> bool:
    """Whether the first character is "<", in any of the encodings that XML may have."""
    start = text[:1000].encode("utf-8", "replace") if isinstance(text, str) else bytes(text[:1000])
    return start.lstrip(b"\xef\xbb\xbf\xfe\xff\0 \t\r\n").startswith(b"<")


def uses_xacro(root: Element, text: str | bytes) -> bool:
    """Whether a <robot> has elements or attributes of xacro's, or declares its prefix and has expressions.

    >>> of = lambda text: uses_xacro(xml.parse(text), text)
    >>> of("<robot><xacro:arg name='a'/></robot>"), of("<robot><link/></robot>")
    (True, False)
    >>> of("<robot xmlns:xacro='http://www.ros.org/wiki/xacro'><link name='$(arg side)_hand'/></robot>")
    True
    """
    declared = _PREFIX in text if isinstance(text, str) else _PREFIX.encode() in bytes(text)
    for element in root.everything():
        if any(name.startswith("xacro:") for name in (element.tag, *element.attributes)):
            return True
        if declared and any("${" in value or "$(" in value for value in element.attributes.values()):
            return True
    return False


def refuse_arguments(arguments: Mapping[str, Value] | None, source: str) -> None:
    """Refuse the arguments of a xacro file for a robot that has none.

    >>> refuse_arguments({"hand": True}, "arm.urdf")
    Traceback (most recent call last):
    linkwise.errors.ReadError: 'arm.urdf' was refused: 1 fault.
      arguments: 'hand': only xacro files have arguments, and arm.urdf is not one (leave them out)
    """
    if given := checked(arguments):
        rule = f"only xacro files have arguments, and {label(source)} is not one"
        fault = Fault("arguments", ", ".join(given), rule, "leave them out")
        raise ReadError(source, [fault])


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
