"""The contestants: all ways to compute one quantity of one robot."""

from collections.abc import Mapping
from typing import Any

import linkwise
from linkwise.calls.function_program import FunctionProgram
from linkwise.calls.sampling import fixed_states
from linkwise.costs.measure import AbstractContestant, Call
from linkwise.costs.measure.kernels import IN_CACHE, LARGE, batch, fitting, single
from linkwise.costs.measure.pinocchio import Pinocchio
from linkwise.program import Signature

from .cpp_loop import Loop, Passes
from .quantities import QUANTITIES
from .stores import Stores

WAYS = {
    "pinocchio_call": "Pinocchio, one call from Python",
    "pinocchio_batch": "Pinocchio, its batch call, one thread",
    "pinocchio_cpp": "Pinocchio, C++ loop",
    "linkwise_call": "linkwise, one call from Python",
    "linkwise_rows": "linkwise, 100,000 states in rows",
    "linkwise_columns": "linkwise, 100,000 states in columns",
    "linkwise_cache": "linkwise, 960 states in cache",
    "stores": "stores alone, of such answers in rows",
    "memory_rows": "constants written the same way, in rows",
    "memory_columns": "constants written the same way, in columns",
}
"""The ways, and their names in tables."""


def contestants(
    robot: linkwise.Robot, peer: Pinocchio | None, loops: Mapping[str, Loop], key: str
) -> dict[str, AbstractContestant]:
    """Contestants by the name of the way; if a way has variants, the best counts, and a space and the variant follow.

    >>> from bench.robots import robot
    >>> list(contestants(robot("panda"), Pinocchio.of(robot("panda")), {}, "M"))[:2]
    ['pinocchio_call call', 'pinocchio_call call1']
    """
    quantity = QUANTITIES[key]
    found: dict[str, AbstractContestant] = {}
    if peer:
        found |= {f"pinocchio_call {name}": call for name, call in peer.singles(quantity.question).items()}
        if its_batch := peer.batch(quantity.question):
            found["pinocchio_batch"] = its_batch
    for build, loop in loops.items():
        found |= {f"pinocchio_cpp {build} {name}": Passes(loop, name) for name in quantity.loops}
    found["linkwise_call"] = single(robot, quantity.question)
    found["linkwise_rows"] = in_rows = batch(robot, quantity.question, LARGE)
    found["linkwise_columns"] = batch(robot, quantity.question, LARGE, "columns")
    found["linkwise_cache"] = batch(robot, quantity.question, IN_CACHE)
    signature = robot.compile(quantity.question).signature
    if sum(port.size for port in signature.gives) > sum(port.size for port in signature.takes):
        found["stores"] = Stores(*(in_rows.out if isinstance(in_rows.out, tuple) else (in_rows.out,)))
        found["memory_rows"], found["memory_columns"] = (constants(robot, signature, of) for of in ("rows", "columns"))
    return found


def constants(robot: linkwise.Robot, signature: Signature, layout: str) -> Call:
    """A batch of answers that need no computing: no answer of these shapes can be written faster.

    >>> from bench.robots import robot
    >>> panda = robot("panda")
    >>> constants(panda, panda.compile("mass_matrix").signature, "rows").states
    100000
    """
    gives = {port.name: port.shape for port in signature.gives}

    def answers(eq: Any, q: Any) -> dict[str, list[float]]:
        return {port.name: [1.0] * port.size for port in signature.gives}

    kernel = FunctionProgram(robot.tree, answers, {"q": (robot.n,)}, gives).kernel(layout=layout)
    count = fitting(kernel, LARGE)
    states = fixed_states(robot.n, 1, count, layout=layout)
    return Call(kernel, states, count, kernel(*states))
