"""States with known answers for the self-test of a generated file, and how closely they must be matched.

Programs amplify rounding to different degrees: solving for accelerations more than adding up torques. Running one in
single precision shows how much, in units of that precision's epsilon; in double precision it does the same to the
roundings of doubles.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ...errors import BadArray, shown
from ...program import Program
from ..interpreter import run

STATES = 4
"""How many states are tried if the caller gives none."""

SLACK = 32.0
"""Safety factor for machines that round differently; also the smallest error allowed, in epsilons."""


@dataclass(frozen=True)
class KnownAnswers:
    """Inputs and outputs, a row for each state; the largest output; the error allowed, in epsilons of the largest.

    `fits_floats` says whether every value of the program fits a float, `one_batch` whether the states can form a batch.
    """

    inputs: tuple[tuple[float, ...], ...]
    outputs: tuple[tuple[float, ...], ...]
    largest: float
    roundings: float
    fits_floats: bool
    one_batch: bool


def known_answers(
    program: Program, states: Sequence[Sequence[float]] | None = None, uniform: Sequence[bool] = ()
) -> KnownAnswers:
    """The interpreter's answers at given states, or at a few whose numbers floats hold exactly.

    `uniform` says of each input whether all states of a batch share it.

    >>> from linkwise.program import trace
    >>> known_answers(trace(lambda x: x[0] * x[1], {"x": 2}), [[2.0, 3.0]])
    KnownAnswers(inputs=((2.0, 3.0),), outputs=((6.0,),), largest=6.0, roundings=32.0, fits_floats=True,
    one_batch=True)
    """
    same = uniform or [False] * len(program.inputs)
    rows = _some_states(same) if states is None else _checked(program, states)
    with np.errstate(all="ignore"):
        outputs = tuple(tuple(float(y) for y in run(program, list(row))) for row in rows)
        coarse = [[float(y) for y in _in_floats(program, row)] for row in rows]
        exact, rough = np.array(outputs), np.array(coarse)
        finite = np.isfinite(exact)
        largest = float(np.abs(exact[finite]).max(initial=0.0)) or 1.0
        off = np.abs(rough - exact)[finite] / largest
    fits = bool(np.isfinite(off).all())
    roundings = float(off.max(initial=0.0)) / float(np.finfo(np.float32).eps) if fits else 1.0
    one_batch = all(row[i] == rows[0][i] for row in rows for i, shared in enumerate(same) if shared)
    return KnownAnswers(tuple(map(tuple, rows)), outputs, largest, SLACK * max(1.0, roundings), fits, one_batch)


def _in_floats(program: Program, row: Sequence[float]) -> list[float]:
    """The outputs when every value is a float."""
    return [np.ravel(y)[0] for y in run(program, [np.array([x], dtype=np.float32) for x in row])]


def _some_states(uniform: Sequence[bool]) -> list[list[float]]:
    """Numbers between -2 and 2, whole multiples of 1/1024."""
    numbers = random.Random(1)
    rows = [[numbers.randint(-2048, 2048) / 1024 for _ in uniform] for _ in range(STATES)]
    return [[first if same else x for x, first, same in zip(row, rows[0], uniform, strict=True)] for row in rows]


def _checked(program: Program, states: Sequence[Sequence[float]]) -> list[list[float]]:
    try:
        rows = np.asarray(states, dtype=float)
    except (TypeError, ValueError):
        rows = np.empty(0)
    if rows.ndim != 2 or rows.shape[0] == 0 or rows.shape[1] != len(program.inputs) or not np.isfinite(rows).all():
        raise BadArray(
            f"the states for the self-test of program {shown(program.name)} do not match its inputs.",
            f"One or more rows of {len(program.inputs)} finite numbers were expected: all inputs in order.",
            "omit states to have some chosen for you.",
        )
    return [list(map(float, row)) for row in rows]
