"""Inverse dynamics by recursive doubling: the Newton–Euler recursion in ⌈log₂ n⌉ rounds, for parallel machines.

Balafoutis & Patel (1991), end of §5.2.3, name it among the parallel methods; the idea is Lee & Chang (1986), the
equations are those of Algorithm 5.3, (5.2.23)–(5.2.24), seen from the base.             [balafoutis1991] [lee1986]

Idea: Seen from the base, the recursion is a row of sums: a link's angular velocity is the sum of what the joints before
it add, a force the sum over the links beyond. Sums need not be made link after link: if every link knows the sum over
its last k joints, adding what the link k places before it knows gives the sum over 2k, for all links at once, and
rotations are multiplied in the same way. So all is done after ⌈log₂ n⌉ rounds instead of n steps, with more operations.
When: To see how short the longest chain of dependent operations can be made, on machines with some processors for each
link; on one processor every other recursion is cheaper.
"""

from collections.abc import Callable, Sequence
from typing import TypeVar

from ...algebra import Rotation, Scalar, Vec3
from ...model import BASE, Model
from ..scalars import Scalars, Wrenches

T = TypeVar("T")


def inverse_dynamics(model: Model, q: Scalars, qd: Scalars, qdd: Scalars, wrenches: Wrenches = None) -> list[Scalar]:
    """Joint forces τ that produce the accelerations q̈.

    Outward, each a sum (or product) over the links from the base on, by doubling:
        W_i = Π A_j
        ω_i = Σ σ z_j q̇_j
        ω̇_i = Σ σ [z_j q̈_j + ω_{j−1} × z_j q̇_j]
        s̈_i = −g + Σ ω̇_{j−1} × s_j + ω_{j−1} × (ω_{j−1} × s_j) + (1−σ)[z_j q̈_j + 2 ω_{j−1} × z_j q̇_j]
    For each link by itself:
        F = m s̈ + ω̇ × h + ω × (ω × h),   N = I ω̇ + ω × I ω + h × s̈
    Inward, each a sum over the links beyond, by doubling:
        f_i = Σ F_j
        n_i = Σ N_j + s_{j+1} × f_{j+1}
        τ_i = σ z_i · n_i + (1−σ) z_i · f_i

    Symbols: W_i rotation of link i to the base; A_j of link j to its parent; s_j from the parent's origin; h first
    moment; all vectors seen from the base, except F and N, which are computed in the link, where m, h and I are
    constant, and then turned.
    Differs from the paper, of which the sources tell the name only: one processor for each link is assumed (p = n), and
    which sums are doubled follows from the equations; trees, where a link jumps to the ancestor of its ancestor.
    Printed misprints: none.
    Cost as printed: none (O(log₂ n) time on n processors, says the paper's abstract).
    """
    T = model.poses(q)
    before = jumps(model)
    parents = [body.parent for body in model.bodies]
    W = doubled(before, [Rotation(pose.R.rows, pose.R.to, pose.R.of) for pose in T], lambda inner, outer: inner @ outer)
    W_p = [Rotation.identity(model.base, model.base) if p == BASE else W[p] for p in parents]
    z = [(W[i] @ body.S.ω, W[i] @ body.S.v) for i, body in model.outward()]
    s = [W_p[i] @ T[i].p for i in range(len(T))]

    def sums(parts: Sequence[Vec3]) -> list[Vec3]:
        return doubled(before, parts, lambda inner, outer: inner + outer)

    def of_parent(x: Sequence[Vec3], start: Vec3) -> list[Vec3]:
        return [start if p == BASE else x[p] for p in parents]

    none = Vec3(0.0, 0.0, 0.0)
    w = [a * v for (a, _), v in zip(z, qd, strict=True)]
    ω = sums(w)
    ω_p = of_parent(ω, none)
    ωd = sums([a * acc + o.cross(v) for (a, _), acc, o, v in zip(z, qdd, ω_p, w, strict=True)])
    ωd_p = of_parent(ωd, none)
    slides = [b * acc + o.cross(b * v) * 2.0 for (_, b), acc, o, v in zip(z, qdd, ω_p, qd, strict=True)]
    carried = [od.cross(at) + o.cross(o.cross(at)) for od, o, at in zip(ωd_p, ω_p, s, strict=True)]
    sdd = [x - model.gravity for x in sums([a + b for a, b in zip(carried, slides, strict=True)])]
    F, N = [], []
    for i, body in model.outward():
        back, link = W[i].T, body.inertia
        o, od, acc = back @ ω[i], back @ ωd[i], back @ sdd[i]
        force = acc * link.m + od.cross(link.h) + o.cross(o.cross(link.h))
        moment = link.I @ od + o.cross(link.I @ o) + link.h.cross(acc)
        if wrenches is not None:
            force, moment = force - wrenches[i].f, moment - wrenches[i].n
        F.append(W[i] @ force)
        N.append(W[i] @ moment)
    f = collected(before, F)
    for i, p in enumerate(parents):
        if p != BASE:
            N[p] = N[p] + s[i].cross(f[i])
    n = collected(before, N)
    return [a.dot(moment) + b.dot(force) for (a, b), moment, force in zip(z, n, f, strict=True)]


def jumps(model: Model) -> list[list[int]]:
    """For each round the ancestor each link looks at: its parent, then 2, 4, 8 … links before it, or BASE.

    >>> import linkwise
    >>> jumps(linkwise.load("panda").tree)
    [[-1, 0, 1, 2, 3, 4, 5], [-1, -1, 0, 1, 2, 3, 4], [-1, -1, -1, -1, 0, 1, 2]]
    """
    rounds = []
    at = [body.parent for body in model.bodies]
    while any(i != BASE for i in at):
        rounds.append(at)
        at = [BASE if i == BASE else at[i] for i in at]
    return rounds


def doubled(rounds: Sequence[Sequence[int]], parts: Sequence[T], joined: Callable[[T, T], T]) -> list[T]:
    """For each link the parts of all links from the base to it, joined in that order.

    >>> doubled([[-1, 0, 1], [-1, -1, 0]], ["a", "b", "c"], lambda inner, outer: inner + outer)
    ['a', 'ab', 'abc']
    """
    x = list(parts)
    for at in rounds:
        x = [part if i == BASE else joined(x[i], part) for i, part in zip(at, x, strict=True)]
    return x


def collected(rounds: Sequence[Sequence[int]], parts: Sequence[Vec3]) -> list[Vec3]:
    """For each link the sum of its part and those of all links that it carries.

    >>> [v.x for v in collected([[-1, 0, 1], [-1, -1, 0]], [Vec3(x, 0.0, 0.0) for x in (1.0, 10.0, 100.0)])]
    [111.0, 110.0, 100.0]
    """
    x = list(parts)
    for at in rounds:
        total = list(x)
        for i, part in zip(at, x, strict=True):
            if i != BASE:
                total[i] = total[i] + part
        x = total
    return x
