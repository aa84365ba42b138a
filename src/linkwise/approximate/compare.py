"""All approximations of a robot on the same motions, errors and costs together."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from ..errors import TableTooLarge, UnknownName
from ..program import Count
from ..robot import Robot
from .aldon import Aldon
from .approximation import AbstractApproximation
from .box import Box
from .closed_form import require_motion
from .motions import STRETCH, motions
from .multirate import Multirate
from .pruned import Pruned
from .report import Report
from .tabulated import Tabulated
from .without_coriolis import WithoutCoriolis

METHODS: dict[str, Callable[..., AbstractApproximation]] = {
    kind.name: kind for kind in (WithoutCoriolis, Pruned, Tabulated, Aldon, Multirate)
}
"""Every approximation by its name."""


@dataclass(frozen=True, eq=False)
class Comparison:
    """The reports of several approximations, why others were refused, and the operations of the exact program."""

    reports: tuple[Report, ...]
    refused: dict[str, str]
    exact: Count
    states: int
    box: Box


def compare(
    robot: Robot,
    methods: Iterable[str] | None = None,
    *,
    significance: float = 0.01,
    points: int = 5,
    interpolation: str = "linear",
    every: int = 10,
    states: int = 2000,
    speed: float | None = None,
    seed: int = 0,
) -> Comparison:
    """Report on approximations, all unless some are named, along stretches of motions within the robot's limits.

    `speed` takes the place of the joints' velocity limits. A table that would be too large is refused: with an error
    where the method was named, else among `refused`.

    >>> import linkwise
    >>> found = compare(linkwise.load("planar2r"), ["pruned", "multirate"], states=200)
    >>> [report.method for report in found.reports]
    ['pruned', 'multirate']
    """
    named = None if methods is None else tuple(dict.fromkeys(methods))
    for name in named or ():
        if name not in METHODS:
            raise UnknownName("method", name, "linkwise.approximate", METHODS)
    require_motion(robot.tree)
    box = Box.of(robot, speed)
    table = {"points": points, "interpolation": interpolation, "box": box}
    choices: dict[str, dict[str, Any]] = {
        "without_coriolis": {},
        "pruned": {"significance": significance, "box": box},
        "tabulated": table,
        "aldon": table,
        "multirate": {"every": every},
    }
    at = motions(box, states, max(STRETCH, every) if isinstance(every, int) else STRETCH, seed)
    reports, refused = [], {}
    for name in named or METHODS:
        try:
            method = METHODS[name](robot, **choices[name])
        except TableTooLarge as error:
            if named:
                raise
            refused[name] = error.what
            continue
        reports.append(method.report(*at))
    exact = robot.compile("inverse_dynamics").count
    return Comparison(tuple(reports), refused, exact, at.q.size // robot.n, box)
