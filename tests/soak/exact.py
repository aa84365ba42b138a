"""Does a fault change any answer at all? Both ways in 50 digits, on chains and trees of turning and sliding joints.

What a fault changes beyond rounding shows in the first digits; one that only changes the order of operations leaves
some 45 of them as they were.
"""

from collections.abc import Iterator

import mpmath

from linkwise.backends.interpreter import run
from linkwise.formulations import FORMULATIONS, QUESTIONS, formulations_for
from linkwise.program import fused, jacobian, trace
from linkwise.program.derive.jacobian import MODES
from linkwise.robot import Robot
from tests.robots import random_chain, random_model
from tests.scalars.test_scalars import given, put

from .forked import apart
from .source_faults import Fault, Source

DIGITS, SAME = 50, 1e-40
MODELS = [*(random_chain(seed) for seed in (6, 7, 8, 10, 15)), *(random_model(seed) for seed in (28, 30))]

Numbers = list[mpmath.mpf]


def changes_answers(fault: Fault) -> bool:
    """Whether some answer differs, or is refused, with the fault in place."""
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
                    found = put(question, answer, tree, [[mpmath.mpf(x) for x in state[k][0].tolist()] for k in takes])
                    yield [mpmath.mpf(x) for x in found]


def in_programs() -> Iterator[Numbers]:
    for model in MODELS:
        tree = Robot(model).tree
        n, by = len(tree.bodies), formulations_for("forward_dynamics", tree)["composite.direct_solve"]
        program = trace(lambda *x, by=by, tree=tree: [*by(tree, *x), 3.0], {"q": n, "qd": n, "tau": n}, "qdd")
        x = [mpmath.mpf(k + 1) / 7 for k in range(3 * n)]
        yield run(fused(program), x)
        yield from (run(jacobian(program, program.inputs, mode), x) for mode in MODES)
