"""A long robot's regressors, put together from what its loops give: columns of links, rotors, friction and drives."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any

import numpy as np

from ...formulations import Columns
from ...model import Model
from ..arrays import Array, columns
from .modules import LoopModules


class AbstractRegressors(ABC):
    """The regressors of a long robot, in its own coordinates."""

    tree: Model
    loops: LoopModules
    coupled: bool

    @cached_property
    @abstractmethod
    def _B(self) -> Array:
        """q̇ = B u̇."""

    @abstractmethod
    def _joints(self, u: Array, *rates: Array) -> list[Array]:
        """q = B u + b, then rates B u̇."""

    def regressor(self, u: Array, ud: Array, udd: Array, *, columns: Columns) -> Array:
        """Y."""
        [Y] = self.loops.run("regressor", self._joints(u, ud, udd))
        return self._with_drives(Y, ud, udd, columns, friction=True)

    def momentum_regressor(self, u: Array, ud: Array, *, columns: Columns) -> Array:
        """P with P π = M q̇."""
        [P] = self.loops.run("momentum_regressor", self._joints(u, ud))
        return self._with_drives(P, ud, ud, columns, friction=False)

    def kinetic_energy_regressor(self, u: Array, ud: Array, *, columns: Columns) -> Array:
        """e."""
        return self._energies("kinetic_energy_regressor", self._joints(u, ud), ud, columns)

    def potential_energy_regressor(self, u: Array, *, columns: Columns) -> Array:
        """u."""
        return self._energies("potential_energy_regressor", self._joints(u), None, columns)

    def _energies(self, recursion: str, states: list[Array], ud: Array | None, chosen: Columns) -> Array:
        rows = np.stack(self.loops.run(recursion, states), axis=2).reshape(len(states[0]), -1)
        speeds = None if ud is None else columns(ud, single=False)
        return stacked(chosen.energies(self.tree, columns(rows, single=False), speeds), len(rows))

    def _with_drives(self, Y: Array, ud: Array, effect: Array, chosen: Columns, friction: bool) -> Array:
        """Bᵀ Y with the columns of rotors, friction and drives, as `Columns.rows` on scalars."""
        if chosen == Columns() and not self.coupled:
            return Y
        bodies, count, letters = self.tree.bodies, len(Y), len(chosen.letters)
        qd, q_effect = self._joints(ud, ud, effect)[1:]
        wide = np.zeros((count, len(bodies), len(bodies), letters))
        wide[..., :10] = Y.reshape(count, len(bodies), len(bodies), 10)
        for j, body in enumerate(bodies):
            own = [q_effect[:, j]] if chosen.rotors else []
            own += chosen.of_friction(qd[:, j], body.joint.friction) if friction else ()
            for c, x in enumerate(own, 10):
                wide[:, j, j, c] = x
        rows = wide.reshape(count, len(bodies), -1)
        rows = np.swapaxes(np.swapaxes(rows, 1, 2) @ self._B, 1, 2) if self.coupled else rows
        more = _of_drives(chosen, columns(ud, single=False), columns(effect, single=False), self.tree.n, friction)
        if more:
            rows = np.concatenate([rows, *(stacked(x, count)[..., None] for x in more)], axis=2)
        return rows if chosen.only is None else rows[..., list(chosen.only)]


def _of_drives(chosen: Columns, ud: Sequence[Any], effect: Sequence[Any], n: int, friction: bool) -> list[list[Any]]:
    of_friction: Callable[[Any], Any] = Columns(friction=chosen.shared).of_friction
    more = []
    for drive in chosen.drives:
        own = [drive.speed(effect), *(of_friction(drive.speed(ud)) if friction else ())]
        more += [drive.column(x, n) for x in own]
    return more


def stacked(every: Sequence[Any], count: int) -> Array:
    """Numbers of states, or one for all of them, side by side: (count, numbers).

    >>> stacked([np.array([1.0, 2.0]), 3.0], 2)
    array([[1., 3.],
           [2., 3.]])
    """
    return np.stack([np.broadcast_to(x, (count,)) for x in every], axis=1)
