"""Any text within a LaTeX document: special characters are escaped, those that TeX's fonts lack are spelled out."""

import unicodedata

from .comment import cleaned
from .letters import LETTERS

_SPECIAL = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "$": r"\$",
    "&": r"\&",
    "#": r"\#",
    "%": r"\%",
    "_": r"\_",
    "^": r"\textasciicircum{}",
    "~": r"\textasciitilde{}",
    "<": "$<$",
    ">": "$>$",
    "|": "$|$",
    '"': "''",
    "–": "--",
    "—": "---",
    "‘": "`",
    "’": "'",
    "“": "``",
    "”": "''",
    "…": r"\dots{}",
    "×": r"$\times$",
    "·": r"$\cdot$",
    "°": r"$^\circ$",
    "−": "$-$",
    "→": r"$\to$",
    "±": r"$\pm$",
    "ß": r"\ss{}",
    "ø": r"\o{}",
    "Ø": r"\O{}",
    "æ": r"\ae{}",
    "Æ": r"\AE{}",
    "ı": r"\i{}",
    "ł": r"\l{}",
    "Ł": r"\L{}",
    "½": r"$\frac{1}{2}$",
}
_ACCENTS = {
    "\u0300": r"\`",
    "\u0301": r"\'",
    "\u0302": r"\^",
    "\u0303": r"\~",
    "\u0304": r"\=",
    "\u0306": r"\u",
    "\u0307": r"\.",
    "\u0308": r"\"",
    "\u030a": r"\r",
    "\u030c": r"\v",
    "\u0327": r"\c",
    "\u030b": r"\H",
}


def escaped(text: str) -> str:
    r"""A text as LaTeX, in ASCII.

    >>> escaped("50 % of Stäubli's q̇_1 & ω")
    '50 \\% of St\\"{a}ubli\'s \\.{q}\\_1 \\& $\\omega$'
    """
    pieces: list[str] = []
    for c in unicodedata.normalize("NFD", cleaned(text)):
        if c in _ACCENTS and pieces and len(pieces[-1]) == 1 and pieces[-1].isalpha():
            pieces[-1] = f"{_ACCENTS[c]}{{{pieces[-1]}}}"
        elif c in _SPECIAL:
            pieces.append(_SPECIAL[c])
        elif c in LETTERS:
            pieces.append(f"${LETTERS[c].latex}$")
        elif c.isascii():
            pieces.append(c)
        elif not unicodedata.combining(c):
            pieces.append("?")
    return "".join(pieces)
