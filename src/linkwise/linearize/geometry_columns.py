"""Derivatives with respect to lengths and angles of the robot: those of joints that are not there (loosened.py)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike

from ..calls.arrays import Array
from ..calls.checks import numbers
from .geometry_names import loosenesses
from .loosened import loosened

if TYPE_CHECKING:
    from ..robot import Robot


@dataclass(frozen=True, eq=False)
class GeometryColumns:
    """∂τ/∂p and ∂(pose)/∂p of named lengths and angles; geometry_names.py says which there are.

    >>> import linkwise
    >>> arm = linkwise.load("pendulum")  # m = l = 1, hanging: ½ m g at the centre of mass
    >>> GeometryColumns(arm, ("joint1.x",)).at([1.5707963267948966], [0.0], [0.0]).round(9)
    array([[0.]])
    """

    robot: Robot
    names: tuple[str, ...]
    convention: str | None = None

    @cached_property
    def loose(self) -> Robot:
        """The robot with a joint for each name, which stands at 0."""
        model = self.robot.model
        return type(self.robot)(loosened(model, loosenesses(model, self.names, self.convention)))

    @cached_property
    def _places(self) -> tuple[list[int], list[int]]:
        """Where the robot's own coordinates are among those of the loose one, and where the new ones."""
        at = {name: k for k, name in enumerate(self.loose.joint_names)}
        return [at[name] for name in self.robot.joint_names], [at[name] for name in self.names]

    def at(self, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike, wrenches: Mapping[str, ArrayLike] | None = None) -> Array:
        """∂τ/∂p (…, n, p) at states (…, n)."""
        own, new = self._places
        P = self.loose.inverse_dynamics_derivatives(*map(self._widened, (q, qd, qdd)), wrenches=wrenches).dtau_dq
        return np.ascontiguousarray(P[..., own, :][..., new])

    def pose(self, q: ArrayLike, frame: str | Sequence[str] | None = None) -> Array:
        """∂(pose)/∂p: how a frame turns and moves, (…, 6, p), as a Jacobian's columns."""
        J = self.loose.jacobian(self._widened(q), frame or self.robot.tree.frame_or_tip(None).name)
        return np.ascontiguousarray(J[..., self._places[1]])

    def _widened(self, state: ArrayLike) -> Array:
        """A state of the robot as one of the loose one."""
        state = numbers("state", state, (self.robot.n,), "one entry per joint")
        wide = np.zeros((*state.shape[:-1], self.loose.n))
        wide[..., self._places[0]] = state
        return wide
