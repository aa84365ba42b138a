"""Coefficients of columns as friction laws: what was identified is what simulates."""

from __future__ import annotations

import numpy as np

from ...calls.arrays import Array
from ...errors import InvalidModel, shown
from ...model import AbstractFriction, DriveFriction, Friction, Smooth, Stribeck, Uneven
from .regressor import Regressor

PLAIN = {"viscous", "coulomb"}


def friction_laws(regressor: Regressor, coefficients: Array) -> dict[str, AbstractFriction]:
    """The law of each joint and drive that has columns, by name.

    >>> import linkwise
    >>> from linkwise.identify.columns import Request
    >>> columns = Regressor(linkwise.load("pendulum"), Request.of(["viscous", "coulomb"], width=None))
    >>> friction_laws(columns, np.array([0.5, 1.0]))
    {'joint1': Friction(viscous=0.5, coulomb=1.0, backward=None)}
    """
    each: dict[str, dict[str, float]] = {}
    for coefficient, value in zip(regressor.coefficients, np.asarray(coefficients).tolist(), strict=True):
        each.setdefault(coefficient.axis.name, {})[coefficient.kind] = value
    suffix = {each.axis.name: each.axis.suffix for each in regressor.coefficients}
    falls = {name: regressor.stribeck.at(suffix[name]) for name in each}
    return {name: _law(name, own, falls[name], regressor.request.width) for name, own in each.items()}


def _law(joint: str, own: dict[str, float], fall: tuple[float, float], width: float | None) -> AbstractFriction:
    speed, shape = fall
    if width is not None:
        if "stribeck" in own:
            return DriveFriction(**own, speed=speed, shape=shape, width=width)
        if set(own) <= PLAIN and own.get("coulomb", 0.0) > 0.0 and own.get("viscous", 0.0) >= 0.0:
            return Smooth(Friction(own.get("viscous", 0.0), own["coulomb"]), width)
        return DriveFriction(**own, width=width)
    if not set(own) <= ({*PLAIN, "stribeck"} if "stribeck" in own else {*PLAIN, "offset", "uneven"}):
        raise InvalidModel(
            f"the friction of joint {shown(joint)} was found with sign(qd), and has more terms than a law with a jump.",
            "A width was expected: tanh(qd/width) in the place of sign(qd).",
            "identify with width=0.02.",
        )
    try:
        if "stribeck" in own:
            viscous, coulomb = own.get("viscous", 0.0), own.get("coulomb", 0.0)
            return Stribeck(viscous, coulomb, coulomb + own["stribeck"], speed**-shape, shape)
        law: AbstractFriction = Uneven(Friction(), Friction()) if "uneven" in own else Friction()
        return law.with_coefficients(own)
    except InvalidModel as error:
        found = ", ".join(f"{kind} {value:.3g}" for kind, value in own.items())
        raise InvalidModel(
            f"the friction of joint {shown(joint)} that was identified cannot be simulated: {found}.",
            f"Friction that brakes in both directions was expected ({error.what.rstrip('.')}).",
            'give a width, or use estimator="physical", which keeps viscous and Coulomb friction above 0.',
        ) from None
