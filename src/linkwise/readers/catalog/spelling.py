"""Names spelled in another way, and searches: what two spellings have in common, and where a word begins."""

import re
from collections.abc import Sequence

MOST = 3
"""The most names that a hint suggests."""

LONGEST = 100
"""The most characters of a name that is compared with others: comparing is slow."""


def folded(name: str) -> str:
    """A name without what does not matter in it: capital letters, hyphens, underscores, spaces.

    >>> folded("Kinova Gen3") == folded("kinova-gen3") == folded("kinova_gen3")
    True
    """
    return re.sub(r"[-_ ]", "", name.lower())


def begins(name: str, search: str) -> bool:
    """Whether some word of a name begins as the search does; a number after letters is a word too.

    >>> [name for name in ("ur5", "Universal Robots UR5", "fourbar", "tiago_no_hand") if begins(name, "ur")]
    ['ur5', 'Universal Robots UR5']
    >>> begins("tiago_no_hand", "hand"), begins("kinova_gen3", "Gen 3")
    (True, True)
    """
    wanted = folded(search)
    starts = re.finditer(r"[^\W\d_]+|\d+", name)
    return bool(wanted) and any(folded(name[start.start() :]).startswith(wanted) for start in starts)


def hint(name: object, known: Sequence[str]) -> str:
    """A "did you mean" hint: names that are nearly the same, then those with a word that begins so; "" without any.

    >>> hint("IIWA", ["panda", "iiwa14"]), hint("gen3", ["kinova_gen3"]), hint("yumi", ["panda", "iiwa14"])
    ("did you mean 'iiwa14'?", "did you mean 'kinova_gen3'?", '')
    """
    if not isinstance(name, str) or len(name) > LONGEST:
        return ""
    import difflib

    close = difflib.get_close_matches(folded(name), map(folded, known), n=1)
    alike = sorted((other for other in known if folded(other) in close or begins(other, name)), key=len)[:MOST]
    if not alike:
        return ""
    *first, last = map(repr, alike)
    return f"did you mean {', '.join(first)}{' or ' if first else ''}{last}?"
