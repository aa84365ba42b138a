"""The public face: a robot that takes arrays and gives arrays."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from ..algebra import Vec3
from ..calls.arrays import Array, real
from ..calls.direct import WrenchesLike, evaluate, require_mass
from ..calls.dispatch import answer
from ..calls.kernel import Kernel
from ..calls.question_program import Task
from ..errors import InvalidModel, UnknownName, shown
from ..formulations import QUESTIONS, Columns, answering, around, columns_of
from ..model import FREE, NO_LIMITS, NO_ROTOR, AbstractFriction, Limits, Model, Rotor, rewrite
from ..model.coordinate_limits import coordinate_limits
from ..parameters import Drives, Parameters, with_parameters
from ..readers.report import LoadReport
from .motors import motors
from .payload import payload

if TYPE_CHECKING:
    from ..backends.listing import Listing
    from ..elastic import ElasticRobot
    from ..formulas import Symbols
    from ..linearize import LinearizedModel
    from ..parameters.base import BaseParameters
    from ..rollouts import RolloutKernel, Rollouts
    from ..simulate import Simulation
    from ..sweep import Sweep
    from ..taskspace import TaskSpace
    from ..trajectories import AbstractTrajectory, Scaling
    from ..verify import Certificate

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
        if not isinstance(self.report, LoadReport):
            raise InvalidModel(f"a {type(self.report).__name__} is no LoadReport.", "robot.report is one.")
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

    @cached_property
    def kernels(self) -> dict[Any, Kernel]:
        """The kernels of the questions asked so far.

        >>> import linkwise
        >>> robot = linkwise.load("pendulum")
        >>> _ = robot.mass_matrix([0.0])
        >>> [question for question, wrenches, frame in robot.kernels]
        ['mass_matrix']
        """
        return {}

    def __getstate__(self) -> dict[str, Any]:
        """What the robot is; compiled code does not travel."""
        return {"model": self.model, "report": self.report}

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
        """Position, velocity and effort limits of the coordinates; joints that follow one hold it within theirs.

        >>> import linkwise
        >>> linkwise.load("panda").limits.effort
        array([87., 87., 87., 87., 12., 12., 12.])
        """
        columns = [np.array(column, dtype=float) for column in coordinate_limits(self.model)]
        for column in columns:
            column.flags.writeable = False  # a robot is frozen
        return JointLimits(*columns)

    def formulations(self, question: str) -> tuple[str, ...]:
        """The names of the formulations that answer a question for this robot, the default first.

        >>> import linkwise
        >>> linkwise.load("panda").formulations("forward_dynamics")[0]
        'articulated.khalil_dombre'
        """
        if not isinstance(question, str) or question not in QUESTIONS:
            raise UnknownName("question", question, "linkwise", QUESTIONS)
        return tuple(answering(question, self.tree))

    def compile(
        self, *questions: str, formulation: str | None = None, backend: str = "llvm", dtype: str | None = None,
        parameters: tuple[str, ...] | list[str] = (), wrenches: tuple[str, ...] | list[str] = (),
        frame: str | None = None, columns: Columns | None = None, layout: str = "rows", width: int | None = None,
        threads: int = 1,
    ) -> Kernel:  # fmt: skip
        """The compiled program of one or several questions, which then share their common work.

        `parameters` names what of the robot is given when the kernel is called instead of being built in ("gravity",
        "inertia", "payload", "friction"), `wrenches` the frames at which the environment presses: both come after the
        states. `columns` are a regressor's, as `robot.parameters(…).columns` holds them. `layout="columns"` takes and
        gives arrays with the states on the last axis, `width` is the number of states side by side,
        `backend="interpreter"` runs the program step by step.

        >>> import linkwise
        >>> kernel = linkwise.load("pendulum").compile("inverse_dynamics", parameters=["gravity"])
        >>> kernel([1.5707963267948966], [0.0], [0.0], [0.0, 0.0, -1.62]).round(9)
        array([0.81])
        """
        require_mass(self.tree, *questions)
        task = Task(
            self.tree, questions, formulation, _names("wrenches", wrenches), frame, _names("parameters", parameters),
            columns,
        )  # fmt: skip
        return Kernel(task, backend=backend, dtype=dtype, layout=layout, width=width, threads=threads)

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
        return answer(self, "inverse_dynamics", (q, qd, qdd), formulation, wrenches=wrenches)

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
        return answer(self, "forward_dynamics", (q, qd, tau), formulation, wrenches=wrenches)

    def mass_matrix(self, q: ArrayLike, *, formulation: str | None = None) -> Array:
        """The joint-space inertia matrix M, rotors included.

        >>> import linkwise
        >>> linkwise.load("panda").mass_matrix([[0.0] * 7] * 5).shape
        (5, 7, 7)
        """
        return answer(self, "mass_matrix", (q,), formulation)

    def coriolis_matrix(self, q: ArrayLike, qd: ArrayLike, *, formulation: str | None = None) -> Array:
        """The matrix C of Christoffel symbols: C qd are the velocity forces, dM/dt − 2 C is skew.

        >>> import linkwise
        >>> linkwise.load("planar2r").coriolis_matrix([0.0, 1.0], [1.0, 1.0]).round(3)
        array([[-1.113, -2.227],
               [ 1.113,  0.   ]])
        """
        return answer(self, "coriolis_matrix", (q, qd), formulation)

    def bias_forces(
        self, q: ArrayLike, qd: ArrayLike, *, wrenches: WrenchesLike | None = None, formulation: str | None = None
    ) -> Array:
        """C qd + g: what gravity and velocity ask of the joints; friction is not in it (see friction_forces).

        >>> import linkwise
        >>> linkwise.load("pendulum").bias_forces([3.141592653589793 / 2], [3.0])  # ½ m g l
        array([4.905])
        """
        return answer(self, "bias_forces", (q, qd), formulation, wrenches=wrenches)

    def gravity_forces(self, q: ArrayLike, *, formulation: str | None = None) -> Array:
        """The joint forces that hold the arm at rest.

        >>> import linkwise
        >>> linkwise.load("planar2r").gravity_forces([0.0, 0.0]).round(3)
        array([41.889, 18.541])
        """
        return answer(self, "gravity_forces", (q,), formulation)

    def inverse_dynamics_derivatives(
        self, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike, *,
        wrenches: WrenchesLike | None = None, formulation: str | None = None,
    ) -> Any:  # fmt: skip
        """The derivatives of inverse_dynamics with respect to q, qd and qdd: dtau_dq, dtau_dqd, mass_matrix.

        >>> import linkwise
        >>> found = linkwise.load("pendulum").inverse_dynamics_derivatives([0.0], [0.0], [0.0])
        >>> found.dtau_dq  # ½ m g l cos q
        array([[4.905]])
        """
        return answer(self, "inverse_dynamics_derivatives", (q, qd, qdd), formulation, wrenches=wrenches)

    def forward_dynamics_derivatives(
        self, q: ArrayLike, qd: ArrayLike, tau: ArrayLike, *,
        wrenches: WrenchesLike | None = None, formulation: str | None = None,
    ) -> Any:  # fmt: skip
        """The derivatives of forward_dynamics with respect to q, qd and tau: dqdd_dq, dqdd_dqd, dqdd_dtau.

        >>> import linkwise
        >>> linkwise.load("pendulum").forward_dynamics_derivatives([0.0], [0.0], [0.0]).dqdd_dtau.round(9)
        array([[3.]])
        """
        return answer(self, "forward_dynamics_derivatives", (q, qd, tau), formulation, wrenches=wrenches)

    def mass_matrix_inverse(self, q: ArrayLike, *, formulation: str | None = None) -> Array:
        """The inverse of the inertia matrix.

        >>> import linkwise
        >>> linkwise.load("pendulum").mass_matrix_inverse([0.0]).round(9)
        array([[3.]])
        """
        return answer(self, "mass_matrix_inverse", (q,), formulation)

    # ---- parameters -------------------------------------------------------------------------------------------------

    def parameters(
        self, *, rotors: bool | None = None, friction: bool | Sequence[str] = (), drives: Drives | None = None
    ) -> Parameters:
        """The parameters π that dynamics is linear in: values, names, and conversions.

        Of each moving link of `robot.tree`, in its frame, XX XY XZ YY YZ ZZ MX MY MZ M, then Ia where the robot has
        rotors (or where `rotors` says so); `friction` adds FV, FC, FO ("viscous", "coulomb", "offset") and, where
        joints have such, FS and FU ("static", "uneven"), or True for all; `drives` adds those of drives that several
        joints share: {"motor6": {"joint5": 1.0, "joint6": 1.0}}.

        >>> import linkwise
        >>> linkwise.load("pendulum").parameters().names[-4:]
        ('MX1', 'MY1', 'MZ1', 'M1')
        """
        return Parameters.of(self.tree, columns_of(self.tree, rotors, friction, drives))

    def regressor(
        self, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike, *, rotors: bool | None = None,
        friction: bool | Sequence[str] = (), drives: Drives | None = None, formulation: str | None = None,
    ) -> Array:  # fmt: skip
        """The matrix Y with Y π = τ, π being `robot.parameters` of the same rotors, friction and drives.

        A batch of states gives a batch of matrices; `.reshape(-1, Y.shape[-1])` stacks them to a tall one.

        >>> import linkwise
        >>> linkwise.load("panda").regressor([0.1] * 7, [0.2] * 7, [0.3] * 7).shape
        (7, 70)
        """
        columns = self._columns(rotors, friction, drives)
        return answer(self, "regressor", (q, qd, qdd), formulation, columns=columns)

    def kinetic_energy_regressor(
        self, q: ArrayLike, qd: ArrayLike, *, rotors: bool | None = None, drives: Drives | None = None,
        formulation: str | None = None,
    ) -> Array:  # fmt: skip
        """The row e with e π = kinetic energy.

        >>> import linkwise
        >>> linkwise.load("pendulum").kinetic_energy_regressor([0.0], [2.0])[5]  # ½ ω² for ZZ
        np.float64(2.0)
        """
        return answer(self, "kinetic_energy_regressor", (q, qd), formulation, columns=self._columns(rotors, (), drives))

    def potential_energy_regressor(
        self, q: ArrayLike, *, rotors: bool | None = None, drives: Drives | None = None, formulation: str | None = None
    ) -> Array:
        """The row u with u π = potential energy.

        >>> import linkwise
        >>> linkwise.load("pendulum").potential_energy_regressor([0.0])[6]  # −g·x for MX, x pointing down
        np.float64(-9.81)
        """
        return answer(self, "potential_energy_regressor", (q,), formulation, columns=self._columns(rotors, (), drives))

    def momentum_regressor(
        self, q: ArrayLike, qd: ArrayLike, *, rotors: bool | None = None, drives: Drives | None = None,
        formulation: str | None = None,
    ) -> Array:  # fmt: skip
        """The matrix P with P π = M(q) qd, the generalized momentum.

        >>> import linkwise
        >>> linkwise.load("panda").momentum_regressor([0.1] * 7, [0.2] * 7).shape
        (7, 70)
        """
        return answer(self, "momentum_regressor", (q, qd), formulation, columns=self._columns(rotors, (), drives))

    def with_parameters(self, values: ArrayLike, names: Sequence[str] | None = None) -> "Robot":
        """The robot with other parameters, in the order of `robot.parameters()` or of the given names.

        The bodies are those of `robot.tree`. Parameters of no possible body are taken as they are: see
        `linkwise.doctor`.

        >>> import linkwise
        >>> robot = linkwise.load("pendulum")
        >>> heavier = robot.with_parameters(2.0 * robot.parameters().values)
        >>> heavier.mass_matrix([0.0]) / robot.mass_matrix([0.0])
        array([[2.]])
        """
        return replace(self, model=with_parameters(self.tree, values, names))

    def base_parameters(
        self, *, rotors: bool | None = None, friction: bool | Sequence[str] = (), drives: Drives | None = None,
        method: str = "auto", zeros: bool = True,
    ) -> "BaseParameters":  # fmt: skip
        """The fewest parameters that determine the joint forces: names, values, grouping equations, base regressor.

        Found by closed-form rules, or with `method="numeric"` from a regressor at random states; friction and shared
        drives are asked for as in `parameters`. Without `zeros`, parameters whose value is 0 are left out.

        >>> import linkwise
        >>> base = linkwise.load("panda").base_parameters()
        >>> len(base), base.names[:3]
        (43, ('ZZR1', 'XXR2', 'XY2'))
        """
        from ..parameters.base import base_parameters  # a room of its own, which few robots enter

        return base_parameters(self.tree, columns_of(self.tree, rotors, friction, drives), method, zeros)

    def _columns(
        self, rotors: bool | None, friction: bool | Sequence[str], drives: Drives | None
    ) -> Columns | None:  # fmt: skip
        """None where a robot's own are meant."""
        none = friction is False or (isinstance(friction, tuple) and not friction)
        plain = rotors is None and none and drives is None
        return None if plain else columns_of(self.tree, rotors, friction, drives)

    def friction_forces(self, qd: ArrayLike, q: ArrayLike | None = None) -> Array:
        """The joint forces spent on friction; q is needed where a law depends on position or load.

        >>> import linkwise
        >>> linkwise.load("planar2r").friction_forces([1.0, -1.0])
        array([0., 0.])
        """
        states = {"qd": qd} if q is None else {"qd": qd, "q": q}
        return evaluate(self.tree, around.friction_forces, states, ("n",))

    def kinetic_energy(self, q: ArrayLike, qd: ArrayLike, *, formulation: str | None = None) -> Array:
        """The kinetic energy of links and rotors.

        >>> import linkwise
        >>> float(linkwise.load("pendulum").kinetic_energy([0.0], [2.0]).round(9))  # ½ (m l²/3) q̇²
        0.666666667
        """
        return answer(self, "kinetic_energy", (q, qd), formulation)

    def potential_energy(self, q: ArrayLike, *, formulation: str | None = None) -> Array:
        """The potential energy of the moving links; a mass at the base's origin has none.

        >>> import linkwise
        >>> float(linkwise.load("pendulum").potential_energy([0.0]).round(9))  # − ½ m g l
        -4.905
        """
        return answer(self, "potential_energy", (q,), formulation)

    # ---- formulas ---------------------------------------------------------------------------------------------------

    def formula(
        self, question: str, *, symbols: "Symbols | Mapping[str, Any]" = "all", base: bool = False,
        frame: str | None = None, formulation: str | None = None,
    ) -> Any:  # fmt: skip
        """The answer to a question in closed form, as sympy expressions: for small arms.

        Joint variables are q1, qd1, qdd1, … `symbols` says which constants are symbols: names such as "D3" or "ZZ2"
        (`linkwise.model.constants`), kinds ("geometry", "inertia", "centre", "rotors", "friction", "gravity"), "all",
        or a dict of what constants stand for; all others are numbers. With `base` inertial parameters are base
        parameters. Formulas too long to read are refused: `listing` has every robot.

        >>> import linkwise
        >>> linkwise.load("planar2r").formula("gravity_forces", symbols=["geometry", "inertia", "gravity"])[1]
        -G2*MX2*cos(q1 + q2)
        """
        from ..formulas import formula  # a room of its own, which few robots enter

        if isinstance(symbols, str):  # names and expressions may bring the mass
            require_mass(self.tree, question)
        return formula(self.tree, question, symbols, base, frame, formulation)

    def listing(
        self, question: str = "inverse_dynamics", *, symbols: "Symbols" = (), base: bool = True,
        frame: str | None = None, formulation: str | None = None,
    ) -> "Listing":  # fmt: skip
        """The customised model that answers a question, one named variable a line: text, LaTeX, Python, C, MATLAB.

        Constants that are `symbols` (as in `formula`) are arguments, all others are numbers in it. With `base`
        inertial parameters are regrouped to base parameters.

        >>> import linkwise
        >>> [line.name for line in linkwise.load("pendulum").listing("gravity_forces").lines]
        ['S1', 'M31']
        """
        from ..formulas import model_listing  # a room of its own, which few robots enter

        if isinstance(symbols, str) or not symbols:  # names may bring the mass
            require_mass(self.tree, question)
        return model_listing(self.tree, question, symbols, base, frame, formulation)

    # ---- kinematics -------------------------------------------------------------------------------------------------

    def forward_kinematics(self, q: ArrayLike, frame: str | None = None) -> Array:
        """The pose of a frame in the base as a 4×4 matrix; without a name, of the tip.

        >>> import linkwise
        >>> linkwise.load("panda").forward_kinematics([0.0] * 7, "panda_link8")[:3, 3].round(3)
        array([0.088, 0.   , 0.926])
        """
        return answer(self, "forward_kinematics", (q,), frame=frame)

    def jacobian(self, q: ArrayLike, frame: str | None = None) -> Array:
        """The 6×n geometric Jacobian: (ω, v) of a frame in base axes, v being the velocity of its origin.

        >>> import linkwise
        >>> linkwise.load("planar2r").jacobian([0.0, 0.0])[2]
        array([1., 1.])
        """
        return answer(self, "jacobian", (q,), frame=frame)

    def jacobian_dot(self, q: ArrayLike, qd: ArrayLike, frame: str | None = None) -> Array:
        """The time derivative of the Jacobian.

        >>> import linkwise
        >>> linkwise.load("planar2r").jacobian_dot([0.0, 0.0], [1.0, 0.0], "tip")[3]
        array([-1.6, -0.9])
        """
        return answer(self, "jacobian_dot", (q, qd), frame=frame)

    # ---- motion -----------------------------------------------------------------------------------------------------

    def simulate(
        self, q0: ArrayLike, qd0: ArrayLike | None = None, *, tau: Any = None, controller: Any = None, t: Any = 10.0,
        method: str = "DOP853", step: float | None = None, rtol: float = 1e-8, atol: float | None = None,
        wrenches: Mapping[str, Any] | None = None, events: Any = (), stops: Any = "ignore", saturate: bool = False,
        along: Mapping[str, Any] | None = None, sensitivities: Sequence[str] | None = None, progress: bool = False,
    ) -> "Simulation":  # fmt: skip
        """The motion from a state on, at rest where no velocity is given: arrays, energies, and what happened.

        `tau` is a torque for each joint or a function (t, q, qd) of them, `controller` such a function or an object
        with a state of its own; with `saturate` torques are cut at the effort limits. `t` is a duration, (beginning,
        end), or the times of the rows. `wrenches` are six numbers, or a function (t, q, qd) of them, at frames by name.

        `method` is one of `linkwise.simulate.METHODS`: "DOP853" and "Radau" (for stiff friction) choose their steps to
        the tolerances, `atol` being `rtol` unless given, and `step` the longest; the others have the fixed step `step`.
        Joints with dry friction stick and slip. `stops` says what happens at position limits: "ignore", "event",
        "stop", or a coefficient of restitution. `events` are functions (t, q, qd) whose changes of sign are noted (and
        end the run where they have `terminal = True`), or "limits". `along` are equations that are integrated along,
        `sensitivities` names of parameters ("M3", "Ia1", "payload.mass") with which the motion would change.

        >>> import linkwise
        >>> run = linkwise.load("panda").simulate([0.0, -0.3, 0.0, -2.2, 0.0, 2.0, 0.8], t=1.0)
        >>> run.status, run.drift < 1e-7
        ('finished', True)
        """
        from ..simulate import simulate  # a room of its own, with integrators

        given = {
            "tau": tau, "controller": controller, "t": t, "method": method, "step": step, "rtol": rtol, "atol": atol,
            "wrenches": wrenches, "events": events, "stops": stops, "saturate": saturate, "along": along,
            "progress": progress,
        }  # fmt: skip
        if sensitivities is None or not len(sensitivities):
            return simulate(self, q0, qd0, **given)
        from ..linearize import with_sensitivities

        return with_sensitivities(self, sensitivities, q0, qd0, **given)

    def rollouts(
        self, q0: ArrayLike, qd0: ArrayLike | None = None, *, tau: Any = None, controller: Any = None, step: float,
        duration: float | None = None, steps: int | None = None, method: str = "rk4", every: int | None = None,
        states: bool = True, outputs: Mapping[str, Any] | None = None, reduce: Mapping[str, Any] | None = None,
        parameters: Mapping[str, Any] | None = None, wrenches: Mapping[str, Any] | None = None,
        friction: float | str = 0.01, backend: str = "llvm", dtype: str = "float64", threads: int = 1,
        progress: bool = False,
    ) -> "Rollouts":  # fmt: skip
        """Many motions with fixed steps, the loop over time compiled: from states (…, n) on, at rest without qd0.

        `tau` are torques for all, or for each rollout, or a function of t; `controller` a function (eq, t, q, qd) over
        scalars, or an `InLoop`. `method` is one of `linkwise.rollouts.METHODS`. States are kept at every so many steps
        and at the end; `outputs` are functions (eq, t, q, qd, tau) over scalars, kept likewise; `reduce` makes one
        number of an output on the way: {"top": ("max", "height")}. `parameters` ("payload", "inertia", "gravity",
        "friction") and `wrenches` are given for all, or for each rollout. Dry friction is made smooth within the
        velocity `friction`; "as is" leaves it.

        >>> import linkwise
        >>> arm = linkwise.load("planar2r")
        >>> height = {"height": lambda eq, t, q, qd, tau: eq.forward_kinematics(q)[1][3]}
        >>> top = {"top": ("max", "height")}
        >>> found = arm.rollouts([[0.0, 0.5]] * 3, duration=1.0, step=1e-3, outputs=height, reduce=top)
        >>> found.q.shape, found["top"].shape
        ((3, 1, 2), (3,))
        """
        from ..rollouts.face import rollouts  # a room of its own, with a compiler

        compiling = {
            "method": method, "outputs": outputs, "reduce": reduce, "parameters": parameters or (),
            "wrenches": wrenches or (), "friction": friction, "backend": backend, "dtype": dtype,
        }  # fmt: skip
        calling = {
            "step": step, "steps": steps, "duration": duration, "every": every, "states": states, "threads": threads,
            "progress": progress,
        }  # fmt: skip
        return rollouts(self, q0, qd0, tau, controller, compiling, calling)

    def compile_rollouts(self, **options: Any) -> "RolloutKernel":
        """The loop of `rollouts` for use again and again: it takes `controller`, `method`, `outputs`, `reduce`,
        `friction`, `backend`, `dtype`, `width`, `threads`, and the names of `parameters` and `wrenches`.

        >>> import linkwise
        >>> kernel = linkwise.load("planar2r").compile_rollouts(method="gauss_legendre_4", parameters=["payload"])
        >>> kernel([[0.0, 0.5]] * 5, step=2e-3, steps=10).qd.shape
        (5, 1, 2)
        """
        from ..rollouts import RolloutKernel  # a room of its own, with a compiler

        return RolloutKernel(self, **options)

    def sweep(
        self, rollouts: int, spreads: Mapping[str, Any], *, step: float, duration: float | None = None,
        steps: int | None = None, controller: Any = None, tau: Any = None, outputs: Mapping[str, Any] | None = None,
        reduce: Mapping[str, Any] | None = None, seed: int = 0, **options: Any,
    ) -> "Sweep":  # fmt: skip
        """Very many rollouts, with what varies drawn for each and statistics of their outputs: 10⁵ and more.

        `spreads` say what rollouts begin with and what differs between them: distributions of `linkwise.sweep`, numbers
        for all, or arrays with a row for each, by name: "q0", "qd0", "gravity", "payload.mass", "payload.com",
        "payload.inertia", "links.factor", "links.mass", "links.inertia", "friction.factor", "friction.viscous",
        "friction.coulomb", "controller.INPUT", "wrench.FRAME"; of links and joints also dicts by their names. What a
        rollout draws depends on the seed and its index alone. Statistics are of all outputs at the end and of what is
        reduced, where nothing is asked for of the last states.

        What drives the arm, `step`, `duration` and `method` are given as to `rollouts`. `ledger="folder"` keeps blocks
        that are done, and a sweep that was killed goes on from there; `client=` has a dask.distributed cluster do them;
        `keep=True` keeps every number; `bins` are edges of histograms by name; `block` rollouts are done at a time;
        `threads`, `progress`. Results are the same to the last bit whoever does them.

        >>> import linkwise
        >>> from linkwise.sweep import Normal, Uniform
        >>> arm = linkwise.load("planar2r")
        >>> spreads = {"q0": Normal([0.3, 0.5], 0.1), "payload.mass": Uniform(0.0, 2.0)}
        >>> found = arm.sweep(2000, spreads, duration=0.5, step=1e-3, seed=1)
        >>> found.failed.count, found.statistics["q"].sd.shape
        (0, (2,))
        """
        from ..sweep.sweeping import sweep  # a room of its own, which few robots enter

        asked = {"controller": controller, "tau": tau, "outputs": outputs, "reduce": reduce, "seed": seed}
        return sweep(self, rollouts, spreads, step=step, duration=duration, steps=steps, **asked, **options)

    def with_elastic_joints(
        self, stiffness: ArrayLike, *, damping: ArrayLike = 0.0, rotors: ArrayLike | None = None,
        friction: str = "motor",
    ) -> "ElasticRobot":  # fmt: skip
        """The robot with a spring between each joint and its motor: 2n coordinates, n motor torques.

        `stiffness`, `damping` of the springs and `rotors` (their inertias I_a, the model's where left out) are one
        number, n numbers or a symmetric n×n matrix. `friction` says which side the model's friction acts on: "motor"
        or "joint".

        >>> import linkwise
        >>> arm = linkwise.load("puma560").with_elastic_joints(1e4)
        >>> arm.equilibrium([0.0] * 6).tau.shape, arm.n
        ((6,), 12)
        """
        from ..elastic import ElasticRobot, Springs  # a room of its own, which few robots enter

        return ElasticRobot(self, Springs.of(self.tree, stiffness, damping, rotors, friction))

    def linearize(
        self, q: Any, qd: ArrayLike | None = None, qdd: ArrayLike | None = None, *, tau: ArrayLike | None = None,
        t: ArrayLike | None = None, wrenches: WrenchesLike | None = None,
    ) -> "LinearizedModel":  # fmt: skip
        """The linear model δτ = D δq̈ + V δq̇ + P δq near a motion: its state space, samples, and Cartesian form.

        Around states, one or many, at rest where no qd is given; qdd is zero, or what `tau` makes of it. Or around a
        trajectory at the times t. Wrenches stay as they are in base axes.

        >>> import linkwise
        >>> model = linkwise.load("planar2r").linearize([0.0, 0.5])
        >>> model.A.shape, model.discrete(0.001).B.shape
        ((4, 4), (4, 2))
        """
        from ..linearize import linearize  # a room of its own, which few robots enter

        return linearize(self, q, qd, qdd, tau=tau, t=t, wrenches=wrenches)

    def task_space(
        self, q: ArrayLike, qd: ArrayLike | None = None, *, frame: str | None = None, rows: Any = "pose",
        axes: str = "base", orientation: str = "geometric", damping: Any = 0.0,
    ) -> "TaskSpace":  # fmt: skip
        """The dynamics seen from a task at a frame: Λ, μ, p, J̄, nullspace, forces, ellipsoids of what the arm can do.

        `rows` is "pose", "position", "orientation", "planar", a list of rows ("rx", "ry", "rz", "x", "y", "z") or a
        matrix (m, 6), in the `axes` of the "base" or the "tool"; with `orientation` such as "zyx" or "rotation_vector"
        the first three are these angles, "angle1", "angle2", "angle3". `damping` is λ of (J M⁻¹ Jᵀ + λ² 1)⁻¹, "auto"
        (near singularities), "truncate", or a rule of `linkwise.taskspace`.

        >>> import linkwise
        >>> arm = linkwise.load("planar2r")
        >>> arm.task_space([0.0, 1.5707963267948966], rows=["x", "y"]).gravity_forces.round(9)
        array([ 0.   , 33.354])
        """
        from ..taskspace import task_space  # a room of its own, which few robots enter

        return task_space(self, q, qd, frame=frame, rows=rows, axes=axes, orientation=orientation, damping=damping)

    def fastest_uniform(
        self, trajectory: "AbstractTrajectory", *, effort: ArrayLike | None = None, velocity: ArrayLike | None = None,
        acceleration: ArrayLike | None = None, samples: int = 2001,
    ) -> "Scaling":  # fmt: skip
        """How many times as fast a motion can be within the limits of torque and velocity, and what binds it.

        Limits are the robot's own, unless others (one for each joint, or one for all) are given.

        >>> import linkwise
        >>> from linkwise.trajectories import Quintic
        >>> robot, reach = linkwise.load("ur5"), Quintic([0.0] * 6, [1.0] * 6, duration=1.0)
        >>> print(robot.fastest_uniform(reach))
        1.68 times as fast, in 0.595 s: velocity of 'shoulder_pan_joint' is at its limit 3.15 at 0.298 s
        >>> print(robot.with_payload(5.0).fastest_uniform(reach))
        1.47 times as fast, in 0.682 s: torque of 'shoulder_lift_joint' is at its limit 150 at 0.482 s
        """
        from ..trajectories import fastest_uniform  # a room of its own, which few robots enter

        limits = {"effort": effort, "velocity": velocity, "acceleration": acceleration}
        return fastest_uniform(self, trajectory, **limits, samples=samples)

    # ---- is it right? -----------------------------------------------------------------------------------------------

    def verify(self, *, states: int = 32, seed: int = 0) -> "Certificate":
        """The laws of mechanics put to this robot at random states: a certificate with the worst figures.

        >>> import linkwise
        >>> linkwise.load("pendulum").verify(states=4).holds
        True
        """
        from ..verify import verify  # a room of its own, which few robots enter

        return verify(self, states=states, seed=seed)

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

    def with_drive(
        self, name: str, ratios: Mapping[str, float], *, rotor: Rotor = NO_ROTOR,
        friction: AbstractFriction = FREE, limits: Limits = NO_LIMITS,
    ) -> "Robot":  # fmt: skip
        """The robot with a motor that moves several joints: its speed is Σ ratio · qd over the named ones.

        >>> import linkwise
        >>> wrist = {"joint5": 1.0, "joint6": 1.0}
        >>> puma = linkwise.load("puma560")
        >>> coupled = puma.with_drive("motor6", wrist, rotor=linkwise.model.Rotor(2e-4, gear_ratio=50.0))
        >>> (coupled.mass_matrix([0.0] * 6) - puma.mass_matrix([0.0] * 6))[4:, 4:].round(9)
        array([[0.5, 0.5],
               [0.5, 0.5]])
        """
        return replace(self, model=rewrite.with_drive(self.model, name, ratios, rotor, friction, limits))

    def with_motors(self, coupling: ArrayLike, names: Sequence[str] | None = None) -> "Robot":
        """The robot in the coordinates of its motors: q = coupling @ q_m, so that forces are motor torques.

        >>> import linkwise
        >>> arm = linkwise.load("planar2r").with_motors([[1.0, 0.0], [-1.0, 1.0]])
        >>> arm.joint_names, arm.gravity_forces([0.0, 0.0]).round(3)
        (('motor1', 'motor2'), array([23.348, 18.541]))
        """
        return replace(self, model=rewrite.with_motors(self.model, *motors(coupling, names, self.n)))

    def with_spinning_rotors(
        self, axes: Mapping[str, Sequence[float]] | None = None, *, in_links: bool = True
    ) -> "Robot":  # fmt: skip
        """The robot with the gyroscopic terms of its rotors; `axes` as seen from the links that carry the motors.

        `in_links` says that the links' inertias include the rotors, held still.

        >>> import linkwise
        >>> puma = linkwise.load("puma560")
        >>> spinning = puma.with_spinning_rotors()
        >>> q, qd = [0.3] * 6, [1.0] * 6
        >>> (spinning.bias_forces(q, qd) - puma.bias_forces(q, qd)).round(3).any()
        np.True_
        """
        return replace(self, model=rewrite.spinning_rotors(self.model, axes, in_links))

    def with_friction(self, law: AbstractFriction | Mapping[str, AbstractFriction]) -> "Robot":
        """The robot with a friction law at every joint that moves a link, or with other laws at the named joints and
        drives: see `linkwise.model`.

        >>> import linkwise
        >>> from linkwise.model import Stribeck
        >>> arm = linkwise.load("planar2r").with_friction({"joint2": Stribeck(0.5, 1.0, static=1.5, k=100.0)})
        >>> arm.friction_forces([1.0, -1.0])
        array([ 0. , -1.5])
        """
        return replace(self, model=rewrite.with_friction(self.model, law))

    def with_rotors(self, rotors: Mapping[str, Rotor]) -> "Robot":
        """The robot with other rotors at the named joints.

        >>> import linkwise
        >>> from linkwise.model import Rotor
        >>> geared = linkwise.load("planar2r").with_rotors({"joint2": Rotor(2e-4, gear_ratio=100.0)})
        >>> (geared.mass_matrix([0.0, 0.0]) - linkwise.load("planar2r").mass_matrix([0.0, 0.0])).round(9)
        array([[0., 0.],
               [0., 2.]])
        """
        return replace(self, model=rewrite.with_rotors(self.model, rotors))

    def with_limits(self, limits: Mapping[str, Limits]) -> "Robot":
        """The robot with other limits of position, velocity and effort at the named joints.

        >>> import linkwise
        >>> from linkwise.model import Limits
        >>> linkwise.load("planar2r").with_limits({"joint2": Limits(-2.0, 2.0, effort=30.0)}).limits.effort
        array([inf, 30.])
        """
        return replace(self, model=rewrite.with_limits(self.model, limits))

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


def _names(what: str, given: object) -> tuple[str, ...]:
    if isinstance(given, str) or not isinstance(given, list | tuple) or not all(isinstance(x, str) for x in given):
        raise InvalidModel(f"{what} is {shown(repr(given))}.", "A list of names was expected.")
    return tuple(given)
