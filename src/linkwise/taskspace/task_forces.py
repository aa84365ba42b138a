"""Forces in a task: the effect of joint forces there, and the equations of motion F = Λ ẍ + μ + p both ways.

Khatib (1987); where J is square, Lynch & Park (2017) (9.96)–(9.99).                          [khatib1987] [lynch2017]
"""

from __future__ import annotations

from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike

from ..calls.arrays import Array
from ..calls.checks import finite
from .abstract_task import AbstractTask
from .batches import fitting
from .matrices import times


class AbstractForces(AbstractTask):
    """The forces of a task, and its forward and inverse dynamics."""

    # ---- forces -----------------------------------------------------------------------------------------------------

    @cached_property
    def _gravity(self) -> Array:
        return self.robot.gravity_forces(self.q)

    @cached_property
    def _bias(self) -> Array:
        return self.robot.bias_forces(self.q, self.qd)

    @cached_property
    def velocity_forces(self) -> Array:
        """μ = J̄ᵀ C q̇ − Λ J̇ q̇ (…, m).

        >>> import linkwise
        >>> arm = linkwise.load("planar2r")
        >>> arm.task_space([0.0, 1.5707963267948966], [1.0, 0.0], rows=["x", "y"]).velocity_forces.round(9) + 0.0
        array([0.  , 1.17])
        """
        if not self.qd.any():
            return np.zeros((*self.q.shape[:-1], self.selection.m))
        if self._compiled is not None:
            return self._compiled["velocity_forces"]
        return self._in_task(self._bias - self._gravity) - times(self.inertia, self.drift)

    @cached_property
    def gravity_forces(self) -> Array:
        """p = J̄ᵀ g (…, m).

        >>> import linkwise
        >>> arm = linkwise.load("planar2r")
        >>> arm.task_space([0.0, 1.5707963267948966], rows=["x", "y"]).gravity_forces.round(9) + 0.0  # of both masses
        array([ 0.   , 33.354])
        """
        if self._compiled is not None:
            return self._compiled["gravity_forces"]
        return self._in_task(self._gravity)

    def task_forces(self, tau: ArrayLike) -> Array:
        """F = J̄ᵀ τ (…, m): the task force that joint forces amount to.

        >>> import linkwise
        >>> space = linkwise.load("planar2r").task_space([0.0, 1.5707963267948966], rows=["y"])
        >>> space.task_forces([1.4, 0.0]).round(9)
        array([2.])
        """
        return self._in_task(self._joints("tau", tau))

    def joint_forces(self, force: ArrayLike, tau0: ArrayLike | None = None) -> Array:
        """τ = Jᵀ F + Nᵀ τ0 (…, n): joint forces that amount to F, plus the part of τ0 that the task does not feel.

        >>> import linkwise
        >>> space = linkwise.load("planar2r").task_space([0.0, 1.5707963267948966], rows=["y"])
        >>> space.joint_forces([2.0]).round(9)
        array([1.4, 0. ])
        """
        tau = times(np.swapaxes(self.jacobian, -1, -2), self._task("force", force))
        if tau0 is None:
            return tau
        return tau + times(np.swapaxes(self.nullspace, -1, -2), self._joints("tau0", tau0))

    # ---- dynamics ---------------------------------------------------------------------------------------------------

    def inverse_dynamics(self, xdd: ArrayLike) -> Array:
        """F = Λ ẍ + μ + p (…, m): the task force for the acceleration ẍ.

        >>> import linkwise
        >>> space = linkwise.load("planar2r").task_space([0.0, 1.5707963267948966], rows=["y"])
        >>> space.inverse_dynamics([0.0]).round(9)
        array([33.354])
        """
        return times(self.inertia, self._task("xdd", xdd)) + self.velocity_forces + self.gravity_forces

    def forward_dynamics(self, force: ArrayLike, tau0: ArrayLike | None = None) -> Array:
        """ẍ = J M⁻¹ (τ − C q̇ − g) + J̇ q̇ (…, m) with τ = joint_forces(F, τ0): Λ⁻¹ (F − μ − p), never damped.

        >>> import linkwise
        >>> space = linkwise.load("planar2r").task_space([0.0, 1.5707963267948966], rows=["y"])
        >>> space.forward_dynamics([0.0]).round(9)
        array([-9.81])
        """
        return times(self.jacobian, self._accelerations(self.joint_forces(force, tau0))) + self.drift

    def joint_accelerations(self, xdd: ArrayLike, qdd0: ArrayLike | None = None) -> Array:
        """q̈ = J̄ (ẍ − J̇ q̇) + N q̈0 (…, n): joint accelerations for ẍ; (9.94) where J is square.

        >>> import linkwise
        >>> space = linkwise.load("planar2r").task_space([0.0, 1.5707963267948966], rows=["y"])
        >>> space.joint_accelerations([0.7]).round(9)
        array([ 1., -1.])
        """
        qdd = times(self.consistent_inverse, self._task("xdd", xdd) - self.drift)
        return qdd if qdd0 is None else qdd + times(self.nullspace, self._joints("qdd0", qdd0))

    # ---- parts of these --------------------------------------------------------------------------------------------

    def _in_task(self, tau: Array) -> Array:
        return times(np.swapaxes(self.consistent_inverse, -1, -2), tau)

    def _accelerations(self, tau: Array) -> Array:
        L_inv = self.spectrum.L_inv
        return times(np.swapaxes(L_inv, -1, -2), times(L_inv, tau - self._bias))

    def _joints(self, name: str, value: ArrayLike) -> Array:
        return fitting(name, finite(name, value, (self.robot.n,), "one entry per joint"), self.q.shape)

    def _task(self, name: str, value: ArrayLike) -> Array:
        return fitting(name, finite(name, value, (self.selection.m,), "one entry per row of the task"), self.q.shape)
