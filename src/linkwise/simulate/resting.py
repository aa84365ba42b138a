"""Whether a sliding joint has come to rest, as far as the integrator can tell.

A joint that a controller draws towards a point where friction just holds it creeps there and never quite arrives: its
speed falls below what the tolerances resolve, and the sign of the computed velocity is noise. Two rules decide then:

1.  A velocity that passes 0 by no more than velocities are resolved has not passed 0, if the joint, at rest there,
    would be pushed on the way it went. Its friction keeps the direction, and the motion stays smooth.
2.  A joint whose velocity is not resolved from 0 is at rest if what pushes it exceeds the holding force by no more
    than forces are resolved: by what they change when positions change by their own resolution ε,

        push − holding  ≤  Σ_i |∂push/∂q_i| ε_i .

    Friction holds it against that much from then on, until the push grows beyond it. Somewhere within ε of where
    it rests, the joint would have been held outright, so no position is off by more than it would have been anyway.

A push that depends on time alone is known exactly, and so is the instant at which it tears a joint loose.
ε is atol + rtol |y| for methods with error control. Fixed steps resolve what rounding leaves: some roundings of a
position, and a velocity that moves it so far in a step.
"""

import numpy as np

from ..calls.arrays import Array
from .held import bring_to_rest
from .plant import Plant
from .sticking import accelerations


def passed_zero(plant: Plant, t: float, y: Array) -> list[int]:
    """The sliding slides whose velocities have passed 0."""
    sd = plant.dry.speeds(y[plant.n : 2 * plant.n])
    against = [k for k in plant.dry.laws if plant.modes[k] in (1, -1) and plant.modes[k] * sd[k] < 0.0]
    if not against:
        return []
    slow = plant.slow(y)
    return [k for k in against if not slow[k] or not _pushed_on(plant, t, y, k)]


def crept(plant: Plant, t: float, y: Array) -> list[int]:
    """The slides that have crept to rest: slow, slowing down, and held within the resolution of forces."""
    sliding = [k for k in plant.dry.laws if plant.modes[k] in (1, -1)]
    if not sliding:
        return []
    slow = plant.slow(y)
    if not slow[sliding].any():
        return []
    qdd = plant.look(t, y)[0]
    slowing = [k for k in sliding if slow[k] and plant.modes[k] * (plant.rows[k] @ qdd) <= 0.0]
    return [k for k in slowing if abs(_push(plant, t, _stilled(plant, y, k), k)) <= margins(plant, t, y, [k])[k]]


def margins(plant: Plant, t: float, y: Array, slides: list[int]) -> dict[int, float]:
    """How closely the force on each of these slides, at rest, is known: Σ_i |∂push/∂q_i| ε_i."""
    if not slides:
        return {}
    n, known = plant.n, plant.resolution(y)
    out = {}
    for k in slides:
        still = _stilled(plant, y, k)
        push, change = _push(plant, t, still, k), 0.0
        for i in range(n):
            moved = still.copy()
            moved[i] += known[i]
            change += abs(_push(plant, t, moved, k) - push)
        out[k] = change if np.isfinite(change) else 0.0
    return out


def _pushed_on(plant: Plant, t: float, y: Array, k: int) -> bool:
    push = plant.modes[k] * _push(plant, t, _stilled(plant, y, k), k)
    return bool(push > 0.0) and push > margins(plant, t, y, [k])[k]


def _push(plant: Plant, t: float, y: Array, k: int) -> float:
    """The force that accelerates slide k, friction in the direction of its mode taken off: its acceleration times the
    inertia that moves with it, other slides being held or sliding as they are."""
    M = plant.system.mass_matrix(y[: plant.n])
    per_force = accelerations(M, plant.rows[k], plant.modes, plant.dry.combinations)[0]
    return float(plant.rows[k] @ plant.look(t, y)[0] / (plant.rows[k] @ per_force))


def _stilled(plant: Plant, y: Array, k: int) -> Array:
    """The state with slide k at rest."""
    y = y.copy()
    bring_to_rest(plant, y, [k])
    return y
