"""Pinocchio's answers as contestants, if it is installed.

It reads the robot from URDF by its own reader, as its users do: joints about x, y or z get its specialised code.
Friction and rotors are not part of that, so they are removed; compare with `without_friction_and_rotors(robot)`.
"""

from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np

from ...calls.arrays import Array
from ...calls.sampling import fixed_states
from ...errors import WriteError
from ...readers.urdf import write
from ...robot import Robot
from .timing import Call

BATCH = 960
"""States of a batch: enough that starting threads does not matter, few enough to finish before other processes run."""


def without_friction_and_rotors(robot: Robot) -> Robot:
    """The robot without friction and rotors.

    >>> import linkwise
    >>> bool(without_friction_and_rotors(linkwise.load("puma560")).friction_forces([1.0] * 6).any())
    False
    """
    return robot.without_friction().without_rotors()


class Pinocchio:
    """A robot in Pinocchio that answers linkwise's questions."""

    def __init__(self, pin: ModuleType, robot: Robot):
        self.pin, self.model = pin, pin.buildModelFromXML(write(without_friction_and_rotors(robot).model, lossy=True))
        self.model.gravity.linear = robot.gravity  # URDF has no gravity; nothing else is lost
        self.data = self.model.createData()

    @staticmethod
    def of(robot: Robot) -> "Pinocchio | None":
        """The robot in Pinocchio; None if it is not installed, or would read a different robot.

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
        except WriteError:  # names that URDF does not allow, for example
            return None
        return peer if tuple(peer.model.names)[1:] == robot.joint_names else None

    def configuration(self, q: Array) -> Array:
        """Pinocchio's configuration for q: the same, except for cosine and sine of a joint without limits."""
        configuration: Array = self.pin.integrate(self.model, self.pin.neutral(self.model), q)
        return configuration

    def _functions(self, question: str) -> tuple[Callable[..., Any], int, tuple[Any, ...]]:
        """The function that answers, how many arrays of the state it takes, and variants of its other arguments."""
        pin = self.pin
        conventions = (
            (),
            (pin.Convention.WORLD,),
        )  # two ways to the same answer; which is faster varies
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
        """One state per call, in each convention that the question has."""
        function, takes, variants = self._functions(question)
        q, *others = fixed_states(self.model.nv, takes)
        arguments = (self.model, self.data, self.configuration(q), *others)
        return {f"call{k or ''}": Call(function, (*arguments, *more)) for k, more in enumerate(variants)}

    def batch(self, question: str, count: int = BATCH) -> Call | None:
        """Pinocchio's own function for batches, on one thread, into an existing array; only two questions have one."""
        name = {"inverse_dynamics": "rneaInParallel", "forward_dynamics": "abaInParallel"}.get(question)
        function = getattr(self.pin, name or "", None)  # absent if it was built without OpenMP
        if function is None:
            return None
        q, qd, x = fixed_states(self.model.nv, 3, count)
        configurations = np.array([self.configuration(row) for row in q])
        pool, out = self.pin.ModelPool(self.model, 1), np.zeros((self.model.nv, count), order="F")
        return Call(function, (1, pool, configurations.T, qd.T, x.T, out), count)

    def answer(self, question: str, *state: Array) -> Array:
        """Pinocchio's answer at one state in linkwise's form: derivatives side by side, the mass matrix in full."""
        function, takes, _ = self._functions(question)
        answer = function(self.model, self.data, self.configuration(state[0]), *state[1:takes])
        if question == "mass_matrix":
            answer = np.triu(answer) + np.triu(answer, 1).T
        if question == "inverse_dynamics_derivatives":
            answer = np.hstack([self.data.dtau_dq, self.data.dtau_dv])
        return np.array(answer)
