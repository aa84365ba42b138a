"""Files that appear whole or not at all, and in which a changed bit is noticed."""

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
"""The end of a file's name while it is being written."""


def write_whole(path: Path, content: bytes) -> None:
    """Write a file under another name, wait for the disk, then rename it."""
    part = path.with_name(f".{path.name}.{token_hex(6)}{PART}")
    try:
        with part.open("xb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
        _sync_folder(path.parent)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise WriteError(
            f"{shown(path, 200)} cannot be written: {error.strerror or error}.",
            "A folder that can be written to, with enough space, was expected.",
            "finished blocks are kept; run the sweep again.",
        ) from None
    except BaseException:  # an interrupt: leave nothing half done
        part.unlink(missing_ok=True)
        raise


def _sync_folder(folder: Path) -> None:
    """Wait until the new name is on the disk too, on systems that can sync a folder."""
    if os.name == "posix":
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def seal(arrays: Mapping[str, NDArray[Any]], owner: str) -> bytes:
    """Arrays as bytes, behind a digest of these bytes and of `owner`."""
    content = io.BytesIO()
    np.savez(content, **arrays)  # type: ignore[arg-type]
    return _digest(content.getvalue(), owner) + content.getvalue()


def unseal(sealed: bytes, owner: str) -> dict[str, NDArray[Any]] | None:
    """The arrays; None if a bit has changed since, or if the owner differs.

    >>> sealed = seal({"x": np.array([1.0, 2.0])}, "me")
    >>> unseal(sealed, "me"), unseal(sealed, "you"), unseal(sealed[:-1], "me")
    ({'x': array([1., 2.])}, None, None)
    """
    digest, content = sealed[:32], sealed[32:]
    if digest != _digest(content, owner):
        return None
    with np.load(io.BytesIO(content), allow_pickle=False) as file:
        return {name: file[name] for name in file.files}


def _digest(content: bytes, owner: str) -> bytes:
    return sha256(owner.encode() + b"\0" + content).digest()
