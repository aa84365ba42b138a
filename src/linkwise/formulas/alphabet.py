"""The letters of a formula: everything in it that is not a number.

A letter is anything hashable: a name, a sympy symbol, a whole expression that is to stay as it is. Monomials and
frequencies are integers in which every letter has its own digits, so that one addition multiplies monomials, or adds
angles.
"""

from collections.abc import Hashable, Mapping
from fractions import Fraction
from typing import NamedTuple

from .refusal import refusal

DIGITS = 16
"""Bits of a power in a monomial. Products with powers of 32 768 and more are refused, so none exceeds its bits."""

TURNS = 10
"""Bits of an angle's multiple in a frequency, and of its sign."""

MOST_TURNS = 255
"""The largest multiple of an angle in a formula: two of them, added by a product, fit into the bits."""

FEW_TURNS = 15
"""The largest multiple of an angle in a sine or cosine, so that products of seventeen of them are no larger; beyond
that, the multiple is an angle of its own."""

TOO_LONG = (
    "use robot.listing, which names intermediate variables; or lock joints (robot.lock), leave fewer constants "
    "symbolic, or allow more terms (most=…)."
)
"""The hint for a formula that is too long to read."""

_POWER, _SIGN = (1 << DIGITS) - 1, 1 << (TURNS - 1)


class Sign(NamedTuple):
    """The letter that is the sign of another letter."""

    of: Hashable


class Combination(NamedTuple):
    """The letter that is an angle whose multiples are not all whole: 0.3 q1 + q2."""

    parts: tuple[tuple[Hashable, Fraction], ...]

    def __str__(self) -> str:
        return "+".join(f"{k}*{letter}" for letter, k in self.parts)


class Alphabet:
    """Letters in the order of their first use, and those of them that are angles.

    `most` limits the work: how many products of single terms may be formed before the formula is refused.

    >>> letters = Alphabet()
    >>> letters.index("q1"), letters.index("L"), letters.index("q1")
    (0, 1, 0)
    """

    def __init__(self, most: int | None = None):
        self.letters: list[Hashable] = []
        self.angles: list[int] = []
        self.work, self.most = 0, most
        self._index: dict[Hashable, int] = {}
        self._slot: dict[int, int] = {}

    def index(self, letter: Hashable) -> int:
        """The index of a letter, which is added if it is new."""
        index = self._index.setdefault(letter, len(self.letters))
        if index == len(self.letters):
            self.letters.append(letter)
        return index

    def frequency(self, index: int) -> int:
        """The frequency of the letter as an angle: 1 in its own digits.

        >>> letters = Alphabet()
        >>> _ = letters.index("L"), letters.index("q1")
        >>> letters.frequency(1), letters.multiples(-letters.frequency(1))
        (1, {'q1': -1})
        """
        slot = self._slot.setdefault(index, len(self.angles))
        if slot == len(self.angles):
            self.angles.append(index)
        return 1 << (TURNS * slot)

    def multiples(self, frequency: int) -> dict[Hashable, int]:
        """The multiple of each angle in a frequency: its digits, negative ones included.

        >>> letters = Alphabet()
        >>> a, b = (letters.frequency(letters.index(q)) for q in ("q1", "q2"))
        >>> letters.multiples(b - 2 * a)
        {'q1': -2, 'q2': 1}
        """
        multiples = {}
        for index in self.angles:
            digit = ((frequency + _SIGN) & ((1 << TURNS) - 1)) - _SIGN
            if digit:
                multiples[self.letters[index]] = digit
            frequency = (frequency - digit) >> TURNS
        return multiples

    def half(self, frequency: int) -> int | None:
        """Half of a frequency; None if some angle's multiple is odd.

        >>> letters = Alphabet()
        >>> a, b = (letters.frequency(letters.index(q)) for q in ("q1", "q2"))
        >>> letters.half(2 * b - 2 * a) == b - a, letters.half(2 * b - a)
        (True, None)
        """
        return None if any(k % 2 for k in self.multiples(frequency).values()) else frequency // 2

    def powers(self, monomial: int) -> dict[Hashable, int]:
        """The power of each letter in a monomial.

        >>> letters = Alphabet()
        >>> a, b = (1 << DIGITS * letters.index(x) for x in "ab")
        >>> letters.powers(a + a + b)
        {'a': 2, 'b': 1}
        """
        powers = {}
        for letter in self.letters:
            if not monomial:
                break
            if monomial & _POWER:
                powers[letter] = monomial & _POWER
            monomial >>= DIGITS
        return powers

    def require_room(self, waves: Mapping[int, Mapping[int, int]]) -> None:
        """Refuse powers and multiples so large that the next product could exceed their bits.

        >>> letters = Alphabet()
        >>> letters.require_room({2 * 256 * letters.frequency(letters.index("q")): {0: 1}})
        Traceback (most recent call last):
        linkwise.errors.NoClosedForm: the formula has the sine or cosine of more than 255 times an angle.
          It would be too long to read.
          Hint: use robot.listing, which names intermediate variables; ...
        """
        bias = sum(1 << TURNS * slot for slot in range(len(self.angles)))
        if any(((wave >> 1) + (_SIGN >> 1) * bias) & (_SIGN * bias) for wave in waves):
            what = f"the formula has the sine or cosine of more than {MOST_TURNS} times an angle."
            raise refusal(what, TOO_LONG, "It would be too long to read.")
        large = sum(1 << DIGITS * k + DIGITS - 1 for k in range(len(self.letters)))
        if any(monomial & large for polynomial in waves.values() for monomial in polynomial):
            what = f"the formula has a symbol to a power of {1 << DIGITS - 1} or more."
            raise refusal(what, TOO_LONG, "It would be too long to read.")

    def spend(self, work: int) -> None:
        """Count products of terms, and refuse the formula once there are too many."""
        self.work += work
        if self.most is not None and self.work > self.most:
            raise refusal(
                f"the formula takes more than {self.most:,} products of terms.",
                TOO_LONG,
                "It would be too long to read.",
            )
