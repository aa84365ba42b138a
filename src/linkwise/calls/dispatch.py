"""Answers a question by a compiled program, by a loop over the links, or directly, as routes.py decides."""

from collections.abc import Callable
from typing import Any

from numpy.typing import ArrayLike

from ..errors import NotTraceable
from ..formulations import QUESTIONS, Columns
from ..model import Model
from .call_arrays import filled
from .direct import Wrenches, ask, checked_wrenches, require_mass
from .function_program import FunctionProgram
from .judged_kernel import JudgedKernel
from .kernel import Kernel
from .kernel_cache import AbstractKernel, KernelCache, KernelKey
from .long_chains import LongKernel
from .question_checks import SOLVING, Frames, frame_names
from .question_program import QuestionProgram, has_numbers, is_certain
from .routes import route_of, worth_compiling
from .variant_family import left_open_by, shared_kernel


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
