"""The regressor of M a + C(q, v) w + g, with two velocities: Slotine & Li (1987).

The velocity forces are quadratic: C(q, v) v = B(v, v). C of Christoffel symbols is the one matrix for which C(q, v) w =
B(v, w) is symmetric in v and w; so it is found by polarisation, B(v, w) = B(u, u) − B(d, d) with u = ½ (v + w) and
d = ½ (v − w), and likewise, parameter by parameter, in the regressor:

    Y(q, v, w, a) = Y(q, u, a) − Y₀(q, d, 0),    Y₀ without gravity.

Columns of friction are those at the velocity v, which is the arm's own.                              [slotine1987]
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from numpy.typing import ArrayLike

from ..algebra import Scalar
from ..algebra.matrices import minus, plus
from ..calls.arrays import Array
from ..calls.function_program import FunctionProgram
from ..calls.kernel import Kernel
from ..calls.question_program import QuestionProgram
from ..errors import LinkwiseError, listed, shown
from ..formulations import Columns
from ..formulations.columns import FRICTION
from ..model import Model
from ..parameters import Parameters
from ..parameters.base import BaseParameters
from ..robot import Robot

Rows = list[list[Scalar]]


@dataclass(frozen=True, eq=False)
class TwoVelocityRegressor:
    """Y (n, p) of `parameters`: called with arrays q, v, w, a, or with lists of scalars by `over`.

    >>> import linkwise
    >>> robot = linkwise.load("planar2r")
    >>> Y = two_velocity_regressor(robot)
    >>> q, qd, qdr = [0.3, 0.9], [1.0, -0.5], [0.2, 0.7]
    >>> Y
    TwoVelocityRegressor(6 parameters of 'planar2r')
    >>> velocity_forces = Y(q, qd, qdr, [0.0, 0.0]) @ Y.parameters.values - robot.gravity_forces(q)
    >>> bool(abs(velocity_forces - robot.coriolis_matrix(q, qd) @ qdr).max() < 1e-12)
    True
    """

    robot: Robot
    parameters: BaseParameters | Parameters

    @cached_property
    def _tree(self) -> tuple[Model, Columns]:
        """The model the regressor belongs to, and the columns that are kept."""
        own = self.parameters
        if isinstance(own, Parameters):
            return self.robot.tree, own.columns
        places = {name: k for k, name in enumerate(own.columns.names(own.arm))}
        return own.arm, replace(own.columns, only=tuple(places[name] for name in own.kept))

    @property
    def size(self) -> int:
        """The number of parameters.

        >>> import linkwise
        >>> two_velocity_regressor(linkwise.load("ur5")).size
        36
        """
        return len(self.parameters.values)

    def over_scalars(self, q: Sequence[Scalar], v: Sequence[Scalar], w: Sequence[Scalar], a: Sequence[Scalar]) -> Rows:
        """The rows of Y over scalars.

        >>> import linkwise
        >>> len(two_velocity_regressor(linkwise.load("pendulum")).over_scalars([0.1], [1.0], [1.0], [0.0])[0])
        3
        """
        u, d = [0.5 * x for x in plus(v, w)], [0.5 * x for x in minus(v, w)]
        still = [0.0] * len(u)
        both = zip(self._regressor(q, u, a), self._regressor(q, d, still, weightless=True), strict=True)
        Y = [minus(one, two) for one, two in both]
        if self.friction_columns:
            own = self._regressor(q, v, still)
            columns = self.friction_columns
            Y = [[own[i][k] if k in columns else x for k, x in enumerate(row)] for i, row in enumerate(Y)]
        return Y

    @cached_property
    def friction_columns(self) -> frozenset[int]:
        """The indices of the columns that belong to friction."""
        tree, columns = self._tree
        return frozenset(k for k, name in enumerate(columns.names(tree)) if name[:2] in FRICTION.values())

    def _regressor(self, q: Any, qd: Any, qdd: Any, weightless: bool = False) -> Rows:
        tree, columns = self._tree
        program = QuestionProgram(tree, ("regressor",), columns=columns, parameters=("gravity",) if weightless else ())
        inputs = {"q": list(q), "qd": list(qd), "qdd": list(qdd)} | ({"gravity": [0.0] * 3} if weightless else {})
        rows: Rows = program.answers(inputs)["regressor"]
        return rows

    @cached_property
    def kernel(self) -> Kernel[Any]:
        """Y compiled.

        >>> import linkwise
        >>> two_velocity_regressor(linkwise.load("planar2r")).kernel.signature.gives[0].shape
        (2, 6)
        """
        n = self.robot.n
        takes = {name: (n,) for name in ("q", "qd", "qd_r", "qdd_r")}
        gives = {"Y": (n, self.size)}
        return FunctionProgram(self._tree[0], lambda eq, *x: self.over_scalars(*x), takes, gives, "regressor").kernel()

    def __call__(self, q: ArrayLike, v: ArrayLike, w: ArrayLike, a: ArrayLike) -> Array:
        """Y for arrays (…, n)."""
        Y: Array = self.kernel(q, v, w, a)
        return Y

    def __repr__(self) -> str:
        return f"TwoVelocityRegressor({self.size} parameters of {shown(self.robot.name)})"


def two_velocity_regressor(robot: Robot, parameters: BaseParameters | Parameters | None = None) -> TwoVelocityRegressor:
    """The regressor of the robot's base parameters, or of others: `robot.parameters(…)`, `robot.base_parameters(…)`.

    >>> import linkwise
    >>> robot = linkwise.load("puma560")
    >>> two_velocity_regressor(robot, robot.base_parameters(friction=("viscous", "coulomb", "offset"))).size
    58
    """
    own = robot.base_parameters() if parameters is None else parameters
    if not isinstance(own, BaseParameters | Parameters) or not len(own.values):
        raise LinkwiseError(
            f"{shown(repr(own))} are not parameters that can be estimated.",
            "The result of robot.base_parameters() or robot.parameters() was expected.",
        )
    theirs = own.links if isinstance(own, Parameters) else tuple(body.name for body in own.tree.bodies)
    if theirs != tuple(body.name for body in robot.tree.bodies):
        raise LinkwiseError(
            f"the parameters belong to the links {listed(theirs)}.",
            f"Links of robot {shown(robot.name)} were expected: {listed(body.name for body in robot.tree.bodies)}.",
        )
    return TwoVelocityRegressor(robot, own)
