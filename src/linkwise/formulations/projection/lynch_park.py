"""Inertia matrix and kinetic energy by mapping each link's inertia through its body Jacobian and adding up.

Lynch & Park (2017), eqs. (9.59)–(9.61), numbers of the draft of Chapter 9.                            [lynch2017]

Idea: Column j of a link's body Jacobian is the twist the link has when only joint j moves, at unit rate. The link's
kinetic energy is half the square of its twist, weighted by its inertia, so the Jacobian turns that inertia into an
inertia felt at the joints. The inertia matrix of the robot is the sum of these over all links.
When: To derive or explain the inertia matrix, or for one link's share of it; composite bodies are cheaper.
"""

from ...algebra import NO_MOTION, Inertia, Motion, Scalar
from ...model import BASE, Model
from ..product_of_exponentials import displacements, links
from ..scalars import Rows, Scalars
from ..scope import Scope

SCOPE = Scope(massless=False)


def mass_matrix(model: Model, q: Scalars) -> Rows:
    """The inertia matrix.

        M(θ) = Σ_i J_ibᵀ G_i J_ib                                                      (9.61)

    Symbols: J_ib body Jacobian of link i's frame at its centre of mass, G_i = diag(I_i, m_i 1).
    Differs from the book: trees (column j of J_ib is zero unless joint j carries link i).
    Printed misprints: ERRATA E1-6.
    Cost as printed: none.
    """
    SCOPE.check(model)
    M: Rows = [[0.0] * len(model.bodies) for _ in model.bodies]
    for J, G in body_jacobians(model, q):
        for j, column in J.items():
            GJ = G @ column
            for k in J:
                if k <= j:
                    M[j][k] = M[k][j] = M[j][k] + J[k].dot(GJ)
    return M


def kinetic_energy(model: Model, q: Scalars, qd: Scalars) -> Scalar:
    """The kinetic energy K.

        V_i = J_ib(θ) θ̇,   K = ½ Σ_i V_iᵀ G_i V_i                                      (9.59)

    Symbols: V_i twist of link i's frame at its centre of mass; the others as in mass_matrix.
    Differs from the book: as in mass_matrix.  Printed misprints: ERRATA E1-6.
    Cost as printed: none.
    """
    SCOPE.check(model)
    twice: Scalar = 0.0
    for J, G in body_jacobians(model, q):
        V = sum((column * qd[j] for j, column in J.items()), start=NO_MOTION)
        twice = twice + V.dot(G @ V)
    return 0.5 * twice


def body_jacobians(model: Model, q: Scalars) -> list[tuple[dict[int, Motion], Inertia]]:
    """For each link the columns of J_ib that are not zero, and G_i.

    Column i is A_i; the others are the parent's, J_{i−1,b}, seen from link i: Ad_{T_{i,i−1}}.

    >>> import linkwise
    >>> [list(J) for J, _ in body_jacobians(linkwise.load("planar3r").tree, [0.1, 0.2, 0.3])]
    [[0], [0, 1], [0, 1, 2]]
    """
    constants = links(model)
    J: list[dict[int, Motion]] = []
    for i, (body, T) in enumerate(zip(model.bodies, displacements(constants, q), strict=True)):
        carried = {} if body.parent == BASE else J[body.parent]
        J.append({**{j: column.to_child(T) for j, column in carried.items()}, i: constants[i].A})
    return [(columns, link.G) for columns, link in zip(J, constants, strict=True)]
