"""What the expressions of a xacro file may do while they run: read files in some folders, and compute.

Python reports everything that reaches out of it (opening files, starting processes, connecting, importing, …) to audit
hooks. One hook, added when the first xacro file is expanded, lets a thread that is expanding do only what is listed
here; other threads, and this one at other times, are not affected. Hooks cannot be removed.
"""

import os
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from ..folders import Folders

HARMLESS = {"compile", "exec", "object.__getattr__", "glob.glob", "builtins.id", "sys._getframe", "os.fwalk", "os.walk"}
"""What may happen unseen: these only compute, or are followed by an event that is checked."""

READING = {"open", "os.listdir", "os.scandir"}
"""What may happen in the allowed folders: the first argument is a path."""

_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND


class Forbidden(Exception):
    """A xacro file tried something it may not do. Not an OSError: xacro skips optional files that raise one."""


class _State(threading.local):
    folders: Folders | None = None
    refused: Forbidden | None = None


_state = _State()
_added = threading.Lock()
_hooks: list[Any] = []


@contextmanager
def guarded(folders: Folders) -> Iterator[None]:
    """Let this thread only compute and read below `folders`; whatever else it tries raises Forbidden.

    >>> import tempfile
    >>> with guarded(Folders(None, tempfile.gettempdir())):
    ...     _ = open(os.devnull)
    Traceback (most recent call last):
    linkwise.readers.xacro.guard.Forbidden: open '/dev/null'
    """
    with _added:
        if not _hooks:
            _hooks.append(_hook)
            sys.addaudithook(_hook)
    _state.folders, _state.refused = folders, None
    try:
        yield
    finally:
        refused, _state.folders = _state.refused, None
    if refused is not None:  # something swallowed it
        raise refused


@contextmanager
def unguarded() -> Iterator[None]:
    """Lift the guard for code of ours that acts on checked input."""
    folders, _state.folders = _state.folders, None
    try:
        yield
    finally:
        _state.folders = folders


def _hook(event: str, args: tuple[Any, ...]) -> None:
    folders = _state.folders
    if folders is None or event in HARMLESS:
        return
    with unguarded():
        path = args[0] if args else None
        writes = event == "open" and bool(args[2] & _WRITING if isinstance(args[2], int) else 0)
        if event in READING and isinstance(path, str | os.PathLike) and not writes and folders.hold(path):
            return
        _state.refused = Forbidden(f"{event} {str(path)!r:.200}")
    raise _state.refused
