"""How time and memory grow with the length of a chain.

    python bench/long_chains.py [--quick]

Loading: seconds and peak memory for 1,250, 2,500 and 5,000 links; times are medians of five runs in this process,
memory is what tracemalloc sees at its peak in a run of its own.

Dynamics: the least nanoseconds per link and state in a batch of 960, by the straight-line program and by the loop over
links, and the seconds until the first answer with an empty cache. Programs that would take minutes to compile are left
out.
"""

import os
import statistics
import sys
import tempfile
import time
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.robots import chain
from linkwise import Robot
from linkwise.calls.long_chains import LongKernel
from linkwise.calls.sampling import fixed_states
from linkwise.readers import urdf

LINK = """<link name="l{i}"><inertial><origin xyz="0.05 0 0"/><mass value="1"/>
<inertia ixx="0.01" iyy="0.02" izz="0.02" ixy="0" ixz="0" iyz="0"/></inertial></link>
<joint name="j{i}" type="revolute"><parent link="l{p}"/><child link="l{i}"/><origin xyz="0.1 0 0"/>
<axis xyz="0 {y} {z}"/><limit lower="-1" upper="1" effort="1" velocity="1"/></joint>"""

LENGTHS = (7, 30, 60, 100, 1000)
LONGEST_PROGRAM = {"inverse_dynamics": 100, "gravity_forces": 100, "forward_dynamics": 30, "mass_matrix": 30}
"""Questions, and the longest chain whose program is compiled here."""
TAKES = {"inverse_dynamics": 3, "gravity_forces": 1, "forward_dynamics": 3, "mass_matrix": 1}
BATCH, NUMBERS = 960, 2**22
"""States of a batch, and the most numbers its answers may hold: a batch that would exceed them is smaller."""


def urdf_chain(links: int) -> str:
    """A chain as URDF, with joint axes along y and z in turn."""
    parts = [LINK.format(i=i, p=i - 1, y=i % 2, z=1 - i % 2) for i in range(1, links)]
    return '<robot name="chain"><link name="l0"/>' + "\n".join(parts) + "</robot>"


def loading(lengths: tuple[int, ...]) -> None:
    """Print one row per length."""
    print("links   seconds   peak MB")
    for links in lengths:
        text = urdf_chain(links)
        times = []
        for _ in range(5):
            start = time.perf_counter()
            urdf.read_text(text)
            times.append(time.perf_counter() - start)
        tracemalloc.start()
        urdf.read_text(text)
        peak = tracemalloc.get_traced_memory()[1] / 1e6
        tracemalloc.stop()
        print(f"{links:5d}   {statistics.median(times):7.2f}   {peak:7.1f}")


def dynamics(seconds: float) -> None:
    """Print one row per question and length."""
    print("question           links   loop ns/link   first s   program ns/link   first s")
    for question, longest in LONGEST_PROGRAM.items():
        for links in LENGTHS:
            robot = Robot(chain(links))
            count = min(BATCH, max(8, NUMBERS // links**2 if question == "mass_matrix" else NUMBERS // links))
            given = fixed_states(links, TAKES[question], count)
            ways: list[Callable[..., Any]] = [LongKernel(robot.tree, question)]
            ways += [robot.compile(question)] if links <= longest else []
            cells = [_timed(way, given, count * links, seconds) for way in ways]
            print(f"{question:18s} {links:5d}   " + "   ".join(f"{ns:12.2f}   {first:7.2f}" for ns, first in cells))


def _timed(answer: Callable[..., Any], given: Any, links: int, seconds: float) -> tuple[float, float]:
    """Nanoseconds per link and state, and seconds until the first answer."""
    start = time.perf_counter()
    answer(*given)
    first = time.perf_counter() - start
    least, end = first, time.perf_counter() + seconds
    while (begin := time.perf_counter()) < end:
        answer(*given)
        least = min(least, time.perf_counter() - begin)
    return 1e9 * least / links, first


def main() -> None:
    """Print both tables."""
    quick = "--quick" in sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        os.environ["LINKWISE_CACHE"] = folder
        dynamics(0.1 if quick else 1.0)
    loading((1250,) if quick else (1250, 2500, 5000))


if __name__ == "__main__":
    main()
