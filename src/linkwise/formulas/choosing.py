"""Which constants of a robot are symbols.

By names ("D3", "ZZ2"), by kinds ("geometry", "inertia", "centre", "rotors", "friction", "gravity"), or "all". A kind
means those that are worth a symbol: no zeros, no quarter turns. With base parameters the inertial ones are those of
Khalil & Dombre (2002) §9.4: ZZR1, XXR2, …                                                               [khalil2002]
"""

from collections.abc import Iterable
from typing import Any

from ..base import base_parameters
from ..errors import NotForThisRobot, UnknownName, shown
from ..formulations import Columns
from ..model import Model
from ..model.constants import KINDS, constants, letter_of, telling

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
    found: dict[str, float] = {}
    known = constants(tree)
    for word in [symbols] if isinstance(symbols, str) else symbols:
        if word == "all":
            found |= telling(tree, *ALL)
        elif word in KINDS:
            found |= telling(tree, word)
        elif word in known:
            found[word] = known[word]
        else:
            raise UnknownName("constant", word, f"robot {shown(tree.name)}", ["all", *KINDS, *known])
    return found


def on_base_parameters(tree: Model, symbols: dict[str, float]) -> tuple[dict[str, Any], dict[str, float]]:
    """Every inertial constant and rotor on base parameters: its symbol's name or its number, and the symbols' values.

    Where inertial constants are among the symbols, all base parameters are symbols.

    >>> import linkwise
    >>> named, values = on_base_parameters(linkwise.load("planar2r").tree, {"M1": 1.3})
    >>> named["ZZ1"], named["M1"], values["MXR1"]
    ('ZZR1', 0.0, 2.38)
    """
    if not tree.u.trivial:
        raise NotForThisRobot(
            f"some joints of robot {shown(tree.name)} follow others.",
            "Formulas on base parameters are for joints that move on their own.",
            "take base=False.",
        )
    columns = Columns.of(tree)
    base = base_parameters(tree, columns, method="rules", zeros=False)
    own = dict(zip(base.kept, base.values.tolist(), strict=True))
    title = dict(zip(base.kept, base.names, strict=True))
    inertial = {*KINDS["inertia"], *KINDS["rotors"]}
    symbolic = any(letter_of(name) in inertial | set(KINDS["centre"]) for name in symbols)
    every = [name for name in constants(tree) if letter_of(name) in inertial]
    named = {name: (title[name] if symbolic else own[name]) if name in own else 0.0 for name in every}
    values = {title[name]: x for name, x in own.items()} if symbolic else {}
    return named, values
