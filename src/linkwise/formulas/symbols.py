"""Which constants of a robot are symbols: by name ("D3", "ZZ2"), by kind, or "all".

The kinds are "geometry", "inertia", "centre", "rotors", "friction" and "gravity". A kind means its constants that are
worth a symbol, not zeros and quarter turns.
"""

from collections.abc import Iterable

from ..errors import KindMismatch, UnknownName, shown
from ..model import Model
from ..model.constants import KINDS, constants, worth_a_symbol

ALL = ("geometry", "inertia", "rotors", "friction", "gravity")
"""The kinds that "all" means."""

Symbols = str | Iterable[str]
"""Names, kinds, or "all"."""


def chosen_constants(tree: Model, symbols: Symbols) -> dict[str, float]:
    """The constants that are to be symbols, with their values in this robot.

    >>> import linkwise
    >>> chosen_constants(linkwise.load("rx90").tree, ["geometry", "G3"])
    {'D3': 0.45, 'RL4': 0.45, 'G3': -9.81}
    """
    if not isinstance(symbols, Iterable):
        raise KindMismatch(
            f"symbols is a {type(symbols).__name__}.",
            "Names of constants, kinds of them, or 'all' were expected.",
            'symbols=["geometry", "ZZ2"], say.',
        )
    chosen: dict[str, float] = {}
    known = constants(tree)
    for word in [symbols] if isinstance(symbols, str) else symbols:
        if not isinstance(word, str) or word not in ("all", *KINDS, *known):
            raise UnknownName("constant", word, f"robot {shown(tree.name)}", ["all", *KINDS, *known])
        if word == "all":
            chosen |= worth_a_symbol(tree, *ALL)
        elif word in KINDS:
            chosen |= worth_a_symbol(tree, word)
        else:
            chosen[word] = known[word]
    return chosen
