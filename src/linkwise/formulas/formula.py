"""Closed forms of a robot, with the symbols a user wants."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..calls.closed_loops import refuse_loops
from ..errors import InvalidModel, MissingExtra, UnknownName
from ..formulations import QUESTIONS, answer_by
from ..model import Model
from .closed_form import MOST, closed_form
from .on_base_parameters import UNCHANGED, base_symbols, on_base_parameters
from .symbols import Symbols, chosen_constants


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

    `symbols` are the constants that become symbols: names, kinds or "all"; or a dict of sympy expressions or numbers
    that replace constants by name. With `base`, inertial constants are replaced by base parameters, if that does not
    change the answer. Formulas of more than `most` terms are refused.

    >>> import linkwise
    >>> formula_of(linkwise.load("planar2r").tree, "mass_matrix", base=True)[0, 1]
    D2*MX2*cos(q2) + ZZ2
    """
    if not isinstance(question, str) or question not in QUESTIONS:
        raise UnknownName("question", question, "linkwise", QUESTIONS)
    refuse_loops(tree, question)
    if formulation is not None:
        answer_by(question, formulation, tree)  # refuses robots that its source excludes, which symbols would hide
    try:
        import sympy
    except ImportError:
        raise MissingExtra("a closed form", "symbolic") from None
    if isinstance(symbols, Mapping):
        if base:
            raise InvalidModel(
                "symbols is a dict, and base is True.",
                "Base parameters are symbols of their own, or numbers: a dict cannot replace them.",
                "give names or kinds of constants, or use base=False.",
            )
        constants = dict(symbols)
    else:
        values = chosen_constants(tree, symbols)
        base = base and question in UNCHANGED
        values = base_symbols(tree, values) if base else values
        constants = {name: sympy.Symbol(name, real=True) for name in values}
        constants = on_base_parameters(tree, constants) if base else constants
    return closed_form(tree, question, constants, frame, formulation, most)
