"""The equations of motion in canonical coordinates (q, p), p = M q̇, in which Gauss's collocations keep energy.

    q̇ = M⁻¹ p,    ṗ = τ + Cᵀ q̇ − g − friction + Jᵀw

for Ṁ = C + Cᵀ, C being the matrix of Christoffel symbols. Held coordinates are constants of a smaller system:
p_f = M_ff q̇_f. Hairer, Lubich & Wanner (2006), chapter VI.                                              [hairer2006]
"""

from typing import Any

import numpy as np

from ..algebra.matrices import minus
from ..algebra.solve import solve
from ..calls.arrays import Array
from ..calls.equations import Equations
from ..errors import NotForThisRobot, shown
from .plant import Plant
from .programs import program
from .sticking import accelerations


def equations(eq: Equations, q: Any, p: Any) -> dict[str, Any]:
    """q̇ = M⁻¹ p and Cᵀ q̇ − g, over any scalar."""
    qd = solve(eq.mass_matrix(q), p)
    return {"qd": qd, "pd": minus(eq.momentum_slopes(q, qd)[1], eq.gravity_forces(q))}


class Canonical:
    """A plant seen in (q, p, W, z)."""

    def __init__(self, plant: Plant):
        if not hasattr(plant.system, "coriolis_matrix"):
            raise NotForThisRobot(
                f"{shown(plant.system.name)} has no Coriolis matrix.",
                "Canonical equations, ṗ = τ + Cᵀ q̇ − …, need one.",
                'take method="DOP853", "Radau" or "rk4".',
            )
        self.plant, self.n = plant, plant.n
        self._rest = np.zeros(plant.n)
        n = (plant.n,)
        self._fast = program(plant.system, "canonical_equations", equations, {"q": n, "p": n}, {"qd": n, "pd": n})

    def momenta(self, y: Array) -> Array:
        """(q, p, W, z) of (q, q̇, W, z)."""
        x, n = y.copy(), self.n
        x[n : 2 * n] = self.plant.system.mass_matrix(y[:n]) @ y[n : 2 * n]
        return x

    def velocities(self, x: Array) -> Array:
        """(q, q̇, W, z) of (q, p, W, z)."""
        y, n = x.copy(), self.n
        y[n : 2 * n] = self._velocity(x[:n], x[n : 2 * n])
        return y

    def _velocity(self, q: Array, p: Array) -> Array:
        return accelerations(self.plant.system.mass_matrix(q), p, self.plant.modes, self.plant.dry.combinations)[0]

    def rates(self, t: float, x: Array) -> Array:
        """ẋ."""
        plant, n, out = self.plant, self.n, np.zeros(self.plant.size)
        if plant.plain and self._fast is not None:  # as in `Plant.rates`
            qd, pd = self._fast(x[:n], x[n : 2 * n])
            out[:n], out[n : 2 * n], out[2 * n] = qd, pd + plant.steady, plant.steady.dot(qd)
            return out
        q, p, z = x[:n], x[n : 2 * n], x[2 * n + 4 :]
        if self._fast is not None and not (plant.sticks and plant.held.any()):
            qd, pd = self._fast(q, p)
            tau, w = plant.inputs.torques(t, q, qd, z), plant.inputs.wrenches(t, q, qd)
            f = plant.friction(q, qd)
            pd[plant.driven] += tau
            for frame, wrench in w.items():
                pd += plant.system.jacobian(q, frame).T @ wrench
            out[:n], out[n : 2 * n] = qd, pd if f is None else pd - f
        else:
            qd = self._velocity(q, p)
            tau, w = plant.inputs.torques(t, q, qd, z), plant.inputs.wrenches(t, q, qd)
            f = plant.friction(q, qd)
            C = plant.system.coriolis_matrix(q, qd)  # type: ignore[attr-defined]
            out[:n], out[n : 2 * n] = qd, plant.driving(q, self._rest, tau, w, f) + C.T @ qd
        plant.powers(out, t, q, qd, z, tau, w, f)
        return out
