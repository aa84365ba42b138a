"""Forward dynamics by the natural orthogonal complement, method 2: the inertia matrix is never formed.

Balafoutis & Patel (1991), eqs. (6.2.15)–(6.2.17); the method is Angeles & Ma (1988).
                                                                                   [balafoutis1991] [angeles1988]

Idea: The inertia matrix D = PᵀP is the square of a tall matrix P, so D q̈ = τ − b splits into two steps. First the
shortest x with Pᵀx = τ − b is found, then the q̈ for which P q̈ comes closest to x. One orthogonal factorisation of P
serves both, and squaring P, which would square its condition number, is avoided.
When: To see least squares at work in dynamics; it is somewhat more accurate than method 1 where D is badly conditioned
(by less than a digit), as are articulated bodies with fewer operations.
"""

from ...algebra import Orthogonal, Scalar, is_zero
from ...model import Model
from ..determinacy import bounds, require
from ..newton_euler import balafoutis_patel_56
from ..scalars import Scalars, Wrenches
from .angeles_ma import complement
from .mass_root import REAL

SCOPE = REAL


def forward_dynamics(model: Model, q: Scalars, qd: Scalars, tau: Scalars, wrenches: Wrenches = None) -> list[Scalar]:
    """Joint accelerations q̈ that the joint forces τ produce.

        Pᵀ x = τ − b     with x of least norm                                          (6.2.17a)
        P q̈ = x          by least squares                                              (6.2.17b)

    Symbols: P = N T of method 1 (angeles_ma.complement), b bias of gravity, velocity and external forces.
    Differs from the book: trees; any axis; b by Algorithm 5.6; a rotor is one more row of P, √I_a in its joint's place;
    all roots are kept as weights of the rows, as in method 1; the page names no factorisation, here it is Gram–Schmidt
    from the tip to the base, where the square of each orthogonal column is the articulated inertia of its joint.
    Printed misprints: none.
    Cost as printed: none ("comparable to that of their first method").
    """
    SCOPE.check(model)
    b = balafoutis_patel_56.inverse_dynamics(model, q, qd, [0.0] * len(model.bodies), wrenches)
    bound = bounds(model, model.poses(q))

    def check(j: int, square: Scalar) -> None:
        require(square, bound[j], model.bodies[j].joint.name, model)

    P, W = complement(model, q)
    for j, body in model.outward():
        if not is_zero(body.joint.rotor.reflected):
            P.append([float(k == j) for k in range(len(model.bodies))])
            W.append(body.joint.rotor.reflected)
    factors = Orthogonal.of(list(zip(*P, strict=True)) or [[]] * len(bound), W, check)
    x = factors.minimum_norm([force - bias for force, bias in zip(tau, b, strict=True)])
    return factors.least_squares(x)
