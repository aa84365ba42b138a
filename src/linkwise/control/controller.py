"""A law of control and what it is given: a function of time and state."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ..calls.arrays import Array
from ..calls.checks import numbers
from ..calls.equations import Equations
from ..calls.function_program import FunctionProgram
from ..calls.kernel import Kernel
from ..errors import BadArray, LinkwiseError, UnknownName, shown
from ..model import Model
from ..robot import Robot
from .given import controlled
from .ports import Ports


@dataclass(frozen=True, eq=False)
class Controller:
    """Joint forces as a function of time and state: `controller(t, q, qd)`; all leading axes are a batch.

    `function(eq, t, q, qd, *inputs)` is the law over scalars: it gets the `Equations` of the robot, then lists of
    scalars, and gives a list of n; see `FunctionProgram`. `inputs` by name are numbers, ("timed", a trajectory or a
    function of t), or ("each", an array that goes with a batch); a trajectory arrives as three lists. The robot is what
    the controller believes: another one may be simulated. In rollouts the same function runs inside the loop.

    >>> import linkwise
    >>> def spring(eq, t, q, qd, stiffness):
    ...     return [g - stiffness[0] * x for g, x in zip(eq.gravity_forces(q), q)]
    >>> controller = Controller(linkwise.load("planar2r"), spring, {"stiffness": 50.0})
    >>> controller(0.0, [0.0, 0.1], [0.0, 0.0]).round(3)
    array([41.796, 13.448])
    >>> found = controller.robot.rollouts([[0.0, 0.1]] * 3, duration=1.0, step=1e-3, controller=controller)
    >>> found.q.shape
    (3, 1, 2)
    """

    robot: Robot
    function: Callable[..., Any]
    inputs: Mapping[str, Any] = field(default_factory=dict)
    name: str = "controller"

    def __post_init__(self) -> None:
        controlled(self.robot, dynamics=False)
        if not callable(self.function):
            raise LinkwiseError(
                f"{shown(repr(self.function))} is no function.", "One over scalars, (eq, t, q, qd, …), was expected."
            )
        if not isinstance(self.function, Believing):
            object.__setattr__(self, "function", Believing(self.function, self.robot.tree))
        _ = self.ports

    @cached_property
    def ports(self) -> Ports:
        """The inputs as arrays.

        >>> import linkwise
        >>> from linkwise.control import pd
        >>> pd(linkwise.load("planar2r"), [0.0, 0.0], 10.0, 1.0).ports.shapes
        {'desired': (2,), 'kp': (2,), 'kd': (2,)}
        """
        return Ports(self.inputs, self.robot.n)

    @cached_property
    def law(self) -> FunctionProgram:
        """The law as a program of t, q, qd and the inputs.

        >>> import linkwise
        >>> from linkwise.control import pd
        >>> print(pd(linkwise.load("planar2r"), [0.0, 0.0], 10.0, 1.0).law.title)
        pd of 'planar2r': t(), q(2), qd(2), desired(2), kp(2), kd(2) -> tau(2)
        """
        n, ports = self.robot.n, self.ports

        def law(eq: Equations, t: Any, q: Any, qd: Any, *groups: Any) -> Any:
            return self.function(eq, t[0], q, qd, *ports.grouped(groups))

        takes = {"t": (), "q": (n,), "qd": (n,)} | ports.shapes
        return FunctionProgram(self.robot.tree, law, takes, {"tau": (n,)}, self.name)

    @cached_property
    def kernel(self) -> Kernel:
        """The law compiled: it takes what `law` does.

        >>> import linkwise
        >>> from linkwise.control import gravity_compensation
        >>> gravity_compensation(linkwise.load("panda")).kernel.count.multiplications < 100
        True
        """
        return self.law.kernel()

    def __call__(self, t: ArrayLike, q: ArrayLike, qd: ArrayLike) -> Array:
        """Joint forces (…, n) at times (…) and states (…, n)."""
        t = numbers("t", t, (), "times in seconds").astype(float, copy=False)
        found: Array = self.kernel(t, q, qd, *self.ports.at(t))  # arrays take the short way in
        return found

    def with_inputs(self, **inputs: Any) -> "Controller":
        """The same law with other values of some inputs, or other kinds of them; one number stands for all of an input.

        >>> import linkwise
        >>> from linkwise.control import pd
        >>> stiff = pd(linkwise.load("planar2r"), [0.0, 0.0], 10.0, 1.0).with_inputs(kp=[50.0, 20.0])
        >>> stiff(0.0, [0.1, 0.1], [0.0, 0.0])
        array([-5., -2.])
        """
        for name in inputs:
            if name not in self.inputs:
                raise UnknownName("input", name, f"the controller {shown(self.name)}", self.inputs)
        own = self.ports.shapes
        spread = {name: np.full(own[name], x) if np.isscalar(x) and name in own else x for name, x in inputs.items()}
        found = replace(self, inputs={**self.inputs, **spread})
        for name, shape in found.ports.shapes.items():
            was = own.get(name, shape)
            if shape != was and shape * 2 != was and was * 2 != shape:  # a diagonal may become a matrix
                raise BadArray(
                    f"the input {shown(name)} has shape {shape}.", f"{own[name]} was expected, as it was before."
                )
        return found

    def save(self, path: str | PathLike[str]) -> tuple[Path, ...]:
        """Write the law as C (.c, with .h), Python (.py) or a program's text; gives the files written.

        >>> import linkwise, tempfile
        >>> from linkwise.control import pd
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     [file.name for file in pd(linkwise.load("pendulum"), [0.0], 9.0, 1.0).save(f"{folder}/pd.c")]
        ['pd.c', 'pd.h']
        """
        return self.kernel.save(path)

    def __repr__(self) -> str:
        return f"Controller({self.name} of {shown(self.robot.name)})"


@dataclass(frozen=True)
class Believing:
    """A law with the equations of the robot its controller believes in, whatever robot it drives."""

    law: Callable[..., Any]
    tree: Model

    def __call__(self, eq: Any, t: Any, q: Any, qd: Any, *inputs: Any) -> Any:
        """The forces, over scalars."""
        if len(q) != self.tree.n:
            raise LinkwiseError(
                f"a controller for robot {shown(self.tree.name)} was given {len(q)} joints.",
                f"{self.tree.n} joints were expected.",
                "make one for the robot that is driven.",
            )
        return self.law(Equations(self.tree), t, q, qd, *inputs)
