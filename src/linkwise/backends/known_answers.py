"""Known answers: the interpreter's, on which code is tested before it is used, with the tolerance that rounding needs.

How far apart two right answers can be depends on the system: a light body at the end of a heavy chain loses digits that
another keeps. So known states are answered again with every number, given or computed, changed by a few roundings (the
stochastic arithmetic of Vignes, 1993); many times what that changes is the tolerance for code that rounds in another
order. Wrong code exceeds it.                                                                             [vignes1993]
"""

import json
import random
import struct
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..errors import LinkwiseError
from ..program import Iteration, Loop, Program, Signature
from .interpreter import run, run_loop
from .interpreter.loop import example

Numbers = NDArray[Any]
"""Arrays of either precision."""

CLOSE = {"float64": 1e-11, "float32": 1e-4}
"""How close to the known answers code must be, relative to the largest of a state, where perturbed numbers change
nothing: thousands of roundings."""

SHAKE, MANY = 64, 64
"""Roundings that numbers are perturbed by, and how many times the resulting change is allowed."""

STATES, SHAKEN = 5, 3
"""How many known states there are, the last with large angles, and how often each is perturbed."""


NOTHING: Mapping[str, Numbers] = MappingProxyType({})

KNOWN_STEPS = 2
"""Steps that known rows of an iteration are taken: the second from where the first led, and no further, since steps
can multiply what rounding changes."""

PICKED = 2**14
"""The most numbers of an answer that are kept; of a larger answer this many are picked, as `given["picked"]` says."""


class Known(NamedTuple):
    """The inputs by name, the interpreter's answers, and how far from these each number may be."""

    given: dict[str, Numbers]
    answers: Numbers
    tolerance: Numbers

    def packed(self) -> bytes:
        """As bytes, which others can follow.

        >>> known = Known({"states": np.ones((2, 3))}, np.zeros(2), np.ones(2))
        >>> Known.unpacked(known.packed() + b"code")[1]
        b'code'
        """
        arrays = {
            **{f"given {name}": array for name, array in self.given.items()},
            "answers": self.answers,
            "tolerance": self.tolerance,
        }
        head = json.dumps({name: array.shape for name, array in arrays.items()}).encode()
        body = b"".join(np.ascontiguousarray(array, "<f8").tobytes() for array in arrays.values())
        return struct.pack("<QQ", len(head), len(body)) + head + body

    @staticmethod
    def unpacked(stored: bytes) -> tuple["Known", bytes]:
        """What was packed, and the bytes that follow it."""
        head, body = struct.unpack_from("<QQ", stored)
        at, arrays = 16 + head, {}
        for name, shape in json.loads(stored[16:at]).items():
            arrays[name] = np.frombuffer(stored, "<f8", int(np.prod(shape)), at).reshape(shape)
            at += arrays[name].nbytes
        if at != 16 + head + body:
            raise LinkwiseError("the known answers have the wrong length.")
        given = {name.removeprefix("given "): array for name, array in arrays.items() if name.startswith("given ")}
        return Known(given, arrays["answers"], arrays["tolerance"]), stored[at:]


def known_answers(
    built: Program | Loop | Iteration, signature: Signature, dtype: str, given: Mapping[str, Numbers] = NOTHING
) -> Known:
    """Known states of a program, loop or iteration, exact in the precision, with the interpreter's answers to them.

    Numbers are random, except those of the uniform arrays that are `given` by name.

    >>> from linkwise.program import Port, trace
    >>> ports = Signature((Port("x", (1,)),), (Port("y", (1,)),))
    >>> known = known_answers(trace(lambda x: [x[0] * 2.0], {"x": 1}), ports, "float64")
    >>> (known.answers == 2.0 * known.given["states"]).all()
    np.True_
    """
    size, rng = sum(port.size for port in signature.takes), random.Random(7)
    states = _uniform(rng, STATES * size).reshape(STATES, size)
    states[-1] *= 4e6
    states = states.astype(dtype).astype(np.float64)
    at = 0
    for port in signature.takes:
        if port.uniform:
            some = np.abs(states[0, at : at + port.size])
            states[:, at : at + port.size] = np.ravel(given.get(port.name, some)).astype(dtype)
        at += port.size
    if isinstance(built, Loop) and built.opened:  # random numbers are no robot's
        states[:, -signature.takes[-1].size :] = example(built).astype(dtype)
    many, shaken = np.tile(states, (1 + SHAKEN, 1)), np.zeros(STATES * (1 + SHAKEN))
    shaken[STATES:] = SHAKE * np.finfo(dtype).eps
    factors = _factors(rng, shaken)

    def rounded(x: Any) -> Any:
        return x * next(factors)

    columns = [rounded(column) for column in many.T]
    with np.errstate(all="ignore"):
        if isinstance(built, Iteration):
            rows = _improved(built, columns, rounded)
        elif isinstance(built, Loop):
            rows = run_loop(built, np.stack(columns, axis=1), rounded)
        else:
            rows = np.stack([np.broadcast_to(x, len(many)) for x in run(built, columns, rounded)], axis=1)
    answers, *others = np.split(rows, 1 + SHAKEN)
    picked = {}
    if answers.shape[1] > PICKED:
        some = np.array(sorted(rng.sample(range(answers.shape[1]), PICKED)))
        picked = {"picked": some.astype(np.float64)}
        answers, others = answers[:, some], [other[:, some] for other in others]
    largest = np.nan_to_num(np.abs(answers), nan=0.0, posinf=0.0).max(axis=1, initial=1e-300, keepdims=True)
    allowed = tolerance(answers, others, CLOSE[dtype] * largest)
    if isinstance(built, Loop) and built.inverts:  # an error of the matrix reaches every entry of its inverse
        allowed[:] = allowed.max(axis=1, keepdims=True)
    return Known({"states": states, **picked}, answers, allowed)


def _improved(iteration: Iteration, columns: list[Numbers], rounded: Any) -> Numbers:
    """The states of rows after their first steps; those that are done go on too, as all do in a perturbed run."""
    m, numbers = iteration.state, columns
    ends = np.zeros(len(columns[0]), bool)
    for _ in range(KNOWN_STEPS):
        new = [np.broadcast_to(x, len(ends)) for x in run(iteration.step, numbers, rounded)]
        numbers = [*(np.where(ends, a, b) for a, b in zip(numbers, new, strict=False)), *numbers[m:]]
        ends = ends | (numbers[m - 1] != 0.0)
    return np.stack(numbers[:m], axis=1)


def _uniform(rng: random.Random, count: int) -> Numbers:
    """Numbers between −1 and 1. NumPy's generators take longer to import than a program takes to trace."""
    return (np.frombuffer(rng.randbytes(8 * count), "<u8") >> 11) * 2.0**-52 - 1.0


def _factors(rng: random.Random, shaken: Numbers) -> Iterator[Numbers]:
    """Factors 1 + ε for one number after the other, ε within `shaken`; many are drawn at a time, which is faster."""
    while True:
        yield from 1.0 + shaken * _uniform(rng, 256 * len(shaken)).reshape(256, -1)


def tolerance(answers: Numbers, others: Sequence[Numbers], rounding: Numbers | float) -> Numbers:
    """How far each answer may be off: its rounding, plus many times the perturbed change; infinite if that is NaN."""
    with np.errstate(all="ignore"):
        changed = np.max([np.abs(other - answers) for other in others], axis=0)
        return np.where(np.isnan(changed), np.inf, rounding + MANY * changed)
