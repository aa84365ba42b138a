"""How well an arm can move, push and accelerate in a task.

Yoshikawa (1985a) for w = √det(J Jᵀ) and the ellipsoids of velocity and force; Yoshikawa (1985b) for the ellipsoid of
accelerations; Khatib (1995) for the effective mass in a direction.     [yoshikawa1985a] [yoshikawa1985b] [khatib1995]

Differs from the sources: a task's rows may mix angles and lengths, and the length of such a vector means little: choose
`rows="position"`. Where (1985b) subtracts gravity from the limits of the torques, we shift the centre by the
acceleration that gravity and speed cause; both scale torques by their limits.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ..calls.arrays import Array
from ..calls.checks import all_positive
from ..errors import shown
from .batches import fitting
from .ellipsoid import Ellipsoid, unit
from .matrices import times
from .task_forces import AbstractForces


class AbstractAbilities(AbstractForces):
    """The velocities, forces and accelerations an arm reaches in a task, and the mass it presents to a push."""

    @property
    def manipulability(self) -> Array:
        """w = √det(J Jᵀ), the product of the singular values of J: 0 at a singularity.

        >>> import linkwise
        >>> arm = linkwise.load("planar2r")
        >>> float(arm.task_space([0.3, 0.5235987755982988], rows=["x", "y"]).manipulability.round(9))  # l1 l2 |sin q2|
        0.315
        """
        with np.errstate(over="ignore"):
            return np.prod(_singular_values(self.jacobian), axis=-1)

    @property
    def condition(self) -> Array:
        """The largest singular value of J over the smallest; infinite at a singularity.

        >>> import linkwise
        >>> float(linkwise.load("planar2r").task_space([0.0, 0.0], rows=["x", "y"]).condition)
        inf
        """
        sigma = _singular_values(self.jacobian)
        with np.errstate(divide="ignore", invalid="ignore"):
            ratio = sigma[..., 0] / sigma[..., -1]
        return np.where(np.isnan(ratio), np.inf, ratio)  # J = 0

    def velocity_ellipsoid(self, speeds: Any = None) -> Ellipsoid:
        """The task's velocities J q̇ with |q̇| ≤ 1, or |q̇ / speeds| ≤ 1.

        >>> import linkwise
        >>> space = linkwise.load("planar2r").task_space([0.0, 0.0], rows=["x", "y"])
        >>> space.velocity_ellipsoid().radii.round(6)  # outstretched: no speed along x
        array([1.835756, 0.      ])
        """
        scale = 1.0 if speeds is None else _limits("speeds", speeds, self)[..., None, :]
        return Ellipsoid.image_of(self.jacobian * scale, None, self.rows, "velocities")

    def force_ellipsoid(self, efforts: Any = None) -> Ellipsoid:
        """The forces F with |Jᵀ F| ≤ 1, or |Jᵀ F / efforts| ≤ 1; infinite along directions the structure holds.

        >>> import linkwise
        >>> space = linkwise.load("planar2r").task_space([0.0, 0.0], rows=["x", "y"])
        >>> space.force_ellipsoid().radii.round(6)
        array([     inf, 0.544735])
        """
        scale = 1.0 if efforts is None else 1.0 / _limits("efforts", efforts, self)[..., None, :]
        slow = Ellipsoid.image_of(self.jacobian * scale, None, self.rows, "forces")
        radii = np.where(slow.radii <= 1e-15 * slow.radii[..., :1], 0.0, slow.radii)  # zero up to rounding
        with np.errstate(divide="ignore"):
            return Ellipsoid(slow.axes[..., ::-1], (1.0 / radii)[..., ::-1], slow.centre, self.rows, "forces")

    def acceleration_ellipsoid(self, efforts: Any = None) -> Ellipsoid:
        """The accelerations J M⁻¹ (τ − C q̇ − g) + J̇ q̇ with |τ / efforts| ≤ 1: dynamic manipulability.

        `efforts` are the robot's limits by default. The centre is the acceleration without joint forces.

        >>> import linkwise
        >>> space = linkwise.load("planar2r").task_space([0.0, 1.5707963267948966], rows=["x", "y"])
        >>> reach = space.acceleration_ellipsoid(efforts=[10.0, 10.0])
        >>> reach.centre.round(6) + 0.0  # both masses fall
        array([ 0.  , -9.81])
        """
        limits = _limits("efforts", self.robot.limits.effort if efforts is None else efforts, self)
        L_inv = self.spectrum.L_inv
        M_inv = np.swapaxes(L_inv, -1, -2) @ L_inv
        rest = self.forward_dynamics(np.zeros(len(self.rows)))
        A = (self.jacobian @ M_inv) * limits[..., None, :]
        return Ellipsoid.image_of(A, rest, self.rows, "accelerations")

    def inertia_ellipsoid(self) -> Ellipsoid:
        """xᵀ Λ⁻¹ x ≤ 1: its radius in a direction is the square root of the effective mass there. Never damped.

        >>> import linkwise
        >>> space = linkwise.load("planar2r").task_space([0.0, 1.5707963267948966], rows=["x", "y"])
        >>> (space.inertia_ellipsoid().radii ** 2).round(9)
        array([3.4, 2.1])
        """
        U, sigma = self.spectrum.U, self.spectrum.sigma
        with np.errstate(divide="ignore"):
            radii = 1.0 / np.where(sigma <= 1e-15 * sigma[..., :1], 0.0, sigma)
        return Ellipsoid(U[..., ::-1], radii[..., ::-1], np.zeros(sigma.shape), self.rows, "inertia")

    def effective_mass(self, direction: ArrayLike) -> Array:
        """(uᵀ Λ⁻¹ u)⁻¹ (…,): the mass a push along u meets; infinite where nothing gives way.

        >>> import linkwise
        >>> space = linkwise.load("planar2r").task_space([0.0, 1.5707963267948966], rows=["x", "y"])
        >>> float(space.effective_mass([1.0, 0.0]).round(9))
        2.1
        """
        u = fitting("direction", unit(direction, len(self.rows)), self.q.shape)
        components = times(np.swapaxes(self.spectrum.U, -1, -2), u) * self.spectrum.sigma
        with np.errstate(divide="ignore"):
            return 1.0 / np.sum(components**2, axis=-1)


def _singular_values(J: Array) -> Array:
    """(…, m) from the largest down; zero beyond the number of joints."""
    m, n = J.shape[-2:]
    sigma = np.linalg.svd(J, compute_uv=False)
    return np.concatenate([sigma, np.zeros((*sigma.shape[:-1], max(m - n, 0)))], axis=-1)


def _limits(name: str, value: Any, task: AbstractForces) -> Array:
    what, n = f"{name} of robot {shown(task.robot.name)}", task.robot.n
    limits = all_positive(what, value, (n,), "one entry per joint", f"give them: {name}=[…].")
    return fitting(name, limits, task.q.shape)
