"""Motions by compiled code: q, q̇ and q̈ at a time, or at many, from the numbers of a piece.

A program knows the kind of motion (a polynomial, a Fourier series) and its size; the numbers of the piece under way are
an input. One program thus serves all motions of a size, and is compiled once.

    polynomial    [t_i, 1/h, c_0 … c_d],  each c of n numbers:      q = Σ c_k u^k,  u = (t − t_i) / h
    series        [ω, q_0, a_1/(ω) …, b_1/(ω) …]:  see `fourier`
"""

from __future__ import annotations

import functools
from bisect import bisect_right
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..algebra import Scalar, cos, sin
from ..backends import BACKENDS, default_backend
from ..calls.arrays import Array
from ..calls.kernel_batch import answer_batch
from ..calls.kernel_modules import KernelModules
from ..calls.traceable import AbstractTraceable
from ..program import Port, Program, Signature, to_text, trace
from .motion import Motion
from .polynomials import Pieces

MOST_NUMBERS = 2000
"""A piece of more numbers than this is evaluated by NumPy: its program would be long."""

TOGETHER = 2**14
"""Times evaluated together, where each has a piece of its own: their numbers are copied."""

LONG = 2000
"""Times of a run that are worth a call of their own."""

Numbers = list[Scalar]


class Evaluation(NamedTuple):
    """A motion from its beginning to its end: at a time, and at times (N,)."""

    at: Callable[[float], Motion]
    many: Callable[[Array], Motion]


def of_pieces(pieces: Pieces) -> Evaluation | None:
    """Polynomials by compiled code; None where there is none for them.

    >>> from linkwise.trajectories import Quintic
    >>> evaluation = of_pieces(Quintic([0.0], [1.0], duration=2.0).pieces)
    >>> evaluation is None or evaluation.at(1.0)
    Motion(q=[0.5], qd=[0.9375], qdd=[0])
    """
    count, powers, n = pieces.coefficients.shape
    rows = np.empty((count, 2 + powers * n))
    with np.errstate(all="ignore"):
        rows[:, 0], rows[:, 1] = pieces.breaks[:-1], 1.0 / np.diff(pieces.breaks)
    rows[:, 2:] = pieces.coefficients.reshape(count, -1)
    compiled = _compiled("polynomial", n, powers)
    if compiled is None or not np.isfinite(rows[:, 1]).all():
        return None
    one, inner, each = compiled.one, pieces.breaks[1:-1].tolist(), list(rows)
    if count == 1:
        only = each[0]
        return Evaluation(lambda t: one(t, only), lambda t: compiled.many(t, only))

    def many(times: Array) -> Motion:
        return compiled.each(times, rows, np.searchsorted(pieces.breaks[1:-1], times, side="right"))

    return Evaluation(lambda t: one(t, each[bisect_right(inner, t)]), many)


def of_series(ω: float, q0: Array, a: Array, b: Array) -> Evaluation | None:
    """A Fourier series by compiled code (see `fourier`); None where there is none for it.

    >>> evaluation = of_series(2.0, np.zeros(1), np.ones((1, 1)), np.zeros((1, 1)))
    >>> evaluation is None or evaluation.at(0.0).qd
    array([1.])
    """
    harmonics, n = a.shape
    compiled = _compiled("series", n, harmonics)
    if compiled is None:
        return None
    ωk = ω * np.arange(1.0, harmonics + 1.0)[:, None]
    one, row = compiled.one, np.concatenate([[ω], q0, (a / ωk).ravel(), (b / ωk).ravel()])
    return Evaluation(lambda t: one(t, row), lambda t: compiled.many(t, row))


def directly(inside: Callable[[Array, int], Array]) -> Evaluation:
    """A motion by its definition in NumPy, q, q̇ and q̈ being the derivatives `inside(t, 2)`.

    >>> directly(lambda t, order: np.array([t[..., None]] * 3)).at(0.5)
    Motion(q=[0.5], qd=[0.5], qdd=[0.5])
    """

    def many(times: Array) -> Motion:
        with np.errstate(all="ignore"):  # what is too fast for a double is infinite
            return Motion(*inside(times, 2))

    return Evaluation(lambda t: many(np.asarray(t, dtype=float)), many)


class MotionProgram(AbstractTraceable):
    """The program of a kind of motion, of n joints and so many powers or harmonics."""

    def __init__(self, kind: str, n: int, size: int):
        self.kind, self.n, self.size = kind, n, size

    def __repr__(self) -> str:
        return f"MotionProgram({self.kind}, {self.n} joints: {self.signature.text})"

    @property
    def program_name(self) -> str:
        """The kind."""
        return self.kind

    @functools.cached_property
    def signature(self) -> Signature:
        """The time and the numbers of a piece; q, q̇ and q̈."""
        n, count = self.n, 2 + self.size * self.n if self.kind == "polynomial" else 1 + (2 * self.size + 1) * self.n
        return Signature((Port("t", ()), Port("piece", (count,), True)), tuple(Port(x, (n,)) for x in Motion._fields))

    @functools.cached_property
    def program(self) -> Program:
        """The program, traced once."""
        takes = {port.name: port.size for port in self.signature.takes}
        return trace(lambda t, piece: KINDS[self.kind](t[0], piece, self.n), takes, self.kind)

    @functools.cached_property
    def key(self) -> str:
        """The text of the program."""
        return to_text(self.program)


