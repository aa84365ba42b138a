"""How far the functions on floats are from the exact answers, within given ranges of their inputs: found by a search.

Every value of the program is computed in doubles and rounded to a float. For sums, products, quotients and square roots
that is what a machine with floats gives, to the last bit; a fused multiply-add or a sine differs from the right one
once in some 2²⁸ times. Machines with and without fused multiply-add round differently, so both ways are tried and the
worse one counts. The exact answers are those of doubles, whose own errors are 2²⁹ times smaller.

An error has a smooth part, which grows with the inputs, and one that looks random. So states are drawn at random, some
inputs at the ends of their ranges, and then changed, the worst ones again and again. What is found is a lower bound of
the largest error: the search is no proof.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from decimal import ROUND_CEILING, Context
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from ...program import Const, Operand, Program, Signature, Step
from ..backend import Ranges
from ..interpreter import run
from ..known_answers import Numbers
from .plan import Plan
from .wrap import wrapped

TOGETHER, KEPT = 1024, 64
"""How many states are tried at a time, and how many of the worst are kept to be changed."""

MOST_ROUNDS, WORK, LONGEST = 32, 30_000, 100_000
"""Rounds of a search: so many, or as many as make so many steps, though at least two; longer programs are not searched.
It takes some 0.3 s for a Panda's torques, and a few seconds at worst."""

AT_AN_END, CHANGED = 0.25, 0.25
"""How many of the inputs are drawn at an end of their range; how many of them change from one round to the next."""


class FloatError(NamedTuple):
    """Of one output: the largest error found, the largest entry met, and the state of that error (all inputs)."""

    error: float
    largest: float
    state: Numbers


@dataclass(frozen=True, eq=False)
class FloatErrors:
    """What a search found: an error for each output, the number of states tried, and the ranges they were drawn from.

    Inputs named in `missing` have no range, and then there is no error; nor is there if the program is too long.
    """

    errors: tuple[FloatError, ...]
    states: int
    ranges: Ranges
    missing: tuple[str, ...] = ()


