"""The folder that holds compiled code: one that belongs to the user and that nobody else can write to."""

import os
import stat
import sys
from pathlib import Path

from ...errors import shown
from .notice import warn_once

VARIABLE = "LINKWISE_CACHE"
"""The environment variable that moves the folder or turns it off."""

OFF = ("", "0", "off", "none", "no", "false", "never", "disabled")
"""Values of the variable that turn the cache off; a folder of such a name is written ./off."""

ON = ("1", "on", "yes", "true", "default")
"""Values of the variable that mean the usual folder, as when it is not set."""


def folder() -> Path | None:
    """The folder, created if needed; None if the user wants none, or if it cannot be trusted or used.

    >>> from unittest.mock import patch
    >>> with patch.dict(os.environ, LINKWISE_CACHE="off"):
    ...     print(folder())
    None
    """
    path, reason = location()
    if path is None:
        return None
    if reason:
        what = f"compiled code is not kept on disk: {reason}."
        warn_once("folder", what, f"set {VARIABLE} to a folder of your own, or to off.")
        return None
    return Path(path).absolute()


def location() -> tuple[str | None, str]:
    """The path of the folder, which is created if needed, and why it cannot be used; None if the user wants none.

    >>> from unittest.mock import patch
    >>> with patch.dict(os.environ, LINKWISE_CACHE="off"):
    ...     location()
    (None, '')
    """
    said = os.environ.get(VARIABLE, "on")
    word = said.strip().lower()
    if word in OFF:
        return None, ""
    path = _usual() if word in ON else os.path.expanduser(said)
    try:
        return path, _objection(path) if path else "there is no home folder to keep it in"
    except (OSError, ValueError, RecursionError) as error:  # the last two: not a path, or a very deep one
        return path, f"folder {shown(path, 200)} cannot be used ({getattr(error, 'strerror', None) or error})"


def _usual() -> str:
    """The system's folder for caches; empty if the user has no home."""
    if sys.platform == "win32":
        caches = os.environ.get("LOCALAPPDATA", "") or os.path.expanduser("~/AppData/Local")
    elif sys.platform == "darwin":
        caches = os.path.expanduser("~/Library/Caches")
    else:
        caches = os.environ.get("XDG_CACHE_HOME", "")
        if not os.path.isabs(caches):  # a relative one is to be ignored, says the XDG specification
            caches = os.path.expanduser("~/.cache")
    return os.path.join(caches, "linkwise") if os.path.isabs(caches) else ""


def _objection(path: str) -> str:
    """Why this folder must not be used (it is created if it does not exist); empty if it may be."""
    name = f"folder {shown(path, 200)}"
    try:
        os.lstat(path)
    except FileNotFoundError:
        os.makedirs(path, mode=0o700, exist_ok=True)
    about = os.stat(path)
    if not stat.S_ISDIR(about.st_mode):
        return f"{shown(path, 200)} is not a folder"
    if hasattr(os, "geteuid"):  # elsewhere a user's folders are private by their location
        me = os.geteuid()
        if about.st_uid != me or os.lstat(path).st_uid not in (me, 0):  # a link may be the administrator's
            return f"{name} belongs to another user"
        if about.st_mode & (stat.S_IWGRP | stat.S_IWOTH):  # anyone who can write there chooses the code that is run
            return f"{name} can be written to by others (chmod 700 makes it private)"
    if not os.access(path, os.R_OK | os.W_OK | os.X_OK):
        return f"{name} is read-only"
    return ""
