"""What every approximation has: forces, a program that is both run and counted, a cost, a report."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import ClassVar

import numpy as np
from numpy.typing import ArrayLike

from ..algebra import Scalar
from ..backends.interpreter import run
from ..calls.arrays import Array, batch_shape
from ..calls.checks import real
from ..errors import BadArray, NotForThisRobot, shown
from ..formulations import terms
from ..model import Model
from ..program import Program, count
from ..robot import Robot
from .closed_form import require_motion
from .report import Cost, Report, errors

CHUNK = 512
"""States that are computed at a time: ten thousand intermediate columns of this length fit into any memory."""


class AbstractApproximation(ABC):
    """Approximate inverse dynamics of a robot, by one straight-line program: the one that is run is the one counted.

    >>> import linkwise
    >>> from linkwise.algebra import sin
    >>> from linkwise.program import trace
    >>> class Weight(AbstractApproximation):  # gravity alone
    ...     name, setting, robot = "weight", "", linkwise.load("pendulum")
    ...     program = trace(lambda q, qd, qdd: [4.905 * sin(q[0])], {"q": 1, "qd": 1, "qdd": 1})
    >>> Weight().inverse_dynamics([np.pi / 2], [0.0], [1.0]), Weight().cost.multiplications
    (array([4.905]), 1.0)
    """

    name: ClassVar[str]
    robot: Robot
    every: int = 1
    """Ticks after which the positions are read again."""

    @property
    @abstractmethod
    def setting(self) -> str:
        """The chosen parameters in a few words; empty if the method has none."""

    @property
    @abstractmethod
    def program(self) -> Program:
        """The operations for one state."""

    @property
    def cost(self) -> Cost:
        """Operations, memory and preparation; here, the operations of the program."""
        return Cost(count(self.program))

    def inputs(self, q: Array, qd: Array, qdd: Array) -> Array:
        """The inputs of the program, one row for each of the states (states, n); here, q, q̇ and q̈."""
        return np.concatenate([q, qd, qdd], axis=1)

    def inverse_dynamics(self, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike) -> Array:
        """Approximate joint forces, with exact friction. Leading axes are a batch; the last of them counts ticks."""
        require_motion(self.robot.tree)
        n = self.robot.n
        states = {"q": q, "qd": qd, "qdd": qdd}
        arrays = {name: real(name, value, n, "one entry per joint") for name, value in states.items()}
        shape = (*batch_shape(arrays), n)
        at = [np.broadcast_to(array, shape) for array in arrays.values()]
        if len(shape) > 1 and self.every > 1:
            at[0] = at[0][..., np.arange(shape[-2]) // self.every * self.every, :]
        rows = [array.reshape(-1, n) for array in at]
        forces = np.empty(rows[0].shape)
        for first in range(0, len(forces), CHUNK):
            part = slice(first, first + CHUNK)
            forces[part] = evaluated(self.program, self.inputs(*(array[part] for array in rows)))
        return forces.reshape(shape)

    def report(self, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike) -> Report:
        """The errors of the forces at these states, and their cost."""
        forces, exact = self.inverse_dynamics(q, qd, qdd), self.robot.inverse_dynamics(q, qd, qdd)
        if exact.size == 0:
            raise BadArray("there is no state to report on.", "At least one state was expected.")
        states = exact.size // self.robot.n
        counted = self.robot.compile("inverse_dynamics").count
        return Report(
            self.name,
            self.setting,
            self.robot.joint_names,
            states,
            **errors(exact, forces),
            cost=self.cost,
            exact=counted,
        )


def with_friction(
    tree: Model, τ: Sequence[Scalar], qd: Sequence[Scalar], q: Sequence[Scalar] | None = None
) -> list[Scalar]:
    """Forces plus exact friction; without q, friction may depend on the speed only.

    >>> import linkwise
    >>> with_friction(linkwise.load("pendulum").tree, [2.0], [1.0])
    [2.0]
    """
    for body in tree.bodies if q is None else ():
        if body.joint.friction.needs:
            raise NotForThisRobot(
                f"the friction of joint {shown(body.joint.name)} depends on {' and '.join(body.joint.friction.needs)}.",
                "A method that does not use the position at every tick needs friction that depends on the speed only.",
                "approximate robot.without_friction() and add robot.friction_forces(qd, q).",
            )
    return [force + friction for force, friction in zip(τ, terms.friction_forces(tree, qd, q), strict=True)]


def evaluated(program: Program, rows: Array) -> Array:
    """The outputs of a program, one row for each row of inputs.

    >>> from linkwise.program import trace
    >>> evaluated(trace(lambda x: [x[0] + x[1], 3.0], {"x": 2}), np.array([[1.0, 2.0], [3.0, 4.0]]))
    array([[3., 3.],
           [7., 3.]])
    """
    outputs = np.empty((len(rows), len(program.outputs)))
    for first in range(0, len(rows), CHUNK):
        part = slice(first, first + CHUNK)
        with np.errstate(all="ignore"):  # NaN and infinities in give NaN and infinities out
            for k, column in enumerate(run(program, list(np.ascontiguousarray(rows[part].T)))):
                outputs[part, k] = column
    return outputs
