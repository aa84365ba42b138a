"""Link frames at the centres of mass, moved by exponentials of screw axes.

Lynch & Park (2017), eqs. (9.35)–(9.41), (9.49)–(9.53) of the draft of Chapter 9.                      [lynch2017]

    T_{i−1,i} = M_{i−1,i} e^{[A_i]θ_i}                                                 (9.35), (9.50), (9.53)
    M_{i−1,i} = M_{i−1}⁻¹ M_i,   A_i = Ad_{M_i⁻¹}(S_i)                                 (9.39), (9.40)
    G_i = diag(I_i, m_i 1)                                                             (9.41), (9.52)

M_{i−1,i}, A_i and G_i are constants of the robot. The model holds them link by link, so they are taken from it without
going through the base: M_i = M_{01} … M_{i−1,i} (9.38) and S_i = Ad_{M_i}(A_i) follow from them. Printed misprints:
ERRATA E1-6.
"""

from typing import NamedTuple

from ..algebra import ZERO, Inertia, Motion, Rotation, Scalar, Transform, cos, is_zero, sin
from ..model import BASE, Model
from .scalars import Scalars


class Link(NamedTuple):
    """The constants of a link: C, its frame {i} seen from the body's; M = M_{i−1,i}; A = A_i; G = G_i."""

    C: Transform
    M: Transform
    A: Motion
    G: Inertia


def links(model: Model) -> list[Link]:
    """The constants of every link; a link's parent takes the place of i−1.

    >>> import linkwise
    >>> arm = links(linkwise.load("planar2r").tree)[1]
    >>> arm.C.p.x, arm.M.p.x, arm.A.ω.z, arm.A.v.y
    (0.9, 0.9, 1.0, 0.9)
    """
    at_base = Transform.identity(model.base, model.base)
    C = [Transform(Rotation.identity(b.name, f"{b.name}@com"), b.inertia.com) for b in model.bodies]
    constants = []
    for i, body in model.outward():
        C_parent = at_base if body.parent == BASE else C[body.parent]
        M = C_parent.inverse() @ body.pose(0.0) @ C[i]
        A = body.S.to_child(C[i])
        constants.append(Link(C[i], M, A, Inertia(body.inertia.m, ZERO, body.inertia.I_com.seen_from(C[i].of))))
    return constants


def displacements(constants: list[Link], θ: Scalars) -> list[Transform]:
    """T_{i−1,i} = M_{i−1,i} e^{[A_i]θ_i} of every link, (9.53).

    >>> import linkwise
    >>> constants = links(linkwise.load("planar2r").tree)
    >>> displacements(constants, [0.0, 0.0]) == [link.M for link in constants]
    True
    """
    moved = (exponential(link.A, θi).tagged(link.M.of, link.M.of) for link, θi in zip(constants, θ, strict=True))
    return [link.M.then(e) for link, e in zip(constants, moved, strict=True)]


def exponential(A: Motion, θ: Scalar) -> Transform:
    """e^{[A]θ}: the slide v θ, or by Rodrigues' formula the turn about the unit vector ω with the shift of its origin.

    A turn has no pitch, ω·v = 0, so that [1θ + (1 − cos θ) tilde(ω) + (θ − sin θ) tilde(ω)²] v = v sin θ + ω × v (1 −
    cos θ), which stays small however often it turns.

    >>> from linkwise.algebra import Vec3
    >>> exponential(Motion(ZERO, Vec3(0.0, 0.0, 1.0)), 0.5).p.z
    0.5
    >>> exponential(Motion(Vec3(0.0, 0.0, 1.0), Vec3(0.0, 2.0, 0.0)), 0.0).p.components
    (0.0, 0.0, 0.0)
    """
    if all(is_zero(x) for x in A.ω.components):
        return Transform(Rotation.identity(), A.v * θ)
    c, s = cos(θ), sin(θ)
    return Transform(Rotation.about(A.ω, c, s), A.v * s + A.ω.cross(A.v) * (1.0 - c))
