"""One answer derived from another: what a formulation does not compute itself but follows from what it does compute.

gravity_forces(q)      = inverse_dynamics(q, 0, 0)
bias_forces(q, q̇)      = inverse_dynamics(q, q̇, 0)
inverse_dynamics under wrenches w = inverse_dynamics − Jᵀ w
forward_dynamics under wrenches w = forward_dynamics of τ + Jᵀ w
"""

from collections.abc import Callable, Sequence
from inspect import signature
from typing import Any

from ..algebra import Force, Scalar
from ..model import BASE, Model
from .scalars import Scalars, Wrenches

Answer = Callable[..., Any]
"""The function with which a formulation answers a question."""


def at_rest(inverse_dynamics: Answer) -> Answer:
    """Gravity forces from inverse dynamics."""

    def gravity_forces(model: Model, q: Scalars) -> list[Scalar]:
        still = [0.0] * len(model.bodies)
        return inverse_dynamics(model, q, still, still)

    return gravity_forces


def unaccelerated(inverse_dynamics: Answer) -> Answer:
    """Bias forces from inverse dynamics."""

    def bias_forces(model: Model, q: Scalars, qd: Scalars, *wrenches: Wrenches, **base: Any) -> list[Scalar]:
        return inverse_dynamics(model, q, qd, [0.0] * len(model.bodies), *wrenches, **base)

    return bias_forces


FROM: dict[str, Callable[[Answer], Answer]] = {"gravity_forces": at_rest, "bias_forces": unaccelerated}
"""Questions that inverse dynamics can answer, and how."""


def under_wrenches(question: str, by: Answer) -> Answer:
    """The function itself if it takes wrenches on the links, otherwise a wrapper that adds or subtracts Jᵀ w."""
    takes = signature(by).parameters
    if "wrenches" in takes:
        return by

    states = len(takes.keys() - {"model", "q", "base"})

    def with_wrenches(model: Model, q: Scalars, *rest: Any, **base: Any) -> list[Scalar]:
        state, wrenches = (rest, None) if len(rest) == states else (rest[:-1], rest[-1])
        if wrenches is None:
            return by(model, q, *state, **base)
        push = generalized_forces(model, q, wrenches)
        if question == "forward_dynamics":
            qd, tau = state
            return by(model, q, qd, [t + p for t, p in zip(tau, push, strict=True)], **base)
        return [t - p for t, p in zip(by(model, q, *state, **base), push, strict=True)]

    return with_wrenches


def generalized_forces(model: Model, q: Scalars, wrenches: Sequence[Force]) -> list[Scalar]:
    """Jᵀ w: the joint forces equivalent to wrenches on the links, each seen from its link."""
    F = list(wrenches)
    τ: list[Scalar] = [0.0] * len(F)
    for i, body in model.inward():
        τ[i] = body.S.dot(F[i])
        if body.parent != BASE:
            F[body.parent] = F[body.parent] + F[i].to_parent(body.pose(q[i]))
    return τ
