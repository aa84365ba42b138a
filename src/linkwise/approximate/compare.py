"""All approximations of a robot on the same motions: errors and costs together."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from ..calls.checks import is_whole
from ..errors import TableTooLarge, UnknownName
from ..html_table import html_table
from ..program import Count
from ..robot import Robot
from .aldon import Aldon
from .approximation import AbstractApproximation
from .box import Box
from .closed_form import require_motion
from .cmac import Cmac
from .motions import STRETCH, motions
from .multirate import Multirate
from .pruned import Pruned
from .report import Report, summary
from .state_space import StateSpace
from .tabulated import Tabulated
from .without_coriolis import WithoutCoriolis

METHODS: dict[str, Callable[..., AbstractApproximation]] = {
    kind.name: kind for kind in (WithoutCoriolis, Pruned, Tabulated, Aldon, StateSpace, Cmac, Multirate)
}
"""The approximations by name."""


@dataclass(frozen=True, eq=False)
class Comparison:
    """The reports of several approximations, the reasons why others were refused, and the exact program's operations.

    >>> import linkwise
    >>> compare(linkwise.load("planar2r"), ["pruned", "multirate"], states=200)
    <Comparison of 2 approximations at 200 states: pruned, multirate>
    """

    reports: tuple[Report, ...]
    refused: dict[str, str]
    exact: Count
    states: int
    box: Box

    def __repr__(self) -> str:
        names = ", ".join(report.method for report in self.reports)
        return f"<Comparison of {len(self.reports)} approximations at {self.states} states: {names}>"

    def _repr_html_(self) -> str:
        heads = ("method", "setting", "worst joint", "worst error", "rms error", "×", "+", "bytes")
        exact = ("exact", "", "", "0", "0", self.exact.multiplications, self.exact.additions, 0)
        rows = [exact, *map(summary, self.reports), *((name, why) for name, why in self.refused.items())]
        return html_table(f"Approximate inverse dynamics at {self.states} states", heads, rows)


def compare(
    robot: Robot,
    methods: Iterable[str] | None = None,
    *,
    significance: float = Pruned.significance,
    points: int = Tabulated.points,
    interpolation: str = Tabulated.interpolation,
    memory: int = Cmac.memory,
    samples: int = Cmac.samples,
    every: int = Multirate.every,
    states: int = 2000,
    speed: float | None = None,
    seed: int = 0,
    progress: bool = False,
) -> Comparison:
    """Report on all approximations, or on those named, along motions within the robot's limits.

    `speed` replaces the velocity limits of the joints. If a table would be too large, a named method raises
    `TableTooLarge`; otherwise the method is listed in `refused`. With `progress` a bar is drawn on stderr while a
    method learns, if that is a terminal and it takes longer than two seconds.

    >>> import linkwise
    >>> comparison = compare(linkwise.load("planar2r"), ["pruned", "multirate"], states=200)
    >>> [report.method for report in comparison.reports]
    ['pruned', 'multirate']
    """
    named = None if methods is None else tuple(dict.fromkeys(methods))
    for name in named or ():
        if name not in METHODS:
            raise UnknownName("method", name, "linkwise.approximate", METHODS)
    require_motion(robot.tree)
    box = Box.of(robot, speed)
    table = {"points": points, "interpolation": interpolation, "box": box}
    options: dict[str, dict[str, Any]] = {
        "without_coriolis": {},
        "pruned": {"significance": significance, "box": box},
        "tabulated": table,
        "aldon": table,
        "state_space": table,
        "cmac": {"memory": memory, "samples": samples, "box": box, "seed": seed + 1, "progress": progress},
        "multirate": {"every": every},
    }
    at = motions(box, states, max(STRETCH, every) if is_whole(every) else STRETCH, seed)
    reports, refused = [], {}
    for name in named or METHODS:
        try:
            method = METHODS[name](robot, **options[name])
        except TableTooLarge as error:
            if named:
                raise
            refused[name] = error.what
            continue
        reports.append(method.report(*at))
    exact = robot.compile("inverse_dynamics").count
    return Comparison(tuple(reports), refused, exact, at.q.size // robot.n, box)
