"""What wrenches at frames of a long robot do at its joints.

Jᵀw is a program for robots of up to LONGEST_PROGRAM bodies, whose single states it answers in a microsecond; for longer
ones NumPy puts it together from the poses of the links. How it changes with the configuration, while the wrenches stay
as they are in base axes, follows from the columns (ω_i, v_i) of the Jacobian: they turn with each joint j before them,

    ∂ω_i/∂q_j = ω_j × ω_i,   ∂v_i/∂q_j = ω_j × v_i   (j ≤ i),        ∂v_i/∂q_j = ω_i × v_j   (j > i),

so that of τ_i = ω_i·n + v_i·f

    ∂τ_i/∂q_j = ω_j·(ω_i × n + v_i × f)   (j ≤ i),        ω_i·(v_j × f)   (j > i).
"""

from collections.abc import Callable, Mapping
from copy import copy
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from ...model import Model
from ..arrays import Array
from ..equations import Equations
from ..function_program import FunctionProgram
from ..kernel import Kernel
from ..routes import LONGEST_PROGRAM
from .fast_functions import NotFast
from .kinematics import Kinematics

Wrenches = Mapping[str, Array]
"""The wrench at each frame, (N, 6)."""


def pushing(tree: Model, frames: tuple[str, ...], backend: str, placed: bool = False) -> Kernel[Array] | None:
    """Jᵀw of wrenches at these frames, for a robot's coordinates and then the wrenches; if they are `placed`, then the
    4×4 pose of each on its link. None for robots so long that a program takes seconds to compile.

    >>> import linkwise
    >>> kernel = pushing(linkwise.load("planar2r").tree, ("tip",), "interpreter")
    >>> kernel([0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 1.0, 0.0]).round(3)
    array([1.6, 0.9])
    """
    if len(tree.bodies) > LONGEST_PROGRAM:
        return None

    def push(eq: Equations, q: list[Any], *wrenches: list[Any]) -> list[Any]:
        τ: list[Any] = [0.0] * tree.n
        for k, (frame, wrench) in enumerate(zip(frames, wrenches, strict=False)):
            placement = wrenches[-1][16 * k : 16 * k + 16] if placed else None
            rows = zip(eq.jacobian(q, frame, placement), wrench, strict=True)
            for row, w in rows:
                τ = [t + x * w for t, x in zip(τ, row, strict=True)]
        return τ

    takes: dict[str, tuple[int, ...]] = {"q": (tree.n,)}
    takes |= {f"wrench_{k}": (6,) for k in range(1, len(frames) + 1)}
    takes |= {"placements": (len(frames), 4, 4)} if placed else {}
    return FunctionProgram(tree, push, takes, {"pushed": (tree.n,)}, name="pushing").kernel(backend=backend)


class Pushing:
    """The kernels of Jᵀw of a tree, by the frames of the wrenches.

    >>> import linkwise
    >>> Pushing(linkwise.load("planar2r").tree, "interpreter").kernel(("tip",))
    (Kernel(pushing of 'planar2r': q(2), wrench_1(6) -> pushed(2)), [])
    """

    def __init__(self, tree: Model, backend: str, opened: bool = False):
        self.tree, self.opened = tree, opened
        self.kernels = cache(lambda frames: pushing(tree, frames, backend, opened))

    def of_variant(self, tree: Model) -> "Pushing":
        """The same kernels, where the links and frames of a variant are."""
        variant = copy(self)
        variant.tree = tree
        return variant

    def kernel(self, frames: tuple[str, ...]) -> tuple[Kernel[Array] | None, list[Array]]:
        """The kernel, and what it takes after the wrenches: where frames are on their links, if that is left open."""
        if not self.opened:
            return self.kernels(frames), []
        at = [self.tree.frame(name) for name in frames]
        poses = np.array([[frame.placement.matrix for frame in at]], float)
        return self.kernels(tuple(self.tree.tag(frame.body) for frame in at)), [poses]


def by_kernel(kernel: Kernel[Array], *arrays: Array) -> Array:
    """Its answers to arrays (N, …); to one state as to a single state, as its fast function is asked."""
    return kernel(*(x[0] for x in arrays))[None] if len(arrays[0]) == 1 else kernel(*arrays)


def pushed(at: Kinematics, wrenches: Wrenches) -> Array:
    """Jᵀw at the joints, put together by NumPy.

    >>> import linkwise
    >>> from linkwise.calls.long_chains.modules import LoopModules
    >>> at = Kinematics(LoopModules(linkwise.load("planar2r").tree, "interpreter"), np.zeros((1, 2)))
    >>> pushed(at, {"tip": np.array([[0.0, 0.0, 0.0, 0.0, 1.0, 0.0]])}).round(3)
    array([[1.6, 0.9]])
    """
    τ = [np.einsum("skj,sk->sj", at.jacobian(at.tree.frame(name)), w) for name, w in wrenches.items()]
    return np.asarray(sum(τ))


def push_slopes(at: Kinematics, wrenches: Wrenches) -> Array:
    """∂(Jᵀw)/∂q of the joints.

    >>> import linkwise
    >>> from linkwise.calls.long_chains.modules import LoopModules
    >>> at = Kinematics(LoopModules(linkwise.load("planar2r").tree, "interpreter"), np.zeros((1, 2)))
    >>> push_slopes(at, {"tip": np.array([[0.0, 0.0, 0.0, 1.0, 0.0, 0.0]])}).round(3)
    array([[[-1.6, -0.9],
            [-0.9, -0.9]]])
    """
    n = len(at.tree.bodies)
    slopes = np.zeros((at.count, n, n))
    for name, w in wrenches.items():
        frame = at.tree.frame(name)
        path = np.array(sorted(at.tree.ancestors(frame.body)), int)
        J = np.swapaxes(at.jacobian(frame)[:, :, path], 1, 2)
        ω, v, by_n, by_f = J[..., :3], J[..., 3:], _crossed(w[:, :3]), _crossed(w[:, 3:])
        before = (ω @ by_n + v @ by_f) @ np.swapaxes(ω, 1, 2)
        after = ω @ np.swapaxes(v @ by_f, 1, 2)
        slopes[:, path[:, None], path] += np.tril(before) + np.triu(after, 1)
    return slopes


def _crossed(x: Array) -> Array:
    """The matrices by which rows r become r × x."""
    crossed = np.zeros((len(x), 3, 3))
    for i, j, k in ((0, 1, 2), (1, 2, 0), (2, 0, 1)):
        crossed[:, i, j], crossed[:, j, i] = -x[:, k], x[:, k]
    return crossed


PUSHED = {"inverse_dynamics": False, "bias_forces": False, "forward_dynamics": True}
"""Where Jᵀw enters: whether it is added to the last state, as forces that drive accelerations, or taken from the
answer."""


class PushedForces(NamedTuple):
    """The fast functions of a loop and of Jᵀw, and how they are put together."""

    loop: Callable[..., Any]
    push: Callable[..., Any]
    onto_state: bool
    states: int
    n: int

    def answer(self, *given: Any) -> Any:
        """The answer to arrays of double precision; `NotFast` for all else."""
        states, wrenches = given[: self.states], given[self.states :]
        last = states[-1] if wrenches else None
        if type(last) is not np.ndarray or last.dtype != np.float64 or last.shape[-1:] != (self.n,):
            raise NotFast
        push = self.push(states[0], *wrenches)
        if push.dtype != np.float64:
            raise NotFast
        with np.errstate(all="ignore"):
            return self.loop(*states[:-1], last + push) if self.onto_state else self.loop(*states) - push
