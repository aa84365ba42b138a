"""A joint's friction in TOML files.

    { viscous = 0, coulomb = 0, backward = coulomb }                        if no law is named
    { law = "stribeck", viscous = 0, coulomb = 0, static, k, exponent = 2 }
    { law = "piecewise", points = [[velocity, force], …] }
    { law = "uneven", forward = {…}, backward = {…} }                       two laws
    { law = "smooth", width, of = {…} }
    { law = "drive", viscous = 0, coulomb = 0, offset = 0, sqrt = 0, load = 0, uneven = 0, sine = 0, cosine = 0,
      stribeck = 0, speed = 0.1, shape = 2, width }

SI units, whatever unit the file's angles have.
"""

from collections.abc import Callable
from dataclasses import fields

from ..errors import InvalidModel
from ..model import FREE, AbstractFriction, DriveFriction, Friction, PiecewiseLinear, Smooth, Stribeck, Uneven
from ..model.friction.drive import NUMBERS
from .toml import Table
from .toml_values import finite

MOST_POINTS = 1000
"""The most points of a piecewise law: each becomes operations of a compiled program."""

DEEPEST = 8
"""How deep laws may be nested; no sensible one needs more than two or three levels."""


def friction(part: Table, depth: int = 0) -> AbstractFriction:
    """The friction law in a table; if the table is at fault, records why and returns no friction.

    >>> from linkwise.readers.toml import Document
    >>> text = 'friction = { law = "smooth", width = 0.01, of = { coulomb = 2.0 } }'
    >>> friction(Document(text, "arm.toml").root().table("friction"))
    Smooth(law=Friction(viscous=0.0, coulomb=2.0, backward=None), width=0.01)
    """
    if depth > DEEPEST:
        part.fault("law", f"laws are nested more than {DEEPEST} deep", "use a simpler law")
        return FREE
    name = part.choice("law", tuple(LAWS), "") if part.has("law") else ""
    faults_before = part.findings.fault_count
    law: AbstractFriction
    try:
        law = LAWS[name](part, depth) if name else _plain(part)
    except InvalidModel as error:
        if part.findings.fault_count == faults_before:  # otherwise it may complain about a default used for a bad value
            part.fault("law", error.what.rstrip("."), error.expected)
        law = FREE
    part.close()
    return law


def _plain(part: Table) -> Friction:
    coulomb = part.number("coulomb", least=0.0)
    backward = part.number("backward", least=0.0) if part.has("backward") else None
    return Friction(part.number("viscous", least=0.0), coulomb, backward)


def _stribeck(part: Table, depth: int) -> Stribeck:
    viscous, coulomb = (part.number(key, least=0.0) for key in ("viscous", "coulomb"))
    static, k = (part.number(key, None, least=0.0) for key in ("static", "k"))
    return Stribeck(viscous, coulomb, static, k, exponent=part.number("exponent", 2.0, least=0.0))


def _piecewise(part: Table, depth: int) -> PiecewiseLinear:
    rows = part.data["points"] if part.has("points") and isinstance(part.data["points"], list) else []
    pairs = [[finite(x) for x in row] if isinstance(row, list) else [] for row in rows]
    if len(pairs) > MOST_POINTS:
        part.fault("points", f"more than {MOST_POINTS} points", "use fewer")
        return PiecewiseLinear(((1.0, 0.0),))
    if not pairs or any(len(pair) != 2 or None in pair for pair in pairs):
        part.fault("points", "a list of pairs [velocity, force] of finite numbers was expected")
        return PiecewiseLinear(((1.0, 0.0),))
    flat = part.usable("points", [x for pair in pairs for x in pair if x is not None]) or (1.0, 0.0)
    return PiecewiseLinear(tuple(zip(flat[::2], flat[1::2], strict=True)))


def _uneven(part: Table, depth: int) -> Uneven:
    return Uneven(_nested(part, "forward", depth), _nested(part, "backward", depth))


def _smooth(part: Table, depth: int) -> Smooth:
    return Smooth(_nested(part, "of", depth), part.number("width", None, least=0.0))


def _drive(part: Table, depth: int) -> DriveFriction:
    terms = [field.name for field in fields(DriveFriction) if field.name not in NUMBERS]
    coefficients = {name: part.number(name) for name in terms if part.has(name)}
    coefficients |= {name: part.number(name, least=0.0) for name in NUMBERS[:-1] if part.has(name)}
    return DriveFriction(**coefficients, width=part.number("width", None, least=0.0))


def _nested(part: Table, key: str, depth: int) -> AbstractFriction:
    inner = part.table(key)
    if inner is None and key not in part.data:
        part.fault(key, f"the key '{key}' is missing: a table with a friction law was expected")
    return FREE if inner is None else friction(inner, depth + 1)


LAWS: dict[str, Callable[[Table, int], AbstractFriction]] = {
    Stribeck.kind: _stribeck,
    PiecewiseLinear.kind: _piecewise,
    Uneven.kind: _uneven,
    Smooth.kind: _smooth,
    DriveFriction.kind: _drive,
}
"""The laws a file can name."""
