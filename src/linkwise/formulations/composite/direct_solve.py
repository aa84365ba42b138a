"""Forward dynamics by building the inertia matrix and solving.

Balafoutis & Patel (1991), §6.2, (6.2.1)–(6.2.3) and steps i–iii after them; the scheme of Walker & Orin (1982).
                                                                                 [balafoutis1991] [walker1982]

Idea: The equations of motion are linear in the accelerations, D q̈ = τ − b. So compute b by inverse dynamics
without accelerations, D by composite bodies, and solve. The elimination goes from the tips to the base, which keeps
the zeros that a branched robot has in D.
When: For forward dynamics of arms up to sixteen joints, and wherever coordinates are coupled; it is what programs use.
"""

from collections.abc import Callable

from ...algebra import Scalar, inverse, solve
from ...model import Coordinates, Model
from ..base_motion import BaseMotion
from ..determinacy import bounds, require
from ..newton_euler import balafoutis_patel_56
from ..scalars import Rows, Scalars, Wrenches
from . import balafoutis_patel_62


def forward_dynamics(
    model: Model,
    q: Scalars,
    qd: Scalars,
    tau: Scalars,
    wrenches: Wrenches = None,
    u: Coordinates | None = None,
    base: BaseMotion | None = None,
) -> list[Scalar]:
    """Joint accelerations q̈ that the joint forces τ produce.

        τ = D(q) q̈ + b                                                                 (6.2.2)
        (i)   D by composite bodies
        (ii)  b is the inverse dynamics with q̈ = 0, external forces and the base's motion included   (6.2.3)
        (iii) D q̈ = τ − b

    Symbols: D inertia matrix, b bias of gravity, velocity and external forces.
    Differs from the book: b by Algorithm 5.6, D by 6.2; D has the rotor inertias on its diagonal (Khalil & Dombre
    §9.3.5); Lᵀ D L factors solve. With coordinates u, where q = B u + b, τ and the answer belong to u:
    Bᵀ D B ü = τ − Bᵀ b.
    Cost as printed: 956 ×, 790 + for n = 6 with Algorithms 5.7 and 6.2 (Table 6.3).
    """
    b = balafoutis_patel_56.inverse_dynamics(model, q, qd, [0.0] * len(model.bodies), wrenches, base)
    D, check = inertia_matrix(model, q, u)
    b = b if u is None else u.forces(b)
    return solve(D, [force - bias for force, bias in zip(tau, b, strict=True)], check)


def mass_matrix_inverse(model: Model, q: Scalars, u: Coordinates | None = None) -> Rows:
    """D⁻¹: the accelerations that unit forces add, (6.2.2).

    Differs from the book: as in forward_dynamics.
    """
    return inverse(*inertia_matrix(model, q, u))


def inertia_matrix(
    model: Model, q: Scalars, u: Coordinates | None = None
) -> tuple[Rows, Callable[[int, Scalar], None]]:
    """D with rotors, for the joints or for coordinates u, and the check of its pivots: every joint moves an inertia."""
    D = with_rotors(model, balafoutis_patel_62.mass_matrix(model, q))
    bound = bounds(model, model.poses(q))
    names = [body.joint.name for body in model.bodies]
    if u is not None:
        D, bound, names = u.square_symmetric(D), u.squares(bound), list(u.names)

    def check(j: int, pivot: Scalar) -> None:
        require(pivot, bound[j], names[j], model)

    return D, check


def with_rotors(model: Model, D: Rows) -> Rows:
    """D with I_a on its diagonal: Khalil & Dombre (2002) §9.3.5."""
    for i, body in model.outward():
        D[i][i] = D[i][i] + body.joint.rotor.reflected
    return D
