"""The search for joint positions, and the way to a preferred posture, each as one iteration that machines run.

A row of the search is one pose. From its start it goes step by step towards the pose; if it has not arrived after so
many steps, or gets no nearer, it starts again from the next point of a sequence that fills the space within limits
evenly. The nearest positions met are kept. So a batch is one call of machine code, restarts included.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ...algebra import Scalar, maximum, minimum, sqrt, where
from ...algebra.matrices import dot
from ...calls.equations import Equations
from ...model import Model
from ...program import Iteration, trace
from .step import damped_step, moved, scaled, squares
from .task import Task

SOLVED, GIVEN_UP = 1.0, 2.0
"""How a row ends."""


PLACEMENT = 16
"""Numbers of the pose of a frame on its link, where that is left open."""


@dataclass(frozen=True)
class Layout:
    """Where the numbers of a row lie, and those that all rows share: name by name, with their sizes."""

    state: dict[str, int]
    same: dict[str, int]

    def places(self, kind: str) -> dict[str, slice]:
        """The numbers of each name."""
        sizes, at, places = getattr(self, kind), 0, {}
        for name, size in sizes.items():
            places[name], at = slice(at, at + size), at + size
        return places

    def width(self, kind: str) -> int:
        """How many numbers there are."""
        return sum(getattr(self, kind).values())


@dataclass(frozen=True)
class Arm:
    """What the programs know of a robot: its tree, which coordinates move the frame, and the unit of each of them; and
    whether it is left open where the frame is on its link."""

    tree: Model
    movable: tuple[int, ...]
    units: tuple[float, ...]
    opened: bool = False

    @property
    def placement(self) -> int:
        """How many numbers say where the frame is on its link."""
        return PLACEMENT if self.opened else 0

    def of(self, numbers: Any) -> list[Any]:
        """Those of the coordinates that move the frame."""
        return [numbers[j] for j in self.movable]

    def put(self, numbers: Any, some: Any) -> list[Any]:
        """All coordinates, with some that move the frame replaced."""
        every = list(numbers)
        for j, x in zip(self.movable, some, strict=True):
            every[j] = x
        return every


def search_layout(n: int, placement: int = 0) -> Layout:
    """A row of the search: positions, the point of the sequence, the nearest positions so far and what is missing
    there (rad² and m²), steps in all and since the start, restarts left, and how the row ended."""
    state = {"q": n, "point": n, "best": n, "missing": 2, "steps": 1, "since": 1, "left": 1, "end": 1}
    same = {"lower": n, "upper": n, "first": n, "range": n, "tolerance": 2, "damping": 1, "patience": 1}
    return Layout(state, {"placement": placement} | same)


def settling_layout(n: int, placement: int = 0) -> Layout:
    """A row on its way to the preferred posture: positions, the last ones that reached the pose, what is missing there,
    steps, and how the row ended."""
    state = {"q": n, "best": n, "missing": 2, "steps": 1, "end": 1}
    same = {"lower": n, "upper": n, "wish": n, "tolerance": 2, "patience": 1, "still": 1}
    return Layout(state, {"placement": placement} | same)


GOAL = 12
"""Numbers of a pose: its rotation, row by row, and its position."""


def search(arm: Arm, task: Task) -> Iteration:
    """The iteration that finds joint positions."""
    layout = search_layout(arm.tree.n, arm.placement)
    strides = even_strides(len(arm.movable))

    def step(state: Any, goal: Any, same: Any) -> list[Scalar]:
        now, given = _named(state, layout, "state"), _named(same, layout, "same")
        q, lower, upper = arm.of(now["q"]), arm.of(given["lower"]), arm.of(given["upper"])
        J, e = task.error(Equations(arm.tree), now["q"], goal, given["placement"] or None)
        rad, metres = squares(e, task)
        J, e = scaled([arm.of(row) for row in J], e, task, arm.units)
        reached = (rad <= given["tolerance"][0]) & (metres <= given["tolerance"][1])
        weight, least = (r + m / task.length**2 for r, m in ((rad, metres), now["missing"]))
        nearer = reached | (weight < least)
        went_on = moved(q, damped_step(J, e, q, lower, upper, given["damping"][0]), arm.units, lower, upper)
        point = [_fraction(x + stride) for x, stride in zip(arm.of(now["point"]), strides, strict=True)]
        starts = zip(arm.of(given["first"]), arm.of(given["range"]), point, strict=True)
        anew = now["since"][0] >= given["patience"][0]
        new = [where(anew, first + width * u, x) for (first, width, u), x in zip(starts, went_on, strict=True)]
        return [
            *arm.put(now["q"], new),
            *arm.put(now["point"], [where(anew, a, b) for a, b in zip(point, arm.of(now["point"]), strict=True)]),
            *arm.put(now["best"], [where(nearer, a, b) for a, b in zip(q, arm.of(now["best"]), strict=True)]),
            *(where(nearer, a, b) for a, b in zip((rad, metres), now["missing"], strict=True)),
            now["steps"][0] + 1.0,
            where(anew, 1.0, now["since"][0] + 1.0),
            where(anew, now["left"][0] - 1.0, now["left"][0]),
            where(reached, SOLVED, where(anew & (now["left"][0] <= 0.0), GIVEN_UP, 0.0)),
        ]

    return _iteration(step, layout, "inverse_kinematics")


def settling(arm: Arm, task: Task) -> Iteration:
    """The iteration that goes from a pose's positions towards a preferred posture, and keeps the pose."""
    layout = settling_layout(arm.tree.n, arm.placement)

    def step(state: Any, goal: Any, same: Any) -> list[Scalar]:
        now, given = _named(state, layout, "state"), _named(same, layout, "same")
        q, lower, upper, wish = (arm.of(x) for x in (now["q"], given["lower"], given["upper"], given["wish"]))
        J, e = task.error(Equations(arm.tree), now["q"], goal, given["placement"] or None)
        rad, metres = squares(e, task)
        J, e = scaled([arm.of(row) for row in J], e, task, arm.units)
        far = [(a - b) / unit for a, b, unit in zip(wish, q, arm.units, strict=True)]
        shorter = minimum(1.0, LONGEST / sqrt(maximum(dot(far, far), 1e-300)))
        δ = damped_step(J, e, q, lower, upper, wish=[shorter * x for x in far])
        new = moved(q, δ, arm.units, lower, upper)
        change = [(a - b) / unit for a, b, unit in zip(new, q, arm.units, strict=True)]
        reached = (rad <= given["tolerance"][0]) & (metres <= given["tolerance"][1])
        rests = dot(change, change) <= given["still"][0] * given["still"][0]
        steps = now["steps"][0] + 1.0
        return [
            *arm.put(now["q"], new),
            *arm.put(now["best"], [where(reached, a, b) for a, b in zip(q, arm.of(now["best"]), strict=True)]),
            *(where(reached, a, b) for a, b in zip((rad, metres), now["missing"], strict=True)),
            steps,
            where(reached & rests, SOLVED, where(steps >= given["patience"][0], GIVEN_UP, 0.0)),
        ]

    return _iteration(step, layout, "settling")


LONGEST = 0.5
"""The longest step of settling towards the posture, in rad or units of the robot's size: further away J has changed."""


def _iteration(step: Any, layout: Layout, name: str) -> Iteration:
    sizes = {"state": layout.width("state"), "own": GOAL, "same": layout.width("same")}
    return Iteration(trace(step, sizes, name), *sizes.values())


def _named(numbers: Any, layout: Layout, kind: str) -> dict[str, Any]:
    return {name: list(numbers[place]) for name, place in layout.places(kind).items()}


def _fraction(x: Scalar) -> Scalar:
    """x without its whole part, from 0 to 2."""
    return where(x >= 1.0, x - 1.0, x)


def even_strides(n: int) -> list[float]:
    """Steps of a sequence that fills the unit cube of n dimensions evenly: powers of 1/φ, φ^(n + 1) = φ + 1, which
    Roberts (2018) gives as the golden ratio of n dimensions.                                             [roberts2018]

    >>> [round(x, 4) for x in even_strides(2)]
    [0.7549, 0.5698]
    """
    φ = 2.0
    for _ in range(60):
        φ = (1.0 + φ) ** (1.0 / (n + 1))
    return [φ ** -(k + 1) for k in range(n)]
