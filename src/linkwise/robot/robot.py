"""The public interface: a robot that takes arrays and returns arrays."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..calls.arrays import Array
from ..calls.checks import fixed, numbers
from ..calls.kernel_cache import KernelCache
from ..calls.scalar_system import RigidSystem
from ..calls.variant_family import VariantFamily
from ..errors import InvalidModel, shown
from ..formulations.composite.orin_goswami import total_mass
from ..html_table import html_table
from ..model import Model, rewrite
from ..model.coordinate_limits import coordinate_limits
from ..readers.report import LoadReport
from .shorthands import AbstractShorthands
from .uses import AbstractUses
from .variants import AbstractVariants

NOTHING_NOTED = LoadReport("a model", "model")
"""The report of a robot that was not read from a file."""


@dataclass(frozen=True)
class JointLimits:
    """Limits of all coordinates; infinite where there are none.

    >>> import linkwise
    >>> float(linkwise.load("panda").limits.upper[0])
    2.8973
    """

    lower: Array
    upper: Array
    velocity: Array
    effort: Array

    def within(
        self, q: ArrayLike | None = None, qd: ArrayLike | None = None, tau: ArrayLike | None = None
    ) -> NDArray[np.bool_]:
        """Which coordinates keep their limits, (…, n): those of position, velocity and effort that are given.

        Dynamics do not ask this: a state beyond the limits is answered like any other. `trajectory.check(robot)` does
        the same along a motion.

        >>> import linkwise
        >>> linkwise.load("panda").limits.within([0.0, 0.0, 0.0, 0.5, 0.0, 1.0, 0.0])
        array([ True,  True,  True, False,  True,  True,  True])
        """
        n, kept = len(self.lower), np.ones(len(self.lower), dtype=bool)
        if q is not None:
            q = numbers("q", q, (n,), "one entry per joint")
            kept = kept & (self.lower <= q) & (q <= self.upper)
        for name, value, most in (("qd", qd, self.velocity), ("tau", tau, self.effort)):
            if value is not None:
                kept = kept & (np.abs(numbers(name, value, (n,), "one entry per joint")) <= most)
        return kept

    def _repr_html_(self) -> str:
        units = ("", " (rad or m)", " (rad or m)", " (rad/s or m/s)", " (N m or N)")
        heads = [f"{name}{unit}" for name, unit in zip(("index", *vars(self)), units, strict=True)]
        rows = zip(*([f"{x:.6g}" for x in column] for column in vars(self).values()), strict=True)
        return html_table("JointLimits", heads, [(k, *row) for k, row in enumerate(rows)])


@dataclass(frozen=True, eq=False)
class Robot(AbstractShorthands, AbstractVariants, AbstractUses):
    """A manipulator: its model, what was noticed when it was read, and the questions it answers.

    States are arrays whose last axis holds the joints; all leading axes are a batch. q, qd, qdd are positions,
    velocities and accelerations; tau joint torques and forces. SI units; spatial vectors have the angular part first.

    `wrenches` maps frame names to the wrench (n, f) the *environment exerts on the robot* there: moment about the
    frame's origin and force, in base axes, so that inverse_dynamics = … − Jᵀ wrench.

    `base` says how the base moves, where it does: {"velocity": (ω, v), "acceleration": (ω̇, v̇), "gravity": g}, angular
    part first, of the base's origin, all as seen from the base's axes, which turn with it. What is left out is 0, or
    the robot's own gravity. See docs/moving_bases.md.

    Every question takes arrays or lists, by position or by name, and answers in float32 if all arrays are float32.
    A state may be a dict by joint name that names all joints; `robot.joint_array` fills in those it leaves out.
    `out=` takes the array to be filled (for several answers a tuple of arrays), which is returned. A list of frames
    gives their answers along a new axis, from one kernel.

    `formulation` names the textbook method to use, such as "newton_euler.luh_walker_paul"; all give the same numbers.
    It runs as it is written, which is slow: `robot.compile(question, formulation=…)` compiles it. States beyond
    `robot.limits` are answered like any others; `robot.limits.within(q, qd, tau)` says which coordinates keep them.

    >>> import linkwise
    >>> robot = linkwise.load("planar2r")
    >>> robot.inverse_dynamics([0.4, 1.2], [0.8, -1.4], [1.1, -0.6]).round(6)
    array([24.758766,  1.62563 ])
    """

    model: Model
    report: LoadReport = NOTHING_NOTED

    def __post_init__(self) -> None:
        if not isinstance(self.report, LoadReport):
            raise InvalidModel(f"a {type(self.report).__name__} is not a LoadReport.", "robot.report is one.")
        if not isinstance(self.model, Model):
            raise InvalidModel(
                f"a robot cannot be made from a {type(self.model).__name__}.",
                "A linkwise.Model was expected.",
                "linkwise.load takes a file or a robot's name.",
            )

    def __getstate__(self) -> dict[str, Any]:
        """Model and report; compiled code is not pickled."""
        return {"model": self.model, "report": self.report}

    def __repr__(self) -> str:
        return f"Robot({shown(self.name)}, n={self.n})"

    def _repr_html_(self) -> str:
        limits = self.limits
        columns = (limits.lower, limits.upper, limits.velocity, limits.effort)
        rows = [(name, *(f"{column[k]:.6g}" for column in columns)) for k, name in enumerate(self.joint_names)]
        return html_table(repr(self), ("joint", "lower", "upper", "velocity", "effort"), rows)

    @cached_property
    def tree(self) -> Model:
        """The model the formulations see: without fixed joints.

        >>> import linkwise
        >>> held = linkwise.load("panda").lock("panda_joint7", 0.785)
        >>> len(held.model.bodies), len(held.tree.bodies)
        (7, 6)
        """
        return rewrite.merge_fixed(self.model)

    def _tree_with(self, joints: tuple[str, ...]) -> Model:
        fixed = [name for name in joints if name not in self.model.moving_joint_names]
        return rewrite.merge_fixed(rewrite.hold(self.model, fixed)) if fixed else self.tree

    @cached_property
    def kernels(self) -> KernelCache:
        """The kernels of the questions asked so far.

        >>> import linkwise
        >>> robot = linkwise.load("pendulum")
        >>> _ = robot.mass_matrix([0.0])
        >>> robot.kernels
        KernelCache(mass_matrix)
        """
        return KernelCache(vars(self).get("_family"))

    @cached_property
    def _family(self) -> VariantFamily:
        """The robot itself, and those made by changing its payload and gravity; they have the same family."""
        return VariantFamily(self.model, self.tree, self.kernels)

    @cached_property
    def scalar_system(self) -> RigidSystem:
        """The robot as its equations over scalars, from which rollouts are compiled.

        >>> import linkwise
        >>> linkwise.load("pendulum").scalar_system.equations().inverse_dynamics([0.0], [0.0], [3.0])
        [1.0]
        """
        return RigidSystem(self.tree)

    @property
    def name(self) -> str:
        """The robot's name.

        >>> import linkwise
        >>> linkwise.load("ur5").name
        'ur5'
        """
        return self.model.name

    @property
    def n(self) -> int:
        """The number of degrees of freedom.

        >>> import linkwise
        >>> linkwise.load("panda").n
        7
        """
        return self.model.n

    @property
    def joint_names(self) -> tuple[str, ...]:
        """The names of the coordinates, in the order of every array.

        >>> import linkwise
        >>> linkwise.load("planar2r").joint_names
        ('joint1', 'joint2')
        """
        return self.model.joint_names

    @property
    def frames(self) -> tuple[str, ...]:
        """The names of all frames: links and named places.

        >>> import linkwise
        >>> linkwise.load("planar2r").frames
        ('base', 'link1', 'link2', 'tip')
        """
        return tuple(frame.name for frame in self.model.frames)

    @property
    def total_mass(self) -> float:
        """The mass of the moving links, of which `center_of_mass` is the centre; a fixed base is not one of them.

        >>> import linkwise
        >>> linkwise.load("pendulum").total_mass, linkwise.load("pendulum").with_payload(2.0).total_mass
        (1.0, 3.0)
        """
        return total_mass(self.tree)

    @property
    def gravity(self) -> Array:
        """The acceleration of gravity in base axes.

        >>> import linkwise
        >>> linkwise.load("panda").gravity
        array([ 0.  ,  0.  , -9.81])
        """
        return np.array(self.model.gravity.components, dtype=float)

    @cached_property
    def limits(self) -> JointLimits:
        """Position, velocity and effort limits of the coordinates, which joints that follow them may narrow.

        >>> import linkwise
        >>> linkwise.load("panda").limits.effort
        array([87., 87., 87., 87., 12., 12., 12.])
        """
        return JointLimits(*(fixed(np.array(column, dtype=float)) for column in coordinate_limits(self.model)))

    def _with_model(self, model: Model) -> Robot:
        return replace(self, model=model)

    def _varied(self, model: Model) -> Robot:
        variant = replace(self, model=model)
        vars(variant).update(_family=self._family, _first=vars(self).get("_first", self))
        return variant
