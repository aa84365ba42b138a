"""Store bytes under a key, get them back whole or not at all, quarantine what is damaged. None of this ever raises."""

import os
import stat
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from ...errors import plain, shown
from . import bound
from .entry import HEADER, file_name, header, header_error, sealed
from .notice import warn_once
from .place import VARIABLE, folder

_READ = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
"""No links out of the folder, and no waiting at a pipe someone left there."""

_WRITE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)

T = TypeVar("T")

_ELSEWHERE = f"make room or set {VARIABLE} to another folder, or to off."


def get(key: str) -> bytes | None:
    """The payload kept under a key, every bit of it checked; None if there is none, or if it was damaged.

    >>> import tempfile
    >>> from unittest.mock import patch
    >>> from linkwise.backends import cache
    >>> with tempfile.TemporaryDirectory() as place, patch.dict(os.environ, LINKWISE_CACHE=place):
    ...     cache.put(cache.key("panda", "mass_matrix"), b"machine code")
    ...     cache.get(cache.key("panda", "mass_matrix")), cache.get(cache.key("ur5", "mass_matrix"))
    (b'machine code', None)
    """
    name, place = file_name(key), folder()
    if place is None:
        return None
    path = place / name
    try:
        payload, flaw = _read(path, key)
    except FileNotFoundError:
        return None
    except OSError as error:
        if not path.is_symlink() and not path.is_dir():  # these two cannot be opened, or not on every system
            warn_once("read", f"compiled code in {shown(place, 200)} cannot be read: {_why(error)}.", _ELSEWHERE)
            return None
        payload, flaw = None, "it is not a plain file"
    if payload is None:
        quarantine(key, flaw)
    else:
        bound.touch(path)
    return payload


def put(key: str, payload: bytes) -> None:
    """Keep a payload under a key: all of it appears at once, in place of what was there, or nothing does.

    >>> from unittest.mock import patch
    >>> with patch.dict(os.environ, LINKWISE_CACHE="off"):
    ...     put("0" * 64, b"machine code")  # not kept, and nothing is wrong
    """
    name, place = file_name(key), folder()
    if place is None:
        return
    if HEADER + len(payload) > bound.MOST_BYTES:
        what = f"compiled code of {len(payload)} bytes is not kept on disk: {bound.MOST_BYTES} are the most."
        warn_once("write", what, "compile fewer questions in one kernel.")
        return
    part = place / bound.part_name()
    try:
        _write(part, header(key, payload), payload)
        _replace(part, place / name)
    except OSError as error:
        bound.remove(part)
        warn_once("write", f"compiled code could not be kept in {shown(place, 200)}: {_why(error)}.", _ELSEWHERE)
        return
    except BaseException:  # an interrupt: leave nothing half done
        bound.remove(part)
        raise
    bound.keep_within(place, bound.MOST_BYTES, bound.MOST_FILES, name, HEADER + len(payload))


def quarantine(key: str, reason: str) -> None:
    """Set an entry aside, where it can be looked at and is never used again, and say so once.

    >>> from unittest.mock import patch
    >>> with patch.dict(os.environ, LINKWISE_CACHE="off"):
    ...     quarantine("0" * 64, "its answers differ from the interpreter's")  # nothing is kept, nothing to set aside
    """
    name, place = file_name(key), folder()
    if place is None:
        return
    aside = place / "quarantine"
    target = aside / f"{name}.{os.urandom(8).hex()}"
    try:
        aside.mkdir(mode=0o700, exist_ok=True)
        if not stat.S_ISDIR(os.lstat(aside).st_mode):  # a link leads out of the folder
            raise NotADirectoryError(str(aside))
        os.replace(place / name, target)
    except FileNotFoundError:
        pass  # another process was quicker
    except OSError:
        bound.remove(place / name)
    else:
        bound.touch(target)  # the newest of those set aside, however old the entry
        bound.keep_newest(aside, bound.QUARANTINE_BYTES, bound.QUARANTINE_FILES)
    what = f"an entry of compiled code in {shown(place, 200)} was set aside: {plain(reason, 200)} ({key[:12]}…)."
    warn_once("entry", what, f"nothing needs to be done; if it happens again, check the disk, or set {VARIABLE}=off.")


def load_verified(name: str, load: Callable[[bytes], T], passes: Callable[[T], bool]) -> T | None:
    """The entry of that name, loaded and tested; None if there is none. One that cannot be loaded, or gives wrong
    answers, is set aside.

    >>> load_verified("0" * 64, bytes.decode, bool) is None
    True
    """
    stored = get(name)
    if stored is None:
        return None
    try:
        module = load(stored)
        passed = passes(module)
    except Exception as error:  # whatever is in it, it is not what was put there
        quarantine(name, f"it cannot be loaded: {error}")
        return None
    if passed:
        return module
    quarantine(name, "it does not give the known answers")
    return None


def _read(path: Path, key: str) -> tuple[bytes | None, str]:
    """The payload, or None and what is wrong with the file."""
    descriptor = os.open(path, _READ)
    try:
        about = os.fstat(descriptor)
        if not stat.S_ISREG(about.st_mode):
            return None, "it is not a plain file"
        if hasattr(os, "geteuid") and (about.st_uid != os.geteuid() or about.st_mode & (stat.S_IWGRP | stat.S_IWOTH)):
            return None, "another user can have written it"
        with open(descriptor, "rb", closefd=False) as file:
            head = file.read(HEADER)
            flaw = header_error(key, head, about.st_size)
            if not flaw and about.st_size > bound.MOST_BYTES:
                flaw = "it is larger than any entry"
            if flaw:
                return None, flaw
            payload = file.read(about.st_size - HEADER)
    finally:
        os.close(descriptor)
    return (payload, "") if sealed(head, payload) else (None, "its digest is wrong")


def _write(path: Path, head: bytes, payload: bytes) -> None:
    with open(path, "wb", opener=lambda name, _: os.open(name, _WRITE, 0o600)) as file:
        file.write(head)
        file.write(payload)
        file.flush()
        os.fsync(file.fileno())  # or a power cut could leave the name without the bytes


def _replace(part: Path, path: Path) -> None:
    try:
        os.replace(part, path)
    except PermissionError:  # Windows, while another process reads the entry: the one that is there will do
        if sys.platform != "win32":
            raise
        bound.remove(part)


def _why(error: OSError) -> str:
    return plain(error.strerror or str(error), 200)
