"""Whether forward dynamics has an answer: every joint must move some inertia.

The articulated inertia H_j = aᵀ 𝕁*_j a + Ia_j, Khalil & Dombre (2002) [9.116], which is also the pivot of joint j when
the inertia matrix is eliminated from the tips, must be positive. A massless link at a tip makes it vanish everywhere, a
massless link within a wrist in some configurations.                                                 [khalil2002]

Numbers are judged as they are computed. A program is written before there are any: if it cannot be certain, it checks
its pivots as it runs, and answers with NaN where they have to be judged.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache

from ..algebra import Inertia, Scalar, Transform, holds_anywhere, sqrt, where
from ..errors import NoInertia
from ..model import BASE, Body, Model

NOTHING = 1e-13
"""An articulated inertia this small relative to its bound is rounding: each link's share is off by about 1e-16."""


def bounds(model: Model, T: Sequence[Transform]) -> list[Scalar]:
    """For each joint an upper bound of the inertia it can feel.

    It is the mass of the links beyond the joint if it slides, the trace of their inertia tensor at its origin if it
    turns; plus the inertia of its rotor.
    """
    beyond = [body.inertia for body in model.bodies]
    largest: list[Scalar] = [0.0] * len(beyond)
    for j, body in model.inward():
        a = body.S
        largest[j] = a.ω.dot(a.ω) * beyond[j].I.trace + a.v.dot(a.v) * beyond[j].m + body.joint.rotor.reflected
        if body.parent != BASE:
            beyond[body.parent] = beyond[body.parent] + beyond[j].to_parent(T[j])
    return largest


def require(H: Scalar, bound: Scalar, joint: str, model: Model) -> None:
    """Refuse an articulated inertia that is zero but for rounding; symbols, which cannot be compared, and NaN pass."""
    pivots, known = _PIVOTS.get(), isinstance(H, float | int)
    if pivots is not None:
        pivots[joint] = H
    if (pivots is None or known) and ((known and H <= 0.0) or holds_anywhere(NOTHING * bound >= H)):
        group = next((group for group in model.groups if joint in group.turns and group.singular), None)
        where, order = ("", "") if group is None else (group.singular, group.other_order)
        raise NoInertia(joint, model.name, attitude=where, order=order)


CERTAIN = 1e-11
"""The share of its bound that a joint's own link must contribute so that no configuration can take the inertia away."""


@lru_cache(maxsize=64)
def has_numbers(model: Model) -> bool:
    """Whether all inertias are numbers, not symbols.

    >>> import linkwise
    >>> has_numbers(linkwise.load("panda").tree)
    True
    """
    return all(isinstance(p, float | int) for body in model.bodies for p in body.inertia.parameters)


@lru_cache(maxsize=64)
def certain(model: Model) -> bool:
    """Whether every joint moves some inertia in every configuration: H_j is at least that of its own link and rotor.

    >>> import linkwise
    >>> certain(linkwise.load("panda").tree), certain(linkwise.load("puma560").tree)
    (True, True)
    """
    bounded = zip(model.bodies, bounds(model, model.poses([0.0] * len(model.bodies))), strict=True)
    return all(_shows(body, bound, body.joint.rotor.reflected) and _of_a_body(body.inertia) for body, bound in bounded)


_PIVOTS: ContextVar[dict[str, Scalar] | None] = ContextVar("pivots", default=None)


@contextmanager
def collected() -> Iterator[dict[str, Scalar]]:
    """The articulated inertias that are met, by joint or coordinate; meanwhile only numbers are refused.

    >>> import linkwise
    >>> with collected() as H:
    ...     require(0.3, 1.0, "joint1", linkwise.load("pendulum").tree)
    >>> H
    {'joint1': 0.3}
    """
    pivots: dict[str, Scalar] = {}
    token = _PIVOTS.set(pivots)
    try:
        yield pivots
    finally:
        _PIVOTS.reset(token)


def doubt(model: Model, H: Mapping[str, Scalar]) -> Scalar:
    """0 if all articulated inertias are large enough, NaN if some may be zero but for rounding.

    It doubts a hundred times sooner than `require` refuses, because its bounds are those of the outstretched robot.
    The robot's inertias may be open: the bounds are then computed with the articulated inertias.

    >>> import linkwise
    >>> pendulum = linkwise.load("pendulum").tree
    >>> doubt(pendulum, dict.fromkeys(pendulum.coordinates.names, 0.3))
    -0.0
    """
    coordinates = model.coordinates
    largest = dict(zip(coordinates.names, coordinates.squares(_outstretched(model)), strict=True))
    doubtful: Scalar = 0.0
    for name, pivot in H.items():
        doubtful = doubtful + where(pivot <= CERTAIN * largest[name], 1.0, 0.0)
    return sqrt(-doubtful)


def _outstretched(model: Model) -> list[Scalar]:
    """For each joint a bound of the inertia it can feel in any configuration, with slides drawn out by a metre."""
    largest = [body.joint.rotor.reflected for body in model.bodies]
    for i, body in model.outward():
        I, h, m = abs(body.inertia.I.trace), sqrt(body.inertia.h.dot(body.inertia.h)), abs(body.inertia.m)
        reach: Scalar = 0.0
        for j in model.ancestors(i):
            a, p = model.bodies[j].S, model.bodies[j].placement.p
            far = a.ω.dot(a.ω) * (I + 4.0 * reach * h + 2.0 * reach * reach * m)
            largest[j] = largest[j] + far + a.v.dot(a.v) * m
            reach = reach + sqrt(p.dot(p)) + a.v.dot(a.v)
    return largest


def certain_without_rotors(model: Model) -> list[bool]:
    """For each joint, whether it moves some inertia of the links in every configuration; True for symbols.

    >>> import linkwise
    >>> certain_without_rotors(linkwise.load("planar2r").tree)
    [True, True]
    """
    bounded = list(zip(model.bodies, bounds(model, model.poses([0.0] * len(model.bodies))), strict=True))
    if not has_numbers(model):
        return [True] * len(bounded)
    physical = all(_of_a_body(body.inertia) for body in model.bodies)
    return [physical and _shows(body, bound, 0.0) for body, bound in bounded]


def _shows(body: Body, bound: Scalar, rotor: Scalar) -> bool:
    """Whether a link, with the rotor, makes up enough of the bound of its joint's inertia."""
    a = body.S
    return bool(a.dot(body.inertia @ a) + rotor > CERTAIN * bound)


def _of_a_body(inertia: Inertia) -> bool:
    """Whether a link resists all motion, or none, as real bodies do; with regrouped or mistyped numbers it may not."""
    if inertia.m > 0.0:
        return inertia.I_com.trace >= -NOTHING * inertia.I.trace  # for a point mass it is 0 but for rounding
    return inertia.m == 0.0 and all(h == 0.0 for h in inertia.h.components) and inertia.I.trace >= 0.0
