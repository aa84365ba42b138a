"""How time and memory grow with the length of a chain.

    python bench/long_chains.py [--quick]

Dynamics: for chains of 2 to 1,000 links and each question that Pinocchio answers too, the least microseconds of one
call of linkwise and of Pinocchio's from Python, the least microseconds per state in a batch, and the ratios; the
seconds until the first answer with an empty cache. By the loop over links and, where it does not take minutes to
compile, by the straight-line program. A batch has 960 states, fewer where its answers would exceed 8 MB.

Loading: seconds and peak memory for 1,250, 2,500 and 5,000 links; times are medians of five runs in this process,
memory is what tracemalloc sees at its peak in a run of its own.
"""

import os
import statistics
import sys
import tempfile
import time
import tracemalloc
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.peers.pinocchio import Pinocchio

from bench.robots import chain
from linkwise import Robot
from linkwise.calls.long_chains import LongKernel
from linkwise.calls.sampling import fixed_states
from linkwise.formulations import QUESTIONS, shape_of
from linkwise.readers import urdf

LINK = """<link name="l{i}"><inertial><origin xyz="0.05 0 0"/><mass value="1"/>
<inertia ixx="0.01" iyy="0.02" izz="0.02" ixy="0" ixz="0" iyz="0"/></inertial></link>
<joint name="j{i}" type="revolute"><parent link="l{p}"/><child link="l{i}"/><origin xyz="0.1 0 0"/>
<axis xyz="0 {y} {z}"/><limit lower="-1" upper="1" effort="1" velocity="1"/></joint>"""

LENGTHS = (2, 7, 30, 60, 100, 200, 1000)


class Row(NamedTuple):
    """Pinocchio's function of a model, its data and a state; the longest chains whose program is compiled, and that are
    asked at all (Pinocchio's data of 1,000 joints would take gigabytes)."""

    theirs: str
    program: int
    asked: int


ROWS = {
    "inverse_dynamics": Row("rnea", 60, 1000),
    "gravity_forces": Row("computeGeneralizedGravity", 60, 1000),
    "forward_dynamics": Row("aba", 30, 1000),
    "mass_matrix": Row("crba", 30, 1000),
    "coriolis_matrix": Row("computeCoriolisMatrix", 30, 200),
    "inverse_dynamics_derivatives": Row("computeRNEADerivatives", 7, 200),
    "regressor": Row("computeJointTorqueRegressor", 7, 100),
}
PEER = 200
"""The longest chain that Pinocchio is asked about."""
BATCH, NUMBERS = 960, 2**20
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


def dynamics(lengths: tuple[int, ...], seconds: float) -> None:
    """Print one row per question and length."""
    print("µs per state                   links | Pinocchio | loop: call, batch, first answer in s | program: the same")
    for question, row in ROWS.items():
        for links in lengths:
            if links <= row.asked:
                _row(question, row, links, seconds)


def _row(question: str, row: Row, links: int, seconds: float) -> None:
    import pinocchio

    robot, asked = Robot(chain(links)), QUESTIONS[question]
    size = len(asked.parts or "1")
    for length in shape_of(asked.gives, robot.tree):
        size *= length
    count = max(16, min(BATCH, NUMBERS // size) // 16 * 16)
    states = fixed_states(links, len(asked.takes), count)
    cells = [" " * 9]
    least = None
    if links <= PEER:
        peer, function = Pinocchio.of_model(robot.model), getattr(pinocchio, row.theirs)
        one = [x[0] for x in states]
        least = _least(partial(function, peer.model, peer.data, *one), seconds)
        cells = [f"{least:9.2f}"]
    ways: list[Any] = [LongKernel(robot.tree, question)]
    ways += [robot.compile(question)] if links <= row.program else []
    for kernel in ways:
        begin = time.perf_counter()
        kernel(*(x[0] for x in states))
        first = time.perf_counter() - begin
        call = kernel.function(kernel, kernel, question) if isinstance(kernel, LongKernel) else kernel
        single = [x[0].copy() for x in states]
        times = [_least(partial(call, *single), seconds), _least(partial(kernel, *states), seconds) / count]
        ratios = [f"({least / x:5.1f}×)" if least else "" for x in times]
        cells.append(" ".join(f"{x:9.3f} {ratio}" for x, ratio in zip(times, ratios, strict=True)) + f" {first:6.2f}")
    print(f"{question:30s} {links:5d} | " + " | ".join(cells), flush=True)


def _least(answer: Callable[[], Any], seconds: float) -> float:
    """The least microseconds of a call, in runs of about a millisecond."""
    answer()
    begin = time.perf_counter()
    answer()
    times = max(1, int(1e-3 / (time.perf_counter() - begin)))
    least, end = float("inf"), time.perf_counter() + seconds
    while time.perf_counter() < end or least == float("inf"):
        begin = time.perf_counter()
        for _ in range(times):
            answer()
        least = min(least, (time.perf_counter() - begin) / times)
    return 1e6 * least


def main() -> None:
    """Print both tables."""
    quick = "--quick" in sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        os.environ["LINKWISE_CACHE"] = folder
        dynamics((7, 30, 100) if quick else LENGTHS, 0.05 if quick else 0.5)
    loading((1250,) if quick else (1250, 2500, 5000))


if __name__ == "__main__":
    main()
