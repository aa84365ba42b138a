"""Fast functions put together in Python: several functions of machine code, or one that takes more than is given.

Each part is a fast function whose fallback is `not_fast`: what it cannot read is left to the fallback of the whole.
"""

from collections.abc import Callable
from typing import Any

from ..call_arrays import filled


class NotFast(Exception):
    """A fast function cannot read these arguments."""


def not_fast(*given: Any, **options: Any) -> Any:
    """The fallback of functions whose caller has one of its own.

    >>> not_fast([0.0])
    Traceback (most recent call last):
    linkwise.calls.long_chains.fast_functions.NotFast
    """
    raise NotFast


class FastFunction:
    """A fast function that leaves to its fallback what it cannot read; pickled through its owner."""

    def __init__(self, answer: Callable[..., Any], fallback: Callable[..., Any], owner: Any, name: str, doc: str):
        self._answer, self._fallback, self._owner = answer, fallback, owner
        self.__name__, self.__doc__ = name, doc

    def __call__(self, *given: Any, **options: Any) -> Any:
        """The answer."""
        if options.keys() <= {"out"}:  # not states by name
            try:
                answer = self._answer(*given)
            except (NotFast, ValueError):  # ValueError: batches that do not fit together
                return self._fallback(*given, **options)
            return filled(options.get("out"), answer)
        return self._fallback(*given, **options)

    def __reduce__(self) -> Any:
        return getattr, (self._owner, self.__name__)
