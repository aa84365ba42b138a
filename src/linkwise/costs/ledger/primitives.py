"""The cost of single operations: on vectors and tensors, from which the sources add up the cost of their algorithms,
and of what is added to these.

Balafoutis & Patel (1991), §4.3.4, §5.3.2 and §6.4. A is the matrix of one joint with its twist. Friction: Khalil &
Dombre (2002), §9.6.3.                                                                [balafoutis1991] [khalil2002]
"""

from collections.abc import Callable
from functools import cache
from typing import Any

from ...algebra import Mat3, Sym3, Vec3, angular_acceleration_tensor, outer, torque
from ...algebra.inertia import twice_shift
from ...formulations.linearized.balafoutis_patel_71 import without_trace
from ...model import Body, Friction
from .book import model
from .measure import Measured, measure_function

V = list[Any]
"""Scalars."""

RUBBING = Friction(viscous=0.7, coulomb=1.3)
"""Friction whose coefficients are neither 0 nor 1."""


def _sym(x: V) -> Sym3:
    return Sym3(*x[:6])


def _mat(x: V) -> Mat3:
    return Mat3(((x[0], x[1], x[2]), (x[3], x[4], x[5]), (x[6], x[7], x[8])))


def _accelerated(a: V, w: V, r: V) -> Vec3:
    ωd, ω, p = Vec3(*a), Vec3(*w), Vec3(*r)
    return ωd.cross(p) + ω.cross(ω.cross(p))


def _euler(a: V, w: V, i: V) -> Vec3:
    I, ω = _sym(i), Vec3(*w)
    return I @ Vec3(*a) + ω.cross(I @ ω)


def _euler_of_first_link(o: V, j: V) -> Vec3:
    square, a = o  # −q̇² and q̈, entries of Ω, which is counted separately
    return torque(Mat3(((square, -a, 0.0), (a, square, 0.0), (0.0, 0.0, 0.0))), _sym(j))


def _turn(body: Body, q: V, v: V) -> Vec3:
    R = body.pose(q[0]).R
    return R @ Vec3(*v).seen_from(R.of)


def _last_entry(body: Body, q: V, v: V) -> Vec3:
    turned = _turn(body, q, v)
    return Vec3(0.0, 0.0, turned.z)


def _last_moment(body: Body, q: V, f: V, n: V) -> Vec3:
    T = body.pose(q[0])
    force, moment = (T.R @ Vec3(*x).seen_from(T.R.of) for x in (f, n))
    return Vec3(0.0, 0.0, (moment + T.p.cross(force)).z)


def _twice_shift(body: Body, u: V) -> Sym3:
    s = body.placement.p
    return twice_shift(Vec3(*u).seen_from(s.frame), s)


def _turn_tensor(body: Body, q: V, t: V) -> Sym3:
    R = body.pose(q[0]).R
    return R.turn_symmetric(Sym3(*t).seen_from(R.of))


PRIMITIVES: dict[str, tuple[Callable[..., Any], dict[str, int]]] = {
    "A v": (_turn, {"q": 1, "x": 3}),
    "A v, last entry": (_last_entry, {"q": 1, "x": 3}),
    "A n + s x A f, last entry": (_last_moment, {"q": 1, "f": 3, "n": 3}),
    "A E A^T, symmetric": (_turn_tensor, {"q": 1, "t": 6}),
    "u x v": (lambda u, x: Vec3(*u).cross(Vec3(*x)), {"u": 3, "x": 3}),
    "Ω v": (lambda o, x: _mat(o) @ Vec3(*x), {"o": 9, "x": 3}),
    "Ω": (lambda a, w: angular_acceleration_tensor(Vec3(*a), Vec3(*w)), {"a": 3, "w": 3}),
    "Euler's equation by tensors": (lambda o, j: torque(_mat(o), _sym(j)), {"o": 9, "j": 6}),
    "Euler's equation by vectors": (_euler, {"a": 3, "w": 3, "i": 6}),
    "acceleration of a point by vectors": (
        lambda a, w, r, s: _accelerated(a, w, r) + Vec3(*s),
        {"a": 3, "w": 3, "r": 3, "s": 3},
    ),
    "acceleration of a point by Ω": (lambda o, r, s: _mat(o) @ Vec3(*r) + Vec3(*s), {"o": 9, "r": 3, "s": 3}),
    "force and moment by vectors": (
        lambda a, w, r, s, m, i: [(_accelerated(a, w, r) + Vec3(*s)) * m[0], _euler(a, w, i)],
        {"a": 3, "w": 3, "r": 3, "s": 3, "m": 1, "i": 6},
    ),
    "force and moment by tensors": (
        lambda o, r, s, m, j: [(_mat(o) @ Vec3(*r) + Vec3(*s)) * m[0], torque(_mat(o), _sym(j))],
        {"o": 9, "r": 3, "s": 3, "m": 1, "j": 6},
    ),
    "sU + (sU)^T of dual tensors": (_twice_shift, {"u": 3}),
    "product of dual tensors": (lambda u, s: without_trace(outer(Vec3(*s), Vec3(*u))), {"u": 3, "s": 3}),
    "Euler's equation by vectors, first link": (
        lambda a, w, i: _euler([0.0, 0.0, *a], [0.0, 0.0, *w], i),
        {"a": 1, "w": 1, "i": 6},
    ),
    "Euler's equation by tensors, first link": (_euler_of_first_link, {"o": 2, "j": 6}),
    "Coulomb and viscous friction of a joint": (lambda t, qd: [t[0] + RUBBING.force(qd[0])], {"t": 1, "qd": 1}),
}
"""Each operation with the numbers it takes; those with a joint's matrix take the second body of the arm first."""


@cache
def primitive(name: str, arm: str) -> Measured:
    """The costs of one operation, without sines, cosines and the entries of A.

    >>> primitive("Ω v", "").written.plain
    (9, 6)
    """
    f, takes = PRIMITIVES[name]
    if arm:
        body = model(arm, 2).bodies[1]
        return measure_function(lambda *x: _numbers(f(body, *x)), takes)
    return measure_function(lambda *x: _numbers(f(*x)), takes)


def _numbers(answer: Any) -> Any:
    if isinstance(answer, list):
        return [_numbers(part) for part in answer]
    return answer.rows if isinstance(answer, Mat3) else getattr(answer, "components", answer)
