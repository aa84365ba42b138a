"""How long things take in a new process: importing, loading a robot, the first call, commands.

    python -m bench.first_call [--quick]

Each is measured in processes of its own, with nothing in the cache of compiled code and with everything there. Python's
own compiled files are there in both cases, as they are from the second start on; one row says what the first one costs.
Times are processor time, which other load on the machine disturbs least; medians.
"""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from statistics import median

from . import recorded
from .quantities import QUANTITIES

SCRIPT = """
import json, sys, time
now = time.process_time
t0 = now()
import numpy
t1 = now()
import linkwise
t2 = now()
robot = linkwise.load(sys.argv[1])
state = [[0.1 * k for k in range(robot.n)]] * int(sys.argv[3])
t3 = now()
from linkwise.backends.llvm import target
target.host()
t4 = now()
getattr(robot, sys.argv[2])(*state)
t5 = now()
getattr(robot, sys.argv[2])(*([row] * 8 for row in state))
t6 = now()
said = {"import": t2 - t1, "load": t3 - t2, "llvm": t4 - t3, "call": t5 - t4, "batch": t6 - t5}
print(json.dumps(said))
"""

TAKES = {"tau": 3, "M": 1, "qdd": 3, "dtau": 3, "C": 2, "g": 1, "Y": 3}
"""The number of state arrays each quantity takes."""

COMMANDS = {"help": ("--help",), "gravity": ("gravity", "panda", "--q", "0 0 0 -1 0 1 0")}
"""Commands whose start is measured."""

OTHERS = {
    "without": "`import linkwise`, beyond NumPy's own, before Python has compiled its files",
    "import": "the same from then on",
    "load": '`load("panda")`',
    "llvm": "loading LLVM, once per process (a part of compiling)",
    "help": "`linkwise --help`, all of it",
    "gravity": "`linkwise gravity panda …`, all of it",
}
"""What is measured besides first calls."""

Seconds = dict[str, float]


def first_calls(name: str, keys: tuple[str, ...], repeats: int = 5) -> dict[str, Seconds]:
    """Seconds of the first call of each quantity, of the first batch of it, and of what comes before: medians."""
    with tempfile.TemporaryDirectory() as compiled:
        environment = {word: value for word, value in os.environ.items() if word != "PYTHONDONTWRITEBYTECODE"}
        environment |= {"PYTHONPYCACHEPREFIX": compiled}
        found = {"without": {"cold": median(_unprepared(name) for _ in range(repeats))}}
        _said(name, keys[0], environment)  # writes Python's compiled files
        for key in keys:
            found |= _quantity(name, key, environment, repeats, found)
        for command, words in COMMANDS.items():
            found[command] = {"cached": median(_command(words, environment) for _ in range(repeats))}
    return found


def _quantity(
    name: str, key: str, environment: Mapping[str, str], repeats: int, found: Mapping[str, Seconds]
) -> dict[str, Seconds]:
    """The first calls of one quantity; loading LLVM is a part of compiling."""
    said: dict[str, list[Seconds]] = {"cold": [], "cached": []}
    for _ in range(repeats):
        with tempfile.TemporaryDirectory() as folder:
            for each in said.values():
                each.append(_said(name, key, {**environment, "LINKWISE_CACHE": folder}))
    every = said["cold"] + said["cached"]
    before = {} if "import" in found else {part: {"cached": _part(every, part)} for part in ("import", "load", "llvm")}
    return before | {
        key: {"cold": _part(said["cold"], "call", "llvm"), "cached": _part(said["cached"], "call")},
        f"{key} batch": {state: _part(each, "batch") for state, each in said.items()},
    }


def _part(every: list[Seconds], *parts: str) -> float:
    return median(sum(each[part] for part in parts) for each in every)


def _said(name: str, key: str, environment: Mapping[str, str]) -> Seconds:
    words = [sys.executable, "-c", SCRIPT, name, QUANTITIES[key].question, str(TAKES[key])]
    done = subprocess.run(words, capture_output=True, text=True, env=environment, check=True)
    said: Seconds = json.loads(done.stdout)
    return said


def _unprepared(name: str) -> float:
    """Importing linkwise where Python has compiled nothing yet."""
    with tempfile.TemporaryDirectory() as nothing:
        environment = {**os.environ, "PYTHONPYCACHEPREFIX": nothing, "PYTHONDONTWRITEBYTECODE": "1"}
        return _said(name, "g", environment)["import"]


def _command(words: tuple[str, ...], environment: Mapping[str, str]) -> float:
    """The processor time of a command, all of it."""
    before = _children()
    subprocess.run([sys.executable, "-m", "linkwise", *words], capture_output=True, env=environment, check=True)
    return _children() - before


def _children() -> float:
    times = os.times()
    return times.children_user + times.children_system


def main() -> None:
    """Measure, and keep the table."""
    asked = recorded.options(__doc__).parse_args()
    rows = []
    for key, found in first_calls("panda", ("tau", "M", "qdd", "g", "dtau"), 1 if asked.quick else 5).items():
        cells = [f"{found[state] * 1e3:.0f}" if state in found else "–" for state in ("cold", "cached")]
        quantity, _, batch = key.partition(" ")
        of = OTHERS.get(key) or f"{QUANTITIES[quantity].letters}{', the first batch after it' if batch else ''}"
        rows.append([of, *cells])
    table = recorded.Table(["ms of processor time, Panda", "nothing in the cache", "from the cache"], rows)
    recorded.keep("first_call", "python -m bench.first_call", {"first_call": table}, asked)


if __name__ == "__main__":
    main()
