"""Rollouts whose statistics are made where they run, by a backend that makes tallies: motions need not come back."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from ..backends.tallies import Tallied
from ..calls.arrays import Array
from ..calls.checks import finite
from ..program import Span
from .chunks import Tallying
from .integrate import integrate
from .kernel import RolloutKernel
from .result import Rollouts


def tallied(
    kernel: RolloutKernel,
    tallying: Tallying,
    q0: Array,
    qd0: Array | None,
    *,
    step: float,
    steps: int,
    states: bool,
    inputs: Mapping[str, Any],
    parameters: Mapping[str, Any],
    wrenches: Mapping[str, Any],
    threads: int | None,
) -> tuple[Rollouts | None, list[tuple[int, Tallied]]]:
    """The motions at the end if values are wanted, else None; the tallies of parts of the batch, in order, each with
    its first rollout. Arguments are those of the kernel's call."""
    problem, n = kernel.problem, kernel.robot.n
    period, delay = (1, 0) if kernel.sampled is None else kernel.sampled.in_steps(step)
    q, qd = finite("q0", q0, (n,)), finite("qd0", np.zeros(n) if qd0 is None else qd0, (n,))
    batch, arrays, tallies = integrate(
        problem,
        kernel._module,
        {"q0": q, "qd0": qd} | problem.memory.first(problem.system, q, qd),
        kernel.inputs.values(inputs, parameters, wrenches),
        Span(0, steps, step, period=period, delay=delay),
        keep_states=states,
        threads=kernel.threads if threads is None else threads,
        show_progress=False,
        tallying=tallying,
    )
    return None if arrays is None else arrays.result(kernel.robot, kernel.method, batch), tallies
