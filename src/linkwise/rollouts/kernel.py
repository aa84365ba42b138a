"""Rollouts of one robot under one controller, compiled: initial states in, motions out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import cached_property
from threading import Lock
from typing import Any, TypedDict, Unpack

import numpy as np
from numpy.typing import ArrayLike

from ..backends import BACKENDS, AbstractRolloutModule, ModuleSpec, default_backend
from ..calls.arrays import Array
from ..calls.checks import finite, whole
from ..calls.direct import require_mass
from ..calls.kernel_cache import AbstractKernel
from ..calls.kernel_options import precision
from ..calls.scalar_system import Movable
from ..calls.thread_count import ThreadCount, threads_of
from ..errors import NotForThisRobot, UnknownName, plain, shown
from ..html_table import html_table
from ..program import TABLEAUS, Span
from .friction_step import friction_notes
from .in_loop import controller_of, torque_input
from .inputs import Inputs
from .integrate import integrate
from .known_rollouts import known_rollouts
from .loop_memory import LoopMemory
from .outputs import checked_outputs, checked_reductions
from .problem import Problem
from .result import Rollouts, no_inertia
from .sampled import require_driven, sampled_of
from .smooth_friction import with_smooth_friction
from .states import of_companions
from .time_grid import step_and_count

METHOD = "rk4"
"""The integrator of rollouts unless another is named."""


class RolloutOptions(TypedDict):
    """What a kernel of rollouts is made from; `robot.compile_rollouts` says what each means, and has the defaults."""

    controller: Any
    method: str
    outputs: Mapping[str, Callable[..., Any]] | None
    reduce: Mapping[str, tuple[str, str]] | None
    parameters: Any
    wrenches: Any
    friction_width: float | str
    sample: Any
    companions: Mapping[str, Any] | None
    backend: str | None
    dtype: str | None
    width: int | None
    threads: ThreadCount


class RolloutKernel(AbstractKernel):
    """A robot, its controller, an integrator and what is recorded, compiled into one loop over time.

    `robot.compile_rollouts(…)` makes one, to be called again and again with initial states (…, n) and other values.

    The code is compiled when the kernel is first called, is tested against the interpreter, and is kept on disk.
    Results do not depend, to the last bit, on the number of rollouts, the width or the number of threads.

    >>> import linkwise
    >>> kernel = linkwise.load("pendulum").compile_rollouts(parameters=["gravity"])
    >>> kernel
    RolloutKernel('pendulum', rk4; inputs: tau; parameters: gravity)
    >>> moon = kernel([1e-3], step=1e-3, duration=1.0, parameters={"gravity": [0.0, 0.0, -1.62]})
    >>> float(moon.q[-1, 0].round(7))  # 0.001 cos(√(3g/2l) t)
    1.2e-05
    """

    def __init__(
        self,
        robot: Movable,
        **options: Unpack[RolloutOptions],
    ):
        method, controller = options["method"], options["controller"]
        if not isinstance(method, str) or method not in TABLEAUS:
            raise UnknownName("method", method, "a rollout", TABLEAUS)
        self.robot, self.method, self.width = robot, method, options["width"]
        self.backend = default_backend("rollout") if options["backend"] is None else options["backend"]
        machine, dtype = BACKENDS[self.backend], options["dtype"]
        self.dtype = machine.dtypes[0] if dtype is None else precision(dtype, machine)
        self.threads = threads_of(options["threads"])
        machine.require_width(self.width, "rollouts")
        machine.require("rollout", self.dtype, "tiles")
        if not robot.n:
            raise NotForThisRobot(
                f"no joint of robot {shown(robot.name)} moves.", "A robot that can move was expected."
            )
        system = robot.scalar_system
        require_mass(system.tree, "forward_dynamics")
        self._options: RolloutOptions = {**options, "backend": self.backend, "dtype": self.dtype}
        loop = torque_input(np.zeros(system.inputs)) if controller is None else controller_of(controller)
        self.inputs = Inputs.of(system, loop, options["parameters"], options["wrenches"])
        left_open = "friction" in self.inputs.parameters
        system = with_smooth_friction(system, options["friction_width"], open_parameter=left_open)
        functions = checked_outputs(options["outputs"])
        reductions = checked_reductions(options["reduce"], functions)
        require_driven(options["sample"], None, controller)
        self.sampled = sampled_of(options["sample"])
        memory = LoopMemory(system.n, system.inputs, loop.memory, of_companions(options["companions"]), self.sampled)
        memory.as_memory()  # refuses what does not fit the robot
        self._compiling = Lock()
        self._notes: dict[float, tuple[str, ...]] = {}
        self.problem = Problem(system, TABLEAUS[method], loop.function, functions, reductions, self.inputs, memory)

    def __reduce__(self) -> Any:
        return _restored, (self.robot, self._options)

    def __repr__(self) -> str:
        inputs, problem = self.inputs, self.problem
        parts: dict[str, Iterable[str]] = {
            "inputs": inputs.controller,
            "parameters": inputs.parameters,
            "wrenches": inputs.wrenches,
            "contacts": inputs.contacts,
            "states": [states.name for states in problem.given.states],
            "outputs": problem.outputs,
            "reduce": [reduction.name for reduction in problem.reductions],
        }
        lines = [f"{what}: {plain(', '.join(names), 60)}" for what, names in parts.items() if names]
        return f"RolloutKernel({'; '.join([f'{shown(self.robot.name)}, {self.method}', *lines])})"

    def _repr_html_(self) -> str:
        kinds = {"same": "for all rollouts", "each": "for each rollout", "timed": "over time"}
        rows: list[tuple[object, ...]] = [
            ("input", spec.name, spec.size, kinds[spec.kind]) for spec in self.inputs.specs
        ]
        rows += [("output", name, "", "") for name in self.problem.outputs]
        rows += [("reduction", each.name, "", f"{each.kind} of {each.output}") for each in self.problem.reductions]
        return html_table(repr(self), ("", "name", "size", "given or found"), rows)

    @property
    def _module(self) -> AbstractRolloutModule:
        with self._compiling:  # the blocks of a sweep may ask for it at the same time
            return self._compiled

    @cached_property
    def _compiled(self) -> AbstractRolloutModule:
        module = BACKENDS[self.backend].module(self._spec)
        assert isinstance(module, AbstractRolloutModule)
        return module

    @cached_property
    def _spec(self) -> ModuleSpec:
        problem, dtype = self.problem, self.dtype
        return ModuleSpec(
            "rollout",
            problem.key,
            lambda: problem.rollout,
            dtype=dtype,
            layout="tiles",
            width=self.width,
            known_answers=lambda: known_rollouts(problem, dtype),
        )

    @property
    def key(self) -> str:
        """The text that its machine code is cached under: that of its programs.

        >>> import linkwise
        >>> "program rate" in linkwise.load("pendulum").compile_rollouts().key
        True
        """
        return self.problem.key

    @property
    def source(self) -> str:
        """What is compiled, as text: LLVM's, or the programs' own.

        >>> import linkwise
        >>> "define void @rollout" in linkwise.load("pendulum").compile_rollouts(method="euler").source
        True
        """
        return BACKENDS[self.backend].source(self._spec)

    def __call__(
        self,
        q0: ArrayLike,
        qd0: ArrayLike | None = None,
        *,
        step: float,
        steps: int | None = None,
        duration: float | None = None,
        every: int | None = None,
        states: bool = True,
        inputs: Mapping[str, Any] | None = None,
        parameters: Mapping[str, Any] | None = None,
        wrenches: Mapping[str, Any] | None = None,
        threads: ThreadCount = None,
        progress: bool = False,
    ) -> Rollouts:
        """The motions from the states `q0` (…, n), at rest without `qd0`, over a number of `steps` or a `duration`.

        States and outputs are kept at every `every`-th step and at the end; without `every` only at the end, with
        `states=False` only outputs. `inputs`, `parameters` and `wrenches` are values by name, for all rollouts or with
        a row for each; what is not named keeps the value it was compiled with. `progress` draws a bar on a terminal.

        >>> import linkwise
        >>> kernel = linkwise.load("planar2r").compile_rollouts(method="semi_implicit_euler")
        >>> kernel([[0.0, 0.1]] * 3, step=1e-3, steps=100, every=10).q.shape
        (3, 11, 2)
        """
        n = self.robot.n
        h, count = step_and_count(step, steps, duration)
        stride = 0 if every is None else whole("every", every, 1, count)
        period, delay = (1, 0) if self.sampled is None else self.sampled.in_steps(h)
        meaning, names = "one entry per joint", self.robot.joint_names
        q = finite("q0", q0, (n,), meaning, names)
        qd = finite("qd0", np.zeros(n) if qd0 is None else qd0, (n,), meaning, names)
        values = self.inputs.values(inputs, parameters, wrenches)
        batch, arrays, _ = integrate(
            self.problem,
            self._module,
            {"q0": q, "qd0": qd} | self.problem.memory.first(self.problem.system, q, qd),
            values,
            Span(0, count, h, stride, period=period, delay=delay),
            keep_states=states,
            threads=self.threads if threads is None else threads_of(threads),
            show_progress=progress,
        )
        assert arrays is not None
        result = arrays.result(self.robot, self.method, batch, self.notes(h, q))
        return replace(result, reason=no_inertia(self.problem.system.links, result, q))

    def notes(self, step: float, q0: Array) -> tuple[str, ...]:
        """What to tell of a step; looked at once for each, at the first states (…, n) it was used with.

        >>> import linkwise
        >>> rough = linkwise.load("pendulum").with_friction(linkwise.model.Friction(coulomb=2.0))
        >>> rough.compile_rollouts().notes(1e-3, np.zeros(1))
        ()
        >>> print(rough.compile_rollouts().notes(0.01, np.zeros(1))[0][:61])
        within 0.01 of rest the friction of 'joint1' is a damper that
        """
        if step not in self._notes:
            self._notes[step] = friction_notes(self.problem.system, self.problem.tableau, step, q0)
        return self._notes[step]


def _restored(robot: Movable, options: RolloutOptions) -> RolloutKernel:
    """A kernel from its options: machine code is not pickled."""
    return RolloutKernel(robot, **options)
