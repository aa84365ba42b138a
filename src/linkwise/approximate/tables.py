"""The tables of a program of q: each output is tabulated over the joints that it depends on.

Outputs that depend on the same joints share a table; equal outputs share an entry of it, and constants are entries of a
table without joints.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from time import perf_counter

import numpy as np

from ..algebra import Scalar
from ..calls.arrays import Array
from ..errors import TableTooLarge, shown
from ..program import Operand, Program, without_dead_code
from .approximation import evaluated
from .grid import Grid
from .interpolation import AbstractInterpolation

Axes = tuple[int, ...]
"""The joints of a table."""

MOST_BYTES = 2**28
"""The largest size of all tables together, by default."""


def axes_of_outputs(program: Program) -> list[Axes]:
    """For each output, the inputs that it depends on.

    >>> from linkwise.program import trace
    >>> axes_of_outputs(trace(lambda x: [x[0] * x[1], x[1] + x[1], 3.0], {"x": 2}))
    [(0, 1), (1,), ()]
    """
    depends: list[frozenset[int]] = [frozenset([i]) for i in range(len(program.inputs))]
    for step in program.steps:
        depends.append(frozenset().union(*(depends[a] for a in step.args if isinstance(a, int))))
    return [tuple(sorted(depends[o])) if isinstance(o, int) else () for o in program.outputs]


@dataclass(frozen=True, eq=False)
class Tables:
    """The tables of a program over a grid; `slopes` says whether the slopes of entries are needed, too."""

    program: Program
    grid: Grid
    interpolation: AbstractInterpolation
    slopes: bool
    robot: str
    max_bytes: int

    def __post_init__(self) -> None:
        if self.bytes > self.max_bytes:
            joints = max(map(len, self.groups))
            raise TableTooLarge(
                f"the tables of robot {shown(self.robot)} would have {self.grid.points}^{joints} = "
                f"{self.grid.points**joints:,} points and {self.bytes // 8:,} entries: {self.bytes:,} bytes.",
                f"At most {self.max_bytes:,} bytes were allowed.",
                "use fewer points, lock joints, or raise max_bytes=…; the exact program needs no table.",
            )

    @cached_property
    def groups(self) -> dict[Axes, list[Operand]]:
        """The entries of each table, by its joints."""
        groups: dict[Axes, list[Operand]] = {}
        for axes, operand in zip(axes_of_outputs(self.program), self.program.outputs, strict=True):
            entries = groups.setdefault(axes, [])
            if operand not in entries:
                entries.append(operand)
        return groups

    @property
    def bytes(self) -> int:
        """The memory of all tables: eight bytes for each entry."""
        return 8 * sum(int(self.grid.points ** len(axes)) * len(entries) for axes, entries in self.groups.items())

    @cached_property
    def filled(self) -> tuple[dict[Axes, Array], float]:
        """The tables, of shape (points, …, entries), and the seconds it took to fill them."""
        start = perf_counter()
        return {axes: self._table(axes, entries) for axes, entries in self.groups.items()}, perf_counter() - start

    def _table(self, axes: Axes, entries: list[Operand]) -> Array:
        names = tuple(f"x{k}" for k, _ in enumerate(entries, 1))
        program = without_dead_code(replace(self.program, output_names=names, outputs=tuple(entries)))
        nodes = np.meshgrid(*(self.grid.nodes(joint) for joint in axes), indexing="ij") if axes else []
        q = np.zeros((self.grid.points ** len(axes), len(program.inputs)))
        for joint, positions in zip(axes, nodes, strict=True):
            q[:, joint] = positions.ravel()
        return evaluated(program, q).reshape(*[self.grid.points] * len(axes), len(entries))

    # ---- looking up: the fractions t of all joints, then the entries x, table by table, corner by corner -------------

    @cached_property
    def size(self) -> int:
        """The number of entries looked up for one state."""
        return sum(self._lookups(axes) * len(entries) for axes, entries in self.groups.items())

    def looked_up(self, q: Array) -> Array:
        """t and x for states (states, joints)."""
        cell, t = self.grid.place(q)
        parts = [t]
        for axes, table in self.filled[0].items():
            own = np.ascontiguousarray(t[:, axes])
            for place in self.interpolation.places(own, self.slopes):
                parts.append(np.broadcast_to(table[tuple((cell[:, axes] + place).T)], (len(q), table.shape[-1])))
        return np.concatenate(parts, axis=1)

    def values(self, t: Sequence[Scalar], x: Sequence[Scalar]) -> list[Scalar]:
        """The outputs of the program, from the fractions t and the entries x."""
        return [self.interpolation.value(self._of(k, x), [t[j] for j in axes]) for k, axes in enumerate(self._axes)]

    def slope(self, k: int, joint: int, t: Sequence[Scalar], x: Sequence[Scalar]) -> Scalar:
        """The slope of an output along a joint, by differences between entries."""
        axes = self._axes[k]
        if joint not in axes or self.grid.step[joint] == 0.0:
            return 0.0
        across = self.interpolation.slope(self._of(k, x), [t[j] for j in axes], axes.index(joint))
        return across * (1.0 / float(self.grid.step[joint]))

    @cached_property
    def _axes(self) -> list[Axes]:
        return axes_of_outputs(self.program)

    def _lookups(self, axes: Axes) -> int:
        return self.interpolation.lookups(len(axes), self.slopes)

    @cached_property
    def _first(self) -> dict[Axes, int]:
        """Where the entries of each table begin in x."""
        sizes = [self._lookups(axes) * len(entries) for axes, entries in self.groups.items()]
        return {axes: sum(sizes[:k]) for k, axes in enumerate(self.groups)}

    def _of(self, k: int, x: Sequence[Scalar]) -> list[Scalar]:
        """The entries of an output at the corners looked up."""
        axes = self._axes[k]
        entries = self.groups[axes]
        first = self._first[axes] + entries.index(self.program.outputs[k])
        return [x[first + place * len(entries)] for place in range(self._lookups(axes))]
