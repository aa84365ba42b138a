"""What the first call takes in a new process: compiled then and there, and found on the disk."""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from typing import NamedTuple

from ..errors import LinkwiseError, plain
from ..formulations import QUESTIONS

SCRIPT = """
import json, sys, time
import linkwise
source, question, takes, strict, allow = json.loads(sys.argv[1])
robot = linkwise.load(source, strict=strict, allow=allow)
state = [[0.1 * k for k in range(robot.n)]] * takes
start = time.perf_counter()
getattr(robot, question)(*state)
print(time.perf_counter() - start)
"""


class FirstCall(NamedTuple):
    """Seconds of the first call of a process, with nothing compiled before and with the machine code on the disk."""

    compiled: float
    from_disk: float


def first_call(source: str, question: str, strict: bool = False, allow: Sequence[str] = ()) -> FirstCall:
    """Start two processes that share a cache of their own, one after the other.

    >>> first_call("pendulum", "gravity_forces").compiled > 0.0
    True
    """
    order = json.dumps([source, question, len(QUESTIONS[question].takes), strict, list(allow)])
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "LINKWISE_CACHE": folder}
        return FirstCall(*(_seconds(order, environment) for _ in FirstCall._fields))


def _seconds(order: str, environment: dict[str, str]) -> float:
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, order], capture_output=True, text=True, env=environment, check=False
    )
    if done.returncode:
        said = done.stderr.strip().rpartition("\n")[2]
        raise LinkwiseError(
            "a process that measures the first call failed.", plain(said, 200), "the same call here shows why."
        )
    return float(done.stdout)
