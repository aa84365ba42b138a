"""From MJCF text to MuJoCo's compiled model, with the compiler's complaints as our errors."""

import os
import re
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any

from ...errors import Fault, MissingExtra, ReadError, shown
from ..findings import Findings
from .guard import check

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


def compiled(findings: Findings[str], text: str | bytes, path: str) -> tuple[str, Any]:
    """The name and the compiled model of a text; `path` is the file it came from, or ""."""
    mujoco = compiler()
    check(findings, text, os.path.dirname(path))
    findings.refuse_if_faulty()
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        with _refusals(findings):
            spec = mujoco.MjSpec.from_file(path) if path else mujoco.MjSpec.from_string(_decoded(text))
        _check_ranges(findings, mujoco, spec)
        findings.refuse_if_faulty()
        with _refusals(findings):
            model = spec.compile()
    for warning in caught:
        findings.note("ignored", "", f"MuJoCo warns: {' '.join(str(warning.message).split())[:400]}")
    return spec.modelname, model


@contextmanager
def _refusals(findings: Findings[str]) -> Iterator[None]:
    """Turn whatever MuJoCo's compiler raises into a ReadError."""
    try:
        yield
    except Exception as error:  # the compiler raises ValueError, its own FatalError, TypeError, …
        message = " ".join(str(error).split())
        line = _LINE.search(message)
        where = findings.where(f"line {line[1]}" if line else "")
        raise ReadError(findings.source, [Fault(where, "", f"MuJoCo rejects the file: {message[:400]}")]) from error


def _decoded(text: str | bytes) -> str:
    return text if isinstance(text, str) else bytes(text).decode()


def _check_ranges(findings: Findings[str], mujoco: Any, spec: Any) -> None:
    """Refuse ranges out of order, for which the compiler would silently leave a joint unlimited; note disabled ones.

    In `spec` each joint already has the defaults of its class.
    """
    for joint in spec.joints:
        place = " ".join(filter(None, (joint.info, "element <joint>", shown(joint.name) if joint.name else "")))
        for attribute, ends, switch in (
            ("range", joint.range, joint.limited),
            ("actuatorfrcrange", joint.actfrcrange, joint.actfrclimited),
        ):
            low, high = (float(x) for x in ends)
            if low == high == 0.0:  # MuJoCo's value for a range that is not given
                continue
            text = f'{attribute}="{low:g} {high:g}"'
            if switch == mujoco.mjtLimited.mjLIMITED_FALSE:
                findings.note("ignored", place, f"{text}, which the joint itself switches off")
            elif low >= high:
                rule = "the lower end of the range is not below the upper end: MuJoCo would leave the joint unlimited"
                findings.fault(place, text, rule, "put the lower end first, or delete the range")
