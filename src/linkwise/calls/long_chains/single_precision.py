"""Single states in float32 of robots whose loops compute in double precision: to the fast function and back."""

from collections.abc import Callable
from typing import Any

import numpy as np

from ..answers import answered
from ..arrays import Array
from .fast_functions import NotFast


def narrowed(answer: Any) -> Any:
    """The same in float32; of several answers, each.

    >>> narrowed(np.ones(2))
    array([1., 1.], dtype=float32)
    """
    with np.errstate(all="ignore"):  # what is too large becomes infinite
        if isinstance(answer, tuple):
            return answered(answer._fields, tuple(map(narrowed, answer)))  # type: ignore[attr-defined]
        array: Array = answer
        return array.astype(np.float32)


class SinglePrecision:
    """The fallback of a fast function that takes double precision: arrays of float32 go back to it, all else goes on.

    >>> both = SinglePrecision(lambda x: 2.0 * x, lambda x: "something else")
    >>> both(np.ones(2, np.float32)), both([1.0])
    (array([2., 2.], dtype=float32), 'something else')
    """

    def __init__(self, fast: Callable[..., Any], fallback: Callable[..., Any]):
        self._fast, self._fallback = fast, fallback

    def __call__(self, *given: Any, **options: Any) -> Any:
        """The answer."""
        if not options and given and all(type(x) is np.ndarray and x.dtype == np.float32 for x in given):
            try:
                return narrowed(self._fast(*(x.astype(np.float64) for x in given)))
            except NotFast:
                pass
        return self._fallback(*given, **options)
