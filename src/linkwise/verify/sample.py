"""A robot at random states: its answers there, each computed once, and the sizes that errors are compared with."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from math import inf
from time import perf_counter
from typing import Any

import numpy as np

from ..calls.arrays import Array
from ..calls.direct import ask
from ..calls.question_checks import SOLVING
from ..calls.routes import LONGEST
from ..calls.sampling import within_limits
from ..compare.agreement import AGREEMENT, Sizes
from ..errors import NoInertia, UnknownName
from ..formulations import QUESTIONS
from ..model import Model, rewrite
from ..robot import Robot
from .relative import largest, product

MOST_FOR_REGRESSORS, MOST_FOR_DERIVATIVES = 16, 32
"""Moving links: for larger robots, regressors and derivatives come directly from the formulation, since their programs
would take a minute to compile."""

FEW = 4
"""The most states of a robot with more than 60 links, whose answers take seconds in Python."""


class BudgetSpent(Exception):
    """There is no time left to test a law."""


def sampled(robot: Robot, states: int, seed: int = 0, *, deadline: float = inf) -> Sample:
    """A robot at random states within its limits, those that a certificate refers to by number.

    Answers asked for after the `deadline`, a value of `time.perf_counter`, raise `BudgetSpent`.

    A robot of more than 60 links is sampled at four states at most.

    >>> import linkwise
    >>> sampled(linkwise.load("panda"), 32).q.shape
    (32, 7)
    """
    count = states if len(robot.tree.bodies) <= LONGEST else min(states, FEW)
    return Sample(robot, within_limits(robot.model, count, seed), seed, deadline)


class Sample:
    """The answers of a robot at some states, computed as a user's call would compute them.

    >>> import linkwise
    >>> sample = sampled(linkwise.load("scara"), 5)
    >>> sample
    Sample(Robot('scara', n=4), 5 states)
    >>> sample.answer("mass_matrix").shape
    (5, 4, 4)
    """

    def __init__(self, robot: Robot, at: Mapping[str, Array], seed: int = 0, deadline: float = inf):
        self.robot, self.at, self.seed, self.deadline = robot, at, seed, deadline
        self.q, self.qd, self.qdd, self.tau = (at[name] for name in ("q", "qd", "qdd", "tau"))
        self.joints = robot.joint_names
        self._answers: dict[str, Any] = {}

    def __repr__(self) -> str:
        return f"Sample({self.robot!r}, {len(self.q)} states)"

    def states(self, question: str) -> tuple[Array, ...]:
        """The arguments of a question, in its order."""
        return tuple(self.at[name] for name in QUESTIONS[question].takes)

    def answer(self, question: str) -> Any:
        """The robot's answer at all states; poses and Jacobians are of the frame `frame`."""
        if question not in self._answers:
            self.require_time()
            row = QUESTIONS[question]
            if question in SOLVING:
                self.require_inertia()
            options = {"frame": self.frame} if row.frame else {}
            options |= {} if self.compiled(question) else {"formulation": row.direct}
            self._answers[question] = getattr(self.robot, question)(*self.states(question), **options)
        return self._answers[question]

    def require_time(self) -> None:
        """Raise `BudgetSpent` after the deadline. Laws that take long look at it between two answers."""
        if perf_counter() >= self.deadline:
            raise BudgetSpent

    def compiled(self, question: str) -> bool:
        """Whether a question is compiled, as in a user's call; False where that would take a minute.

        >>> import linkwise
        >>> sampled(linkwise.load("planar2r"), 1).compiled("regressor")
        True
        """
        links, row = len(self.robot.tree.bodies), QUESTIONS[question]
        most = MOST_FOR_REGRESSORS if row.columns else MOST_FOR_DERIVATIVES if row.parts else links
        return links <= most

    @cached_property
    def undetermined(self) -> NoInertia | None:
        """The error if forces do not determine the accelerations at some state: M is singular or not positive."""
        tree, states = self.robot.tree, self.states("forward_dynamics")
        try:
            ask(tree, "forward_dynamics", states)
        except NoInertia:
            for k, state in enumerate(zip(*states, strict=True)):
                try:
                    ask(tree, "forward_dynamics", state)
                except NoInertia as error:
                    here = f" at state {k}, so that M is singular or not positive:"
                    error.what = error.what.replace(" here:", here)
                    return error
        return None

    def require_inertia(self) -> None:
        """Raise `NoInertia` if forces do not determine the accelerations at some state."""
        if self.undetermined is not None:
            raise self.undetermined

    def allowance(self, question: str) -> Array:
        """How many times the bound of agreement two answers may differ by, at each state.

        Solving with M adds as many roundings as there are links.
        """
        times = self.sizes.allowed(question) / AGREEMENT
        return times * len(self.robot.tree.bodies) if question in SOLVING else times

    @cached_property
    def frictionless(self) -> Model:
        """The tree without friction: its dynamics are analytic functions of the state."""
        return rewrite.without_friction(self.robot.tree)

    @cached_property
    def base(self) -> Any:
        """The base parameters of the robot."""
        return self.robot.base_parameters()

    @cached_property
    def friction(self) -> Array:
        """The joint forces spent on friction."""
        return self.robot.friction_forces(self.qd, self.q)

    @cached_property
    def sizes(self) -> Sizes:
        """The sizes that differences between two answers are compared with."""
        return Sizes(self.robot.tree, self.at)

    @cached_property
    def frame(self) -> str:
        """The frame of poses and Jacobians: the tip, or with several tips the link with the most joints before it.

        >>> import linkwise
        >>> sampled(linkwise.load("planar2r"), 1).frame
        'tip'
        """
        tree = self.robot.tree
        try:
            return tree.frame_or_tip(None).name
        except UnknownName:
            return tree.bodies[max(range(len(tree.bodies)), key=lambda i: len(tree.ancestors(i)))].name

    # ---- sizes, one for each state ----------------------------------------------------------------------------------

    @cached_property
    def inertia(self) -> Array:
        """The largest entry of M."""
        return largest(self.answer("mass_matrix"))

    @cached_property
    def forces(self) -> Array:
        """The size of the forces at the joints.

        The largest |M| |q̈| + |C| |q̇| + |g|, plus the largest velocity force possible at this speed. Where terms cancel,
        the rest can be no more accurate than their rounding.
        """
        M, C = (np.abs(self.answer(question)) for question in ("mass_matrix", "coriolis_matrix"))
        acting = product(M, np.abs(self.qdd)) + product(C, np.abs(self.qd)) + np.abs(self.answer("gravity_forces"))
        return largest(acting) + self.inertia * largest(self.qd) ** 2

    @cached_property
    def driven(self) -> Array:
        """`forces` and friction: next to them, the torque that moves a light finger may be mere rounding."""
        return self.forces + largest(self.friction)

    @cached_property
    def rates(self) -> Array:
        """How fast M could change: its largest entry times the largest velocity."""
        return self.inertia * largest(self.qd)

    @cached_property
    def units(self) -> Array:
        """√M_ii: in these units, joints that turn and joints that slide are comparable."""
        M = np.abs(np.einsum("sii->si", self.answer("mass_matrix")))
        roots: Array = np.sqrt(np.maximum(M, 1e-12 * np.max(M, axis=1, keepdims=True)))
        return roots

    @cached_property
    def scaled(self) -> Array:
        """M with a unit diagonal, M_ij / √(M_ii M_jj)."""
        M: Array = self.answer("mass_matrix") / (self.units[:, :, None] * self.units[:, None, :])
        return M

    @cached_property
    def condition(self) -> Array:
        """The condition number of the scaled M; infinite where M is not finite."""
        return np.array([np.linalg.cond(M) if np.isfinite(M).all() else np.inf for M in self.scaled])
