"""A linear model as a state space x' = A x + B u.

Balafoutis & Patel (1991) (7.2.3).                                                                  [balafoutis1991]
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from ..arrays import Array
from ..errors import BadArray, UnknownName, shown
from .discrete import METHODS, DiscreteModel, positive_step
from .python_control import to_control

if TYPE_CHECKING:
    from ..robot import Robot


@dataclass(frozen=True, eq=False)
class AbstractStateSpace(ABC):
    """A linear model of a robot at one state, or at a batch of them: arrays with leading axes, models by index.

    >>> import linkwise
    >>> along = linkwise.load("planar2r").linearize([[0.0, 0.1], [0.0, 0.2], [0.0, 0.3]])
    >>> along.A.shape, along[2].A.shape, len(along)
    ((3, 4, 4), (4, 4), 3)
    """

    robot: "Robot"
    q: Array
    qd: Array
    qdd: Array
    tau: Array
    D: Array
    V: Array
    P: Array

    @property
    @abstractmethod
    def A(self) -> Array:
        """How the state moves itself, (…, 2n, 2n)."""

    @property
    @abstractmethod
    def B(self) -> Array:
        """How the joint forces move the state, (…, 2n, n)."""

    @property
    @abstractmethod
    def states(self) -> tuple[str, ...]:
        """The names of the 2n states."""

    @property
    def inputs(self) -> tuple[str, ...]:
        """The names of the inputs: the joint forces.

        >>> import linkwise
        >>> linkwise.load("planar2r").linearize([0.0, 0.0]).inputs
        ('tau:joint1', 'tau:joint2')
        """
        return tuple(f"tau:{name}" for name in self.robot.joint_names)

    @property
    def eigenvalues(self) -> Any:
        """The eigenvalues of A, complex, (…, 2n): where one has a positive real part, perturbations grow.

        >>> import linkwise
        >>> upright = linkwise.load("pendulum").linearize([3.141592653589793])
        >>> sorted(upright.eigenvalues.real.round(4).tolist())  # ±√(3 g / 2 l)
        [-3.836, 3.836]
        """
        return np.linalg.eigvals(self.A)

    def discrete(self, step: float, method: str = "exact") -> DiscreteModel:
        """The model sampled every `step` seconds, the force being held in between: "exact", "euler" or "tustin".

        >>> import linkwise
        >>> model = linkwise.load("pendulum").with_gravity([0, 0, 0]).linearize([0.0])
        >>> model.discrete(0.1).A
        array([[1. , 0.1],
               [0. , 1. ]])
        """
        h = positive_step(step)
        if method not in METHODS:
            raise UnknownName("method", method, "linkwise.linearize", METHODS)
        A, B = METHODS[method](self.A, self.B, h)
        return DiscreteModel(A, B, h, self.states, self.inputs)

    def to_control(self) -> Any:
        """The model of one state as a `control.StateSpace` of the package python-control; all states are outputs.

        >>> import linkwise
        >>> linkwise.load("pendulum").linearize([0.0]).to_control().state_labels
        ['q:joint1', 'qd:joint1']
        """
        return to_control(self.A, self.B, 0, self.states, self.inputs)

    def __len__(self) -> int:
        if self.tau.ndim == 1:
            raise BadArray("this model is of one state.", "A batch of models has a length.")
        return len(self.tau)

    def __getitem__(self, k: Any) -> Self:
        batch = self.tau.shape[:-1]
        own = {f.name: getattr(self, f.name) for f in fields(self)}
        try:
            np.empty(batch)[k]
            return replace(self, **{name: x[k] for name, x in own.items() if isinstance(x, np.ndarray)})
        except IndexError:
            raise BadArray(
                f"[{shown(k)}] is no entry of models of shape {batch}.", "An index into the batch was expected."
            ) from None

    def __iter__(self) -> Iterator[Self]:
        return (self[k] for k in range(len(self)))
