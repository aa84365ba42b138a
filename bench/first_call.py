"""How long the first call takes in a new process, compiling, and with the machine code in the cache on disk.

Compiling loads LLVM's library, once per process: that time is included in the first case, and reported separately for
the second.
"""

import json
import os
import subprocess
import sys
import tempfile
from statistics import median

from .quantities import QUANTITIES

SCRIPT = """
import json, sys, time
t0 = time.perf_counter()
import linkwise
t1 = time.perf_counter()
robot = linkwise.load(sys.argv[1])
state = [[0.1 * k for k in range(robot.n)]] * int(sys.argv[3])
t2 = time.perf_counter()
from linkwise.backends.llvm import cpython, machine, target
target.host()
t3 = time.perf_counter()
getattr(robot, sys.argv[2])(*state)
t4 = time.perf_counter()
print(json.dumps({"import": t1 - t0, "llvm": t3 - t2, "call": t4 - t3}))
"""

TAKES = {"tau": 3, "M": 1, "qdd": 3, "dtau": 3, "C": 2, "g": 1, "Y": 3}
"""The number of state arrays each quantity takes."""


def first_calls(name: str, keys: tuple[str, ...], repeats: int = 3) -> dict[str, dict[str, float]]:
    """Seconds of the first call of each quantity with an empty cache and with a full one, of importing linkwise, and of
    loading LLVM: medians over several processes.
    """
    found: dict[str, dict[str, float]] = {}
    imports: list[float] = []
    loads: list[float] = []
    for key in keys:
        times: dict[str, list[float]] = {"cold": [], "cached": []}
        for _ in range(repeats):
            with tempfile.TemporaryDirectory() as folder:
                for state in ("cold", "cached"):
                    said = _process(name, key, folder)
                    times[state].append(said["call"] + (said["llvm"] if state == "cold" else 0.0))
                    imports.append(said["import"])
                    loads.append(said["llvm"])
        found[key] = {state: median(each) for state, each in times.items()}
    return {"import": {"cold": median(imports)}, "llvm": {"cached": median(loads)}, **found}


def _process(name: str, key: str, cache: str) -> dict[str, float]:
    words = [sys.executable, "-c", SCRIPT, name, QUANTITIES[key].question, str(TAKES[key])]
    environment = {**os.environ, "LINKWISE_CACHE": cache}
    done = subprocess.run(words, capture_output=True, text=True, env=environment, check=True)
    said: dict[str, float] = json.loads(done.stdout)
    return said
