"""linkwise's answers as contestants: single calls and batches."""

from math import prod
from typing import Any

from ...calls.kernel import Kernel
from ...calls.sampling import fixed_states
from ...robot import Robot
from .timing import Call

IN_CACHE = 960
"""States of a batch that stays in the cache, with its answers."""

LARGE = 100_000
"""States of a batch that does not stay in the cache."""

MOST_BYTES = 2**27
"""Largest size of a batch's answers: long chains have large matrices, so their batches have fewer states."""


def single(robot: Robot, question: str) -> Call:
    """A call for one state, with a new array for the answer.

    >>> import linkwise
    >>> single(linkwise.load("pendulum"), "gravity_forces").states
    1
    """
    state = fixed_states(robot.n, len(robot.compile(question).signature.takes))
    getattr(robot, question)(*state)  # the first call installs the fast entry
    return Call(getattr(robot, question), state)


def batch(robot: Robot, question: str, count: int, layout: str = "rows") -> Call:
    """A batch, answered into an existing array; a short one into a new array, which is faster.

    >>> import linkwise
    >>> batch(linkwise.load("pendulum"), "gravity_forces", 10, "columns").out.shape
    (1, 10)
    """
    kernel = robot.compile(question, layout=layout)
    count = fitting(kernel, count)
    states = fixed_states(robot.n, len(kernel.signature.takes), count, layout=layout)
    answer: Any = kernel(*states)
    if layout == "rows" and count <= IN_CACHE:
        return Call(kernel, states, count)
    return Call(kernel, states, count, tuple(answer) if isinstance(answer, tuple) else answer)


def fitting(kernel: Kernel[Any], count: int) -> int:
    """The number of states whose answers fit into MOST_BYTES, a multiple of 32; at most `count`.

    >>> import linkwise
    >>> fitting(linkwise.load("panda").compile("mass_matrix"), 10**9)
    342368
    """
    each = 8 * sum(prod(port.shape) for port in kernel.signature.gives)
    return min(count, MOST_BYTES // each // 32 * 32)
