"""Answers a question by a compiled program, by a loop over the links, from parts, or directly, as routes.py decides."""

from collections.abc import Callable
from typing import Any

from numpy.typing import ArrayLike

from ..backends import backend_of
from ..errors import NotTraceable
from ..formulations import QUESTIONS, Columns, Reactions
from ..model import Model
from .by_joint import as_arrays
from .call_arrays import filled
from .derivatives_by_parts import PARTS, DerivativesByParts
from .direct import Base, Wrenches, ask, checked_base, checked_wrenches, require_mass
from .function_program import FunctionProgram
from .judged_kernel import judged_by_formulation
from .kernel import Kernel
from .kernel_cache import AbstractKernel, KernelCache, KernelKey
from .question_checks import DERIVED, Frames, frame_names
from .question_program import QuestionProgram
from .routes import by_parts, route_of, worth_compiling
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
    base: Base = None,
    reactions: Reactions | None = None,
    out: Any = None,
) -> Any:
    """The answer to a question for a robot without fixed joints; `kernels` are those it has made so far, `out` is the
    array to be filled, or a tuple of arrays.

    >>> import linkwise
    >>> answer(linkwise.load("pendulum").tree, KernelCache(), "mass_matrix", ([0.0],)).round(3)
    array([[0.333]])
    """
    states = as_arrays(QUESTIONS[question].takes, states, tree.joint_names)
    more: dict[str, Any] = {
        "wrenches": wrenches,
        "frame": frame,
        "columns": columns,
        "base": base,
        "reactions": reactions,
    }
    if formulation is None:
        acting = checked_wrenches(tree, wrenches)
        name = frame_names(tree, frame) if QUESTIONS[question].frame else None
        moving = checked_base(question, base)
        key = KernelKey(question, tuple(acting), name, columns or reactions, tuple(moving))
        given = (*states, *acting.values(), *moving.values())
        if (backend := backend_of(given)) is not None:
            require_mass(tree, question)
            return _elsewhere(tree, kernels, key, columns, reactions, backend)(*given, out=out)
        return by_kernel(
            kernels,
            key,
            lambda: _made(tree, kernels, key, columns, reactions),
            given,
            lambda: ask(tree, question, states, **more),
            out,
        )
    return filled(out, ask(tree, question, states, formulation, **more))


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
        return kernel(*given, out=out) if kernel.writes_out else filled(out, kernel(*given))
    except NotTraceable:  # the model has symbols: a direct answer can use them, or says why not
        return filled(out, direct())


def _made(
    tree: Model, kernels: KernelCache, key: KernelKey, columns: Columns | None, reactions: Reactions | None
) -> AbstractKernel | None:
    """A new kernel; None if the question is answered directly."""
    require_mass(tree, key.name)
    beside = {"wrenches": bool(key.wrenches), "base": bool(key.base)}

    def kernel(tree: Model, left_open: tuple[str, ...] = ()) -> AbstractKernel:
        own: dict[str, Any] = {"wrenches": key.wrenches, "reactions": reactions}
        if route_of(tree, key.name, **beside) == "loop":
            from .long_chains import LongKernel, MovingKernel  # of no use to most robots

            own["opened"] = bool(left_open)
            if key.base:
                return MovingKernel(tree, key.name, base=key.base, **own)
            return LongKernel(tree, key.name, frame=key.frame, columns=columns, **own)
        question = QuestionProgram(
            tree, (key.name,), frame=key.frame, parameters=left_open, columns=columns, base=key.base, **own
        )
        made: Kernel[Any] = Kernel(question)
        return judged_by_formulation(question, made) if question.checks_pivots and not left_open else made

    def shareable(root: Model) -> bool:
        """Where the robot has no answer for lack of mass, a program with its inertias open still has its variants'."""
        ways = [route_of(each, key.name, **beside) for each in (root, tree)]
        return ways[0] in ("program", "loop") or (bool(left_open) and ways[1] == "program")

    left_open = tuple(name for name in left_open_by(key.name) if name not in key.base)
    if by_parts(tree, key.name, **beside):
        return kernels.get_or_make(key, lambda: DerivativesByParts(*(_part(tree, kernels, key, p) for p in PARTS)))
    shared = shared_kernel(kernels, tree, key, left_open, shareable, kernel)
    if shared is not None:
        return shared
    if route_of(tree, key.name, **beside) == "direct":
        return None
    return kernels.get_or_make(key, lambda: kernel(tree))


def _elsewhere(
    tree: Model,
    kernels: KernelCache,
    key: KernelKey,
    columns: Columns | None,
    reactions: Reactions | None,
    backend: str,
) -> AbstractKernel:
    """The kernel of a backend that was not asked for by name: the arrays are its own."""
    about: tuple[Any, ...] = (key.wrenches, key.frame, (), columns, key.base, reactions)
    named = key._replace(options=(key.options, backend))
    return kernels.get_or_make(named, lambda: Kernel(QuestionProgram(tree, (key.name,), None, *about), backend=backend))


def _part(tree: Model, kernels: KernelCache, whole: KernelKey, question: str) -> AbstractKernel:
    """The kernel of a question that is asked for the answer of another one, under the same wrenches if it has any."""
    plain = not (QUESTIONS[question].wrenches or question in DERIVED)
    key = KernelKey(question) if plain else KernelKey(question, whole.wrenches, base=whole.base)
    kernel = kernels.get(key) or _made(tree, kernels, key, None, None)
    assert kernel is not None, question
    return kernel
