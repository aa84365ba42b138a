"""Decides how a question is answered: by a compiled program, by a loop over the links, or directly."""

from collections.abc import Callable
from functools import lru_cache
from math import inf
from typing import Any

from numpy.typing import ArrayLike

from ..algebra import solve
from ..backends import BACKENDS, default_backend
from ..errors import NoInertia, NotTraceable
from ..formulations import QUESTIONS, Columns
from ..formulations.composite import direct_solve
from ..model import BASE, Model
from .call_arrays import filled
from .direct import Wrenches, ask, checked_wrenches, require_mass
from .function_program import FunctionProgram
from .judged_kernel import JudgedKernel
from .kernel import Kernel
from .kernel_cache import AbstractKernel, KernelCache, KernelKey
from .long_chains import LOOPED, LongKernel
from .long_chains.build import RECURSIONS
from .question_checks import DERIVED, SOLVING, Frames, frame_names
from .question_program import QuestionProgram, has_numbers, is_certain
from .variant_family import left_open_by, shared_kernel

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

LOOP_BEYOND_BODIES = {"inverse_dynamics": 50, "bias_forces": 50}
"""Bodies: the same for programs that grow with them; for all other questions LONGEST."""


def answer(
    tree: Model,
    kernels: KernelCache,
    question: str,
    states: tuple[ArrayLike, ...],
    formulation: str | None = None,
    *,
    wrenches: Wrenches = None,
    frame: Frames = None,
    columns: Columns | None = None,
    out: Any = None,
) -> Any:
    """The answer to a question for a robot without fixed joints; `kernels` are those it has made so far, `out` is the
    array to be filled, or a tuple of arrays.

    >>> import linkwise
    >>> answer(linkwise.load("pendulum").tree, KernelCache(), "mass_matrix", ([0.0],)).round(3)
    array([[0.333]])
    """
    if formulation is None:
        acting = checked_wrenches(tree, wrenches)
        name = frame_names(tree, frame) if QUESTIONS[question].frame else None
        key = KernelKey(question, tuple(acting), name, columns)
        return by_kernel(
            kernels,
            key,
            lambda: _made(tree, kernels, key, columns),
            (*states, *acting.values()),
            lambda: ask(tree, question, states, wrenches=wrenches, frame=frame, columns=columns),
            out,
        )
    return filled(out, ask(tree, question, states, formulation, wrenches=wrenches, frame=frame, columns=columns))


def answer_by_program(
    kernels: KernelCache, key: KernelKey, program: Callable[[], FunctionProgram], states: tuple[ArrayLike, ...]
) -> Any:
    """The answer of a function over a robot's equations, compiled where a question of this name would be.

    >>> import linkwise
    >>> tree = linkwise.load("pendulum").tree
    >>> weight = FunctionProgram(tree, lambda eq, q: eq.gravity_forces(q), {"q": (1,)}, {"tau": (1,)})
    >>> answer_by_program(KernelCache(), KernelKey("weight"), lambda: weight, ([1.5707963267948966],))
    array([4.905])
    """

    def make() -> AbstractKernel | None:
        question = program()
        return kernels.get_or_make(key, question.kernel) if worth_compiling(question.tree, key.name) else None

    return by_kernel(kernels, key, make, states, lambda: program().run_directly(*states))


def by_kernel(
    kernels: KernelCache,
    key: KernelKey,
    make: Callable[[], AbstractKernel | None],
    given: tuple[ArrayLike, ...],
    direct: Callable[[], Any],
    out: Any = None,
) -> Any:
    """The answer of the kernel with this key, made when first needed; the direct answer if `make` returns None. It is
    written into `out` if that is given.

    >>> by_kernel(KernelCache(), KernelKey("sum"), lambda: None, (), lambda: "directly")
    'directly'
    """
    kernel = kernels.get(key)  # looked up first: finding out whether a long robot can be compiled takes a while
    if kernel is None:
        kernel = make()
    if kernel is None:
        return filled(out, direct())
    try:
        return kernel(*given, out=out) if isinstance(kernel, Kernel) else filled(out, kernel(*given))
    except NotTraceable:  # the model has symbols: a direct answer can use them, or says why not
        return filled(out, direct())


def _made(tree: Model, kernels: KernelCache, key: KernelKey, columns: Columns | None) -> AbstractKernel | None:
    """A new kernel; None if the question is answered directly."""
    require_mass(tree, key.name)
    under = bool(key.wrenches)

    def kernel(tree: Model, left_open: tuple[str, ...] = ()) -> AbstractKernel:
        question = QuestionProgram(tree, (key.name,), None, key.wrenches, key.frame, left_open, columns)
        return _judged(question) if question.checks_pivots else Kernel(question)

    def shareable(root: Model) -> bool:
        """With inertias left open a program does not check its pivots."""
        certain = key.name not in SOLVING or (has_numbers(root) and is_certain(root))
        return certain and route_of(root, key.name, under) == "program"

    shared = shared_kernel(kernels, tree, key, left_open_by(key.name), shareable, kernel)
    if shared is not None:
        return shared
    route = route_of(tree, key.name, under)
    if route == "direct":
        return None
    if route == "loop":
        return kernels.get_or_make(
            key, lambda: LongKernel(tree, key.name, wrenches=key.wrenches, frame=key.frame, columns=columns)
        )
    return kernels.get_or_make(key, lambda: kernel(tree))


def _judged(question: QuestionProgram) -> JudgedKernel:
    """A kernel whose states are judged by the formulation where it is in doubt."""
    (name,), n = question.questions, len(QUESTIONS[question.questions[0]].takes)

    def judge(*given: ArrayLike) -> Any:
        acting = dict(zip(question.wrenches, given[n:], strict=True))
        return ask(question.tree, name, given[:n], wrenches=acting)

    return JudgedKernel(Kernel(question), judge)


def route_of(tree: Model, question: str, wrenches: bool = False) -> str:
    """How a question is answered if no formulation is named: "program", "loop" or "direct".

    >>> import linkwise
    >>> route_of(linkwise.load("panda").tree, "mass_matrix")
    'program'
    """
    if wrenches and question in DERIVED:
        return "program"  # no formulation knows these: their program is differentiated
    as_loop = _better_as_loop(tree, question)
    if not worth_compiling(tree, question, as_loop):
        return "direct"
    return "loop" if as_loop else "program"


def _better_as_loop(tree: Model, question: str) -> bool:
    """Whether a question has a loop, and a program would be too long; a loop does not check its pivots."""
    if question not in LOOPED or (question in SOLVING and not (has_numbers(tree) and is_certain(tree))):
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
        return RECURSIONS[question].formulation
    if not tree.coordinates.trivial and row.coupled:
        return row.coupled
    return row.compiled if route == "program" else row.direct


def too_long(tree: Model, question: str) -> bool:
    """Whether a program would take longer to compile than people are willing to wait.

    >>> import linkwise
    >>> too_long(linkwise.load("panda").tree, "regressor")
    False
    """
    if len(tree.bodies) > LONGEST:
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
    return question not in SOLVING or (has_numbers(tree) and (is_certain(tree) or _sometimes_moves(tree)))


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
