"""From MJCF text to MuJoCo's compiled model, with the compiler's complaints as our errors."""

import os
import re
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any

from ...errors import Fault, MissingExtra, ReadError
from .findings import Findings
from .guard import check
from .ranges import check_ranges

_LINE = re.compile(r"line (\d+)", re.IGNORECASE)


def compiler() -> Any:
    """The module mujoco.

    >>> compiler().__name__
    'mujoco'
    """
    try:
        return import_module("mujoco")
    except ImportError:
        raise MissingExtra("reading MJCF", "mjcf") from None


def compiled(found: Findings, text: str | bytes, path: str) -> tuple[str, Any]:
    """The name and the compiled model of a text; `path` is the file it came from, or ""."""
    mujoco = compiler()
    check(found, text, os.path.dirname(path))
    found.refuse_if_faulty()
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        with _refusals(found):
            spec = mujoco.MjSpec.from_file(path) if path else mujoco.MjSpec.from_string(_decoded(text))
        check_ranges(found, mujoco, spec)
        found.refuse_if_faulty()
        with _refusals(found):
            model = spec.compile()
    for warning in said:
        found.note("ignored", "", f"MuJoCo warns: {' '.join(str(warning.message).split())[:400]}")
    return spec.modelname, model


@contextmanager
def _refusals(found: Findings) -> Iterator[None]:
    try:
        yield
    except Exception as error:  # the compiler raises ValueError, its own FatalError, TypeError, …
        lines = " ".join(str(error).split())
        line = _LINE.search(lines)
        where = found.where(f"line {line[1]}" if line else "")
        raise ReadError(found.source, [Fault(where, "", f"MuJoCo refuses it: {lines[:400]}")]) from error


def _decoded(text: str | bytes) -> str:
    return text if isinstance(text, str) else bytes(text).decode()
