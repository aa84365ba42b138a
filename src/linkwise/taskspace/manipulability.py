"""How well an arm can move, press and accelerate in a task.

Yoshikawa (1985a) for w = √det(J Jᵀ) and the ellipsoids of velocity and force; Yoshikawa (1985b) for the ellipsoid of
accelerations; Khatib (1995) for the effective mass in a direction.     [yoshikawa1985a] [yoshikawa1985b] [khatib1995]

Differs from the sources: a task's rows may mix angles and lengths, and then lengths of vectors mean little: choose
`rows="position"`. Where (1985b) takes gravity from the torques' limits we shift the centre by what gravity and speed do
to the task; torques are measured by their limits in both.
"""

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ..calls.arrays import Array
from ..calls.checks import real
from ..errors import BadArray, shown
from .ellipsoid import Ellipsoid, unit
from .rows import fitting
from .task_forces import AbstractForces
from .velocities import times


class AbstractAbilities(AbstractForces):
    """How far a task's velocities, forces and accelerations reach, and what pushing it feels like."""

    @property
    def manipulability(self) -> Array:
        """w = √det(J Jᵀ), the product of the singular values of J: 0 at a singularity.

        >>> import linkwise
        >>> arm = linkwise.load("planar2r")
        >>> float(arm.task_space([0.3, 0.5235987755982988], rows=["x", "y"]).manipulability.round(9))  # l1 l2 |sin q2|
        0.315
        """
        with np.errstate(over="ignore"):
            return np.prod(_values(self.jacobian), axis=-1)

    @property
    def condition(self) -> Array:
        """The largest singular value of J over the smallest; infinite at a singularity.

        >>> import linkwise
        >>> float(linkwise.load("planar2r").task_space([0.0, 0.0], rows=["x", "y"]).condition)
        inf
        """
        sigma = _values(self.jacobian)
        with np.errstate(divide="ignore", invalid="ignore"):
            found = sigma[..., 0] / sigma[..., -1]
        return np.where(np.isnan(found), np.inf, found)  # J = 0

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
        """The forces F with |Jᵀ F| ≤ 1, or |Jᵀ F / efforts| ≤ 1; infinite where the structure holds the force.

        >>> import linkwise
        >>> space = linkwise.load("planar2r").task_space([0.0, 0.0], rows=["x", "y"])
        >>> space.force_ellipsoid().radii.round(6)
        array([     inf, 0.544735])
        """
        scale = 1.0 if efforts is None else 1.0 / _limits("efforts", efforts, self)[..., None, :]
        slow = Ellipsoid.image_of(self.jacobian * scale, None, self.rows, "forces")
        radii = np.where(slow.radii <= 1e-15 * slow.radii[..., :1], 0.0, slow.radii)  # zero but for rounding
        with np.errstate(divide="ignore"):
            return Ellipsoid(slow.axes[..., ::-1], (1.0 / radii)[..., ::-1], slow.centre, self.rows, "forces")

    def acceleration_ellipsoid(self, efforts: Any = None) -> Ellipsoid:
        """The accelerations J M⁻¹ (τ − C q̇ − g) + J̇ q̇ with |τ / efforts| ≤ 1: dynamic manipulability.

        `efforts` are the robot's limits where none are given. The centre is what happens without joint forces.

        >>> import linkwise
        >>> space = linkwise.load("planar2r").task_space([0.0, 1.5707963267948966], rows=["x", "y"])
        >>> found = space.acceleration_ellipsoid(efforts=[10.0, 10.0])
        >>> found.centre.round(6) + 0.0  # both masses fall
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
        """(uᵀ Λ⁻¹ u)⁻¹ (…,): what a push along u feels like; infinite where nothing gives way.

        >>> import linkwise
        >>> space = linkwise.load("planar2r").task_space([0.0, 1.5707963267948966], rows=["x", "y"])
        >>> float(space.effective_mass([1.0, 0.0]).round(9))
        2.1
        """
        u = fitting("direction", unit(direction, len(self.rows)), self.q.shape)
        given = times(np.swapaxes(self.spectrum.U, -1, -2), u) * self.spectrum.sigma
        with np.errstate(divide="ignore"):
            return 1.0 / np.sum(given**2, axis=-1)


def _values(J: Array) -> Array:
    m, n = J.shape[-2:]
    sigma = np.linalg.svd(J, compute_uv=False)
    return np.concatenate([sigma, np.zeros((*sigma.shape[:-1], max(m - n, 0)))], axis=-1)


def _limits(name: str, value: Any, task: AbstractForces) -> Array:
    found = real(name, value, task.robot.n, "one entry per joint")
    if not (np.isfinite(found).all() and (found > 0.0).all()):
        raise BadArray(
            f"{name} of robot {shown(task.robot.name)} are {found}.",
            "Positive finite numbers, one per joint, were expected.",
            f"give them: {name}=[…].",
        )
    return fitting(name, found, task.q.shape)
