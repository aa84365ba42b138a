"""Λ, μ, p and J̄ as one compiled program: what `robot.task_space` runs, and a controller can at every step.

M = Lᵀ D L makes the rows x of J L⁻¹, with weights 1/D, products x · y that are the entries of J M⁻¹ Jᵀ. Its factors
come from orthogonalizing these rows, not from the product, so that near a singularity half as many digits are lost:

    X = J L⁻¹ = Tᵀ Qᵀ,   J M⁻¹ Jᵀ = Tᵀ diag(d) T,   Λ = (Tᵀ diag(d) T)⁻¹,   J̄ = M⁻¹ Jᵀ Λ = L⁻¹ D⁻¹ Q diag(1/d) T⁻ᵀ.

A damping λ adds as many columns to X, the identity with weights λ²: J M⁻¹ Jᵀ + λ² 1 is factored the same way.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from typing import TYPE_CHECKING, Any

from ..algebra import Orthogonal, Scalar, Vec3, is_zero, ltdl, minimum
from ..algebra.matrices import dot, minus, product, times, total, transpose
from ..algebra.solve import inverse_of_factors
from ..calls.checks import names
from ..calls.equations import Equations
from ..calls.function_program import FunctionProgram
from ..calls.scalar_system import ScalarSystem
from ..errors import NoInertia, NotForThisRobot, UnknownName, shown
from .damping import FixedDamping
from .rows import Selection, task_rows

if TYPE_CHECKING:
    from ..robot import Robot

Matrix = list[list[Scalar]]

USUAL = ("jacobian", "inertia", "velocity_forces", "gravity_forces")
"""What a program gives if nothing is named."""

BOUNDS = "bounds"
"""Of σ², the squares of the singular values of J M^(−1/2), damped: a lower bound of the smallest, and an upper bound of
the largest; then the smallest pivot of M. From them `robot.task_space` knows that a state is regular."""


def task_space_program(
    robot: Robot,
    *,
    frame: str | None = None,
    rows: Any = "pose",
    axes: str = "base",
    damping: float = 0.0,
    gives: Sequence[str] = USUAL,
) -> FunctionProgram:
    """(q, qd) → jacobian J, inertia Λ, velocity_forces μ and gravity_forces p as a program; `.kernel()` compiles it.

    `gives` names other answers, or fewer: also drift J̇ q̇, consistent_inverse J̄ and nullspace N. A program whose answers
    do not depend on velocities takes q alone.

    >>> import linkwise
    >>> arm = linkwise.load("planar2r")
    >>> task_space_program(arm, rows=["x", "y"]).kernel()([0.0, 1.5707963267948966], [0.0, 0.0]).inertia.round(9)
    array([[2.1, 0. ],
           [0. , 3.4]])
    >>> inertia = task_space_program(arm, rows=["x", "y"], gives=["inertia"]).kernel()
    >>> inertia([0.0, 1.5707963267948966]).round(9)
    array([[2.1, 0. ],
           [0. , 3.4]])
    """
    place, selected = robot.tree.frame_or_tip(frame).name, task_rows(rows, axes, "geometric")
    λ, asked = FixedDamping(damping).value, names("gives", gives)
    shapes = _shapes(selected.m, robot.n)
    for name in asked:
        if name not in shapes or name == BOUNDS:
            raise UnknownName("answer", name, "a task-space program", [name for name in shapes if name != BOUNDS])
    if selected.m > robot.n and not λ:
        raise NotForThisRobot(
            f"the task has {selected.m} rows and robot {shown(robot.name)} has {robot.n} joints.",
            "A task can have at most as many rows as the robot has joints.",
            "name fewer rows, or give a damping.",
        )
    return program_of(robot.scalar_system, place, selected, axes, asked, λ)


def program_of(
    system: ScalarSystem,
    frame: str,
    selected: Selection,
    axes: str,
    gives: tuple[str, ...],
    λ: float | None,
    left_open: tuple[str, ...] = (),
) -> FunctionProgram:
    """The program that gives these answers; without a λ it takes one, after the states, then parameters left open.

    >>> import linkwise
    >>> arm = linkwise.load("planar2r").scalar_system
    >>> program_of(arm, "tip", task_rows(["y"], "base", "geometric"), "base", ("inertia",), None).signature.text
    'q(2), damping() -> inertia(1, 1)'
    """
    S, m, n = selected.matrix.tolist(), selected.m, system.n
    ports = {name: f"task_{name}" if name in left_open else name for name in gives}  # inertia is that of the links too
    moving = bool({"drift", "velocity_forces"} & set(gives))

    def felt(j: int, pivot: Scalar) -> None:
        if is_zero(pivot):
            raise NoInertia(system.names[j], system.tree.name)

    def dynamics(own: Equations, q: Sequence[Scalar], *more: Sequence[Scalar]) -> dict[str, Any]:
        eq = system.equations(own.open_parameters)
        given = dict(zip([name for name in takes if name != "q"], more, strict=True))
        qd = given.get("qd", [0.0] * n)
        λλ = λ**2 if λ is not None else given["damping"][0] * given["damping"][0]
        about = (frame, given["placement"]) if "placement" in given else (frame,)
        J = [list(row) for row in eq.jacobian(q, *about)]
        drift = times(eq.jacobian_dot(q, qd, *about), qd) if moving else [0.0] * 6
        if axes == "tool":
            J, drift = _in_tool_axes(eq.forward_kinematics(q, *about), J, drift, times(J, qd))
        J, drift = product(S, J), times(S, drift)
        answers: dict[str, Any] = {"jacobian": J, "drift": drift}
        if set(gives) <= set(answers):
            return {port: answers[name] for name, port in ports.items()}
        L, D = ltdl(eq.mass_matrix(q), felt)
        X, weights = [_times_inverse(row, L) for row in J], [1.0 / d for d in D]
        rows = [[*x, *(float(i == k) for k in range(m))] for i, x in enumerate(X)] if λ != 0.0 else X
        T = Orthogonal.of(rows, [*weights, *[λλ] * m] if λ != 0.0 else weights)
        Λ = answers["inertia"] = inverse_of_factors(T.L, T.d)
        largest = total(dot(x, [w * y for w, y in zip(weights, x, strict=True)]) for x in X)
        answers[BOUNDS] = [1.0 / total(Λ[i][i] for i in range(m)), largest, reduce(minimum, D)]
        if {"consistent_inverse", "nullspace", "velocity_forces", "gravity_forces"} & set(gives):
            units = [[float(i == k) for k in range(m)] for i in range(m)]
            scaled = [[w * x for w, x in zip(weights, T.minimum_norm(e), strict=False)] for e in units]
            J_bar = answers["consistent_inverse"] = transpose([_inverse_times(L, x) for x in scaled])
            forces = transpose(J_bar)
            answers["nullspace"] = [
                [float(i == j) - x for j, x in enumerate(row)] for i, row in enumerate(product(J_bar, J))
            ]
            g = eq.gravity_forces(q)
            answers["gravity_forces"] = times(forces, g)
            c = minus(eq.bias_forces(q, qd), g) if moving else g
            answers["velocity_forces"] = minus(times(forces, c), times(Λ, drift))
        return {port: answers[name] for name, port in ports.items()}

    shapes = _shapes(m, n)
    takes: dict[str, tuple[int, ...]] = {"q": (n,), "qd": (n,), "damping": (), "placement": (4, 4)}
    asked = {"q": True, "qd": moving, "damping": λ is None, "placement": "placement" in left_open}
    takes = {name: shape for name, shape in takes.items() if asked[name]}
    parameters = tuple(name for name in left_open if name != "placement")
    returns = {port: shapes[name] for name, port in ports.items()}
    return FunctionProgram(system.tree, dynamics, takes, returns, "task_space", parameters)


def _shapes(m: int, n: int) -> dict[str, tuple[int, ...]]:
    """What a program can give."""
    return {
        "jacobian": (m, n),
        "drift": (m,),
        "inertia": (m, m),
        "velocity_forces": (m,),
        "gravity_forces": (m,),
        "consistent_inverse": (n, m),
        "nullspace": (n, n),
        BOUNDS: (3,),
    }


def _times_inverse(row: Sequence[Scalar], L: Sequence[Sequence[Scalar]]) -> list[Scalar]:
    """row L⁻¹."""
    x = list(row)
    for i in reversed(range(len(x))):
        for j in range(i):
            x[j] = x[j] - L[i][j] * x[i]
    return x


def _inverse_times(L: Sequence[Sequence[Scalar]], column: Sequence[Scalar]) -> list[Scalar]:
    """L⁻¹ column."""
    x = list(column)
    for i in range(len(x)):
        for j in range(i):
            x[i] = x[i] - L[i][j] * x[j]
    return x


def _in_tool_axes(
    pose: Sequence[Sequence[Scalar]], J: Matrix, drift: list[Scalar], twist: list[Scalar]
) -> tuple[Matrix, list[Scalar]]:
    """Rᵀ ω̇ and Rᵀ (v̇ − ω × v), as in `velocities`."""
    turn = [[pose[j][i] for j in range(3)] for i in range(3)]
    carried = Vec3(*twist[:3]).cross(Vec3(*twist[3:])).components
    rate = minus(drift[3:], carried)
    return product(turn, J[:3]) + product(turn, J[3:]), times(turn, drift[:3]) + times(turn, rate)
