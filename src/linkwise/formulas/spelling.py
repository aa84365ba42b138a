"""A trigonometric polynomial as plain text, wave by wave: for messages and for looking at."""

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .harmonics import Harmonics


def spelled(x: "Harmonics", most: int = 12) -> str:
    """The first terms of a formula.

    >>> from linkwise.algebra import sin
    >>> from linkwise.formulas.alphabet import Alphabet
    >>> from linkwise.formulas.harmonics import Harmonics
    >>> q, L = (Harmonics.letter(name, letters) for letters in [Alphabet()] for name in ("q", "L"))
    >>> spelled(0.5 * L * L * sin(q) - L)
    '-L + 1/2*L^2*sin(q)'
    """
    terms: list[str] = []
    for wave, polynomial in sorted(x.waves.items()):
        for monomial, c in sorted(polynomial.items()):
            if len(terms) == most:
                return " ".join([*terms, "…"]).removeprefix("+ ")
            number = Fraction(c, x.over)
            factors = [f"{letter}" if p == 1 else f"{letter}^{p}" for letter, p in x.alphabet.powers(monomial).items()]
            if wave:
                factors.append(f"{'sin' if wave & 1 else 'cos'}({_sum(x.alphabet.multiples(wave >> 1))})")
            if abs(number) != 1 or not factors:
                factors.insert(0, str(abs(number)))
            sign = ("-" if number < 0 else "+") + (" " if terms else "" if number < 0 else " ")
            terms.append(sign + "*".join(factors))
    return " ".join(terms).removeprefix("+ ") or "0"


def _sum(multiples: Mapping[Any, int]) -> str:
    parts = [("-" if k < 0 else "+") + ("" if abs(k) == 1 else f"{abs(k)}*") + str(q) for q, k in multiples.items()]
    return "".join(parts).removeprefix("+")
