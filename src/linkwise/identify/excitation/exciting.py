"""`robot.excitation`: a motion within limits that shows all of a robot's parameters."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike

from ...calls.arrays import Array
from ...calls.checks import positive, whole
from ...calls.progress import progress_bar
from ...errors import BadArray, NotForThisRobot, UnknownName, shown
from ..columns import Request
from .allowed import allowed
from .bounds import Bounds
from .criteria import CRITERIA
from .family import Family
from .result import Excitation
from .search import EACH, FIRST, Search
from .stack import Stack

if TYPE_CHECKING:
    from ...parameters import Drives
    from ...robot import Robot

SAMPLES = 40
"""Of the motion for each harmonic, at which rows of the regressor stand while searching."""

BLUNT = 0.05
"""While searching, Coulomb's friction turns over this share of the velocity limits at least: with a sharper turn the
criterion would jump with every sample that changes its direction."""

PATIENCE = 2.0
"""Seconds before progress is shown."""


def excitation(
    robot: Robot,
    *,
    harmonics: int = 5,
    period: float = 13.3,
    criterion: str = "cond",
    friction: Sequence[str] = ("viscous", "coulomb", "offset"),
    width: float | None = 0.02,
    rotors: bool | None = None,
    drives: Drives | None = None,
    lower: ArrayLike | None = None,
    upper: ArrayLike | None = None,
    velocity: ArrayLike | None = None,
    acceleration: ArrayLike | None = None,
    effort: ArrayLike | None = None,
    shares: Mapping[str, float] | None = None,
    constraint: Callable[[Array], ArrayLike] | None = None,
    starts: int = 3,
    seed: int = 0,
    progress: bool = False,
) -> Excitation:
    """A motion to identify the robot's parameters from: a Fourier series that starts and ends at rest, within limits.

    harmonics, period
        of the series; the slowest wave takes a period, the fastest period / harmonics.
    criterion
        "cond" makes the condition number of the stacked regressor small, "D" the volume of the confidence region.
    friction, width, rotors, drives
        the columns beside those of the links, as for `robot.identify`.
    lower, upper, velocity, acceleration, effort
        limits in place of the robot's, one for all joints or one for each.
    shares
        how much of them is used: {"position": 0.95, "velocity": 0.9, "acceleration": 0.5, "effort": 0.9}. Torques are
        those of the robot as it is, with its friction.
    constraint
        a function of positions (m, n) that returns m numbers, or rows of them, ≥ 0 where the robot may be: the height
        of its flange, say.
    starts, seed
        random motions to begin with; the same seed gives the same answer.

    Ctrl-C ends the search with the best so far. The result has `trajectory`, `condition`, `report`, `save` and `plot`.

    >>> import linkwise
    >>> arm = linkwise.load("planar2r")
    >>> found = arm.excitation(harmonics=3, period=5.0, lower=-1.5, upper=1.5, velocity=2.0, starts=1)
    >>> found
    Excitation(planar2r: 12 columns, condition number ... after ...; 5 s)
    >>> found.trajectory.check(found.limits).within
    True
    """
    count, period = whole("harmonics", harmonics, 1, 100), positive("period", period)
    starts, seed = whole("starts", starts, 1, 10_000), whole("seed", seed, 0, 2**63)
    if criterion not in CRITERIA:
        raise UnknownName("criterion", criterion, "excitation", CRITERIA)
    if constraint is not None and not callable(constraint):
        raise BadArray(f"constraint is {shown(repr(constraint))}.", "A function of positions (m, n) was expected.")
    given = {"lower": lower, "upper": upper, "velocity": velocity, "acceleration": acceleration, "effort": effort}
    limits, share, notes = allowed(robot, given, shares)
    turn = BLUNT * float(np.median(limits.velocity))
    stack = Stack(robot, Request.of(friction, max(width or 0.0, turn), rotors, drives))
    if not stack.names:
        raise NotForThisRobot(
            f"no parameter of robot {shown(robot.name)} shows in its torques.",
            "A robot with links that move, or columns of friction, were expected.",
        )
    family = Family(robot.n, count, period, max(100, SAMPLES * count) + 1)
    bounds = Bounds(robot, limits, constraint)
    _ = bounds.postures  # which refuses limits that no posture keeps
    stages = CRITERIA[criterion]
    total = starts * FIRST + len(stages) * EACH
    with progress_bar(progress, total, "steps", delay=PATIENCE) as advance:
        search = Search(stack, family, bounds, advance)
        finished = search.run(stages, starts, seed)
    if not finished:
        notes.append("interrupted: this is the best motion found until then")
    x, first = bounds.scaled(family, search.best), bounds.scaled(family, search.first)
    fine = Stack(robot, Request.of(friction, width, rotors, drives))
    choices = {
        "criterion": criterion,
        "harmonics": count,
        "period": period,
        "friction": list(friction),
        "width": width,
        "rotors": rotors,
        "shares": share,
        "constraint": constraint is not None,
        "starts": starts,
        "seed": seed,
    }
    return Excitation.of(robot, fine, family, (first, x), limits, bounds, choices, notes, search.evaluations)
