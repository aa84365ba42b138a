"""The questions to an elastic robot: those of every robot it answers, and some of its own.

An elastic robot of m motors is a robot of n = 2m coordinates x = (q, q_M): where a question takes q and qd of a robot,
it takes x and xd here, and tau are the m motor torques.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from numpy.typing import ArrayLike

from ..calls.direct import Wrenches, checked_wrenches, require_mass
from ..calls.dispatch import LONGEST, by_kernel
from ..calls.function_program import FunctionProgram, Shapes
from ..calls.kernel_cache import AbstractKernel, KernelKey
from ..errors import LinkwiseError, UnknownName, shown
from ..formulations import QUESTIONS, determinacy
from . import differentiated

if TYPE_CHECKING:
    from .coordinates import AbstractElastic

SHARED = (
    "forward_dynamics",
    "mass_matrix",
    "coriolis_matrix",
    "bias_forces",
    "gravity_forces",
    "kinetic_energy",
    "potential_energy",
)
"""Questions of every robot that an elastic one answers; `formulations.QUESTIONS` says what they take and give."""

OWN: dict[str, Callable[[int], tuple[Shapes, Shapes]]] = {
    "friction_forces": lambda m: ({"x": (2 * m,), "xd": (2 * m,)}, {"friction_forces": (2 * m,)}),
    "holding": lambda m: ({"q": (m,)}, {"tau": (m,)}),
    "motion": lambda m: (
        {name: (m,) for name in ("q", "qd", "qdd", "qddd", "qdddd")},
        {"x": (2 * m,), "xd": (2 * m,), "xdd": (2 * m,), "tau": (m,)},
    ),
}
"""Questions of its own: what they take and give, for m motors."""


def arrays(question: str, m: int) -> tuple[Shapes, Shapes]:
    """What a question takes and gives, for m motors.

    >>> arrays("forward_dynamics", 6)
    ({'x': (12,), 'xd': (12,), 'tau': (6,)}, {'forward_dynamics': (12,)})
    """
    if question in OWN:
        return OWN[question](m)
    row, sizes = QUESTIONS[question], {"q": ("x", 2 * m), "qd": ("xd", 2 * m), "tau": ("tau", m)}
    takes = {sizes[name][0]: (sizes[name][1],) for name in row.takes}
    return takes, {question: tuple(2 * m for _ in row.gives)}


def question_program(elastic: "AbstractElastic", question: str, frames: tuple[str, ...] = ()) -> FunctionProgram:
    """The program that answers a question under wrenches at some frames, before it is traced.

    >>> import linkwise
    >>> question_program(linkwise.load("pendulum").with_elastic_joints(100.0, rotors=0.1), "mass_matrix").title
    "elastic_mass_matrix of 'pendulum': x(2) -> mass_matrix(2, 2)"
    """
    links = elastic.springs.links
    if not isinstance(question, str) or question not in (*SHARED, *OWN):
        raise UnknownName("question", question, f"elastic robot {shown(elastic.name)}", (*SHARED, *OWN))
    if frames and not (question == "holding" or (question in SHARED and QUESTIONS[question].wrenches)):
        raise LinkwiseError(
            f"wrenches {shown(repr(frames))} would not be used.",
            f"{question} does not depend on them.",
            "leave wrenches out.",
        )
    for frame in frames:
        links.frame(frame)
    if len(set(frames)) < len(frames):
        raise LinkwiseError(f"a wrench is named twice: {', '.join(map(shown, frames))}.", "Each once was expected.")
    require_mass(links, question)
    takes, gives = arrays(question, elastic.inputs)
    takes = {**takes, **{f"wrench_{i}": (6,) for i, _ in enumerate(frames, 1)}}
    name = f"elastic_{question}"  # beside the rigid arm's own in one C program
    return FunctionProgram(links, _function(elastic, question, frames), takes, gives, name)


def ask(elastic: "AbstractElastic", question: str, *states: ArrayLike, wrenches: Wrenches = None) -> Any:
    """Put a question to an elastic robot.

    >>> import linkwise
    >>> ask(linkwise.load("pendulum").with_elastic_joints(100.0, rotors=0.1), "potential_energy", [0.0, 0.2]).round(9)
    np.float64(-2.905)
    """
    pressing = checked_wrenches(elastic.springs.links, wrenches)
    key, given = KernelKey(question, tuple(pressing)), (*states, *pressing.values())

    def make() -> AbstractKernel | None:
        if not _compilable(elastic, question):
            return None
        return elastic.kernels.made(key, lambda: question_program(elastic, question, key.wrenches).kernel())

    def direct() -> Any:
        return question_program(elastic, question, key.wrenches).run_directly(*given)

    return by_kernel(elastic.kernels, key, make, given, direct)


def _function(elastic: "AbstractElastic", question: str, frames: tuple[str, ...]) -> Callable[..., Any]:
    by = elastic.springs.equations(frames)
    if question != "motion":
        found: Callable[..., Any] = getattr(by, question)
        return found
    return lambda eq, *states: differentiated.motion(by, elastic.springs.compliance, eq, *states)


def _compilable(elastic: "AbstractElastic", question: str) -> bool:
    """Whether a program answers for every state, and is short enough to compile while people wait."""
    tree = elastic.springs.links
    return len(tree.bodies) <= LONGEST and (question != "forward_dynamics" or determinacy.certain(tree))
