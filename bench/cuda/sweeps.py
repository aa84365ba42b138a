"""Sweeps on the GPU: statistics beside the interpreter's and the host's; how long a large one takes, part by part."""

import time
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

import linkwise
from linkwise.backends.tallies import TallyRequest
from linkwise.rollouts import InLoop
from linkwise.sweep import LogNormal, Normal, Uniform
from linkwise.sweep.bins import HIGHEST, MOST
from linkwise.sweep.block import FIRST_FAILED, summarised
from linkwise.sweep.kernel_arguments import kernel_arguments
from linkwise.sweep.known_tallies import allowed_apart
from linkwise.sweep.on_device import tally_module
from linkwise.sweep.work import Work

from .programs import off
from .quantities import DTYPES
from .rollouts import GOAL, STEP, spring_and_damper, stopped

CLOSE = 1e-9
"""How far statistics may be off, relative to their largest entry."""

SPREADS = {
    "q0": Normal(GOAL, 0.1),
    "payload.mass": Uniform(0.0, 2.0),
    "links.factor": LogNormal(1.0, 0.05),
    "controller.kp": Uniform([15.0] * 7, [25.0] * 7),
}
OPTIONS: dict[str, Any] = {
    "controller": InLoop(spring_and_damper, {"kp": [20.0] * 7, "kd": [0.5] * 7, "goal": GOAL}),
    "step": STEP,
    "seed": 3,
    "outputs": {"tau": lambda eq, t, q, qd, tau: tau, "energy": lambda eq, t, q, qd, tau: eq.kinetic_energy(q, qd)},
    "reduce": {"peak": ("max", "tau")},
}


def agreement(rollouts: int = 3000, steps: int = 30) -> dict[str, Any]:
    """How far means, spreads, quantiles and extremes are off; the GPU's in blocks, one of which a checkpoint keeps."""
    robot, found = linkwise.load("panda").without_friction(), {}
    a, b = (
        robot.sweep(rollouts, SPREADS, steps=steps, backend=by, block=1000, **OPTIONS) for by in ("cuda", "interpreter")
    )
    for name, x in a.statistics.items():
        y = b.statistics[name]
        pairs = {"mean": (x.mean, y.mean), "sd": (x.sd, y.sd), "max": (x.max, y.max), "min": (x.min, y.min)}
        pairs |= {f"quantile {p}": (x.quantile(p), y.quantile(p)) for p in (0.01, 0.5, 0.99)}
        for what, (ours, theirs) in pairs.items():
            found[f"{name} {what}"] = off(np.asarray(ours), np.asarray(theirs))
    failed = [f"{what}: off by {apart:.2g}" for what, apart in found.items() if not apart <= CLOSE]
    return {"worst": max(found.values()), "failed": failed}


def tallied(count: int = 40_000, steps: int = 30) -> dict[str, Any]:
    """Tallies beside the host's of the same values: counts, extremes and bins to the last bit; how far means and sums
    of squares are off, in units of what rounding allows. Twice, for the same bits."""
    robot, found, failed = linkwise.load("panda").without_friction(), {}, []
    for dtype in DTYPES:
        edges = {"peak": np.linspace(-20.0, 20.0, 2000)}
        work = robot.sweep(100, SPREADS, steps=steps, backend="cuda", dtype=dtype, bins=edges, **OPTIONS).work
        ours, again = (work.block(7, count) for _ in range(2))
        theirs = summarised(work.numbers(7, count, None), 7, work.bins, False)
        for name, host in theirs.tallies.items():
            tally, allowed = ours.tallies[name].arrays, allowed_apart(host).arrays
            for part, array in host.arrays.items():
                if part in ("mean", "squares"):
                    apart = float((np.abs(tally[part] - array) / allowed[part]).max())
                    found[f"{dtype} {name} {part}"] = apart
                    same = apart <= 1.0
                else:
                    same = tally[part].tobytes() == array.tobytes()
                if not same or tally[part].tobytes() != again.tallies[name].arrays[part].tobytes():
                    failed.append(f"{dtype}: {part} of {name}")
    return {"worst": max(found.values()), "failed": failed}


def interrupted() -> dict[str, Any]:
    """Ctrl-C in the middle of a large sweep."""
    robot = linkwise.load("panda").without_friction()
    sweep = partial(robot.sweep, spreads=SPREADS, backend="cuda", **OPTIONS)
    return stopped(lambda: sweep(2**24, steps=1000), lambda: sweep(5000, steps=20).statistics["peak"].mean)


def parts_of_a_block(work: Work, count: int = 2**15) -> dict[str, float]:
    """Seconds of the parts of one block: its statistics by the host, and on the device."""
    parts = dict[str, float]()

    def part(name: str, does: Callable[[], Any]) -> Any:
        times = []
        for _ in range(3):
            begin = time.perf_counter()
            answer = does()
            times.append(time.perf_counter() - begin)
        parts[name] = min(times)
        return answer

    drawn = part("drawing", lambda: work.spreads.drawn(0, count))
    part("arguments", lambda: kernel_arguments(drawn, work.spreads))
    numbers = part("drawn, run and copied", lambda: work.numbers(0, count, None))
    part("statistics by the host", lambda: summarised(numbers, 0, work.bins, False))
    part("drawn, run, and statistics on the device", lambda: work.block(0, count, None))
    part("statistics on the device, copied there", alone(work.kernel.dtype, count))
    return parts


def alone(dtype: str, count: int, numbers: int = 15) -> Callable[[], Any]:
    """What makes the tallies of a block of random numbers."""
    module, rng = tally_module("cuda", dtype), np.random.default_rng(2)
    blocks = rng.standard_normal((count // module.lanes, numbers, module.lanes), dtype)
    ended, columns = np.full((count // module.lanes, module.lanes), -1, np.int64), np.arange(numbers)
    request = TallyRequest(columns, np.ones(numbers), (None,) * numbers, MOST, HIGHEST, FIRST_FAILED)
    return lambda: module.tallied(blocks, ended, count, request)


def timed(rollouts: int = 2**20, steps: int = 1000) -> dict[str, Any]:
    """Seconds of a large sweep in doubles and in floats, and of the parts of one block."""
    robot, found = linkwise.load("panda").without_friction(), {}
    for dtype in DTYPES:
        robot.sweep(100, SPREADS, steps=2, backend="cuda", dtype=dtype, **OPTIONS)
        times = []
        for _ in range(2):
            begin = time.perf_counter()
            sweep = robot.sweep(rollouts, SPREADS, steps=steps, backend="cuda", dtype=dtype, **OPTIONS)
            times.append(time.perf_counter() - begin)
        found[dtype] = {"seconds": min(times), "all": times, "failed": int(sweep.failed.count)}
        found[dtype]["parts of a block"] = parts_of_a_block(sweep.work)
        print(f"sweep of {rollouts} rollouts of {steps} steps, {dtype}: {found[dtype]}", flush=True)
    return found
