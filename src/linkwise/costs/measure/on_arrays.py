"""The speed of one robot's answers on a framework's arrays, on whatever device these are."""

import time
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from ...backends import BACKENDS, AbstractBackend, AbstractBatchModule
from ...robot import Robot
from .on_gpu import FURTHER
from .pinocchio import without_friction_and_rotors
from .robot import QUESTIONS

STATES = 2**17
"""States of a batch: enough to fill a device, and few seconds for a processor."""


class ArraySpeed(NamedTuple):
    """Of a question in a precision: states per second, bytes per second that are read and written, and seconds until
    the first answer was there."""

    question: str
    dtype: str
    rate: float
    traffic: float
    ready: float


def array_speeds(robot: Robot, backend: str, seconds: float) -> Iterator[ArraySpeed]:
    """How fast a backend with arrays of its own answers for a robot without friction and rotors, in batches of rows of
    the framework's arrays, each measured for some seconds.

    >>> import linkwise
    >>> found = next(array_speeds(linkwise.load("pendulum"), "interpreter", 0.01))
    >>> found.question, found.dtype, found.rate > 1e3
    ('inverse_dynamics', 'float64', True)
    """
    arm, machine = without_friction_and_rotors(robot), BACKENDS[backend]
    for question in (*QUESTIONS, *FURTHER):
        for dtype in machine.dtypes:
            yield _speed(arm, question, dtype, machine, seconds)


def _speed(arm: Any, question: str, dtype: str, machine: AbstractBackend, seconds: float) -> ArraySpeed:
    kernel = arm.compile(question, backend=machine.name, dtype=dtype)
    ports, rng = kernel.signature.takes, np.random.default_rng(1)
    takes = [machine.arrays.adopt(rng.uniform(-1.0, 1.0, (STATES, *port.shape)).astype(dtype)) for port in ports]
    begin = time.perf_counter()
    module = kernel.modules.module(dtype, "rows")
    _answer(module, takes, 1)
    ready, times, end = time.perf_counter() - begin, 1, time.perf_counter() + seconds
    paces: list[float] = []
    while not paces or time.perf_counter() < end:
        begin = time.perf_counter()
        _answer(module, takes, times)
        took = time.perf_counter() - begin
        paces.append(took / times)
        times = times if took > seconds / 10 else 2 * times
    rate = STATES / min(paces)
    traffic = rate * np.dtype(dtype).itemsize * sum(port.size for port in (*ports, *kernel.signature.gives))
    return ArraySpeed(question, dtype, rate, traffic, ready)


def _answer(module: AbstractBatchModule, takes: list[Any], times: int) -> None:
    """Answer so many times, and wait until the last answer is there: one of its numbers is looked at."""
    for _ in range(times):
        answers = module.answers(takes, STATES)
    module.arrays.numpy(answers[0].reshape(-1)[:1])
