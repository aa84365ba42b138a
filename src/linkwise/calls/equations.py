"""A robot's equations over scalars: what controllers and equations of motion are written with.

Arrays are lists of scalars here, so that a function written once gives numbers, columns of a batch or, on a tracer, one
program in which the robot's dynamics and the function around it share their work.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import numpy as np

from ..algebra import Scalar
from ..backends.interpreter import run
from ..errors import BadArray, shown
from ..formulations import terms
from ..model import Model
from ..model.field_types import expect_model
from ..program import Program, jacobian, trace
from .program_model import program_model
from .question_checks import REGRESSORS
from .question_program import QuestionProgram

Scalars = Sequence[Scalar]
"""One entry per joint."""

Rows = Sequence[Sequence[Scalar]]
"""A matrix, row by row."""


@dataclass(frozen=True, eq=False)
class Equations:
    """The dynamics of a robot without fixed joints (`robot.tree`), over any scalar.

    `open_parameters` are those left open, by the names in `question_checks.PARAMETERS`, as flat lists of scalars.

    >>> import linkwise
    >>> eq = Equations(linkwise.load("pendulum").tree)
    >>> eq.inverse_dynamics([0.0], [0.0], [3.0])
    [1.0]
    >>> Equations(eq.tree, {"gravity": [0.0, 0.0, -1.62]}).potential_energy([0.0])
    -0.81
    """

    tree: Model
    open_parameters: Mapping[str, Scalars] = field(default_factory=dict)

    def __post_init__(self) -> None:
        expect_model(self.tree)
        if not isinstance(self.open_parameters, Mapping):
            raise BadArray(
                f"open_parameters is {shown(repr(self.open_parameters))}.", "A dict of open parameters was expected."
            )
        if self.open_parameters:
            program = QuestionProgram(self.tree, ("inverse_dynamics",), parameters=tuple(self.open_parameters))
            self._scalars(program, self.open_parameters)

    @property
    def n(self) -> int:
        """The number of coordinates."""
        return self.tree.n

    def inverse_dynamics(
        self, q: Scalars, qd: Scalars, qdd: Scalars, wrenches: Mapping[str, Scalars] | None = None
    ) -> list[Scalar]:
        """The forces that produce the accelerations, with friction and rotors."""
        return self._ask("inverse_dynamics", wrenches=wrenches, q=q, qd=qd, qdd=qdd)

    def forward_dynamics(
        self, q: Scalars, qd: Scalars, tau: Scalars, wrenches: Mapping[str, Scalars] | None = None
    ) -> list[Scalar]:
        """The accelerations the forces produce."""
        return self._ask("forward_dynamics", wrenches=wrenches, q=q, qd=qd, tau=tau)

    def bias_forces(self, q: Scalars, qd: Scalars, wrenches: Mapping[str, Scalars] | None = None) -> list[Scalar]:
        """C q̇ + g."""
        return self._ask("bias_forces", wrenches=wrenches, q=q, qd=qd)

    def gravity_forces(self, q: Scalars) -> list[Scalar]:
        """The forces that hold the arm at rest."""
        return self._ask("gravity_forces", q=q)

    def spring_forces(self, q: Scalars) -> list[Scalar]:
        """The forces spent on springs and saved by compensated weights, a part of the gravity forces."""
        program = QuestionProgram(self.tree, ("gravity_forces",), parameters=tuple(self.open_parameters))
        inputs = self._scalars(program, {"q": q, **self.open_parameters})
        with np.errstate(all="ignore"):
            return terms.spring_forces(program_model(program, "gravity_forces", inputs), inputs["q"])

    def friction_forces(self, qd: Scalars, q: Scalars | None = None) -> list[Scalar]:
        """The forces spent on friction; q is needed where a law depends on position or load."""
        program = QuestionProgram(self.tree, ("inverse_dynamics",), parameters=tuple(self.open_parameters))
        state = {"qd": qd} if q is None else {"qd": qd, "q": q}
        inputs = self._scalars(program, {**state, **self.open_parameters})
        with np.errstate(all="ignore"):
            return terms.friction_forces(
                program_model(program, "inverse_dynamics", inputs), inputs["qd"], inputs.get("q")
            )

    def mass_matrix(self, q: Scalars) -> Rows:
        """M, rotors included."""
        return self._ask("mass_matrix", q=q)

    def coriolis_matrix(self, q: Scalars, qd: Scalars) -> Rows:
        """The matrix C of Christoffel symbols."""
        return self._ask("coriolis_matrix", q=q, qd=qd)

    def kinetic_energy(self, q: Scalars, qd: Scalars) -> Scalar:
        """The kinetic energy of links and rotors."""
        return self._ask("kinetic_energy", q=q, qd=qd)

    def momentum_slopes(self, q: Scalars, qd: Scalars) -> tuple[list[Scalar], list[Scalar]]:
        """p = ∂T/∂q̇ = M q̇, and ∂T/∂q = Cᵀ q̇: how p changes apart from gravity, friction and forces.

        Lagrange's equation, Khalil & Dombre (2002) [9.4a]: ṗ = Γ + ∂T/∂q − Q. The derivatives are those of the program
        of T, backwards through it: less than half the operations of C.                                  [khalil2002]
        """
        heavy = {
            name: list(self.open_parameters[name]) for name in ("inertia", "payload") if name in self.open_parameters
        }
        sizes = tuple((name, len(numbers)) for name, numbers in heavy.items())
        with np.errstate(all="ignore"):
            slopes = run(_slopes(self.tree, sizes), [*q, *qd, *(x for numbers in heavy.values() for x in numbers)])
        return slopes[self.n :], slopes[: self.n]

    def potential_energy(self, q: Scalars) -> Scalar:
        """The potential energy of the links."""
        return self._ask("potential_energy", q=q)

    def regressor(self, q: Scalars, qd: Scalars, qdd: Scalars) -> Rows:
        """Y with Y π = τ."""
        return self._ask("regressor", q=q, qd=qd, qdd=qdd)

    def inverse_dynamics_derivatives(self, q: Scalars, qd: Scalars, qdd: Scalars) -> tuple[Rows, Rows, Rows]:
        """∂τ/∂q, ∂τ/∂q̇ and M; jumps of friction are left out."""
        by_q, by_qd, M = self._ask("inverse_dynamics_derivatives", q=q, qd=qd, qdd=qdd)
        return by_q, by_qd, M

    def momentum_regressor(self, q: Scalars, qd: Scalars) -> Rows:
        """P with P π = M q̇."""
        return self._ask("momentum_regressor", q=q, qd=qd)

    def forward_kinematics(self, q: Scalars, frame: str | None = None, placement: Scalars | None = None) -> Rows:
        """The 4×4 pose of a frame in the base; without a name, of the tip. `placement` are the 16 numbers, row by row,
        of another pose on its link, here and in Jacobians.

        >>> import linkwise
        >>> pose = [1.0, 0.0, 0.0, 0.5, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0]
        >>> Equations(linkwise.load("planar2r").tree).forward_kinematics([0.0, 0.0], "tip", pose)[0][3]
        1.2
        """
        return self._ask("forward_kinematics", frame, placement=placement, q=q)

    def jacobian(self, q: Scalars, frame: str | None = None, placement: Scalars | None = None) -> Rows:
        """The 6×n geometric Jacobian, angular part first, base axes."""
        return self._ask("jacobian", frame, placement=placement, q=q)

    def jacobian_dot(self, q: Scalars, qd: Scalars, frame: str | None = None, placement: Scalars | None = None) -> Rows:
        """The time derivative of the Jacobian."""
        return self._ask("jacobian_dot", frame, placement=placement, q=q, qd=qd)

    def _ask(
        self,
        question: str,
        frame: str | None = None,
        wrenches: Mapping[str, Scalars] | None = None,
        placement: Scalars | None = None,
        **states: Scalars,
    ) -> Any:
        if wrenches is not None and not isinstance(wrenches, Mapping):
            raise BadArray(f"wrenches are {shown(repr(wrenches))}.", "A dict by frames was expected.", '{"tip": […]}?')
        wrenches = dict(wrenches or {})
        # A regressor is what parameters are multiplied with: of those left open it depends on gravity alone.
        known = {k: x for k, x in self.open_parameters.items() if question not in REGRESSORS or k == "gravity"}
        known |= {} if placement is None else {"placement": placement}
        program = QuestionProgram(self.tree, (question,), None, tuple(wrenches), frame, tuple(known))
        numbers = {f"wrench_{k}": wrench for k, wrench in enumerate(wrenches.values(), 1)}
        inputs = self._scalars(program, {**states, **numbers, **known})
        with np.errstate(all="ignore"):  # columns give no warnings, as floats give none
            answers = program.answers(inputs)
            return answers[question] if question in answers else tuple(answers.values())

    def _scalars(self, program: QuestionProgram, values: Mapping[str, Scalars]) -> dict[str, list[Scalar]]:
        """Arguments as lists of the right length: a list that is too long would silently be used in part."""
        sizes = {port.name: port.size for port in program.signature.takes}
        scalars = {}
        for name, value in values.items():
            listed = hasattr(value, "__len__") and not isinstance(value, str | bytes | Mapping)
            if not listed or len(value) != sizes[name]:
                raise BadArray(
                    f"{name} has {len(value)} entries." if listed else f"{name} is {shown(repr(value))}.",
                    f"A list of {sizes[name]} scalars was expected: numbers, columns or traced values.",
                    "robot.inverse_dynamics and the like take arrays of states.",
                )
            plain = isinstance(value, np.ndarray) and value.ndim == 1 and value.dtype != object
            scalars[name] = np.asarray(value).tolist() if plain else list(value)
        return scalars


@lru_cache(maxsize=32)
def _slopes(tree: Model, heavy: tuple[tuple[str, int], ...]) -> Program:
    """∂T/∂q, then ∂T/∂q̇, of q, q̇ and the parameters left open that T depends on."""
    sizes = {"q": tree.n, "qd": tree.n} | dict(heavy)

    def energy(q: list[Scalar], qd: list[Scalar], *numbers: list[Scalar]) -> list[Scalar]:
        names = [name for name, _ in heavy]
        return [Equations(tree, dict(zip(names, numbers, strict=True))).kinetic_energy(q, qd)]

    by = [f"{name}{k}" for name in ("q", "qd") for k in range(1, tree.n + 1)]
    return jacobian(trace(energy, sizes, "kinetic_energy"), by)
