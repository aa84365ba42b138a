"""Warnings about the store: one of each kind per process."""

import warnings

_told: dict[str, object] = {}


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
        warnings.warn(text, CacheNotice, stacklevel=3)
