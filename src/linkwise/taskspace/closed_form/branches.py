"""All branches of a closed form as one compiled program, each with how far the robot's own pose is from what was asked.

    pose (4, 4), near (n)  →  q (branches, n), miss (branches), free (branches)

`near` gives the joints that do not move the frame, and those that are free at a singular pose. Where a branch does not
exist, because the pose is out of reach or two branches fall together, the program still gives numbers, and `miss` tells.
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
from ...calls.kernel_cache import KernelKey
from .axes import Screws, screws
from .joints import Angle
from .recognise import Geometry, recognise
from .target import Target

if TYPE_CHECKING:
    from ...robot import Robot


@dataclass(frozen=True, eq=False)
class ClosedForm:
    """The closed form of a robot's frame: what it is made from, and its program."""

    robot: Robot
    frame: str
    chain: Screws
    geometry: Geometry

    def __repr__(self) -> str:
        return f"ClosedForm({self.robot.name!r}, {self.frame!r}: {self.geometry.name})"

    @property
    def exact(self) -> bool:
        """Whether the geometry is exact but for rounding; else its branches are refined, and some may be missed."""
        return self.geometry.exact

    @cached_property
    def count(self) -> int:
        """The number of branches: at most so many solutions are found for a pose."""
        home = Target.of(self.chain.home.tolist(), self.chain.home)
        return len(self.geometry.solutions(home))

    @property
    def program(self) -> FunctionProgram:
        """The program that gives all branches."""
        n, count = self.robot.n, self.count
        takes, gives = {"pose": (4, 4), "near": (n,)}, {"q": (count, n), "miss": (count,), "free": (count,)}
        return FunctionProgram(self.robot.tree, self._branches, takes, gives, "branches")

    def __call__(self, poses: Array, near: Array) -> tuple[Array, Array, Array]:
        """q (…, branches, n) with angles from −π to π, miss (…, branches) and free (…, branches)."""
        key = KernelKey("closed_form", (), self.frame)
        kernel: Any = self.robot.kernels.get_or_make(key, lambda: self.program.kernel())
        q, miss, free = kernel(poses, near)
        return q, miss, free

    def _branches(self, eq: Equations, pose: Sequence[Scalar], near: Sequence[Scalar]) -> dict[str, Any]:
        rows = [pose[4 * i : 4 * i + 4] for i in range(4)]
        axes = [replace(each, near=Angle(cos(near[each.index]), sin(near[each.index]))) for each in self.chain.axes]
        geometry = recognise(axes)
        assert geometry is not None
        answers: dict[str, list[Any]] = {"q": [], "miss": [], "free": []}
        for solution in geometry.solutions(Target.of(rows, self.chain.home)):
            q = [solution[k].value if k in solution else near[k] for k in range(self.robot.n)]
            reached, miss, free = eq.forward_kinematics(q, self.frame), 0.0, 0.0
            for i in range(3):
                for j in range(4):
                    miss = maximum(miss, abs(reached[i][j] - rows[i][j]))
            for each in solution.values():
                free = free + each.free
            answers["q"].append(q)
            answers["miss"].append(miss)
            answers["free"].append(free)
        return answers


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
