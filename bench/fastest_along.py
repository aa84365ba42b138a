"""The fastest motions along ten paths, next to toppra: durations, limits between nodes, processor time.

    python bench/fastest_along.py [--quick]

Quintic splines through four random postures of a Panda and a UR5, with their limits of velocity and torque and without
friction; 1,000 nodes for both. linkwise's call begins with the spline and ends with a motion whose limits hold between
nodes. toppra begins with linkwise's path and ends with speeds at the nodes: constraints (with linkwise's inverse
dynamics, node by node, as it asks for it) and solution count, path and trajectory do not. Contestants run in turn in
one process; minimum (median) of processor times. toppra may be installed elsewhere, with its folder in PYTHONPATH.
"""

import logging
import statistics
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.trajectories.toppra_peer import curve, prepared, solved

import linkwise
from linkwise.trajectories import Retimed, Spline
from linkwise.trajectories.arc_length import path_of

SAMPLES, SEEDS, LOOKED_AT = 1000, 5, 10_000


def main() -> None:
    """Print a table, a row for each path."""
    rounds = 5 if "--quick" in sys.argv else 30
    logging.getLogger("toppra").setLevel(logging.ERROR)
    print("processor time in ms, minimum (median); excess of a limit at 10,000 times")
    print("path      linkwise [s]  toppra [s]   difference  linkwise      toppra       solving    ratio   excess")
    ratios = []
    for name in ("panda", "ur5"):
        robot = linkwise.load(name).without_friction()
        for seed in range(SEEDS):
            ratios.append(_compared(robot, f"{name} {seed}", curve(robot, seed), rounds))
    print(f"toppra / linkwise: {min(ratios):.2f} to {max(ratios):.2f}, median {statistics.median(ratios):.2f}")


def _compared(robot: linkwise.Robot, name: str, motion: Spline, rounds: int) -> float:
    path, nodes = path_of(motion, SAMPLES)
    ours: list[float] = []
    theirs: list[float] = []
    solving: list[float] = []
    for _ in range(rounds):
        ours.append(_timed(lambda: robot.fastest_along(motion, samples=SAMPLES))[0])
        setup, problem = _timed(partial(prepared, robot, path, nodes))
        solve, speeds = _timed(partial(solved, problem))
        theirs.append(setup + solve)
        solving.append(solve)
    best, other = robot.fastest_along(motion, samples=SAMPLES).trajectory, Retimed(path, nodes, speeds)
    times = [f"{min(x):6.2f} ({statistics.median(x):5.2f})" for x in (ours, theirs)]
    print(
        f"{name:8} {best.duration:12.5f} {other.duration:12.5f} {best.duration / other.duration - 1.0:+11.1e} "
        f"{times[0]:>14}{times[1]:>14} {min(solving):11.2f} {min(theirs) / min(ours):8.2f}"
        f"   {_excess(robot, best):+.1e} / {_excess(robot, other):+.1e}"
    )
    return min(theirs) / min(ours)


def _timed(call: Callable[[], Any]) -> tuple[float, Any]:
    start = time.process_time()
    found = call()
    return 1e3 * (time.process_time() - start), found


def _excess(robot: linkwise.Robot, motion: Retimed) -> float:
    """By how much, relatively, a limit is exceeded."""
    q, qd, qdd = motion(np.random.default_rng(0).uniform(0.0, motion.duration, LOOKED_AT))
    torque = np.abs(robot.inverse_dynamics(q, qd, qdd)) / robot.limits.effort
    return float(np.maximum(torque, np.abs(qd) / robot.limits.velocity).max()) - 1.0


if __name__ == "__main__":
    main()
