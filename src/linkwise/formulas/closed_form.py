"""Closed forms: a formulation run on trigonometric polynomials, and its answer written as a book would."""

from __future__ import annotations

from collections.abc import Mapping
from numbers import Real
from typing import Any

from ..errors import InvalidModel, MissingExtra, UnknownName, shown
from ..formulations import QUESTIONS, answer_by, terms
from ..model import Model, rewrite
from ..model.constants import ANGLES, letter_of, with_constants
from ..model.constants import constants as constants_of
from .alphabet import TOO_LONG, Alphabet
from .exact import exact
from .from_sympy import as_harmonics
from .harmonics import Harmonics
from .refusal import refusal
from .textbook import textbook

STATES = {"q": "q", "qd": "qd", "qdd": "qdd"}
"""The letters of positions, velocities and accelerations; the joint's number follows, counted from 1."""

MOST = 20_000
"""Terms of the longest answer that is written. The inertia matrix of a six-joint arm with right angles has about 3 000
if every other constant is a symbol, its inverse dynamics about 14 000; those of a seven-joint arm have 85 000 and
550 000."""

WORK = 100
"""Products of single terms that may be formed for each term allowed, before an answer is refused: some seconds."""

Constants = Mapping[str, Any]
"""Sympy expressions or numbers for constants of the model, by name (model/constants.py)."""


def closed_form(
    model: Model,
    question: str,
    constants: Constants | None = None,
    frame: str | None = None,
    formulation: str | None = None,
    most: int = MOST,
) -> Any:
    """The answer to a question as sympy expressions: a matrix, a column, one expression, or a tuple of matrices.

    `constants` replaces constants of the model (model/constants.py) by sympy expressions or other numbers. A model
    whose numbers are already sympy expressions is taken as it is. Positions are the real symbols q1, q2, …, velocities
    qd1, …, accelerations qdd1, …. Answers of more than `most` terms are refused.

    >>> import linkwise, sympy
    >>> m, L, g = sympy.symbols("m L g")
    >>> arm = linkwise.load("pendulum").model
    >>> closed_form(arm, "gravity_forces", {"M1": m, "MX1": 0, "MY1": m * L, "G3": -g})
    Matrix([[-L*g*m*sin(q1)]])
    """
    _require_closed_form(question, frame)
    alphabet = Alphabet(WORK * most)
    arm = exact(_with_constants(model, dict(constants or {}), alphabet), alphabet)
    state = _state(arm, alphabet)
    row = QUESTIONS[question]
    options: dict[str, Any] = {"wrenches": {}} if row.wrenches else {}
    if row.frame:
        options["frame"] = arm.frame_or_tip(frame)
    by = answer_by(question, formulation, arm)
    answer = getattr(terms, question)(arm, by, *(list(state[name].values()) for name in row.takes), **options)
    size = sum(x.size for x in _flat(answer) if isinstance(x, Harmonics))
    if size > most:
        what = f"the formula of {question} of robot {shown(model.name)} has {size:,} terms."
        raise refusal(what, TOO_LONG, f"At most {most:,} are written.")
    motion = {*state["qd"], *state["qdd"]}
    if row.parts:
        return tuple(_written(part, motion) for part in answer)
    return _written(answer, motion)


def _require_closed_form(question: str, frame: str | None) -> None:
    """Refuse questions without a closed form, and frames that would not matter."""
    if not isinstance(question, str) or question not in QUESTIONS:
        raise UnknownName("question", question, "linkwise", QUESTIONS)
    if QUESTIONS[question].coupled is not None:
        raise refusal(f"{question} solves a system of equations: a closed form of it would be too long to read.")
    if frame is not None and not QUESTIONS[question].frame:
        raise InvalidModel(f"frame {shown(frame)} would not be used.", f"{question} does not depend on a frame.")
    try:
        import sympy  # noqa: F401
    except ImportError:
        raise MissingExtra("a closed form", "symbolic") from None


def _with_constants(model: Model, values: dict[str, Any], alphabet: Alphabet) -> Model:
    """The model in Denavit–Hartenberg frames with some constants replaced and its angles exact."""
    if any(not isinstance(x, Real) for body in model.bodies for x in _numbers(body)):
        if values:
            raise InvalidModel(
                f"robot {shown(model.name)} has symbols already, so its constants have no names.",
                "Constants are replaced by name only in a robot of numbers.",
                "put the expressions into the model itself.",
            )
        return rewrite.merge_fixed(model) if len(model.moving) < len(model.bodies) else model
    angles = {name: x for name, x in constants_of(model).items() if letter_of(name) in ANGLES and x != 0.0}
    exact_angles = {name: Harmonics.number(x, alphabet) for name, x in angles.items()}
    return with_constants(model, exact_angles | {name: as_harmonics(x, alphabet) for name, x in values.items()})


def _numbers(body: Any) -> tuple[Any, ...]:
    rows = body.placement.R.rows
    return (*body.inertia.parameters, *body.placement.p.components, *(x for row in rows for x in row))


def _state(arm: Model, alphabet: Alphabet) -> dict[str, dict[Any, Harmonics]]:
    """The letters of positions, velocities and accelerations, by their symbols."""
    import sympy

    of_constants = {str(letter) for letter in alphabet.letters}
    state = {}
    for name, text in STATES.items():
        symbols = sympy.symbols(f"{text}1:{arm.n + 1}", real=True)
        taken = of_constants & {str(symbol) for symbol in symbols}
        if taken:
            raise InvalidModel(
                f"a constant is the symbol {shown(min(taken))}.",
                "That name belongs to a joint variable.",
                "give the constant another name.",
            )
        state[name] = {symbol: Harmonics.letter(symbol, alphabet) for symbol in symbols}
    return state


def _flat(nest: Any) -> list[Any]:
    return [x for part in nest for x in _flat(part)] if isinstance(nest, list | tuple) else [nest]


def _written(answer: Any, motion: set[Any]) -> Any:
    """An answer as a sympy matrix or expression; equal entries are written once."""
    import sympy

    known: dict[Any, Any] = {}

    def expression(x: Any) -> Any:
        if x not in known:
            known[x] = textbook(x, motion)
        return known[x]

    if isinstance(answer, list | tuple):
        rows = [row if isinstance(row, list | tuple) else [row] for row in answer]
        return sympy.Matrix([[expression(x) for x in row] for row in rows])
    return expression(answer)
