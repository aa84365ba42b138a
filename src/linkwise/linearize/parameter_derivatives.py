"""How forces, accelerations and poses change with the robot's parameters, kinematic and dynamic.

Balafoutis & Patel (1991) §7.1: the sensitivity to "fixed kinematic or dynamic parameters".         [balafoutis1991]

    ∂τ/∂p   at given q, q̇, q̈: for masses and the like a column of the regressor (parameter_columns.py), for lengths and
            angles the derivative by a joint that is not there (geometry_columns.py)
    ∂q̈/∂p   = −M⁻¹ ∂τ/∂p, at given q, q̇, τ
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike

from ..calls.arrays import Array
from ..errors import BadArray, UnknownName, listed, shown
from .geometry_columns import GeometryColumns
from .geometry_names import geometry_names, is_geometry
from .parameter_columns import ParameterColumns

if TYPE_CHECKING:
    from ..robot import Robot

Wrenches = Mapping[str, ArrayLike] | None
"""Wrenches at named frames, which stay what they are, at the frame, in base axes."""


def parameter_derivatives(
    robot: Robot, parameters: Sequence[str], *, convention: str | None = None
) -> ParameterDerivatives:
    """Exact derivatives with respect to the robot's parameters, by name.

    Lengths and angles: "joint2.x", ".y", ".z" is where the joint sits, along the axes of the link that carries it;
    "joint2.rx", ".ry", ".rz" how it is turned, about these axes and its own origin; fixed joints too. "link3.a",
    ".alpha", ".d", ".theta" are constants of Denavit and Hartenberg, in the `convention` "modified" or "standard"; by
    default the one in whose frames the robot is. Masses and the like: the names of `robot.parameters(rotors=True,
    friction=True)`, and "payload.mass" …

    What is held: coordinates and their rates; each link's inertia and the frames on it, seen from the link's frame;
    gravity; wrenches. Moving a joint moves all beyond it.

    >>> import linkwise
    >>> arm = linkwise.load("planar2r")
    >>> by = arm.parameter_derivatives(["joint2.x", "M2"])
    >>> by
    ParameterDerivatives('planar2r', by 'joint2.x', 'M2')
    >>> by.dtau_dp([0.0, 0.0], [0.0, 0.0], [0.0, 0.0]).round(3)  # a longer upper arm lifts the forearm farther out
    array([[20.601,  6.867],
           [ 0.   ,  0.   ]])
    >>> by.dpose_dp([0.0, 0.0])[3:, 0]  # the tip goes with it
    array([1., 0., 0.])
    """
    if isinstance(parameters, str) or not isinstance(parameters, list | tuple) or not parameters:
        raise BadArray(
            f"parameters are {shown(repr(parameters))}.", "A list of names was expected.", "['M1'], for example."
        )
    names = tuple(parameters)
    lengths = tuple(name for name in names if is_geometry(robot.model, name))
    others = [name for name in names if name not in lengths]
    for name in others:  # a name that is neither is told of both kinds
        if isinstance(name, str) and "." in name and not name.startswith("payload."):
            raise UnknownName("parameter", name, f"robot {shown(robot.name)}", geometry_names(robot.model, convention))
    dynamic = ParameterColumns.of(robot, others) if others else None
    geometric = GeometryColumns(robot, lengths, convention) if lengths else None
    if geometric is not None:
        _ = geometric.loose  # so that mistakes are refused before a state is given
    return ParameterDerivatives(robot, names, dynamic, geometric)


@dataclass(frozen=True, eq=False, repr=False)
class ParameterDerivatives:
    """Derivatives with respect to named parameters, their columns in the order of the names.

    >>> import linkwise
    >>> by = linkwise.load("pendulum").parameter_derivatives(["M1"])
    >>> by.names
    ('M1',)
    """

    robot: Robot
    names: tuple[str, ...]
    dynamic: ParameterColumns | None
    geometric: GeometryColumns | None

    def dtau_dp(self, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike, *, wrenches: Wrenches = None) -> Array:
        """∂τ/∂p of inverse dynamics at states (…, n): (…, n, p).

        >>> import linkwise
        >>> by = linkwise.load("pendulum").parameter_derivatives(["MX1"])
        >>> by.dtau_dp([1.5707963267948966], [0.0], [0.0]).round(9)  # g
        array([[9.81]])
        """
        parts = []
        if self.dynamic is not None:
            parts.append(self.dynamic.at(q, qd, qdd))
        if self.geometric is not None:
            parts.append(self.geometric.at(q, qd, qdd, wrenches))
        return self._ordered(parts)

    def dqdd_dp(self, q: ArrayLike, qd: ArrayLike, tau: ArrayLike, *, wrenches: Wrenches = None) -> Array:
        """∂q̈/∂p of forward dynamics at states (…, n): (…, n, p).

        >>> import linkwise
        >>> by = linkwise.load("pendulum").with_gravity([0, 0, 0]).parameter_derivatives(["ZZ1"])
        >>> by.dqdd_dp([0.0], [0.0], [1.0]).round(9)  # q̈ = τ/I: −τ/I²
        array([[-9.]])
        """
        qdd = self.robot.forward_dynamics(q, qd, tau, wrenches=wrenches)
        slopes = self.dtau_dp(q, qd, qdd, wrenches=wrenches)
        return np.negative(np.linalg.solve(self.robot.mass_matrix(q), slopes), dtype=float)

    def dpose_dp(self, q: ArrayLike, frame: str | Sequence[str] | None = None) -> Array:
        """How a frame turns and moves with each parameter, (…, 6, p): angular part first, base axes, as a Jacobian.

        Inertial parameters move nothing.

        >>> import linkwise
        >>> by = linkwise.load("planar2r").parameter_derivatives(["joint2.rz", "M2"])
        >>> by.dpose_dp([0.0, 0.0])[[2, 4]]  # about z, and along y at the tip, 0.9 m away
        array([[1. , 0. ],
               [0.9, 0. ]])
        """
        parts = []
        still = np.shape(self.robot.jacobian(q, frame))[:-1]
        if self.dynamic is not None:
            parts.append(np.zeros((*still, len(self.dynamic.names))))
        if self.geometric is not None:
            parts.append(self.geometric.pose(q, frame))
        return self._ordered(parts)

    def _ordered(self, parts: list[Array]) -> Array:
        """The columns in the order of the names: those of dynamic parameters come first, then lengths and angles."""
        if len(parts) == 1:
            return parts[0]
        assert self.dynamic is not None and self.geometric is not None
        every = np.concatenate(parts, axis=-1)
        place = {name: k for k, name in enumerate((*self.dynamic.names, *self.geometric.names))}
        return every[..., [place[name] for name in self.names]]

    def __repr__(self) -> str:
        return f"ParameterDerivatives({shown(self.robot.name)}, by {listed(self.names, 6)})"
