"""Robots that differ in payload, gravity and frames alone: from the third on, they share kernels with the numbers left
open. Those that differ in frames alone have the kernels of the robot they were made from.

A program customised to a robot takes a tenth of a second to compile, so the first two variants that ask a question get
one each, as any robot does. A robot that is varied more often is being varied in a loop: one more program is compiled,
which takes gravity and the links' inertias when it runs, and all further variants pass theirs. It has some more
operations, since no number is known to be zero, and its answers may differ in the last digits from those of a
customised program: `robot.compile(question)` is always customised. Questions about frames depend on neither, and are
answered by the kernels of the robot that was varied.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import update_wrapper
from typing import Any

import numpy as np

from ..formulations import QUESTIONS
from ..model import Model
from .arrays import Array
from .kernel import Kernel
from .kernel_cache import AbstractKernel, KernelCache, KernelKey
from .long_chains import LongKernel, MovingKernel
from .question_checks import REGRESSORS

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

    def __init__(self, tree: Model, kernels: KernelCache) -> None:
        self.tree, self.kernels = tree, kernels
        self._asked: Counter[KernelKey] = Counter()
        self._numeric = all(
            isinstance(x, float | int)
            for x in (*tree.gravity.components, *(x for body in tree.bodies for x in body.inertia.parameters))
        )

    def moves_like(self, tree: Model) -> bool:
        """Whether a variant has the bodies and the gravity of the robot that was varied: only frames differ then."""
        return self._numeric and tree.bodies == self.tree.bodies and tree.gravity == self.tree.gravity

    def shares(self, key: KernelKey, left_open: tuple[str, ...], compiled: Callable[[Model], bool]) -> bool:
        """Whether variants share the kernel of this key; `compiled` says whether a robot has one at all.

        A payload only adds inertia: what has an answer for the robot has one for its variants.
        """
        if _shared(key, left_open) in self.kernels:
            return True
        frames = {frame.name for frame in self.tree.frames}  # a wrench or a question may be about the payload's own
        about = (key.frame,) if isinstance(key.frame, str) else key.frame or ()
        if not self._numeric or not {*key.wrenches, *about} <= frames or not compiled(self.tree):
            return False
        self._asked[key] += 1
        return self._asked[key] > CUSTOMISED or not left_open

    def kernel(self, tree: Model, key: KernelKey, left_open: tuple[str, ...], make: Maker) -> AbstractKernel:
        """The shared kernel, made when it is first needed, with the numbers of a variant."""
        kernel = self.kernels.get_or_make(_shared(key, left_open), lambda: make(self.tree, left_open))
        if not left_open:
            return kernel
        if isinstance(kernel, LongKernel | MovingKernel):
            return kernel.of_variant(tree)
        assert isinstance(kernel, Kernel)
        return BoundKernel(kernel, [_VALUES[name](tree) for name in left_open])


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
    if family is None:
        return None
    if family.moves_like(tree):
        left_open = ()
    if not family.shares(key, left_open, compiled):
        return None
    return kernels.get_or_make(key, lambda: family.kernel(tree, key, left_open, make))


def left_open_by(question: str) -> tuple[str, ...]:
    """What a variant may change that the answers to a question depend on.

    >>> left_open_by("inverse_dynamics"), left_open_by("regressor"), left_open_by("jacobian")
    (('gravity', 'inertia'), ('gravity',), ())
    """
    if QUESTIONS[question].frame:
        return ()
    return ("gravity",) if question in REGRESSORS else VARIED


def _shared(key: KernelKey, left_open: tuple[str, ...]) -> KernelKey:
    return key._replace(options=("variants", *left_open, key.options)) if left_open else key


_VALUES: dict[str, Callable[[Model], Array]] = {
    "gravity": lambda tree: np.array(tree.gravity.components, dtype=float),
    "inertia": lambda tree: np.array([body.inertia.parameters for body in tree.bodies], dtype=float),
}
"""The numbers of a robot for each parameter left open."""


class BoundKernel(AbstractKernel):
    """A kernel with parameters left open, and a robot's values for them: it takes states and gives answers.

    >>> import linkwise
    >>> kernel = linkwise.load("pendulum").compile("gravity_forces", parameters=["gravity"])
    >>> BoundKernel(kernel, [np.array([0.0, 0.0, -1.62])])([1.5707963267948966]).round(9)
    array([0.81])
    """

    __slots__ = ("kernel", "values")

    def __init__(self, kernel: Kernel[Any], values: list[Array]):
        self.kernel, self.values = kernel, values

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
        self._states = len(bound.kernel.signature.takes) - len(bound.values)
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
