"""∂ẏ/∂y for Radau: analytic derivatives of the dynamics, differences of the caller's functions."""

from collections.abc import Callable
from typing import Any

import numpy as np

from ..calls.arrays import Array
from .plant import Plant
from .stepping import Failed

NUDGE = 2.0**-26
"""The step of a forward difference, relative to the variable: the root of a rounding."""


def jacobian(plant: Plant, t: float, y: Array) -> Array:
    """The matrix ∂ẏ/∂y at a state.

    q̈ is differentiated analytically if nothing is held, wrenches are constant and there are no companions; otherwise,
    and for the work terms, by forward differences of the equations themselves.
    """
    n, robot = plant.n, _differentiable(plant)
    if robot is None:
        return _finite(_differences(lambda x: plant.rates(t, x), y, len(y)), t)
    q, qd, z = y[:n], y[n : 2 * n], y[2 * n + 4 :]
    tau, w = plant.inputs.torques(t, q, qd, z), plant.inputs.wrenches(t, q, qd)
    by = robot.forward_dynamics_derivatives(q, qd, tau, **({"wrenches": w} if w else {}))
    feedback = _differences(lambda x: plant.inputs.torques(t, x[:n], x[n:], z), y[: 2 * n], len(tau))
    J = np.zeros((len(y), len(y)))
    J[:n, n : 2 * n] = np.eye(n)
    J[n : 2 * n, :n] = by.dqdd_dq + by.dqdd_dtau @ feedback[:, :n]
    J[n : 2 * n, n : 2 * n] = by.dqdd_dqd + by.dqdd_dtau @ feedback[:, n:]
    J[2 * n :, : 2 * n] = _differences(lambda x: _powers(plant, t, np.concatenate([x, y[2 * n :]])), y[: 2 * n], 4)
    return _finite(J, t)


def _differentiable(plant: Plant) -> Any:
    """The system, if the derivatives of its forward dynamics are those of the plant; otherwise None."""
    plain = plant.inputs.steady and not plant.held.any() and hasattr(plant.system, "forward_dynamics_derivatives")
    return plant.system if plain else None


def _powers(plant: Plant, t: float, y: Array) -> Array:
    n, out = plant.n, np.empty(plant.size)
    q, qd, z = y[:n], y[n : 2 * n], y[2 * n + 4 :]
    tau, w = plant.inputs.torques(t, q, qd, z), plant.inputs.wrenches(t, q, qd)
    plant.powers(out, t, q, qd, z, tau, w, plant.friction(q, qd))
    return out[2 * n : 2 * n + 4]


def _differences(function: Callable[[Array], Array], x: Array, rows: int) -> Array:
    """The Jacobian (rows, entries of x) of a function, by forward differences."""
    J, here = np.empty((rows, len(x))), function(x)
    for k in range(len(x)):
        moved = x.copy()
        moved[k] += NUDGE * max(abs(x[k]), 1e-3)
        J[:, k] = (function(moved) - here) / (moved[k] - x[k])
    return J


def _finite(J: Array, t: float) -> Array:
    if not np.isfinite(J).all():
        raise Failed(t, "the derivatives of the equations are not finite")
    return J
