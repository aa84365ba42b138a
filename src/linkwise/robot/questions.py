"""The questions a robot answers: arrays in, arrays out."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, overload

from ..calls.by_joint import as_arrays
from ..calls.call_arrays import filled
from ..calls.checks import names
from ..calls.direct import evaluate, require_mass
from ..calls.frame_axes import check_axes, turned, turned_rate
from ..calls.kernel import Kernel
from ..calls.kernel_options import LAYOUT
from ..calls.question_checks import hashable
from ..calls.question_program import QuestionProgram
from ..errors import UnknownName
from ..formulations import QUESTIONS, Reactions, columns_of, formulations_for, terms
from ..formulations.reactions import AXES
from .question_calls import AbstractQuestionCalls
from .question_method import question

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Literal, Unpack

    from numpy.typing import ArrayLike

    from ..calls.answers import Answers, ForwardDynamicsDerivatives, InverseDynamicsDerivatives
    from ..calls.arrays import Array
    from ..calls.direct import Base, Wrenches
    from ..calls.kernel_options import ArrayQuestion, KernelOptions, NumPyBackend
    from ..calls.question_checks import Frames
    from ..calls.thread_count import ThreadCount
    from ..formulations import Columns
    from ..model import Model

    Drives = Mapping[str, Mapping[str, float]]
    Out = Array | None
    Outs = tuple[Array, Array, Array] | None


class AbstractQuestions(AbstractQuestionCalls):
    """Answers questions about a tree of moving joints."""

    @abstractmethod
    def _tree_with(self, joints: tuple[str, ...]) -> Model:
        """The tree in which the named joints are joints, though some be fixed."""

    @cached_property
    def _reaction_requests(self) -> dict[Any, tuple[Model, Reactions]]:
        """What `at` and `axes` were understood as."""
        return {}

    def formulations(self, question: str) -> tuple[str, ...]:
        """The names of the formulations that answer a question for this robot, the default first.

        >>> import linkwise
        >>> linkwise.load("panda").formulations("forward_dynamics")[0]
        'articulated.khalil_dombre'
        """
        if not isinstance(question, str) or question not in QUESTIONS:
            raise UnknownName("question", question, "linkwise", QUESTIONS)
        return tuple(formulations_for(question, self.tree))

    @overload
    def compile(
        self,
        question: ArrayQuestion,
        /,
        *,
        backend: NumPyBackend | None = None,
        dtype: Literal["float64"] | None = None,
        **options: Unpack[KernelOptions],
    ) -> Kernel[Array]: ...

    @overload
    def compile(
        self,
        question: Literal["inverse_dynamics_derivatives"],
        /,
        *,
        backend: NumPyBackend | None = None,
        dtype: Literal["float64"] | None = None,
        **options: Unpack[KernelOptions],
    ) -> Kernel[InverseDynamicsDerivatives]: ...

    @overload
    def compile(
        self,
        question: Literal["forward_dynamics_derivatives"],
        /,
        *,
        backend: NumPyBackend | None = None,
        dtype: Literal["float64"] | None = None,
        **options: Unpack[KernelOptions],
    ) -> Kernel[ForwardDynamicsDerivatives]: ...

    @overload
    def compile(
        self,
        first: str,
        second: str,
        /,
        *others: str,
        backend: NumPyBackend | None = None,
        dtype: Literal["float64"] | None = None,
        **options: Unpack[KernelOptions],
    ) -> Kernel[Answers]: ...

    @overload
    def compile(
        self, *questions: str, backend: str | None = None, dtype: str | None = None, **options: Unpack[KernelOptions]
    ) -> Kernel[Any]: ...

    def compile(
        self,
        *questions: str,
        formulation: str | None = None,
        backend: str | None = None,
        dtype: str | None = None,
        parameters: Sequence[str] = (),
        wrenches: Sequence[str] = (),
        frame: Frames = None,
        columns: Columns | None = None,
        base: Sequence[str] = (),
        at: str | Sequence[str] | None = None,
        axes: str = AXES[0],
        packed: bool = False,
        layout: str = LAYOUT,
        width: int | None = None,
        threads: ThreadCount = None,
    ) -> Kernel[Any]:
        """The compiled program of one or several questions, which then share their common work.

        `parameters` names what is passed when the kernel is called instead of being built in ("gravity", "inertia",
        "payload", "friction"; "placement", the 4×4 pose of the frame on its link), `wrenches` the frames on which the
        environment acts, `base` what is given of a base that moves ("velocity", "acceleration", "gravity"): wrenches
        come after the states, then the base's, then parameters.
        `frame` is a frame, or a list of frames whose answers lie along a new axis. `columns` are those of a regressor,
        as in `robot.parameters(…).columns`; `at` and `axes` are those of reaction wrenches.
        `packed` gives the lower triangle of symmetric answers, row after row. `layout="columns"` takes and gives arrays
        with the states on the last axis, `width` is the number of states side by side, `threads` the number of threads
        that share a batch (by default as `linkwise.threads` says). `backend` is one of `linkwise.backends.BACKENDS`: by
        default "llvm" (machine code); or "c", "cuda" (on an NVIDIA GPU), "python", or the "interpreter", which runs
        step by step.

        >>> import linkwise
        >>> kernel = linkwise.load("pendulum").compile("inverse_dynamics", parameters=["gravity"])
        >>> kernel([1.5707963267948966], [0.0], [0.0], [0.0, 0.0, -1.62]).round(9)
        array([0.81])
        """
        require_mass(self.tree, *questions)
        acting, left_open, moving = names("wrenches", wrenches), names("parameters", parameters), names("base", base)
        about = hashable(frame)
        tree, reactions = self._reactions(at, axes) if at is not None or axes != AXES[0] else (self.tree, None)
        reactions = replace(reactions, alone=True) if reactions is not None and isinstance(at, str) else reactions
        more = (columns, moving, reactions, bool(packed))
        program = QuestionProgram(tree, questions, formulation, acting, about, left_open, *more)
        return Kernel(program, backend=backend, dtype=dtype, layout=layout, width=width, threads=threads)

    # ---- dynamics ---------------------------------------------------------------------------------------------------

    @question
    def inverse_dynamics(
        self,
        q: ArrayLike,
        qd: ArrayLike,
        qdd: ArrayLike,
        *,
        wrenches: Wrenches = None,
        base: Base = None,
        formulation: str | None = None,
        out: Out = None,
        threads: ThreadCount = None,
    ) -> Array:
        """Joint forces tau that produce the accelerations qdd, with the model's friction and rotor inertia.

        >>> import linkwise
        >>> linkwise.load("pendulum").inverse_dynamics([0.0], [0.0], [3.0])  # (m l²/3) q̈
        array([1.])
        """
        return self._ask(
            "inverse_dynamics", (q, qd, qdd), formulation, wrenches=wrenches, base=base, out=out, threads=threads
        )

    @question
    def forward_dynamics(
        self,
        q: ArrayLike,
        qd: ArrayLike,
        tau: ArrayLike,
        *,
        wrenches: Wrenches = None,
        base: Base = None,
        formulation: str | None = None,
        out: Out = None,
        threads: ThreadCount = None,
    ) -> Array:
        """Joint accelerations that the joint forces tau produce.

        >>> import linkwise
        >>> robot = linkwise.load("puma560")
        >>> q, qd, qdd = [0.1] * 6, [0.2] * 6, [0.3] * 6
        >>> robot.forward_dynamics(q, qd, robot.inverse_dynamics(q, qd, qdd)).round(9)
        array([0.3, 0.3, 0.3, 0.3, 0.3, 0.3])
        """
        return self._ask(
            "forward_dynamics", (q, qd, tau), formulation, wrenches=wrenches, base=base, out=out, threads=threads
        )

    @question
    def mass_matrix(
        self, q: ArrayLike, *, formulation: str | None = None, out: Out = None, threads: ThreadCount = None
    ) -> Array:
        """The joint-space inertia matrix M, rotors included.

        >>> import linkwise
        >>> linkwise.load("panda").mass_matrix([[0.0] * 7] * 5).shape
        (5, 7, 7)
        """
        return self._ask("mass_matrix", (q,), formulation, out=out, threads=threads)

    @question
    def mass_matrix_inverse(
        self, q: ArrayLike, *, formulation: str | None = None, out: Out = None, threads: ThreadCount = None
    ) -> Array:
        """The inverse of the inertia matrix.

        >>> import linkwise
        >>> linkwise.load("pendulum").mass_matrix_inverse([0.0]).round(9)
        array([[3.]])
        """
        return self._ask("mass_matrix_inverse", (q,), formulation, out=out, threads=threads)

    @question
    def coriolis_matrix(
        self,
        q: ArrayLike,
        qd: ArrayLike,
        *,
        formulation: str | None = None,
        out: Out = None,
        threads: ThreadCount = None,
    ) -> Array:
        """The matrix C of Christoffel symbols: C qd are the velocity forces, dM/dt − 2 C is skew.

        >>> import linkwise
        >>> linkwise.load("planar2r").coriolis_matrix([0.0, 1.0], [1.0, 1.0]).round(3)
        array([[-1.113, -2.227],
               [ 1.113,  0.   ]])
        """
        return self._ask("coriolis_matrix", (q, qd), formulation, out=out, threads=threads)

    @question
    def bias_forces(
        self,
        q: ArrayLike,
        qd: ArrayLike,
        *,
        wrenches: Wrenches = None,
        base: Base = None,
        formulation: str | None = None,
        out: Out = None,
        threads: ThreadCount = None,
    ) -> Array:
        """C qd + g: the joint forces due to gravity and velocity, without friction (see friction_forces).

        >>> import linkwise
        >>> linkwise.load("pendulum").bias_forces([3.141592653589793 / 2], [3.0])  # ½ m g l
        array([4.905])
        """
        return self._ask("bias_forces", (q, qd), formulation, wrenches=wrenches, base=base, out=out, threads=threads)

    @question
    def gravity_forces(
        self,
        q: ArrayLike,
        *,
        base: Base = None,
        formulation: str | None = None,
        out: Out = None,
        threads: ThreadCount = None,
    ) -> Array:
        """The joint forces that hold the arm at rest, against gravity and springs.

        >>> import linkwise
        >>> linkwise.load("planar2r").gravity_forces([0.0, 0.0]).round(3)
        array([41.889, 18.541])
        """
        return self._ask("gravity_forces", (q,), formulation, base=base, out=out, threads=threads)

    def reaction_wrenches(
        self,
        q: ArrayLike,
        qd: ArrayLike,
        qdd: ArrayLike,
        *,
        at: str | Sequence[str] | None = None,
        axes: str = AXES[0],
        wrenches: Wrenches = None,
        base: Base = None,
        formulation: str | None = None,
        out: Out = None,
        threads: ThreadCount = None,
    ) -> Array:
        """What each joint transmits: the wrench (n, f) on the link beyond it, about the joint's origin; (…, joints, 6).

        One row for each joint that moves a link, followers included, in the order of `robot.tree`; `at` names one joint
        or several instead, also fixed ones, where force sensors sit, and rotors of `with_spinning_rotors`. `axes` are
        those of the "link" beyond the joint, or of the "base". It is all that passes through the joint: bearing, drive,
        friction and springs.

        >>> import linkwise
        >>> arm = linkwise.load("planar2r")
        >>> held = arm.reaction_wrenches([0.0, 0.0], [0.0, 0.0], [0.0, 0.0])
        >>> held[:, [2, 4]].round(3)  # moment about z, force along y
        array([[41.889, 33.354],
               [18.541, 20.601]])
        >>> arm.with_payload(1.0).reaction_wrenches([0.0, 0.0], [0.0, 0.0], [0.0, 0.0], at="payload")
        array([0.  , 0.  , 0.  , 0.  , 9.81, 0.  ])
        """
        tree, reactions = self._reactions(at, axes)
        more: dict[str, Any] = {"wrenches": wrenches, "base": base, "reactions": reactions, "tree": tree}
        if not isinstance(at, str):
            return self._ask("reaction_wrenches", (q, qd, qdd), formulation, out=out, threads=threads, **more)
        return filled(out, self._ask("reaction_wrenches", (q, qd, qdd), formulation, **more)[..., 0, :])

    def _reactions(self, at: str | Sequence[str] | None, axes: str) -> tuple[Model, Reactions]:
        """The tree in which these joints are joints, and what is asked at them."""
        joints = None if at is None else (at,) if isinstance(at, str) else names("at", at)
        known = self._reaction_requests.get((joints, axes)) if isinstance(axes, str) else None
        if known is None:
            tree = self.tree if joints is None else self._tree_with(joints)
            known = self._reaction_requests[joints, axes] = tree, Reactions.of(tree, joints, axes)
        return known

    def spring_forces(self, q: ArrayLike) -> Array:
        """The joint forces spent on springs and saved by compensated weights: a part of `gravity_forces`.

        >>> import linkwise
        >>> from linkwise.model import Spring
        >>> linkwise.load("planar2r").with_springs({"joint2": Spring(10.0)}).spring_forces([0.3, 0.2])
        array([0., 2.])
        """
        return evaluate(self.tree, terms.spring_forces, {"q": q}, ("n",))

    def friction_forces(self, qd: ArrayLike, q: ArrayLike | None = None) -> Array:
        """The joint forces spent on friction; q is needed where a law depends on position or load.

        >>> import linkwise
        >>> linkwise.load("planar2r").friction_forces([1.0, -1.0])
        array([0., 0.])
        """
        states = {"qd": qd} if q is None else {"qd": qd, "q": q}
        return evaluate(self.tree, terms.friction_forces, states, ("n",))

    @question
    def inverse_dynamics_derivatives(
        self,
        q: ArrayLike,
        qd: ArrayLike,
        qdd: ArrayLike,
        *,
        wrenches: Wrenches = None,
        base: Base = None,
        formulation: str | None = None,
        out: Outs = None,
        threads: ThreadCount = None,
    ) -> InverseDynamicsDerivatives:
        """The derivatives of inverse_dynamics with respect to q, qd and qdd: dtau_dq, dtau_dqd, mass_matrix.

        With wrenches a program is differentiated, and no formulation can be named.

        >>> import linkwise
        >>> found = linkwise.load("pendulum").inverse_dynamics_derivatives([0.0], [0.0], [0.0])
        >>> found.dtau_dq  # ½ m g l cos q
        array([[4.905]])
        """
        return self._ask(
            "inverse_dynamics_derivatives",
            (q, qd, qdd),
            formulation,
            wrenches=wrenches,
            base=base,
            out=out,
            threads=threads,
        )

    @question
    def forward_dynamics_derivatives(
        self,
        q: ArrayLike,
        qd: ArrayLike,
        tau: ArrayLike,
        *,
        wrenches: Wrenches = None,
        base: Base = None,
        formulation: str | None = None,
        out: Outs = None,
        threads: ThreadCount = None,
    ) -> ForwardDynamicsDerivatives:
        """The derivatives of forward_dynamics with respect to q, qd and tau: dqdd_dq, dqdd_dqd, dqdd_dtau.

        >>> import linkwise
        >>> linkwise.load("pendulum").forward_dynamics_derivatives([0.0], [0.0], [0.0]).dqdd_dtau.round(9)
        array([[3.]])
        """
        return self._ask(
            "forward_dynamics_derivatives",
            (q, qd, tau),
            formulation,
            wrenches=wrenches,
            base=base,
            out=out,
            threads=threads,
        )

    @question
    def kinetic_energy(
        self,
        q: ArrayLike,
        qd: ArrayLike,
        *,
        base: Base = None,
        formulation: str | None = None,
        out: Out = None,
        threads: ThreadCount = None,
    ) -> Array:
        """The kinetic energy of links and rotors.

        >>> import linkwise
        >>> float(linkwise.load("pendulum").kinetic_energy([0.0], [2.0]).round(9))  # ½ (m l²/3) q̇²
        0.666666667
        """
        return self._ask("kinetic_energy", (q, qd), formulation, base=base, out=out, threads=threads)

    @question
    def potential_energy(
        self,
        q: ArrayLike,
        *,
        base: Base = None,
        formulation: str | None = None,
        out: Out = None,
        threads: ThreadCount = None,
    ) -> Array:
        """The potential energy of the moving links and of springs; a mass at the base's origin has none.

        >>> import linkwise
        >>> float(linkwise.load("pendulum").potential_energy([0.0]).round(9))  # − ½ m g l
        -4.905
        """
        return self._ask("potential_energy", (q,), formulation, base=base, out=out, threads=threads)

    @question
    def center_of_mass(
        self, q: ArrayLike, *, formulation: str | None = None, out: Out = None, threads: ThreadCount = None
    ) -> Array:
        """The centre of mass of the moving links, seen from the base; (…, 3).

        >>> import linkwise
        >>> linkwise.load("pendulum").center_of_mass([0.0])  # a rod of 1 m, hanging
        array([ 0. ,  0. , -0.5])
        """
        return self._ask("center_of_mass", (q,), formulation, out=out, threads=threads)

    @question
    def momentum(
        self,
        q: ArrayLike,
        qd: ArrayLike,
        *,
        base: Base = None,
        formulation: str | None = None,
        out: Out = None,
        threads: ThreadCount = None,
    ) -> Array:
        """The momentum of the moving links: angular about their centre of mass, then linear; base axes, (…, 6).

        Only wrenches from outside change it, those of gravity and of the base included. Not the generalized momentum
        M(q) qd, of which `momentum_regressor` is the regressor.

        >>> import linkwise
        >>> linkwise.load("pendulum").momentum([0.0], [2.0]).round(9)  # a rod of 1 kg and 1 m: ω/12, and ω/2
        array([ 0.        , -0.16666667,  0.        ,  1.        ,  0.        ,
                0.        ])
        """
        return self._ask("momentum", (q, qd), formulation, base=base, out=out, threads=threads)

    @question
    def momentum_matrix(
        self, q: ArrayLike, *, formulation: str | None = None, out: Out = None, threads: ThreadCount = None
    ) -> Array:
        """The matrix A_G with A_G qd = momentum; (…, 6, n).

        >>> import linkwise
        >>> linkwise.load("planar2r").momentum_matrix([0.0, 0.0])[2].round(3)  # angular momentum about z
        array([0.65, 0.65])
        """
        return self._ask("momentum_matrix", (q,), formulation, out=out, threads=threads)

    # ---- linear in the parameters -----------------------------------------------------------------------------------

    @question
    def regressor(
        self,
        q: ArrayLike,
        qd: ArrayLike,
        qdd: ArrayLike,
        *,
        rotors: bool | None = None,
        friction: bool | Sequence[str] = (),
        drives: Drives | None = None,
        formulation: str | None = None,
        out: Out = None,
        threads: ThreadCount = None,
    ) -> Array:
        """The matrix Y with Y π = τ, π being `robot.parameters` of the same rotors, friction and drives.

        A batch of states gives a batch of matrices; `.reshape(-1, Y.shape[-1])` stacks them into a tall one.

        >>> import linkwise
        >>> linkwise.load("panda").regressor([0.1] * 7, [0.2] * 7, [0.3] * 7).shape
        (7, 70)
        """
        columns = self._columns(rotors, friction, drives)
        return self._ask("regressor", (q, qd, qdd), formulation, columns=columns, out=out, threads=threads)

    @question
    def kinetic_energy_regressor(
        self,
        q: ArrayLike,
        qd: ArrayLike,
        *,
        rotors: bool | None = None,
        drives: Drives | None = None,
        formulation: str | None = None,
        out: Out = None,
        threads: ThreadCount = None,
    ) -> Array:
        """The row e with e π = kinetic energy.

        >>> import linkwise
        >>> linkwise.load("pendulum").kinetic_energy_regressor([0.0], [2.0])[5]  # ½ ω² for ZZ
        np.float64(2.0)
        """
        return self._ask(
            "kinetic_energy_regressor", (q, qd), formulation, columns=self._columns(rotors, (), drives), out=out
        )

    @question
    def potential_energy_regressor(
        self,
        q: ArrayLike,
        *,
        rotors: bool | None = None,
        drives: Drives | None = None,
        formulation: str | None = None,
        out: Out = None,
        threads: ThreadCount = None,
    ) -> Array:
        """The row u with u π = potential energy.

        >>> import linkwise
        >>> linkwise.load("pendulum").potential_energy_regressor([0.0])[6]  # −g·x for MX, x pointing down
        np.float64(-9.81)
        """
        return self._ask(
            "potential_energy_regressor", (q,), formulation, columns=self._columns(rotors, (), drives), out=out
        )

    @question
    def momentum_regressor(
        self,
        q: ArrayLike,
        qd: ArrayLike,
        *,
        rotors: bool | None = None,
        drives: Drives | None = None,
        formulation: str | None = None,
        out: Out = None,
        threads: ThreadCount = None,
    ) -> Array:
        """The matrix P with P π = M(q) qd, the generalized momentum.

        >>> import linkwise
        >>> linkwise.load("panda").momentum_regressor([0.1] * 7, [0.2] * 7).shape
        (7, 70)
        """
        return self._ask("momentum_regressor", (q, qd), formulation, columns=self._columns(rotors, (), drives), out=out)

    def _columns(self, rotors: bool | None, friction: bool | Sequence[str], drives: Drives | None) -> Columns | None:
        """The columns of a regressor; None for the robot's own."""
        none = friction is False or (isinstance(friction, tuple) and not friction)
        plain = rotors is None and none and drives is None
        return None if plain else columns_of(self.tree, rotors, friction, drives)

    # ---- kinematics -------------------------------------------------------------------------------------------------

    @question
    def forward_kinematics(
        self, q: ArrayLike, frame: Frames = None, *, out: Out = None, threads: ThreadCount = None
    ) -> Array:
        """The pose of a frame in the base as a 4×4 matrix; without a name, of the tip; of several frames, (…, k, 4, 4).

        >>> import linkwise
        >>> linkwise.load("panda").forward_kinematics([0.0] * 7, "panda_link8")[:3, 3].round(3)
        array([0.088, 0.   , 0.926])
        >>> linkwise.load("panda").forward_kinematics([0.0] * 7, ["panda_link4", "panda_link8"]).shape
        (2, 4, 4)
        """
        return self._ask("forward_kinematics", (q,), frame=frame, out=out, threads=threads)

    @question
    def jacobian(
        self, q: ArrayLike, frame: Frames = None, *, axes: str = "base", out: Out = None, threads: ThreadCount = None
    ) -> Array:
        """The 6×n geometric Jacobian: (ω, v) of a frame in base axes, v being the velocity of its origin; of several
        frames, (…, k, 6, n). `axes="frame"` gives both in the frame's own axes, as a tool feels them.

        >>> import linkwise
        >>> robot = linkwise.load("planar2r")
        >>> robot.jacobian([0.0, 0.0])[2]
        array([1., 1.])
        >>> robot.jacobian([1.5, 0.0], "tip", axes="frame")[4].round(3)  # across the stretched arm
        array([1.6, 0.9])
        """
        if (type(axes) is str and axes == "base") or not check_axes(axes):  # most save a call
            return self._ask("jacobian", (q,), frame=frame, out=out, threads=threads)
        return filled(
            out, turned(self.forward_kinematics(q, frame, threads=threads), self.jacobian(q, frame, threads=threads))
        )

    @question
    def jacobian_dot(
        self,
        q: ArrayLike,
        qd: ArrayLike,
        frame: Frames = None,
        *,
        axes: str = "base",
        out: Out = None,
        threads: ThreadCount = None,
    ) -> Array:
        """The time derivative of the Jacobian, of a frame or of several; `axes` as there.

        >>> import linkwise
        >>> linkwise.load("planar2r").jacobian_dot([0.0, 0.0], [1.0, 0.0], "tip")[3]
        array([-1.6, -0.9])
        """
        if (type(axes) is str and axes == "base") or not check_axes(axes):  # most save a call
            return self._ask("jacobian_dot", (q, qd), frame=frame, out=out, threads=threads)
        q, qd = as_arrays(("q", "qd"), (q, qd), self.tree.joint_names)
        Jd = self.jacobian_dot(q, qd, frame, threads=threads)
        T, J = self.forward_kinematics(q, frame, threads=threads), self.jacobian(q, frame, threads=threads)
        return filled(out, turned_rate(T, J, Jd, qd, isinstance(frame, list | tuple)))
