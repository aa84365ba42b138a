"""Which way a question is answered: by a straight-line program, by a loop over the links, from parts, or directly."""

from functools import lru_cache
from math import inf

from ..algebra import solve
from ..backends import BACKENDS, default_backend
from ..errors import NoInertia
from ..formulations import QUESTIONS
from ..formulations.composite import direct_solve
from ..formulations.determinacy import certain, has_numbers
from ..model import BASE, Model
from .derivatives_by_parts import PARTS
from .question_checks import DERIVED, SOLVING

LONGEST = 60
"""Bodies: a longer robot's straight-line program outgrows the instruction cache and takes seconds to compile. A
function over a longer robot's equations is answered by running the formulations."""

MOST_PAIRS = 465
"""Pairs of a link and a joint that moves it, for a regressor that is not computed by a loop: it has ten columns for
each. The program takes two seconds to compile, and as long again for batches."""

LOOP_BEYOND = {
    "mass_matrix": 465,
    "mass_matrix_inverse": 300,
    "forward_dynamics": 300,
    "coriolis_matrix": 300,
    "forward_dynamics_derivatives": 210,
    "inverse_dynamics_derivatives": 160,
    "regressor": 300,
    "momentum_regressor": 300,
}
"""Pairs of a link and a joint that moves it: beyond these a loop answers a single state no later than a program, and is
compiled in a third of the time; in batches a program may still be up to twice as fast. A chain of 30 links has 465
pairs, one of 24 has 300; Talos with 32 joints has 156, Tiago with 48 has 461. Programs of matrices grow with them."""

PUT_TOGETHER = (
    "kinetic_energy",
    "potential_energy",
    "center_of_mass",
    "momentum",
    "momentum_matrix",
    "forward_kinematics",
    "jacobian",
    "jacobian_dot",
    "reaction_wrenches",
    "kinetic_energy_regressor",
    "potential_energy_regressor",
)
"""Questions whose programs grow with the bodies, and whose answers NumPy puts together from what loops give."""

LONGEST_PROGRAM = 200
"""Bodies: programs that grow with them are compiled in 0.5 to 1.5 s at this length."""

LOOP_BEYOND_BODIES = {"inverse_dynamics": 50, "bias_forces": 50} | dict.fromkeys(PUT_TOGETHER, LONGEST_PROGRAM)
"""Bodies: the same for programs that grow with them; for all other questions LONGEST."""


MOVABLE = (
    "inverse_dynamics",
    "bias_forces",
    "gravity_forces",
    "forward_dynamics",
    "inverse_dynamics_derivatives",
    "reaction_wrenches",
    "kinetic_energy",
)
"""The questions that loops answer on a base that moves."""

PARTS_BEYOND = 60
"""Pairs of a link and a joint that moves it: for more of them the derivatives of accelerations under wrenches or on a
base that moves are put together from other answers. For a chain of 10 links, which has 55, the program takes two
seconds to compile; a single state 7 µs by program and 19 by parts."""

WRENCHES_BEYOND = 200
"""Pairs of a link and a joint that moves it: for more of them the derivatives of forces under wrenches come from a loop
and NumPy, which takes some 0.2 ms a call. The program of a chain of 22 links, which has 253, takes 2 s to compile."""


def route_of(tree: Model, question: str, wrenches: bool = False, base: bool = False) -> str:
    """How a question is answered if no formulation is named: "program", "loop", "parts" or "direct"; under wrenches,
    and on a base that moves.

    >>> import linkwise
    >>> route_of(linkwise.load("panda").tree, "mass_matrix")
    'program'
    """
    as_loop = (not base or question in MOVABLE) and _better_as_loop(tree, question)
    if wrenches and question == "inverse_dynamics_derivatives":  # NumPy is beside the loop
        as_loop = as_loop and pairs(tree) > WRENCHES_BEYOND
    if by_parts(tree, question, wrenches, base):
        return "parts"
    if (wrenches or base) and not as_loop and question in DERIVED:
        return "program"  # no formulation knows these: their program is differentiated
    if not worth_compiling(tree, question, as_loop):
        return "direct"
    return "loop" if as_loop else "program"


