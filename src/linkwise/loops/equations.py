"""The closures of a robot as equations of its coordinates: e(q) = 0, A q̇ = 0, A q̈ + Ȧ q̇ = 0.

For frames a and b, with d = p_b − p_a, seen from a:

    e  = R_aᵀ d                               along the held axes;   about them the angles of attitudes.py
    Aq̇ = R_aᵀ (v_b − v_a − ω_a × d)           and R_aᵀ (ω_b − ω_a): the velocity of b as seen from a
    d(Aq̇)/dt = R_aᵀ (v̇_b − v̇_a − ω̇_a × d − ω_a × (2 (v_b − v_a) − ω_a × d))  and  R_aᵀ (ω̇_b − ω̇_a − ω_a × ω_b)

A is ∂e/∂q where the loops are closed. For a coordinate that follows another by a polynomial, e = q_j − p(q_k).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from ..calls.arrays import Array
from ..calls.sampling import size, units
from ..model import Closure, JointRelation
from ..taskspace.abstract_orientation import cross_matrix
from ..taskspace.matrices import times
from .attitudes import AXES, cross, direction_rates, directions, turned

if TYPE_CHECKING:
    from ..robot import Robot


@dataclass(frozen=True, eq=False, repr=False)
class ClosureEquations:
    """What closes the loops of a robot, one row per equation; `robot` is its cut tree, which has no closures itself.

    >>> import linkwise
    >>> from linkwise.model import Closure
    >>> crank = linkwise.load("planar2r").with_closures([Closure("rail", "base", "tip", along="y")])
    >>> crank.equations.error(np.array([0.5, 0.5])).round(3)  # 0.7 sin 0.5 + 0.9 sin 1
    array([1.093])
    """

    robot: Robot
    closures: tuple[Closure | JointRelation, ...]

    def __repr__(self) -> str:
        return f"ClosureEquations({', '.join(f'{each.name}: {each.size}' for each in self.closures)})"

    @property
    def size(self) -> int:
        """How many equations there are.

        >>> import linkwise
        >>> from linkwise.model import Closure
        >>> linkwise.load("planar3r").with_closures([Closure("pin", "base", "tip", "xy")]).equations.size
        2
        """
        return sum(each.size for each in self.closures)

    @cached_property
    def places(self) -> dict[str, slice]:
        """The rows of each closure.

        >>> import linkwise
        >>> from linkwise.model import Closure
        >>> linkwise.load("planar3r").with_closures([Closure("pin", "base", "tip", "xy")]).equations.places
        {'pin': slice(0, 2, None)}
        """
        ends = np.cumsum([each.size for each in self.closures]).tolist()
        return {each.name: slice(end - each.size, end) for each, end in zip(self.closures, ends, strict=True)}

    def widest(self, e: Array) -> tuple[str, float, str]:
        """Of errors (equations,), the closure that is most open, by how much, and the unit: its distance or its angle.

        >>> import linkwise
        >>> from linkwise.model import Closure
        >>> linkwise.load("planar3r").with_closures([Closure("pin", "base", "tip", "xy")]).equations.widest([0.3, 0.4])
        ('pin', 0.5, 'm')
        """
        sliding = {body.joint.name for body in self.robot.tree.bodies if body.joint.slides}
        gaps: list[tuple[float, str, float, str]] = []
        for each in self.closures:
            own = np.asarray(e)[self.places[each.name]]
            lengths = self.lengths[self.places[each.name]]
            split = len(each.along) if isinstance(each, Closure) else int(each.joint in sliding)
            for rows, scale, unit in ((own[:split], lengths[:split], "m"), (own[split:], lengths[split:], "rad")):
                if len(rows):
                    gaps.append((float(np.linalg.norm(rows / scale)), each.name, float(np.linalg.norm(rows)), unit))
        _, name, gap, unit = max(gaps, key=lambda each: np.inf if np.isnan(each[0]) else each[0])
        return name, gap, unit

    @cached_property
    def lengths(self) -> Array:
        """For each row the robot's size if it is a length, 1 if it is an angle: rows divided by these compare.

        >>> import linkwise
        >>> from linkwise.model import Closure
        >>> crank = linkwise.load("planar2r").with_closures([Closure("weld", "base", "tip", "y", "xyz")])
        >>> crank.equations.lengths
        array([0.7, 1. , 1. , 1. ])
        """
        L, unit = size(self.robot.tree), self.units
        rows: list[float] = []
        for each in self.closures:
            if isinstance(each, Closure):
                rows += [L] * len(each.along) + [1.0] * len(each.about)
            else:
                rows.append(unit[self._index(each.joint)])
        return np.array(rows, dtype=np.float64)

    @cached_property
    def units(self) -> Array:
        """For each coordinate the robot's size where it slides, and 1 where it turns.

        >>> import linkwise
        >>> from linkwise.model import Closure
        >>> linkwise.load("planar2r").with_closures([Closure("rail", "base", "tip", "y")]).equations.units
        array([1., 1.])
        """
        return units(self.robot.tree)

    @cached_property
    def frames(self) -> list[str]:
        """Every frame that a closure ties, once."""
        tied = [each for each in self.closures if isinstance(each, Closure)]
        return list(dict.fromkeys(name for each in tied for name in (each.frame, each.other)))

    def error(self, q: Array) -> Array:
        """e(q), in metres and radians: how far the loops are open.

        >>> import linkwise
        >>> from linkwise.model import Closure
        >>> linkwise.load("planar2r").with_closures([Closure("rail", "base", "tip", "y")]).equations.error(np.zeros(2))
        array([0.])
        """
        T = self.poses(q)
        rows: list[Array] = []
        for each in self.closures:
            if isinstance(each, JointRelation):
                rows.append((q[..., self._index(each.joint)] - self._follows(each, q, 0))[..., None])
                continue
            R_a, d, R = self.pair(each, T)
            rows.append(times(_transposed(R_a), d)[..., _axes(each.along)])
            if each.about:
                rows.append(turned(R, each.about))
        return np.concatenate(rows, axis=-1)

    def jacobian(self, q: Array) -> Array:
        """A(q): its product with q̇ is how fast the loops open.

        >>> import linkwise
        >>> from linkwise.model import Closure
        >>> crank = linkwise.load("planar2r").with_closures([Closure("rail", "base", "tip", along="y")])
        >>> crank.equations.jacobian(np.zeros(2))
        array([[1.6, 0.9]])
        """
        T, J = self.poses(q), self._frame_jacobians(q)
        rows: list[Array] = []
        for each in self.closures:
            if isinstance(each, JointRelation):
                rows.append(self._relation_row(each, q))
                continue
            (R_a, d, R), J_a, J_b = self.pair(each, T), *self._both(each, J)
            back = _transposed(R_a)
            linear = J_b[..., 3:, :] - J_a[..., 3:, :] + cross_matrix(d) @ J_a[..., :3, :]
            rows.append((back @ linear)[..., _axes(each.along), :])
            if each.about:
                rows.append(directions(R, each.about) @ (back @ (J_b[..., :3, :] - J_a[..., :3, :])))
        return np.concatenate(rows, axis=-2)

    def bias(self, q: Array, qd: Array) -> Array:
        """Ȧ q̇: how fast the loops would open ever faster, without accelerations.

        >>> import linkwise
        >>> from linkwise.model import Closure
        >>> crank = linkwise.load("planar2r").with_closures([Closure("rail", "base", "tip", along="y")])
        >>> crank.equations.bias(np.array([np.pi / 2, 0.0]), np.array([1.0, 0.0])).round(9)  # −1.6 sin(π/2)
        array([-1.6])
        """
        T = self.poses(q)
        J, dJ = self._frame_jacobians(q), self._frame_jacobians(q, qd)
        rows: list[Array] = []
        for each in self.closures:
            if isinstance(each, JointRelation):
                speed = qd[..., self._index(each.of)] if each.of else np.zeros(q.shape[:-1])
                rows.append(-(self._follows(each, q, 2) * speed**2)[..., None])
                continue
            R_a, d, R = self.pair(each, T)
            V_a, V_b = (times(each_J, qd) for each_J in self._both(each, J))
            B_a, B_b = (times(each_J, qd) for each_J in self._both(each, dJ))
            ω_a, back = V_a[..., :3], _transposed(R_a)
            apart = V_b[..., 3:] - V_a[..., 3:]
            linear = B_b[..., 3:] - B_a[..., 3:] - cross(B_a[..., :3], d)
            linear = linear - cross(ω_a, 2.0 * apart - cross(ω_a, d))
            rows.append(times(back, linear)[..., _axes(each.along)])
            if each.about:
                ω = times(back, V_b[..., :3] - ω_a)
                angular = times(back, B_b[..., :3] - B_a[..., :3] - cross(ω_a, V_b[..., :3]))
                turning = times(directions(R, each.about), angular)
                rows.append(turning + times(direction_rates(R, ω, each.about), ω))
        return np.concatenate(rows, axis=-1)

    # ---- frames -----------------------------------------------------------------------------------------------------

    def _index(self, joint: str) -> int:
        return self.robot.joint_names.index(joint)

    def poses(self, q: Array) -> Array:
        """The poses of `frames`."""
        return self.robot.forward_kinematics(q, self.frames) if self.frames else np.zeros(0)

    def _frame_jacobians(self, q: Array, qd: Array | None = None) -> Array:
        """The Jacobians of `frames`; with velocities, their time derivatives."""
        if not self.frames:
            return np.zeros(0)
        return self.robot.jacobian(q, self.frames) if qd is None else self.robot.jacobian_dot(q, qd, self.frames)

    def _both(self, closure: Closure, J: Array) -> tuple[Array, Array]:
        a, b = self.frames.index(closure.frame), self.frames.index(closure.other)
        return J[..., a, :, :], J[..., b, :, :]

    def pair(self, closure: Closure, T: Array) -> tuple[Array, Array, Array]:
        """Of their poses: R_a, d in base axes, and the attitude of b as seen from a."""
        T_a, T_b = self._both(closure, T)
        R_a, R_b = T_a[..., :3, :3], T_b[..., :3, :3]
        return R_a, T_b[..., :3, 3] - T_a[..., :3, 3], _transposed(R_a) @ R_b

    # ---- coordinates that follow others -----------------------------------------------------------------------------

    def _follows(self, relation: JointRelation, q: Array, order: int) -> Array:
        """The polynomial of the coordinate that is followed, or one of its derivatives."""
        p = np.polynomial.Polynomial([float(c) for c in relation.coefficients] or [0.0])
        x = q[..., self._index(relation.of)] if relation.of else 0.0 * q[..., 0]
        return np.asarray((p.deriv(order) if order else p)(x), dtype=np.float64)

    def _relation_row(self, relation: JointRelation, q: Array) -> Array:
        row = np.zeros((*q.shape[:-1], 1, q.shape[-1]))
        row[..., 0, self._index(relation.joint)] = 1.0
        if relation.of:
            row[..., 0, self._index(relation.of)] -= self._follows(relation, q, 1)
        return row


def _axes(along: str) -> list[int]:
    return [AXES.index(axis) for axis in along]


def _transposed(R: Array) -> Array:
    return np.swapaxes(R, -1, -2)
