"""A controller: joint forces as a function of time and state, written over scalars."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace
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
from ..calls.input_ranges import with_constants
from ..calls.kernel import Kernel
from ..calls.lasting import identity
from ..calls.scalar_system import Movable
from ..errors import BadArray, LinkwiseError, UnknownName, call_user, shown
from ..html_table import html_table
from .gains import require_not_negative
from .own_model import WithOwnModel, expect_movable
from .ports import Ports
from .stateful import StatesWithRates, StatesWithUpdates, stateful


@dataclass(frozen=True, eq=False)
class Controller:
    """Joint forces as a function of time and state: `controller(t, q, qd)`; all leading axes are a batch.

    `function(eq, t, q, qd, *inputs)` is written over scalars: it gets the `Equations` of the robot, then lists of
    scalars, and returns a list of n forces, or with elastic joints of n motor torques for 2n coordinates; see
    `linkwise.calls.function_program.FunctionProgram`. Each of the `inputs`
    is a number or an array, ("timed", a trajectory or a function of t), or ("each", an array with a row for each state
    of a batch); a trajectory arrives as three lists. The robot is the one the controller believes it drives: the robot
    simulated may be another. In `robot.rollouts` the same function runs inside the compiled loop. `gains` names the
    inputs that must not be negative.

    A `sample_period` is the only one at which it may be sampled: its function depends on it.

    A controller with `states` gets their list z after qd, and returns a dict: forces "tau", and the rates "rate" or the
    values at the next sample "next". `states` is where they start: numbers, or (size, function (eq, q, qd) over
    scalars).

    >>> import linkwise
    >>> def spring(eq, t, q, qd, stiffness):
    ...     return [g - stiffness[0] * x for g, x in zip(eq.gravity_forces(q), q)]
    >>> controller = Controller(linkwise.load("planar2r"), spring, {"stiffness": 50.0}, "spring")
    >>> controller
    Controller(spring of 'planar2r', stiffness())
    >>> controller(0.0, [0.0, 0.1], [0.0, 0.0]).round(3)
    array([41.796, 13.448])
    >>> runs = controller.robot.rollouts([[0.0, 0.1]] * 3, duration=1.0, step=1e-3, controller=controller)
    >>> runs.q.shape
    (3, 1, 2)
    """

    robot: Movable
    function: Callable[..., Any]
    inputs: Mapping[str, Any] = field(default_factory=dict)
    name: str = "controller"
    gains: tuple[str, ...] = ()
    states: Any = None
    sample_period: float | None = None

    def __post_init__(self) -> None:
        expect_movable(self.robot)
        if not callable(self.function):
            raise LinkwiseError(
                f"{shown(repr(self.function))} is not a function.",
                "A function over scalars, (eq, t, q, qd, …), was expected.",
            )
        if not isinstance(self.function, WithOwnModel):
            object.__setattr__(self, "function", WithOwnModel(self.function, self.robot.scalar_system))
        _ = self.ports  # so that bad inputs are refused here

    @cached_property
    def ports(self) -> Ports:
        """The inputs as arrays of the program.

        >>> import linkwise
        >>> from linkwise.control import pd
        >>> pd(linkwise.load("planar2r"), [0.0, 0.0], 10.0, 1.0).ports.shapes
        {'desired': (2,), 'kp': (2,), 'kd': (2,)}
        """
        return Ports(self.inputs, self.robot.scalar_system.inputs)

    @cached_property
    def program(self) -> FunctionProgram:
        """The controller as a program of t, q, qd and the inputs.

        >>> import linkwise
        >>> from linkwise.control import pd
        >>> print(pd(linkwise.load("planar2r"), [0.0, 0.0], 10.0, 1.0).program.title)
        pd of 'planar2r': t(), q(2), qd(2), desired(2), kp(2), kd(2) -> tau(2)
        """
        if (original := vars(self).get("_original")) is not None:
            return original.program
        system, ports = self.robot.scalar_system, self.ports
        n, m = system.n, system.inputs
        kept = {} if self.stateful is None else {"z": (self.stateful.size,)}
        arguments = ", ".join(["eq", "t", "q", "qd", *kept, *self.inputs])
        expected = f"A function over scalars, written with linkwise.algebra, ({arguments}), was expected."

        def forces(eq: Equations, t: Any, q: Any, qd: Any, *inputs: Any) -> Any:
            own = (*inputs[: len(kept)], *ports.grouped(inputs[len(kept) :]))
            return call_user("the controller", expected, self.function, eq, t[0], q, qd, *own)

        takes = {"t": (), "q": (n,), "qd": (n,)} | kept | ports.shapes
        gives = {"tau": (m,)} | ({} if self.stateful is None else {self.stateful.gives: (self.stateful.size,)})
        return FunctionProgram(system.tree, forces, takes, gives, self.name)

    @cached_property
    def kernel(self) -> Kernel[Any]:
        """The program compiled: a function of t, q, qd and the inputs, as arrays.

        >>> import linkwise
        >>> from linkwise.control import gravity_compensation
        >>> gravity_compensation(linkwise.load("panda")).kernel.count.multiplications < 100
        True
        """
        original = vars(self).get("_original")  # whose code is made once, whichever is called first
        return self.program.kernel() if original is None else original.kernel

    def __call__(self, t: ArrayLike, q: ArrayLike, qd: ArrayLike) -> Array:
        """Joint forces (…, n) at times (…) and states (…, n)."""
        if self.stateful is not None:
            raise LinkwiseError(
                f"the controller {shown(self.name)} has states of its own.",
                "They were expected too.",
                "controller.stateful.force(t, q, qd, z) takes them; .start(q0, qd0) is where they start.",
            )
        if type(t) is float:
            forces: Array = self.kernel(t, q, qd, *self.ports.at_once(t))
            return forces
        t = numbers("t", t, (), "times in seconds").astype(float, copy=False)
        forces = self.kernel(t, q, qd, *self.ports.at(t))
        return forces

    @cached_property
    def stateful(self) -> StatesWithRates | StatesWithUpdates | None:
        """The controller as an object with size, start, force, and rate or update; None if it has no states.

        >>> import linkwise
        >>> from linkwise.control import pid
        >>> law = pid(linkwise.load("planar2r"), [0.0, 0.0], kp=10.0, ki=5.0, kd=1.0).stateful
        >>> law.force(0.0, [0.1, 0.1], [0.0, 0.0], [1.0, 0.0]), law.rate(0.0, [0.1, 0.1], [0.0, 0.0], None, [1.0, 0.0])
        (array([ 4., -1.]), array([-0.1, -0.1]))
        """
        return None if self.states is None else stateful(self)

    def with_inputs(self, **inputs: Any) -> Controller:
        """The same controller with other values, or other kinds, of some inputs; one number fills a whole input.

        >>> import linkwise
        >>> from linkwise.control import pd
        >>> stiff = pd(linkwise.load("planar2r"), [0.0, 0.0], 10.0, 1.0).with_inputs(kp=[50.0, 20.0])
        >>> stiff(0.0, [0.1, 0.1], [0.0, 0.0])
        array([-5., -2.])
        """
        for name in inputs:
            if name not in self.inputs:
                raise UnknownName("input", name, f"the controller {shown(self.name)}", self.inputs)
        old = self.ports.shapes
        filled = {name: np.full(old[name], x) if np.isscalar(x) and name in old else x for name, x in inputs.items()}
        for name in set(self.gains) & set(filled):
            require_not_negative(name, filled[name])
        changed = replace(self, inputs={**self.inputs, **filled})
        for name, shape in changed.ports.shapes.items():
            before = old.get(name, shape)
            if shape != before and shape * 2 != before and before * 2 != shape:  # a diagonal may become a matrix
                raise BadArray(f"the input {shown(name)} has shape {shape}.", f"{before} was expected, as before.")
        return changed

    def renewed(self) -> Controller:
        """The same controller as its function and inputs are now: arrays and variables may have changed since its code
        was made. Every run of `robot.simulate` begins with it; functions of linkwise itself keep their code.

        >>> import linkwise
        >>> kp = np.array([10.0, 10.0])
        >>> pull = lambda eq, t, q, qd, kp: [-k * x for k, x in zip(kp, q)]
        >>> spring = Controller(linkwise.load("planar2r"), pull, {"kp": kp})
        >>> before, kp[0] = spring(0.0, [0.1, 0.1], [0.0, 0.0]), 20.0
        >>> before, spring.renewed()(0.0, [0.1, 0.1], [0.0, 0.0])
        (array([-1., -1.]), array([-2., -1.]))
        """
        new = object.__new__(type(self))  # `replace` would take as long as all the rest that a run begins with
        vars(new).update({name: vars(self)[name] for name in _FIELDS})
        _ = new.ports
        if identity(self.function) is not None and new.ports.shapes == self.ports.shapes:
            vars(new)["_original"] = vars(self).get("_original", self)
        return new

    def save(self, path: str | PathLike[str], *, ranges: Mapping[str, Any] | None = None) -> tuple[Path, ...]:
        """Write the controller as C (.c, with .h), Python (.py) or the text of its program; returns the files written.

        `ranges` is that of `Kernel.save`; inputs that do not change with time have their values.

        >>> import linkwise, tempfile
        >>> from linkwise.control import pd
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     [file.name for file in pd(linkwise.load("pendulum"), [0.0], 9.0, 1.0).save(f"{folder}/pd.c")]
        ['pd.c', 'pd.h']
        """
        return self.kernel.save(path, ranges=with_constants(self.ports.constants, ranges))

    def __repr__(self) -> str:
        shapes = [f"{name}({', '.join(map(str, shape))})" for name, shape in self.ports.shapes.items()]
        return f"Controller({', '.join([f'{self.name} of {shown(self.robot.name)}', *shapes])})"

    def _repr_html_(self) -> str:
        rows = [(name, _described(kind, value)) for name, kind, value in self.ports.kinds]
        return html_table(f"Controller {self.name} of {shown(self.robot.name)}", ["input", "value"], rows)


_FIELDS = tuple(each.name for each in fields(Controller))


def _described(kind: str, value: Any) -> str:
    """An input's value in a table: short arrays as they are, long ones by their shape."""
    if kind == "timed":
        return f"{getattr(value, '__name__', type(value).__name__)} of t"
    array = np.asarray(value)
    text = f"array of shape {array.shape}" if array.size > 12 else np.array2string(array, precision=6)
    return f"{text}, one row for each state" if kind == "each" else text
