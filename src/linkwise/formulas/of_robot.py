"""The formulas of a robot: `robot.formula` and `robot.listing`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..calls.direct import require_mass
from .formula import formula_of
from .listings import listing_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ..backends.listing import Listing
    from ..robot import Robot
    from .symbols import Symbols


def formula(
    robot: Robot,
    question: str,
    *,
    symbols: Symbols | Mapping[str, Any] = "all",
    base: bool = False,
    frame: str | None = None,
    formulation: str | None = None,
) -> Any:
    """The closed form of an answer, for small arms: sympy expressions of q1, qd1, qdd1, … and of the constants.

    Matrices come back as sympy matrices, forces as columns, energies as single expressions. A formula that is too long
    to read is refused; `robot.listing` answers every question for every robot.

    symbols
        the constants that are symbols: names such as "D3" or "ZZ2" (`linkwise.model.constants`), kinds ("geometry",
        "inertia", "centre", "rotors", "friction", "gravity") or "all"; or a dict of sympy expressions and numbers that
        replace constants. All other constants are numbers.
    base
        True for base parameters in place of inertial ones, where that does not change the answer.
    frame
        the frame of poses and Jacobians; by default the tip.
    formulation
        the one whose equations are expanded; by default the question's usual one. The formula is the same.

    >>> import linkwise
    >>> robot = linkwise.load("planar2r")
    >>> robot.formula("gravity_forces", symbols=["geometry", "inertia", "gravity"])[1]
    -G2*MX2*cos(q1 + q2)
    >>> robot.formula("mass_matrix", base=True)[0, 1]
    D2*MX2*cos(q2) + ZZ2
    """
    if isinstance(symbols, str):  # a list or dict may give a massless robot its masses
        require_mass(robot.tree, question)
    return formula_of(robot.tree, question, symbols, base, frame, formulation)


def listing(
    robot: Robot,
    question: str = "inverse_dynamics",
    *,
    symbols: Symbols = (),
    base: bool = True,
    frame: str | None = None,
    formulation: str | None = None,
) -> Listing:
    """The customised model that answers a question, one named variable per line.

    The result has the lines, their operation count, and complete files: `text`, `latex` (a document), `python`, `c` and
    `matlab` (a function each). A notebook shows the equations.

    symbols
        the constants that are arguments of the function, as in `robot.formula`; all others are numbers in it.
    base
        False to keep the inertial parameters as they are; by default they are regrouped to base parameters, where that
        does not change the answer.
    frame
        the frame of poses and Jacobians; by default the tip.
    formulation
        the one whose equations are expanded; by default that with the fewest operations.

    >>> import linkwise
    >>> model = linkwise.load("pendulum").listing("gravity_forces")
    >>> [f"{line.name} = {line.expression}" for line in model.lines]
    ['S1 = sin(q1)', 'M31 = 4.905*S1']
    """
    if isinstance(symbols, str) or not symbols:  # a list may give a massless robot its masses
        require_mass(robot.tree, question)
    return listing_of(robot.tree, question, symbols, base, frame, formulation)
