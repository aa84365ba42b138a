"""How every command begins and ends: safe streams, errors as messages, a quiet exit when the output pipe is closed."""

import io
import os
import sys
from contextvars import copy_context
from typing import Any

from typer.core import TyperGroup

from ..errors import LinkwiseError
from ..plain_text import SPELLED
from .commands import Commands
from .flags import as_flags
from .output import print_error


class CommandGroup(TyperGroup):
    """The group of all commands; turns the library's errors into a message on stderr and exit status 1."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.commands: Any = Commands()

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


def _discard_output() -> None:
    """Send unwritten output to the null device, so that the interpreter's own flush does not fail again."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (OSError, ValueError):  # stdout is not a file at all: nothing is left to write
        return
