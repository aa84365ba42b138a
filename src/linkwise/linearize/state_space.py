"""A linear model as a state space x' = A x + B u.

Balafoutis & Patel (1991) (7.2.3).                                                                  [balafoutis1991]
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from numpy.typing import ArrayLike

from ..calls.arrays import Array
from ..errors import BadArray, LinkwiseError, NoInertia, shown
from ..html_table import html_table
from ..taskspace.batches import check_entry
from ..taskspace.matrices import solved
from .discrete import DiscreteModel, sampled
from .modes import HEADS, mode_rows
from .python_control import to_control

if TYPE_CHECKING:
    from ..simulate.system import System
    from .lqr import Regulator


@dataclass(frozen=True, eq=False, repr=False)
class AbstractStateSpace:
    """A linear model of a robot at one state, or at a batch of them: arrays with leading axes, models by index.

    >>> import linkwise
    >>> along = linkwise.load("planar2r").linearize([[0.0, 0.1], [0.0, 0.2], [0.0, 0.3]])
    >>> along
    LinearizedModel('planar2r', 4 states, 2 inputs, batch (3,))
    >>> along.A.shape, along[2].A.shape, len(along)
    ((3, 4, 4), (4, 4), 3)
    """

    robot: System
    q: Array
    qd: Array
    qdd: Array
    tau: Array
    D: Array
    V: Array
    P: Array

    @property
    def A(self) -> Array:
        """[0 1; −D⁻¹P −D⁻¹V], (…, 2n, 2n): how the state moves by itself.

        >>> import linkwise
        >>> linkwise.load("pendulum").with_gravity([0, 0, 0]).linearize([0.0]).A
        array([[ 0.,  1.],
               [-0., -0.]])
        """
        n = self.robot.n
        A = np.zeros((*self.D.shape[:-2], 2 * n, 2 * n))
        A[..., :n, n:] = np.eye(n)
        A[..., n:, :n], A[..., n:, n:] = -self._over_inertia(self.P), -self._over_inertia(self.V)
        return A

    @property
    def B(self) -> Array:
        """[0; D⁻¹], (…, 2n, m): how the forces move the state; if there are fewer, they act on the last coordinates.

        >>> import linkwise
        >>> linkwise.load("pendulum").linearize([0.0]).B.round(9)
        array([[0.],
               [3.]])
        """
        n, m = self.robot.n, self.tau.shape[-1]
        driven = np.broadcast_to(np.eye(n)[:, n - m :], (*self.D.shape[:-1], m))
        return np.concatenate([np.zeros_like(driven), self._over_inertia(driven)], axis=-2)

    @property
    def states(self) -> tuple[str, ...]:
        """The names of the 2n states: positions, then velocities.

        >>> import linkwise
        >>> linkwise.load("planar2r").linearize([0.0, 0.0]).states
        ('q:joint1', 'q:joint2', 'qd:joint1', 'qd:joint2')
        """
        return tuple(f"{kind}:{name}" for kind in ("q", "qd") for name in self.robot.joint_names)

    @property
    def inputs(self) -> tuple[str, ...]:
        """The names of the inputs: the forces.

        >>> import linkwise
        >>> linkwise.load("planar2r").linearize([0.0, 0.0]).inputs
        ('tau:joint1', 'tau:joint2')
        """
        return tuple(f"tau:{name}" for name in self.robot.joint_names[self.robot.n - self.tau.shape[-1] :])

    @property
    def eigenvalues(self) -> Any:
        """The eigenvalues of A, complex, (…, 2n): perturbations grow along those with a positive real part.

        >>> import linkwise
        >>> upright = linkwise.load("pendulum").linearize([3.141592653589793])
        >>> sorted(upright.eigenvalues.real.round(4).tolist())  # ±√(3 g / 2 l)
        [-3.836, 3.836]
        """
        return np.linalg.eigvals(self.A)

    def discrete(self, step: float, method: str = "exact") -> DiscreteModel:
        """The model sampled every `step` seconds with the force held in between; "exact", "euler" or "tustin".

        >>> import linkwise
        >>> model = linkwise.load("pendulum").with_gravity([0, 0, 0]).linearize([0.0])
        >>> model.discrete(0.1).A
        array([[1. , 0.1],
               [0. , 1. ]])
        """
        A, B, h = sampled(self.A, self.B, step, method)
        return DiscreteModel(A, B, h, self.states, self.inputs)

    def lqr(self, Q: ArrayLike, R: ArrayLike) -> Regulator:
        """The gain K of u = −K x that minimises ∫ xᵀQx + uᵀRu dt: `linkwise.linearize.lqr` of this model.

        >>> import linkwise
        >>> upright = linkwise.load("pendulum").linearize([3.141592653589793])
        >>> upright.lqr(Q=[10.0, 1.0], R=1.0).K.round(3)
        array([[10.741,  2.857]])
        """
        from .lqr import lqr  # which asks of a model whether it is one of these

        return lqr(self, Q, R)

    def to_control(self) -> Any:
        """The model of one state as a `control.StateSpace` of the package python-control; all states are outputs.

        >>> import linkwise
        >>> linkwise.load("pendulum").linearize([0.0]).to_control().state_labels
        ['q:joint1', 'qd:joint1']
        """
        return to_control(self.A, self.B, 0, self.states, self.inputs)

    def __len__(self) -> int:
        if self.tau.ndim == 1:
            raise BadArray("this is a single model, not a batch.", "Only a batch of models has a length.")
        return len(self.tau)

    def __getitem__(self, k: Any) -> Self:
        check_entry(k, self.tau.shape[:-1], "models")
        own = {f.name: getattr(self, f.name) for f in fields(self)}
        return replace(self, **{name: x[k] for name, x in own.items() if isinstance(x, np.ndarray)})

    def __iter__(self) -> Iterator[Self]:
        return (self[k] for k in range(len(self)))

    def __repr__(self) -> str:
        batch = f", batch {self.tau.shape[:-1]}" if self.tau.ndim > 1 else ""
        sizes = f"{len(self.states)} states, {len(self.inputs)} input{'s' * (len(self.inputs) != 1)}"
        return f"{type(self).__name__}({shown(self.robot.name)}, {sizes}{batch})"

    def _repr_html_(self) -> str:
        """The poles of one model with frequency and damping; for a batch, the shapes of its matrices."""
        try:
            if self.tau.ndim > 1:
                return html_table(repr(self), ("matrix", "shape"), [(name, getattr(self, name).shape) for name in "AB"])
            return html_table(repr(self), HEADS, mode_rows(self.eigenvalues))
        except LinkwiseError as error:  # without inertia there is no state space, and the model is still shown
            return html_table(repr(self), ("no state space",), [(error.what,)])

    def require_inertia(self) -> None:
        """Raise `NoInertia` if some joint moves nothing."""
        self._over_inertia(np.zeros((*self.D.shape[:-1], 1)))

    def _over_inertia(self, right: Array) -> Array:
        """D⁻¹ right."""
        try:
            return solved(self.D, right)
        except np.linalg.LinAlgError:  # the same error as forward dynamics raises
            smallest = np.argmin(np.abs(np.diagonal(self.D, axis1=-2, axis2=-1)).reshape(-1, self.robot.n).min(axis=0))
            raise NoInertia(self.robot.joint_names[smallest], self.robot.name) from None
