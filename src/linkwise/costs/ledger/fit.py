"""Exact polynomials in n, without least squares: each is checked at one n more than it needs, a steep one at two."""

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

from ...errors import Fault, ReadError

LATE = 4
"""The most sizes of small arms that a polynomial may skip, since small arms lack some of the terms."""

STEEP, STEEPEST = 3, 4
"""From the first degree on, two checks are required; no algorithm of the sources exceeds the second."""


class Polynomial(NamedTuple):
    """Coefficients from the constant upwards, and the first n that it holds for.

    >>> str(Polynomial((Fraction(-108), Fraction(93)), 2)), Polynomial((Fraction(-108), Fraction(93)))(6)
    ('93n - 108', 450)
    """

    coefficients: tuple[Fraction, ...]
    since: int = 1

    def __call__(self, n: int) -> int:
        """The value at n, a whole number."""
        return int(_at(self.coefficients, n))

    def __str__(self) -> str:
        terms = [(k, c) for k, c in reversed(list(enumerate(self.coefficients))) if c != 0]
        text = ""
        for k, c in terms:
            sign = (" - " if text else "-") if c < 0 else (" + " if text else "")
            size = "" if abs(c) == 1 and k else str(abs(c))
            text += sign + size + ("" if k == 0 else "n" if k == 1 else f"n^{k}")
        return text or "0"


def fit(values: Mapping[int, int]) -> Polynomial | None:
    """The polynomial of lowest degree through all values from some n on; None if none can be checked.

    >>> str(fit({n: 3 * n * n - n // 9 for n in range(2, 8)}))
    '3n^2'
    >>> fit({2: 1, 3: 5, 4: 2})
    """
    sizes = sorted(values)
    for degree in range(STEEPEST + 1):
        checks = 1 if degree < STEEP else 2
        for late in range(min(LATE, len(sizes) - degree - 1 - checks) + 1):
            some = sizes[late:]
            through = _through({n: values[n] for n in some[: degree + 1]})
            if all(_at(through, n) == values[n] for n in some):
                return Polynomial(through, some[0])
    return None


def _through(points: Mapping[int, int]) -> tuple[Fraction, ...]:
    """The polynomial through all points, by Lagrange's formula."""
    total = [Fraction(0)] * len(points)
    for n, value in points.items():
        term = [Fraction(value)]
        for other in points:
            if other != n:
                scaled = [c / (n - other) for c in term]
                term = [a - other * b for a, b in zip([Fraction(0), *scaled], [*scaled, Fraction(0)], strict=True)]
        total = [a + b for a, b in zip(total, term, strict=True)]
    while len(total) > 1 and total[-1] == 0:
        total.pop()
    return tuple(total)


def _at(coefficients: tuple[Fraction, ...], n: int) -> Fraction:
    return sum((c * n**k for k, c in enumerate(coefficients)), Fraction(0))


TERM = re.compile(r"([+-]?)([\d./]*)(n?)(?:\^(\d))?")
"""One term: sign, number, n, power."""


def polynomial(text: str) -> Polynomial:
    """A polynomial as the sources print it.

    >>> polynomial("3/2n^3+17.5n^2-36")(2)
    46
    """
    coefficients = [Fraction(0)] * 6
    rest = text.replace(" ", "")
    while rest:
        match = TERM.match(rest)
        if match is None or not match[0] or not (match[2] or match[3]):
            raise ReadError("a polynomial", [Fault("in", text, "terms such as 3/2n^2 were expected")])
        degree = int(match[4] or 1) if match[3] else 0
        coefficients[degree] += Fraction(match[2] or 1) * (-1 if match[1] == "-" else 1)
        rest = rest[match.end() :]
    while len(coefficients) > 1 and coefficients[-1] == 0:
        coefficients.pop()
    return Polynomial(tuple(coefficients))
