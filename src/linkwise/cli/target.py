"""Files that commands write: whether they can be, asked before any work is done, and texts."""

from pathlib import Path

from ..errors import WriteError, plain, shown
from .output import remark


def check_target(path: Path) -> None:
    """Refuse a name in a folder that is not there, and one that is taken by anything but a plain file.

    A pipe or a device would wait for somebody, or swallow the answer.

    >>> check_target(Path("no_such_folder/tau.csv"))
    Traceback (most recent call last):
    linkwise.errors.WriteError: the folder of 'no_such_folder/tau.csv' does not exist.
      The name of a file in a folder that exists was expected.
      Hint: make the folder first.
    """
    name = shown(path, 200)
    try:
        there, taken, plain = path.parent.is_dir(), path.exists(), path.is_file()
    except OSError as error:  # a name longer than a file system takes, a folder that may not be entered
        raise WriteError(f"{name} cannot be written: {error.strerror or error}.", hint="give another name.") from None
    if not there:
        expected = "The name of a file in a folder that exists was expected."
        raise WriteError(f"the folder of {name} does not exist.", expected, "make the folder first.")
    if taken and not plain:
        kind = "folder" if path.is_dir() else "pipe or device"
        raise WriteError(f"{name} is a {kind}.", "The name of a file was expected.", "give another name.")


def write(path: Path, text: str) -> None:
    """Write a text, replacing the file, and say so."""
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise WriteError(f"{shown(path, 200)} cannot be written: {error.strerror or error}.") from None
    remark(f"wrote {plain(str(path), 200)}")
