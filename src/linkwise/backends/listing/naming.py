"""Names for the inputs and for all values that have a line: unique, and not reserved in any of the languages."""

from collections.abc import Iterable

from ..c.identifiers import Identifiers
from ..c.reserved import RESERVED as C_WORDS
from ..python.source import RESERVED as PYTHON_WORDS
from .angles import of_angle
from .letters import Letter
from .matlab import WORDS as MATLAB_WORDS
from .ports import entries
from .roles import Roles
from .spelling import FUNCTIONS
from .symbols import Symbol, named

RESERVED = C_WORDS | PYTHON_WORDS | MATLAB_WORDS | frozenset(FUNCTIONS.values())
"""Words that no name in a listing may be: those of its languages, and the functions that it calls."""

ANGLE = Symbol("TH", r"\theta")
"""The letter of a joint angle that is not itself a joint variable."""


class Naming:
    """Hands out symbols, each once; `stems` says what each letter in use stands for.

    >>> from linkwise.program import Port, Signature, parse
    >>> program = parse("program f ( q1 )\\n    v1 = sin q1\\n    ω2x = mul v1 v1\\nreturn y=ω2x")
    >>> naming = Naming(Roles(program, Signature((Port("q", (1,)),), (Port("y", ()),))), [])
    >>> [naming.symbols[i].plain for i in range(3)], naming.stems
    (['q1', 'S1', 'W12'], {'W': 'omega'})
    """

    def __init__(self, roles: Roles, reserved: Iterable[str]):
        self._names = Identifiers(reserved)
        self._latex: set[str] = set()
        self.roles = roles
        self.symbols: dict[int, Symbol] = {}
        self.stems: dict[str, str] = {}
        inputs = [symbol for port in roles.signature.takes for symbol in entries(port)]
        outputs = [symbol for port in roles.signature.gives for symbol in entries(port)]
        self._taken = {"S", "C", ANGLE.plain, *(symbol.plain.rstrip("0123456789_") for symbol in (*inputs, *outputs))}
        for i, symbol in enumerate(inputs):
            self._give(i, symbol)
        for i, (letter, angle) in roles.turns.items():
            self._give(i, of_angle(letter, letter, angle))
        for i, place in roles.outputs.items():
            self._give(i, outputs[place])
        stems = self._stems()
        for i, (text, label) in roles.labels.items():
            self._give(i, named(text) if label is None else label.symbol(stems[label.base]))

    def _stems(self) -> dict[str, str]:
        """The stem of each letter in the labels; capitals come first, so that f next to F stays lower case."""
        letters = {label.base: label.letter for _, label in self.roles.labels.values() if label is not None}
        stems = {}
        for base, letter in sorted(letters.items(), key=lambda item: not item[0][0].isupper()):
            stem = next((stem for stem in _candidates(letter) if stem not in self._taken), letter.plain)
            self._taken.add(stem)
            stems[base] = stem
            if stem != letter.word:
                self.stems[stem] = letter.word
        return stems

    def about(self, i: int) -> str:
        """A name about as long as the one a value will get.

        >>> from linkwise.program import Port, Signature, parse
        >>> program = parse("program f ( q1 )\\n    v1 = mul q1 q1\\n    v2 = sin v1\\nreturn y=v2")
        >>> Naming(Roles(program, Signature((Port("q", (1,)),), (Port("y", ()),))), []).about(1)
        'y__'
        """
        return self.symbols[i].plain if i in self.symbols else f"{self.symbols[self.roles.owners[i]].plain}__"

    def name_parts(self, values: Iterable[int]) -> None:
        """Name the remaining values after what they are part of, in the order of their lines."""
        counts: dict[int, int] = {}
        for i in values:
            if i in self.symbols:
                continue
            if i in self.roles.angles:
                self._give(i, of_angle(ANGLE.plain, ANGLE.head, self.roles.angles[i]))
                continue
            owner = self.roles.owners[i]
            counts[owner] = counts.get(owner, 0) + 1
            self._give(i, self.symbols[owner].part(_letters(counts[owner])))

    def _give(self, i: int, symbol: Symbol) -> None:
        """Give value i a symbol, numbered where its name or its LaTeX is taken."""
        name = self._names.new(symbol.plain)
        below, k = symbol.below, 1
        while (latex := symbol._replace(below=below).latex) in self._latex:
            k += 1
            below = f"{symbol.below};{k}" if symbol.below else str(k)
        self._latex.add(latex)
        self.symbols[i] = Symbol(name, symbol.head, below)


def _candidates(letter: Letter) -> tuple[str, ...]:
    """The stems a letter may have, the first choice first: W, or OMEGA, or w."""
    word = (letter.word.upper(),) if letter.word.isalpha() and len(letter.word) > 1 else ()
    return letter.plain, *word, letter.plain[0].lower() + letter.plain[1:]


def _letters(k: int) -> str:
    """a … z, aa, ab, …."""
    text = ""
    while k:
        k, digit = divmod(k - 1, 26)
        text = chr(ord("a") + digit) + text
    return text
