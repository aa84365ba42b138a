"""Does a fault change any answer beyond rounding? Both ways in 50 digits, on chains and trees, with wrenches.

A model's constants are doubles, and a formulation may compute with these alone: what a change of order does to them is
all that remains of it. The smallest fault is a ninth digit.
"""

from collections.abc import Iterator
from pathlib import Path

import mpmath

from linkwise.algebra import Force, Vec3
from linkwise.backends.interpreter import run
from linkwise.formulations import FORMULATIONS, QUESTIONS, formulations_for
from linkwise.program import fused, jacobian, trace
from linkwise.program.derive.jacobian import MODES
from linkwise.robot import Robot
from tests.robots import random_chain, random_model
from tests.scalars.test_scalars import given, put

from .forked import apart
from .source_faults import Fault, Source

DIGITS, SAME = 50, 1e-13

BESIDE = ("adapters", "terms", "determinacy", "accelerations", "requested_columns", "columns", "friction", "cut")
"""Files whose functions these questions do not reach, or which decide what is refused: taken to change an answer."""

MODELS = [*(random_chain(seed) for seed in (6, 7, 8, 10, 15)), *(random_model(seed) for seed in (28, 30))]

Numbers = list[mpmath.mpf]


def changes_answers(fault: Fault) -> bool:
    """Whether some answer differs, or is refused, with the fault in place."""
    if Path(fault.file).stem in BESIDE:
        return True
    right = apart(lambda: list(answers(fault.file)), 5)

    def wrong() -> list[Numbers]:
        Source(fault.file).apply(fault)
        return list(answers(fault.file))

    mine = apart(wrong, 5)
    if isinstance(mine, str) or len(mine) != len(right) or not right:
        return True
    return not all(same(a, b) for a, b in zip(mine, right, strict=True))


def same(mine: Numbers, right: Numbers) -> bool:
    largest = max(map(abs, right), default=0)
    return len(mine) == len(right) and all(abs(a - b) <= SAME * largest for a, b in zip(mine, right, strict=True))


def answers(file: str) -> Iterator[Numbers]:
    """Of the formulation that a file is, or of all of them; for the files of programs, of derivatives by all modes."""
    with mpmath.workdps(DIGITS):
        yield from in_programs() if file.startswith("program/") else in_formulations(file)


def in_formulations(file: str) -> Iterator[Numbers]:
    name = file.removeprefix("formulations/").removesuffix(".py").replace("/", ".")
    for model in MODELS:
        tree = Robot(model).tree
        for question in QUESTIONS:
            for by, answer in formulations_for(question, tree).items():
                if by == name or name not in FORMULATIONS:
                    state, takes = given(tree, question, 1)
                    numbers = [[mpmath.mpf(x) for x in state[k][0].tolist()] for k in takes]
                    pushed = [pushes(len(tree.bodies))] if QUESTIONS[question].wrenches else []
                    yield [mpmath.mpf(x) for x in put(question, answer, tree, [*numbers, *pushed])]


def pushes(count: int) -> list[Force]:
    """A wrench on each link."""
    return [Force(Vec3(1.0, 0.5 * k, -2.0), Vec3(-0.3, 2.0, 0.7 * k)) for k in range(count)]


def in_programs() -> Iterator[Numbers]:
    for model in MODELS:
        tree = Robot(model).tree
        n, by = len(tree.bodies), formulations_for("forward_dynamics", tree)["composite.direct_solve"]
        program = trace(lambda *x, by=by, tree=tree: [*by(tree, *x), 3.0], {"q": n, "qd": n, "tau": n}, "qdd")
        x = [mpmath.mpf(k + 1) / 7 for k in range(3 * n)]
        yield run(fused(program), x)
        yield from (run(jacobian(program, program.inputs, mode), x) for mode in MODES)
