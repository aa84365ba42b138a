"""What is done for one link, question by question: the steps of the formulations, put end to end.

A link's function gets a body, the link's part of the state, and what it receives in each sweep; it gives what it passes
on in each sweep, and its part of the answer. Friction and rotors act at the link's own joint and are included here.
Matrices are in matrices.py, what other answers are put together from in motions.py.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from ...algebra import Force, Mat3, Mat6, Motion, Scalar, Tag, Vec3, angular_acceleration_tensor
from ...formulations.articulated import khalil_dombre as articulated
from ...formulations.newton_euler import balafoutis_patel_56 as newton_euler
from ...model import Body, Model
from .link_classes import LINK, PARENT

WRENCH = ("nx", "ny", "nz", "fx", "fy", "fz")
"""A moment and a force, seen from the link."""

Numbers = list[Scalar]
"""What passes between links, as plain scalars."""


class Link(NamedTuple):
    """What a link passes on in each sweep, and its part of each array of answers; on a walk what it sends, what it
    hands on, and the entries of a pair: for each matrix those in its own row, then those in the sender's."""

    passed: list[Numbers]
    own: Numbers
    sent: Sequence[Scalar] = ()
    on: Sequence[Scalar] = ()
    entries: Sequence[Scalar] = ()


@dataclass(frozen=True)
class Recursion:
    """The states a recursion takes, the directions of its sweeps, what they start from, what is done for a link, and
    the formulation it comes from.

    `arrays` are the names of several answers; `walk` is how many numbers links send, `block` how many entries of each
    matrix a pair then has. In the link's own frames, not those of the gauge, where `own_frames` is true; `inverts` as
    in a `Loop`.
    """

    takes: tuple[str, ...]
    outwards: tuple[bool, ...]
    start: Callable[[Model], list[list[float]]]
    link: Callable[..., Link]
    formulation: str = "newton_euler.balafoutis_patel_56"
    arrays: tuple[str, ...] = ()
    walk: int = 0
    block: int = 1
    own_frames: bool = False
    inverts: bool = False


def vector(x: Sequence[Scalar], frame: Tag) -> Vec3:
    """The first three numbers as a vector."""
    return Vec3(x[0], x[1], x[2], frame)


def _inverse(body: Body, q: Scalar, qd: Scalar, qdd: Scalar, on: Numbers, load: Numbers) -> Link:
    """Ω of the parent is recomputed from its ω and ω̇: faster than moving nine more numbers to and from memory."""
    T = body.pose(q)
    ω, ωd, sdd = (vector(on[k:], PARENT) for k in (0, 3, 6))
    parent = newton_euler.Moving(ω, ωd, angular_acceleration_tensor(ωd, ω), sdd)
    moving, F, M = newton_euler.outward(body, T, parent, qd, qdd)
    f, η = F + vector(load, LINK), M + vector(load[3:], LINK)
    τ, Af, Aη = newton_euler.inward(body, T, f, η)
    return Link([_moving(moving), [*Af.components, *Aη.components]], [τ, *η.components, *f.components])


def _moving(m: newton_euler.Moving) -> Numbers:
    return [*m.ω.components, *m.ωd.components, *m.sdd.components]


def _with_drive(body: Body, q: Scalar, qd: Scalar, qdd: Scalar, on: Numbers, load: Numbers) -> Link:
    link = _inverse(body, q, qd, qdd, on, load)
    return link._replace(own=[link.own[0] + body.joint.rotor.reflected * qdd + body.joint.friction.force(qd)])


def _force(*given: Any) -> Link:
    """τ alone."""
    link = _inverse(*given)
    return link._replace(own=link.own[:1])


def _transmitted(*given: Any) -> Link:
    """η and f."""
    link = _inverse(*given)
    return link._replace(own=link.own[1:])


def _forward(body: Body, q: Scalar, qd: Scalar, tau: Scalar, on: Numbers, load: Numbers, rising: Numbers) -> Link:
    T = body.pose(q)
    ω, γ, β = articulated.outward(body, T, vector(on, PARENT), qd)
    β_star = β + Force(vector(load, LINK), vector(load[3:], LINK))
    J_star = Mat6.of(body.inertia) + _symmetric(load[6:])
    Ja, H = articulated.felt(body, J_star)
    H_inv = 1.0 / H
    drive = tau - body.joint.friction.force(qd) + body.S.dot(β_star)
    α, K = articulated.inward(J_star, Ja, H_inv, drive, γ, β_star)
    back, J = -α.to_parent(T), K.to_parent(T)
    Vd = Motion(vector(rising, PARENT), vector(rising[3:], PARENT))
    qdd, Vd = articulated.accelerated(body, Vd.to_child(T) + γ, Ja, H_inv, drive)
    inwards = [*back.n.components, *back.f.components, *_triangle(J)]
    return Link([[*ω.components], inwards, [*Vd.ω.components, *Vd.v.components]], [qdd])


def _triangle(J: Mat6) -> Numbers:
    """The 21 entries that determine a symmetric map."""
    A, D = ([m.rows[i][j] for i in range(3) for j in range(i, 3)] for m in (J.A, J.D))
    return [*A, *D, *(x for row in J.B.rows for x in row)]


def _symmetric(x: Sequence[Scalar]) -> Mat6:
    A, D = (Mat3(((a, b, c), (b, d, e), (c, e, f)), LINK) for a, b, c, d, e, f in (x[:6], x[6:12]))
    B = ((x[12], x[13], x[14]), (x[15], x[16], x[17]), (x[18], x[19], x[20]))
    return Mat6(A, Mat3(B, LINK), Mat3(tuple(zip(*B, strict=True)), LINK), D)  # type: ignore[arg-type]


def _at_rest(model: Model) -> list[list[float]]:
    return [[float(x) for x in _moving(newton_euler.started(model))], [0.0] * 6]


FORCES: dict[str, Recursion] = {
    "inverse_dynamics": Recursion(("q", "qd", "qdd"), (True, False), _at_rest, _with_drive),
    "bias_forces": Recursion(
        ("q", "qd"), (True, False), _at_rest, lambda body, q, qd, on, load: _force(body, q, qd, 0.0, on, load)
    ),
    "gravity_forces": Recursion(
        ("q",), (True, False), _at_rest, lambda body, q, on, load: _force(body, q, 0.0, 0.0, on, load)
    ),
    "reaction_wrenches": Recursion(
        ("q", "qd", "qdd"), (True, False), _at_rest, _transmitted, arrays=WRENCH, own_frames=True
    ),
    "forward_dynamics": Recursion(
        ("q", "qd", "tau"),
        (True, False, True),
        lambda model: [[0.0] * 3, [0.0] * 27, [0.0, 0.0, 0.0, *(-x for x in model.gravity.components)]],
        _forward,
        "articulated.khalil_dombre",
    ),
}
"""Recursions of joint forces and accelerations, by the question they answer."""
