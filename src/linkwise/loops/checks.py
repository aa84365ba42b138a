"""States that satisfy the closures: an open loop, or a velocity that would open it, is refused with its name."""

from __future__ import annotations

import numpy as np

from ..calls.arrays import Array
from ..errors import OpenLoop, Singular, shown
from ..taskspace.matrices import times
from .equations import ClosureEquations
from .motion_space import RANK, MotionSpace

CLOSED = 1e-6
"""How far a loop may be open, in radians or robot's sizes, and how much of a velocity or acceleration may open it,
relative to its terms. Positions written with seven digits pass."""

CLOSE = "closed.close(q) gives the configuration near q in which the loops are closed."
PROJECT = "closed.project_velocity(q, qd), or closed.complete(q, qd, qdd) from those of the independent joints."


def require_closed(equations: ClosureEquations, q: Array) -> None:
    """Refuse configurations in which a loop is open.

    >>> import linkwise
    >>> from linkwise.model import Closure
    >>> crank = linkwise.load("planar2r").with_closures([Closure("rail", "base", "tip", along="y")])
    >>> require_closed(crank.equations, np.array([0.1, 0.0]))
    Traceback (most recent call last):
    linkwise.errors.OpenLoop: closure 'rail' of robot 'planar2r' is open by 0.16 m.
      A configuration in which the loops are closed was expected.
      Hint: closed.close(q) gives the configuration near q in which the loops are closed.
    """
    e, expected = equations.error(q), "A configuration in which the loops are closed"
    _refuse(equations, e, np.full_like(e, CLOSED), "is open by {0:.3g} {1}", expected, CLOSE)


def require_velocity(equations: ClosureEquations, A: Array, qd: Array) -> None:
    """Refuse velocities that open a loop.

    >>> import linkwise
    >>> from linkwise.model import Closure
    >>> crank = linkwise.load("planar2r").with_closures([Closure("rail", "base", "tip", along="y")])
    >>> require_velocity(crank.equations, np.array([[1.6, 0.9]]), np.array([0.9, -1.6]))
    """
    size = CLOSED * _size(equations, A, qd)
    _refuse(
        equations,
        times(A, qd),
        size,
        "is opened by qd at a rate of {0:.3g} {1}/s",
        "Velocities that keep the loops closed",
        PROJECT,
    )


def require_acceleration(equations: ClosureEquations, A: Array, bias: Array, qdd: Array) -> None:
    """Refuse accelerations that open a loop.

    >>> import linkwise
    >>> from linkwise.model import Closure
    >>> crank = linkwise.load("planar2r").with_closures([Closure("rail", "base", "tip", along="y")])
    >>> require_acceleration(crank.equations, np.array([[1.6, 0.9]]), np.array([2.5]), np.array([-1.0, -1.0]))
    """
    size = CLOSED * (_size(equations, A, qdd) + np.abs(bias) / equations.lengths)
    what = "is opened by qdd: its rate grows by {0:.3g} {1}/s²"
    _refuse(equations, times(A, qdd) + bias, size, what, "Accelerations that keep the loops closed", PROJECT)


def require_regular(equations: ClosureEquations, space: MotionSpace, q: Array) -> None:
    """Refuse singular configurations, in which the closures lose rank.

    >>> import linkwise
    >>> from linkwise.model import Closure
    >>> crank = linkwise.load("planar2r").with_closures([Closure("rail", "base", "tip", along="y")])
    >>> require_regular(crank.equations, MotionSpace.of(crank.equations, np.array([[1.6, 0.9]]), 1), np.zeros(2))
    """
    margin = np.atleast_1d(space.margin)
    if (margin <= RANK).any():
        state = tuple(np.argwhere(margin <= RANK)[0].tolist()) if space.margin.ndim else ()
        lost = space.left[state][:, space.rank - 1]  # the combination of equations that nothing supports
        name = equations.widest(lost * equations.lengths)[0]
        here = f"in state {', '.join(map(str, state))} of the batch" if state else "here"
        place = np.broadcast_to(q, (*space.margin.shape, q.shape[-1]))[state]
        raise Singular(
            f"the closures of robot {shown(equations.robot.name)} are singular {here}, at "
            f"q = [{', '.join(f'{x:.6g}' for x in place)}]: closure {shown(name)} does not hold as "
            "much as elsewhere.",
            f"{space.rank} independent equations were expected.",
            "move away from this configuration: the motion is not determined in it.",
            float(margin.min()),
        )


def _size(equations: ClosureEquations, A: Array, rates: Array) -> Array:
    """How large the rate of each equation could be, for motions of this size, scaled."""
    largest = np.linalg.norm(A * equations.units / equations.lengths[:, None], axis=-1)
    return largest * np.linalg.norm(rates / equations.units, axis=-1)[..., None] + 1e-300


def _refuse(equations: ClosureEquations, rates: Array, most: Array, what: str, expected: str, hint: str) -> None:
    over = np.abs(rates) / equations.lengths - most
    wrong = ~(over <= 0.0)
    if not wrong.any():
        return
    state = tuple(np.argwhere(wrong.any(axis=-1))[0].tolist()) if rates.ndim > 1 else ()
    name, residual, unit = equations.widest(rates[state])
    where = f", in state {', '.join(map(str, state))} of the batch" if state else ""
    raise OpenLoop(
        f"closure {shown(name)} of robot {shown(equations.robot.name)} {what.format(residual, unit)}{where}.",
        f"{expected} was expected." if expected.startswith("A ") else f"{expected} were expected.",
        hint,
        closure=name,
        residual=residual,
        state=state,
    )
