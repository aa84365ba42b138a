"""What the options of `robot.inverse_kinematics` mean: checked and looked up once, and remembered."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from ...calls.arrays import Array
from ...calls.checks import whole
from ...calls.kernel_cache import AbstractKernel, KernelKey
from ...calls.sampling import size
from ...calls.variant_family import shared_kernel
from ...errors import BadArray, NotForThisRobot, UnknownName, plain, shown
from ...model import Model
from ..closed_form import ClosedForm
from ..closed_form.solutions import Shifted
from ..rows import NAMES
from . import one_pose
from .goals import chosen_rows, tolerances
from .in_closed_form import form_for, in_closed_form
from .kernel import SearchKernel
from .one_pose import FoundOne
from .ranges import Ranges
from .searching import Found, Run, Search
from .task import Task

if TYPE_CHECKING:
    from ...robot import Robot

METHODS = ("closed form", "numeric")
"""How positions can be found."""

LATEST = 16
"""How many sets of options are remembered."""

PLAIN = frozenset({str, int, float, bool, type(None)})
"""Types of options that are remembered. Equal values of two of them may mean different things: 1 and True."""

REMEMBERED = KernelKey("plans of inverse_kinematics")


@dataclass(frozen=True, eq=False)
class Plan:
    """Where to look for positions: by which search, in which closed form, if any, and for how many; whether a search is
    to follow where the closed form has none; and whether a pose can be answered by itself.
    """

    rows: tuple[str, ...]
    search: Search
    form: ClosedForm | None
    count: int
    only: bool
    alone: bool

    def one(self, goal: list[float], start: Array | None) -> FoundOne | None:
        """The answer for one pose, without the axis of a batch; None if it is not found at once."""
        if self.form is not None:
            near = self._usual if start is None else one_pose.wanted_near(self.form, self.search, start)
            return one_pose.in_closed_form(self.form, goal, near)
        return one_pose.searched(self.search, goal, start)

    @cached_property
    def _usual(self) -> Shifted:
        """What the closed form wants to know where no start is given."""
        assert self.form is not None
        return one_pose.wanted_near(self.form, self.search, self.search.ranges.middle)

    def many(self, goals: Array, starts: Array, run: Run) -> Found:
        """The answers for rows of goals."""
        if self.form is not None:
            return in_closed_form(self.form, self.search, goals, starts, self.count, run, self.only)
        if self.count == 1:
            return self.search.nearest(goals, starts, run)
        return self.search.several(goals, starts, self.count, run)


class Plans(AbstractKernel):
    """The plans of a robot's latest options."""

    __slots__ = ("made",)

    def __init__(self) -> None:
        self.made: dict[Hashable, Plan] = {}

    def __call__(self, *states: Any, **options: Any) -> Any:
        """Nothing can be asked of it."""
        raise AssertionError("plans answer nothing")


def plan_of(robot: Robot, options: tuple[Any, ...]) -> Plan:
    """The plan for options in the order in which `_plan` takes them: one of the latest if they are the same."""
    types = tuple(map(type, options))
    if not PLAIN.issuperset(types):
        return _plan(robot, *options)
    plans = robot.kernels.get(REMEMBERED) or robot.kernels.get_or_make(REMEMBERED, Plans)
    assert isinstance(plans, Plans)
    plan = plans.made.get((options, types))
    if plan is None:
        plan = _plan(robot, *options)
        if len(plans.made) >= LATEST:
            plans.made.clear()
        plans.made[options, types] = plan
    return plan


def _plan(
    robot: Robot,
    frame: str | None,
    rows: Any,
    axes: str,
    limits: Any,
    solutions: Any,
    tolerance: Any,
    restarts: Any,
    seed: Any,
    method: Any,
    drawn: bool,
) -> Plan:
    """The plan for options as `inverse_kinematics` takes them; `drawn` towards a posture or not."""
    place, chosen = robot.tree.frame_or_tip(frame).name, chosen_rows(rows, axes)
    if robot.n == 0:
        raise NotForThisRobot(f"robot {shown(robot.name)} has no joints.", "Inverse kinematics needs at least one.")
    if method is not None and (not isinstance(method, str) or method not in METHODS):
        raise UnknownName("method", method, "inverse kinematics", METHODS)
    near_to = tolerances(tolerance)
    many = None if isinstance(solutions, str) and solutions == "all" else whole("solutions", solutions, 1)
    again = whole("restarts", restarts, 0)
    if not isinstance(limits, bool | np.bool_):
        raise BadArray(f"limits is {plain(repr(limits), 60)}.", "True or False was expected.")
    begins = whole("seed", seed, 0)
    search = search_of(robot, place, chosen, axes, limits=bool(limits), tolerance=near_to, restarts=again, seed=begins)
    form = form_for(robot, place, chosen, drawn, method)
    if many is None and form is None:
        if method == "numeric":
            raise BadArray("solutions is 'all'.", "A search does not know when it has all: a number was expected.")
        form = form_for(robot, place, chosen, drawn, "closed form", "solutions=8, say, searches for so many.")
    many = many or (form.count if form is not None else 1)
    alone = many == 1 and not drawn and (form is None or form.exact)
    return Plan(chosen, search, form, many, method is not None, alone)


def search_of(
    robot: Robot,
    frame: str,
    rows: tuple[str, ...] = NAMES,
    axes: str = "base",
    *,
    limits: bool,
    tolerance: tuple[float, float],
    restarts: int,
    seed: int = 0,
) -> Search:
    """The search with these options, all of them checked: one of the latest if they are the same."""
    kernel = _search_kernel(robot, frame, rows, axes)
    key = (limits, tolerance, restarts, seed)
    made = kernel.plans.get(key)
    if made is None:
        if len(kernel.plans) >= LATEST:
            kernel.plans.clear()
        made = kernel.plans[key] = Search(kernel, Ranges.of(kernel.tree, limits), tolerance, restarts, seed)
    assert isinstance(made, Search)
    return made


def _search_kernel(robot: Robot, frame: str, rows: tuple[str, ...], axes: str) -> SearchKernel:
    """The compiled search, made once for a robot, a frame and what of its pose matters."""
    key, kernels, own = KernelKey("inverse_kinematics", frame=frame, options=(rows, axes)), robot.kernels, robot.tree

    def kernel(tree: Model, left_open: tuple[str, ...] = ()) -> SearchKernel:
        return SearchKernel(tree, Task(frame, rows, axes, size(tree)), opened=bool(left_open))

    made = kernels.get(key) or shared_kernel(kernels, own, key, (), lambda tree: True, kernel)
    made = made or kernels.get_or_make(key, lambda: kernel(own))
    assert isinstance(made, SearchKernel)
    return made