def polynomial(t: Scalar, piece: Numbers, n: int) -> dict[str, Numbers]:
    """A polynomial and its first two derivatives, over scalars, by Horner's rule.

    >>> polynomial(3.0, [1.0, 0.5, 0.0, 0.0, 4.0], 1)  # ((t − 1) / 2)² · 4
    {'q': [4.0], 'qd': [4.0], 'qdd': [2.0]}
    """
    u, rate = (t - piece[0]) * piece[1], piece[1]
    q = [piece[2 + k * n : 2 + (k + 1) * n] for k in range((len(piece) - 2) // n)]
    qd = [[float(k) * x for x in row] for k, row in enumerate(q)][1:]
    qdd = [[float(k) * x for x in row] for k, row in enumerate(qd)][1:]
    return {
        "q": _horner(q, u, n),
        "qd": [x * rate for x in _horner(qd, u, n)],
        "qdd": [x * rate * rate for x in _horner(qdd, u, n)],
    }


def _horner(coefficients: list[Numbers], u: Scalar, n: int) -> Numbers:
    value: Numbers = [0.0] * n
    for row in reversed(coefficients):
        value = [x * u + c for x, c in zip(value, row, strict=True)]
    return value


def fourier(t: Scalar, piece: Numbers, n: int) -> dict[str, Numbers]:
    """A series and its first two derivatives, over scalars.

    >>> fourier(0.0, [2.0, 0.5, 3.0, 4.0], 1)  # 0.5 + 3 sin 2t − 4 cos 2t
    {'q': [-3.5], 'qd': [6.0], 'qdd': [16.0]}
    """
    ω, q, rest = piece[0], piece[1 : 1 + n], piece[1 + n :]
    qd, qdd = [0.0] * n, [0.0] * n
    count = len(rest) // (2 * n)
    for k in range(count):
        ωk = ω * float(k + 1)
        s, c = sin(ωk * t), cos(ωk * t)
        for j in range(n):
            a, b = rest[k * n + j], rest[(count + k) * n + j]
            odd, even = s * a - c * b, c * a + s * b
            q[j], qd[j], qdd[j] = q[j] + odd, qd[j] + ωk * even, qdd[j] - ωk * ωk * odd
    return {"q": q, "qd": qd, "qdd": qdd}


KINDS: dict[str, Callable[[Scalar, Numbers, int], dict[str, Numbers]]] = {"polynomial": polynomial, "series": fourier}
"""The kinds of motion by name."""


class CompiledMotion:
    """A compiled `MotionProgram`; `one(t, piece)` goes straight from Python to machine code."""

    def __init__(self, modules: KernelModules):
        self._modules = modules
        self.one: Callable[[float, Array], Motion] = modules.function(self._slowly, self, "one", "float64", "")

    def _slowly(self, t: Any, piece: Array) -> Motion:
        """As `one`, for the first call and for other kinds of float."""
        self._modules.module("float64", "single")
        return self._batch(np.asarray(t, float), piece)

    def many(self, times: Array, piece: Array) -> Motion:
        """At times (N,) of one piece."""
        return self._batch(times, piece)

    def each(self, times: Array, rows: Array, which: NDArray[np.intp]) -> Motion:
        """At times (N,), each with the row of its own piece; long runs of one piece together."""
        ends = np.append(np.flatnonzero(np.diff(which)) + 1, len(which))
        if LONG * len(ends) <= len(times):
            runs = zip(np.append(0, ends[:-1]).tolist(), ends.tolist(), strict=True)
            parts = [self._batch(times[first:last], rows[which[first]]) for first, last in runs]
            return Motion(*(np.concatenate(each) for each in zip(*parts, strict=True)))
        answers = Motion(*(np.empty((len(times), port.size)) for port in self._modules.traceable.signature.gives))
        ufunc = self._modules.module("float64", "single").ufunc
        assert ufunc is not None
        with np.errstate(all="ignore"):
            for first in range(0, len(times), TOGETHER):
                some = slice(first, first + TOGETHER)
                ufunc(times[some], rows[which[some]], out=tuple(x[some] for x in answers))
        return answers

    def _batch(self, times: Array, piece: Array) -> Motion:
        return Motion(*answer_batch(self._modules, "rows", [times, piece], "float64", None, None))


@functools.cache
def _compiled(kind: str, n: int, size: int) -> CompiledMotion | None:
    """The compiled program; None if it would be long, or the backend has no fast calls."""
    program, backend = MotionProgram(kind, n, size), BACKENDS[default_backend()]
    numbers = program.signature.takes[1].size
    if numbers > MOST_NUMBERS or backend.fast_entry(program.signature, "float64", Motion) is None:
        return None
    return CompiledMotion(KernelModules(program, backend, Motion, None))
