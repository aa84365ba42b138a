"""The speed of one robot's answers on a framework's arrays, on whatever device these are."""

import time
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np

from ...backends import BACKENDS
from ...program import Signature
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
            kernel = arm.compile(question, backend=machine.name, dtype=dtype)
            takes = [machine.arrays.adopt(x) for x in _states(kernel.signature, dtype)]

            def answer(times: int, kernel: Any = kernel, takes: list[Any] = takes, dtype: str = dtype) -> None:
                module = kernel.modules.module(dtype, "rows")
                for _ in range(times):
                    answers = module.answers(takes, STATES)
                module.arrays.numpy(answers[0].reshape(-1)[:1])  # one of its numbers is there when all are

            yield _speed(question, dtype, kernel.signature, answer, seconds)


def torch_speeds(robot: Robot, seconds: float) -> Iterator[ArraySpeed]:
    """The same of functions of PyTorch, on its GPU if there is one, without gradients.

    >>> import linkwise
    >>> from linkwise.errors import MissingExtra
    >>> try:
    ...     fast = next(torch_speeds(linkwise.load("pendulum"), 0.01)).rate > 1e5
    ... except MissingExtra:
    ...     fast = True
    >>> fast
    True
    """
    arm = without_friction_and_rotors(robot)
    functions = {question: arm.torch(question) for question in (*QUESTIONS, *FURTHER)}
    import torch  # which is there: these are functions of it

    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    for question, function in functions.items():
        for dtype in ("float64", "float32"):
            takes = [torch.as_tensor(x, device=device) for x in _states(function.signature, dtype)]

            def answer(times: int, function: Any = function, takes: list[Any] = takes) -> None:
                for _ in range(times):
                    answers = function(*takes)
                (answers if function.result is None else answers[0]).flatten()[:1].cpu()

            yield _speed(question, dtype, function.signature, answer, seconds)


def _states(signature: Signature, dtype: str) -> list[Any]:
    rng = np.random.default_rng(1)
    return [rng.uniform(-1.0, 1.0, (STATES, *port.shape)).astype(dtype) for port in signature.takes]


def _speed(
    question: str, dtype: str, signature: Signature, answer: Callable[[int], None], seconds: float
) -> ArraySpeed:
    """The best of some seconds of a function that answers so many times, and waits until the last answer is there."""
    begin = time.perf_counter()
    answer(1)
    ready, times, end = time.perf_counter() - begin, 1, time.perf_counter() + seconds
    paces: list[float] = []
    while not paces or time.perf_counter() < end:
        begin = time.perf_counter()
        answer(times)
        took = time.perf_counter() - begin
        paces.append(took / times)
        times = times if took > seconds / 10 else 2 * times
    rate = STATES / min(paces)
    traffic = rate * np.dtype(dtype).itemsize * sum(port.size for port in (*signature.takes, *signature.gives))
    return ArraySpeed(question, dtype, rate, traffic, ready)
