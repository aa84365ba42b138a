"""The task-space dynamics of a robot.

Lynch & Park (2017) §9.6, (9.91)–(9.99); Balafoutis & Patel (1991) §7.4, (7.4.2)–(7.4.5); for arms with more joints than
the task has rows, Khatib (1987).                                     [lynch2017] [balafoutis1991] [khatib1987]

    Λ ẍ + μ + p = F,   Λ = (J M⁻¹ Jᵀ)⁻¹,   J̄ = M⁻¹ Jᵀ Λ,   μ = J̄ᵀ C q̇ − Λ J̇ q̇,   p = J̄ᵀ g,   N = 1 − J̄ J,

F = J̄ᵀ τ being the task force of joint forces τ, and τ = Jᵀ F + Nᵀ τ0 the joint forces of a task force. Where J is
square J̄ = J⁻¹, Λ = J⁻ᵀ M J⁻¹ (9.98) = D_χ (7.4.4a), μ + p = η (9.99), μ = C_χ (7.4.4b), p = G_χ (7.4.4c).
Differs from the sources: velocity and gravity forces are separate; rows are ours, the angular part first; M, C, g are
the robot's with rotors and without friction. Printed misprints: ERRATA.md E1-12, in (9.95) only.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from ..calls.arrays import Array
from ..errors import LinkwiseError, shown
from ..html_table import html_table
from .compiled_answers import EVERYTHING, INERTIA, compiled_answers
from .damping import AbstractDamping
from .manipulability import AbstractAbilities
from .matrices import times
from .rows import Selection
from .spectrum import Spectrum, spectrum, weights
from .velocities import velocities

if TYPE_CHECKING:
    from ..robot import Robot


@dataclass(frozen=True, eq=False, repr=False)
class TaskSpace(AbstractAbilities):
    """A robot at some states (…, n) and a task of m rows at one of its frames; answers are computed on first use.

    Made by `robot.task_space`. Letters: jacobian J, drift J̇ q̇, inertia Λ, velocity_forces μ, gravity_forces p,
    consistent_inverse J̄, nullspace N, mobility Λ⁻¹ = J M⁻¹ Jᵀ, damping λ. Friction is not included: the force in the
    task is J̄ᵀ (τ − friction), and a wrench of the environment at the frame adds its rows to F.

    >>> import linkwise
    >>> space = linkwise.load("planar2r").task_space([0.0, 1.5707963267948966], rows=["x", "y"])
    >>> space.inertia.round(9)  # the outer mass along x, both along y
    array([[2.1, 0. ],
           [0. , 3.4]])
    """

    robot: Robot
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

    @cached_property
    def _compiled(self) -> dict[str, Array] | None:
        """J̄, μ, p and what they are made of, from one kernel; None where the spectrum decides."""
        return compiled_answers(self, EVERYTHING)

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
        """J̇ q̇ (…, m), the task's acceleration for q̈ = 0.

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
        """The principal axes of J M⁻¹ Jᵀ.

        >>> import linkwise
        >>> space = linkwise.load("planar2r").task_space([0.0, 0.0], rows=["x", "y"], damping=0.1)
        >>> space.spectrum.U.shape
        (2, 2)
        """
        return spectrum(self.jacobian, self.robot.mass_matrix(self.q), self.robot.name, self.robot.joint_names)

    @property
    def singular_values(self) -> Array:
        """σ of J M^(−1/2) (…, m) from the largest down: along its axes the arm feels like a mass of 1/σ².

        >>> import linkwise
        >>> space = linkwise.load("planar2r").task_space([0.0, 0.0], rows=["x", "y"], damping=0.1)
        >>> space.singular_values.round(6)
        array([0.690066, 0.      ])
        """
        return self.spectrum.sigma

    @cached_property
    def damping(self) -> Array:
        """The λ (…,) used at each state; 0 for no damping.

        >>> import linkwise
        >>> space = linkwise.load("planar2r").task_space([0.0, 0.0], rows=["x", "y"], damping=0.1)
        >>> float(space.damping)
        0.1
        """
        return self.rule.factor(self.singular_values)

    @property
    def left_out(self) -> Array:
        """The number of directions (…,) that truncation leaves out.

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
        """Λ (…, m, m), the inertia of the task: force per acceleration. Damped, (J M⁻¹ Jᵀ + λ² 1)⁻¹.

        >>> import linkwise
        >>> space = linkwise.load("planar2r").task_space([0.0, 0.0], rows=["x", "y"], damping=0.1)
        >>> space.inertia.round(6) + 0.0  # 1/λ² where it would be infinite
        array([[100.      ,   0.      ],
               [  0.      ,   2.056807]])
        """
        answers = vars(self).get("_compiled") or compiled_answers(self, INERTIA)
        if answers is not None:
            return answers["inertia"]
        U = self.spectrum.U
        Λ = (U * self._weights[..., None, :]) @ np.swapaxes(U, -1, -2)
        return (Λ + np.swapaxes(Λ, -1, -2)) / 2

    @property
    def mobility(self) -> Array:
        """J M⁻¹ Jᵀ (…, m, m): acceleration per force. Never damped, and known at singularities too.

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
        """J̄ = M⁻¹ Jᵀ Λ (…, n, m): of all joint accelerations for a task acceleration, those with the least ½ q̈ᵀ M q̈.

        >>> import linkwise
        >>> space = linkwise.load("planar2r").task_space([0.0, 1.5707963267948966], rows=["y"])
        >>> (space.jacobian @ space.consistent_inverse).round(9)
        array([[1.]])
        """
        if self._compiled is not None:
            return self._compiled["consistent_inverse"]
        L_inv, U, sigma, V = self.spectrum
        return np.swapaxes(L_inv, -1, -2) @ (V * (sigma * self._weights)[..., None, :]) @ np.swapaxes(U, -1, -2)

    @cached_property
    def nullspace(self) -> Array:
        """N = 1 − J̄ J (…, n, n): J N = 0 and J M⁻¹ Nᵀ = 0, so that forces Nᵀ τ0 do not accelerate the task.

        With damping both hold only approximately; with truncation, in the directions that are kept.

        >>> import linkwise
        >>> space = linkwise.load("planar2r").task_space([0.3, 1.0], rows=["y"])
        >>> bool(abs(space.jacobian @ space.nullspace).max() < 1e-15)
        True
        """
        if self._compiled is not None:
            return self._compiled["nullspace"]
        return np.eye(self.robot.n) - self.consistent_inverse @ self.jacobian

    # ---- in a prompt and in a notebook ------------------------------------------------------------------------------

    def __repr__(self) -> str:
        batch = f", batch {self.q.shape[:-1]}" if self.q.ndim > 1 else ""
        return f"TaskSpace({shown(self.robot.name)}, rows {', '.join(self.rows)} at {shown(self.frame)}{batch})"

    def _repr_html_(self) -> str:
        """For one state: velocity, Λ, μ and p by row; at a singularity, velocity alone."""
        if self.q.ndim > 1:
            return html_table(repr(self), ("array", "shape"), [("q", self.q.shape), ("jacobian", self.jacobian.shape)])
        columns = {"velocity": self.velocity}
        try:
            columns |= {f"Λ {row}": Λ for row, Λ in zip(self.rows, self.inertia.T, strict=True)}
            columns |= {"μ": self.velocity_forces, "p": self.gravity_forces}
            note = ""
        except LinkwiseError as error:  # singular, and the rest can still be shown
            note = f": {error.what}"
        cells = [[f"{x + 0.0:.4g}" for x in column] for column in columns.values()]
        return html_table(repr(self) + note, ("row", *columns), zip(self.rows, *cells, strict=True))
