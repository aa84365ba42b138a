"""The linear model in joint coordinates.

Balafoutis & Patel (1991) §7.2.2:

    δτ = D° δq̈ + V° δq̇ + P° δq                                                                          (7.2.1)
    d/dt [δq; δq̇] = [0 1; −D°⁻¹P° −D°⁻¹V°] [δq; δq̇] + [0; D°⁻¹] δτ                                      (7.2.2)

Differs from the book: rotors and friction are part of D° and V°, prismatic joints, trees and coupled joints are
allowed, and the environment may act with wrenches that stay as they are in base axes.              [balafoutis1991]
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ..calls.arrays import Array
from ..formulations.determinacy import certain
from .cartesian import CartesianModel, cartesian
from .state_space import AbstractStateSpace

if TYPE_CHECKING:
    from ..robot import Robot


@dataclass(frozen=True, eq=False, repr=False)
class LinearizedModel(AbstractStateSpace):
    """D°, V° and P° along a motion q, qd, qdd with its nominal force tau; x = [δq; δq̇], u = δτ.

    Coulomb friction does not change with small changes of a velocity that is not zero: it is part of tau alone.

    >>> import linkwise
    >>> robot = linkwise.load("planar2r")
    >>> model = robot.linearize([0.3, 0.5], [1.0, -0.5], [0.2, 0.1])
    >>> near = robot.inverse_dynamics([0.3, 0.5 + 1e-6], [1.0, -0.5], [0.2, 0.1])
    >>> ((near - model.tau) / 1e-6 - model.P[:, 1]).round(4) + 0.0
    array([0., 0.])
    """

    robot: Robot

    def _over_inertia(self, right: Array) -> Array:
        if not certain(self.robot.tree):
            self.robot.mass_matrix_inverse(self.q)  # refuses states where a joint moves no inertia, but for rounding
        return super()._over_inertia(right)

    def cartesian(self, orientation: str = "zyx", *, frame: str | None = None, rows: Any = "pose") -> CartesianModel:
        """The same model in the coordinates of a frame, by default the tip: (7.4.18).

        `orientation` is "zyx" or "zyz" (Euler angles), "rotation_vector", or "geometric" for small turns δθ about base
        axes and angular velocities. `rows` is "pose", "position", "orientation", "planar" (geometric: the turn about z,
        x and y), or a list of "x", "y", "z" and "rx", "ry", "rz" or, for angles in their order, "angle1", "angle2",
        "angle3". There must be as many rows as joints, and the Jacobian must not be singular.

        >>> import linkwise
        >>> model = linkwise.load("puma560").linearize([0.1, -0.8, 0.3, 0.2, 0.7, 0.1])
        >>> model.cartesian("zyx").D.shape
        (6, 6)
        """
        return cartesian(self, orientation, frame, rows)
