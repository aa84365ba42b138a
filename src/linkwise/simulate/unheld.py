"""Combinations of coordinates whose friction would hold them at rest, and that do not stick.

If a friction law of a coupled robot depends on the load, combinations have friction but no modes (see `dry_friction`).
Where one comes to rest and is pushed back from both sides, its acceleration jumps back and forth: an integrator with
error control would shrink its steps forever, so such a run ends there.
"""

import numpy as np

from ..calls.arrays import Array
from ..errors import shown
from .plant import WORK_TERMS, Plant

BESIDE = 1e-3
"""Velocities this far on both sides of rest tell which way friction pushes, relative to the slowest joint that moves,
which must go on the way it goes."""


def held_fast(plant: Plant, t: float, before: Array, y: Array) -> str:
    """What to say of a combination that came to rest between two states, and would be held there; "" if none did."""
    n, unheld = plant.n, plant.dry.unheld
    if not unheld:
        return ""
    for name, row in unheld:
        then, now = (float(row @ state[n : 2 * n]) for state in (before, y))
        if then * now > 0.0:
            continue
        speeds = np.abs(y[n : 2 * n])
        beside = BESIDE * speeds[speeds > 0.0].min(initial=1.0)
        free = np.where(plant.held[:n], 0.0, row)
        if not free.any():
            continue
        along = free / (free @ free)
        ahead, back = (_acceleration(plant, t, y, along * (way * beside - now)) @ row for way in (1.0, -1.0))
        if ahead < 0.0 < back and np.isfinite(ahead - back):
            return (
                f"{shown(name)} comes to rest at t = {t:.9g}, where its friction holds it. As a law depends on the "
                "load, what moves several joints does not stick: give it a Smooth law, or use fixed steps."
            )
    return ""


def _acceleration(plant: Plant, t: float, y: Array, faster: Array) -> Array:
    """q̈ with other velocities, the modes being those of now."""
    n = plant.n
    q, qd, z = y[:n], y[n : 2 * n] + faster, y[2 * n + len(WORK_TERMS) :]
    tau, w = plant.inputs.torques(t, q, qd, z), plant.inputs.wrenches(t, q, qd)
    return plant.acceleration(q, qd, tau, w, plant.friction(q, qd))
