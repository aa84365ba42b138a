"""How long a fit of a million samples takes, and how much memory beyond the log itself.

    PYTHONPATH=src python bench/identification.py

A seven-joint arm, 64 columns; processor time of all threads, on whatever machine runs it (Linux). With several threads
of BLAS much of it is waiting: set OPENBLAS_NUM_THREADS=1.
"""

import time
from pathlib import Path

import numpy as np

import linkwise
from linkwise.identify import Filter, Log, simulated_log

SAMPLES, RATE, CHUNK = 1_000_000, 1000.0, 20_000


def memory(name: str) -> float:
    """Memory of this process in MB, now (VmRSS) or at most (VmHWM), as Linux counts it."""
    line = next(line for line in Path("/proc/self/status").read_text().splitlines() if line.startswith(name))
    return int(line.split()[1]) / 1024.0


def long_log(robot: linkwise.Robot) -> Log:
    """A periodic motion with noise, made in pieces, so that making it takes no more memory than it has."""
    rng = np.random.default_rng(0)
    once = simulated_log(robot, CHUNK / RATE, RATE)
    q, tau, qd = (np.empty((SAMPLES, robot.n)) for _ in range(3))
    for first in range(0, SAMPLES, CHUNK):
        part = slice(first, first + CHUNK)
        q[part], qd[part] = once.q[:CHUNK], once.qd[:CHUNK]
        tau[part] = once.tau[:CHUNK] + 0.1 * rng.normal(size=(CHUNK, robot.n))
    return Log(np.arange(SAMPLES) / RATE, q, tau, qd, joints=robot.joint_names)


def main() -> None:
    """Fit a long log unfiltered and with the parallel filter."""
    robot = linkwise.load("panda")
    robot.identify(simulated_log(robot, 20.0, noise=0.01), estimator="wls")  # compiles
    log = long_log(robot)
    plain = Filter(parallel=None)
    for name, choices, way in (
        ("unfiltered", plain, "auto"),
        ("parallel filter", Filter(), "auto"),
        ("bootstrap", plain, "bootstrap"),
    ):
        Path("/proc/self/clear_refs").write_text("5")  # the most so far is what there is now
        before, start = memory("VmRSS"), time.process_time()
        fit = robot.identify(log, estimator="wls", filter=choices, deviations=way)
        spent, more = time.process_time() - start, memory("VmHWM") - before
        print(f"{name:16} {len(log)} samples, {len(fit.names)} columns: {spent:.1f} s, {more:.0f} MB", end=" ")
        print(f"beyond the {before:.0f} MB of the process before")


if __name__ == "__main__":
    main()