def by_parts(tree: Model, question: str, wrenches: bool, base: bool) -> bool:
    """Whether an answer is put together from those to PARTS.

    >>> import linkwise
    >>> by_parts(linkwise.load("panda").tree, "forward_dynamics_derivatives", wrenches=True, base=False)
    False
    """
    beside = wrenches or base
    if not beside or question != "forward_dynamics_derivatives" or pairs(tree) <= PARTS_BEYOND:
        return False
    return all(route_of(tree, part, wrenches, base and bool(QUESTIONS[part].base)) != "direct" for part in PARTS)


def _better_as_loop(tree: Model, question: str) -> bool:
    """Whether a question has a loop, and a program would be too long; a loop does not check its pivots, and knows no
    compensated weights."""
    if tree.lifts or question not in QUESTIONS or (question in SOLVING and not (has_numbers(tree) and certain(tree))):
        return False
    if len(tree.bodies) > LOOP_BEYOND_BODIES.get(question, LONGEST):
        return True
    return pairs(tree) > LOOP_BEYOND.get(question, inf)


def pairs(tree: Model) -> int:
    """Pairs of a link and a joint that moves it.

    >>> import linkwise
    >>> pairs(linkwise.load("panda").tree)
    28
    """
    moving: list[int] = []
    for body in tree.bodies:
        moving.append(1 + (moving[body.parent] if body.parent != BASE else 0))
    return sum(moving)


def worth_compiling(tree: Model, question: str, as_loop: bool = False) -> bool:
    """Whether there is a compiler, one program is right for every state and, without loops, is not too long for it.

    >>> import linkwise
    >>> worth_compiling(linkwise.load("panda").tree, "mass_matrix")
    True
    """
    if BACKENDS[default_backend()].interprets or (too_long(tree, question) and not as_loop):
        return False
    return compilable(tree, question)


def formulation_of(tree: Model, question: str, wrenches: bool = False) -> str:
    """The formulation whose equations answer a question if none is named.

    >>> import linkwise
    >>> formulation_of(linkwise.load("panda").tree, "inverse_dynamics")
    'newton_euler.balafoutis_patel_56'
    """
    row, route = QUESTIONS[question], route_of(tree, question, wrenches)
    if route == "loop":
        from .long_chains.build import RECURSIONS

        return RECURSIONS[question].formulation if question in RECURSIONS else row.direct
    if not tree.coordinates.trivial and row.coupled:
        return row.coupled
    return row.compiled if route == "program" else row.direct


def too_long(tree: Model, question: str) -> bool:
    """Whether a program would take longer to compile than people are willing to wait.

    >>> import linkwise
    >>> too_long(linkwise.load("panda").tree, "regressor")
    False
    """
    if len(tree.bodies) > (LOOP_BEYOND_BODIES[question] if question in PUT_TOGETHER else LONGEST):
        return True
    row = QUESTIONS.get(question)  # a function over a robot's equations may have any name
    return row is not None and row.columns and "n" in row.gives and pairs(tree) > MOST_PAIRS


def compilable(tree: Model, question: str) -> bool:
    """Whether a program can answer: not for a robot without joints, nor forward dynamics where a joint moves no inertia
    in whatever configuration.

    >>> import linkwise
    >>> compilable(linkwise.load("panda").tree, "forward_dynamics")
    True
    """
    if tree.n == 0:
        return False
    return question not in SOLVING or (has_numbers(tree) and (certain(tree) or _sometimes_moves(tree)))


@lru_cache(maxsize=64)
def _sometimes_moves(tree: Model) -> bool:
    """Whether every joint moves some inertia in a configuration without symmetries."""
    u = [0.7 + 0.9 * k for k in range(tree.n)]
    coupled = None if tree.coordinates.trivial else tree.coordinates
    D, check = direct_solve.inertia_matrix(tree, tree.coordinates.positions(u), coupled)
    try:
        solve(D, u, check)
    except NoInertia:
        return False
    return True
