"""Names given on the command line."""

from collections.abc import Iterable


def names(given: Iterable[str] | None) -> list[str]:
    """The names of an option that may be repeated and whose values may be separated by commas.

    >>> names(["gravity, payload", "friction"]), names(None)
    (['gravity', 'payload', 'friction'], [])
    """
    words = (word.strip() for text in given or () for word in text.split(","))
    return [word for word in words if word]
