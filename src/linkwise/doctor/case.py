"""What the checks look at: a robot, its links, their sizes, and its inertia matrix at random states."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from numbers import Real

import numpy as np

from ..calls.arrays import Array
from ..calls.checks import whole
from ..calls.sampling import within_limits
from ..errors import InvalidModel, NoMass, shown
from ..model import Model
from ..robot import Robot
from .links import Link, links_of
from .sizes import Sizes
from .workspace import Workspace


@dataclass(frozen=True)
class ExaminedRobot:
    """A robot and the data that several checks share, each computed on first use.

    >>> import linkwise
    >>> case = ExaminedRobot(linkwise.load("panda"), 100, 0)
    >>> case.q.shape, case.workspace.scaled < 1000.0
    ((100, 7), True)
    """

    robot: Robot
    states: int
    seed: int

    def __post_init__(self) -> None:
        if not isinstance(self.robot, Robot):
            what = f"a {type(self.robot).__name__} cannot be examined."
            raise InvalidModel(what, "A linkwise.Robot was expected.", "linkwise.load gives one.")
        whole("states", self.states, 1)
        whole("seed", self.seed, 0)
        if not all(isinstance(x, Real) for x in _numbers(self.robot.model)):
            what = f"robot {shown(self.robot.name)} has symbols as parameters."
            raise InvalidModel(what, "Only numbers can be examined.", "replace every symbol by a number.")

    @cached_property
    def links(self) -> tuple[Link, ...]:
        """The base and all links, as the file describes them."""
        return links_of(self.robot.model)

    @cached_property
    def moving(self) -> dict[str, Link]:
        """The moving links by name, each with everything that is fixed to it."""
        return {link.name: link for link in links_of(self.robot.tree)[1:]}

    @cached_property
    def sizes(self) -> Sizes:
        """The sizes of the links."""
        return Sizes.of(self.robot.model, self.links)

    @cached_property
    def q(self) -> Array:
        """Positions within the joint limits, one state per row."""
        return sampled(self.robot, self.states, self.seed)["q"]

    @cached_property
    def M(self) -> Array:
        """The inertia matrices at these states, with loops cut open; 0 for a robot without mass."""
        try:
            return cut_open(self.robot).mass_matrix(self.q)
        except NoMass:
            return np.zeros((self.states, self.robot.n, self.robot.n))

    @cached_property
    def weight(self) -> Array:
        """The largest force that each joint needs to hold the arm against gravity, with loops cut open."""
        try:
            gravity = cut_open(self.robot).gravity_forces(self.q)
        except NoMass:
            gravity = np.zeros_like(self.q)
        largest: Array = np.max(np.abs(gravity), axis=0)
        return largest

    @cached_property
    def workspace(self) -> Workspace | None:
        """The inertia matrix at these states, judged; None if nothing moves."""
        return Workspace.of(self.q, self.M) if self.robot.n else None


def cut_open(robot: Robot) -> Robot:
    """The robot as it is, or without what closes its loops.

    >>> import linkwise
    >>> cut_open(linkwise.load("fourbar")).model.closures
    ()
    """
    return robot.without_closures() if robot.model.closures else robot


def sampled(robot: Robot, count: int, seed: int) -> dict[str, Array]:
    """Random states within the joint limits, even if a lower limit is above the upper one.

    Such limits are swapped first, so that joints which follow a coordinate narrow the right interval.

    >>> import linkwise
    >>> sampled(linkwise.load("panda"), 5, 0)["qd"].shape
    (5, 7)
    """
    bodies = []
    for body in robot.model.bodies:
        limits = body.joint.limits
        lower, upper = sorted((limits.lower, limits.upper))
        bodies.append(replace(body, joint=replace(body.joint, limits=replace(limits, lower=lower, upper=upper))))
    return within_limits(replace(robot.model, bodies=tuple(bodies)), count, seed)


def _numbers(model: Model) -> Iterator[object]:
    yield from (*model.gravity.components, *model.base_inertia.parameters)
    for body in model.bodies:
        joint = body.joint
        yield from (*body.inertia.parameters, *body.placement.p.components, *joint.axis.components, joint.offset)
        yield from (x for row in body.placement.R.rows for x in row)
        yield from (joint.rotor.inertia, *joint.friction.numbers)
