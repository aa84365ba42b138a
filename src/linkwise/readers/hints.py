"""Suggestions for misspelt names. Comparing names is slow, so the number of suggestions for one file is limited."""

import difflib
from collections.abc import Iterable
from itertools import islice

MOST = 10
"""The most suggestions for one file: with more faults than that, more suggestions do not help."""

COMPARED = 1000
"""The most names that are compared with a misspelt one."""


def nearest(word: object, words: Iterable[str]) -> str:
    """A "did you mean" hint if a word resembles one of the right ones, otherwise "".

    >>> nearest("mas", ["mass", "com"]), nearest("weight", ["mass", "com"])
    ("did you mean 'mass'?", '')
    """
    if not isinstance(word, str) or len(word) > 100:
        return ""
    short = [name for name in islice(words, COMPARED) if len(name) <= 2 * len(word) + 10]
    close = difflib.get_close_matches(word, short, n=1)
    return f"did you mean {close[0]!r}?" if close else ""


def misspelt(word: str, words: Iterable[str]) -> str:
    """The right word that a word was probably meant to be, in other letters or misspelt by one or two; otherwise "".

    >>> misspelt("orign", ["origin", "axis"]), misspelt("xzy", ["xyz"]), misspelt("gear_velocity", ["velocity"])
    ('origin', 'xyz', '')
    """
    as_long = {right.lower(): right for right in words if abs(len(right) - len(word)) <= 2}
    close = difflib.get_close_matches(word.lower(), as_long, n=1)
    return as_long[close[0]] if close else ""


class Hints:
    """The hints for one file: after the first MOST, all are empty.

    >>> hints = Hints()
    >>> [hints.nearest("mas", ["mass"]) for _ in range(11)][-2:]
    ["did you mean 'mass'?", '']
    """

    def __init__(self) -> None:
        self._left = MOST

    def nearest(self, word: object, words: Iterable[str]) -> str:
        """A hint as `nearest` gives, "" once the hints for the file are used up."""
        self._left -= 1
        return nearest(word, words) if self._left >= 0 else ""
