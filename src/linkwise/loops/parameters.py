"""Base parameters of closed loops: those of the cut tree, grouped further from numbers.

Khalil & Dombre (2002), [9.36]–[9.40], for Γ of the motors: Sᵀ D_B stacked over random closed states, D_B the base
regressor of the cut tree; what the tree groups stays grouped.                                          [khalil2002]
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from ..calls.arrays import Array
from ..calls.checks import whole
from ..calls.sampling import natural_rate
from ..errors import BadArray, encodable, plain, shown
from ..html_table import html_table
from ..parameters.base import BaseParameters, Form, Reduction, independent_columns, with_exact_fractions, writing
from ..taskspace.matrices import times
from .checks import require_acceleration
from .generic import random_closed
from .motion_space import MotionSpace

if TYPE_CHECKING:
    from .actuation import AbstractActuation

SPREAD = 0.05
"""States nearer to a singular configuration than this, by the ratio of singular values, are not used."""


@dataclass(frozen=True, eq=False, repr=False)
class LoopParameters:
    """The base parameters of a robot with closed loops: names, values, regressor, grouping equations.

    `tree` are those of the cut tree, `reduction` says how the loops group them further.

    >>> import linkwise
    >>> from linkwise.model import JointRelation
    >>> belt = JointRelation("belt", "joint2", "joint1", (0.0, -1.0))
    >>> base = linkwise.load("planar2r").with_closures([belt], actuated=["joint1"]).base_parameters()
    >>> base
    LoopParameters(planar2r: 3 of the 6 of the cut tree: ZZR1, MXR1, MY1)
    >>> print(base.text())
    ZZR1 = ZZ1 + 0.49*M2
    MXR1 = MX1 + 0.7*M2
    """

    closed: AbstractActuation
    tree: BaseParameters
    reduction: Reduction

    @property
    def rank(self) -> int:
        """The number of base parameters.

        >>> import linkwise
        >>> from linkwise.model import JointRelation
        >>> belt = JointRelation("belt", "joint2", "joint1", (0.0, -1.0))
        >>> linkwise.load("planar2r").with_closures([belt]).base_parameters().rank
        3
        """
        return self.reduction.rank

    def __len__(self) -> int:
        return self.rank

    @cached_property
    def forms(self) -> dict[str, Form]:
        """Each one as a form in the parameters of the Denavit–Hartenberg frames of the cut tree.

        >>> import linkwise
        >>> from linkwise.model import JointRelation
        >>> belt = JointRelation("belt", "joint2", "joint1", (0.0, -1.0))
        >>> linkwise.load("planar2r").with_closures([belt]).base_parameters().forms["MX1"]
        Form({'MX1': 1.0, 'M2': 0.7})
        """
        names = self.tree.columns.names(self.tree.arm)
        rows = (self.reduction.beta @ self.tree.grouping).tolist()
        kept = self.reduction.named(self.reduction.kept)
        return {name: Form(dict(zip(names, row, strict=True))) for name, row in zip(kept, rows, strict=True)}

    @property
    def names(self) -> tuple[str, ...]:
        """The names, in the order of `values` and of the regressor's columns.

        >>> import linkwise
        >>> from linkwise.model import JointRelation
        >>> belt = JointRelation("belt", "joint2", "joint1", (0.0, -1.0))
        >>> linkwise.load("planar2r").with_closures([belt]).base_parameters().names
        ('ZZR1', 'MXR1', 'MY1')
        """
        return tuple(writing.base_name(name, form) for name, form in self.forms.items())

    @property
    def matrix(self) -> Array:
        """What makes base parameters of the robot's own, (rank, parameters).

        >>> import linkwise
        >>> from linkwise.model import JointRelation
        >>> belt = JointRelation("belt", "joint2", "joint1", (0.0, -1.0))
        >>> linkwise.load("planar2r").with_closures([belt]).base_parameters().matrix.shape
        (3, 20)
        """
        return np.asarray(self.reduction.beta @ self.tree.matrix)

    @property
    def values(self) -> Array:
        """The values.

        >>> import linkwise
        >>> from linkwise.model import JointRelation
        >>> belt = JointRelation("belt", "joint2", "joint1", (0.0, -1.0))
        >>> linkwise.load("planar2r").with_closures([belt]).base_parameters().values.shape
        (3,)
        """
        return np.asarray(self.reduction.beta @ self.tree.values)

    def regressor(self, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike) -> Array:
        """The matrix (…, inputs, rank) whose product with `values` is the motors' torques, at closed states.

        >>> import linkwise
        >>> from linkwise.model import JointRelation
        >>> belt = JointRelation("belt", "joint2", "joint1", (0.0, -1.0))
        >>> arm = linkwise.load("planar2r").with_closures([belt], actuated=["joint1"])
        >>> base, state = arm.base_parameters(), ([0.3, -0.3], [1.0, -1.0], [2.0, -2.0])
        >>> (base.regressor(*state) @ base.values - arm.inverse_dynamics(*state)).round(9)
        array([0.])
        """
        closed = self.closed
        at = closed._states(q=q, qd=qd, qdd=qdd)
        A, space = closed._space(at["q"], at["qd"])
        require_acceleration(closed.equations, A, closed.equations.bias(at["q"], at["qd"]), at["qdd"])
        kept = list(self.reduction.kept)
        return closed._torques(space) @ self.tree.regressor(*at.values())[..., kept]

    def text(self) -> str:
        """The grouping equations as text, one per line.

        >>> import linkwise
        >>> from linkwise.model import JointRelation
        >>> belt = JointRelation("belt", "joint2", "joint1", (0.0, -1.0))
        >>> print(linkwise.load("planar2r").with_closures([belt]).base_parameters().text().splitlines()[1])
        MXR1 = MX1 + 0.7*M2
        """
        grouped = {name: form for name, form in self.forms.items() if set(form.terms) != {name}}
        return encodable("\n".join(writing.text(name, form) for name, form in grouped.items()))

    def __repr__(self) -> str:
        first = ", ".join(self.names[:6]) + (", …" if self.rank > 6 else "")
        return (
            f"LoopParameters({plain(self.closed.name)}: {self.rank} of the {len(self.tree)} of the cut tree: {first})"
        )

    def _repr_html_(self) -> str:
        sides = [writing.text(name, form).partition(" = ")[2] for name, form in self.forms.items()]
        rows = zip(self.names, (f"{x:.6g}" for x in self.values.tolist()), sides, strict=True)
        return html_table(repr(self), ("parameter", "value", "grouping"), rows)


def loop_parameters(closed: AbstractActuation, columns: dict[str, Any], seed: int) -> LoopParameters:
    """The base parameters of closed loops, for the columns that `robot.parameters` takes.

    >>> import linkwise
    >>> from linkwise.model import JointRelation
    >>> belt = JointRelation("belt", "joint2", "joint1", (0.0, -1.0))
    >>> len(loop_parameters(linkwise.load("planar2r").with_closures([belt]), {}, 0))
    3
    """
    tree = closed.cut.base_parameters(**columns)
    W = stacked(closed, tree, whole("seed", seed, 0))
    return LoopParameters(closed, tree, with_exact_fractions(independent_columns(W, tree.kept), W))


def stacked(closed: AbstractActuation, tree: BaseParameters, seed: int) -> Array:
    """Sᵀ D_B at enough random closed states, one below the other.

    >>> import linkwise
    >>> from linkwise.model import JointRelation
    >>> belt = JointRelation("belt", "joint2", "joint1", (0.0, -1.0))
    >>> arm = linkwise.load("planar2r").with_closures([belt])
    >>> stacked(arm, arm.cut.base_parameters(), 0).shape
    (60, 6)
    """
    freedom = closed.degrees_of_freedom
    if not freedom or not len(tree):
        raise BadArray(
            f"robot {shown(closed.name)} has {freedom} degrees of freedom and its tree {len(tree)} base parameters.",
            "Links that move, with parameters, were expected.",
        )
    count = max(60, -(-4 * len(tree) // freedom))
    q = random_closed(closed.equations, count, seed)
    space = MotionSpace.of(closed.equations, closed.equations.jacobian(q), closed.rank)
    q = q[space.margin > SPREAD * space.margin.max()]
    space = MotionSpace.of(closed.equations, closed.equations.jacobian(q), closed.rank)
    rng, rate = np.random.default_rng(seed), natural_rate(closed.cut.tree)
    Z = space.null
    qd = rate * times(Z, rng.normal(size=(len(q), freedom)))
    qdd = rate**2 * times(Z, rng.normal(size=(len(q), freedom)))
    qdd += space.velocities(-closed.equations.bias(q, qd))
    W = np.swapaxes(Z, -1, -2) @ tree.regressor(q, qd, qdd)
    return W.reshape(-1, len(tree))
