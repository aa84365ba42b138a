"""The public face: a robot that takes arrays and gives arrays."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from .algebra import Force, Vec3
from .arrays import Array, assembled, batch_shape, columns, real
from .errors import BadArray, InvalidModel, NoMass, UnknownName, shown
from .formulations import QUESTIONS, answer_by, answering, around
from .model import NO_LIMITS, Model, rewrite
from .payload import payload
from .readers.report import LoadReport

WrenchesLike = Mapping[str, ArrayLike]
"""Wrenches at named frames: (moment, force), six numbers each."""

_LIMITS = ("lower", "upper", "velocity", "effort")

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


@dataclass(frozen=True, eq=False)
class Robot:
    """A manipulator: its model, what was noticed when it was read, and the questions it answers.

    States are arrays whose last axis holds the joints; all leading axes are a batch. q, qd, qdd are positions,
    velocities and accelerations; tau joint torques and forces. SI units; spatial vectors have the angular part first.

    `wrenches` maps frame names to the wrench (n, f) the *environment exerts on the robot* there: moment about the
    frame's origin and force, in base axes, so that inverse_dynamics = … − Jᵀ wrench.

    `formulation` names the textbook that answers, such as "newton_euler.luh_walker_paul"; all give the same numbers.

    >>> import linkwise
    >>> robot = linkwise.load("planar2r")
    >>> robot.inverse_dynamics([0.4, 1.2], [0.8, -1.4], [1.1, -0.6]).round(6)
    array([24.758766,  1.62563 ])
    """

    model: Model
    report: LoadReport = NOTHING_NOTED

    def __post_init__(self) -> None:
        if not isinstance(self.model, Model):
            raise InvalidModel(
                f"a robot cannot be made of a {type(self.model).__name__}.",
                "A linkwise.Model was expected.",
                "linkwise.load reads files and knows names.",
            )

    # ---- what it is -------------------------------------------------------------------------------------------------

    @cached_property
    def tree(self) -> Model:
        """The model the formulations see: without fixed joints.

        >>> import linkwise
        >>> held = linkwise.load("panda").lock("panda_joint7", 0.785)
        >>> len(held.model.bodies), len(held.tree.bodies)
        (7, 6)
        """
        return rewrite.merge_fixed(self.model)

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
    def gravity(self) -> Array:
        """The acceleration of gravity in base axes.

        >>> import linkwise
        >>> linkwise.load("panda").gravity
        array([ 0.  ,  0.  , -9.81])
        """
        return np.array(self.model.gravity.components, dtype=float)

    @cached_property
    def limits(self) -> JointLimits:
        """Position, velocity and effort limits of the coordinates.

        >>> import linkwise
        >>> linkwise.load("panda").limits.effort
        array([87., 87., 87., 87., 12., 12., 12.])
        """
        own = {body.joint.name: body.joint.limits for body in self.model.bodies}
        every = [own.get(name, NO_LIMITS) for name in self.joint_names]
        columns = [np.array([getattr(limits, kind) for limits in every], dtype=float) for kind in _LIMITS]
        for column in columns:
            column.flags.writeable = False  # a robot is frozen
        return JointLimits(*columns)

    def formulations(self, question: str) -> tuple[str, ...]:
        """The names of the formulations that answer a question for this robot, the default first.

        >>> import linkwise
        >>> linkwise.load("panda").formulations("forward_dynamics")
        ('articulated.khalil_dombre', 'composite.direct_solve')
        """
        if question not in QUESTIONS:
            raise UnknownName("question", question, "linkwise", QUESTIONS)
        return tuple(answering(question, self._coupled))

    # ---- dynamics ---------------------------------------------------------------------------------------------------

    def inverse_dynamics(
        self, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike, *,
        wrenches: WrenchesLike | None = None, formulation: str | None = None,
    ) -> Array:  # fmt: skip
        """Joint forces tau that produce the accelerations qdd, with the model's friction and rotor inertia.

        >>> import linkwise
        >>> linkwise.load("pendulum").inverse_dynamics([0.0], [0.0], [3.0])  # (m l²/3) q̈
        array([1.])
        """
        return self._ask("inverse_dynamics", (q, qd, qdd), formulation, wrenches=wrenches)

    def forward_dynamics(
        self, q: ArrayLike, qd: ArrayLike, tau: ArrayLike, *,
        wrenches: WrenchesLike | None = None, formulation: str | None = None,
    ) -> Array:  # fmt: skip
        """Joint accelerations that the joint forces tau produce.

        >>> import linkwise
        >>> robot = linkwise.load("puma560")
        >>> q, qd, qdd = [0.1] * 6, [0.2] * 6, [0.3] * 6
        >>> robot.forward_dynamics(q, qd, robot.inverse_dynamics(q, qd, qdd)).round(9)
        array([0.3, 0.3, 0.3, 0.3, 0.3, 0.3])
        """
        return self._ask("forward_dynamics", (q, qd, tau), formulation, wrenches=wrenches)

    def mass_matrix(self, q: ArrayLike, *, formulation: str | None = None) -> Array:
        """The joint-space inertia matrix M, rotors included.

        >>> import linkwise
        >>> linkwise.load("panda").mass_matrix([[0.0] * 7] * 5).shape
        (5, 7, 7)
        """
        return self._ask("mass_matrix", (q,), formulation)

    def coriolis_matrix(self, q: ArrayLike, qd: ArrayLike, *, formulation: str | None = None) -> Array:
        """The matrix C of Christoffel symbols: C qd are the velocity forces, dM/dt − 2 C is skew.

        >>> import linkwise
        >>> linkwise.load("planar2r").coriolis_matrix([0.0, 1.0], [1.0, 1.0]).round(3)
        array([[-1.113, -2.227],
               [ 1.113,  0.   ]])
        """
        return self._ask("coriolis_matrix", (q, qd), formulation)

    def bias_forces(
        self, q: ArrayLike, qd: ArrayLike, *, wrenches: WrenchesLike | None = None, formulation: str | None = None
    ) -> Array:
        """C qd + g: what gravity and velocity ask of the joints; friction is not in it (see friction_forces).

        >>> import linkwise
        >>> linkwise.load("pendulum").bias_forces([3.141592653589793 / 2], [3.0])  # ½ m g l
        array([4.905])
        """
        return self._ask("bias_forces", (q, qd), formulation, wrenches=wrenches)

    def gravity_forces(self, q: ArrayLike, *, formulation: str | None = None) -> Array:
        """The joint forces that hold the arm at rest.

        >>> import linkwise
        >>> linkwise.load("planar2r").gravity_forces([0.0, 0.0]).round(3)
        array([41.889, 18.541])
        """
        return self._ask("gravity_forces", (q,), formulation)

    def friction_forces(self, qd: ArrayLike) -> Array:
        """The joint forces spent on friction.

        >>> import linkwise
        >>> linkwise.load("planar2r").friction_forces([1.0, -1.0])
        array([0., 0.])
        """
        return self._evaluate(lambda qd: around.friction_forces(self.tree, qd), {"qd": qd}, ("n",))

    def kinetic_energy(self, q: ArrayLike, qd: ArrayLike, *, formulation: str | None = None) -> Array:
        """The kinetic energy of links and rotors.

        >>> import linkwise
        >>> float(linkwise.load("pendulum").kinetic_energy([0.0], [2.0]).round(9))  # ½ (m l²/3) q̇²
        0.666666667
        """
        return self._ask("kinetic_energy", (q, qd), formulation)

    def potential_energy(self, q: ArrayLike, *, formulation: str | None = None) -> Array:
        """The potential energy of the moving links; a mass at the base's origin has none.

        >>> import linkwise
        >>> float(linkwise.load("pendulum").potential_energy([0.0]).round(9))  # − ½ m g l
        -4.905
        """
        return self._ask("potential_energy", (q,), formulation)

    # ---- kinematics -------------------------------------------------------------------------------------------------

    def forward_kinematics(self, q: ArrayLike, frame: str | None = None) -> Array:
        """The pose of a frame in the base as a 4×4 matrix; without a name, of the tip.

        >>> import linkwise
        >>> linkwise.load("panda").forward_kinematics([0.0] * 7, "panda_link8")[:3, 3].round(3)
        array([0.088, 0.   , 0.926])
        """
        return self._ask("forward_kinematics", (q,), frame=frame)

    def jacobian(self, q: ArrayLike, frame: str | None = None) -> Array:
        """The 6×n geometric Jacobian: (ω, v) of a frame in base axes, v being the velocity of its origin.

        >>> import linkwise
        >>> linkwise.load("planar2r").jacobian([0.0, 0.0])[2]
        array([1., 1.])
        """
        return self._ask("jacobian", (q,), frame=frame)

    def jacobian_dot(self, q: ArrayLike, qd: ArrayLike, frame: str | None = None) -> Array:
        """The time derivative of the Jacobian.

        >>> import linkwise
        >>> linkwise.load("planar2r").jacobian_dot([0.0, 0.0], [1.0, 0.0], "tip")[3]
        array([-1.6, -0.9])
        """
        return self._ask("jacobian_dot", (q, qd), frame=frame)

    # ---- variants: models are frozen, a change is a new robot -------------------------------------------------------

    def lock(self, joint: str | Mapping[str, float], value: float | None = None) -> "Robot":
        """The robot with a joint (or several, by name) held at a value.

        >>> import linkwise
        >>> linkwise.load("panda").lock("panda_joint7", 0.785).n
        6
        """
        if not isinstance(joint, str | Mapping):
            raise InvalidModel(f"{shown(repr(joint))} names no joint.", "A name, or a dict of names and values.")
        if isinstance(joint, Mapping):
            if value is not None:
                raise InvalidModel("lock got a dict and a value.", "The dict holds the values of its joints.")
            return replace(self, model=rewrite.lock(self.model, joint))
        values = {joint: 0.0 if value is None else value}
        return replace(self, model=rewrite.lock(self.model, values))

    def with_payload(
        self, mass: float, com: ArrayLike = (0.0, 0.0, 0.0), inertia: ArrayLike | None = None,
        frame: str | None = None, name: str = "payload",
    ) -> "Robot":  # fmt: skip
        """The robot with a load in its hand: mass, centre of mass and 3×3 inertia at it, seen from the frame.

        >>> import linkwise
        >>> "bob" in linkwise.load("pendulum").with_payload(2.0, name="bob").frames
        True
        """
        load = payload(mass, com, inertia)
        return replace(self, model=rewrite.attach_payload(self.model, frame, load, name))

    def with_gravity(self, gravity: ArrayLike) -> "Robot":
        """The robot under another gravity, in base axes: on a wall, on the moon, or none.

        >>> import linkwise
        >>> linkwise.load("pendulum").with_gravity([0, 0, -1.62]).gravity
        array([ 0.  ,  0.  , -1.62])
        """
        g = real("gravity", gravity, 3, "an acceleration in base axes")
        if g.shape != (3,) or not np.isfinite(g).all():
            raise InvalidModel(f"gravity {gravity!r} is not a vector.", "Three finite numbers were expected.")
        return replace(self, model=replace(self.model, gravity=Vec3(*g.tolist())))

    def without_friction(self) -> "Robot":
        """The robot with frictionless joints.

        >>> import linkwise
        >>> linkwise.load("puma560").without_friction().friction_forces([1.0] * 6).any()
        np.False_
        """
        return replace(self, model=rewrite.without_friction(self.model))

    def without_rotors(self) -> "Robot":
        """The robot without rotor inertias.

        >>> import linkwise
        >>> puma = linkwise.load("puma560")
        >>> bool(puma.mass_matrix([0.0] * 6)[5, 5] > puma.without_rotors().mass_matrix([0.0] * 6)[5, 5])
        True
        """
        return replace(self, model=rewrite.without_rotors(self.model))

    def __repr__(self) -> str:
        return f"Robot({shown(self.name)}, n={self.n})"

    # ---- how a question is put --------------------------------------------------------------------------------------

    @property
    def _coupled(self) -> bool:
        return not self.model.u.trivial

    def _has_mass(self) -> None:
        for body in self.tree.bodies:
            if any(p != 0 for p in body.inertia.parameters) or body.joint.rotor.reflected != 0:
                return
        if self.n:
            raise NoMass(
                f"robot {shown(self.name)} has no mass, so it has no dynamics.",
                "At least one moving link with mass or inertia was expected.",
                "give its links <inertial> data (URDF), mass and inertia (TOML), or with_payload.",
            )

    def _ask(
        self, question: str, states: tuple[ArrayLike, ...], formulation: str | None = None, *,
        wrenches: WrenchesLike | None = None, frame: str | None = None,
    ) -> Array:  # fmt: skip
        """Put a question to a formulation through the terms around it."""
        row, by, answer = (
            QUESTIONS[question],
            answer_by(question, formulation, self._coupled),
            getattr(around, question),
        )
        more: dict[str, Any] = {}
        if row.frame:
            more["frame"] = self.tree.frame(self.model.frame_or_tip(frame).name)
        else:
            self._has_mass()
        return self._evaluate(
            lambda *state, **pressed: answer(self.tree, by, *state, **pressed, **more),
            dict(zip(row.takes, states, strict=True)),
            row.gives,
            self._pressing(wrenches) if row.wrenches else None,
        )

    def _pressing(self, wrenches: WrenchesLike | None) -> dict[str, Array]:
        """The wrenches a caller gave, checked."""
        if not isinstance(wrenches, Mapping | None):
            raise BadArray(
                f"wrenches are a {type(wrenches).__name__}.",
                "A dict of frame name to six numbers (moment, force) was expected.",
                'wrenches={"tool": [0, 0, 0, 0, 0, -10.0]}, say.',
            )
        return {
            self.model.frame(name).name: real(f"wrench at {shown(name)}", w, 6, "moment, force")
            for name, w in (wrenches or {}).items()
        }

    def _evaluate(
        self, answer: Callable[..., Any], states: dict[str, ArrayLike], gives: tuple[str | int, ...],
        pressing: dict[str, Array] | None = None,
    ) -> Array:  # fmt: skip
        """Check arrays, run the answer on their columns, and assemble the result."""
        given = {name: real(name, value, self.n, "one entry per joint") for name, value in states.items()}
        batch = batch_shape({**given, **(pressing or {})})
        single = batch == ()
        more: dict[str, Any] = {}
        if pressing is not None:
            more["pressed"] = {name: _force(columns(w, single), self.model.base) for name, w in pressing.items()}
        with np.errstate(all="ignore"):  # NaN and infinities in give NaN and infinities out
            result = answer(*(columns(array, single) for array in given.values()), **more)
            return assembled(result, batch, [self.n if k == "n" else int(k) for k in gives])


def _force(w: list[Any], frame: str) -> Force:
    return Force(Vec3(w[0], w[1], w[2], frame), Vec3(w[3], w[4], w[5], frame))
