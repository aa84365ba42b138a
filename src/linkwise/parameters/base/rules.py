"""Base parameters by rules: the grouping rules run on linear forms in the robot's parameters.

Khalil & Dombre (2002) §9.4.2.4; the rules are in model/grouping.                                       [khalil2002]
"""

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any

from ...algebra import Inertia, Scalar
from ...calls.sampling import size
from ...errors import MissingExtra, NotForThisRobot, shown
from ...formulations import Columns
from ...model import Model, Rotor
from ...model.constants import ANGLES, STANDARD, inertial, letter_of, with_constants, worth_a_symbol
from ...model.grouping import grouped, standings
from ...model.rewrite import dh_gauge
from .forms import Form

LENGTHS = {"M": 0, "MX": 1, "MY": 1, "MZ": 1}
"""The power of a length in a parameter's unit where it is not that of an inertia, 2."""

ROUNDING = 16 * 2.0**-52
"""Beside coefficients of the robot's size so small a one is what rounding left of 0."""


def rules_apply(tree: Model) -> bool:
    """Whether every joint moves on its own, as the rules expect.

    >>> import linkwise
    >>> rules_apply(linkwise.load("panda").tree)
    True
    """
    return tree.coordinates.trivial


def by_rules(
    tree: Model, columns: Columns, present: Collection[str], symbols: Mapping[str, Scalar] | None = None
) -> dict[str, Form]:
    """Each base parameter that is left, by the name of the parameter that gathers it.

    The parameters are those of the Denavit–Hartenberg frames; only those `present` are not taken for 0. `symbols` stand
    for constants of the geometry, such as D3. Friction and shared drives are nobody's: they stay as they are.

    >>> import linkwise
    >>> arm = linkwise.load("planar2r").tree
    >>> by_rules(arm, Columns(), Columns().names(arm))["ZZ1"]
    Form({'ZZ1': 1.0, 'M2': 0.48999999999999994})
    """
    require(tree)
    arm = formed(with_constants(tree, symbols) if symbols else dh_gauge(tree), columns, present)
    found = left(grouped(arm, standings(dh_gauge(tree))), columns, present)
    return found if symbols else without_rounding(found, size(tree))


def formed(tree: Model, columns: Columns, present: Collection[str]) -> Model:
    """The robot with a form in place of each parameter.

    >>> import linkwise
    >>> formed(linkwise.load("pendulum").tree, Columns(), ["M1"]).bodies[0].inertia.m
    Form({'M1': 1.0})
    """

    def form(name: str) -> Form:
        return Form.of(name) if name in present else Form({})

    bodies = []
    for j, body in enumerate(tree.bodies, 1):
        inertia = Inertia.of_parameters([form(f"{letter}{j}") for letter in STANDARD], body.name)
        rotor = Rotor(form(f"Ia{j}")) if columns.rotors else Rotor()
        bodies.append(replace(body, inertia=inertia, joint=replace(body.joint, rotor=rotor)))
    return replace(tree, bodies=tuple(bodies), base_inertia=Inertia.none(tree.base))


def left(arm: Model, columns: Columns, present: Collection[str]) -> dict[str, Form]:
    """What a robot of forms has that is not 0, in the order of its columns.

    >>> import linkwise
    >>> left(formed(linkwise.load("pendulum").tree, Columns(), ["M1"]), Columns(), ["M1"])
    {'M1': Form({'M1': 1.0})}
    """
    every, found = inertial(arm), {}
    for name in columns.names(arm):
        form = every[name] if name in every else Form.of(name) if name in present else Form({})
        if isinstance(form, Form) and form.terms:
            found[name] = form
    return found


def without_rounding(forms: Mapping[str, Form], length: float) -> dict[str, Form]:
    """Forms without the terms that are rounding in a robot of that size.

    >>> without_rounding({"ZZ1": Form({"ZZ1": 1.0, "MZ3": -2.8e-17})}, 0.5)
    {'ZZ1': Form({'ZZ1': 1.0})}
    """

    def power(name: str) -> int:
        return LENGTHS.get(letter_of(name), 2)

    cleaned = {
        name: Form(
            {each: c for each, c in form.terms.items() if abs(c) > ROUNDING * length ** (power(name) - power(each))}
        )
        for name, form in forms.items()
    }
    return {name: form for name, form in cleaned.items() if form.terms}


def require(tree: Model) -> None:
    """Refuse robots the rules do not know."""
    if not rules_apply(tree):
        raise NotForThisRobot(
            f"some joints of robot {shown(tree.name)} follow others.",
            "The grouping rules are for joints that move on their own.",
            'take method="numeric".',
        )


SLANTED = 7
"""An arm with so many angles that are no quarter turns has equations of 26,000 letters, made in seconds; with two more
it is 80,000 and half a minute."""


def readable(tree: Model) -> bool:
    """Whether equations with symbols can be had, and are of a length that people read.

    >>> import linkwise
    >>> readable(linkwise.load("rx90").tree)
    True
    """
    from importlib.util import find_spec

    slanted = sum(letter_of(name) in ANGLES for name in worth_a_symbol(tree, "geometry"))
    return find_spec("sympy") is not None and slanted <= SLANTED


def geometric_symbols(tree: Model) -> dict[str, Any]:
    """A real sympy symbol for each length and angle of the robot that is not 0 or a quarter turn.

    >>> import linkwise
    >>> geometric_symbols(linkwise.load("rx90").tree)
    {'D3': D3, 'RL4': RL4}
    """
    try:
        import sympy
    except ImportError:
        raise MissingExtra("grouping equations with symbols", "symbolic") from None
    return {name: sympy.Symbol(name, real=True) for name in worth_a_symbol(tree, "geometry")}
