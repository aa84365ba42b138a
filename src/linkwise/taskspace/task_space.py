"""The dynamics of a robot seen from a task.

Lynch & Park (2017) §9.6, (9.91)–(9.99); Balafoutis & Patel (1991) §7.4, (7.4.2)–(7.4.5); for arms with more joints than
the task has rows, Khatib (1987).                                     [lynch2017] [balafoutis1991] [khatib1987]

    Λ ẍ + μ + p = F,   Λ = (J M⁻¹ Jᵀ)⁻¹,   J̄ = M⁻¹ Jᵀ Λ,   μ = J̄ᵀ C q̇ − Λ J̇ q̇,   p = J̄ᵀ g,   N = 1 − J̄ J,

F = J̄ᵀ τ being what joint forces τ do in the task, and τ = Jᵀ F + Nᵀ τ0 the joint forces that do it. Where J is square
J̄ = J⁻¹, Λ = J⁻ᵀ M J⁻¹ (9.98) = D_χ (7.4.4a), μ + p = η (9.99), μ = C_χ (7.4.4b), p = G_χ (7.4.4c).
Differs from the sources: velocity and gravity forces are told apart; rows are ours, the angular part first; M, C, g are
the robot's with rotors and without friction. Printed misprints: ERRATA.md E1-12, in (9.95) only.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from ..calls.arrays import Array
from .damping import AbstractDamping
from .manipulability import AbstractAbilities
from .rows import Selection
from .spectrum import Spectrum, spectrum, weights
from .velocities import times, velocities

if TYPE_CHECKING:
    from ..robot import Robot


@dataclass(frozen=True, eq=False)
class TaskSpace(AbstractAbilities):
    """A robot in some states (…, n) and a task of m rows at one of its frames; each answer is found when asked for.

    `robot.task_space` makes them. Letters: jacobian J, drift J̇ q̇, inertia Λ, velocity_forces μ, gravity_forces p,
    consistent_inverse J̄, nullspace N, mobility Λ⁻¹ = J M⁻¹ Jᵀ, damping λ. Friction is in none of them: what acts in the
    task is J̄ᵀ (τ − friction), and a wrench of the environment at the frame adds its rows to F.

    >>> import linkwise
    >>> space = linkwise.load("planar2r").task_space([0.0, 1.5707963267948966], rows=["x", "y"])
    >>> space.inertia.round(9)  # the outer mass along x, both along y
    array([[2.1, 0. ],
           [0. , 3.4]])
    """

    robot: "Robot"
    q: Array
    qd: Array
    frame: str
    selection: Selection
    axes: str
    orientation: str
    rule: AbstractDamping

    # ---- motion -----------------------------------------------------------------------------------------------------

    @cached_property
    def _velocities(self) -> tuple[Array, Array]:
        return velocities(self)

    @property
    def jacobian(self) -> Array:
        """J (…, m, n) with ẋ = J q̇.

        >>> import linkwise
        >>> space = linkwise.load("planar2r").task_space([0.0, 0.0], [1.0, 0.0], rows=["y"])
        >>> space.jacobian
        array([[1.6, 0.9]])
        """
        return self._velocities[0]

    @property
    def drift(self) -> Array:
        """J̇ q̇ (…, m), the task's acceleration where q̈ is zero.

        >>> import linkwise
        >>> space = linkwise.load("planar2r").task_space([0.0, 0.0], [1.0, 0.0], rows=["x"])
        >>> space.drift
        array([-1.6])
        """
        return self._velocities[1]

    @property
    def velocity(self) -> Array:
        """ẋ = J q̇ (…, m).

        >>> import linkwise
        >>> space = linkwise.load("planar2r").task_space([0.0, 0.0], [1.0, 0.0], rows=["y"])
        >>> space.velocity
        array([1.6])
        """
        return times(self.jacobian, self.qd)

    # ---- inertia ----------------------------------------------------------------------------------------------------

    @cached_property
    def spectrum(self) -> Spectrum:
        """The axes of J M⁻¹ Jᵀ.

        >>> import linkwise
        >>> space = linkwise.load("planar2r").task_space([0.0, 0.0], rows=["x", "y"], damping=0.1)
        >>> space.spectrum.U.shape
        (2, 2)
        """
        return spectrum(self.jacobian, self.robot.mass_matrix(self.q), self.robot.name, self.robot.joint_names)

    @property
    def singular_values(self) -> Array:
        """σ of J M^(−1/2) (…, m) from the largest down: along its axes the arm feels like 1/σ².

        >>> import linkwise
        >>> space = linkwise.load("planar2r").task_space([0.0, 0.0], rows=["x", "y"], damping=0.1)
        >>> space.singular_values.round(6)
        array([0.690066, 0.      ])
        """
        return self.spectrum.sigma

    @cached_property
    def damping(self) -> Array:
        """The λ (…,) that was used; 0 where none was.

        >>> import linkwise
        >>> space = linkwise.load("planar2r").task_space([0.0, 0.0], rows=["x", "y"], damping=0.1)
        >>> float(space.damping)
        0.1
        """
        return self.rule.factor(self.singular_values)

    @property
    def left_out(self) -> Array:
        """How many directions (…,) truncation has left out.

        >>> import linkwise
        >>> space = linkwise.load("planar2r").task_space([0.0, 0.0], rows=["x", "y"], damping="truncate")
        >>> int(space.left_out)
        1
        """
        return np.sum(~self.rule.kept(self.singular_values), axis=-1)

    @cached_property
    def _weights(self) -> Array:
        return weights(self)

    @cached_property
    def inertia(self) -> Array:
        """Λ (…, m, m): what a task's acceleration costs in force. Damped, (J M⁻¹ Jᵀ + λ² 1)⁻¹.

        >>> import linkwise
        >>> space = linkwise.load("planar2r").task_space([0.0, 0.0], rows=["x", "y"], damping=0.1)
        >>> space.inertia.round(6)  # 1/λ² where it would be infinite
        array([[100.      ,   0.      ],
               [  0.      ,   2.056807]])
        """
        U = self.spectrum.U
        found = (U * self._weights[..., None, :]) @ np.swapaxes(U, -1, -2)
        return (found + np.swapaxes(found, -1, -2)) / 2

    @property
    def mobility(self) -> Array:
        """J M⁻¹ Jᵀ (…, m, m): what a force gives in acceleration. Never damped, and known at singularities too.

        >>> import linkwise
        >>> space = linkwise.load("planar2r").task_space([0.0, 0.0], rows=["x", "y"], damping=0.1)
        >>> space.mobility.round(6)
        array([[0.     , 0.     ],
               [0.     , 0.47619]])
        """
        U = self.spectrum.U
        return (U * self.singular_values[..., None, :] ** 2) @ np.swapaxes(U, -1, -2)

    @cached_property
    def consistent_inverse(self) -> Array:
        """J̄ = M⁻¹ Jᵀ Λ (…, n, m): the accelerations that take the least of M to do a task's.

        >>> import linkwise
        >>> space = linkwise.load("planar2r").task_space([0.0, 1.5707963267948966], rows=["y"])
        >>> (space.jacobian @ space.consistent_inverse).round(9)
        array([[1.]])
        """
        L_inv, U, sigma, V = self.spectrum
        return np.swapaxes(L_inv, -1, -2) @ (V * (sigma * self._weights)[..., None, :]) @ np.swapaxes(U, -1, -2)

    @cached_property
    def nullspace(self) -> Array:
        """N = 1 − J̄ J (…, n, n): J N = 0 and J M⁻¹ Nᵀ = 0, so that forces Nᵀ τ0 leave the task at peace.

        With damping both are so only approximately; with truncation, in the directions that are kept.

        >>> import linkwise
        >>> space = linkwise.load("planar2r").task_space([0.3, 1.0], rows=["y"])
        >>> bool(abs(space.jacobian @ space.nullspace).max() < 1e-15)
        True
        """
        return np.eye(self.robot.n) - self.consistent_inverse @ self.jacobian
