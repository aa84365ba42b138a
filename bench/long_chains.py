"""How time and memory grow with the length of a chain.

    python -m bench.long_chains [--quick]

Chains of 2 to 1,000 links, each question that Pinocchio answers too, the least microseconds of one call of Pinocchio's
and linkwise's from Python and per state of a batch; linkwise by the loop over links and, where it does not take minutes
to compile, by the straight-line program. A batch has 960 states, fewer where its answers would exceed 8 MB. Questions
that are not answered by a loop, and wrenches, are asked through the robot. Nothing is in the cache.

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
from typing import Any, NamedTuple

import numpy as np
from tests.peers.pinocchio import Pinocchio

from linkwise import Robot
from linkwise.calls.long_chains import LongKernel
from linkwise.calls.sampling import fixed_states
from linkwise.formulations import QUESTIONS, shape_of
from linkwise.readers import urdf

from . import recorded
from .recorded import Table
from .robots import chain

LINK = """<link name="l{i}"><inertial><origin xyz="0.05 0 0"/><mass value="1"/>
<inertia ixx="0.01" iyy="0.02" izz="0.02" ixy="0" ixz="0" iyz="0"/></inertial></link>
<joint name="j{i}" type="revolute"><parent link="l{p}"/><child link="l{i}"/><origin xyz="0.1 0 0"/>
<axis xyz="0 {y} {z}"/><limit lower="-1" upper="1" effort="1" velocity="1"/></joint>"""

LENGTHS = (2, 7, 30, 60, 100, 200, 1000)


class Row(NamedTuple):
    """The letters in tables; Pinocchio's function of a model, its data and a state; the longest chains whose
    program is compiled, and that are asked at all (Pinocchio's data of 1,000 joints would take gigabytes)."""

    letters: str
    theirs: str
    program: int
    asked: int


ROWS = {
    "inverse_dynamics": Row("τ", "rnea", 60, 1000),
    "gravity_forces": Row("g", "computeGeneralizedGravity", 60, 1000),
    "forward_dynamics": Row("q̈", "aba", 30, 1000),
    "mass_matrix": Row("M", "crba", 30, 1000),
    "coriolis_matrix": Row("C", "computeCoriolisMatrix", 30, 200),
    "inverse_dynamics_derivatives": Row("∂τ", "computeRNEADerivatives", 7, 200),
    "regressor": Row("regressor", "computeJointTorqueRegressor", 7, 100),
}
PEER = 200
"""The longest chain that Pinocchio is asked about."""
BATCH, NUMBERS = 960, 2**20
"""States of a batch, and the most numbers its answers may hold: a batch that would exceed them is smaller."""

MORE = {
    "M⁻¹": ("mass_matrix_inverse", "computeMinverse"),
    "∂q̈": ("forward_dynamics_derivatives", "computeABADerivatives"),
    "Jacobian of the tip": ("jacobian", "computeJointJacobians"),
    "pose of the tip": ("forward_kinematics", "forwardKinematics"),
    "kinetic energy": ("kinetic_energy", "computeKineticEnergy"),
    "potential energy": ("potential_energy", "computePotentialEnergy"),
    "momentum": ("momentum", "computeCentroidalMomentum"),
}
"""Other questions: the robot's method, and Pinocchio's function."""

AGREES = 1e-6
"""The largest difference with wrenches, relative to the largest entry: long chains amplify rounding."""

PUSHED = {"τ": ("inverse_dynamics", "rnea"), "q̈": ("forward_dynamics", "aba")}
"""Questions that are asked with a wrench at the tip and one midway."""


def urdf_chain(links: int) -> str:
    """A chain as URDF, with joint axes along y and z in turn."""
    parts = [LINK.format(i=i, p=i - 1, y=i % 2, z=1 - i % 2) for i in range(1, links)]
    return '<robot name="chain"><link name="l0"/>' + "\n".join(parts) + "</robot>"


def loading(lengths: tuple[int, ...]) -> Table:
    """One row per length."""
    rows = []
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
        rows.append([f"{links:,}", f"{statistics.median(times):.2f}", f"{peak:.0f}"])
    return Table(["links", "s to load", "peak MB"], rows)


def dynamics(lengths: tuple[int, ...], seconds: float) -> dict[str, Table]:
    """Single calls and batches: a row per question, a column per length."""
    calls, batches = [], []
    for question, row in ROWS.items():
        found = [_cells(question, row, links, seconds) for links in lengths]
        calls.append([row.letters, *(one for one, _ in found)])
        batches.append([row.letters, *(many for _, many in found)])
        print(row.letters, found, file=sys.stderr, flush=True)
    heads = [f"{links:,}" for links in lengths]
    return {
        "calls": Table(["µs for one call: Pinocchio / loop / program", *heads], calls),
        "batches": Table(["µs per state of a batch: loop / program", *heads], batches),
    }


def _cells(question: str, row: Row, links: int, seconds: float) -> tuple[str, str]:
    import pinocchio

    if links > row.asked:
        return "–", "–"
    robot, asked = Robot(chain(links)), QUESTIONS[question]
    size = len(asked.parts or "1")
    for length in shape_of(asked.gives, robot.tree):
        size *= length
    count = max(16, min(BATCH, NUMBERS // size) // 16 * 16)
    states = fixed_states(links, len(asked.takes), count)
    one, many = ["–"], []
    if links <= PEER:
        peer, function = Pinocchio.of_model(robot.model), getattr(pinocchio, row.theirs)
        one = [_short(_least(partial(function, peer.model, peer.data, *(x[0] for x in states)), seconds))]
    ways: list[Any] = [LongKernel(robot.tree, question)]
    ways += [robot.compile(question)] if links <= row.program else []
    for kernel in ways:
        call = kernel.function(kernel, kernel, question) if isinstance(kernel, LongKernel) else kernel
        one.append(_short(_least(partial(call, *(x[0].copy() for x in states)), seconds)))
        many.append(_short(_least(partial(kernel, *states), seconds) / count))
    absent = ["–"] * (links > row.program)
    return " / ".join(one + absent), " / ".join(many + absent)


def others(lengths: tuple[int, ...], seconds: float) -> dict[str, Table]:
    """Questions without a loop, and dynamics with wrenches, through the robot's methods."""
    import pinocchio

    rows: dict[str, list[str]] = {letters: [] for letters in MORE}
    pushed: dict[str, list[str]] = {letters: [] for letters in PUSHED}
    for links in lengths:
        robot = Robot(chain(links))
        peer, states = Pinocchio.of_model(robot.model), fixed_states(links, 3)
        for letters, (question, name) in MORE.items():
            some = states[: len(QUESTIONS[question].takes)]
            theirs = partial(getattr(pinocchio, name), peer.model, peer.data, *some)
            rows[letters].append(_both(theirs, partial(getattr(robot, question), *some), seconds))
        ends = [robot.tree.bodies[k] for k in (links // 2 - 1, links - 1)]
        wrench = np.linspace(-1.0, 1.0, 6)
        forces = pinocchio.StdVec_Force([pinocchio.Force.Zero() for _ in range(peer.model.njoints)])
        pinocchio.forwardKinematics(peer.model, peer.data, states[0])
        for joint in (peer.model.getJointId(body.joint.name) for body in ends):
            R = peer.data.oMi[joint].rotation
            forces[joint] = pinocchio.Force(R.T @ wrench[3:], R.T @ wrench[:3])
        wrenches = {body.name: wrench for body in ends}
        for letters, (question, name) in PUSHED.items():
            theirs = partial(getattr(pinocchio, name), peer.model, peer.data, *states, forces)
            ours = partial(getattr(robot, question), *states, wrenches=wrenches)
            assert np.abs(ours() - theirs()).max() < AGREES * np.abs(theirs()).max(), (links, question)
            pushed[letters].append(_both(theirs, ours, seconds))
        print(links, rows, pushed, file=sys.stderr, flush=True)
    heads = [str(links) for links in lengths]
    return {
        "others": Table(["µs for one call: Pinocchio / linkwise", *heads], [[k, *v] for k, v in rows.items()]),
        "wrenches": Table(["µs with two wrenches: Pinocchio / linkwise", *heads], [[k, *v] for k, v in pushed.items()]),
    }


def _both(theirs: Callable[[], Any], ours: Callable[[], Any], seconds: float) -> str:
    return f"{_short(_least(theirs, seconds))} / {_short(_least(ours, seconds))}"


def _short(time: float) -> str:
    """Three digits.

    >>> _short(0.1234), _short(12.345), _short(1234.5)
    ('0.12', '12.3', '1,234')
    """
    digits = 3 if time < 0.1 else 2 if time < 10.0 else 1 if time < 100.0 else 0
    return f"{time:,.{digits}f}"


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
    """Measure, and keep the tables."""
    asked = recorded.options(__doc__).parse_args()
    seconds = 0.02 if asked.quick else 0.25
    with tempfile.TemporaryDirectory() as folder:
        os.environ["LINKWISE_CACHE"] = folder
        tables = dynamics((7, 30, 100) if asked.quick else LENGTHS, seconds)
        tables |= others((30,) if asked.quick else (30, 50, 100, 200), seconds)
    tables["loading"] = loading((1250,) if asked.quick else (1250, 2500, 5000))
    recorded.keep("long_chains", "python -m bench.long_chains", tables, asked)


if __name__ == "__main__":
    main()
