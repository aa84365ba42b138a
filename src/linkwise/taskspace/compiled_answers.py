"""The answers of a task space from one kernel, where its states are certainly regular.

A kernel neither damps state by state nor reports a singularity. It gives bounds of the singular values with its
answers; only if they leave doubt are the singular values computed, and decide.
"""

from typing import TYPE_CHECKING, Any

import numpy as np

from ..calls.arrays import Array
from ..calls.kernel_cache import AbstractKernel, KernelKey
from ..calls.routes import worth_compiling
from ..calls.scalar_system import RigidSystem
from ..calls.variant_family import VARIED, shared_kernel
from ..errors import NoInertia, NotTraceable
from ..model import Model
from .damping import FixedDamping
from .task_space_program import BOUNDS, program_of

if TYPE_CHECKING:
    from .task_space import TaskSpace

MOTION = ("jacobian", "drift")
"""What the kernel of a task's motion gives, at singularities too."""

INERTIA = ("inertia", BOUNDS)
"""What the kernel of Λ gives."""

EVERYTHING = (
    "jacobian",
    "drift",
    "inertia",
    "consistent_inverse",
    "nullspace",
    "velocity_forces",
    "gravity_forces",
    BOUNDS,
)
"""What the kernel of all other answers gives."""

REGULAR = 1e-10
"""σ², of the smallest relative to the largest: above it a kernel and the singular values lose the same few digits."""


def compiled_answers(space: "TaskSpace", gives: tuple[str, ...]) -> dict[str, Array] | None:
    """The answers by name; None if there is no kernel for the task, or some state may be singular.

    >>> import linkwise
    >>> arm = linkwise.load("planar2r")
    >>> compiled_answers(arm.task_space([0.0, 1.5707963267948966], rows=["x", "y"]), INERTIA)["inertia"].round(9)
    array([[2.1, 0. ],
           [0. , 3.4]])
    >>> compiled_answers(arm.task_space([0.0, 0.0], rows=["x", "y"]), INERTIA) is None
    True
    """
    rule, robot, selected = space.rule, space.robot, space.selection
    λ, idle = (rule.value, 0.0) if isinstance(rule, FixedDamping) else (0.0, rule.idle_above)
    if gives is MOTION:
        λ = idle = 0.0
    if space.orientation != "geometric" or idle == np.inf or (BOUNDS in gives and selected.m > robot.n and not λ):
        return None
    key = KernelKey("task_space", (), space.frame, (gives, selected.key, space.axes, λ > 0.0))
    kernel = robot.kernels.get(key) or _made(space, key, gives, None if λ else 0.0)
    if kernel is None:
        return None
    states = (space.q,) if gives is INERTIA else (space.q, space.qd)
    try:
        given = (*states, np.array(float(λ))) if λ else states
        answers: dict[str, Array] = dict(zip(gives, kernel(*given), strict=True))
    except (NotTraceable, NoInertia, ZeroDivisionError):  # symbols; else the spectrum says what moves nothing
        return None
    return answers if BOUNDS not in gives or _regular(answers[BOUNDS], idle * idle) else None


def _made(space: "TaskSpace", key: KernelKey, gives: tuple[str, ...], λ: float | None) -> AbstractKernel | None:
    system, kernels = space.robot.scalar_system, space.robot.kernels
    own = system.tree

    def compiled(tree: Model) -> bool:
        return worth_compiling(tree, "task_space")

    def kernel(tree: Model, left_open: tuple[str, ...] = ()) -> Any:
        moved = system if tree is own else RigidSystem(tree)
        return program_of(moved, space.frame, space.selection, space.axes, gives, λ, left_open).kernel()

    shared = shared_kernel(kernels, own, key, () if gives is MOTION else VARIED, compiled, kernel)
    if shared is not None or not compiled(own):
        return shared
    return kernels.get_or_make(key, lambda: kernel(own))


def _regular(bounds: Array, least: float) -> bool:
    """Whether all states are regular, and beyond what a damping rule cares about; not where a bound is NaN."""
    if bounds.ndim == 1:
        smallest, largest, pivot = bounds.tolist()
        return bool(smallest > REGULAR * largest and smallest >= least and pivot > 0.0)
    smallest, largest, pivot = np.moveaxis(bounds, -1, 0)
    return bool(((smallest > REGULAR * largest) & (smallest >= least) & (pivot > 0.0)).all())
