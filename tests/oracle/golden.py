"""The golden file: what the textbook says of the 200 robots, each number as the sum of two doubles, 32 digits."""

import math
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import mpmath
import numpy as np

from linkwise.model import Model

from .robots import STATES, Case, cases
from .textbook import Answers, answers

FILE = Path(__file__).with_name("golden.npz")


class Exact(NamedTuple):
    """An answer, hi + lo, of five states: (5, …)."""

    hi: np.ndarray
    lo: np.ndarray

    @staticmethod
    def of(numbers: object) -> "Exact":
        given = np.array(numbers, dtype=object)
        with mpmath.workdps(50):
            hi = np.array([float(x) for x in given.ravel()])
            lo = np.array([float(x - h) for x, h in zip(given.ravel(), hi.tolist(), strict=True)])
        return Exact(hi.reshape(given.shape), lo.reshape(given.shape))

    def off(self, found: np.ndarray) -> np.ndarray:
        """How far each state's answer is off, relative to its largest entry; energies, to the largest of all."""
        apart, size = (
            x.reshape(len(x), -1).max(axis=1) for x in (np.abs((found - self.hi) - self.lo), np.abs(self.hi))
        )
        return apart / (size if self.hi.ndim > 1 else size.max())


Truth = dict[str, Exact]
"""Exact answers by question."""


def truth(model: Model, states: tuple[np.ndarray, ...]) -> Truth:
    """The textbook's answers about a robot at some states: q, q̇, q̈ and τ, (states, n) each."""
    each = [answers(model, *state) for state in zip(*states, strict=True)]
    return {question: Exact.of([getattr(one, question) for one in each]) for question in Answers._fields}


def condition(M: np.ndarray) -> np.ndarray:
    """The condition numbers of matrices scaled to a unit diagonal."""
    d = np.sqrt(np.diagonal(M, axis1=-2, axis2=-1))
    return np.linalg.cond(M / (d[..., :, None] * d[..., None, :]))


def save(truths: list[Truth], digests: list[str]) -> None:
    """Write the file; of inertia matrices one half."""
    flat = [_pack(exact, question) for each in truths for question, exact in each.items()]
    hi, lo = (np.concatenate([pair[k].ravel() for pair in flat]) for k in (0, 1))
    np.savez(FILE, digests=np.array(digests), hi=hi, lo=lo)


@cache
def load() -> tuple[tuple[Case, Truth], ...]:
    """The robots with their exact answers."""
    return tuple(_read())


def _read() -> Iterator[tuple[Case, Truth]]:
    with np.load(FILE) as file:
        digests, hi, lo = file["digests"], file["hi"], file["lo"]
    at = 0
    for case, digest in zip(cases(), digests.tolist(), strict=True):
        assert case.digest == digest, f"{case.model.name} is not the robot of the golden file: run `make oracle`"
        found: Truth = {}
        for question in Answers._fields:
            shape = _shape(question, case.model.n)
            size = math.prod(shape)
            found[question] = _unpack(question, hi[at : at + size].reshape(shape), lo[at : at + size].reshape(shape))
            at += size
        yield case, found
    assert at == len(hi)


def _shape(question: str, n: int) -> tuple[int, ...]:
    if question.endswith("energy"):
        return (STATES,)
    return (STATES, n * (n + 1) // 2) if question == "mass_matrix" else (STATES, n)


def _pack(exact: Exact, question: str) -> Exact:
    if question != "mass_matrix":
        return exact
    lower = np.tril_indices(exact.hi.shape[-1])
    return Exact(*(part[:, *lower] for part in exact))


def _unpack(question: str, hi: np.ndarray, lo: np.ndarray) -> Exact:
    if question != "mass_matrix":
        return Exact(hi, lo)
    n = (math.isqrt(8 * hi.shape[1] + 1) - 1) // 2
    i, j = np.tril_indices(n)
    whole = [np.empty((STATES, n, n)) for _ in range(2)]
    for part, square in zip((hi, lo), whole, strict=True):
        square[:, i, j] = square[:, j, i] = part
    return Exact(*whole)
