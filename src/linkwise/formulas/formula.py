"""Closed forms of a robot with the symbols a user asks for."""

from collections.abc import Mapping
from typing import Any

from ..errors import InvalidModel, MissingExtra, UnknownName
from ..formulations import QUESTIONS, answer_by
from ..model import Model
from .choosing import Symbols, chosen
from .closed import MOST, closed_form
from .on_base import UNCHANGED, base_symbols, on_base_parameters


def formula_of(
    tree: Model,
    question: str,
    symbols: Symbols | Mapping[str, Any] = "all",
    base: bool = False,
    frame: str | None = None,
    formulation: str | None = None,
    most: int = MOST,
) -> Any:
    """The answer to a question as sympy expressions of q1, qd1, qdd1, … and of the robot's constants.

    `symbols` says which constants are symbols: names, kinds or "all"; or what each stands for, by its name: sympy
    expressions or numbers. With `base` inertial parameters are base parameters, where the question
    allows it.

    >>> import linkwise
    >>> formula_of(linkwise.load("planar2r").tree, "mass_matrix", base=True)[0, 1]
    D2*MX2*cos(q2) + ZZ2
    """
    if not isinstance(question, str) or question not in QUESTIONS:
        raise UnknownName("question", question, "linkwise", QUESTIONS)
    if formulation is not None:
        answer_by(question, formulation, tree)  # asked of numbers: of symbols nobody can say whose source excludes them
    try:
        import sympy
    except ImportError:
        raise MissingExtra("a closed form", "symbolic") from None
    if isinstance(symbols, Mapping):
        if base:
            raise InvalidModel(
                "base parameters were asked for, and constants were given.",
                "Base parameters are symbols of their own, or numbers.",
                "name the constants, or take base=False.",
            )
        given = dict(symbols)
    else:
        values = chosen(tree, symbols)
        base = base and question in UNCHANGED
        values = base_symbols(tree, values) if base else values
        given = {name: sympy.Symbol(name, real=True) for name in values}
        given = on_base_parameters(tree, given) if base else given
    return closed_form(tree, question, given, frame, formulation, most)
