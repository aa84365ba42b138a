"""Sweeps on the GPU: statistics beside the interpreter's, and how long a large one takes, part by part."""

import time
from typing import Any

import numpy as np

import linkwise
from linkwise.rollouts import InLoop
from linkwise.sweep import LogNormal, Normal, Uniform
from linkwise.sweep.kernel_arguments import kernel_arguments

from .programs import off
from .rollouts import GOAL, STEP, spring_and_damper

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


def timed(rollouts: int = 2**20, steps: int = 1000) -> dict[str, Any]:
    """Seconds of a large sweep in doubles and in floats, and of the parts of one block."""
    robot, found = linkwise.load("panda").without_friction(), {}
    for dtype in ("float64", "float32"):
        robot.sweep(100, SPREADS, steps=2, backend="cuda", dtype=dtype, **OPTIONS)
        begin = time.perf_counter()
        sweep = robot.sweep(rollouts, SPREADS, steps=steps, backend="cuda", dtype=dtype, **OPTIONS)
        found[dtype] = {"seconds": time.perf_counter() - begin, "failed": int(sweep.failed.count)}
        work, count, parts = sweep.work, 2**15, {}
        begin = time.perf_counter()
        drawn = work.spreads.drawn(0, count)
        parts["drawing"] = time.perf_counter() - begin
        begin = time.perf_counter()
        kernel_arguments(drawn, work.spreads)
        parts["arguments"] = time.perf_counter() - begin
        begin = time.perf_counter()
        work.numbers(0, count, None)
        parts["drawn, run and copied"] = time.perf_counter() - begin
        begin = time.perf_counter()
        work.block(0, count, None)
        parts["with statistics"] = time.perf_counter() - begin
        found[dtype]["parts of a block"] = parts
        print(f"sweep of {rollouts} rollouts of {steps} steps, {dtype}: {found[dtype]}", flush=True)
    return found
