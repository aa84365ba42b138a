"""The speed of one robot's answers on a GPU."""

import time
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from ...formulations import QUESTIONS, SYMMETRIC
from ...robot import Robot
from .pinocchio import without_friction_and_rotors
from .robot import QUESTIONS as MEASURED

FURTHER = ("coriolis_matrix", "regressor", "forward_dynamics_derivatives")
"""What is measured on a GPU besides: many numbers are written there at once."""


class GpuSpeed(NamedTuple):
    """Of a question in a precision: states per second of the kernel alone, bytes per second that it reads and writes,
    registers and bytes of local memory of a thread, seconds until the kernel was there."""

    question: str
    dtype: str
    rate: float
    traffic: float
    registers: int
    local: int
    ready: float


def gpu_speeds(robot: Robot) -> Iterator[GpuSpeed]:
    """How fast a robot without friction and rotors answers on this machine's GPU, states in columns, symmetric answers
    packed; as it was measured when the kernel's shape was chosen.

    >>> import linkwise
    >>> from linkwise.backends import BACKENDS
    >>> found = [] if BACKENDS["cuda"].missing() else list(gpu_speeds(linkwise.load("pendulum")))
    >>> all(speed.rate > 1e8 for speed in found)
    True
    """
    arm = without_friction_and_rotors(robot)
    for question in (*MEASURED, *FURTHER):
        for dtype in ("float64", "float32"):
            yield _speed(arm, question, dtype)


def _speed(arm: Any, question: str, dtype: str) -> GpuSpeed:
    begin = time.perf_counter()
    kernel = arm.compile(question, backend="cuda", dtype=dtype, layout="columns", packed=_symmetric(question))
    facts = kernel.modules.module(dtype, "columns").facts
    ready, rate = time.perf_counter() - begin, 1e9 / facts["ns"]
    ports = (*kernel.signature.takes, *kernel.signature.gives)
    traffic = rate * np.dtype(dtype).itemsize * sum(port.size for port in ports)
    return GpuSpeed(question, dtype, rate, traffic, facts["registers"], facts["local"], ready)


def _symmetric(question: str) -> bool:
    return not SYMMETRIC.isdisjoint((question, *(QUESTIONS[question].parts or ())))