def float_errors(program: Program, signature: Signature, ranges: Ranges, seed: int = 1) -> FloatErrors:
    """The largest errors of a program, as C runs it, on floats.

    >>> from linkwise.program import Port, trace
    >>> ports = Signature((Port("x", (2,)),), (Port("y", ()),))
    >>> program = trace(lambda x: x[0] + x[1], {"x": 2})
    >>> [y] = float_errors(program, ports, {"x": (np.array([1.0, 0.0]), np.array([1.9, 0.001]))}).errors
    >>> f"{y.error:.1e} of {y.largest:.1f}"  # half of the spacing of floats at 1
    '6.0e-08 of 1.9'
    """
    read = {operand for step in program.steps for operand in step.args} | set(program.outputs)
    at, missing = 0, []
    lower: list[Numbers] = []
    upper: list[Numbers] = []
    for port in signature.takes:
        used = any(at + k in read for k in range(port.size))
        if used and port.name not in ranges:
            missing.append(port.name)
        nothing = np.zeros(port.size)
        low, high = ranges.get(port.name, (nothing, nothing))
        lower, upper, at = [*lower, low], [*upper, high], at + port.size
    used_ranges = {port.name: ranges[port.name] for port in signature.takes if port.name in ranges}
    if missing or len(program.steps) > LONGEST or not signature.takes or not program.outputs:
        return FloatErrors((), 0, used_ranges, tuple(missing))
    search = _Search(program, signature, np.concatenate(lower), np.concatenate(upper), np.random.default_rng(seed))
    rounds = min(MOST_ROUNDS, max(2, WORK // len(program.steps or [0])))
    search.try_states(search.drawn(TOGETHER))
    for k in range(1, rounds):
        search.try_states(search.changed(0.5 ** (8.0 * k / rounds)))
    return FloatErrors(tuple(search.found), rounds * TOGETHER, used_ranges)


def in_words(plan: Plan, found: FloatErrors) -> list[str]:
    """Lines of a comment: the errors, and the ranges within which they were found."""
    names = {port.name: name for name, port in plan.inputs}
    if not found.errors:
        unknown = ", ".join(names[name] for name in found.missing)
        reason = f"no range is known for {unknown}" if unknown else "the program is too long, or empty"
        remedy = ["  save(path, ranges={...}) takes ranges."] if unknown else []
        return [f"Errors of the functions on floats were not searched for: {reason}.", *remedy]
    lines = [
        f"Errors of the functions on floats, the largest found in {found.states} states; a search, not a proof:",
        *(f"  {name}: {_amount(each)}" for name, each in zip(plan.gives, found.errors, strict=True)),
        "With or without fused multiply-adds, whichever is worse; libm taken as correctly rounded. States were within:",
    ]
    for name, sides in found.ranges.items():
        pairs = [f"{low:.6g} to {high:.6g}" if low < high else f"{low:.6g}" for low, high in zip(*sides, strict=True)]
        text = f"each {pairs[0]}" if len(pairs) > 1 and len(set(pairs)) == 1 else ", ".join(pairs)
        lines += wrapped(f"  {names[name]}: {text}").splitlines()
    return lines


def _amount(found: FloatError) -> str:
    if not math.isfinite(found.error):
        return "not finite in floats at some states"
    largest = found.largest or 1.0
    return f"{_rounded_up(found.error)}, {_rounded_up(found.error / largest)} of the largest entry met, {largest:.3g}"


def _rounded_up(x: float) -> str:
    """Two digits, the second rounded up."""
    return f"{float(Context(prec=2, rounding=ROUND_CEILING).create_decimal_from_float(x)):.1e}"


class _Search:
    """The worst states so far, for each output array."""

    def __init__(
        self, program: Program, signature: Signature, lower: Numbers, upper: Numbers, rng: np.random.Generator
    ):
        ends = np.cumsum([0, *(port.size for port in signature.gives)])
        self.parts = [slice(first, last) for first, last in pairwise(ends)]
        self.lower, self.upper, self.rng = lower, upper, rng
        self.exact, self.in_floats = program, [_with_float_constants(each) for each in (program, _apart(program))]
        self.found = [FloatError(0.0, 0.0, lower) for _ in self.parts]
        self.worst = [(np.empty((0, len(lower))), np.empty(0)) for _ in self.parts]

    def drawn(self, count: int) -> Numbers:
        """States from the whole range, some inputs at its ends."""
        shape = (count, len(self.lower))
        inside = self.rng.uniform(self.lower, self.upper, shape)
        ends = np.where(self.rng.random(shape) < 0.5, self.lower, self.upper)
        return np.where(self.rng.random(shape) < AT_AN_END, ends, inside)

    def changed(self, width: float) -> Numbers:
        """The worst states with some inputs moved a little, or drawn anew."""
        parts = [states for states, _ in self.worst if len(states)]
        if not parts:
            return self.drawn(TOGETHER)
        share = [states[self.rng.integers(len(states), size=-(-TOGETHER // len(parts)))] for states in parts]
        states = np.concatenate(share)[:TOGETHER]
        moved = states + width * (self.upper - self.lower) * self.rng.normal(size=states.shape)
        other = np.where(self.rng.random(states.shape) < 0.5, moved, self.drawn(len(states)))
        return np.where(self.rng.random(states.shape) < CHANGED, other, states)

    def try_states(self, states: Numbers) -> None:
        """Run them in doubles and both ways in floats, and keep the worst."""
        states = _as_floats(np.clip(states, self.lower, self.upper))
        exact = _outputs(self.exact, states)
        with np.errstate(all="ignore"):
            off = np.max([np.abs(_outputs(each, states, _as_floats) - exact) for each in self.in_floats], axis=0)
        off = np.where(np.isfinite(exact), np.where(np.isnan(off), np.inf, off), 0.0)
        for k, part in enumerate(self.parts):
            if part.start == part.stop:
                continue
            error, found = off[:, part].max(axis=1), self.found[k]
            size = np.abs(exact[:, part][np.isfinite(exact[:, part])]).max(initial=found.largest)
            i = int(error.argmax())
            worse = (float(error[i]), states[i]) if error[i] > found.error else (found.error, found.state)
            self.found[k] = FloatError(worse[0], float(size), worse[1])
            together = np.concatenate([self.worst[k][0], states]), np.concatenate([self.worst[k][1], error])
            best = np.argsort(-together[1], kind="stable")[:KEPT]
            self.worst[k] = together[0][best], together[1][best]


def _outputs(program: Program, states: Numbers, rounded: Callable[[Any], Any] | None = None) -> Numbers:
    columns = run(program, list(states.T), rounded)
    return np.stack([np.broadcast_to(np.asarray(x, dtype=float), len(states)) for x in columns], axis=1)


def _as_floats(x: Any) -> Any:
    """Numbers rounded to floats, as doubles."""
    with np.errstate(all="ignore"):
        return np.asarray(x, dtype=np.float32).astype(np.float64)


SUMS = {"fma": ("add", (0, 1)), "fms": ("sub", (0, 1)), "fnma": ("sub", (1, 0))}
"""What each fused operation is to a machine that has none: a sum or difference of the product (0) and the rest (1)."""


def _apart(program: Program) -> Program:
    """The same program with products rounded before they are added."""
    steps: list[Step] = []
    first, new = len(program.inputs), {i: i for i in range(len(program.inputs))}

    def renumbered(operand: Operand) -> Operand:
        return operand if isinstance(operand, Const) else new[operand]

    for i, (op, operands) in program.numbered():
        args = tuple(map(renumbered, operands))
        if op in SUMS:
            steps.append(Step("mul", args[:2]))
            pair, (op, order) = (first + len(steps) - 1, args[2]), SUMS[op]
            args = tuple(pair[k] for k in order)
        steps.append(Step(op, args))
        new[i] = first + len(steps) - 1
    return replace(program, steps=tuple(steps), outputs=tuple(map(renumbered, program.outputs)), labels=())


def _with_float_constants(program: Program) -> Program:
    def of(operand: Operand) -> Operand:
        return Const(float(_as_floats(operand.value))) if isinstance(operand, Const) else operand

    steps = tuple(step._replace(args=tuple(map(of, step.args))) for step in program.steps)
    return replace(program, steps=steps, outputs=tuple(map(of, program.outputs)))
