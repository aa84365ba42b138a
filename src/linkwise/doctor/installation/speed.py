"""How long a first answer takes, and how fast answers are for the operations they need."""

from collections.abc import Iterator
from time import perf_counter
from typing import Any

from ...backends import BACKENDS, default_backend
from ...calls.question_program import QuestionProgram
from ...costs.measure import flops, fma_peak, pinned, round_robin
from ...costs.measure.kernels import IN_CACHE, batch, single
from ...load import load
from .trouble import Trouble

ROBOT, QUESTION = "panda", "inverse_dynamics"
"""What is compiled and timed."""

SHARE = 0.1
"""Of the core's peak: on a sound machine a batch reaches a third to two thirds."""

CALL = 20e-6
"""Seconds: on a sound machine a call for one state takes half a microsecond."""

COMPILATION = 10.0
"""Seconds: on a sound machine a first answer takes some tenths."""


def first_answer() -> dict[str, Any]:
    """Seconds until the Panda's torque is traced, and until it is compiled and tested; nothing comes from the disk.

    >>> sorted(first_answer())
    ['compile', 'total', 'trace']
    """
    backend = BACKENDS[default_backend()]
    layout = "single" if "single" in backend.layouts else "rows"
    start = perf_counter()
    spec = QuestionProgram(load(ROBOT).tree, (QUESTION,)).kernel().modules.spec(backend.dtypes[0], layout)
    spec.build()  # which traces it, once
    traced = perf_counter()
    backend.fresh(spec)
    end = perf_counter()
    return {"trace": traced - start, "compile": end - traced, "total": end - start}


def speed(seconds: float) -> dict[str, Any]:
    """Seconds per call and per state of a batch, operations per second, the core's peak, and the share of it.

    The peak, and what is compared with it, are measured one after the other on one core; None without machine code.
    """
    robot = load(ROBOT)
    with pinned():
        peak = fma_peak(0.3 * seconds)
        contestants = {"call": single(robot, QUESTION), "state": batch(robot, QUESTION, IN_CACHE)}
        times = {name: timing.minimum for name, timing in round_robin(contestants, seconds).items()}
    operations = flops(robot.compile(QUESTION).count)
    rate = operations / times["state"]
    share = None if peak is None else rate / peak
    return {**times, "operations": operations, "rate": rate, "peak": peak, "share": share}


def speed_troubles(first: dict[str, Any], found: dict[str, Any]) -> Iterator[Trouble]:
    """Machine code that is far slower than its operations explain."""
    if found.get("share") is not None and found["share"] < SHARE:
        yield Trouble(
            "degraded",
            f"a batch runs at {found['share']:.0%} of the core's peak",
            f"{1e9 * found['state']:.0f} ns per state; {SHARE:.0%} and more were expected",
            "close what else runs, and run this again; if it stays so, report it with this page",
        )
    if found.get("share") is not None and found["call"] > CALL:
        yield Trouble(
            "degraded",
            f"a call for one state takes {1e6 * found['call']:.0f} microseconds",
            f"less than {1e6 * CALL:.0f} were expected",
            "close what else runs, and run this again; calls are slower while a debugger or a profiler watches",
        )
    if first and first["total"] > COMPILATION:
        yield Trouble(
            "degraded",
            f"a first answer takes {first['total']:.0f} s",
            f"less than {COMPILATION:.0f} s were expected",
            "close what else runs, and run this again; emulated processors compile this slowly",
        )
