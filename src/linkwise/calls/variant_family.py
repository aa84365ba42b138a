"""Robots that differ in payload, gravity and frames alone: from the third on, they share kernels with the numbers left
open. What is asked about frames of the robot they were made from is answered by that robot's kernels.

A program customised to a robot takes a tenth of a second to compile, so the first two variants that ask a question get
one each, as any robot does. A robot that is varied more often is being varied in a loop: one more program is compiled,
which takes gravity, the links' inertias and where frames are on their links when it runs, as far as variants differ in
them, and all further variants pass theirs. It has some more operations, since no number is known to be zero, and its
answers may differ in the last digits from those of a customised one: `robot.compile(question)` is always customised.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import update_wrapper
from typing import Any

import numpy as np

from ..formulations import QUESTIONS
from ..model import Frame, Model, rewrite
from .arrays import Array
from .judged_kernel import judged_by_formulation
from .kernel import Kernel
from .kernel_cache import AbstractKernel, AbstractOpenKernel, KernelCache, KernelKey
from .question_checks import REGRESSORS
from .question_program import QuestionProgram

VARIED = ("gravity", "inertia")
"""What variants of a family may differ in besides frames."""

Maker = Callable[[Model, tuple[str, ...]], AbstractKernel]
"""Makes a kernel for a robot with parameters left open."""

CUSTOMISED = 2
"""How many variants get a program of their own for a question."""


class VariantFamily:
    """The robot that was varied, its kernels, and how many of its variants have asked each question.

    >>> import linkwise
    >>> arm = linkwise.load("pendulum")
    >>> loads = [arm.with_payload(mass).gravity_forces([1.5707963267948966]) for mass in (1.0, 2.0, 3.0, 4.0)]
    >>> [float(load[0].round(3)) for load in loads]
    [14.715, 24.525, 34.335, 44.145]
    >>> arm.kernels  # of the last two
    KernelCache(gravity_forces)
    """

    def __init__(self, model: Model, tree: Model, kernels: KernelCache) -> None:
        self.model, self.tree, self.kernels = model, tree, kernels
        self._trees: dict[tuple[str, ...], Model] = {(): tree}
        self._asked: Counter[KernelKey] = Counter()
        self._numeric = all(
            isinstance(x, float | int)
            for x in (*tree.gravity.components, *(x for body in tree.bodies for x in body.inertia.parameters))
        )

    def tree_like(self, tree: Model) -> Model | None:
        """The tree of the robot that was varied, in which the fixed joints are joints that are so in a variant's; None
        if they are the variant's alone: those of a payload."""
        known = {*self.tree.moving_joint_names}
        held = tuple(name for name in tree.moving_joint_names if name not in known)
        if held not in self._trees:
            if not {*held} <= {body.joint.name for body in self.model.bodies}:
                return None
            self._trees[held] = rewrite.merge_fixed(rewrite.hold(self.model, held))
        return self._trees[held]

    def moves_like(self, own: Model, tree: Model) -> bool:
        """Whether a variant has the bodies and the gravity of the robot that was varied: only frames differ then."""
        return self._numeric and tree.bodies == own.bodies and tree.gravity == own.gravity

    def shares(self, own: Model, key: KernelKey, left_open: tuple[str, ...], compiled: Callable[[Model], bool]) -> bool:
        """Whether variants share the kernel of this key; `compiled` says whether a robot has one at all.

        A payload only adds inertia: what has an answer for the robot has one for its variants. If the robot's program
        checks its pivots, so does the shared one, with the inertias that it is given.
        """
        if key in self.kernels:
            return True
        if not self._numeric or not compiled(own):
            return False
        self._asked[key] += 1
        return self._asked[key] > CUSTOMISED or not left_open


def shared_kernel(
    kernels: KernelCache,
    tree: Model,
    key: KernelKey,
    left_open: tuple[str, ...],
    compiled: Callable[[Model], bool],
    make: Maker,
) -> AbstractKernel | None:
    """The kernel that a robot shares with its family; None if it has no family, or gets a kernel of its own.

    `left_open` names what its answers depend on that variants may change.

    >>> import linkwise
    >>> robot = linkwise.load("pendulum")
    >>> shared_kernel(robot.kernels, robot.tree, KernelKey("mine"), (), lambda tree: True, lambda tree, left_open: None)
    """
    family = kernels.family
    own = None if family is None else family.tree_like(tree)
    if family is None or own is None:
        return None
    if family.moves_like(own, tree):
        left_open = ()
    placed = [tree.frame(name) for name in _placed(own, key)]
    left_open = (*["placement"] * bool(placed), *left_open)
    common = _shared(key, left_open, placed)
    if not family.shares(own, common, left_open, compiled):
        return None
    shared = family.kernels.get_or_make(common, lambda: make(_with_frames(own, placed), left_open))

    def bound() -> AbstractKernel:
        if isinstance(shared, AbstractOpenKernel):
            return shared.of_variant(tree, key.wrenches, key.frame)
        assert isinstance(shared, Kernel)
        mine, question = BoundKernel(shared, [_VALUES[name](tree, placed) for name in left_open]), shared.traceable
        if not isinstance(question, QuestionProgram) or not question.checks_pivots:
            return mine
        return judged_by_formulation(replace(question, tree=tree, wrenches=key.wrenches, parameters=()), mine)

    return kernels.get_or_make(key, bound if left_open else lambda: shared)


