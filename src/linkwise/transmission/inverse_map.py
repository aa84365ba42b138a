"""The motor positions of a posture: h(q_m) = q solved by Newton's method, with steps halved until they help."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from ..algebra import gradient
from ..calls.arrays import Array, assembled, columns
from ..calls.checks import finite
from ..errors import BadArray, Singular, shown
from .coupling import Coupling

STEPS = 100
"""The most Newton steps: some ten are needed near a regular posture, some thirty near a dead centre."""

HALVINGS = 40
"""How often a step may be halved: beyond that it does not move a position of size 1 by more than a rounding."""

FOUND = 1e-12
"""Of the largest joint position, or of 1: how closely a posture is met where roundings allow no better."""


def motors_for(name: str, coupling: Coupling, q: ArrayLike, start: ArrayLike | None) -> Array:
    """q_m with h(q_m) = q, state by state."""
    n, m = len(coupling.joints), len(coupling.motors)
    goals = finite("q", q, (n,), "one entry per joint", coupling.joints)
    begin = np.zeros(m) if start is None else finite("start", start, (m,), "one entry per motor", coupling.motors)
    batch = np.broadcast_shapes(goals.shape[:-1], begin.shape[:-1])
    goals, begin = np.broadcast_to(goals, (*batch, n)), np.broadcast_to(begin, (*batch, m))
    found = np.empty((*batch, m))
    for k in np.ndindex(batch):
        found[k] = _solved(name, coupling, goals[k], begin[k], k)
    return found


def _solved(name: str, coupling: Coupling, q: Array, q_m: Array, state: tuple[int, ...]) -> Array:
    size = max(1.0, float(np.abs(q).max()))
    x, r, J = q_m.copy(), *_at(coupling, q_m, q)
    for _ in range(STEPS):
        step = (
            np.linalg.lstsq(J, -r, rcond=None)[0] if np.isfinite(J).all() and np.isfinite(r).all() else np.zeros_like(x)
        )
        for halved in range(HALVINGS):
            trial = x + 0.5**halved * step
            r1, J1 = _at(coupling, trial, q)
            if np.abs(r1).max() < np.abs(r).max():  # not for NaN
                break
        else:
            break
        x, r, J = trial, r1, J1
    if np.abs(r).max() <= FOUND * size:
        return x
    here = f" (state {', '.join(map(str, state))} of the batch)" if state else ""
    what = f"no motor positions of robot {shown(name)} were found for q = {_listed(q)}{here}: "
    what += f"Newton's method ended at q_m = {_listed(x)}, where q is off by {np.abs(r).max():.3g}"
    smallest = float(np.linalg.svd(J, compute_uv=False)[-1]) if np.isfinite(J).all() else 0.0
    expected = "A posture that the transmission reaches was expected, and a start near its motor positions."
    hint = "start=…, on the side of the dead centre that is meant."
    if smallest <= 1e-6 * max(1.0, float(np.abs(J).max(initial=0.0))):
        raise Singular(f"{what}, at a dead centre.", expected, hint, smallest)
    raise BadArray(f"{what}.", expected, hint)


def _at(coupling: Coupling, q_m: Array, q: Array) -> tuple[Array, Array]:
    """h(q_m) − q, and J_qm."""
    n, m = len(q), len(q_m)
    with np.errstate(all="ignore"):
        h, slopes = gradient(coupling.positions, columns(q_m, True))
        return assembled(h, (), (n,)) - q, assembled(slopes, (), (m, n)).T


def _listed(x: Array) -> str:
    return "[" + ", ".join(f"{each:.6g}" for each in x) + "]"
