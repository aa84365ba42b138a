"""Xacro: URDF with macros, expanded by xacrodoc.

Expanding evaluates expressions and reads whatever files the document includes, so, unlike the other formats, a xacro
file must come from someone you trust. Mesh paths are left unchanged.
"""

import os
import warnings
from collections.abc import Collection, Mapping
from importlib import import_module

from ..errors import Fault, MissingExtra, ReadError, label
from ..model import Model
from . import urdf, xml
from .files import content, name_of
from .report import LoadReport


def read(
    path: str | os.PathLike[str], *, strict: bool = False, allow: Collection[str] = ()
) -> tuple[Model, LoadReport]:
    """The model in a xacro file, and its load report; line numbers in messages are those of the expanded URDF."""
    return urdf.read_text(expand(path), source=name_of(path), strict=strict, allow=allow)


def expand(path: str | os.PathLike[str], arguments: Mapping[str, str] | None = None) -> str:
    """The URDF text that a xacro file expands to; `arguments` are the values of its <xacro:arg> elements.

    >>> expand("nowhere.xacro")
    Traceback (most recent call last):
    linkwise.errors.ReadError: 'nowhere.xacro' was refused: 1 fault.
      nowhere.xacro: cannot be read: No such file or directory
    """
    try:
        xacrodoc = import_module("xacrodoc")
    except ImportError:
        raise MissingExtra("reading xacro", "xacro") from None
    text, name = content(path), name_of(path)
    xml.parse(text, name)  # xacro's own parser would expand entities
    if not isinstance(arguments, Mapping | None):
        raise ReadError(name, [Fault("arguments", repr(arguments), "not a mapping", 'give {"name": "value", …}')])
    subargs = {key: str(value) for key, value in (arguments or {}).items()}
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            xacrodoc.xacrodoc.xacro.init_stacks(name)  # otherwise includes are looked for in the current folder
            document = xacrodoc.XacroDoc.from_file(name, subargs=subargs, resolve_packages=False)
            return str(document.to_urdf_string())
    except (Exception, SystemExit) as error:  # xacro raises whatever its expressions raise, and may call exit
        reason = " ".join(str(error).split())[:400] or type(error).__name__
        hint = "put the package in a folder above the file, where linkwise looks for it" if "ackage" in reason else ""
        raise ReadError(name, [Fault(label(name), "", f"xacro cannot expand it: {reason}", hint)]) from error
