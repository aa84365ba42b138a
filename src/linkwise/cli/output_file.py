"""Files that commands write: checked before any work is done, written, and reported on stderr."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ..errors import WriteError, plain, shown
from .output import remark


def check_writable(path: Path) -> None:
    """Refuse a name in a folder that does not exist, and one that is taken by anything but a plain file.

    A pipe or a device would wait for a reader, or swallow the answer.

    >>> check_writable(Path("no_such_folder/tau.csv"))
    Traceback (most recent call last):
    linkwise.errors.WriteError: the folder of 'no_such_folder/tau.csv' does not exist.
      The name of a file in an existing folder was expected.
      Hint: create the folder first.
    """
    name = shown(path, 200)
    try:
        in_folder, taken, is_file = path.parent.is_dir(), path.exists(), path.is_file()
    except OSError as error:  # a name longer than the file system takes, a folder that may not be entered
        raise WriteError(f"{name} cannot be written: {error.strerror or error}.", hint="give another name.") from None
    if not in_folder:
        expected = "The name of a file in an existing folder was expected."
        raise WriteError(f"the folder of {name} does not exist.", expected, "create the folder first.")
    if taken and not is_file:
        kind = "folder" if path.is_dir() else "pipe or device"
        raise WriteError(f"{name} is a {kind}.", "The name of a file was expected.", "give another name.")


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """Say that a file was written, or raise a WriteError if the system refuses."""
    try:
        yield
    except OSError as error:
        raise WriteError(f"{shown(path, 200)} cannot be written: {error.strerror or error}.") from None
    remark(f"wrote {plain(str(path), 200)}")


def write_text(path: Path, text: str) -> None:
    """Write a text, replacing the file, and say so."""
    with writing(path):
        path.write_text(text, encoding="utf-8")
