"""Kernels of robots with a joint that may move no inertia in some configuration.

Their program answers with NaN wherever it is in doubt (formulations/determinacy.py). Such states are given to the
formulation, which has an answer for them or says which joint moves nothing. Single precision is computed in double.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import prod
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from ..errors import NoInertia
from ..formulations import QUESTIONS
from ..program import Port
from .call_arrays import filled
from .direct import ask
from .kernel_cache import AbstractKernel
from .long_chains.single_precision import narrowed
from .question_checks import DERIVED
from .question_program import QuestionProgram

if TYPE_CHECKING:
    from .kernel import Kernel
    from .variant_family import BoundKernel


class JudgedKernel(AbstractKernel):
    """A kernel, and the direct answer to the same arrays, which judges states where the kernel's is not a number.

    >>> import linkwise
    >>> pendulum = linkwise.load("pendulum")
    >>> kernel = pendulum.compile("mass_matrix_inverse")
    >>> JudgedKernel(kernel, pendulum.mass_matrix_inverse)([0.0]).round(9)
    array([[3.]])
    """

    __slots__ = ("_axes", "_judge", "_kernel")

    def __init__(self, kernel: Kernel[Any] | BoundKernel, judge: Callable[..., Any]):
        self._kernel, self._judge = kernel, judge
        self._axes = len(kernel.signature.gives[0].shape)

    def __repr__(self) -> str:
        return f"JudgedKernel({self._kernel!r})"

    def __call__(self, *states: ArrayLike, **options: Any) -> Any:
        """The answer; `NoInertia` where there is none, with the joint and the state."""
        if _single(states):
            return narrowed(self(*_doubles(states), **options))
        return self._judged(self._kernel(*states, **options), states)

    def function(self, fallback: Callable[..., Any], owner: Any, name: str, doc: str = "") -> Callable[..., Any]:
        """The kernel's fast function, whose answers are looked at; see `Kernel.function`."""
        fast = self._kernel.function(fallback, owner, name, doc)
        return _JudgedFunction(fast, fallback, self, owner, name, doc)

    def _judged(self, answer: Any, states: Sequence[ArrayLike]) -> Any:
        part: Any = answer[0] if type(answer) is not np.ndarray else answer
        if part.ndim == self._axes:
            first = part.item(0)
            if first == first:
                return answer
        elif not np.isnan(part[(..., *[0] * self._axes)]).any():
            return answer
        return self._judged_closely(answer, states)

    def _judged_closely(self, answer: Any, states: Sequence[ArrayLike]) -> Any:
        """The same arrays, with the direct answers to all states that are finite and whose answer is not."""
        ports, parts = self._kernel.signature, [answer] if isinstance(answer, np.ndarray) else list(answer)
        batch = parts[0].shape[: parts[0].ndim - self._axes]
        given = [_flat(state, batch, port) for state, port in zip(states, ports.takes, strict=True)]
        found = [_flat(part, batch, port) for part, port in zip(parts, ports.gives, strict=True)]
        finite = np.all([np.isfinite(x).all(axis=tuple(range(1, x.ndim))) for x in given], axis=0)
        doubtful = np.flatnonzero(finite & np.isnan(found[0].reshape(len(found[0]), -1)[:, 0]))
        if doubtful.size:
            direct = self._directly([x[doubtful] for x in given], doubtful, batch)
            for part, x, better in zip(parts, found, [direct] if len(parts) == 1 else direct, strict=True):
                x[doubtful] = better
                part[...] = x.reshape(part.shape)
        return answer

    def _directly(self, given: list[Any], which: Any, batch: tuple[int, ...]) -> Any:
        try:
            return self._judge(*given)
        except NoInertia:
            for k, state in enumerate(which):
                try:
                    self._judge(*(x[k] for x in given))
                except NoInertia as error:
                    at = tuple(int(axis) for axis in np.unravel_index(state, batch)) if batch else ()
                    raise NoInertia(error.joint, error.robot, at, error.attitude, error.order) from None
            raise


def judged_by_formulation(question: QuestionProgram, kernel: Kernel[Any] | BoundKernel) -> JudgedKernel:
    """A kernel that answers a robot's question, judged by the formulation where it is in doubt.

    >>> import linkwise
    >>> from linkwise.calls.kernel import Kernel
    >>> question = QuestionProgram(linkwise.load("pendulum").tree, ("mass_matrix_inverse",))
    >>> judged_by_formulation(question, Kernel(question))([0.0]).round(9)
    array([[3.]])
    """
    (name,), n = question.questions, len(QUESTIONS[question.questions[0]].takes)
    m = n + len(question.wrenches)

    def judge(*given: ArrayLike) -> Any:
        acting = dict(zip(question.wrenches, given[n:m], strict=True))
        moving = dict(zip(question.base, given[m:], strict=True))
        if name in DERIVED and (acting or moving):  # no formulation answers: the one that is differentiated judges
            ask(question.tree, DERIVED[name][0], given[:n], wrenches=acting, base=moving)
            return question.without_doubt.kernel(backend="interpreter")(*given)
        return ask(question.tree, name, given[:n], wrenches=acting, base=moving)

    return JudgedKernel(kernel, judge)


class _JudgedFunction:
    """A kernel's fast function whose answers are looked at; pickled through its owner."""

    def __init__(
        self,
        fast: Callable[..., Any],
        fallback: Callable[..., Any],
        kernel: JudgedKernel,
        owner: Any,
        name: str,
        doc: str,
    ):
        self._fast, self._fallback, self._judged, self._owner = fast, fallback, kernel._judged, owner
        self.__name__, self.__doc__ = name, doc

    def __call__(self, *states: Any, **options: Any) -> Any:
        if not options.keys() <= {"out"}:  # states by name
            return self._fallback(*states, **options)
        answer = narrowed(self(*_doubles(states))) if _single(states) else self._judged(self._fast(*states), states)
        return filled(options.get("out"), answer)  # not written to where there is an error

    def __reduce__(self) -> Any:
        return getattr, (self._owner, self.__name__)


def _single(states: Sequence[ArrayLike]) -> bool:
    """Whether states are in single precision, in which the rounding of a pivot hides that it should be zero."""
    return getattr(states[0], "dtype", None) == SINGLE and all(getattr(x, "dtype", None) == SINGLE for x in states)


def _doubles(states: Sequence[ArrayLike]) -> list[Any]:
    return [np.asarray(x, np.float64) for x in states]


SINGLE = np.dtype(np.float32)
"""NumPy's one object for single precision."""


def _flat(array: Any, batch: tuple[int, ...], port: Port) -> Any:
    """The states of a batch along one axis."""
    full = np.broadcast_to(np.asarray(array), port.shape if port.uniform else (*batch, *port.shape))
    return np.array(full).reshape(prod(batch), *port.shape)
