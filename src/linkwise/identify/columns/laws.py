"""Coefficients of columns as friction laws: what was identified is what simulates."""

from __future__ import annotations

import numpy as np

from ...calls.arrays import Array
from ...errors import InvalidModel, shown
from ...model import AbstractFriction, DriveFriction, Friction, Smooth, Uneven
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
    return {name: _law(name, own, regressor.request.width) for name, own in each.items()}


def _law(joint: str, own: dict[str, float], width: float | None) -> AbstractFriction:
    if width is not None:
        if set(own) <= PLAIN and own.get("coulomb", 0.0) > 0.0 and own.get("viscous", 0.0) >= 0.0:
            return Smooth(Friction(own.get("viscous", 0.0), own["coulomb"]), width)
        return DriveFriction(**own, width=width)
    if not set(own) <= {*PLAIN, "offset", "uneven"}:
        raise InvalidModel(
            f"the friction of joint {shown(joint)} was found with sign(qd), and has more terms than a law with a jump.",
            "A width was expected: tanh(qd/width) in the place of sign(qd).",
            "identify with width=0.02.",
        )
    try:
        law: AbstractFriction = Uneven(Friction(), Friction()) if "uneven" in own else Friction()
        return law.with_coefficients(own)
    except InvalidModel as error:
        found = ", ".join(f"{kind} {value:.3g}" for kind, value in own.items())
        raise InvalidModel(
            f"the friction of joint {shown(joint)} that was identified cannot be simulated: {found}.",
            f"Friction that brakes in both directions was expected ({error.what.rstrip('.')}).",
            'give a width, or use estimator="physical", which keeps viscous and Coulomb friction above 0.',
        ) from None
