"""How every command begins and ends: streams that cannot choke, errors as messages, a quiet end when nobody listens."""

import io
import os
import sys
from typing import Any

from typer.core import TyperGroup

from ..errors import LinkwiseError
from .flags import as_flags
from .output import complain


class Entrance(TyperGroup):
    """The group of all commands; turns the library's errors into a message on stderr and exit status 1."""

    def main(self, *args: Any, **kwargs: Any) -> Any:
        """Run the command line."""
        for stream in (sys.stdout, sys.stderr):
            if isinstance(stream, io.TextIOWrapper):  # a terminal that knows no Greek is shown \u03c4, not a traceback
                stream.reconfigure(errors="backslashreplace")
        try:
            try:
                return super().main(*args, **kwargs)
            finally:
                if sys.stdout is not None:
                    sys.stdout.flush()  # what cannot be written is found out here, not when the interpreter ends
        except LinkwiseError as error:
            complain(type(error).__name__, as_flags(str(error)))
        except BrokenPipeError:
            _abandon()
        except OSError as error:
            complain("OSError", str(error))
            _abandon()
        sys.exit(1)


def _abandon() -> None:
    """Send what is still unwritten nowhere, so that ending does not fail once more."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (OSError, ValueError):  # stdout is not a file at all: nothing is left to be written
        return
