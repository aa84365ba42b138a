"""The questions an elastic robot answers: some shared with every robot, and some its own.

An elastic robot of m motors has n = 2m coordinates x = (q, q_M): the questions of every robot take x and xd here in
place of q and qd, and tau are the m motor torques.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from numpy.typing import ArrayLike

from ..calls.direct import Wrenches, checked_wrenches, require_mass
from ..calls.dispatch import answer_by_program
from ..calls.function_program import FunctionProgram, Shapes
from ..calls.kernel_cache import KernelKey
from ..calls.question_checks import check_wrenches
from ..errors import UnknownName, shown
from ..formulations import QUESTIONS
from . import derivatives, differentiated
from .regressor import regressor, width

if TYPE_CHECKING:
    from .coordinates import AbstractElastic

SHARED = tuple(name for name, row in QUESTIONS.items() if row.elastic)
"""The questions of every robot that an elastic one answers too."""

OWN: dict[str, Callable[[int], tuple[Shapes, Shapes]]] = {
    "friction_forces": lambda m: ({"x": (2 * m,), "xd": (2 * m,)}, {"friction_forces": (2 * m,)}),
    "coefficients": lambda m: (
        {"x": (2 * m,), "xd": (2 * m,), "tau": (m,)},
        {"D": (2 * m, 2 * m), "V": (2 * m, 2 * m), "P": (2 * m, 2 * m), "xdd": (2 * m,)},
    ),
    "forward_dynamics_derivatives": lambda m: (
        {"x": (2 * m,), "xd": (2 * m,), "tau": (m,)},
        {"dqdd_dq": (2 * m, 2 * m), "dqdd_dqd": (2 * m, 2 * m), "dqdd_dtau": (2 * m, m)},
    ),
    "holding": lambda m: ({"q": (m,)}, {"tau": (m,)}),
    "motion": lambda m: (
        {name: (m,) for name in ("q", "qd", "qdd", "qddd", "qdddd")},
        {"x": (2 * m,), "xd": (2 * m,), "xdd": (2 * m,), "tau": (m,)},
    ),
}
"""Functions of elastic robots only: what they take and give, for m motors."""


ANSWERED = (*SHARED, *OWN, "regressor")
"""All of them."""

WITH_WRENCHES = ("coefficients", "forward_dynamics_derivatives", "holding")
"""Those of them that know wrenches."""


def shapes_of(question: str, m: int, parameters: int = 0) -> tuple[Shapes, Shapes]:
    """The shapes of what a question takes and gives, for m motors; a regressor has a column for each of the parameters.

    >>> shapes_of("forward_dynamics", 6)
    ({'x': (12,), 'xd': (12,), 'tau': (6,)}, {'forward_dynamics': (12,)})
    """
    if question == "regressor":
        return {name: (2 * m,) for name in ("x", "xd", "xdd")}, {question: (2 * m, parameters)}
    if question in OWN:
        return OWN[question](m)
    row, arrays = QUESTIONS[question], {"q": ("x", 2 * m), "qd": ("xd", 2 * m), "tau": ("tau", m)}
    takes = {name: (size,) for name, size in (arrays[taken] for taken in row.takes)}
    return takes, {question: tuple(2 * m for _ in row.gives)}


def question_program(elastic: AbstractElastic, question: str, frames: tuple[str, ...] = ()) -> FunctionProgram:
    """The program that answers a question, with wrenches at these frames as inputs.

    >>> import linkwise
    >>> question_program(linkwise.load("pendulum").with_elastic_joints(100.0, rotors=0.1), "mass_matrix").title
    "elastic_mass_matrix of 'pendulum': x(2) -> mass_matrix(2, 2)"
    """
    links = elastic.springs.links
    if not isinstance(question, str) or question not in ANSWERED:
        raise UnknownName("question", question, f"elastic robot {shown(elastic.name)}", ANSWERED)
    used = question in WITH_WRENCHES or (question in SHARED and QUESTIONS[question].wrenches)
    check_wrenches(links, frames, (question,), used)
    require_mass(links, question)
    takes, gives = shapes_of(question, elastic.inputs, width(elastic.springs))
    takes = {**takes, **{f"wrench_{i}": (6,) for i, _ in enumerate(frames, 1)}}
    name = f"elastic_{question}"  # distinct from the rigid arm's, so that both fit into one C program
    return FunctionProgram(links, _function(elastic, question, frames), takes, gives, name)


def ask(elastic: AbstractElastic, question: str, *states: ArrayLike, wrenches: Wrenches = None) -> Any:
    """An elastic robot's answer to a question, by a compiled program or directly, as `calls.dispatch` decides.

    >>> import linkwise
    >>> ask(linkwise.load("pendulum").with_elastic_joints(100.0, rotors=0.1), "potential_energy", [0.0, 0.2]).round(9)
    np.float64(-2.905)
    """
    by_frame = checked_wrenches(elastic.springs.links, wrenches)
    key = KernelKey(question, tuple(by_frame))
    return answer_by_program(
        elastic.kernels,
        key,
        lambda: question_program(elastic, question, key.wrenches),
        (*states, *by_frame.values()),
    )


def _function(elastic: AbstractElastic, question: str, frames: tuple[str, ...]) -> Callable[..., Any]:
    equations = elastic.springs.equations(frames)
    if question == "motion":
        return lambda eq, *states: differentiated.motion(equations, elastic.springs.compliance, eq, *states)
    if question in ("coefficients", "forward_dynamics_derivatives"):
        derived = getattr(derivatives, question)
        return lambda eq, *states: derived(equations, eq, *states)
    if question == "regressor":
        return lambda eq, *states: regressor(elastic.springs, equations, eq, *states)
    function: Callable[..., Any] = getattr(equations, question)
    return function
