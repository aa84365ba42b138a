"""The answer to a question that a trace cannot answer: how a value compares with another."""

from typing import NoReturn

from ..errors import NotTraceable


class Unknown:
    """The answer to a comparison: a trace must not depend on values.

    >>> bool(UNKNOWN)
    Traceback (most recent call last):
    linkwise.errors.NotTraceable: this comparison depends on a value that is not known yet.
      A program has no branches.
      Hint: write it with arithmetic, or decide outside the function.
    """

    def __bool__(self) -> NoReturn:
        raise NotTraceable(
            "this comparison depends on a value that is not known yet.",
            "A program has no branches.",
            "write it with arithmetic, or decide outside the function.",
        )


UNKNOWN = Unknown()
"""The one answer there is."""
