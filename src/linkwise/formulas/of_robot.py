"""The formulas of a robot: what `robot.formula` and `robot.listing` do."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..calls.direct import require_mass
from .formula import formula_of
from .listings import listing_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ..backends.listing import Listing
    from ..robot import Robot
    from .choosing import Symbols


def formula(
    robot: Robot,
    question: str,
    *,
    symbols: Symbols | Mapping[str, Any] = "all",
    base: bool = False,
    frame: str | None = None,
    formulation: str | None = None,
) -> Any:
    """The answer to a question in closed form, as sympy expressions: for small arms.

    Joint variables are q1, qd1, qdd1, … `symbols` says which constants are symbols: names such as "D3" or "ZZ2"
    (`linkwise.model.constants`), kinds ("geometry", "inertia", "centre", "rotors", "friction", "gravity"), "all",
    or a dict of what constants stand for; all others are numbers. With `base` inertial parameters are base
    parameters. Formulas too long to read are refused: `listing` has every robot.

    >>> import linkwise
    >>> linkwise.load("planar2r").formula("gravity_forces", symbols=["geometry", "inertia", "gravity"])[1]
    -G2*MX2*cos(q1 + q2)
    """
    if isinstance(symbols, str):  # names and expressions may bring the mass
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
    """The customised model that answers a question, one named variable a line: text, LaTeX, Python, C, MATLAB.

    Constants that are `symbols` (as in `formula`) are arguments, all others are numbers in it. With `base`
    inertial parameters are regrouped to base parameters.

    >>> import linkwise
    >>> [line.name for line in linkwise.load("pendulum").listing("gravity_forces").lines]
    ['S1', 'M31']
    """
    if isinstance(symbols, str) or not symbols:  # names may bring the mass
        require_mass(robot.tree, question)
    return listing_of(robot.tree, question, symbols, base, frame, formulation)
