"""What may be a name in a program's text."""

import re

_NUMBERED = re.compile(r"v\d+")
_WORD = re.compile(r"[^\s()=]+")


def is_name(name: object) -> bool:
    """Whether a text can name an input, output or value: one word without ( ) =, no number, not a value's vK.

    >>> is_name("ω2x"), is_name("v2"), is_name("1e3"), is_name("a b")
    (True, False, False, False)
    """
    return isinstance(name, str) and _WORD.fullmatch(name) is not None and not is_numbered(name) and not _number(name)


def is_numbered(name: str) -> bool:
    """Whether a text looks like the vK of a value without a name.

    >>> is_numbered("v12"), is_numbered("v12x")
    (True, False)
    """
    return _NUMBERED.fullmatch(name) is not None


def _number(name: str) -> bool:
    try:
        float(name)
    except ValueError:
        return False
    return True
