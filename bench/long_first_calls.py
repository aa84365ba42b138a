"""How long a robot of 50 joints takes to answer any question for the first time, with nothing in the cache.

    python -m bench.long_first_calls [--quick]

Each in a new process: seconds of processor time for one state, and then for the first batch of eight; and the same with
a wrench at the tip, where a question takes one.
"""

import json
import os
import subprocess
import sys
import tempfile

from linkwise.calls.question_checks import DERIVED
from linkwise.formulations import QUESTIONS

from . import recorded

LINKS = 50

SCRIPT = """
import json, sys, time
from bench.robots import chain
import linkwise
robot = linkwise.Robot(chain(int(sys.argv[1])))
ask, count = getattr(robot, sys.argv[2]), int(sys.argv[3])
pushed = {"wrenches": {robot.frames[-1]: [0.1, 0.2, 0.3, 1.0, 2.0, 3.0]}} if int(sys.argv[4]) else {}
state, seconds = [[0.1] * robot.n for _ in range(count)], [time.process_time()]
for given in (state, [[row] * 8 for row in state]):
    ask(*given, **pushed)
    seconds.append(time.process_time())
print(json.dumps([b - a for a, b in zip(seconds, seconds[1:])]))
"""


def first_answers(question: str, pushed: bool) -> list[float]:
    """Seconds of processor time until the answer for one state, and from there until that for a batch."""
    with tempfile.TemporaryDirectory() as nothing:
        words = [str(LINKS), question, str(len(QUESTIONS[question].takes)), str(int(pushed))]
        environment = {**os.environ, "LINKWISE_CACHE": nothing}
        command = [sys.executable, "-c", SCRIPT, *words]
        found: list[float] = json.loads(subprocess.check_output(command, text=True, env=environment))
    return found


def main() -> None:
    """Measure, and keep the table."""
    asked = recorded.options(__doc__).parse_args()
    rows = []
    for question in list(QUESTIONS)[:3] if asked.quick else QUESTIONS:
        takes_wrenches = QUESTIONS[DERIVED[question][0] if question in DERIVED else question].wrenches
        found = first_answers(question, False) + (first_answers(question, True) if takes_wrenches else [])
        cells = [f"{seconds:.2f}" for seconds in found]
        rows.append([f"`{question}`", *cells, *["–"] * (4 - len(cells))])
    heads = [f"s, {LINKS} joints", "one state", "then a batch", "with a wrench: one state", "then a batch"]
    table = recorded.Table(heads, rows)
    recorded.keep("long_first_calls", "python -m bench.long_first_calls", {"long_first_calls": table}, asked)


if __name__ == "__main__":
    main()
