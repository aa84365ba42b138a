"""A controller over scalars, made for rollouts, as a function of time and state."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np

from ..calls.arrays import Array
from ..calls.checks import finite
from ..calls.equations import Equations
from ..calls.function_program import FunctionProgram
from ..calls.kernel import Kernel
from ..errors import BadArray, LinkwiseError, NotForThisRobot, call_user, shown
from ..rollouts.in_loop import InLoop, kind_of
from ..rollouts.input_values import is_trajectory, sampled


class ScalarController:
    """What `InLoop` is to rollouts: its function, its inputs, and the joint forces at one time and state.

    >>> import linkwise
    >>> arm = linkwise.load("planar2r")
    >>> spring = InLoop(lambda eq, t, q, qd, k: [k[0] * x for x in q], {"k": -2.0})
    >>> ScalarController(arm, spring)(0.0, [1.0, 2.0], [0.0, 0.0])
    array([-2., -4.])
    """

    def __init__(self, robot: Any, loop: InLoop):
        self.tree, self.function, self.inputs = robot.tree, loop.function, loop.inputs
        if loop.memory is not None:
            raise LinkwiseError(
                "the InLoop controller has states of its own.",
                "In a simulation one without them was expected.",
                "linkwise.control.Controller(robot, function, inputs, states=…) runs in simulations and in rollouts.",
            )
        for name, declared in loop.inputs.items():
            kind, value = kind_of(declared)
            if kind == "each" and np.ndim(value) > 1:
                raise BadArray(
                    f"the input {shown(name)} has shape {np.shape(value)}.",
                    "One row was expected: a simulation follows one motion.",
                    "robot.rollouts takes a row for each.",
                )
            if kind != "timed":
                finite(f"the input {shown(name)}", value)

    def __call__(self, t: float, q: Any, qd: Any) -> Array:
        """The joint forces."""
        forces: Array = self._kernel(np.array([t]), q, qd, *(self._at(name, float(t)) for name in self.inputs))
        return forces

    def _at(self, name: str, t: float) -> Array:
        """An input's numbers at a time."""
        kind, value = kind_of(self.inputs[name])
        return sampled(name, value, np.array([t]), self.tree.n)[0] if kind == "timed" else np.ravel(value).astype(float)

    @cached_property
    def _kernel(self) -> Kernel[Any]:
        n = self.tree.n
        arguments = ", ".join(["eq", "t", "q", "qd", *self.inputs])
        expected = f"A function over scalars, written with linkwise.algebra, ({arguments}), was expected."
        paths = {name for name, value in self.inputs.items() if is_trajectory(kind_of(value)[1])}

        def forces(eq: Equations, t: Any, q: Any, qd: Any, *numbers: Any) -> Any:
            own = [
                [x[k * n : (k + 1) * n] for k in range(3)] if name in paths else x
                for name, x in zip(self.inputs, numbers, strict=True)
            ]
            return call_user("the controller", expected, self.function, eq, t[0], q, qd, *own)

        takes: dict[str, tuple[int, ...]] = {"t": (1,), "q": (n,), "qd": (n,)}
        takes |= {f"input{k}": self._at(name, 0.0).shape for k, name in enumerate(self.inputs, 1)}
        return FunctionProgram(self.tree, forces, takes, {"tau": (n,)}, "controller").kernel()


def as_function(system: Any, controller: Any) -> Any:
    """The controller of a simulation: one made for rollouts becomes a function of time and state, and one that was
    compiled before is compiled as it is now.

    >>> as_function(None, abs) is abs
    True
    """
    if callable(renewed := getattr(type(controller), "renewed", None)):
        made_for = getattr(controller, "robot", None)
        if made_for is not None and made_for.n != system.n:
            raise NotForThisRobot(
                f"the controller was made for robot {shown(made_for.name)} of {made_for.n} joints, "
                f"and {shown(system.name)} has {system.n}.",
                "A robot with as many joints was expected.",
                "make the controller for the robot it drives.",
            )
        return renewed(controller)
    made_for_rollouts = isinstance(controller, InLoop) and getattr(system, "tree", None) is not None
    return ScalarController(system, controller) if made_for_rollouts else controller
