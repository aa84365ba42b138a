"""Closed forms: a formulation run on trigonometric polynomials, and its answer written as a book would."""

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
from .harmonics import Harmonics
from .letters import lifted
from .refusal import refusal
from .textbook import textbook

STATES = {"q": "q", "qd": "qd", "qdd": "qdd"}
"""The letters of positions, velocities and accelerations; a number is added, from 1 on."""

MOST = 20_000
"""Terms of the longest answer that is written. The inertia matrix of a six-joint arm with right angles has some 3 000
where every other constant is a symbol, its inverse dynamics some 14 000; those of a seven-joint arm have 85 000 and
550 000."""

WORK = 100
"""Products of single terms that are formed for each term allowed, before an answer is given up: some seconds."""

Constants = Mapping[str, Any]
"""What constants of the model stand for: sympy expressions or numbers by name (model/constants.py)."""


def closed_form(
    model: Model,
    question: str,
    constants: Constants | None = None,
    frame: str | None = None,
    formulation: str | None = None,
    most: int = MOST,
) -> Any:
    """The answer to a question as sympy expressions: a matrix, a column, one expression, or a tuple of matrices.

    `constants` gives some constants of the model (model/constants.py) other values: sympy symbols or expressions, or
    numbers; all others keep their own. A model whose own numbers are sympy expressions is taken as it is. Positions are
    the symbols q1, q2, …, velocities qd1, …, accelerations qdd1, …, all real. Answers of more than `most` terms are
    refused.

    >>> import linkwise, sympy
    >>> m, L, g = sympy.symbols("m L g")
    >>> arm = linkwise.load("pendulum").model
    >>> closed_form(arm, "gravity_forces", {"M1": m, "MX1": 0, "MY1": m * L, "G3": -g})
    Matrix([[-L*g*m*sin(q1)]])
    """
    _known(question, frame)
    alphabet = Alphabet(WORK * most)
    arm = exact(_named(model, dict(constants or {}), alphabet), alphabet)
    state = _state(arm, alphabet)
    row = QUESTIONS[question]
    more: dict[str, Any] = {"wrenches": {}} if row.wrenches else {}
    if row.frame:
        more["frame"] = arm.frame_or_tip(frame)
    by = answer_by(question, formulation, arm)
    answer = getattr(terms, question)(arm, by, *(list(state[name].values()) for name in row.takes), **more)
    size = sum(x.size for x in _flat(answer) if isinstance(x, Harmonics))
    if size > most:
        what = f"the formula of {question} of robot {shown(model.name)} has {size:,} terms."
        raise refusal(what, TOO_LONG, f"At most {most:,} are written.")
    motion = {*state["qd"], *state["qdd"]}
    if row.parts:
        return tuple(_written(part, motion) for part in answer)
    return _written(answer, motion)


def _known(question: str, frame: str | None) -> None:
    if not isinstance(question, str) or question not in QUESTIONS:
        raise UnknownName("question", question, "linkwise", QUESTIONS)
    if QUESTIONS[question].coupled is not None:
        raise refusal(f"{question} solves a system of equations: it has no closed form that could be read.")
    if frame is not None and not QUESTIONS[question].frame:
        raise InvalidModel(f"frame {shown(frame)} would not be used.", f"{question} does not depend on one.")
    try:
        import sympy  # noqa: F401
    except ImportError:
        raise MissingExtra("a closed form", "symbolic") from None


def _named(model: Model, values: dict[str, Any], alphabet: Alphabet) -> Model:
    """The model in Denavit–Hartenberg frames with its constants replaced; angles exact."""
    if any(not isinstance(x, Real) for body in model.bodies for x in _numbers(body)):
        if values:
            raise InvalidModel(
                f"robot {shown(model.name)} has symbols already.",
                "Constants have names where all are numbers.",
                "put the expressions where the symbols are.",
            )
        return rewrite.merge_fixed(model) if len(model.moving) < len(model.bodies) else model
    angles = {name: x for name, x in constants_of(model).items() if letter_of(name) in ANGLES and x != 0.0}
    turned = {name: Harmonics.number(x, alphabet) for name, x in angles.items()}
    return with_constants(model, turned | {name: lifted(x, alphabet) for name, x in values.items()})


def _numbers(body: Any) -> tuple[Any, ...]:
    rows = body.placement.R.rows
    return (*body.inertia.parameters, *body.placement.p.components, *(x for row in rows for x in row))


def _state(arm: Model, alphabet: Alphabet) -> dict[str, dict[Any, Harmonics]]:
    """The letters of the state, by their symbols."""
    import sympy

    given = {str(letter) for letter in alphabet.letters}
    found = {}
    for name, text in STATES.items():
        symbols = sympy.symbols(f"{text}1:{arm.n + 1}", real=True)
        taken = given & {str(symbol) for symbol in symbols}
        if taken:
            raise InvalidModel(
                f"the constants have a symbol {shown(min(taken))}.", "It is a joint's.", "give it another name."
            )
        found[name] = {symbol: Harmonics.letter(symbol, alphabet) for symbol in symbols}
    return found


def _flat(nest: Any) -> list[Any]:
    return [x for part in nest for x in _flat(part)] if isinstance(nest, list | tuple) else [nest]


def _written(answer: Any, motion: set[Any]) -> Any:
    import sympy

    known: dict[Any, Any] = {}

    def once(x: Any) -> Any:
        if x not in known:
            known[x] = textbook(x, motion)
        return known[x]

    if isinstance(answer, list | tuple):
        rows = [row if isinstance(row, list | tuple) else [row] for row in answer]
        return sympy.Matrix([[once(x) for x in row] for row in rows])
    return once(answer)
