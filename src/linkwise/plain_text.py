"""Text for people: names quoted on one line, and letters that the terminal does not have spelled out.

`print(result)` must work on every terminal, and many have neither Greek letters nor a dot above q. What the results of
this library write goes through `encodable`; the command line gives its streams the same error handler, `SPELLED`.
"""

from __future__ import annotations

import codecs
import sys
import unicodedata
from collections.abc import Iterable
from itertools import islice
from math import isfinite

SPELLED = "linkwise.spelled"
"""The name of the error handler for `open(errors=…)` and `stream.reconfigure(errors=…)`."""

_SPELLINGS = (
    {"\u0307": "d", "\u0308": "dd", "Ṁ": "Md", "ṗ": "pd", "ẋ": "xd", "ẍ": "xdd"}  # q̇ and q̈ are qd and qdd
    | {"ᵀ": "^T", "⁻": "^-", "¹": "1", "²": "^2", "³": "^3", "⁴": "^4", "½": "1/2"}
    | {c: str(k) for k, c in enumerate("₀₁₂₃₄₅₆₇₈₉")}
    | {"−": "-", "–": "-", "—": "-", "×": "x", "·": " ", "∘": " o ", "±": "+-", "÷": "/"}
    | {"≤": "<=", "≥": ">=", "≠": "!=", "≈": "~", "→": "->", "←": "<-", "↔": "<->", "∞": "inf", "°": " deg"}
    | {"∂": "d", "∫": "integral ", "√": "sqrt ", "Σ": "sum ", "∈": " in ", "…": "...", "§": "section "}
    | {"“": '"', "”": '"', "‘": "'", "’": "'", "✓": "yes", "✗": "no", "\u00a0": " "}
)
"""How characters of our own texts are written in ASCII."""

ROUNDING = 1e-14
"""What is smaller than this share of the largest number beside it is rounding: some roundings of each of its terms."""


def without_rounding(numbers: Iterable[float], beside: float = 0.0) -> list[float]:
    """Numbers that are read together; what is only rounding next to the largest of them, or to `beside`, is 0.

    >>> without_rounding([32.7, -1.3e-17, 1e-9, float("nan")])
    [32.7, 0.0, 1e-09, nan]
    """
    every = [float(x) for x in numbers]
    largest = max([abs(beside), *(abs(x) for x in every if isfinite(x))])
    return [0.0 if abs(x) <= ROUNDING * largest else x for x in every]


def encodable(text: str) -> str:
    r"""A text as stdout can print it: our own symbols spelled out where it lacks them, other characters escaped.

    >>> from io import BytesIO, TextIOWrapper
    >>> from unittest.mock import patch
    >>> with patch("sys.stdout", TextIOWrapper(BytesIO(), "ascii")):
    ...     spelled = encodable("q̇ᵀ M q̇ ≥ 0, τ = Ω ∂U/∂q for joint 'épaule'")
    >>> spelled
    "qd^T M qd >= 0, tau = Omega dU/dq for joint '\\xe9paule'"
    """
    encoding = getattr(sys.stdout, "encoding", None)
    if text.isascii() or not isinstance(encoding, str):
        return text
    try:
        return text.encode(encoding, SPELLED).decode(encoding)
    except (LookupError, UnicodeError):  # an encoding that Python does not know, or that is no text encoding
        return text


def _spelled(error: UnicodeError) -> tuple[str, int]:
    """What an encoder writes instead of characters that it does not have."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(map(_spelling, error.object[error.start : error.end])), error.end


def _spelling(c: str) -> str:
    """A character in ASCII: its spelling, the name of a Greek letter, or an escape."""
    if c in _SPELLINGS:
        return _SPELLINGS[c]
    kind, _, letter = unicodedata.name(c, "").partition(" LETTER ")
    if kind in ("GREEK SMALL", "GREEK CAPITAL") and letter.isalpha():
        return letter.lower() if kind == "GREEK SMALL" else letter.capitalize()
    return c.encode("ascii", "backslashreplace").decode()


codecs.register_error(SPELLED, _spelled)


# ---- names ----------------------------------------------------------------------------------------------------------


def shown(text: object, most: int = 60) -> str:
    """Quote a name for a message: one line, printable, never longer than `most` characters.

    >>> shown("elbow")
    "'elbow'"
    >>> shown("a" * 100, most=10)
    "'aaaaaaaaaa…' (100 characters)"
    """
    text = str(text)
    if len(text) <= most:
        return encodable(repr(text))
    return encodable(f"{repr(text[:most])[:-1]}…' ({len(text)} characters)")


def label(source: str) -> str:
    """The last part of a file's path, printable, as messages put it before the line number.

    >>> label("robots/arm.urdf"), label("a\\nb.urdf")
    ('arm.urdf', 'a\\\\nb.urdf')
    """
    return plain(source.replace("\\", "/").rstrip("/").rpartition("/")[2])


def plain(text: str, most: int = 80) -> str:
    """A name on one line, printable and short, without quotes around it.

    >>> plain("arm\\n"), plain("a" * 100, 3)
    ('arm\\\\n', 'aaa…')
    """
    return encodable(repr(text if len(text) <= most else text[:most] + "…")[1:-1])


def listed(names: Iterable[str], most: int = 12) -> str:
    """Names as a list for a message, cut after `most` of them.

    >>> listed(["a", "b"])
    "'a', 'b'"
    """
    every = list(names)
    tail = encodable(f", … ({len(every)} in all)") if len(every) > most else ""
    return ", ".join(shown(name, 40) for name in every[:most]) + tail if every else "(none)"


def nearest(name: object, names: Iterable[str]) -> str:
    """The name that was probably meant; "" if none is nearly the same.

    >>> nearest("elbow_jont", ["shoulder_joint", "elbow_joint"]), nearest("hand", ["elbow_joint"])
    ('elbow_joint', '')
    """
    if not isinstance(name, str) or len(name) > 100:  # comparing is slow
        return ""
    from difflib import get_close_matches

    return next(iter(get_close_matches(name, islice(names, 1000), n=1)), "")


def plural(kind: str) -> str:
    """The plural of what a name names.

    >>> plural("kind of joint"), plural("axis"), plural("branch")
    ('kinds of joint', 'axes', 'branches')
    """
    head, of, rest = kind.partition(" of ")
    if head in ("axes", "axis"):
        return f"axes{of}{rest}"
    return f"{head}{'es' if head.endswith('ch') else 's'}{of}{rest}"
