"""Base parameters by the grouping rules, run on linear forms in the robot's parameters.

Khalil & Dombre (2002) §9.4.2.4; the rules themselves are in model/grouping.                            [khalil2002]
"""

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any

from ...algebra import Inertia, Scalar
from ...calls.sampling import size
from ...errors import MissingExtra, NotForThisRobot, shown
from ...formulations import Columns
from ...model import BASE, Model, Rotor
from ...model.constants import ANGLES, STANDARD, inertial, letter_of, with_constants, worth_a_symbol
from ...model.grouping import grouped, standings
from ...model.rewrite import dh_gauge
from .forms import Form

LENGTHS = {"M": 0, "MX": 1, "MY": 1, "MZ": 1}
"""The power of a length in a parameter's unit, where it is not 2 as in that of an inertia."""

ROUNDING = 16 * 2.0**-52
"""A coefficient this small, relative to one of the robot's size, is what rounding left of 0."""


def rules_apply(tree: Model) -> bool:
    """Whether every joint moves on its own, as the rules assume.

    >>> import linkwise
    >>> rules_apply(linkwise.load("panda").tree)
    True
    """
    return tree.coordinates.trivial


def by_rules(
    tree: Model, columns: Columns, present: Collection[str], symbols: Mapping[str, Scalar] | None = None
) -> dict[str, Form]:
    """Each base parameter as a form, by the name of the parameter that others are grouped into.

    The parameters are those of the Denavit–Hartenberg frames; all but those `present` are taken to be 0. `symbols`
    stand for constants of the geometry, such as D3. Friction and shared drives do not group: they stay as they are.

    >>> import linkwise
    >>> arm = linkwise.load("planar2r").tree
    >>> by_rules(arm, Columns(), Columns().names(arm))["ZZ1"]
    Form({'ZZ1': 1.0, 'M2': 0.48999999999999994})
    """
    require_rules_apply(tree)
    arm = with_forms(with_constants(tree, symbols) if symbols else dh_gauge(tree), columns, present)
    forms = forms_of(grouped(arm, standings(dh_gauge(tree))), columns, present)
    return forms if symbols else without_rounding(forms, size(tree))


def with_forms(tree: Model, columns: Columns, present: Collection[str]) -> Model:
    """The robot with a form in place of each inertial parameter.

    >>> import linkwise
    >>> with_forms(linkwise.load("pendulum").tree, Columns(), ["M1"]).bodies[0].inertia.m
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


def forms_of(arm: Model, columns: Columns, present: Collection[str]) -> dict[str, Form]:
    """The forms of a robot that are not 0, in the order of its columns.

    >>> import linkwise
    >>> forms_of(with_forms(linkwise.load("pendulum").tree, Columns(), ["M1"]), Columns(), ["M1"])
    {'M1': Form({'M1': 1.0})}
    """
    of_links, forms = inertial(arm), {}
    for name in columns.names(arm):
        form = of_links[name] if name in of_links else Form.of(name) if name in present else Form({})
        if isinstance(form, Form) and form.terms:
            forms[name] = form
    return forms


def without_rounding(forms: Mapping[str, Form], length: float) -> dict[str, Form]:
    """Forms without the terms that are mere rounding in a robot of that size.

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


def require_rules_apply(tree: Model) -> None:
    """Refuse robots that the rules do not cover."""
    if not rules_apply(tree):
        raise NotForThisRobot(
            f"some joints of robot {shown(tree.name)} follow others.",
            "The grouping rules are for joints that move on their own.",
            'use method="numeric".',
        )


def bound(arm: Model) -> int:
    """b_m ≤ 7 n_r + 4 n_p − 3 − σ̄_1 − 2 n_g0, Khalil & Dombre (2002) [9.61], for links without rotors.

    Differs from the book: the last terms are taken once for each joint on the base, so that it covers trees.
    Printed misprints: ERRATA E4-8; it is a bound, and exact only for chains that begin with a revolute joint and have
    no prismatic ones before the second direction of turning.                                        [khalil2002]

    >>> import linkwise
    >>> bound(linkwise.load("stanford").tree)
    33
    """
    total = 0
    for body in arm.bodies:
        total += 4 if body.joint.slides else 7
        if body.parent == BASE:
            a = body.placement.R.tagged(None, None) @ body.joint.axis
            g = arm.gravity.seen_from(None)
            off = a.cross(g)
            upright = not body.joint.slides and bool(off.dot(off) <= 1e-24 * g.dot(g))
            total -= 3 + (0 if body.joint.slides else 1) + (2 if upright else 0)
    return total


MOST_SLANTED = 7
"""The most angles other than quarter turns in a robot whose equations are written with symbols: with seven they have
26,000 letters and take seconds, with nine 80,000 and half a minute."""


def readable(tree: Model) -> bool:
    """Whether sympy is installed, and equations with symbols would be short enough to read.

    >>> import linkwise
    >>> readable(linkwise.load("rx90").tree)
    True
    """
    from importlib.util import find_spec

    slanted = sum(letter_of(name) in ANGLES for name in worth_a_symbol(tree, "geometry"))
    return find_spec("sympy") is not None and slanted <= MOST_SLANTED


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
