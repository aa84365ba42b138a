"""Robots whose inertial constants are base parameters, ZZR1, XXR2, …, as numbers or as symbols.

Khalil & Dombre (2002) §9.4.                                                                            [khalil2002]
"""

import math
from collections.abc import Mapping
from typing import Any

from ..calls.question_checks import JOINT_SPACE
from ..errors import NotForThisRobot, listed, shown
from ..formulations import Columns
from ..model import Model
from ..model.constants import KINDS, constants, inertial, letter_of, with_constants
from ..model.grouping import grouped, standings
from ..model.rewrite import dh_gauge
from ..parameters.base import BaseParameters, find_base_parameters

UNCHANGED = JOINT_SPACE | {"kinetic_energy"}
"""Questions whose answers stay the same on base parameters; the potential energy changes by a constant."""

GROUPED = {*KINDS["inertia"], *KINDS["rotors"]}
"""The letters of the constants that base parameters are combinations of."""

REPLACED = {*GROUPED, *KINDS["centre"]}
"""The letters of all constants that base parameters replace."""


def base_symbols(tree: Model, symbols: Mapping[str, float]) -> dict[str, float]:
    """The symbols of a robot on base parameters, with their values.

    If any inertial constant or rotor is a symbol, all base parameters take their place.

    >>> import linkwise
    >>> base_symbols(linkwise.load("planar2r").tree, {"D2": 0.7, "M1": 1.3})["MXR1"]
    2.38
    """
    _require_own_joints(tree)
    _require_one_grouping(tree, symbols)
    others = {name: x for name, x in symbols.items() if letter_of(name) not in REPLACED}
    if len(others) == len(symbols):
        return others
    base = _base(tree)
    return others | dict(zip(base.names, base.values.tolist(), strict=True))


def on_base_parameters(tree: Model, scalars: Mapping[str, Any]) -> dict[str, Any]:
    """The constants of a robot on base parameters, given a scalar for each of the `base_symbols`.

    Base parameters that are not symbols are computed from the lengths and angles that are.

    >>> import linkwise
    >>> constants = on_base_parameters(linkwise.load("planar2r").tree, {"D2": 1.0})
    >>> constants["MX1"], constants["M1"], constants["D2"]
    (3.01, 0.0, 1.0)
    """
    base = _base(tree)
    if set(base.names) <= set(scalars):
        grouped_values = {kept: scalars[name] for kept, name in zip(base.kept, base.names, strict=True)}
    else:
        lengths = {name: x for name, x in scalars.items() if letter_of(name) in KINDS["geometry"]}
        grouped_values = inertial(grouped(with_constants(tree, lengths), standings(dh_gauge(tree))))
    others = {name: x for name, x in scalars.items() if name not in base.names}
    return others | {name: grouped_values.get(name, 0.0) for name in constants(tree) if letter_of(name) in GROUPED}


def _base(tree: Model) -> BaseParameters:
    return find_base_parameters(tree, Columns.of(tree), method="rules", zeros=False)


def _require_own_joints(tree: Model) -> None:
    if not tree.coordinates.trivial:
        raise NotForThisRobot(
            f"some joints of robot {shown(tree.name)} follow others.",
            "Formulas on base parameters are for joints that move on their own.",
            "use base=False.",
        )


def _require_one_grouping(tree: Model, symbols: Mapping[str, float]) -> None:
    """Refuse symbols whose values decide how parameters group: an angle that makes axes parallel, say."""
    deciding = (*KINDS["geometry"], *KINDS["gravity"])
    free = [name for name in symbols if letter_of(name) in deciding]
    moved = {name: symbols[name] + 0.1 * math.sqrt(k) for k, name in enumerate(free, 2)}
    if standings(with_constants(tree, moved)) != standings(dh_gauge(tree)):
        raise NotForThisRobot(
            f"how the parameters of robot {shown(tree.name)} group depends on {listed(free)}.",
            "Base parameters that hold for every value of the symbols were expected.",
            "use base=False, or leave fewer constants symbolic.",
        )
