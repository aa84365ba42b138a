"""A robot at random states: its answers there, each asked for once, and what errors are measured by."""

from collections.abc import Mapping
from functools import cached_property
from typing import Any

import numpy as np

from ..calls.arrays import Array
from ..calls.direct import ask
from ..calls.dispatch import SOLVING
from ..compare.agreement import AGREEMENT, Sizes
from ..errors import NoInertia, UnknownName
from ..formulations import QUESTIONS
from ..model import Model, rewrite
from ..robot import Robot
from .relative import largest, product

TALL, WIDE = 16, 32
"""Moving links: the regressors of larger robots, and the derivatives of still larger ones, are asked of the formulation
itself."""


class Sample:
    """The answers of a robot at some states, as whoever asks the robot gets them.

    >>> import linkwise
    >>> from linkwise.calls.sampling import within_limits
    >>> arm = linkwise.load("scara")
    >>> Sample(arm, within_limits(arm.model, 5, seed=0)).answer("mass_matrix").shape
    (5, 4, 4)
    """

    def __init__(self, robot: Robot, at: Mapping[str, Array], seed: int = 0):
        self.robot, self.at, self.seed = robot, at, seed
        self.q, self.qd, self.qdd, self.tau = (at[name] for name in ("q", "qd", "qdd", "tau"))
        self.joints = robot.joint_names
        self._answers: dict[str, Any] = {}

    def states(self, question: str) -> tuple[Array, ...]:
        """What a question takes, in its order."""
        return tuple(self.at[name] for name in QUESTIONS[question].takes)

    def answer(self, question: str) -> Any:
        """The robot's answer at all states; poses and Jacobians are those of `frame`."""
        if question not in self._answers:
            row = QUESTIONS[question]
            if question in SOLVING:
                self.require_inertia()
            more = {"frame": self.frame} if row.frame else {}
            more |= {} if self.compiled(question) else {"formulation": row.direct}
            self._answers[question] = getattr(self.robot, question)(*self.states(question), **more)
        return self._answers[question]

    def compiled(self, question: str) -> bool:
        """Whether a question is put as users put it; the programs of a large robot's matrices take a minute to compile.

        >>> import linkwise
        >>> arm = linkwise.load("planar2r")
        >>> Sample(arm, dict.fromkeys(("q", "qd", "qdd", "tau"), np.zeros((1, 2)))).compiled("regressor")
        True
        """
        links, row = len(self.robot.tree.bodies), QUESTIONS[question]
        return links <= (TALL if row.columns else WIDE if row.parts else links)

    @cached_property
    def undetermined(self) -> NoInertia | None:
        """Why forces do not determine the accelerations at some state: M is singular there, or not positive."""
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
        """Refuse to speak of accelerations where forces do not determine them."""
        if self.undetermined is not None:
            raise self.undetermined

    def allowance(self, question: str) -> Array:
        """How many times the bound of agreement two answers may be apart at each state: more where M is solved with,
        by as many roundings as there are links."""
        times = self.sizes.allowed(question) / AGREEMENT
        return times * len(self.robot.tree.bodies) if question in SOLVING else times

    @cached_property
    def frictionless(self) -> Model:
        """The tree without friction, which is analytic in its state."""
        return rewrite.without_friction(self.robot.tree)

    @cached_property
    def base(self) -> Any:
        """The base parameters."""
        robot: Any = self.robot
        return robot.base_parameters()

    @cached_property
    def friction(self) -> Array:
        """The joint forces spent on friction."""
        return self.robot.friction_forces(self.qd, self.q)

    @cached_property
    def sizes(self) -> Sizes:
        """What two answers to one question are compared by."""
        return Sizes(self.robot.tree, self.at)

    @cached_property
    def frame(self) -> str:
        """The frame of poses and Jacobians: the tip; of a robot with several, the link with the most joints below it.

        >>> import linkwise
        >>> arm = linkwise.load("planar2r")
        >>> Sample(arm, dict.fromkeys(("q", "qd", "qdd", "tau"), np.zeros((1, 2)))).frame
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
        """The largest sum of what acts at a joint: |M| |q̈| + |C| |q̇| + |g|, and the largest velocity force there could
        be, for what remains where terms cancel is not asked to be better than their rounding."""
        M, C = (np.abs(self.answer(question)) for question in ("mass_matrix", "coriolis_matrix"))
        acting = product(M, np.abs(self.qdd)) + product(C, np.abs(self.qd)) + np.abs(self.answer("gravity_forces"))
        return largest(acting) + self.inertia * largest(self.qd) ** 2

    @cached_property
    def driven(self) -> Array:
        """What acts at a joint, and friction: next to that, what moves a light finger may be rounding."""
        return self.forces + largest(self.friction)

    @cached_property
    def rates(self) -> Array:
        """How fast M could change: its largest entry times the largest velocity."""
        return self.inertia * largest(self.qd)

    @cached_property
    def units(self) -> Array:
        """√M_ii, by which joints that turn and joints that slide become comparable."""
        M = np.abs(np.einsum("sii->si", self.answer("mass_matrix")))
        found: Array = np.sqrt(np.maximum(M, 1e-12 * np.max(M, axis=1, keepdims=True)))
        return found

    @cached_property
    def scaled(self) -> Array:
        """M with a unit diagonal, M_ij / √(M_ii M_jj)."""
        found: Array = self.answer("mass_matrix") / (self.units[:, :, None] * self.units[:, None, :])
        return found

    @cached_property
    def condition(self) -> Array:
        """The condition number of the scaled M; infinite where it is not finite."""
        return np.array([np.linalg.cond(M) if np.isfinite(M).all() else np.inf for M in self.scaled])
