"""Kernels of long robots: arrays in, arrays out, computed by loops over the links."""

from math import prod
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ...backends import BACKENDS, COMPILING, AbstractBatchModule, AbstractInPlaceModule, ModuleSpec, default_backend
from ...errors import BadArray, shown
from ...formulations import QUESTIONS, terms
from ...model import FREE, Friction, Model, rewrite
from ..arrays import Array, batch_shape, columns
from ..checks import real
from ..kernel_cache import AbstractKernel
from ..threads import run_batch
from .build import build, signature

LOOPED = ("inverse_dynamics", "bias_forces", "gravity_forces", "forward_dynamics", "mass_matrix")
"""The questions that have a loop."""

ROOM = 2**16
"""Numbers of inertia matrices computed at a time: few enough to stay in the cache until they are put in place."""


class LongKernel(AbstractKernel):
    """One question to a long robot, compiled as a loop over its links when it is first asked.

    States and answers are those of the robot's own coordinates; all leading axes are a batch. The inertia matrix is
    made column by column: column k has the joint forces for a unit acceleration of coordinate k alone, of a robot at
    rest and without weight. That takes n times as long as the inverse dynamics of one state, and little memory
    besides the matrix. Where joints follow others, forward dynamics solves with that matrix. Viscous and Coulomb
    friction are computed in the loop, any other law outside it.

    >>> import linkwise
    >>> tau = LongKernel(linkwise.load("planar2r").tree, "inverse_dynamics")
    >>> tau([0.4, 1.2], [0.8, -1.4], [1.1, -0.6]).round(6)
    array([24.758766,  1.62563 ])
    """

    def __init__(self, tree: Model, question: str, *, backend: str | None = None, width: int | None = None):
        self.tree, self.question, self.width = tree, question, width
        self.backend = default_backend("loop") if backend is None else backend
        machine = BACKENDS[self.backend]
        self.dtype = machine.dtypes[0]
        machine.require_width(width, "states")
        machine.require("loop", self.dtype, "rows")
        self.coupled = not tree.coordinates.trivial
        self.loop_tree, self.beside = _split_friction(tree)
        self._modules: dict[str, AbstractBatchModule] = {}

    def __repr__(self) -> str:
        return f"LongKernel({self.question} of {shown(self.tree.name)})"

    def __call__(self, *states: ArrayLike) -> Array:
        """The answers to states of shape (…, n)."""
        names = QUESTIONS[self.question].takes
        if len(states) != len(names):
            raise BadArray(f"{len(states)} arrays were given.", f"{self!r} takes {', '.join(names)}.")
        given = {name: real(name, x, self.tree.n, "one entry per joint") for name, x in zip(names, states, strict=True)}
        batch, n = batch_shape(given), self.tree.n
        flat = [np.broadcast_to(x, (*batch, n)).reshape(-1, n) for x in given.values()]
        square = self.question == "mass_matrix"
        shape = (*batch, n, n) if square else (*batch, n)
        if prod(batch) == 0:
            return np.empty(shape)
        with np.errstate(all="ignore"):  # NaN and infinities in give NaN and infinities out
            if square:
                answer = self._matrix(*flat)
            elif self.question == "forward_dynamics" and self.coupled:
                answer = self._solved(*flat)
            else:
                if self.question == "forward_dynamics" and self.beside:
                    flat[2] = flat[2] - self._friction(self.beside, *flat[:2])
                answer = self._forces(self._run(self.question, [self._joints(x, k == 0) for k, x in enumerate(flat)]))
                if self.question == "inverse_dynamics" and self.beside:
                    answer = answer + self._friction(self.beside, *flat[:2])
            return answer.reshape(shape).astype(_precision(states), copy=False)

    def _joints(self, u: Array, positions: bool = False) -> Array:
        """The variables of the joints: q = B u + b, or rates B u̇."""
        if not self.coupled:
            return u
        way = self.tree.coordinates.positions if positions else self.tree.coordinates.velocities
        return _stacked(way(columns(u, single=False)), len(u))

    def _forces(self, τ: Array) -> Array:
        """Bᵀ τ."""
        return _stacked(self.tree.coordinates.forces(columns(τ, single=False)), len(τ)) if self.coupled else τ

    def _matrix(self, u: Array) -> Array:
        n = self.tree.n
        q, unit = self._joints(u, positions=True), self._joints(np.eye(n))
        M_all = np.empty((len(u), n, n))
        each = max(1, ROOM // unit.size)
        for first in range(0, len(u), each):
            some = q[first : first + each]
            pair = [np.repeat(some, n, axis=0), np.tile(unit, (len(some), 1))]
            M = self._forces(self._run("mass_column", pair)).reshape(-1, n, n)
            M_all[first : first + each] = np.tril(M) + np.swapaxes(np.tril(M, -1), 1, 2)
        return M_all

    def _solved(self, u: Array, ud: Array, tau: Array) -> Array:
        """M ü = τ − bias − friction in coordinates that several joints share."""
        bias = self._forces(self._run("bias_forces", [self._joints(u, True), self._joints(ud)]))
        rest = tau - bias - self._friction(self.tree, u, ud)
        qdd: Any = np.linalg.solve(self._matrix(u), rest[..., None])[..., 0]
        return qdd

    @staticmethod
    def _friction(tree: Model, u: Array, ud: Array) -> Array:
        """Friction, by the formulation."""
        return _stacked(terms.friction_forces(tree, columns(ud, single=False), columns(u, single=False)), len(ud))

    def _run(self, recursion: str, states: list[Array]) -> Array:
        """A recursion on (N, joints) arrays."""
        module = self._modules.get(recursion) or self.module(recursion)
        own = module.arrays
        given = [own.cast(own.adopt(np.ascontiguousarray(x)), self.dtype) for x in states]
        if not isinstance(module, AbstractInPlaceModule):
            [found] = module.answers(given, len(states[0]))
            return own.numpy(found)
        gives = [module.arrays.empty((len(states[0]), *port.shape), self.dtype) for port in module.spec.signature.gives]
        run_batch(module, given, gives, len(states[0]), threads=None)
        return own.numpy(gives[0])

    def module(self, recursion: str) -> AbstractBatchModule:
        """The code of a recursion, ready to run."""
        with COMPILING:
            if recursion not in self._modules:
                module = BACKENDS[self.backend].module(self.spec(recursion))
                assert isinstance(module, AbstractBatchModule)
                self._modules[recursion] = module
            return self._modules[recursion]

    def spec(self, recursion: str) -> ModuleSpec:
        """The specification of its code."""
        tree = self.loop_tree
        arrays = signature(tree, recursion)
        key = f"{recursion} {tree.text}"
        return ModuleSpec("loop", key, lambda: build(tree, recursion), arrays, self.dtype, width=self.width)


def _split_friction(tree: Model) -> tuple[Model, Model | None]:
    """The tree with the friction that a loop can compute, and one with all other friction, if there is any."""
    other = {b.joint.name: b.joint.friction for b in tree.bodies if not isinstance(b.joint.friction, Friction)}
    if not other:
        return tree, None
    free = dict.fromkeys(other, FREE)
    return rewrite.with_friction(tree, free), rewrite.with_friction(rewrite.without_friction(tree), other)


def _stacked(every: list[Any], count: int) -> Array:
    return np.stack([np.broadcast_to(x, (count,)) for x in every], axis=1)


def _precision(states: tuple[ArrayLike, ...]) -> str:
    """Arrays of float32 get answers in float32; the computation itself is in float64."""
    return "float32" if all(getattr(state, "dtype", None) == np.float32 for state in states) else "float64"
