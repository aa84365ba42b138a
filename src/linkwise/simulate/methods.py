"""The methods by name."""

from typing import Any, NamedTuple

from ..errors import BadArray, UnknownName
from . import explicit_euler, gauss_legendre, implicit_midpoint, runge_kutta, semi_implicit_euler
from .adaptive import Adaptive
from .given import positive
from .plant import Plant
from .stepping import Fixed, Single, Stepper

MOST_STEPS = 10**8
"""Fixed steps of one run: days of work."""


class Method(NamedTuple):
    """A way to integrate: its order, and its step, where that is fixed."""

    order: int
    single: Single | None = None


METHODS = {
    "euler": Method(1, explicit_euler.step),
    "semi_implicit_euler": Method(1, semi_implicit_euler.step),
    "implicit_midpoint": Method(2, implicit_midpoint.step),
    "rk4": Method(4, runge_kutta.step),
    "gauss_legendre_4": Method(4, gauss_legendre.step),
    "DOP853": Method(8),
    "Radau": Method(5),
}
"""All methods; those without a fixed step choose it themselves."""


def stepper(plant: Plant, name: Any, step: Any, span: tuple[float, float], rtol: Any, atol: Any) -> Stepper:
    """The method that makes the steps of a run."""
    if not isinstance(name, str) or name not in METHODS:
        raise UnknownName("method", name, "linkwise.simulate", METHODS)
    single = METHODS[name].single
    if single is None:
        rtol = positive("rtol", rtol)
        if rtol < 1e-13:
            raise BadArray(f"rtol is {rtol!r}.", "At least 1e-13: doubles have no more digits.")
        atol = rtol if atol is None else positive("atol", atol)
        longest = float("inf") if step is None else positive("step", step)
        return Adaptive(plant, name, span[1], rtol, atol, longest)
    if atol is not None:
        raise BadArray(
            f"atol was given to method={name!r}.", "It is for methods that choose their steps.", "leave it out."
        )
    if step is None:
        raise BadArray(f"step was not given to method={name!r}.", "The length of a step in seconds.", "step=0.001")
    h = positive("step", step)
    if (span[1] - span[0]) / h > MOST_STEPS:
        raise BadArray(
            f"step={h!r} makes {(span[1] - span[0]) / h:.3g} steps.", f"At most {MOST_STEPS}.", "take a longer step."
        )
    return Fixed(plant, single, h, *span)
