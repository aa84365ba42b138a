"""Files that appear whole or not at all, and say so when a bit of them has changed."""

import io
import os
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from secrets import token_hex
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..errors import WriteError, shown

PART = ".part"
"""What the name of a file ends in while it is written."""


def put(path: Path, content: bytes) -> None:
    """Write beside the place, wait for the disk, move there."""
    part = path.with_name(f".{path.name}.{token_hex(6)}{PART}")
    try:
        with part.open("xb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
        _settle(path.parent)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise WriteError(
            f"{shown(path, 200)} cannot be written: {error.strerror or error}.",
            "A folder that can be written to, with room, was expected.",
            "blocks that are there stay; sweep again.",
        ) from None


def _settle(folder: Path) -> None:
    """Have the new name on the disk too, where folders can be waited for."""
    if os.name == "posix":
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def sealed(arrays: Mapping[str, NDArray[Any]], owner: str) -> bytes:
    """Arrays as bytes behind their digest; `owner` is part of what the digest is of."""
    held = io.BytesIO()
    np.savez(held, **arrays)  # type: ignore[arg-type]
    return _digest(held.getvalue(), owner) + held.getvalue()


def opened(content: bytes, owner: str) -> dict[str, NDArray[Any]] | None:
    """The arrays, or None where a bit has changed or another wrote them.

    >>> content = sealed({"x": np.array([1.0, 2.0])}, "me")
    >>> opened(content, "me"), opened(content, "you"), opened(content[:-1], "me")
    ({'x': array([1., 2.])}, None, None)
    """
    digest, held = content[:32], content[32:]
    if digest != _digest(held, owner):
        return None
    with np.load(io.BytesIO(held), allow_pickle=False) as file:
        return {name: file[name] for name in file.files}


def _digest(held: bytes, owner: str) -> bytes:
    return sha256(owner.encode() + b"\0" + held).digest()
