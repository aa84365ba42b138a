"""Rollouts on the GPU: how far from the interpreter's, how fast, and what is left when they are interrupted.

The Panda under gravity with a spring and a damper at each joint, as in `bench/rollouts.py`.
"""

import json
import os
import signal
import threading
import time
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

import linkwise
from linkwise.backends.cuda.driver import free_memory, on_device
from linkwise.backends.cuda.rollouts import module as chunks
from linkwise.backends.cuda.rollouts import tuning
from linkwise.backends.cuda.shape import Shape
from linkwise.control import Sampled
from linkwise.rollouts import METHODS, InLoop, RolloutKernel

from .programs import off
from .quantities import DTYPES

ONE_CORE = Path(__file__).parents[1] / "results" / "rollouts_one_core.json"
"""Nanoseconds per step of a rollout on one core of a processor, which bench/one_core.py measures."""

GOAL = np.array([0.0, -0.3, 0.0, -2.2, 0.0, 2.0, 0.8])
STEP = 1e-3
AGREED = {"float64": 1e-11, "float32": 1e-3}
"""How far rollouts may be off after fifty steps, relative to the largest number."""

SHAPES = {
    "float64": [Shape(b, k, 1, t) for t, bs in ((128, (2, 3)), (64, (4, 5))) for b in bs for k in (0, 8)]
    + [Shape(b, 0, 1, 32) for b in (6, 8, 10)],
    "float32": [Shape(b, 0, 1, t) for t, bs in ((128, (3, 4)), (64, (5, 6, 7, 8)), (32, (10, 12, 14))) for b in bs],
}
"""What is tried with the classical Runge–Kutta method."""

FEW = {"float64": [Shape(2), Shape(3)], "float32": [Shape(3), Shape(4)]}
"""What is tried with the others."""


def spring_and_damper(eq: Any, t: Any, q: Any, qd: Any, kp: Any, kd: Any, goal: Any) -> list[Any]:
    """A spring and a damper at each joint."""
    return [p * (g - x) - d * v for p, d, g, x, v in zip(kp, kd, goal, q, qd, strict=True)]


def compiled(method: str, backend: str, dtype: str, **options: Any) -> RolloutKernel:
    """The rollouts of the arm."""
    inputs = {"kp": [20.0] * 7, "kd": [0.5] * 7, "goal": GOAL}
    robot = linkwise.load("panda").without_friction()
    controller = InLoop(spring_and_damper, inputs)
    return robot.compile_rollouts(controller=controller, method=method, backend=backend, dtype=dtype, **options)


def starts(count: int) -> np.ndarray:
    """Positions about the goal."""
    return GOAL + np.random.default_rng(1).uniform(-0.5, 0.5, (count, 7))


WATCHED = {
    "outputs": {"energy": lambda eq, t, q, qd, tau: eq.kinetic_energy(q, qd), "tau": lambda eq, t, q, qd, tau: tau},
    "reduce": {"peak": ("max", "tau"), "work": ("integral", "energy"), "mean": ("mean", "tau")},
}


def agreement() -> dict[str, Any]:
    """How far states, outputs and reductions are off, by method and precision, also with a sampled controller."""
    found, failed, q0 = {}, [], starts(45)
    tuning.FEW, usual = 10**9, tuning.FEW  # one shape is enough here
    cases = [(method, dtype, None) for method in METHODS for dtype in DTYPES] + [("rk4", "float64", Sampled(2e-3))]
    for method, dtype, sample in cases:
        given = {**WATCHED, "sample": sample, "parameters": {"payload": [0.0] * 9 + [0.5]}}
        run = {"step": STEP, "steps": 50, "every": 20}
        name = f"{method} {dtype}{' sampled' if sample else ''}"
        try:
            a = compiled(method, "cuda", dtype, **given)(q0, **run)
            b = compiled(method, "interpreter", "float64", **given)(q0, **run)
        except Exception as error:
            failed.append(f"{name}: {type(error).__name__}: {str(error)[:300]}")
            continue
        pairs = [(a.q, b.q), (a.qd, b.qd), *((a[x], b[x]) for x in ("energy", "tau", "peak", "work", "mean"))]
        found[name] = max(off(np.asarray(x, float), y) for x, y in pairs)
        if not found[name] <= AGREED[dtype] or not (a.ended == b.ended).all():
            failed.append(f"{name}: off by {found[name]:.2g}")
    tuning.FEW = usual
    return {"off": found, "failed": failed}


