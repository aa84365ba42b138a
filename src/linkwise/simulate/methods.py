"""The integrators by name, and the stepper each of them makes."""

from typing import Any, NamedTuple

from ..calls.checks import positive
from ..errors import BadArray, UnknownName
from ..program.tableaus import TABLEAUS
from .adaptive import Adaptive
from .fixed_steps import single_step
from .plant import Plant
from .stepping import Fixed, Stepper

MOST_STEPS = 10**8
"""The most fixed steps in one run: days of work."""

LEAST_RTOL = 1e-13
"""Doubles have no more digits."""


class Method(NamedTuple):
    """An integrator: its order, and whether its step is fixed or chosen by error control."""

    order: int
    fixed_step: bool


METHODS = {
    **{name: Method(TABLEAUS[name].order, True) for name in sorted(TABLEAUS, key=lambda name: TABLEAUS[name].order)},
    "DOP853": Method(8, False),
    "Radau": Method(5, False),
}
"""All integrators by name."""


def stepper(plant: Plant, name: Any, step: Any, span: tuple[float, float], rtol: Any, atol: Any) -> Stepper:
    """The stepper of a run, from the options of `simulate`."""
    if not isinstance(name, str) or name not in METHODS:
        raise UnknownName("method", name, "linkwise.simulate", METHODS)
    if not METHODS[name].fixed_step:
        rtol = positive("rtol", rtol)
        if rtol < LEAST_RTOL:
            raise BadArray(f"rtol is {rtol!r}.", f"At least {LEAST_RTOL} was expected: doubles have no more digits.")
        atol = rtol if atol is None else positive("atol", atol)
        longest = float("inf") if step is None else positive("step", step)
        return Adaptive(plant, name, rtol, atol, longest)
    if atol is not None:
        raise BadArray(
            f"atol was given with method={name!r}.", "Only methods with error control use it.", "leave it out."
        )
    if step is None:
        raise BadArray(
            f"step was not given with method={name!r}.", "A step in seconds was expected.", "step=0.001, for example."
        )
    h = positive("step", step)
    if (span[1] - span[0]) / h > MOST_STEPS:
        raise BadArray(
            f"step={h!r} makes {(span[1] - span[0]) / h:.3g} steps.",
            f"At most {MOST_STEPS} were expected.",
            "use a longer step.",
        )
    return Fixed(plant, single_step(TABLEAUS[name]), h, *span)
