"""How an elastic robot is asked: one program for each question, compiled when it is first put."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from ..calls.arrays import answered, assembled, batch_shape, columns, real
from ..calls.direct import WrenchesLike, checked_wrenches, require_mass
from ..calls.dispatch import LONGEST
from ..calls.equations import Equations
from ..calls.law import Law
from ..errors import LinkwiseError, UnknownName, shown
from ..formulations import determinacy
from . import differentiated

if TYPE_CHECKING:
    from .coordinates import AbstractElastic


class Row(NamedTuple):
    """A question: what it takes, and the shapes of what it gives; "m" counts motors, "n" coordinates, twice as many."""

    takes: tuple[str, ...]
    gives: dict[str, tuple[str, ...]]
    wrenches: bool = False


_X, _XV = ("x",), ("x", "xd")
_N = ("n",)

QUESTIONS: dict[str, Row] = {
    "forward_dynamics": Row(("x", "xd", "tau"), {"xdd": _N}, wrenches=True),
    "mass_matrix": Row(_X, {"mass_matrix": ("n", "n")}),
    "coriolis_matrix": Row(_XV, {"coriolis_matrix": ("n", "n")}),
    "bias_forces": Row(_XV, {"bias_forces": _N}, wrenches=True),
    "gravity_forces": Row(_X, {"gravity_forces": _N}),
    "friction_forces": Row(_XV, {"friction_forces": _N}),
    "kinetic_energy": Row(_XV, {"kinetic_energy": ()}),
    "potential_energy": Row(_X, {"potential_energy": ()}),
    "holding": Row(("q",), {"tau": ("m",)}, wrenches=True),
    "motion": Row(("q", "qd", "qdd", "qddd", "qdddd"), {"x": _N, "xd": _N, "xdd": _N, "tau": ("m",)}),
}
"""What an elastic robot's programs answer."""


def law(elastic: "AbstractElastic", question: str, frames: tuple[str, ...] = ()) -> Law:
    """The question's program, before it is compiled.

    >>> import linkwise
    >>> law(linkwise.load("pendulum").with_elastic_joints(100.0, rotors=0.1), "mass_matrix").title
    "elastic_mass_matrix of 'pendulum': x(2) -> mass_matrix(2, 2)"
    """
    if not isinstance(question, str) or question not in QUESTIONS:
        raise UnknownName("question", question, f"elastic robot {shown(elastic.name)}", QUESTIONS)
    row, m = QUESTIONS[question], elastic.inputs
    if frames and not row.wrenches:
        raise LinkwiseError(
            f"wrenches {shown(repr(frames))} would not be used.",
            f"{question} does not depend on them.",
            "leave wrenches out.",
        )
    for frame in frames:
        elastic.springs.links.frame(frame)
    if len(set(frames)) < len(frames):
        raise LinkwiseError(f"a wrench is named twice: {', '.join(map(shown, frames))}.", "Each once was expected.")
    require_mass(elastic.springs.links, question)
    size = {"x": 2 * m, "xd": 2 * m}
    takes = {name: (size.get(name, m),) for name in row.takes}
    takes |= {f"wrench_{i}": (6,) for i, _ in enumerate(frames, 1)}
    gives = {name: tuple(2 * m if axis == "n" else m for axis in shape) for name, shape in row.gives.items()}
    name = f"elastic_{question}"  # beside the rigid arm's own in one C program
    return Law(elastic.springs.links, _function(elastic, question, frames), takes, gives, name)


def ask(elastic: "AbstractElastic", question: str, *states: ArrayLike, wrenches: WrenchesLike | None = None) -> Any:
    """Put a question to an elastic robot.

    >>> import linkwise
    >>> ask(linkwise.load("pendulum").with_elastic_joints(100.0, rotors=0.1), "potential_energy", [0.0, 0.2]).round(9)
    np.float64(-2.905)
    """
    pressed = checked_wrenches(elastic.springs.links, wrenches)
    key = (question, tuple(pressed))
    kernel = elastic.kernels.get(key)
    if kernel is None:
        if not _compilable(elastic, question):
            return _directly(elastic, question, states, pressed)
        kernel = elastic.kernels.setdefault(key, law(elastic, *key).kernel())
    return kernel(*states, *pressed.values())


def _function(elastic: "AbstractElastic", question: str, frames: tuple[str, ...]) -> Callable[..., Any]:
    by = elastic.springs.equations(frames)
    if question != "motion":
        return getattr(by, question)
    return lambda eq, *states: differentiated.motion(by, elastic.springs.compliance, eq, *states)


def _compilable(elastic: "AbstractElastic", question: str) -> bool:
    """Whether a program answers for every state, and is short enough to compile while people wait."""
    tree = elastic.springs.links
    return len(tree.bodies) <= LONGEST and (question != "forward_dynamics" or determinacy.certain(tree))


def _directly(elastic: "AbstractElastic", question: str, states: tuple[ArrayLike, ...], pressed: dict[str, Any]) -> Any:
    """The equations run on the columns of the arrays."""
    wanted = law(elastic, question, tuple(pressed))
    arrays = {
        name: real(name, value, shape[0], "one entry per joint")
        for (name, shape), value in zip(wanted.takes.items(), [*states, *pressed.values()], strict=True)
    }
    batch = batch_shape(arrays)
    with np.errstate(all="ignore"):  # NaN and infinities in give NaN and infinities out
        found = wanted.function(Equations(wanted.tree), *(columns(array, batch == ()) for array in arrays.values()))
        parts = found if isinstance(found, dict) else {question: found[0] if question.endswith("energy") else found}
        out = tuple(
            assembled(part, batch, shape) for part, shape in zip(parts.values(), wanted.gives.values(), strict=True)
        )
    return out[0] if len(out) == 1 else answered(tuple(wanted.gives), out)
