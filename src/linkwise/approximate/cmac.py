"""The cerebellar model articulation controller, CMAC: forces remembered at overlapping fields of states.

Albus (1975), as reviewed by Balafoutis & Patel (1991) after eq. (5.2.8).                [albus1975] [balafoutis1991]

    A state (q, q̇, q̈) lies in one cell of each of C grids, which are shifted against each other by 1/C of a cell.
    Each cell has an address in a memory of M weights for every joint, found by hashing: cells share addresses.
    τ_i = Σ w_i over the C addresses;    learning: w_i ← w_i + β (τ_i exact − τ_i) / C  at each state shown (LMS)

States near each other share most of their cells, so what is learned at one state holds nearby, and nothing is learned
about states far from all that were shown.
Neglects: whatever was not shown, or was overwritten by cells that hash to the same address.
Differs from the source: exact friction is added, as in all methods here; states outside the box count as on its border.
Finding the addresses is not counted.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from time import perf_counter
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from ..algebra import Scalar
from ..calls.arrays import Array
from ..calls.checks import positive, real, whole
from ..calls.progress import progress_bar
from ..calls.sampling import in_boxes
from ..errors import BadArray, TableTooLarge
from ..program import Program, count, trace
from ..robot import Robot
from ..trajectories import Motion
from .approximation import AbstractApproximation, with_friction
from .box import Box
from .closed_form import require_motion
from .report import Cost
from .tables import MOST_BYTES

PATIENCE = 2.0
"""Seconds before a progress bar is drawn."""


@dataclass(frozen=True, eq=False)
class Cmac(AbstractApproximation):
    """Forces as sums of `fields` weights out of `memory` for each joint, learned at `samples` states.

    `cells` is the number of cells of each grid along each of q, q̇, q̈; `rate` is β. It learns at random states of `box`
    (by default that of the robot's limits; `seed` chooses them), or at the states of `motion`, one after the other.

    >>> import linkwise
    >>> arm = Cmac(linkwise.load("pendulum"), samples=2000)
    >>> arm.cost.multiplications, arm.cost.additions, arm.cost.bytes
    (0.0, 31.0, 524288)
    >>> report = arm.report([[0.5], [1.0]], [[0.1], [0.2]], [[0.3], [0.4]])
    >>> bool(report.relative_worst.max() < 0.2)
    True
    """

    robot: Robot
    fields: int = 32
    cells: int = 2
    memory: int = 65536
    samples: int = 20000
    rate: float = 0.5
    seed: int = 0
    box: Box | None = None
    motion: Motion | None = None
    max_bytes: int = MOST_BYTES
    progress: bool = False
    name: ClassVar[str] = "cmac"

    def __post_init__(self) -> None:
        for name in ("fields", "cells", "memory", "samples"):
            whole(name, getattr(self, name), 1, hint=f"{name}={getattr(Cmac, name)}, say.")
        if positive("rate", self.rate, "rate=0.5, say.") > 2.0:
            raise BadArray(f"rate is {self.rate:g}.", "A number up to 2 was expected.", "above 2, learning diverges.")
        whole("seed", self.seed, 0, hint="seed=0, say.")
        self._box.require(self.robot)
        if 8 * self.memory * self.robot.n > self.max_bytes:
            raise TableTooLarge(
                f"{self.memory:,} weights for each of {self.robot.n} joints would take "
                f"{8 * self.memory * self.robot.n:,} bytes.",
                f"At most {self.max_bytes:,} bytes were allowed.",
                "use a smaller memory, or raise max_bytes=….",
            )

    @property
    def setting(self) -> str:
        """The number of weights and of states learned."""
        return f"{self.memory} weights, {self.samples} states"

    @property
    def _box(self) -> Box:
        return self.box or Box.of(self.robot)

    @cached_property
    def program(self) -> Program:
        """From the weights looked up to forces, with friction."""
        n, C, tree = self.robot.n, self.fields, self.robot.tree

        def forces(q: Sequence[Scalar], qd: Sequence[Scalar], w: Sequence[Scalar]) -> list[Scalar]:
            τ = [sum(w[k * n + i] for k in range(1, C)) + w[i] for i in range(n)]
            return with_friction(tree, τ, qd, q)

        return trace(forces, {"q": n, "qd": n, "w": C * n}, self.name)

    @property
    def cost(self) -> Cost:
        """The program's operations, the memory of the weights, and the seconds it took to learn them."""
        return Cost(count(self.program), bytes=8 * self.memory * self.robot.n, seconds=self.learned[1])

    @cached_property
    def learned(self) -> tuple[Array, float]:
        """The weights (memory, n), and the seconds it took to learn them."""
        require_motion(self.robot.tree)
        q, qd, qdd = self._shown
        exact = self.robot.without_friction().inverse_dynamics(q, qd, qdd)
        start = perf_counter()
        weights = np.zeros((self.memory, self.robot.n))
        at, step = self.addresses(q, qd, qdd), self.rate / self.fields
        with progress_bar(self.progress, self.samples, "states", delay=PATIENCE) as advance:
            for k in range(self.samples):
                row = at[k % len(at)]
                weights[row] += step * (exact[k % len(at)] - weights[row].sum(axis=0))
                if k % 1000 == 999:
                    advance(1000)
        return weights, perf_counter() - start

    @property
    def _shown(self) -> list[Array]:
        """The states that are learned: those of the motion, or as many in the box."""
        n, given = self.robot.n, self.motion
        if given is None:
            box = self._box
            sides = ((box.lower, box.upper), (-box.velocity, box.velocity), (-box.acceleration, box.acceleration))
            given = Motion(*in_boxes(self.samples, self.seed, *sides))
        if not isinstance(given, tuple | list | np.ndarray) or len(given) != 3:
            raise BadArray("motion is not q, qd and qdd.", "Three arrays were expected.", "motion=trajectory(t), say.")
        names = zip(("q", "qd", "qdd"), given, strict=True)
        states = [real(f"{name} of the motion", x, n, "one entry per joint").reshape(-1, n) for name, x in names]
        if not len(states[0]) or len({len(x) for x in states}) > 1:
            raise BadArray(
                "the motion to learn has no states, or not the same number of q, qd and qdd.",
                "q, qd and qdd of at least one state were expected.",
                "motion=trajectory(t), say.",
            )
        return states

    def addresses(self, q: Array, qd: Array, qdd: Array) -> NDArray[np.int64]:
        """The addresses of the cells of each state, (states, fields)."""
        box = self._box
        lower = np.concatenate([box.lower, -box.velocity, -box.acceleration])
        width = np.concatenate([box.upper, box.velocity, box.acceleration]) - lower
        share = (np.concatenate([q, qd, qdd], axis=1) - lower) / np.where(width > 0.0, width, 1.0)
        place = np.clip(np.nan_to_num(share), 0.0, 1.0) * self.cells
        shift = np.arange(self.fields) / self.fields
        found = np.empty((len(place), self.fields), np.int64)
        for k in range(self.fields):
            found[:, k] = hashed(np.floor(place + shift[k]).astype(np.uint64), k) % np.uint64(self.memory)
        return found

    def inputs(self, q: Array, qd: Array, qdd: Array) -> Array:
        """q, q̇, and the weights looked up; NaN where the state has one."""
        weights = self.learned[0][self.addresses(q, qd, qdd)].reshape(len(q), -1)
        lost = np.isnan(np.concatenate([q, qd, qdd], axis=1)).any(axis=1)
        return np.concatenate([q, qd, np.where(lost[:, None], np.nan, weights)], axis=1)


def hashed(cells: NDArray[np.uint64], field: int) -> NDArray[np.uint64]:
    """A number for the cells (states, inputs) of one grid, which changes with any of its coordinates and the grid.

    >>> a, b, c = hashed(np.array([[0, 1], [1, 0], [0, 1]], np.uint64), 0).tolist()
    >>> a == c, a == b, a == hashed(np.array([[0, 1]], np.uint64), 1)[0]
    (True, False, np.False_)
    """
    number = np.full(len(cells), 0, np.uint64)
    for column in (np.full(len(cells), field, np.uint64), *cells.T):
        number = (number + column + np.uint64(1)) * np.uint64(0x9E3779B97F4A7C15)
        number = (number ^ (number >> np.uint64(29))) * np.uint64(0xBF58476D1CE4E5B9)
        number ^= number >> np.uint64(32)
    return number
