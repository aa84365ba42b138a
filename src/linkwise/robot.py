"""The public face: a robot that takes arrays and gives arrays."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from .algebra import Force, Inertia, Sym3, Vec3
from .arrays import Array, assembled, batch_shape, columns, real
from .errors import InvalidModel, NoInertia, NoMass, shown
from .formulations import around
from .formulations.determinacy import immovable
from .formulations.questions import answer_by
from .model import Frame, Model, rewrite
from .readers.report import LoadReport

WrenchesLike = Mapping[str, ArrayLike]
"""Wrenches at named frames: (moment, force), six numbers each."""

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

    # ---- what it is -------------------------------------------------------------------------------------------------

    @cached_property
    def tree(self) -> Model:
        """The model the formulations see: without fixed joints."""
        return rewrite.merge_fixed(self.model)

    @property
    def name(self) -> str:
        """The robot's name."""
        return self.model.name

    @property
    def n(self) -> int:
        """The number of degrees of freedom."""
        return self.model.n

    @property
    def joint_names(self) -> tuple[str, ...]:
        """The names of the coordinates, in the order of every array."""
        return self.model.joint_names

    @property
    def frames(self) -> tuple[str, ...]:
        """The names of all frames: links and named places."""
        return tuple(frame.name for frame in self.model.frames)

    @property
    def gravity(self) -> Array:
        """The acceleration of gravity in base axes."""
        return np.array(self.model.gravity.components, dtype=float)

    @cached_property
    def limits(self) -> JointLimits:
        """Position, velocity and effort limits of the coordinates."""
        own = {body.joint.name: body.joint.limits for body in self.model.bodies}
        every = [own[name] for name in self.joint_names]
        kinds = ("lower", "upper", "velocity", "effort")
        return JointLimits(*(np.array([getattr(limits, kind) for limits in every], dtype=float) for kind in kinds))

    # ---- dynamics ---------------------------------------------------------------------------------------------------

    def inverse_dynamics(
        self, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike, *,
        wrenches: WrenchesLike | None = None, formulation: str | None = None,
    ) -> Array:  # fmt: skip
        """Joint forces tau that produce the accelerations qdd, with the model's friction and rotor inertia.

        >>> import linkwise
        >>> linkwise.load("pendulum").inverse_dynamics([0.0], [0.0], [0.0]).shape
        (1,)
        """
        return self._ask("inverse_dynamics", {"q": q, "qd": qd, "qdd": qdd}, ("n",), formulation, wrenches=wrenches)

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
        if self._immovable is not None:
            raise NoInertia(self._immovable, self.name)
        return self._ask("forward_dynamics", {"q": q, "qd": qd, "tau": tau}, ("n",), formulation, wrenches=wrenches)

    def mass_matrix(self, q: ArrayLike, *, formulation: str | None = None) -> Array:
        """The joint-space inertia matrix M, rotors included.

        >>> import linkwise
        >>> linkwise.load("panda").mass_matrix([[0.0] * 7] * 5).shape
        (5, 7, 7)
        """
        return self._ask("mass_matrix", {"q": q}, ("n", "n"), formulation)

    def coriolis_matrix(self, q: ArrayLike, qd: ArrayLike, *, formulation: str | None = None) -> Array:
        """The matrix C of Christoffel symbols: C qd are the velocity forces, dM/dt − 2 C is skew.

        >>> import linkwise
        >>> linkwise.load("planar2r").coriolis_matrix([0.0, 0.0], [1.0, 1.0]).shape
        (2, 2)
        """
        return self._ask("coriolis_matrix", {"q": q, "qd": qd}, ("n", "n"), formulation)

    def bias_forces(
        self, q: ArrayLike, qd: ArrayLike, *, wrenches: WrenchesLike | None = None, formulation: str | None = None
    ) -> Array:
        """C qd + g: what gravity and velocity ask of the joints; friction is not in it (see friction_forces).

        >>> import linkwise
        >>> linkwise.load("pendulum").bias_forces([0.0], [3.0]).shape
        (1,)
        """
        return self._ask("bias_forces", {"q": q, "qd": qd}, ("n",), formulation, "inverse_dynamics", wrenches=wrenches)

    def gravity_forces(self, q: ArrayLike, *, formulation: str | None = None) -> Array:
        """The joint forces that hold the arm at rest.

        >>> import linkwise
        >>> linkwise.load("planar2r").gravity_forces([0.0, 0.0]).round(3)
        array([41.889, 18.541])
        """
        return self._ask("gravity_forces", {"q": q}, ("n",), formulation, "inverse_dynamics")

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
        >>> float(linkwise.load("planar2r").kinetic_energy([0.0, 0.0], [0.0, 0.0]))
        0.0
        """
        return self._ask("kinetic_energy", {"q": q, "qd": qd}, (), formulation)

    def potential_energy(self, q: ArrayLike, *, formulation: str | None = None) -> Array:
        """The potential energy of the moving links; a mass at the base's origin has none.

        >>> import linkwise
        >>> float(linkwise.load("planar2r").potential_energy([0.0, 0.0]))
        0.0
        """
        return self._ask("potential_energy", {"q": q}, (), formulation)

    # ---- kinematics -------------------------------------------------------------------------------------------------

    def forward_kinematics(self, q: ArrayLike, frame: str | None = None) -> Array:
        """The pose of a frame in the base as a 4×4 matrix; without a name, of the tip.

        >>> import linkwise
        >>> linkwise.load("panda").forward_kinematics([0.0] * 7, "panda_link8")[:3, 3].round(3)
        array([0.088, 0.   , 0.926])
        """
        place = self._frame(frame)

        def matrix(q: Any) -> Any:
            return around.forward_kinematics(self.tree, answer_by("forward_kinematics", None), q, place).matrix

        return self._evaluate(matrix, {"q": q}, (4, 4))

    def jacobian(self, q: ArrayLike, frame: str | None = None) -> Array:
        """The 6×n geometric Jacobian: (ω, v) of a frame in base axes, v being the velocity of its origin.

        >>> import linkwise
        >>> linkwise.load("planar2r").jacobian([0.0, 0.0])[2]
        array([1., 1.])
        """
        return self._ask("jacobian", {"q": q}, (6, "n"), None, frame=self._frame(frame), dynamics=False)

    def jacobian_dot(self, q: ArrayLike, qd: ArrayLike, frame: str | None = None) -> Array:
        """The time derivative of the Jacobian.

        >>> import linkwise
        >>> linkwise.load("planar2r").jacobian_dot([0.0, 0.0], [0.0, 0.0]).any()
        np.False_
        """
        return self._ask("jacobian_dot", {"q": q, "qd": qd}, (6, "n"), None, frame=self._frame(frame), dynamics=False)

    # ---- variants: models are frozen, a change is a new robot -------------------------------------------------------

    def lock(self, joint: str | Mapping[str, float], value: float = 0.0) -> "Robot":
        """The robot with a joint (or several, by name) held at a value.

        >>> import linkwise
        >>> linkwise.load("panda").lock("panda_joint7", 0.785).n
        6
        """
        values = joint if isinstance(joint, Mapping) else {joint: value}
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
        c = real("com", com, 3, "a point of the frame")
        I = np.zeros((3, 3)) if inertia is None else real("inertia", inertia, 3, "a symmetric 3×3 matrix")
        weight = real("mass", [mass], 1, "one number, not negative")[0]
        if (
            c.ndim != 1
            or I.shape != (3, 3)
            or not np.array_equal(I, I.T)
            or not np.isfinite([weight, *c, *I.flat]).all()
        ):
            raise InvalidModel("this payload is not one.", "Finite mass, com of 3, symmetric 3×3 inertia.")
        if weight < 0 or np.linalg.eigvalsh(I)[0] < -1e-12 * np.trace(I):
            raise InvalidModel("this payload has negative mass or inertia.", "A physical body was expected.")
        (xx, xy, xz), (_, yy, yz), (_, _, zz) = I.tolist()
        load = Inertia.at_com(float(weight), Vec3(*c.tolist()), Sym3(xx, xy, xz, yy, yz, zz))
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

    @cached_property
    def _immovable(self) -> str | None:
        self._has_mass()
        return immovable(self.tree)

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

    def _frame(self, name: str | None) -> Frame:
        return self.tree.frame(self.model.frame_or_tip(name).name)

    def _ask(
        self, question: str, states: dict[str, ArrayLike], gives: tuple[str | int, ...], formulation: str | None,
        answered_by: str | None = None, *, wrenches: WrenchesLike | None = None, dynamics: bool = True, **more: Any,
    ) -> Array:  # fmt: skip
        """Put a question to a formulation through the terms around it."""
        if dynamics:
            self._has_mass()
        by, answer = answer_by(answered_by or question, formulation), getattr(around, question)
        takes_wrenches = question in ("inverse_dynamics", "forward_dynamics", "bias_forces")
        return self._evaluate(
            lambda *state, **pressed: answer(self.tree, by, *state, **pressed, **more),
            states,
            gives,
            (wrenches or {}) if takes_wrenches else None,
        )

    def _evaluate(
        self, answer: Callable[..., Any], states: dict[str, ArrayLike], gives: tuple[str | int, ...],
        wrenches: WrenchesLike | None = None,
    ) -> Array:  # fmt: skip
        """Check arrays, run the answer on their columns, and assemble the result."""
        given = {name: real(name, value, self.n, "one entry per joint") for name, value in states.items()}
        pressing = {
            name: real(f"wrench at {shown(name)}", w, 6, "moment, force") for name, w in (wrenches or {}).items()
        }
        for name in pressing:
            self.model.frame(name)
        batch = batch_shape({**given, **pressing})
        single = batch == ()
        more: dict[str, Any] = {}
        if wrenches is not None:
            more["pressed"] = {name: _force(columns(w, single), self.model.base) for name, w in pressing.items()}
        with np.errstate(all="ignore"):  # NaN and infinities in give NaN and infinities out
            result = answer(*(columns(array, single) for array in given.values()), **more)
        return assembled(result, batch, [self.n if k == "n" else int(k) for k in gives])


def _force(w: list[Any], frame: str) -> Force:
    return Force(Vec3(w[0], w[1], w[2], frame), Vec3(w[3], w[4], w[5], frame))
