"""The questions a manipulator can be asked, and the identities that link their answers.

    inverse_dynamics(q, q̇, q̈) = mass_matrix(q) q̈ + coriolis_matrix(q, q̇) q̇ + gravity_forces(q) + friction(q̇)
                                 − jacobian(q)ᵀ wrench
    bias_forces(q, q̇)         = coriolis_matrix(q, q̇) q̇ + gravity_forces(q)         without friction
    forward_dynamics(q, q̇, τ) = the q̈ with inverse_dynamics(q, q̇, q̈) = τ
    mass_matrix(q)            = ∂ inverse_dynamics / ∂ q̈, symmetric, positive definite
    coriolis_matrix(q, q̇)     the one with d(mass_matrix)/dt − 2 coriolis_matrix skew (Christoffel symbols)
    kinetic_energy(q, q̇)      = ½ q̇ᵀ mass_matrix q̇
    gravity_forces(q)         = ∂ potential_energy / ∂ q

A wrench is the one the environment exerts on the robot; the sources use the opposite sign (ERRATA E0-6).

A formulation is a module whose functions bear the names of the questions it answers. It speaks of the bare tree: one
joint variable per body, no fixed joints, no friction, no coupled coordinates; the terms around it are in `around`.
Rotor inertia is such a term too, except in forward_dynamics, which it does not enter additively: there the formulation
counts it.
"""

from collections.abc import Callable
from types import ModuleType
from typing import Any, NamedTuple

from ..errors import NotForThisRobot, UnknownName
from . import articulated, composite, kinematics, lagrange, newton_euler


class Question(NamedTuple):
    """A verb: what it takes, the shape of what it gives, and who answers where nobody is named.

    `verb` is the formulations' function that answers it, where that has another name; `wrenches` and `frame` tell
    whether the environment's wrenches, or a frame's name, belong to the question. Where only one formulation knows
    coordinates that are coupled (model/coordinates.py), `coupled` names it.
    """

    takes: tuple[str, ...]
    gives: tuple[str | int, ...]
    default: str
    verb: str | None = None
    wrenches: bool = False
    frame: bool = False
    coupled: str | None = None


_ID, _FK = "newton_euler.khalil_dombre", "kinematics.orin_schrader"

QUESTIONS: dict[str, Question] = {
    "inverse_dynamics": Question(("q", "qd", "qdd"), ("n",), _ID, wrenches=True),
    "forward_dynamics": Question(
        ("q", "qd", "tau"), ("n",), "articulated.khalil_dombre", wrenches=True, coupled="composite.direct_solve"
    ),
    "mass_matrix": Question(("q",), ("n", "n"), "composite.featherstone"),
    "coriolis_matrix": Question(("q", "qd"), ("n", "n"), "composite.echeandia_wensing"),
    "bias_forces": Question(("q", "qd"), ("n",), _ID, "inverse_dynamics", wrenches=True),
    "gravity_forces": Question(("q",), ("n",), _ID, "inverse_dynamics"),
    "kinetic_energy": Question(("q", "qd"), (), "lagrange.khalil_dombre"),
    "potential_energy": Question(("q",), (), "lagrange.khalil_dombre"),
    "forward_kinematics": Question(("q",), (4, 4), _FK, frame=True),
    "jacobian": Question(("q",), (6, "n"), _FK, frame=True),
    "jacobian_dot": Question(("q", "qd"), (6, "n"), _FK, frame=True),
}
"""Every question a robot can be asked."""

FORMULATIONS: dict[str, ModuleType] = {
    f"{principle.__name__.rpartition('.')[2]}.{author}": getattr(principle, author)
    for principle in (newton_euler, composite, articulated, lagrange, kinematics)
    for author in principle.__all__
}
"""Every formulation by principle and author."""


def answering(question: str, coupled: bool = False) -> dict[str, Callable[..., Any]]:
    """The functions that answer a question, by the name of their formulation; the default comes first.

    >>> list(answering("forward_dynamics"))
    ['articulated.khalil_dombre', 'composite.direct_solve']
    """
    row = QUESTIONS[question]
    verb, only = row.verb or question, row.coupled if coupled else None
    found = {name: getattr(module, verb) for name, module in FORMULATIONS.items() if hasattr(module, verb)}
    return {only: found[only]} if only else {row.default: found[row.default], **found}


def answer_by(question: str, formulation: str | None, coupled: bool = False) -> Callable[..., Any]:
    """The function of one formulation, or the default's, that answers a question.

    >>> answer_by("mass_matrix", None).__module__
    'linkwise.formulations.composite.featherstone'
    """
    found = answering(question, coupled)
    if formulation is None:
        return next(iter(found.values()))
    if not isinstance(formulation, str) or formulation not in answering(question):
        raise UnknownName("formulation", formulation, f"the question {question}", found)
    if formulation not in found:
        raise NotForThisRobot(
            f"{formulation} answers {question} only where every joint moves on its own.",
            "Some joints of this robot follow others.",
            f"take formulation={next(iter(found))!r}.",
        )
    return found[formulation]
