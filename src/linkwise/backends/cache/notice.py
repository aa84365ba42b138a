"""Warnings about files on disk: given at the caller's line, and never at the price of an answer."""

import sys
import warnings
from types import FrameType

_told: dict[str, object] = {}

PLUMBING = frozenset({"linkwise", "click", "concurrent", "contextlib", "functools", "importlib", "threading", "typer"})
"""Packages whose frames are not the caller's: this one, and what lies between its own frames."""


class CacheNotice(UserWarning):
    """Compiled code could not be kept on disk, or not be used from there; results are the same.

    >>> import warnings
    >>> warnings.simplefilter("ignore", CacheNotice)  # to silence it
    """


def warn_once(kind: str, what: str, hint: str) -> None:
    """Warn, unless something of this kind was said before. Call it last: a filter may turn it into an error.

    >>> with warnings.catch_warnings(record=True) as heard:
    ...     warnings.simplefilter("always")
    ...     for _ in range(3):
    ...         warn_once("example", "the disk is full.", "make room.")
    >>> print(*(notice.message for notice in heard))
    the disk is full.
      Results are the same; first calls take longer.
      Hint: make room.
    """
    mine = object()
    if _told.setdefault(kind, mine) is mine:  # one step, so that only one of several threads warns; and no lock to fork
        text = f"{what}\n  Results are the same; first calls take longer.\n  Hint: {hint}"
        give_notice(text, CacheNotice)


def give_notice(text: str, category: type[Warning]) -> None:
    """Warn at the caller's line. Only a filter that names the category makes it an exception: under one for all
    warnings (`python -W error`) it is shown, because the answer is as good as without it.

    >>> with warnings.catch_warnings(record=True) as heard:
    ...     warnings.resetwarnings()
    ...     warnings.simplefilter("error")
    ...     give_notice("the disk is full.", CacheNotice)
    >>> [str(notice.message) for notice in heard]
    ['the disk is full.']
    """
    frame, level = caller()
    try:
        warnings.warn(text, category, stacklevel=level)
    except category as notice:
        if any(action == "error" and chosen is category for action, _, chosen, *_ in warnings.filters):
            raise
        warnings.showwarning(notice, category, frame.f_code.co_filename, frame.f_lineno)


def caller() -> tuple[FrameType, int]:
    """The frame that called linkwise, and the `stacklevel` with which a warning points at its line.

    >>> caller()[0].f_globals["__name__"]  # it runs this example
    'doctest'
    """
    frame, level = sys._getframe(1), 1
    while frame.f_back is not None and frame.f_globals.get("__name__", "").partition(".")[0] in PLUMBING:
        frame, level = frame.f_back, level + 1
    return frame, level
