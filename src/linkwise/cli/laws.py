"""Laws the demo checks: what went in comes out, and the work done is the energy gained."""

from collections.abc import Callable

import numpy as np

from ..calls.arrays import Array
from ..robot import Robot
from ..trajectories import Motion


def there_and_back(robot: Robot, at: Motion, tau: Array, formulation: str) -> float:
    """max ‖q̈ − forward_dynamics(inverse_dynamics(q̈))‖ relative to the largest ‖q̈‖."""
    again = robot.forward_dynamics(at.q, at.qd, tau, formulation=formulation)
    return float(np.max(np.abs(again - at.qdd)) / np.max(np.abs(at.qdd)))


def power_balance(robot: Robot, motion: Callable[[Array], Motion], until: float, nodes: int = 80) -> float:
    """|∫ (τ − friction)·q̇ dt − ΔE| relative to ∫ |τ·q̇| dt, by Gauss–Legendre quadrature.

    The integrand is analytic in time, so that the error of quadrature falls geometrically with the nodes and what
    remains is rounding.
    """
    x, weight = np.polynomial.legendre.leggauss(nodes)
    at = motion(0.5 * until * (x + 1.0))
    drive = robot.inverse_dynamics(*at) - robot.friction_forces(at.qd, at.q)
    power = np.sum(drive * at.qd, axis=1)
    ends = motion(np.array([0.0, until]))
    energy = robot.kinetic_energy(ends.q, ends.qd) + robot.potential_energy(ends.q)
    work, flow = 0.5 * until * (weight @ power), 0.5 * until * (weight @ np.abs(power))
    return float(abs(work - (energy[1] - energy[0])) / flow)
