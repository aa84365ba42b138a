"""Any text as an identifier of C or Python: ASCII, short, not a reserved word, and each handed out only once."""

import hashlib
import re
import unicodedata
from collections.abc import Iterable

LETTERS = {
    "α": "alpha",
    "β": "beta",
    "γ": "gamma",
    "δ": "delta",
    "ε": "eps",
    "ζ": "zeta",
    "η": "eta",
    "θ": "theta",
    "ι": "iota",
    "κ": "kappa",
    "λ": "lam",
    "μ": "mu",
    "ν": "nu",
    "ξ": "xi",
    "ο": "o",
    "π": "pi",
    "ρ": "rho",
    "σ": "sigma",
    "ς": "sigma",
    "τ": "tau",
    "υ": "ups",
    "φ": "phi",
    "χ": "chi",
    "ψ": "psi",
    "ω": "w",
    "Γ": "Gamma",
    "Δ": "Delta",
    "Θ": "Theta",
    "Λ": "Lam",
    "Ξ": "Xi",
    "Π": "Pi",
    "Σ": "Sigma",
    "Υ": "Ups",
    "Φ": "Phi",
    "Χ": "Chi",
    "Ψ": "Psi",
    "Ω": "W",
    "\u0307": "d",
    "\u0308": "dd",
    "′": "p",
}
"""How letters outside ASCII are written; one dot above is d, two are dd, as in qd and qdd."""

_OURS = "LINKWISE"  # the prefix of macros in generated files
_LONGEST = 48  # leaves room for a suffix within the 63 characters that C99 guarantees to be significant
_READ = 200  # longer texts are distinguished by their digest


def plain(text: str) -> str:
    """A text spelled with the characters of an identifier.

    >>> plain("ω̇2x"), plain("2 fast; */"), plain("q̈₁"), plain("")
    ('wd2x', 'x2_fast', 'qdd1', 'x')
    """
    spelled = (LETTERS.get(c, c) for c in unicodedata.normalize("NFKD", text[:_READ]) if not _is_accent(c))
    word = re.sub(r"[^A-Za-z0-9]+", "_", "".join(spelled)).strip("_")
    if not word or word[0].isdigit() or word.startswith(_OURS):
        word = "x" + word
    if len(word) > _LONGEST or len(text) > _READ:
        word = f"{word[: _LONGEST - 9]}_{hashlib.sha256(text.encode('utf-8', 'surrogatepass')).hexdigest()[:8]}"
    return word


class Identifiers:
    """Hands out names, each once.

    >>> names = Identifiers({"double"})
    >>> [names.new(text) for text in ("q", "q!", "double", "Q")]
    ['q', 'q_2', 'double_2', 'Q']
    """

    def __init__(self, reserved: Iterable[str]):
        self._taken = set(reserved)
        self._tries: dict[str, int] = {}

    def new(self, text: str) -> str:
        """An identifier like the text, numbered where that one is taken.

        >>> Identifiers(()).new("link 1")
        'link_1'
        """
        word = name = plain(text)
        while name in self._taken:
            self._tries[word] = self._tries.get(word, 1) + 1
            name = f"{word}_{self._tries[word]}"
        self._taken.add(name)
        return name


def _is_accent(c: str) -> bool:
    return unicodedata.category(c) == "Mn" and c not in LETTERS
