"""What a misspelt name may have been meant to be. Comparing names is slow, so a file gets only so many hints."""

import difflib
from collections.abc import Iterable
from itertools import islice

MOST = 10
"""So many hints for one file: whoever has more faults in it needs no more hints."""

COMPARED = 1000
"""So many names are compared with a misspelt one."""


def nearest(word: object, words: Iterable[str]) -> str:
    """A hint where a word resembles one that would have been right.

    >>> nearest("mas", ["mass", "com"]), nearest("weight", ["mass", "com"])
    ("did you mean 'mass'?", '')
    """
    if not isinstance(word, str) or len(word) > 100:
        return ""
    short = [name for name in islice(words, COMPARED) if len(name) <= 2 * len(word) + 10]
    close = difflib.get_close_matches(word, short, n=1)
    return f"did you mean {close[0]!r}?" if close else ""


class Hints:
    """The hints of one file: after the first few, none.

    >>> hints = Hints()
    >>> [hints.nearest("mas", ["mass"]) for _ in range(11)][-2:]
    ["did you mean 'mass'?", '']
    """

    def __init__(self) -> None:
        self._left = MOST

    def nearest(self, word: object, words: Iterable[str]) -> str:
        """A hint where a word resembles one that would have been right, and hints are left."""
        self._left -= 1
        return nearest(word, words) if self._left >= 0 else ""
