"""The questions a robot answers: arrays in, arrays out."""

from __future__ import annotations

import inspect
from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any, overload

from ..calls.checks import names
from ..calls.direct import evaluate, require_mass
from ..calls.dispatch import answer
from ..calls.kernel import Kernel
from ..calls.kernel_cache import KernelKey
from ..calls.kernel_options import LAYOUT
from ..calls.long_chains import LongKernel
from ..calls.question_program import QuestionProgram
from ..calls.threads import THREADS
from ..errors import UnknownName
from ..formulations import QUESTIONS, columns_of, formulations_for, terms

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Literal, Unpack

    from numpy.typing import ArrayLike

    from ..calls.answers import Answers, ForwardDynamicsDerivatives, InverseDynamicsDerivatives
    from ..calls.arrays import Array
    from ..calls.direct import Wrenches
    from ..calls.kernel_cache import KernelCache
    from ..calls.kernel_options import ArrayQuestion, KernelOptions, NumPyBackend
    from ..formulations import Columns
    from ..model import Model

    Drives = Mapping[str, Mapping[str, float]]


class AbstractQuestions(ABC):
    """Answers questions about a tree of moving joints, with the kernels made so far."""

    @property
    @abstractmethod
    def tree(self) -> Model:
        """The model the formulations see: without fixed joints."""

    @property
    @abstractmethod
    def kernels(self) -> KernelCache:
        """The kernels of the questions asked so far."""

    def _ask(
        self,
        question: str,
        states: tuple[ArrayLike, ...],
        formulation: str | None = None,
        *,
        wrenches: Wrenches = None,
        frame: str | None = None,
        columns: Columns | None = None,
    ) -> Any:
        more: dict[str, Any] = {"wrenches": wrenches, "frame": frame, "columns": columns}
        result = answer(self.tree, self.kernels, question, states, formulation, **more)
        if question not in vars(self) and not any((formulation, wrenches, frame, columns)):
            self._install_fast_entry(question)
        return result

    def _install_fast_entry(self, question: str) -> None:
        """Store the kernel's fast function in the instance: contiguous arrays then go straight to machine code."""
        method = getattr(type(self), question)
        frame = self.tree.frame_or_tip(None).name if QUESTIONS[question].frame else None
        kernel = self.kernels.get(KernelKey(question, frame=frame))
        if not isinstance(kernel, Kernel | LongKernel) or method is not getattr(AbstractQuestions, question):
            return  # the formulation itself; and a subclass's own method comes first
        parameters = list(inspect.signature(method).parameters.values())[1:]
        shown = inspect.Signature([each.replace(annotation=each.empty) for each in parameters])
        doc = f"{question}{shown}\n--\n\n{inspect.getdoc(method)}"
        vars(self)[question] = kernel.function(method.__get__(self), self, question, doc)

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
        frame: str | None = None,
        columns: Columns | None = None,
        layout: str = LAYOUT,
        width: int | None = None,
        threads: int = THREADS,
    ) -> Kernel[Any]:
        """The compiled program of one or several questions, which then share their common work.

        `parameters` names what is passed when the kernel is called instead of being built in ("gravity", "inertia",
        "payload", "friction"), `wrenches` the frames on which the environment acts: both come after the states.
        `columns` are those of a regressor, as in `robot.parameters(…).columns`. `layout="columns"` takes and gives
        arrays with the states on the last axis, `width` is the number of states side by side. `backend` is one of
        `linkwise.backends.BACKENDS`: by default "llvm" (machine code); or "c", "python", or the "interpreter", which
        runs step by step.

        >>> import linkwise
        >>> kernel = linkwise.load("pendulum").compile("inverse_dynamics", parameters=["gravity"])
        >>> kernel([1.5707963267948966], [0.0], [0.0], [0.0, 0.0, -1.62]).round(9)
        array([0.81])
        """
        require_mass(self.tree, *questions)
        wrench_frames, left_open = names("wrenches", wrenches), names("parameters", parameters)
        question = QuestionProgram(self.tree, questions, formulation, wrench_frames, frame, left_open, columns)
        return Kernel(question, backend=backend, dtype=dtype, layout=layout, width=width, threads=threads)

    # ---- dynamics ---------------------------------------------------------------------------------------------------

    def inverse_dynamics(
        self, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike, *, wrenches: Wrenches = None, formulation: str | None = None
    ) -> Array:
        """Joint forces tau that produce the accelerations qdd, with the model's friction and rotor inertia.

        >>> import linkwise
        >>> linkwise.load("pendulum").inverse_dynamics([0.0], [0.0], [3.0])  # (m l²/3) q̈
        array([1.])
        """
        return self._ask("inverse_dynamics", (q, qd, qdd), formulation, wrenches=wrenches)

    def forward_dynamics(
        self, q: ArrayLike, qd: ArrayLike, tau: ArrayLike, *, wrenches: Wrenches = None, formulation: str | None = None
    ) -> Array:
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

    def mass_matrix_inverse(self, q: ArrayLike, *, formulation: str | None = None) -> Array:
        """The inverse of the inertia matrix.

        >>> import linkwise
        >>> linkwise.load("pendulum").mass_matrix_inverse([0.0]).round(9)
        array([[3.]])
        """
        return self._ask("mass_matrix_inverse", (q,), formulation)

    def coriolis_matrix(self, q: ArrayLike, qd: ArrayLike, *, formulation: str | None = None) -> Array:
        """The matrix C of Christoffel symbols: C qd are the velocity forces, dM/dt − 2 C is skew.

        >>> import linkwise
        >>> linkwise.load("planar2r").coriolis_matrix([0.0, 1.0], [1.0, 1.0]).round(3)
        array([[-1.113, -2.227],
               [ 1.113,  0.   ]])
        """
        return self._ask("coriolis_matrix", (q, qd), formulation)

    def bias_forces(
        self, q: ArrayLike, qd: ArrayLike, *, wrenches: Wrenches = None, formulation: str | None = None
    ) -> Array:
        """C qd + g: the joint forces due to gravity and velocity, without friction (see friction_forces).

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

    def friction_forces(self, qd: ArrayLike, q: ArrayLike | None = None) -> Array:
        """The joint forces spent on friction; q is needed where a law depends on position or load.

        >>> import linkwise
        >>> linkwise.load("planar2r").friction_forces([1.0, -1.0])
        array([0., 0.])
        """
        states = {"qd": qd} if q is None else {"qd": qd, "q": q}
        return evaluate(self.tree, terms.friction_forces, states, ("n",))

    def inverse_dynamics_derivatives(
        self, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike, *, wrenches: Wrenches = None, formulation: str | None = None
    ) -> InverseDynamicsDerivatives:
        """The derivatives of inverse_dynamics with respect to q, qd and qdd: dtau_dq, dtau_dqd, mass_matrix.

        With wrenches a program is differentiated, and no formulation can be named.

        >>> import linkwise
        >>> found = linkwise.load("pendulum").inverse_dynamics_derivatives([0.0], [0.0], [0.0])
        >>> found.dtau_dq  # ½ m g l cos q
        array([[4.905]])
        """
        return self._ask("inverse_dynamics_derivatives", (q, qd, qdd), formulation, wrenches=wrenches)

    def forward_dynamics_derivatives(
        self, q: ArrayLike, qd: ArrayLike, tau: ArrayLike, *, wrenches: Wrenches = None, formulation: str | None = None
    ) -> ForwardDynamicsDerivatives:
        """The derivatives of forward_dynamics with respect to q, qd and tau: dqdd_dq, dqdd_dqd, dqdd_dtau.

        >>> import linkwise
        >>> linkwise.load("pendulum").forward_dynamics_derivatives([0.0], [0.0], [0.0]).dqdd_dtau.round(9)
        array([[3.]])
        """
        return self._ask("forward_dynamics_derivatives", (q, qd, tau), formulation, wrenches=wrenches)

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

    # ---- linear in the parameters -----------------------------------------------------------------------------------

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
    ) -> Array:
        """The matrix Y with Y π = τ, π being `robot.parameters` of the same rotors, friction and drives.

        A batch of states gives a batch of matrices; `.reshape(-1, Y.shape[-1])` stacks them into a tall one.

        >>> import linkwise
        >>> linkwise.load("panda").regressor([0.1] * 7, [0.2] * 7, [0.3] * 7).shape
        (7, 70)
        """
        columns = self._columns(rotors, friction, drives)
        return self._ask("regressor", (q, qd, qdd), formulation, columns=columns)

    def kinetic_energy_regressor(
        self,
        q: ArrayLike,
        qd: ArrayLike,
        *,
        rotors: bool | None = None,
        drives: Drives | None = None,
        formulation: str | None = None,
    ) -> Array:
        """The row e with e π = kinetic energy.

        >>> import linkwise
        >>> linkwise.load("pendulum").kinetic_energy_regressor([0.0], [2.0])[5]  # ½ ω² for ZZ
        np.float64(2.0)
        """
        return self._ask("kinetic_energy_regressor", (q, qd), formulation, columns=self._columns(rotors, (), drives))

    def potential_energy_regressor(
        self, q: ArrayLike, *, rotors: bool | None = None, drives: Drives | None = None, formulation: str | None = None
    ) -> Array:
        """The row u with u π = potential energy.

        >>> import linkwise
        >>> linkwise.load("pendulum").potential_energy_regressor([0.0])[6]  # −g·x for MX, x pointing down
        np.float64(-9.81)
        """
        return self._ask("potential_energy_regressor", (q,), formulation, columns=self._columns(rotors, (), drives))

    def momentum_regressor(
        self,
        q: ArrayLike,
        qd: ArrayLike,
        *,
        rotors: bool | None = None,
        drives: Drives | None = None,
        formulation: str | None = None,
    ) -> Array:
        """The matrix P with P π = M(q) qd, the generalized momentum.

        >>> import linkwise
        >>> linkwise.load("panda").momentum_regressor([0.1] * 7, [0.2] * 7).shape
        (7, 70)
        """
        return self._ask("momentum_regressor", (q, qd), formulation, columns=self._columns(rotors, (), drives))

    def _columns(self, rotors: bool | None, friction: bool | Sequence[str], drives: Drives | None) -> Columns | None:
        """The columns of a regressor; None for the robot's own."""
        none = friction is False or (isinstance(friction, tuple) and not friction)
        plain = rotors is None and none and drives is None
        return None if plain else columns_of(self.tree, rotors, friction, drives)

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
