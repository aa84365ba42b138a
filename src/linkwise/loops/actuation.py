"""What motors do in closed loops: torques for motions, and the equations of motion in independent coordinates.

With q̇ = S q̇_i for independent joints i, and motors at the joints a,

    S_aᵀ τ_a = Sᵀ (M q̈ + h) = (Sᵀ M S) q̈_i + Sᵀ (h + M q̈₀),    q̈₀: the accelerations while the joints i have none.

S_a is 1 where the motors are the independent joints. Of more motors than degrees of freedom the smallest torques are
taken.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike

from ..calls.arrays import Array
from ..calls.direct import Wrenches
from ..errors import NotForThisRobot, Singular, listed, shown
from ..taskspace.matrices import times
from .checks import require_acceleration
from .generic import INDEPENDENT, best_conditioned
from .motion_space import RANK, MotionSpace
from .motions import AbstractLoopMotions

if TYPE_CHECKING:
    from ..parameters.parameters import Drives, Parameters
    from .parameters import LoopParameters


@dataclass(frozen=True, eq=False, repr=False)
class AbstractActuation(AbstractLoopMotions):
    """Torques of motors, and the dynamics of independent coordinates."""

    def inverse_dynamics(self, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike, *, wrenches: Wrenches = None) -> Array:
        """The motors' torques (…, inputs) for a motion of all joints that keeps the loops closed.

        The other joints carry no torque but their friction. `complete` makes qd and qdd from those of the motors; the
        smallest torques are taken where there are more motors than degrees of freedom.

        >>> import linkwise
        >>> from linkwise.model import JointRelation
        >>> belt = JointRelation("belt", "joint2", "joint1", (0.0, -1.0))
        >>> arm = linkwise.load("planar2r").with_closures([belt], actuated=["joint1"])
        >>> arm.inverse_dynamics([0.3, -0.3], [1.0, -1.0], [2.0, -2.0]).round(6)
        array([25.637005])
        """
        at = self._states(q=q, qd=qd, qdd=qdd)
        A, space = self._space(at["q"], at["qd"])
        require_acceleration(self.equations, A, self.equations.bias(at["q"], at["qd"]), at["qdd"])
        return times(self._torques(space), self.cut.inverse_dynamics(*at.values(), wrenches=wrenches))

    def bias_forces(self, q: ArrayLike, qd: ArrayLike, *, wrenches: Wrenches = None) -> Array:
        """The motors' torques while the independent joints do not accelerate, without friction.

        >>> import linkwise
        >>> from linkwise.model import JointRelation
        >>> belt = JointRelation("belt", "joint2", "joint1", (0.0, -1.0))
        >>> arm = linkwise.load("planar2r").with_closures([belt], actuated=["joint1"])
        >>> (arm.bias_forces([0.3, -0.3], [0.0, 0.0]) - arm.gravity_forces([0.3, -0.3])).round(9)
        array([0.])
        """
        at = self._states(q=q, qd=qd)
        _, space = self._space(at["q"], at["qd"])
        S = self._leads(space, at["q"])
        qdd = self._drift(space, S, self.equations.bias(at["q"], at["qd"]))
        forces = self.cut.bias_forces(at["q"], at["qd"], wrenches=wrenches) + times(self.cut.mass_matrix(at["q"]), qdd)
        return times(self._torques(space), forces)

    def gravity_forces(self, q: ArrayLike) -> Array:
        """The motors' torques that hold the robot at rest against gravity and springs.

        >>> import linkwise
        >>> from linkwise.model import JointRelation
        >>> belt = JointRelation("belt", "joint2", "joint1", (0.0, -1.0))
        >>> linkwise.load("planar2r").with_closures([belt], actuated=["joint1"]).gravity_forces([0.0, 0.0]).round(6)
        array([23.3478])
        """
        at = self._states(q=q)["q"]
        return times(self._torques(self._space(at)[1]), self.cut.gravity_forces(at))

    def mass_matrix(self, q: ArrayLike) -> Array:
        """Sᵀ M S, the mass matrix in the `independent` coordinates.

        >>> import linkwise
        >>> from linkwise.model import JointRelation
        >>> belt = JointRelation("belt", "joint2", "joint1", (0.0, -1.0))
        >>> linkwise.load("planar2r").with_closures([belt], actuated=["joint1"]).mass_matrix([0.0, 0.0]).round(6)
        array([[1.666]])
        """
        at = self._states(q=q)["q"]
        S = self._leads(self._space(at)[1], at)
        return np.swapaxes(S, -1, -2) @ self.cut.mass_matrix(at) @ S

    # ---- parameters -------------------------------------------------------------------------------------------------

    def parameters(
        self, *, rotors: bool | None = None, friction: bool | Sequence[str] = (), drives: Drives | None = None
    ) -> Parameters:
        """The parameters of all links, in the order of the regressor's columns; those of the cut tree.

        >>> import linkwise
        >>> from linkwise.model import Closure
        >>> crank = linkwise.load("planar2r").with_closures([Closure("rail", "base", "tip", along="y")])
        >>> crank.parameters().names[-2:]
        ('MZ2', 'M2')
        """
        return self.cut.parameters(rotors=rotors, friction=friction, drives=drives)

    def regressor(
        self,
        q: ArrayLike,
        qd: ArrayLike,
        qdd: ArrayLike,
        *,
        rotors: bool | None = None,
        friction: bool | Sequence[str] = (),
        drives: Drives | None = None,
    ) -> Array:
        """The matrix (…, inputs, parameters) whose product with the parameters is the motors' torques.

        >>> import linkwise
        >>> from linkwise.model import JointRelation
        >>> belt = JointRelation("belt", "joint2", "joint1", (0.0, -1.0))
        >>> arm = linkwise.load("planar2r").with_closures([belt], actuated=["joint1"])
        >>> (arm.regressor([0.3, -0.3], [1.0, -1.0], [2.0, -2.0]) @ arm.parameters().values).round(6)
        array([25.637005])
        """
        at = self._states(q=q, qd=qd, qdd=qdd)
        A, space = self._space(at["q"], at["qd"])
        require_acceleration(self.equations, A, self.equations.bias(at["q"], at["qd"]), at["qdd"])
        Y = self.cut.regressor(*at.values(), rotors=rotors, friction=friction, drives=drives)
        return self._torques(space) @ Y

    def base_parameters(
        self,
        *,
        rotors: bool | None = None,
        friction: bool | Sequence[str] = (),
        drives: Drives | None = None,
        seed: int = 0,
    ) -> LoopParameters:
        """The fewest parameters that determine the motors' torques, from regressors at random closed states.

        >>> import linkwise
        >>> from linkwise.model import JointRelation
        >>> belt = JointRelation("belt", "joint2", "joint1", (0.0, -1.0))  # the second link stays parallel to itself
        >>> arm = linkwise.load("planar2r").with_closures([belt], actuated=["joint1"])
        >>> arm.base_parameters().names, arm.cut.base_parameters().names
        (('ZZR1', 'MXR1', 'MY1'), ('ZZR1', 'MXR1', 'MY1', 'ZZ2', 'MX2', 'MY2'))
        """
        from .parameters import loop_parameters

        return loop_parameters(self, {"rotors": rotors, "friction": friction, "drives": drives}, seed)

    # ---- what motors can do -----------------------------------------------------------------------------------------

    @cached_property
    def _unmoved(self) -> tuple[str, ...]:
        """Motors whose joints the loops hold."""
        space = best_conditioned(self.equations, self._samples, self.rank)
        sizes = np.linalg.norm(space.null / self.equations.units[:, None], axis=1)
        return tuple(name for name, k in zip(self.actuated, self.driven, strict=True) if sizes[k] <= INDEPENDENT)

    def _torques(self, space: MotionSpace) -> Array:
        """The matrix (…, inputs, n) that makes motors' torques of forces at all joints: (Z_aᵀ)⁺ Zᵀ."""
        free = [name for name in self.independent if name not in self.actuated]
        if self._unmoved and self.robot.model.actuated:
            raise NotForThisRobot(
                f"motors of robot {shown(self.name)} cannot move: the loops hold {listed(self._unmoved)}.",
                "Motors at joints that move were expected.",
                f"robot.with_closures(…, actuated=…): {listed(self.independent)} would do.",
            )
        if free:
            raise NotForThisRobot(
                f"robot {shown(self.name)} has {self.degrees_of_freedom} degrees of freedom that its motors do not all "
                f"move: {listed(free)} would move freely.",
                "Torques for a motion need motors that determine it.",
                "name more motors in with_closures(…, actuated=…), or use forward_dynamics.",
            )
        Z = space.null
        if not Z.shape[-1]:
            return np.zeros((*Z.shape[:-2], self.inputs, self.n))
        u = self.equations.units[self.driven]
        back = np.swapaxes(Z, -1, -2)
        driving = back[..., self.driven] / u  # of torques times units, so that metres and radians compare
        smallest = np.linalg.svd(driving, compute_uv=False)[..., Z.shape[-1] - 1]
        if (smallest <= RANK).any():
            raise Singular(
                f"the motors of robot {shown(self.name)} do not determine its motion here: it can move while "
                f"{listed(self.actuated)} rest.",
                "A configuration away from such a dead point was expected.",
                "forward_dynamics and simulate pass through it.",
                float(smallest.min()),
            )
        return np.linalg.pinv(driving) @ back / u[:, None]
