"""Decides how a question is answered: by a compiled program, by a loop over the links, or directly."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from numpy.typing import ArrayLike

from ..backends import BACKENDS, default_backend
from ..errors import NotTraceable
from ..formulations import QUESTIONS, Columns, determinacy
from ..model import Model
from .direct import Wrenches, ask, checked_wrenches, require_mass
from .function_program import FunctionProgram
from .kernel import Kernel
from .kernel_cache import AbstractKernel, KernelCache, KernelKey
from .long_chains import LOOPED, LongKernel
from .long_chains.build import RECURSIONS
from .question_checks import DERIVED
from .question_program import QuestionProgram

SOLVING = ("forward_dynamics", "forward_dynamics_derivatives", "mass_matrix_inverse")
"""Questions that have no answer where a joint moves no inertia."""

LONGEST = 60
"""Bodies: a longer robot's straight-line program outgrows the instruction cache and takes seconds to compile. A
function over a longer robot's equations is answered by running the formulations."""

MOST_PAIRS = 100
"""Pairs of a link and a joint that moves it; a chain of 13 links has fewer. A regressor has ten columns for each: its
program takes 4 s to compile for a chain of 12, 14 s for one of 20 and half a minute for one of 30, and as long again
for batches."""

LOOP_BEYOND = dict.fromkeys(LOOPED, LONGEST) | {
    "inverse_dynamics": 50,
    "bias_forces": 50,
    "mass_matrix": 30,
    "mass_matrix_inverse": 24,
    "forward_dynamics": 24,
    "coriolis_matrix": 24,
    "forward_dynamics_derivatives": 20,
    "inverse_dynamics_derivatives": 14,
    "regressor": 10,
    "momentum_regressor": 10,
}
"""Bodies: for longer robots a loop answers a single state sooner than a program, which still does batches in up to half
the time but takes some seconds to compile. Programs of matrices grow with the square of the length, those of solving
with one with the cube."""


def answer(
    tree: Model,
    kernels: KernelCache,
    question: str,
    states: tuple[ArrayLike, ...],
    formulation: str | None = None,
    *,
    wrenches: Wrenches = None,
    frame: str | None = None,
    columns: Columns | None = None,
) -> Any:
    """The answer to a question for a robot without fixed joints; `kernels` are those it has made so far.

    >>> import linkwise
    >>> answer(linkwise.load("pendulum").tree, KernelCache(), "mass_matrix", ([0.0],)).round(3)
    array([[0.333]])
    """
    if formulation is None:
        acting = checked_wrenches(tree, wrenches)
        name = tree.frame_or_tip(frame).name if QUESTIONS[question].frame else None
        key = KernelKey(question, tuple(acting), name, columns)
        return by_kernel(
            kernels,
            key,
            lambda: _made(tree, kernels, key, columns),
            (*states, *acting.values()),
            lambda: ask(tree, question, states, wrenches=wrenches, frame=frame, columns=columns),
        )
    return ask(tree, question, states, formulation, wrenches=wrenches, frame=frame, columns=columns)


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
) -> Any:
    """The answer of the kernel with this key, made when first needed; the direct answer if `make` returns None.

    >>> by_kernel(KernelCache(), KernelKey("sum"), lambda: None, (), lambda: "directly")
    'directly'
    """
    kernel = kernels.get(key)  # looked up first: finding out whether a long robot can be compiled takes a while
    if kernel is None:
        kernel = make()
    if kernel is None:
        return direct()
    try:
        return kernel(*given)
    except NotTraceable:  # the model has symbols: a direct answer can use them, or says why not
        return direct()


def _made(tree: Model, kernels: KernelCache, key: KernelKey, columns: Columns | None) -> AbstractKernel | None:
    """A new kernel; None if the question is answered directly."""
    require_mass(tree, key.name)
    route = route_of(tree, key.name, bool(key.wrenches))
    if route == "direct":
        return None
    if route == "loop":
        return kernels.get_or_make(
            key, lambda: LongKernel(tree, key.name, wrenches=key.wrenches, frame=key.frame, columns=columns)
        )
    question = QuestionProgram(tree, (key.name,), wrenches=key.wrenches, frame=key.frame, columns=columns)
    return kernels.get_or_make(key, lambda: Kernel(question))


def route_of(tree: Model, question: str, wrenches: bool = False) -> str:
    """How a question is answered if no formulation is named: "program", "loop" or "direct".

    >>> import linkwise
    >>> route_of(linkwise.load("panda").tree, "mass_matrix")
    'program'
    """
    if wrenches and question in DERIVED:
        return "program"  # no formulation knows these: their program is differentiated
    length = len(tree.bodies)
    as_loop = length > LOOP_BEYOND.get(question, length)
    if not worth_compiling(tree, question, as_loop):
        return "direct"
    return "loop" if as_loop else "program"


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
    length = len(tree.bodies)
    if length > LONGEST:
        return True
    row = QUESTIONS.get(question)  # a function over a robot's equations may have any name
    if row is None or not (row.columns and "n" in row.gives) or length * (length + 1) // 2 <= MOST_PAIRS:
        return False
    return sum(len(tree.ancestors(j)) for j in range(length)) > MOST_PAIRS


def compilable(tree: Model, question: str) -> bool:
    """Whether one program is right for every state.

    It is not for a robot without joints, nor where forward dynamics has to check state by state whether some joint
    moves no inertia.

    >>> import linkwise
    >>> compilable(linkwise.load("panda").tree, "forward_dynamics")
    True
    """
    if tree.n == 0:
        return False
    return question not in SOLVING or _certain(tree)


@lru_cache(maxsize=64)
def _certain(tree: Model) -> bool:
    return all(isinstance(p, float | int) for body in tree.bodies for p in body.inertia.parameters) and (
        determinacy.certain(tree)
    )
