"""`robot.rollouts` and `robot.compile_rollouts`; the first reuses one of the latest kernels where it can."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from numpy.typing import ArrayLike

from ..calls.checks import finite
from ..calls.kernel_cache import KernelKey
from ..calls.scalar_system import Movable
from ..calls.thread_count import ThreadCount
from ..contact.acting import contacts_of
from ..errors import LinkwiseError
from .in_loop import InLoop, controller_of, kind_of, pass_torques, torque_input
from .kernel import METHOD, RolloutKernel
from .result import Rollouts
from .sampled import require_driven, sampled_of
from .smooth_friction import WIDTH

LATEST = 8
"""How many rollout kernels a robot remembers."""

VARIED = {
    name: f'parameters={{"{name}": …}} takes it, for all rollouts or for each.'
    for name in ("payload", "inertia", "gravity", "friction")
}
INSTEAD = {
    "rollouts": VARIED | {"t": "duration= says how long, in seconds.", "dt": "did you mean step=, a step's length?"},
    "compile_rollouts": VARIED | {"step": "the kernel takes it: kernel(q0, step=…, duration=…)."},
}
"""What to write for keywords that the methods do not have."""


def rollouts(
    robot: Movable,
    q0: ArrayLike,
    qd0: ArrayLike | None = None,
    *,
    tau: Any = None,
    controller: Any = None,
    step: float,
    duration: float | None = None,
    steps: int | None = None,
    method: str = METHOD,
    every: int | None = None,
    states: bool = True,
    outputs: Mapping[str, Any] | None = None,
    reduce: Mapping[str, Any] | None = None,
    parameters: Mapping[str, Any] | None = None,
    wrenches: Mapping[str, Any] | None = None,
    friction_width: float | str = WIDTH,
    sample: Any = None,
    companions: Mapping[str, Any] | None = None,
    backend: str | None = None,
    dtype: str | None = None,
    threads: ThreadCount = None,
    progress: bool = False,
) -> Rollouts:
    """Many motions with fixed steps from the states `q0` (…, n), at rest without `qd0`; the loop over time is compiled.

    What drives the robot:
        tau          joint forces (n), a row for each rollout (…, n), or a function of t; 0 unless given
        controller   instead of tau: a function (eq, t, q, qd) over scalars that returns the joint forces, an `InLoop`
                     with inputs or states of its own, or a `linkwise.control.Controller`
        sample       seconds between samples, a whole number of steps, or a `linkwise.control.Sampled`: torques are held
                     in between
        wrenches     {frame: six numbers, a row for each rollout, or a function of t}: moment and force in base axes; or
                     springs and contacts of `linkwise.contact`, one or a list
        parameters   {name: values for all, or for each rollout}: "gravity" (3), "payload" (10, at the tip), "inertia"
                     (10 for each link), "friction" (2 for each joint)
        friction_width
                     the velocity within which dry friction is made smooth; "as is" leaves its jump
        companions   {name: companion}: equations ż = rate(t, q, qd, tau, z) integrated with the motion, as in simulate

    How it is integrated:
        step         the length of a step, with a `duration` or a number of `steps`
        method       one of `linkwise.rollouts.METHODS`: "euler", "semi_implicit_euler", "rk4", "implicit_midpoint",
                     "gauss_legendre_4"

    What is kept:
        every        states and outputs at every `every`-th step, and at the end; only the end unless given
        states       False: outputs and reductions only
        outputs      {name: function (eq, t, q, qd, tau) over scalars}, evaluated along the motion
        reduce       {name: (kind, output)}: one number instead of a history, by "min", "max", "sum", "mean", "last" or
                     "integral"

    `backend`, `dtype` and `threads` say where, how precisely and on how many cores; `progress` draws a bar on a
    terminal. Functions over scalars are traced again in each call; `robot.compile_rollouts` traces them once.

    >>> import linkwise
    >>> arm = linkwise.load("planar2r")
    >>> def height(eq, t, q, qd, tau):
    ...     return eq.forward_kinematics(q)[1][3]
    >>> motions = arm.rollouts(
    ...     [[0.0, 0.5]] * 3, duration=1.0, step=1e-3, outputs={"height": height}, reduce={"top": ("max", "height")}
    ... )
    >>> motions
    Rollouts('planar2r', rk4, 1000 steps of 0.001: 3 of 3 rollouts finished; q, qd (3, 1, 2), height (3, 1), top (3,))
    >>> motions["top"].round(3)
    array([0.431, 0.431, 0.431])
    """
    if tau is not None and controller is not None:
        raise LinkwiseError("rollouts were given tau and a controller.", "One of the two was expected.")
    require_driven(sample, tau, controller)
    if controller is not None:
        loop = controller_of(controller)
    elif callable(tau):
        loop = torque_input(tau)
    else:
        m = robot.scalar_system.inputs
        loop = torque_input(finite("tau", [0.0] * m if tau is None else tau, (m,), "joint forces"))
    options = {
        "method": method,
        "outputs": outputs,
        "reduce": reduce,
        "parameters": parameters or (),
        "wrenches": wrenches or (),
        "friction_width": friction_width,
        "sample": sampled_of(sample),
        "companions": companions,
        "backend": backend,
        "dtype": dtype,
    }
    return _kernel(robot, loop, options)(
        q0,
        qd0,
        step=step,
        steps=steps,
        duration=duration,
        every=every,
        states=states,
        inputs=loop.inputs,
        parameters=parameters if isinstance(parameters, Mapping) else None,  # a list of names only opens them
        wrenches=wrenches if isinstance(wrenches, Mapping) else None,
        threads=threads,
        progress=progress,
    )


def compile_rollouts(
    robot: Movable,
    *,
    controller: Any = None,
    method: str = METHOD,
    outputs: Mapping[str, Callable[..., Any]] | None = None,
    reduce: Mapping[str, tuple[str, str]] | None = None,
    parameters: Any = (),
    wrenches: Any = (),
    friction_width: float | str = WIDTH,
    sample: Any = None,
    companions: Mapping[str, Any] | None = None,
    backend: str | None = None,
    dtype: str | None = None,
    width: int | None = None,
    threads: ThreadCount = None,
) -> RolloutKernel:
    """A kernel of rollouts, to be called again and again with initial states (…, n) and other values.

        controller   a function (eq, t, q, qd) over scalars that returns the joint forces, an `InLoop` with inputs of
                     its own or states, or a `linkwise.control.Controller`; without one, forces are the input "tau", 0
                     by default
        method       the integrator, one of `linkwise.rollouts.METHODS`
        outputs      functions (eq, t, q, qd, tau) over scalars by name, evaluated along the motion
        reduce       outputs reduced to one number while the loop runs, {"top": ("max", "height")}, by "min", "max",
                     "sum", "mean", "last" or "integral"
        parameters   what may differ from rollout to rollout: "gravity" (3), "payload" (10, at the tip), "inertia" (10
                     for each link), "friction" (2 for each joint); a list of names, or a dict of default values
        wrenches     frames at which wrenches act (6: moment and force in base axes); a list, or a dict of defaults
        friction_width
                     the velocity within which dry friction is made smooth; "as is" leaves its jump
        sample       seconds between samples of the controller, or a `linkwise.control.Sampled`; torques are held
        companions   {name: companion}: equations ż = rate(t, q, qd, tau, z) integrated with the motion
        backend      where it runs; the fastest that is installed unless named
        dtype        "float64" or "float32"; unless given, the backend's usual one: "float64"
        width        rollouts side by side in a register; chosen for the processor unless given
        threads      threads that share a call; by default as `linkwise.threads` says

    >>> import linkwise
    >>> linkwise.load("pendulum").compile_rollouts(parameters=["gravity"])
    RolloutKernel('pendulum', rk4; inputs: tau; parameters: gravity)
    """
    return RolloutKernel(
        robot,
        controller=controller,
        method=method,
        outputs=outputs,
        reduce=reduce,
        parameters=parameters,
        wrenches=wrenches,
        friction_width=friction_width,
        sample=sample,
        companions=companions,
        backend=backend,
        dtype=dtype,
        width=width,
        threads=threads,
    )


def _kernel(robot: Movable, controller: InLoop, options: dict[str, Any]) -> RolloutKernel:
    """One of the latest kernels, or a new one.

    With functions over scalars it is always a new one: what they refer to may have changed since, and only tracing them
    again can tell. Machine code is then found by the text of the programs.
    """
    if controller.function is not pass_torques or options["outputs"] or options["reduce"] or options["companions"]:
        return compile_rollouts(robot, controller=controller, **options)
    try:
        key = KernelKey(
            "rollouts", options=(*controller.kinds.values(), *map(_without_values, sorted(options.items())))
        )
        kernel = robot.kernels.get(key)
    except (TypeError, LinkwiseError):  # the kernel refuses what cannot be a key, with a better message
        return compile_rollouts(robot, controller=controller, **options)
    if kernel is None:
        new = compile_rollouts(robot, controller=controller, **options)
        new.inputs.values()  # a kernel with bad default values is not remembered
        kernel = robot.kernels.get_or_make(key, lambda: new, latest=LATEST)
    assert isinstance(kernel, RolloutKernel)
    return kernel


def _without_values(option: tuple[str, Any]) -> tuple[str, Any]:
    """An option as part of a key: of parameters and wrenches only names and kinds, as each call gives new values."""
    name, value = option
    if isinstance(value, Mapping):
        value = tuple((key, contacts_of(entry) or kind_of(entry)[0] == "timed") for key, entry in value.items())
    return name, value
