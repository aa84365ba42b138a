"""Forward dynamics by conjugate gradients, method 4: the inertia matrix is never formed.

Balafoutis & Patel (1991), §6.2, text after Algorithm 6.1; method 4 of Walker & Orin (1982).
                                                                                    [balafoutis1991] [walker1982]

Idea: To solve D q̈ = τ − b by conjugate gradients one only needs D times a vector, and that is an inverse dynamics
without velocities and gravity. Each step improves the accelerations along a new direction which, as D measures angles,
is at right angles to all earlier ones, so no step spoils what others have gained. With exact numbers n such steps give
the answer.
When: To show an iterative solver at work on a robot; the source itself finds it worth its cost from twelve joints on,
and articulated bodies are cheaper.
"""

from ...algebra import Scalar, is_zero, sign
from ...algebra.orthogonal import dot
from ...model import Model
from ..articulated.spatial_filter import checked_inverse, riccati
from ..scalars import Scalars, Wrenches
from . import balafoutis_patel_56
from .walker_orin_1 import inertial_forces

CLOSED_FORM = False
"""An iteration: it gives numbers and programs; with symbols its expressions grow without limit."""


def forward_dynamics(model: Model, q: Scalars, qd: Scalars, tau: Scalars, wrenches: Wrenches = None) -> list[Scalar]:
    """Joint accelerations q̈ that the joint forces τ produce.

    From q̈ = 0 with the residual r = τ − b, n times:
        p = r,   p ← p − (p·Dp_j / p_j·Dp_j) p_j      for each direction p_j so far
        α = p·r / p·Dp,   q̈ ← q̈ + α p,   r ← r − α Dp

    Symbols: Dp by an inverse dynamics with q̈ = p, q̇ = 0, g = 0 and no external forces; b one with q̈ = 0.
    Differs from the book, which describes the method in words: always n steps, for a program has no branches; each
    direction is made conjugate to all before it, one after the other, not to the last only. In exact arithmetic that
    changes nothing; in doubles n steps of the plain method leave one to five correct digits on chains of twelve joints.
    Whether D is regular, which the iteration cannot tell, is checked with the articulated inertias; a program has no
    such check. Dp by Algorithm 5.4, b by 5.6; rotors are added to D; trees; any axis.
    Printed misprints: none.
    Cost as printed: none (O(n²); worth while for n ≥ 12).
    """
    T = model.poses(q)
    riccati(model, T, checked_inverse(model, T))
    b = balafoutis_patel_56.inverse_dynamics(model, q, qd, [0.0] * len(T), wrenches)
    rotors = [body.joint.rotor.reflected for body in model.bodies]
    r: list[Scalar] = [force - bias for force, bias in zip(tau, b, strict=True)]
    qdd: list[Scalar] = [0.0] * len(T)
    before: list[tuple[list[Scalar], list[Scalar], Scalar]] = []
    for _ in T:
        p = r
        for p_j, Dp_j, p_j_Dp_j in before:
            p = _less(p, dot(p, Dp_j) / p_j_Dp_j, p_j)
        Dp = inertial_forces(model, T, p)
        Dp = [f if is_zero(I_a) else f + I_a * x for f, I_a, x in zip(Dp, rotors, p, strict=True)]
        p_Dp = dot(p, Dp)
        none = 1.0 - sign(p_Dp)  # 1 where no direction is left, since the answer is reached: a step of 0, not 0/0
        p_Dp = p_Dp + none * none  # a product, since sums may be reordered: (p·Dp + 1) − 1 would lose p·Dp
        α = dot(p, r) / p_Dp
        qdd, r = _less(qdd, -α, p), _less(r, α, Dp)
        before.append((p, Dp, p_Dp))
    return qdd


def _less(x: list[Scalar], k: Scalar, y: list[Scalar]) -> list[Scalar]:
    """x − k y."""
    return [a - k * b for a, b in zip(x, y, strict=True)]
