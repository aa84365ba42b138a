"""Rollouts of one robot under one law, compiled: initial states in, motions out."""

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from ..backends import BACKENDS, AbstractRolloutModule, ModuleSpec, default_backend
from ..calls.direct import require_mass
from ..calls.kernel import precision
from ..calls.kernel_cache import AbstractKernel
from ..calls.threads import threads_of
from ..errors import LinkwiseError, NotForThisRobot, UnknownName, shown
from ..program import TABLEAUS, Span
from .given import finite, span_of, whole
from .in_loop import controller_of, held
from .inputs import Inputs
from .integrated import integrated
from .known_rollouts import known_rollouts
from .problem import Problem
from .result import Rollouts
from .smoothing import WIDTH, smoothed
from .watching import checked_outputs, checked_reductions

if TYPE_CHECKING:
    from ..robot import Robot


class RolloutKernel(AbstractKernel):
    """A robot, the law that drives it, a method and what is watched, compiled into one loop over time.

    Call it with initial states (…, n). Inputs of the controller, parameters and wrenches were named when it was
    compiled; their values can be given anew with each call. Results do not depend, to the last bit, on the number of
    rollouts, the width of the machine's registers or the number of threads.

    >>> import linkwise
    >>> kernel = linkwise.load("pendulum").compile_rollouts(parameters=["gravity"])
    >>> moon = kernel([1e-3], step=1e-3, duration=1.0, parameters={"gravity": [0.0, 0.0, -1.62]})
    >>> float(moon.q[-1, 0].round(7))  # 0.001 cos(√(3g/2l) t)
    1.2e-05
    """

    def __init__(
        self,
        robot: "Robot",
        *,
        controller: Any = None,
        method: str = "rk4",
        outputs: Mapping[str, Callable[..., Any]] | None = None,
        reduce: Mapping[str, tuple[str, str]] | None = None,
        parameters: Any = (),
        wrenches: Any = (),
        friction: float | str = WIDTH,
        backend: str | None = None,
        dtype: str = "float64",
        width: int | None = None,
        threads: int = 1,
    ):
        if not isinstance(method, str) or method not in TABLEAUS:
            raise UnknownName("method", method, "a rollout", TABLEAUS)
        backend, dtype = default_backend("rollout") if backend is None else backend, precision(dtype)
        BACKENDS[backend].require("rollout", dtype, "tiles")
        if width is not None and not (isinstance(width, int) and width in BACKENDS[backend].widths):
            raise LinkwiseError(f"a kernel cannot be {width!r} rollouts wide.", "1, 2, 4, 8 or 16 were expected.")
        if not robot.n:
            raise NotForThisRobot(f"no joint of robot {shown(robot.name)} moves.", "A rollout has a motion.")
        require_mass(robot.tree, "forward_dynamics")
        self._made = {
            "controller": controller,
            "method": method,
            "outputs": outputs,
            "reduce": reduce,
            "parameters": parameters,
            "wrenches": wrenches,
            "friction": friction,
            "backend": backend,
            "dtype": dtype,
            "width": width,
            "threads": threads,
        }
        self.robot, self.method, self.backend, self.dtype, self.width = robot, method, backend, dtype, width
        self.threads = threads_of(threads)
        law = held(np.zeros(robot.n)) if controller is None else controller_of(controller)
        self.inputs = Inputs.of(robot.tree, law, parameters, wrenches)
        tree = smoothed(robot.tree, friction, "friction" in self.inputs.parameters)
        watched = checked_outputs(outputs)
        self.problem = Problem(
            tree, TABLEAUS[method], law.function, watched, checked_reductions(reduce, watched), self.inputs
        )

    def __reduce__(self) -> Any:
        return _restored, (self.robot, self._made)

    def __repr__(self) -> str:
        return f"RolloutKernel({self.method} of {shown(self.robot.name)})"

    @cached_property
    def _module(self) -> AbstractRolloutModule:
        found = BACKENDS[self.backend].module(self._spec)
        assert isinstance(found, AbstractRolloutModule)
        return found

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
        """What its machine code is known by: the text of its programs.

        >>> import linkwise
        >>> "program rate" in linkwise.load("pendulum").compile_rollouts().key
        True
        """
        return self.problem.key

    @property
    def source(self) -> str:
        """What is compiled, as text.

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
        threads: int | None = None,
        progress: bool = False,
    ) -> Rollouts:
        """Integrate so many steps, or over a duration, from states (…, n) on, at rest where no qd0 is given.

        States and outputs are kept at every so many steps and at the end; without `every` those at the end alone, with
        `states=False` no states.

        >>> import linkwise
        >>> kernel = linkwise.load("planar2r").compile_rollouts(method="semi_implicit_euler")
        >>> kernel([[0.0, 0.1]] * 3, step=1e-3, steps=100, every=10).q.shape
        (3, 11, 2)
        """
        n = self.robot.n
        h, count = span_of(step, steps, duration)
        stride = 0 if every is None else whole("every", every, 1, count)
        q = finite("q0", q0, (n,), "one entry per joint")
        qd = finite("qd0", np.zeros(n) if qd0 is None else qd0, (n,), "one entry per joint")
        values = self.inputs.given(inputs, parameters, wrenches)
        batch, found = integrated(
            self.problem,
            self._module,
            {"q0": q, "qd0": qd},
            values,
            Span(0, count, h, stride),
            states,
            self.threads if threads is None else threads_of(threads),
            progress,
        )
        return found.result(self.robot, self.method, h, count, batch)


def _restored(robot: "Robot", made: dict[str, Any]) -> RolloutKernel:
    """A kernel from what it was made of: code does not travel."""
    return RolloutKernel(robot, **made)
