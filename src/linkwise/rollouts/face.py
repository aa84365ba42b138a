"""`robot.rollouts`: compiled, or found among the latest kernels, and run."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from numpy.typing import ArrayLike

from ..calls.kernel_cache import KernelKey
from ..errors import LinkwiseError
from .given import finite
from .in_loop import InLoop, controller_of, held, kind_of, torques
from .kernel import RolloutKernel
from .result import Rollouts
from .smoothing import WIDTH

if TYPE_CHECKING:
    from ..robot import Robot

LATEST = 8
"""So many kernels a robot remembers."""


def rollouts(
    robot: "Robot",
    q0: ArrayLike,
    qd0: ArrayLike | None = None,
    *,
    tau: Any = None,
    controller: Any = None,
    step: float,
    duration: float | None = None,
    steps: int | None = None,
    method: str = "rk4",
    every: int | None = None,
    states: bool = True,
    outputs: Mapping[str, Any] | None = None,
    reduce: Mapping[str, Any] | None = None,
    parameters: Mapping[str, Any] | None = None,
    wrenches: Mapping[str, Any] | None = None,
    friction: float | str = WIDTH,
    backend: str | None = None,
    dtype: str = "float64",
    threads: int = 1,
    progress: bool = False,
) -> Rollouts:
    """Many motions with fixed steps, the loop over time compiled: from states (…, n) on, at rest without qd0.

    `tau` are torques for all, or for each rollout, or a function of t; `controller` a function (eq, t, q, qd) over
    scalars, or an `InLoop`. `method` is one of `linkwise.rollouts.METHODS`. States are kept at every so many steps
    and at the end; `outputs` are functions (eq, t, q, qd, tau) over scalars, kept likewise; `reduce` makes one
    number of an output on the way: {"top": ("max", "height")}. `parameters` ("payload", "inertia", "gravity",
    "friction") and `wrenches` are given for all, or for each rollout. Dry friction is made smooth within the
    velocity `friction`; "as is" leaves it.

    >>> import linkwise
    >>> arm = linkwise.load("planar2r")
    >>> height = {"height": lambda eq, t, q, qd, tau: eq.forward_kinematics(q)[1][3]}
    >>> top = {"top": ("max", "height")}
    >>> found = arm.rollouts([[0.0, 0.5]] * 3, duration=1.0, step=1e-3, outputs=height, reduce=top)
    >>> found.q.shape, found["top"].shape
    ((3, 1, 2), (3,))
    """
    if tau is not None and controller is not None:
        raise LinkwiseError("rollouts were given tau and a controller.", "One of the two was expected.")
    if controller is not None:
        law = controller_of(controller)
    else:
        given = [0.0] * robot.n if tau is None else tau
        law = held(given if callable(given) else finite("tau", given, (robot.n,), "forces"))
    compiling = {
        "method": method,
        "outputs": outputs,
        "reduce": reduce,
        "parameters": parameters or (),
        "wrenches": wrenches or (),
        "friction": friction,
        "backend": backend,
        "dtype": dtype,
    }
    values = {"parameters": parameters, "wrenches": wrenches}
    return _kernel(robot, law, compiling)(
        q0,
        qd0,
        step=step,
        steps=steps,
        duration=duration,
        every=every,
        states=states,
        inputs=law.inputs,
        threads=threads,
        progress=progress,
        **{name: value for name, value in values.items() if isinstance(value, Mapping) and value},
    )


def _kernel(robot: "Robot", law: InLoop, compiling: dict[str, Any]) -> RolloutKernel:
    """One of the latest, or a new one. Who gives functions over scalars gets a new one always: what they refer to may
    have changed since, and only tracing them tells. Machine code is found by what they say now."""

    def new() -> RolloutKernel:
        return RolloutKernel(robot, controller=law, **compiling)

    if law.function is not torques or compiling.get("outputs") or compiling.get("reduce"):
        return new()
    try:
        options = (*law.kinds.values(), *((name, _told(value)) for name, value in sorted(compiling.items())))
        key = KernelKey("rollouts", options=options)
        found = robot.kernels.get(key)
    except (TypeError, LinkwiseError):  # what cannot be a key is refused by who knows why
        return new()
    if found is None:
        kernel = new()
        kernel.inputs.given()  # values that are refused are not kept with it
        found = robot.kernels.made(key, lambda: kernel, latest=LATEST)
    assert isinstance(found, RolloutKernel)
    return found


def _told(value: Any) -> Any:
    """What a kernel is compiled for, without the values it can be called with: of parameters and wrenches the kinds."""
    return tuple((name, kind_of(x)[0] == "timed") for name, x in value.items()) if isinstance(value, Mapping) else value
