"""Robot descriptions, read and written. Every format has `read(path, strict=…, allow=…) -> (Model, LoadReport)`.

formats      urdf, mjcf, xacro, dh and screws (both TOML); sniff tells formats with the same file name ending apart
catalog      the built-in robots, and those of an installed example-robot-data, by name
findings     faults, notes and waivers collected while reading; waivers, hints, report are its parts
XML          xml (a parser for untrusted files), numbers
TOML         toml (tables and their faults), toml_file, toml_values, toml_text; toml_robot (what DH and screws share),
             link_tables and friction_tables (read), link_text (write), addition_tables (both)
every format files, folders (which other files may be read), rigid (impossible inertias), mimic (joints that follow
             others), tip (the default frame)
"""

from collections.abc import Callable
from importlib import import_module

from ..model import Model
from . import catalog
from .report import LoadReport, Note

FORMATS = {".urdf": "urdf", ".xacro": "xacro", ".mjcf": "mjcf", ".xml": "sniff", ".toml": "sniff"}
"""The module that reads each kind of file, by file name ending; modules are imported when first needed."""

WRITERS = {".urdf": "urdf", ".toml": "dh"}
"""The module that writes each kind of file."""


def reader(suffix: str) -> Callable[..., tuple[Model, LoadReport]]:
    """The function that reads files with that ending.

    >>> reader(".urdf").__name__
    'read'
    """
    return import_module(f".{FORMATS[suffix]}", __package__).read


def writer(suffix: str) -> Callable[..., str]:
    """The function that writes files with that ending.

    >>> writer(".urdf").__name__
    'write'
    """
    return import_module(f".{WRITERS[suffix]}", __package__).write


__all__ = ["FORMATS", "WRITERS", "LoadReport", "Note", "catalog", "reader", "writer"]
