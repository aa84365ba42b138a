"""The derivatives of an elastic robot's equations at a state, over any scalar, so that they are one compiled program.

With the derivatives of the links' forces τ(q, q̇, q̈) at their acceleration, and f of the motors' friction,

    D = [A 0; 0 I_a],   V = [∂τ/∂q̇ + d, −d; −d, d + ∂f/∂q̇_M],   P = [∂τ/∂q + k, −k; ∂f/∂q − k, k + ∂f/∂q_M]

of D δẍ + V δẋ + P δx = [0; δΓ], and −D⁻¹ P, −D⁻¹ V, D⁻¹ [0; 1] of ẍ. Jumps of dry friction are left out.
"""

from __future__ import annotations

from typing import Any

from ..algebra import Scalar, gradient
from ..algebra.matrices import minus, plus, product, transpose
from ..algebra.solve import solve
from ..calls.equations import Equations
from .equations import ElasticEquations, Rows, Scalars

Matrix = list[list[Scalar]]


def coefficients(
    equations: ElasticEquations, eq: Equations, x: Scalars, xd: Scalars, tau: Scalars, *wrenches: Scalars
) -> dict[str, Any]:
    """ẍ, D, V and P under motor torques.

    >>> import linkwise
    >>> springs = linkwise.load("pendulum").with_gravity([0, 0, 0]).with_elastic_joints(100.0, rotors=0.1).springs
    >>> coefficients(springs.equations(), Equations(springs.links), [0.0, 0.0], [0.0, 0.0], [0.0])["P"]
    [[100.0, -100.0], [-100.0, 100.0]]
    """
    n = eq.n
    q, qd, xdd = list(x[:n]), list(xd[:n]), equations.forward_dynamics(eq, x, xd, tau, *wrenches)
    by_q, by_qd, A = eq.inverse_dynamics_derivatives(q, qd, xdd[:n])
    if wrenches:
        by_frame, still = dict(zip(equations.frames, wrenches, strict=True)), [0.0] * n
        _, slopes = gradient(lambda q: minus(eq.bias_forces(q, still, by_frame), eq.bias_forces(q, still)), q)
        by_q = _sum(by_q, transpose(slopes))
    _, friction = gradient(lambda z: equations.motor_friction(z[: 2 * n], z[2 * n :]), [*x, *xd[n:]])
    f_q, f_qM, f_qdM = (transpose(friction[i : i + n]) for i in range(0, 3 * n, n))
    k, d, zeros = equations.k, equations.d, [[0.0] * n for _ in range(n)]
    return {
        "D": _blocks(A, zeros, zeros, equations.I_a),
        "V": _blocks(_sum(by_qd, d), _minus(d), _minus(d), _sum(f_qdM, d)),
        "P": _blocks(_sum(by_q, k), _minus(k), _sum(f_q, _minus(k)), _sum(f_qM, k)),
        "xdd": xdd,
    }


def forward_dynamics_derivatives(
    equations: ElasticEquations, eq: Equations, x: Scalars, xd: Scalars, tau: Scalars, *wrenches: Scalars
) -> dict[str, Any]:
    """∂ẍ/∂x, ∂ẍ/∂ẋ and ∂ẍ/∂Γ.

    >>> import linkwise
    >>> springs = linkwise.load("pendulum").with_gravity([0, 0, 0]).with_elastic_joints(100.0, rotors=0.1).springs
    >>> at = ([0.0, 0.0], [0.0, 0.0], [0.0])
    >>> forward_dynamics_derivatives(springs.equations(), Equations(springs.links), *at)["dqdd_dtau"]
    [[0.0], [10.0]]
    """
    n, at = eq.n, coefficients(equations, eq, x, xd, tau, *wrenches)
    A = [row[:n] for row in at["D"][:n]]
    A_inverse = [solve(A, [float(i == k) for i in range(n)]) for k in range(n)]
    I_inverse = equations.I_a_inverse

    def accelerations(M: Matrix) -> Matrix:
        return _minus([*product(A_inverse, M[:n]), *product(I_inverse, M[n:])])

    zeros = [[0.0] * n for _ in range(n)]
    by_tau = [*zeros, *(list(row) for row in I_inverse)]
    return {"dqdd_dq": accelerations(at["P"]), "dqdd_dqd": accelerations(at["V"]), "dqdd_dtau": by_tau}


def _sum(A: Rows, B: Rows) -> Matrix:
    return [plus(a, b) for a, b in zip(A, B, strict=True)]


def _minus(A: Rows) -> Matrix:
    return [[-x for x in row] for row in A]


def _blocks(a: Rows, b: Rows, c: Rows, d: Rows) -> Matrix:
    """[a b; c d]."""
    return [[*left, *right] for left, right in (*zip(a, b, strict=True), *zip(c, d, strict=True))]
