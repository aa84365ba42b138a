"""The questions a manipulator can be asked, and the identities that link their answers.

    inverse_dynamics(q, q̇, q̈) = mass_matrix(q) q̈ + coriolis_matrix(q, q̇) q̇ + gravity_forces(q) + friction(q̇)
                                 − jacobian(q)ᵀ wrench
    bias_forces(q, q̇)         = coriolis_matrix(q, q̇) q̇ + gravity_forces(q)         without friction
    forward_dynamics(q, q̇, τ) = the q̈ with inverse_dynamics(q, q̇, q̈) = τ
    mass_matrix(q)            = ∂ inverse_dynamics / ∂ q̈, symmetric, positive definite
    coriolis_matrix(q, q̇)     the one with d(mass_matrix)/dt − 2 coriolis_matrix skew (Christoffel symbols)
    kinetic_energy(q, q̇)      = ½ q̇ᵀ mass_matrix q̇
    gravity_forces(q)         = ∂ potential_energy / ∂ q

A wrench is the one the environment exerts on the robot; the sources use the opposite sign (ERRATA E0-6, E1-11).

A formulation is a module whose functions bear the names of the questions it answers. It speaks of the bare tree: one
joint variable per body, no fixed joints, no friction, no coupled coordinates; the terms around it are in `around`.
Rotor inertia is such a term too, except in forward_dynamics, which it does not enter additively: there the formulation
counts it.
"""

from collections.abc import Callable
from types import ModuleType
from typing import Any, NamedTuple

from ..errors import UnknownName
from . import articulated, composite, kinematics, lagrange, newton_euler


class Question(NamedTuple):
    """A verb: what it takes, the shape of what it gives, and who answers where nobody is named."""

    takes: tuple[str, ...]
    gives: tuple[str | int, ...]
    default: str


QUESTIONS: dict[str, Question] = {
    "inverse_dynamics": Question(("q", "qd", "qdd"), ("n",), "newton_euler.khalil_dombre"),
    "forward_dynamics": Question(("q", "qd", "tau"), ("n",), "articulated.khalil_dombre"),
    "mass_matrix": Question(("q",), ("n", "n"), "composite.walker_orin"),
    "coriolis_matrix": Question(("q", "qd"), ("n", "n"), "composite.echeandia_wensing"),
    "kinetic_energy": Question(("q", "qd"), (), "lagrange.khalil_dombre"),
    "potential_energy": Question(("q",), (), "lagrange.khalil_dombre"),
    "forward_kinematics": Question(("q",), (4, 4), "kinematics.orin_schrader"),
    "jacobian": Question(("q",), (6, "n"), "kinematics.orin_schrader"),
    "jacobian_dot": Question(("q", "qd"), (6, "n"), "kinematics.orin_schrader"),
}
"""Every question a formulation can answer."""

FORMULATIONS: dict[str, ModuleType] = {
    f"{principle.__name__.rpartition('.')[2]}.{author}": getattr(principle, author)
    for principle in (newton_euler, composite, articulated, lagrange, kinematics)
    for author in principle.__all__
}
"""Every formulation by principle and author."""


def answering(question: str) -> dict[str, Callable[..., Any]]:
    """The functions that answer a question, by the name of their formulation; the default comes first.

    >>> list(answering("forward_dynamics"))
    ['articulated.khalil_dombre', 'composite.direct_solve']
    """
    found = {name: getattr(module, question) for name, module in FORMULATIONS.items() if hasattr(module, question)}
    default = QUESTIONS[question].default
    return {default: found[default], **found}


def answer_by(question: str, formulation: str | None) -> Callable[..., Any]:
    """The function of one formulation, or the default's, that answers a question.

    >>> answer_by("mass_matrix", None).__module__
    'linkwise.formulations.composite.walker_orin'
    """
    if formulation is None:
        formulation = QUESTIONS[question].default
    found = answering(question)
    if formulation not in found:
        raise UnknownName("formulation", formulation, f"the question {question}", found)
    return found[formulation]
