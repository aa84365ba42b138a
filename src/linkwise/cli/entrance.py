"""How every command begins and ends: safe streams, errors as messages, a quiet exit when the output pipe is closed."""

import io
import os
import re
import sys
from contextvars import copy_context
from typing import Any

from typer.core import TyperGroup

from ..errors import LinkwiseError
from ..plain_text import SPELLED
from .output import print_error

FLAGS = {
    r"\b(lossy|strict)=True\b": r"--\1",
    r"\ballow=\([\"']([\w-]+)[\"'],?\)": r"--allow \1",
    r"\bformulation='([\w.]+)'": r"--by \1",
    r"\b(states|points|every|speed|significance|step)=(?=\d)": r"--\1 ",
    r"\bbase=False\b": "--standard",
    r"\b(duration|acceleration)=(?=\d)": r"--\1 ",
    r"\brobot\.fastest_uniform\b": "--fastest",
    r"\brobot\.listing\b": "--listing",
    r"\bkind='(\w+)'": r"--kind \1",
    r"\bmethod=[\"']?(\w+)[\"']?": r"--method \1",
    r"`robot\.frames`": "`linkwise show`",
}
"""How the library's hints write an argument (a pattern), and what to type on the command line instead."""


class CommandGroup(TyperGroup):
    """The group of all commands; turns the library's errors into a message on stderr and exit status 1."""

    def main(self, *args: Any, **kwargs: Any) -> Any:
        """Run the command line."""
        for stream in (sys.stdout, sys.stderr):
            if isinstance(stream, io.TextIOWrapper):  # a terminal without Greek prints tau, not a traceback
                stream.reconfigure(errors=SPELLED)
        try:
            try:
                return copy_context().run(super().main, *args, **kwargs)  # what --digits sets ends with the command
            finally:
                if sys.stdout is not None:
                    sys.stdout.flush()  # so that a failing write fails here, not when the interpreter ends
        except LinkwiseError as error:
            print_error(type(error).__name__, as_flags(str(error)))
        except BrokenPipeError:
            _discard_output()
        except OSError as error:
            print_error("OSError", str(error))
            _discard_output()
        sys.exit(1)


def as_flags(text: str) -> str:
    """A message of the library with flags in place of the arguments of Python calls.

    >>> as_flags("write with lossy=True, or load with allow=('missing-limit',)")
    'write with --lossy, or load with --allow missing-limit'
    """
    for argument, flag in FLAGS.items():
        text = re.sub(argument, flag, text)
    return text


def _discard_output() -> None:
    """Send unwritten output to the null device, so that the interpreter's own flush does not fail again."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (OSError, ValueError):  # stdout is not a file at all: nothing is left to write
        return
