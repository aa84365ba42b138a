"""How rollouts are launched best: by trying, once, with the known rollouts of the self-test."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from ....program import Rollout, Span
from ...known_answers import Known
from ...modules import ModuleSpec, in_turn
from ...tiles import tiled
from ..driver import architecture, free_memory, on_device, wait
from ..kernel import Stopwatch
from ..module import packed
from ..nvrtc import cubin
from ..shape import Shape
from .functions import LANES
from .module import MOST, CudaRollouts, OnDevice
from .source import unit

SHAPES = {
    "float64": (Shape(2), Shape(3), Shape(4, 8, threads=64)),
    "float32": (Shape(3), Shape(4), Shape(12, threads=32)),
}
"""What is tried. In doubles an arm's accelerations need more registers than three blocks leave."""

FEW = 150
"""Steps of a program up to which the first shape is kept."""

STEPS, TIMES = 20, 3
"""Steps of a trial, and how often it is timed; the least time counts."""


class Trial(NamedTuple):
    """A shape, its code, nanoseconds for a step of a rollout, registers and bytes of local memory of a thread."""

    shape: Shape
    code: bytes
    pace: float
    registers: int
    local: int


def best(spec: ModuleSpec, rollout: Rollout) -> bytes:
    """The code of rollouts in the shape that was fastest on this machine's GPU."""
    shapes: Sequence[Shape] = SHAPES[spec.dtype]
    if spec.known_answers is None or len(rollout.rate.steps) <= FEW:
        return packed(shapes[0], cubin(unit(rollout, spec.dtype, shapes[0]), architecture()), {"tried": 0})
    with on_device(0):
        known = spec.known(rollout)
        row = np.dtype(spec.dtype).itemsize * (rollout.columns + rollout.recorded)
        count = max(LANES, min(MOST, free_memory() // (4 * row) // LANES * LANES))
        trials = [trial(spec, rollout, known, shape, count) for shape in shapes]
    first = min(trials, key=lambda each: each.pace)
    facts = {"ns": first.pace, "registers": first.registers, "local": first.local, "tried": len(trials)}
    return packed(first.shape, first.code, facts)


def trial(spec: ModuleSpec, rollout: Rollout, known: Known, shape: Shape, count: int) -> Trial:
    """A shape tried with so many rollouts, which go on: known ones that end at once are left out."""
    code = cubin(unit(rollout, spec.dtype, shape), architecture())
    module = CudaRollouts(spec, packed(shape, code, {}))
    rows = known.given["blocks"]
    rows = in_turn(rows[np.isfinite(rows[:, : rollout.state]).all(axis=1)], count).astype(spec.dtype)
    span = Span(0, STEPS, float(known.given["spans"][0][2]))
    timed = known.given["timed"].astype(spec.dtype)
    table = in_turn(timed, STEPS * len(rollout.tableau.nodes) + 1)
    blocks = tiled(rows, LANES)
    arrays = [blocks, np.full((len(blocks), LANES), -1, np.int64), known.given["same"].astype(spec.dtype), table]
    there, watch, times = OnDevice(arrays, blocks.itemsize * count * rollout.recorded), Stopwatch(), []
    wait()
    for _ in range(1 + TIMES):
        watch.start()
        there.start(module, span, count, stream=0)
        times.append(watch.stop())
    pace = 1e6 * min(times[1:]) / (count * STEPS)
    return Trial(shape, code, pace, module.kernel.registers, module.kernel.local)
