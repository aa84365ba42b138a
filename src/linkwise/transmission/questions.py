"""The questions a robot with a transmission answers, with motor positions, velocities and torques for the joints'."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from ..calls.direct import Wrenches, checked_wrenches, require_mass
from ..calls.dispatch import answer_by_program
from ..calls.function_program import FunctionProgram
from ..calls.kernel_cache import KernelKey
from ..calls.question_checks import check_wrenches
from ..errors import UnknownName, shown

if TYPE_CHECKING:
    from .coordinates import AbstractTransmission

Shape = tuple[str, ...]
"""A shape in letters: m motors, n joints."""

_ROWS: tuple[tuple[str, str, dict[str, Shape], bool], ...] = (
    ("joints", "q_m qd_m qdd_m", {"q": ("n",), "qd": ("n",), "qdd": ("n",)}, False),
    ("transmission_jacobian", "q_m", {"J": ("n", "m")}, False),
    ("transmission_jacobian_dot", "q_m qd_m", {"J": ("n", "m")}, False),
    ("motor_torques", "q_m joint_tau", {"tau": ("m",)}, False),
    ("inverse_dynamics", "q_m qd_m qdd_m", {"inverse_dynamics": ("m",)}, True),
    ("forward_dynamics", "q_m qd_m tau", {"forward_dynamics": ("m",)}, True),
    ("mass_matrix", "q_m", {"mass_matrix": ("m", "m")}, False),
    ("coriolis_matrix", "q_m qd_m", {"coriolis_matrix": ("m", "m")}, False),
    ("bias_forces", "q_m qd_m", {"bias_forces": ("m",)}, True),
    ("gravity_forces", "q_m", {"gravity_forces": ("m",)}, False),
    ("friction_forces", "q_m qd_m", {"friction_forces": ("m",)}, False),
    ("kinetic_energy", "q_m qd_m", {"kinetic_energy": ()}, False),
    ("potential_energy", "q_m", {"potential_energy": ()}, False),
)

QUESTIONS: dict[str, tuple[dict[str, Shape], dict[str, Shape], bool]] = {
    name: ({x: ("n",) if x == "joint_tau" else ("m",) for x in takes.split()}, gives, wrenches)
    for name, takes, gives, wrenches in _ROWS
}
"""What each question takes and gives, and whether it knows wrenches."""


def question_program(
    arm: AbstractTransmission, question: str, frames: tuple[str, ...] = (), *, certain: bool = False
) -> FunctionProgram:
    """The program that answers a question, with wrenches at these frames as inputs; `certain` leaves out the check for
    dead centres.

    >>> import linkwise
    >>> arm = linkwise.load("planar2r").with_transmission(lambda m: [m[0], m[1] - m[0]])
    >>> question_program(arm, "mass_matrix").title
    "motors_mass_matrix of 'planar2r': q_m(2) -> mass_matrix(2, 2)"
    """
    tree = arm.robot.tree
    if not isinstance(question, str) or question not in QUESTIONS:
        raise UnknownName("question", question, f"robot {shown(arm.name)} with a transmission", QUESTIONS)
    takes, gives, wrenches = QUESTIONS[question]
    check_wrenches(tree, frames, (question,), wrenches)
    if question not in ("joints", "transmission_jacobian", "transmission_jacobian_dot", "motor_torques"):
        require_mass(tree, question)
    sizes = {"m": arm.n, "n": arm.robot.n}
    shapes = [{name: tuple(sizes[x] for x in shape) for name, shape in side.items()} for side in (takes, gives)]
    inputs = {**shapes[0], **{f"wrench_{i}": (6,) for i, _ in enumerate(frames, 1)}}
    equations = arm.equations(frames)
    if certain:
        equations = replace(equations, in_doubt=False)
    return FunctionProgram(tree, getattr(equations, question), inputs, shapes[1], f"motors_{question}")


def ask(arm: AbstractTransmission, question: str, *states: ArrayLike, wrenches: Wrenches = None) -> Any:
    """The answer to a question, by a compiled program or directly, as `calls.dispatch` decides.

    >>> import linkwise
    >>> arm = linkwise.load("planar2r").with_transmission(lambda m: [m[0], m[1] - m[0]])
    >>> ask(arm, "transmission_jacobian", [0.0, 0.0])
    array([[ 1.,  0.],
           [-1.,  1.]])
    """
    by_frame = checked_wrenches(arm.robot.tree, wrenches)
    key = KernelKey(f"motors_{question}", tuple(by_frame))
    return answer_by_program(
        arm.kernels, key, lambda: question_program(arm, question, key.wrenches), (*states, *by_frame.values())
    )


def first_not_a_number(answer: Any, states: tuple[ArrayLike, ...]) -> tuple[int, ...] | None:
    """The index of the first state, of finite numbers, whose answer is not a number; None if there is none.

    >>> first_not_a_number(np.array([[1.0], [np.nan]]), ([[0.0], [0.0]],))
    (1,)
    """
    wrong = np.isnan(answer).any(axis=-1)
    if not wrong.any():
        return None
    for state in states:
        wrong = wrong & np.isfinite(np.asarray(state, dtype=float)).all(axis=-1)
    return tuple(int(k) for k in np.argwhere(wrong)[0]) if wrong.any() else None
