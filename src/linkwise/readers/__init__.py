"""Robot descriptions in and out: one format per room, `read(path, strict=…, allow=…) -> (Model, LoadReport)`."""

from collections.abc import Callable
from importlib import import_module

from ..model import Model
from . import catalog
from .report import LoadReport, Note

FORMATS = {".urdf": "urdf", ".xacro": "xacro", ".mjcf": "mjcf", ".xml": "sniff", ".toml": "sniff"}
"""The room that reads each kind of file, by the end of its name; rooms are opened when first needed."""

WRITERS = {".urdf": "urdf", ".toml": "dh"}
"""The room that writes each kind of file."""


def reader(suffix: str) -> Callable[..., tuple[Model, LoadReport]]:
    """The function that reads files of that kind.

    >>> reader(".urdf").__name__
    'read'
    """
    return import_module(f".{FORMATS[suffix]}", __package__).read


def writer(suffix: str) -> Callable[..., str]:
    """The function that writes files of that kind.

    >>> writer(".urdf").__name__
    'write'
    """
    return import_module(f".{WRITERS[suffix]}", __package__).write


__all__ = ["FORMATS", "WRITERS", "LoadReport", "Note", "catalog", "reader", "writer"]
