"""Long work in a process of its own: the process. `workers` starts it and says what is sent and what comes back."""

from __future__ import annotations

import os
import pickle
import signal
import sys
from time import monotonic
from typing import BinaryIO

from ..calls.progress import listened
from ..robot import Robot
from .answers import ANSWERS
from .messages import encoded, error_of

OFTEN = 0.1
"""Seconds between two messages of progress."""


class Progress:
    """Sends what is done, not too often."""

    def __init__(self, out: BinaryIO):
        self.out, self.last = out, 0.0

    def __call__(self, done: float, total: float, what: str) -> None:
        """`done` of `total`, both in `what`; without a total nobody knows how far it is."""
        if monotonic() - self.last >= OFTEN:
            self.last = monotonic()
            send(self.out, b"p", encoded({"done": done, "total": total, "what": what}))


def send(out: BinaryIO, kind: bytes, text: str) -> None:
    """Write one message."""
    data = text.encode()
    out.write(kind + len(data).to_bytes(8, "little") + data)
    out.flush()


def work(jobs: BinaryIO, out: BinaryIO) -> None:
    """Do jobs until there are no more."""
    robot: Robot | None = None
    while head := jobs.read(8):
        name, given, arguments = pickle.loads(jobs.read(int.from_bytes(head, "little")))
        robot = given if given is not None else robot
        try:
            with listened(Progress(out)):
                answer = encoded(ANSWERS[name].function(robot, **arguments))
        except Exception as error:
            send(out, b"e", encoded(error_of(error)))
        else:
            send(out, b"r", answer)


def main() -> None:
    """Be the process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the server's, which then ends this process
    pipe = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # whatever is printed is no message
    work(sys.stdin.buffer, pipe)
