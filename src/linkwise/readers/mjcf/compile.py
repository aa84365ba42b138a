"""From MJCF text to MuJoCo's compiled model, with the compiler's complaints as our errors."""

import re
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any

from ...errors import Fault, MissingExtra, ReadError, shown
from ..findings import Findings
from ..folders import Folders
from .guard import check
from .meshes import shed

_LINE = re.compile(r"line (\d+)", re.IGNORECASE)
_QUOTED = re.compile(r"'[^']*'|\"[^\"]*\"")
_SIZES = {"memory": -1, "nstack": -1, "njmax": -1, "nconmax": -1, "nkey": 0, "nuserdata": 0}
_SIZES |= {f"nuser_{kind}": -1 for kind in ("body", "jnt", "geom", "site", "cam", "tendon", "actuator", "sensor")}

Drop = Callable[..., None]
"""What replaces meshes: `shed`, or `keep_found` where they are to be drawn."""


def compiler() -> Any:
    """The module mujoco.

    >>> compiler().__name__
    'mujoco'
    """
    try:
        return import_module("mujoco")
    except ImportError:
        raise MissingExtra("reading MJCF", "mjcf") from None


def compiled(
    findings: Findings[str], text: str | bytes, path: str, folders: Folders, drop: Drop = shed
) -> tuple[str, Any]:
    """The name and the compiled model of a text; `path` is the file it came from, or "". `drop` replaces the meshes
    that are not to be read."""
    mujoco = compiler()
    parts = check(findings, text, path, folders)
    findings.refuse_if_faulty()
    known = _decoded(text) if parts.named else None  # otherwise all that MuJoCo could quote is the model's own
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        with _refusals(findings, known):
            spec = mujoco.MjSpec.from_file(path) if path else mujoco.MjSpec.from_string(_decoded(text))
        _check_ranges(findings, mujoco, spec)
        drop(findings, mujoco, spec, parts.meshes, attached=parts.attached)
        findings.refuse_if_faulty()
        _shed(mujoco, spec)
        with _refusals(findings, known):
            model = spec.compile()
    for warning in caught:
        findings.note("ignored", "", f"MuJoCo warns: {_message(warning.message, known)}")
    return spec.modelname, model


def _shed(mujoco: Any, spec: Any) -> None:
    """Drop what dynamics does not need, so that the compiler neither reads their files nor allocates what they ask for.

    Pictures, height fields, skins, and room for simulation data; the elements that use them keep their names.
    """
    for texture in spec.textures:
        texture.file, texture.cubefiles = "", [""] * 6
        texture.builtin, texture.width, texture.height = mujoco.mjtBuiltin.mjBUILTIN_FLAT, 1, 1
    for field in spec.hfields:
        field.file, field.nrow, field.ncol, field.userdata = "", 2, 2, [0.0] * 4
    for skin in list(spec.skins):
        spec.delete(skin)
    for name, value in _SIZES.items():
        setattr(spec, name, value)


@contextmanager
def _refusals(findings: Findings[str], known: str | None) -> Iterator[None]:
    """Turn whatever MuJoCo's compiler raises into a ReadError."""
    try:
        yield
    except Exception as error:  # the compiler raises ValueError, its own FatalError, TypeError, …
        message = _message(error, known)
        line = _LINE.search(message)
        where = findings.where(f"line {line[1]}" if line else "")
        raise ReadError(findings.source, [Fault(where, "", f"MuJoCo rejects the file: {message}")]) from None


def _message(error: object, known: str | None) -> str:
    """What MuJoCo says, on one line; words it quotes that are not in the text `known` are left out.

    >>> _message("no such\\n class 'secret' of 'arm'", "<body name='arm'/>")
    "no such class '…' of 'arm'"
    """
    message = " ".join(str(error).split())
    if known is not None:
        message = _QUOTED.sub(lambda quoted: quoted[0] if quoted[0][1:-1] in known else "'…'", message)
    return message[:400]


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
