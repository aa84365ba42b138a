"""Which constants of a robot are symbols.

By names ("D3", "ZZ2"), by kinds ("geometry", "inertia", "centre", "rotors", "friction", "gravity"), or "all". A kind
means those that are worth a symbol: no zeros, no quarter turns.
"""

from collections.abc import Iterable

from ..errors import KindMismatch, UnknownName, shown
from ..model import Model
from ..model.constants import KINDS, constants, worth_a_symbol

ALL = ("geometry", "inertia", "rotors", "friction", "gravity")
"""What "all" means."""

Symbols = str | Iterable[str]
"""Names, kinds, or "all"."""


def chosen(tree: Model, symbols: Symbols) -> dict[str, float]:
    """The constants that are to be symbols, with their values.

    >>> import linkwise
    >>> chosen(linkwise.load("rx90").tree, ["geometry", "G3"])
    {'D3': 0.45, 'RL4': 0.45, 'G3': -9.81}
    """
    if not isinstance(symbols, Iterable):
        raise KindMismatch(
            f"symbols are a {type(symbols).__name__}.", "Names, kinds of constants or 'all' were expected."
        )
    found: dict[str, float] = {}
    known = constants(tree)
    for word in [symbols] if isinstance(symbols, str) else symbols:
        if not isinstance(word, str) or word not in ("all", *KINDS, *known):
            raise UnknownName("constant", word, f"robot {shown(tree.name)}", ["all", *KINDS, *known])
        if word == "all":
            found |= worth_a_symbol(tree, *ALL)
        elif word in KINDS:
            found |= worth_a_symbol(tree, word)
        else:
            found[word] = known[word]
    return found
