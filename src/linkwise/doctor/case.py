"""What is examined: a robot, its links, their sizes, and states within its limits."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from numbers import Real

import numpy as np

from ..calls.arrays import Array
from ..calls.sampling import within_limits
from ..errors import InvalidModel, LinkwiseError, NoMass, shown
from ..model import Model
from ..robot import Robot
from .links import Link, links_of
from .sizes import Sizes
from .workspace import Workspace


@dataclass(frozen=True)
class Case:
    """A robot and what its checks share.

    >>> import linkwise
    >>> case = Case(linkwise.load("panda"), 100, 0)
    >>> case.q.shape, case.workspace.scaled < 1000.0
    ((100, 7), True)
    """

    robot: Robot
    states: int
    seed: int

    def __post_init__(self) -> None:
        if not isinstance(self.robot, Robot):
            what = f"a {type(self.robot).__name__} cannot be examined."
            raise InvalidModel(what, "A linkwise.Robot was expected.", "linkwise.load reads files and knows names.")
        check_number("states", self.states, 1)
        check_number("seed", self.seed, 0)
        if not all(isinstance(x, Real) for x in _numbers(self.robot.model)):
            what = f"robot {shown(self.robot.name)} holds symbols."
            raise InvalidModel(what, "Numbers can be examined.", "give every symbol a value.")

    @cached_property
    def links(self) -> tuple[Link, ...]:
        """The base and all links as they were described."""
        return links_of(self.robot.model)

    @cached_property
    def moving(self) -> dict[str, Link]:
        """The links that move, each with everything that is fixed to it, by name."""
        return {link.name: link for link in links_of(self.robot.tree)[1:]}

    @cached_property
    def sizes(self) -> Sizes:
        """How large they are."""
        return Sizes.of(self.robot.model, self.links)

    @cached_property
    def q(self) -> Array:
        """Positions within the limits, one per row."""
        return sampled(self.robot, self.states, self.seed)["q"]

    @cached_property
    def M(self) -> Array:
        """The inertia matrices there; 0 for a robot without mass."""
        try:
            return self.robot.mass_matrix(self.q)
        except NoMass:
            return np.zeros((self.states, self.robot.n, self.robot.n))

    @cached_property
    def weight(self) -> Array:
        """The largest force that gravity asks of each joint."""
        try:
            held = self.robot.gravity_forces(self.q)
        except NoMass:
            held = np.zeros_like(self.q)
        return np.max(np.abs(held), axis=0)

    @cached_property
    def workspace(self) -> Workspace | None:
        """What the inertia matrix is like there; None where nothing moves."""
        return Workspace.of(self.q, self.M) if self.robot.n else None


def sampled(robot: Robot, count: int, seed: int) -> dict[str, Array]:
    """Random states within the limits, also where a lower limit stands above the upper one.

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


def check_number(name: str, value: object, least: int) -> None:
    """Refuse what is no whole number, or too small a one.

    >>> check_number("states", 0, 1)
    Traceback (most recent call last):
    linkwise.errors.LinkwiseError: states is 0.
      A whole number not below 1 was expected.
    """
    if not isinstance(value, int) or isinstance(value, bool) or value < least:
        raise LinkwiseError(f"{name} is {shown(repr(value))[1:-1]}.", f"A whole number not below {least} was expected.")


def _numbers(model: Model) -> Iterator[object]:
    yield from (*model.gravity.components, *model.base_inertia.parameters)
    for body in model.bodies:
        joint = body.joint
        yield from (*body.inertia.parameters, *body.placement.p.components, *joint.axis.components, joint.offset)
        yield from (x for row in body.placement.R.rows for x in row)
        yield from (joint.rotor.inertia, *joint.friction.numbers)
