"""An elastic robot's coordinates, their names and limits, its rigid links and its kinematics."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from ..calls.checks import fixed, names
from ..calls.kernel import Kernel
from ..calls.kernel_cache import KernelCache
from ..model import AbstractFriction, Model
from ..robot import JointLimits, Robot
from .questions import question_program
from .scalar_system import ElasticSystem
from .springs import Springs


@dataclass(frozen=True, eq=False, repr=False)
class AbstractElastic:
    """A robot and the springs in its joints: coordinates (q, q_M), joints first.

    >>> import linkwise
    >>> linkwise.load("pendulum").with_elastic_joints(100.0, rotors=0.1).springs.stiffness
    array([[100.]])
    """

    robot: Robot
    springs: Springs

    @property
    def name(self) -> str:
        """The robot's name.

        >>> import linkwise
        >>> linkwise.load("puma560").with_elastic_joints(1e4).name
        'puma560'
        """
        return self.robot.name

    @property
    def n(self) -> int:
        """The number of coordinates: joints and motors.

        >>> import linkwise
        >>> linkwise.load("puma560").with_elastic_joints(1e4).n
        12
        """
        return 2 * self.robot.n

    @property
    def inputs(self) -> int:
        """The number of motor torques.

        >>> import linkwise
        >>> linkwise.load("puma560").with_elastic_joints(1e4).inputs
        6
        """
        return self.robot.n

    @property
    def joint_names(self) -> tuple[str, ...]:
        """The names of the coordinates: joints, then motors.

        >>> import linkwise
        >>> linkwise.load("puma560").with_elastic_joints(1e4).joint_names[5:7]
        ('joint6', 'joint1 motor')
        """
        return (*self.robot.joint_names, *(f"{name} motor" for name in self.robot.joint_names))

    @property
    def frames(self) -> tuple[str, ...]:
        """The names of the frames; all are on the links.

        >>> import linkwise
        >>> linkwise.load("planar2r").with_elastic_joints(1e3, rotors=1.0).frames
        ('base', 'link1', 'link2', 'tip')
        """
        return self.robot.frames

    @cached_property
    def limits(self) -> JointLimits:
        """Limits of position for the joints, of effort for the motors, of velocity for both; infinite elsewhere.

        >>> import linkwise
        >>> linkwise.load("panda").with_elastic_joints(1e4, rotors=0.1).limits.effort[6:8]
        array([inf, 87.])
        """
        own, infinite = self.robot.limits, np.full(self.inputs, np.inf)
        pairs = (
            (own.lower, -infinite),
            (own.upper, infinite),
            (own.velocity, own.velocity),
            (infinite, own.effort),
        )
        return JointLimits(*(fixed(np.concatenate(pair)) for pair in pairs))

    @cached_property
    def frictions(self) -> tuple[AbstractFriction | None, ...]:
        """The friction law that can hold each coordinate still on its own; None for the others.

        These are the laws of joints that follow one coordinate. A law that depends on the load resists motion without
        sticking.

        >>> import linkwise
        >>> [law is None for law in linkwise.load("puma560").with_elastic_joints(1e4).frictions[5:7]]
        [True, False]
        """
        return (*_holding(self.springs.links), *_holding(self.springs.motors or self.links.without_friction().tree))

    @cached_property
    def links(self) -> Robot:
        """The rigid arm on the joints' side: without rotors, and without friction that acts on the motors.

        >>> import linkwise
        >>> float(linkwise.load("puma560").with_elastic_joints(1e4).links.mass_matrix([0.0] * 6)[5, 5].round(9))
        4e-05
        """
        return Robot(self.springs.links, self.robot.report)

    @cached_property
    def scalar_system(self) -> ElasticSystem:
        """The robot as its equations over scalars, from which rollouts and controllers are compiled.

        >>> import linkwise
        >>> arm = linkwise.load("pendulum").with_elastic_joints(100.0, rotors=0.1)
        >>> arm.scalar_system.equations().gravity_forces([0.0, 0.01])
        [-1.0, 1.0]
        """
        return ElasticSystem(self.springs)

    @cached_property
    def kernels(self) -> KernelCache:
        """The kernels of the questions asked so far.

        >>> import linkwise
        >>> linkwise.load("pendulum").with_elastic_joints(100.0, rotors=0.5).kernels
        KernelCache()
        """
        return KernelCache()

    def __getstate__(self) -> dict[str, Any]:
        """The fields alone: compiled code is not pickled."""
        return {"robot": self.robot, "springs": self.springs}

    def compile(self, question: str, *, wrenches: tuple[str, ...] | list[str] = (), **options: Any) -> Kernel[Any]:
        """The compiled program of a question; wrenches at the named frames come after the states.

        Options are those of `Robot.compile`: backend, dtype, layout, width, threads.

        >>> import linkwise
        >>> linkwise.load("pendulum").with_elastic_joints(100.0, rotors=0.5).compile("forward_dynamics")
        Kernel(elastic_forward_dynamics of 'pendulum': x(2), xd(2), tau(1) -> forward_dynamics(2))
        """
        return question_program(self, question, names("wrenches", wrenches)).kernel(**options)


def _holding(tree: Model) -> list[AbstractFriction | None]:
    """The friction laws of joints that follow one coordinate and do not depend on the load, by coordinate."""
    laws: list[AbstractFriction | None] = [None] * tree.n
    own = {((k, 1.0),): k for k in range(tree.n)}
    for body, row, offset in zip(tree.bodies, tree.coordinates.rows, tree.coordinates.offsets, strict=True):
        law = body.joint.friction
        if row in own and offset == 0.0 and not law.absent and "load" not in law.needs:
            laws[own[row]] = law
    return laws
