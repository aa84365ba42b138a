"""Elements as text: names escaped so that any XML reader gives them back, numbers so that nothing is rounded."""

import re
from collections.abc import Iterable, Sequence
from xml.sax.saxutils import quoteattr

from ...algebra import Scalar

_BREAKS = {"\n": "&#10;", "\r": "&#13;", "\t": "&#9;"}  # bare ones would come back as blanks
_OUTSIDE = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def writable(text: str) -> bool:
    """Whether XML has all the characters of a text.

    >>> writable("<b>'\\n"), writable("\\0")
    (True, False)
    """
    return _OUTSIDE.search(text) is None


def tag(name: str, attributes: Iterable[tuple[str, str]], children: Sequence[str] = (), indent: int = 0) -> str:
    """An element with its children, each of which is text already.

    >>> print(tag("link", [("name", 'a"<b>')]))
    <link name='a"&lt;b&gt;'/>
    """
    blank = "  " * indent
    said = "".join(f" {key}={quoteattr(value, _BREAKS)}" for key, value in attributes)
    if not children:
        return f"{blank}<{name}{said}/>"
    return "\n".join([f"{blank}<{name}{said}>", *children, f"{blank}</{name}>"])


def comment(lines: Iterable[str]) -> str:
    """A comment; no text can end it early.

    >>> print(comment(["a --> b"]))
    <!--
      a - -> b
    -->
    """
    safe = [f"  {re.sub('-(?=-)', '- ', line)}" for line in lines]
    return "\n".join(["<!--", *safe, "-->"])


def numeral(x: Scalar) -> str:
    """The shortest text that gives the number back exactly.

    >>> numeral(0.1), numeral(2)
    ('0.1', '2.0')
    """
    return repr(float(x))


def numerals(values: Iterable[Scalar]) -> str:
    """Several numbers, separated by blanks.

    >>> numerals((1.0, 2.5))
    '1.0 2.5'
    """
    return " ".join(numeral(x) for x in values)
