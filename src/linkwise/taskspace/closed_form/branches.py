"""All branches of a closed form, each with how far the robot's own pose then is from what was asked.

Branches exist as numbers even where they are no solutions, because the pose is out of reach: what they miss tells.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, reduce
from typing import Any

import numpy as np

from ...algebra import Scalar, cos, maximum, sin, sqrt
from ...algebra.matrices import product
from ...calls.arrays import Array
from ...calls.equations import Equations
from ...calls.function_program import FunctionProgram
from ...calls.kernel import Kernel
from ...calls.kernel_cache import AbstractOpenKernel
from ...calls.sampling import units
from ...errors import shown
from ...model import Model
from .axes import Screws
from .joints import Angle
from .ranking import Branch, Wanted, nearest, ranked
from .recognise import NEARLY, Geometry, recognise
from .target import Rows, Target

START = 0.1
"""How far, in rad or m, a branch of a nearly exact geometry may be off for Newton's method to start from it."""

PARTS = ("q", "angle", "distance", "free")
"""What a branch is: joint positions, what its pose misses in rad and in m, and whether a joint was free."""

GIVES = (*PARTS, "square", "found")
"""The same of the solutions, in order, and the square of how far they are from q0; and how many there are in all,
within limits or beyond."""


@dataclass(frozen=True, eq=False)
class ClosedForm(AbstractOpenKernel):
    """The closed form of inverse kinematics of a robot's frame: its axes, its geometry, its programs.

    If it is `opened`, programs take where the frame is on its link, whose pose at q = 0 `chain.home` then is: variants
    of the robot share them.
    """

    tree: Model
    frame: str
    chain: Screws
    geometry: Geometry
    opened: bool = False
    kernels: dict[str, Kernel[Any]] = field(default_factory=dict)

    def __repr__(self) -> str:
        return f"ClosedForm({shown(self.tree.name)}, {shown(self.frame)}: {self.geometry.name})"

    def __call__(self, *arrays: Array, **options: Any) -> tuple[Array, ...]:
        """What `GIVES` names, of poses (…, 4, 4); then q0, start, lower, upper and tolerance as in `ranking`; and
        `placement`."""
        answers: tuple[Array, ...] = self._ranked_branches(*arrays, **options)
        return answers

    def of_variant(
        self, tree: Model, wrenches: tuple[str, ...] = (), frame: str | tuple[str, ...] | None = None
    ) -> ClosedForm:
        """The same programs for a frame of a variant on the same link."""
        assert self.opened and isinstance(frame, str)
        return replace(self, tree=tree, frame=frame)

    def left_open(self) -> ClosedForm:
        """The same with programs that take where the frame is on its link.

        >>> import linkwise
        >>> from linkwise.taskspace.closed_form import closed_form
        >>> closed_form(linkwise.load("puma560")).left_open().placement[0][:4]
        array([1., 0., 0., 0.])
        """
        link = self.tree.tag(self.tree.frame(self.frame).body)
        home = np.array(Equations(self.tree).forward_kinematics([0.0] * self.tree.n, link), dtype=float)
        return replace(self, chain=replace(self.chain, home=home), opened=True, kernels={})

    @cached_property
    def placement(self) -> list[Array]:
        """The pose of the frame on its link as 16 numbers, if programs take it."""
        return [np.array(self.tree.frame(self.frame).placement.matrix, dtype=float).ravel()] if self.opened else []

    @property
    def exact(self) -> bool:
        """Whether the geometry is exact but for rounding; else branches are refined, and some may be missed."""
        return self.geometry.exact

    @cached_property
    def turning(self) -> frozenset[int]:
        """The joints that turn."""
        return frozenset(each.index for each in self.chain.axes if each.turns)

    @cached_property
    def units(self) -> list[float]:
        """What distances between positions are measured by: rad, or the robot's size for joints that slide."""
        return [float(x) for x in units(self.tree)]

    @cached_property
    def count(self) -> int:
        """The number of branches: a pose has at most so many solutions."""
        return len(self.geometry.solutions(Target.of(self.chain.home.tolist(), self.chain.home)))

    @cached_property
    def branches(self) -> Kernel[Any]:
        """Of poses and q0 the `PARTS` of all branches, (…, branches), q (…, branches, n) with angles from −π to π."""

        def function(eq: Equations, pose: Sequence[Scalar], q0: Sequence[Scalar]) -> dict[str, Any]:
            found = self._branches(eq, _rows(pose), q0)
            return {name: [getattr(each, name) for each in found] for name in PARTS}

        takes = {"pose": (4, 4), "q0": (self.tree.n,)}
        return self._kernel("branches", function, takes, self._shapes(PARTS))

    @cached_property
    def _ranked_branches(self) -> Kernel[Any]:
        def function(eq: Equations, pose: Sequence[Scalar], *wanted: Sequence[Scalar]) -> dict[str, Any]:
            return ranked(self._branches(eq, _rows(pose), wanted[0], *wanted[5:]), self._wanted(*wanted))

        takes = {"pose": (4, 4)} | self._wanted_shapes
        return self._kernel("ranked_branches", function, takes, self._shapes(GIVES))

    @cached_property
    def nearest(self) -> Kernel[Any]:
        """Of goals (…, 12), the rotation row by row and the position, and q0, …, tolerance: the nearest solution's q,
        angle, distance, and the square of how far it is from q0.
        """

        def function(eq: Equations, goal: Sequence[Scalar], *wanted: Sequence[Scalar]) -> dict[str, Any]:
            rows = [[*goal[3 * i : 3 * i + 3], goal[9 + i]] for i in range(3)]
            return nearest(self._branches(eq, rows, wanted[0], *wanted[5:]), self._wanted(*wanted))

        takes = {"goal": (12,)} | self._wanted_shapes
        gives = {"q": (self.tree.n,), "angle": (), "distance": (), "square": ()}
        return self._kernel("nearest_branch", function, takes, gives)

    @cached_property
    def rank(self) -> Kernel[Any]:
        """What `GIVES` names, of the `PARTS` of branches that were refined, and q0, …, tolerance."""
        n, count = self.tree.n, self.count

        def function(eq: Equations, q: Any, angle: Any, distance: Any, free: Any, *wanted: Any) -> dict[str, Any]:
            rows = [q[n * k : n * k + n] for k in range(count)]
            each = zip(rows, angle, distance, free, strict=True)
            return ranked([Branch(*parts) for parts in each], self._wanted(*wanted))

        takes = {f"branch_{name}": shape for name, shape in self._shapes(PARTS).items()} | self._wanted_shapes
        return self._kernel("rank", function, takes, self._shapes(GIVES))

    @cached_property
    def motion(self) -> Kernel[Any]:
        """Of q the pose and the Jacobian."""

        def function(eq: Equations, q: Sequence[Scalar]) -> dict[str, Any]:
            return {"pose": eq.forward_kinematics(q, self.frame), "jacobian": eq.jacobian(q, self.frame)}

        gives = {"pose": (4, 4), "jacobian": (6, self.tree.n)}
        return self._kernel("pose_and_jacobian", function, {"q": (self.tree.n,)}, gives)

    @property
    def _wanted_shapes(self) -> dict[str, tuple[int, ...]]:
        shapes: dict[str, tuple[int, ...]] = dict.fromkeys(("q0", "start", "lower", "upper"), (self.tree.n,))
        return shapes | {"tolerance": (2,)} | ({"placement": (16,)} if self.opened else {})

    def _shapes(self, names: Sequence[str]) -> dict[str, tuple[int, ...]]:
        alone = {"q": (self.count, self.tree.n), "found": (1,)}
        shapes: dict[str, tuple[int, ...]] = {}
        for name in names:
            shapes[name] = alone.get(name, (self.count,))
        return shapes

    def _wanted(self, q0: Any, start: Any, lower: Any, upper: Any, tolerance: Any, *placement: Any) -> Wanted:
        return Wanted(self.turning, self.units, q0, start, lower, upper, tolerance)

    def _kernel(self, name: str, function: Any, takes: Any, gives: Any) -> Kernel[Any]:
        if name not in self.kernels:
            self.kernels.setdefault(name, FunctionProgram(self.tree, function, takes, gives, name).kernel())
        return self.kernels[name]

    def _branches(
        self, eq: Equations, rows: Rows, q0: Sequence[Scalar], placement: Sequence[Scalar] | None = None
    ) -> list[Branch]:
        blur = 0.0 if self.exact else NEARLY
        nears = [Angle(cos(q0[each.index]), sin(q0[each.index])) for each in self.chain.axes]
        axes = [replace(each, near=near, blur=blur) for each, near in zip(self.chain.axes, nears, strict=True)]
        geometry = recognise(axes)
        assert geometry is not None
        found = []
        home: Rows = self.chain.home.tolist()
        if placement is not None:
            home = product(home, _rows(placement))
        for solution in geometry.solutions(Target.of(rows, home)):
            q = [solution[k].value if k in solution else q0[k] for k in range(self.tree.n)]
            reached, free = eq.forward_kinematics(q, self.frame, placement), 0.0
            turn = _length([reached[i][j] - rows[i][j] for i in range(3) for j in range(3)]) * sqrt(0.5)
            shift = _length([reached[i][3] - rows[i][3] for i in range(3)])
            for each in solution.values():
                free = maximum(free, each.free)
            found.append(Branch(q, turn, shift, free))
        return found


def _rows(pose: Sequence[Scalar]) -> list[Sequence[Scalar]]:
    return [pose[4 * i : 4 * i + 4] for i in range(4)]


def _length(parts: Sequence[Scalar]) -> Scalar:
    return sqrt(reduce(lambda a, b: a + b, (x * x for x in parts)))
