"""Springs at joints, and weights that are compensated: forces that depend on the positions alone, beside gravity.

With stiffness k and rest position q_0 of each joint, and lifts that push up with μ at points p (model/lift.py),

    U_s = Σ ½ k (q − q_0)² + Σ μ g·p,   Γ_s = ∂U_s/∂q = k (q − q_0) + Σ μ J_pᵀ g

are part of the potential energy and of the forces that hold the arm at rest.
"""

from ..algebra import NO_FORCE, Force, Scalar, gradient, is_zero
from ..model import BASE, Frame, Lift, Model
from .adapters import generalized_forces
from .kinematics.orin_schrader import poses_in_base
from .scalars import Rows, Scalars


def absent(model: Model) -> bool:
    """Whether there are none.

    >>> import linkwise
    >>> absent(linkwise.load("panda").tree)
    True
    """
    return not model.lifts and all(is_zero(body.joint.spring.stiffness) for body in model.bodies)


def forces(model: Model, q: Scalars) -> list[Scalar]:
    """Γ_s of the tree's joints.

    >>> import linkwise
    >>> from linkwise.model import Spring
    >>> forces(linkwise.load("pendulum").with_springs({"joint1": Spring(3.0, rest=0.5)}).tree, [1.0])
    [1.5]
    """
    Γ: list[Scalar] = [
        0.0 if is_zero(s.stiffness) else s.stiffness * (qi if is_zero(s.rest) else qi - s.rest)
        for s, qi in zip((body.joint.spring for body in model.bodies), q, strict=True)
    ]
    if not model.lifts:
        return Γ
    return [a - b for a, b in zip(Γ, generalized_forces(model, q, lifting(model, q)), strict=True)]


def energy(model: Model, q: Scalars) -> Scalar:
    """U_s.

    >>> import linkwise
    >>> from linkwise.model import Spring
    >>> energy(linkwise.load("pendulum").with_springs({"joint1": Spring(3.0, rest=0.5)}).tree, [1.5])
    1.5
    """
    U: Scalar = 0.0
    for body, qi in zip(model.bodies, q, strict=True):
        if not is_zero(body.joint.spring.stiffness):
            y = qi - body.joint.spring.rest
            U = U + 0.5 * body.joint.spring.stiffness * (y * y)
    T = poses_in_base(model, q) if model.lifts else []
    for lift, frame in _moving_lifts(model):
        p = frame.placement.point(lift.com.seen_from(frame.placement.of))
        U = U + lift.mass * model.gravity.dot(T[frame.body].point(p))
    return U


def slopes(model: Model, q: Scalars) -> Rows:
    """∂Γ_s/∂q.

    >>> import linkwise
    >>> from linkwise.model import Spring
    >>> slopes(linkwise.load("pendulum").with_springs({"joint1": Spring(3.0)}).tree, [1.0])
    [[3.0]]
    """
    if model.lifts:
        return [list(row) for row in zip(*gradient(lambda x: forces(model, x), q)[1], strict=True)]
    return [
        [body.joint.spring.stiffness if i == j else 0.0 for j in range(len(model.bodies))]
        for i, body in model.outward()
    ]


def lifting(model: Model, q: Scalars) -> list[Force]:
    """The wrench −μ g of the lifts on each body, seen from its frame."""
    T, on = poses_in_base(model, q), [NO_FORCE] * len(model.bodies)
    for lift, frame in _moving_lifts(model):
        f = T[frame.body].R.T @ (model.gravity * -lift.mass)
        p = frame.placement.point(lift.com.seen_from(frame.placement.of))
        on[frame.body] = on[frame.body] + Force(p.cross(f), f)
    return on


def _moving_lifts(model: Model) -> list[tuple[Lift, Frame]]:
    """The lifts of links that move, each with its link's frame."""
    found = [(lift, model.frame(lift.link)) for lift in model.lifts]
    return [(lift, frame) for lift, frame in found if frame.body != BASE]
