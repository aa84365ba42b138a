"""Closed forms of a robot with the symbols a user asks for."""

from collections.abc import Mapping
from typing import Any

from ..errors import MissingExtra
from ..model import Model
from ..model.constants import KINDS, letter_of
from .choosing import Symbols, chosen, on_base_parameters
from .closed import MOST, closed_form


def formula(
    tree: Model, question: str, symbols: Symbols | Mapping[str, Any] = "all", base: bool = False,
    frame: str | None = None, formulation: str | None = None, most: int = MOST,
) -> Any:  # fmt: skip
    """The answer to a question as sympy expressions of q1, qd1, qdd1, … and of the robot's constants.

    `symbols` says which constants are symbols: names, kinds or "all"; or what each stands for, by its name: sympy
    expressions or numbers. With `base` inertial parameters are base parameters.

    >>> import linkwise
    >>> formula(linkwise.load("planar2r").tree, "mass_matrix", base=True)[0, 1]
    D2*MX2*cos(q2) + ZZ2
    """
    try:
        import sympy
    except ImportError:
        raise MissingExtra("a closed form", "symbolic") from None

    def symbol(name: Any) -> Any:
        return sympy.Symbol(name, real=True) if isinstance(name, str) else name

    if isinstance(symbols, Mapping):
        given = dict(symbols)
    else:
        values = chosen(tree, symbols)
        named: dict[str, Any] = {name: name for name in values}
        if base:
            gathered = {letter for kind in ("inertia", "centre", "rotors") for letter in KINDS[kind]}
            named = {name: x for name, x in named.items() if letter_of(name) not in gathered}
            named |= on_base_parameters(tree, values)[0]
        given = {name: symbol(x) for name, x in named.items()}
    return closed_form(tree, question, given, frame, formulation, most)
