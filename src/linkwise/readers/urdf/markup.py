"""Elements as text: names escaped so that every XML reader restores them, numbers written without rounding."""

import re
from collections.abc import Iterable, Sequence

from ...algebra import Scalar

_BREAKS = {"\n": "&#10;", "\r": "&#13;", "\t": "&#9;"}  # unescaped ones would be read back as spaces
_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def writable(text: str) -> bool:
    """Whether XML allows every character of a text.

    >>> writable("<b>'\\n"), writable("\\0")
    (True, False)
    """
    return _NOT_XML.search(text) is None


def tag(name: str, attributes: Iterable[tuple[str, str]], children: Sequence[str] = (), indent: int = 0) -> str:
    """An element with its children, which are text already.

    >>> print(tag("link", [("name", 'a"<b>')]))
    <link name='a"&lt;b&gt;'/>
    """
    from xml.sax.saxutils import quoteattr  # here: it imports all of Python's web client

    margin = "  " * indent
    pairs = "".join(f" {key}={quoteattr(value, _BREAKS)}" for key, value in attributes)
    if not children:
        return f"{margin}<{name}{pairs}/>"
    return "\n".join([f"{margin}<{name}{pairs}>", *children, f"{margin}</{name}>"])


def comment(lines: Iterable[str]) -> str:
    """A comment; nothing in the lines can end it early.

    >>> print(comment(["a --> b"]))
    <!--
      a - -> b
    -->
    """
    safe = [f"  {re.sub('-(?=-)', '- ', line)}" for line in lines]
    return "\n".join(["<!--", *safe, "-->"])


def numeral(x: Scalar) -> str:
    """The shortest text that reads back as exactly the same number.

    >>> numeral(0.1), numeral(2)
    ('0.1', '2.0')
    """
    return repr(float(x))


def numerals(values: Iterable[Scalar]) -> str:
    """Several numbers, separated by spaces.

    >>> numerals((1.0, 2.5))
    '1.0 2.5'
    """
    return " ".join(numeral(x) for x in values)
