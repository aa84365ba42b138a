"""Pinocchio's answers as contestants, where it is installed.

It reads the robot from URDF, by its own reader, as its users do: joints about x, y or z get its special code for them.
It knows neither friction nor rotors from there, so they are taken off; compare with a robot `bared` in the same way.
"""

from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np

from ...calls.arrays import Array
from ...calls.sampling import order_of_one
from ...errors import WriteError
from ...readers.urdf import write
from ...robot import Robot
from .timing import Call

BATCH = 960
"""States of a batch: starting its threads is nothing then, and it is done before the system lets others have a turn."""


def bared(robot: Robot) -> Robot:
    """The robot without friction and rotors.

    >>> import linkwise
    >>> bool(bared(linkwise.load("puma560")).friction_forces([1.0] * 6).any())
    False
    """
    return robot.without_friction().without_rotors()


class Pinocchio:
    """A robot in Pinocchio, asked linkwise's questions."""

    def __init__(self, pin: ModuleType, robot: Robot):
        self.pin, self.model = pin, pin.buildModelFromXML(write(bared(robot).model, lossy=True))
        self.model.gravity.linear = robot.gravity  # a URDF file says nothing of it, which is all that it loses
        self.data = self.model.createData()

    @staticmethod
    def of(robot: Robot) -> "Pinocchio | None":
        """The robot in Pinocchio; None where it is not installed or would see another robot.

        >>> import linkwise
        >>> peer = Pinocchio.of(linkwise.load("panda"))
        >>> peer is None or peer.model.nv == 7
        True
        """
        try:
            import pinocchio as pin  # type: ignore[import-untyped, unused-ignore]
        except ImportError:
            return None
        if not robot.model.coordinates.trivial:
            return None
        try:
            peer = Pinocchio(pin, robot)
        except WriteError:  # names that URDF cannot hold, say
            return None
        return peer if tuple(peer.model.names)[1:] == robot.joint_names else None

    def configuration(self, q: Array) -> Array:
        """What it takes for q: the same, but for the cosine and sine of a joint without limits."""
        at: Array = self.pin.integrate(self.model, self.pin.neutral(self.model), q)
        return at

    def _functions(self, question: str) -> tuple[Callable[..., Any], int, tuple[Any, ...]]:
        """The function that answers, how many arrays of the state it takes, what else it may be given."""
        pin = self.pin
        conventions = ((), (pin.Convention.WORLD,))  # two ways to the same answer: which is faster depends
        return {
            "inverse_dynamics": (pin.rnea, 3, ((),)),
            "mass_matrix": (pin.crba, 1, conventions),
            "forward_dynamics": (pin.aba, 3, conventions),
            "inverse_dynamics_derivatives": (pin.computeRNEADerivatives, 3, ((),)),
            "coriolis_matrix": (pin.computeCoriolisMatrix, 2, ((),)),
            "gravity_forces": (pin.computeGeneralizedGravity, 1, ((),)),
            "regressor": (pin.computeJointTorqueRegressor, 3, ((),)),
        }[question]

    def singles(self, question: str) -> dict[str, Call]:
        """One state per call; where there are two conventions, both."""
        function, takes, ways = self._functions(question)
        q, *others = order_of_one(self.model.nv, takes)
        given = (self.model, self.data, self.configuration(q), *others)
        return {f"call{k or ''}": Call(function, (*given, *more)) for k, more in enumerate(ways)}

    def batch(self, question: str, count: int = BATCH) -> Call | None:
        """Its own function for batches, on one thread, into an array that is there already; it has two of them."""
        name = {"inverse_dynamics": "rneaInParallel", "forward_dynamics": "abaInParallel"}.get(question)
        function = getattr(self.pin, name or "", None)  # absent where it was built without OpenMP
        if function is None:
            return None
        q, qd, x = order_of_one(self.model.nv, 3, count)
        at = np.array([self.configuration(row) for row in q])
        pool, out = self.pin.ModelPool(self.model, 1), np.zeros((self.model.nv, count), order="F")
        return Call(function, (1, pool, at.T, qd.T, x.T, out), count)

    def answer(self, question: str, *state: Array) -> Array:
        """Its answer at one state, in linkwise's form: derivatives side by side, the whole of a symmetric matrix."""
        function, takes, _ = self._functions(question)
        found = function(self.model, self.data, self.configuration(state[0]), *state[1:takes])
        if question == "mass_matrix":
            found = np.triu(found) + np.triu(found, 1).T
        if question == "inverse_dynamics_derivatives":
            found = np.hstack([self.data.dtau_dq, self.data.dtau_dv])
        return np.array(found)
