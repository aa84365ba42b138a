"""Kernels of robots with a joint that may move no inertia in some configuration.

Their program answers with NaN wherever it is in doubt (formulations/determinacy.py). Such states are given to the
formulation, which has an answer for them or says which joint moves nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import prod
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ..errors import NoInertia
from ..program import Port
from .call_arrays import filled
from .kernel import Kernel
from .kernel_cache import AbstractKernel


class JudgedKernel(AbstractKernel):
    """A kernel, and the direct answer to the same arrays, which judges states where the kernel's is not a number.

    >>> import linkwise
    >>> pendulum = linkwise.load("pendulum")
    >>> kernel = pendulum.compile("mass_matrix_inverse")
    >>> JudgedKernel(kernel, pendulum.mass_matrix_inverse)([0.0]).round(9)
    array([[3.]])
    """

    __slots__ = ("_axes", "_judge", "_kernel")

    def __init__(self, kernel: Kernel[Any], judge: Callable[..., Any]):
        self._kernel, self._judge = kernel, judge
        self._axes = len(kernel.signature.gives[0].shape)

    def __repr__(self) -> str:
        return f"JudgedKernel({self._kernel.traceable.title})"

    def __call__(self, *states: ArrayLike, **options: Any) -> Any:
        """The answer; `NoInertia` where there is none, with the joint and the state."""
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
        answer = self._judged(self._fast(*states), states)
        return filled(options.get("out"), answer)  # not written to where there is an error

    def __reduce__(self) -> Any:
        return getattr, (self._owner, self.__name__)


def _flat(array: Any, batch: tuple[int, ...], port: Port) -> Any:
    """The states of a batch along one axis."""
    full = np.broadcast_to(np.asarray(array), port.shape if port.uniform else (*batch, *port.shape))
    return np.array(full).reshape(prod(batch), *port.shape)
