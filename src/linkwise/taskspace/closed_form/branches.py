"""All branches of a closed form, each with how far the robot's own pose then is from what was asked.

Branches exist as numbers even where they are no solutions, because the pose is out of reach: `miss` tells.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from ...algebra import Scalar, cos, maximum, sin
from ...calls.arrays import Array
from ...calls.equations import Equations
from ...calls.function_program import FunctionProgram
from ...calls.kernel_cache import AbstractKernel, KernelKey
from .axes import Screws, screws
from .joints import Angle
from .ranking import Branch, Wanted, ranked
from .recognise import Geometry, recognise
from .target import Target

if TYPE_CHECKING:
    from ...robot import Robot

GIVES = ("q", "square", "miss", "free", "found")
"""Of the solutions, in order: joint positions, squared distance from q0, miss, whether a joint was free; and how many
there are within limits or beyond."""


@dataclass(frozen=True, eq=False)
class ClosedForm:
    """The closed form of inverse kinematics of a robot's frame: its axes, its geometry, its programs."""

    robot: Robot
    frame: str
    chain: Screws
    geometry: Geometry

    def __repr__(self) -> str:
        return f"ClosedForm({self.robot.name!r}, {self.frame!r}: {self.geometry.name})"

    @property
    def exact(self) -> bool:
        """Whether the geometry is exact but for rounding; else branches are refined, and some may be missed."""
        return self.geometry.exact

    @cached_property
    def turning(self) -> frozenset[int]:
        """The joints that turn."""
        return frozenset(each.index for each in self.chain.axes if each.turns)

    @cached_property
    def count(self) -> int:
        """The number of branches: a pose has at most so many solutions."""
        return len(self.geometry.solutions(Target.of(self.chain.home.tolist(), self.chain.home)))

    def branches(self, poses: Array, q0: Array) -> tuple[Array, Array, Array]:
        """q (…, branches, n) with angles from −π to π, miss and free (…, branches)."""

        def function(eq: Equations, pose: Sequence[Scalar], q0: Sequence[Scalar]) -> dict[str, Any]:
            found = self._branches(eq, pose, q0)
            return {name: [getattr(each, name) for each in found] for name in ("q", "miss", "free")}

        takes, count = {"pose": (4, 4), "q0": (self.robot.n,)}, self.count
        gives = {"q": (count, self.robot.n), "miss": (count,), "free": (count,)}
        q, miss, free = self._kernel("branches", function, takes, gives)(poses, q0)
        return q, miss, free

    def ranked_branches(self, poses: Array, *wanted: Array) -> tuple[Array, ...]:
        """What `GIVES` names, of poses; `wanted` are q0, start, lower, upper and tolerance as in `ranking`."""

        def function(eq: Equations, pose: Sequence[Scalar], *wanted: Sequence[Scalar]) -> dict[str, Any]:
            return ranked(self._branches(eq, pose, wanted[0]), self._wanted(*wanted))

        takes = {"pose": (4, 4)} | self._wanted_shapes
        return tuple(self._kernel("ranked_branches", function, takes, self._ranked_shapes)(poses, *wanted))

    def rank(self, q: Array, miss: Array, free: Array, *wanted: Array) -> tuple[Array, ...]:
        """What `GIVES` names, of branches that were refined."""
        n, count = self.robot.n, self.count

        def function(eq: Equations, q: Any, miss: Any, free: Any, *wanted: Sequence[Scalar]) -> dict[str, Any]:
            rows = [q[n * k : n * k + n] for k in range(count)]
            return ranked([Branch(*each) for each in zip(rows, miss, free, strict=True)], self._wanted(*wanted))

        takes = {"branches": (count, n), "misses": (count,), "freedoms": (count,)} | self._wanted_shapes
        return tuple(self._kernel("rank", function, takes, self._ranked_shapes)(q, miss, free, *wanted))

    @property
    def _wanted_shapes(self) -> dict[str, tuple[int, ...]]:
        return {name: (self.robot.n,) for name in ("q0", "start", "lower", "upper")} | {"tolerance": ()}

    @property
    def _ranked_shapes(self) -> dict[str, tuple[int, ...]]:
        return dict.fromkeys(GIVES, (self.count,)) | {"q": (self.count, self.robot.n), "found": (1,)}

    def _wanted(self, q0: Any, start: Any, lower: Any, upper: Any, tolerance: Any) -> Wanted:
        return Wanted(self.turning, q0, start, lower, upper, tolerance[0])

    def _kernel(self, name: str, function: Any, takes: Any, gives: Any) -> Any:
        def made() -> AbstractKernel:
            return FunctionProgram(self.robot.tree, function, takes, gives, name).kernel()

        return self.robot.kernels.get_or_make(KernelKey("closed_form", (), self.frame, name), made)

    def _branches(self, eq: Equations, pose: Sequence[Scalar], q0: Sequence[Scalar]) -> list[Branch]:
        rows = [pose[4 * i : 4 * i + 4] for i in range(4)]
        axes = [replace(each, near=Angle(cos(q0[each.index]), sin(q0[each.index]))) for each in self.chain.axes]
        geometry = recognise(axes)
        assert geometry is not None
        found = []
        for solution in geometry.solutions(Target.of(rows, self.chain.home)):
            q = [solution[k].value if k in solution else q0[k] for k in range(self.robot.n)]
            reached, miss, free = eq.forward_kinematics(q, self.frame), 0.0, 0.0
            for i in range(3):
                for j in range(4):
                    miss = maximum(miss, abs(reached[i][j] - rows[i][j]))
            for each in solution.values():
                free = maximum(free, each.free)
            found.append(Branch(q, miss, free))
        return found


def closed_form(robot: Robot, frame: str | None = None) -> ClosedForm | None:
    """The closed form of inverse kinematics for a frame, the tip by default; None where the geometry allows none here.

    >>> import linkwise
    >>> closed_form(linkwise.load("puma560"))
    ClosedForm('puma560', 'link6': a spherical wrist, and joints 2 and 3 keep a plane)
    >>> closed_form(linkwise.load("panda")) is None
    True
    """
    name = robot.tree.frame_or_tip(frame).name
    chain = screws(robot, name)
    geometry = None if chain is None else recognise(chain.axes)
    return None if chain is None or geometry is None else ClosedForm(robot, name, chain, geometry)