def left_open_by(question: str) -> tuple[str, ...]:
    """What a variant may change that the answers to a question depend on.

    >>> left_open_by("inverse_dynamics"), left_open_by("regressor"), left_open_by("jacobian")
    (('gravity', 'inertia'), ('gravity',), ())
    """
    if QUESTIONS[question].frame:
        return ()
    return ("gravity",) if question in REGRESSORS else VARIED


def _shared(key: KernelKey, left_open: tuple[str, ...], placed: Sequence[Frame]) -> KernelKey:
    """The key of a kernel that variants share. Where frames are left open their links matter, and which of them are the
    same, not their names."""
    if not left_open:
        return key
    if not placed:
        return key._replace(options=("variants", *left_open, key.options))
    number = {frame.name: k for k, frame in enumerate(placed)}
    about = number[key.frame] if isinstance(key.frame, str) else tuple(number[name] for name in key.frame or ())
    where = (tuple(frame.body for frame in placed), about, tuple(number[name] for name in key.wrenches))
    return key._replace(wrenches=(), frame=None, options=("variants", *left_open, where, key.options))


def _placed(own: Model, key: KernelKey) -> tuple[str, ...]:
    """The frames that a key is about, if some are the variant's alone: a tool that was moved, a payload's frame."""
    about = (key.frame,) if isinstance(key.frame, str) else key.frame or ()
    names = tuple(dict.fromkeys((*about, *key.wrenches)))
    return () if {*names} <= {frame.name for frame in own.frames} else names


def _with_frames(own: Model, placed: Sequence[Frame]) -> Model:
    """The robot that was varied, with frames of a variant."""
    known = {frame.name for frame in own.frames}
    new = [frame for frame in placed if frame.name not in known]
    return replace(own, frames=(*own.frames, *new)) if new else own


def _placements(tree: Model, placed: Sequence[Frame]) -> Array:
    poses = np.array([frame.placement.matrix for frame in placed], dtype=float)
    return poses[0] if len(poses) == 1 else poses


_VALUES: dict[str, Callable[[Model, Sequence[Frame]], Array]] = {
    "placement": _placements,
    "gravity": lambda tree, placed: np.array(tree.gravity.components, dtype=float),
    "inertia": lambda tree, placed: np.array([body.inertia.parameters for body in tree.bodies], dtype=float),
}
"""The numbers of a robot for each parameter left open."""


class BoundKernel(AbstractKernel):
    """A kernel with parameters left open, and a robot's values for them: it takes states and gives answers.

    >>> import linkwise
    >>> kernel = linkwise.load("pendulum").compile("gravity_forces", parameters=["gravity"])
    >>> BoundKernel(kernel, [np.array([0.0, 0.0, -1.62])])([1.5707963267948966]).round(9)
    array([0.81])
    """

    __slots__ = ("kernel", "signature", "values")

    def __init__(self, kernel: Kernel[Any], values: list[Array]):
        self.kernel, self.values = kernel, values
        takes = kernel.signature.takes
        self.signature = replace(kernel.signature, takes=takes[: len(takes) - len(values)])

    def __repr__(self) -> str:
        return f"BoundKernel({self.kernel!r})"

    def __call__(self, *states: Any, **options: Any) -> Any:
        """The answers, in the precision of the states."""
        single = all(isinstance(x, np.ndarray) and x.dtype == np.float32 for x in states)
        values = [x.astype(np.float32) for x in self.values] if single else self.values
        return self.kernel(*states, *values, **options)

    def function(self, fallback: Callable[..., Any], owner: Any, name: str, doc: str = "") -> Callable[..., Any]:
        """A fast function of the states; see `Kernel.function`.

        >>> import linkwise
        >>> bound = BoundKernel(linkwise.load("pendulum").compile("mass_matrix"), [])
        >>> bound.function(lambda *anything: "fallback", bound, "function")("not an array")
        'fallback'
        """
        return BoundFunction(self, fallback, owner, name)


class BoundFunction:
    """Passes arrays of doubles and the bound values to the kernel, all other calls to a fallback."""

    def __init__(self, bound: BoundKernel, fallback: Callable[..., Any], owner: Any, name: str) -> None:
        update_wrapper(self, fallback)
        self._call, self._values, self._fallback = bound.kernel.__call__, tuple(bound.values), fallback
        self._states = len(bound.signature.takes)
        self._place = owner, name

    def __call__(self, *states: Any, **options: Any) -> Any:
        """The answer."""
        if options or len(states) != self._states or getattr(states[0], "dtype", None) is not DOUBLE:
            return self._fallback(*states, **options)
        return self._call(*states, *self._values)

    def __reduce__(self) -> Any:
        return getattr, self._place


DOUBLE = np.dtype(np.float64)
"""NumPy's one object for doubles."""
