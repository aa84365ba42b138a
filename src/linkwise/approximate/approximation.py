"""What every approximation answers: forces, a program that is run and counted, a cost, a report."""

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
"""States that are worked on at a time: some ten thousand columns of these fit the memory of any machine."""


class AbstractApproximation(ABC):
    """Approximate inverse dynamics of a robot. What is run is what is counted: one straight-line program."""

    name: ClassVar[str]
    robot: Robot
    every: int = 1
    """Ticks after which positions are looked at anew."""

    @property
    @abstractmethod
    def setting(self) -> str:
        """What was chosen, in a few words; empty where there is no choice."""

    @property
    @abstractmethod
    def program(self) -> Program:
        """The operations of each state."""

    @property
    def cost(self) -> Cost:
        """Operations, memory and preparation: the program's operations, where nothing else is spent."""
        return Cost(count(self.program))

    def given(self, q: Array, qd: Array, qdd: Array) -> Array:
        """The program's inputs, one row for each of the states (states, n): q, q̇, q̈ where nothing else is."""
        return np.concatenate([q, qd, qdd], axis=1)

    def inverse_dynamics(self, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike) -> Array:
        """Joint forces, approximately; friction is exact. Leading axes are a batch, the last of them counts ticks."""
        require_motion(self.robot.tree)
        n = self.robot.n
        names = {"q": q, "qd": qd, "qdd": qdd}
        arrays = {name: real(name, value, n, "one entry per joint") for name, value in names.items()}
        shape = (*batch_shape(arrays), n)
        at = [np.broadcast_to(array, shape) for array in arrays.values()]
        if len(shape) > 1 and self.every > 1:
            at[0] = at[0][..., np.arange(shape[-2]) // self.every * self.every, :]
        rows = [array.reshape(-1, n) for array in at]
        found = np.empty(rows[0].shape)
        for first in range(0, len(found), CHUNK):
            part = slice(first, first + CHUNK)
            found[part] = evaluated(self.program, self.given(*(array[part] for array in rows)))
        return found.reshape(shape)

    def report(self, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike) -> Report:
        """How far the forces are off in these states, and what they cost."""
        found, exact = self.inverse_dynamics(q, qd, qdd), self.robot.inverse_dynamics(q, qd, qdd)
        if exact.size == 0:
            raise BadArray("there is no state to report on.", "At least one was expected.")
        states = exact.size // self.robot.n
        of = self.robot.compile("inverse_dynamics").count
        return Report(
            self.name, self.setting, self.robot.joint_names, states, **errors(exact, found), cost=self.cost, exact=of
        )


def with_friction(
    tree: Model, τ: Sequence[Scalar], qd: Sequence[Scalar], q: Sequence[Scalar] | None = None
) -> list[Scalar]:
    """Forces and the exact friction; without q, of laws that depend on the speed alone.

    >>> import linkwise
    >>> with_friction(linkwise.load("pendulum").tree, [2.0], [1.0])
    [2.0]
    """
    for body in tree.bodies if q is None else ():
        if body.joint.friction.needs:
            raise NotForThisRobot(
                f"the friction of joint {shown(body.joint.name)} depends on {' and '.join(body.joint.friction.needs)}.",
                "Where positions are looked at now and then only, a law that depends on the speed alone was expected.",
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
    found = np.empty((len(rows), len(program.outputs)))
    for first in range(0, len(rows), CHUNK):
        part = slice(first, first + CHUNK)
        with np.errstate(all="ignore"):  # NaN and infinities in give NaN and infinities out
            for k, column in enumerate(run(program, list(np.ascontiguousarray(rows[part].T)))):
                found[part, k] = column
    return found
