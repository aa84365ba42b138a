"""Answers of long robots: arrays in, arrays out, link after link in a loop."""

import threading
from math import prod
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from ...errors import BadArray, shown
from ...formulations import QUESTIONS, around
from ...model import FREE, Friction, Model, rewrite
from ..arrays import Array, batch_shape, columns, real

if TYPE_CHECKING:
    from ...backends.llvm import Unit

LOOPED = ("inverse_dynamics", "bias_forces", "gravity_forces", "forward_dynamics", "mass_matrix")
"""The questions that have a loop."""

ROOM = 2**16
"""So many numbers of inertia matrices are computed at a time: they stay in the cache until they are put in place."""


class LongKernel:
    """One question to a long robot, compiled as a loop over its links when it is first asked.

    States and answers are those of the robot's own coordinates; all leading axes are a batch. The inertia matrix is
    made column by column: column k is what the acceleration of coordinate k alone asks of the joints of a robot
    without weight, at rest. That takes n times as long as the inverse dynamics of one state, and little memory beside
    the matrix. Where joints follow others, forward dynamics solves with that matrix. Viscous and Coulomb friction are
    counted in the loop, any other law beside it.

    >>> import linkwise
    >>> tau = LongKernel(linkwise.load("planar2r").tree, "inverse_dynamics")
    >>> tau([0.4, 1.2], [0.8, -1.4], [1.1, -0.6]).round(6)
    array([24.758766,  1.62563 ])
    """

    def __init__(self, tree: Model, question: str, width: int | None = None):
        self.tree, self.question, self.width = tree, question, width
        self.coupled = not tree.u.trivial
        self.looped, self.beside = _parted(tree)
        self._units: dict[str, Unit] = {}
        self._lock = threading.Lock()

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
                found = self._matrix(*flat)
            elif self.question == "forward_dynamics" and self.coupled:
                found = self._solved(*flat)
            else:
                if self.question == "forward_dynamics" and self.beside:
                    flat[2] = flat[2] - self._rubbing(self.beside, *flat[:2])
                found = self._forces(self._run(self.question, [self._joints(x, k == 0) for k, x in enumerate(flat)]))
                if self.question == "inverse_dynamics" and self.beside:
                    found = found + self._rubbing(self.beside, *flat[:2])
            return found.reshape(shape).astype(_precision(states), copy=False)

    def _joints(self, u: Array, positions: bool = False) -> Array:
        """The variables of the joints: q = B u + b, or rates B u̇."""
        if not self.coupled:
            return u
        way = self.tree.u.positions if positions else self.tree.u.velocities
        return _stacked(way(columns(u, single=False)), len(u))

    def _forces(self, τ: Array) -> Array:
        """Bᵀ τ."""
        return _stacked(self.tree.u.forces(columns(τ, single=False)), len(τ)) if self.coupled else τ

    def _matrix(self, u: Array) -> Array:
        n = self.tree.n
        q, unit = self._joints(u, positions=True), self._joints(np.eye(n))
        found = np.empty((len(u), n, n))
        each = max(1, ROOM // unit.size)
        for first in range(0, len(u), each):
            some = q[first : first + each]
            pair = [np.repeat(some, n, axis=0), np.tile(unit, (len(some), 1))]
            M = self._forces(self._run("mass_column", pair)).reshape(-1, n, n)
            found[first : first + each] = np.tril(M) + np.swapaxes(np.tril(M, -1), 1, 2)
        return found

    def _solved(self, u: Array, ud: Array, tau: Array) -> Array:
        """M ü = τ − bias − friction in coordinates that several joints share."""
        bias = self._forces(self._run("bias_forces", [self._joints(u, True), self._joints(ud)]))
        rest = tau - bias - self._rubbing(self.tree, u, ud)
        found: Any = np.linalg.solve(self._matrix(u), rest[..., None])[..., 0]
        return found

    @staticmethod
    def _rubbing(tree: Model, u: Array, ud: Array) -> Array:
        """Friction, by the formulation."""
        return _stacked(around.friction_forces(tree, columns(ud, single=False), columns(u, single=False)), len(ud))

    def _run(self, recursion: str, states: list[Array]) -> Array:
        """A recursion on (N, joints) arrays."""
        unit, count = self._units.get(recursion) or self.unit(recursion), len(states[0])
        given = [np.ascontiguousarray(x) for x in states]
        found = np.empty(states[0].shape)
        unit.batch(count, count, [x.ctypes.data for x in given], [found.ctypes.data], False)
        return found

    def unit(self, recursion: str) -> "Unit":
        """The module of a recursion, ready to run."""
        from ...backends.llvm import Shape, Wanted, loaded, register_bytes
        from .build import built, signature

        with self._lock:
            if recursion not in self._units:
                tree, lanes = self.looped, self.width or register_bytes() // 8
                wanted = Wanted(
                    f"loop {recursion} {tree!r}", signature(tree, recursion), lambda: built(tree, recursion),
                    Shape(lanes), "rows",
                )  # fmt: skip
                self._units[recursion] = loaded(wanted)
            return self._units[recursion]


def _parted(tree: Model) -> tuple[Model, Model | None]:
    """The tree with the friction that a loop can count, and the one with all other, if there is any."""
    other = {b.joint.name: b.joint.friction for b in tree.bodies if not isinstance(b.joint.friction, Friction)}
    if not other:
        return tree, None
    free = dict.fromkeys(other, FREE)
    return rewrite.with_friction(tree, free), rewrite.with_friction(rewrite.without_friction(tree), other)


def _stacked(every: list[Any], count: int) -> Array:
    return np.stack([np.broadcast_to(x, (count,)) for x in every], axis=1)


def _precision(states: tuple[ArrayLike, ...]) -> str:
    """Arrays of float32 get answers in float32, which is all that is done in it."""
    return "float32" if all(getattr(state, "dtype", None) == np.float32 for state in states) else "float64"