def speeds() -> dict[str, Any]:
    """Steps of rollouts per second, of kernels alone in all shapes, and beside one core of a processor."""
    cores, found = json.loads(ONE_CORE.read_text()) if ONE_CORE.exists() else {}, {}
    for method in ("rk4", "euler", "implicit_midpoint", "gauss_legendre_4"):
        for dtype in DTYPES:
            kernel = compiled(method, "cuda", dtype)
            rollout, spec = kernel.problem.rollout, kernel._spec
            known, trials = spec.known(rollout), []
            for shape in (SHAPES if method == "rk4" else FEW)[dtype]:
                try:
                    x = tuning.trial(spec, rollout, known, shape, 2**18)
                    trials.append({"shape": str(shape), "G": 1.0 / x.pace, "registers": x.registers, "local": x.local})
                except Exception as error:
                    trials.append({"shape": str(shape), "G": 0.0, "trouble": str(error)[:300]})
            best = max(trials, key=lambda x: x["G"], default={"G": 0.0})
            one_core = cores.get("ns", {}).get(f"{method} {dtype}")
            times = best["G"] * one_core if one_core else None
            found[f"{method} {dtype}"] = {**best, "times one core": times, "trials": trials}
            print(f"rollouts {method} {dtype}: {found[f'{method} {dtype}']}", flush=True)
    return {"steps": found, "one core": cores}


def whole_calls(count: int = 2**20, steps: int = 1000) -> dict[str, float]:
    """Seconds of calls with NumPy's arrays, initial states in and final states out."""
    q0, found = starts(count), {}
    for dtype in DTYPES:
        kernel = compiled("rk4", "cuda", dtype)
        kernel(q0[:1000], step=STEP, steps=2)
        for most, threads in ((2**16, 1), (2**16, 4), (2**16, 8), (2**15, 8)):
            usual, chunks.MOST = chunks.MOST, most
            try:
                begin = time.perf_counter()
                motions = kernel(q0, step=STEP, steps=steps, threads=threads)
                found[f"{dtype}, chunks of {most}, {threads} threads"] = time.perf_counter() - begin
            finally:
                chunks.MOST = usual
            assert (motions.ended < 0).all()
    print(f"{count} rollouts of {steps} steps, seconds: {json.dumps(found, indent=1)}", flush=True)
    return found


def interrupted() -> dict[str, Any]:
    """Ctrl-C in the middle of many rollouts."""
    kernel, q0 = compiled("rk4", "cuda", "float64"), starts(2**20)
    return stopped(lambda: kernel(q0, step=STEP, steps=20_000), lambda: kernel(q0[:100], step=STEP, steps=20).q)


def stopped(long: Callable[[], Any], few: Callable[[], Any]) -> dict[str, Any]:
    """Ctrl-C in the middle of a long call: how soon it is heard, what memory is lost, whether a short one goes on."""
    known = few()
    with on_device(0):
        before = [free_memory()]
    pressed: list[float] = []

    def press() -> None:
        pressed.append(time.perf_counter())
        os.kill(os.getpid(), signal.SIGINT)

    for _ in range(3):  # the driver keeps some memory for itself, once
        threading.Timer(1.0, press).start()
        try:
            long()
            return {"failed": "it was done before it could be interrupted"}
        except KeyboardInterrupt:
            heard = time.perf_counter() - pressed[-1]
        with on_device(0):
            before.append(free_memory())
    return {
        "heard after": heard,
        "bytes lost": before[-2] - before[-1],
        "bytes less, call by call": [a - b for a, b in pairwise(before)],
        "goes on": bool((few() == known).all()),
    }
