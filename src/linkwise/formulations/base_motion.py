"""A base that moves: where a recursion starts, and what a formulation is given whose page knows a fixed base only.

The iterative notes (183)–(185) start from ω_0, ω̇_0 and v̇_0 of the base, Lynch & Park (2017) from V_0 and V̇_0, Khalil &
Dombre (2002) [9.14] from ω_0 and V_0.                                    [iterative_notes] [lynch2017] [khalil2002]

To all other formulations the motion of the base is a wrench on each link, by d'Alembert's principle: the force the
link takes beyond what it would on a base at rest. With δ for that difference and the letters of Algorithm 5.4,

    δv_i = X δv_{i−1},   δa_i = X δa_{i−1} + δv_i × s_i q̇_i
    δF_i = I_i δa_i + v_i ×* I_i v_i − (v_i − δv_i) ×* I_i (v_i − δv_i),

which does not depend on q̈, so that it serves forward dynamics too.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from ..algebra import NO_FORCE, NO_MOTION, ZERO, Force, Motion, Vec3
from ..errors import NotForThisRobot
from ..model import BASE, Model
from .scalars import Scalars, Wrenches


class BaseMotion(NamedTuple):
    """How the base moves, seen from its own axes: ω_0 and ω̇_0, and v_0 and v̇_0 of its origin, gravity not included."""

    ω: Vec3 = ZERO
    v: Vec3 = ZERO
    ωd: Vec3 = ZERO
    vd: Vec3 = ZERO

    @staticmethod
    def of_numbers(velocity: Scalars | None, acceleration: Scalars | None, base: str) -> "BaseMotion":
        """From (ω_0, v_0) and (ω̇_0, v̇_0), each 0 where it is left out.

        >>> BaseMotion.of_numbers(None, [0.0, 0.0, 0.0, 2.0, 0.0, 0.0], "base").vd.x
        2.0
        """
        ω, v = (ZERO, ZERO) if velocity is None else _halves(velocity, base)
        ωd, vd = (ZERO, ZERO) if acceleration is None else _halves(acceleration, base)
        return BaseMotion(ω, v, ωd, vd)

    def at(self, p: Vec3) -> "BaseMotion":
        """The same motion, with v and v̇ of the point p.

        >>> spinning = BaseMotion(ω=Vec3(0.0, 0.0, 2.0))
        >>> spinning.at(Vec3(0.5, 0.0, 0.0)).v.y, spinning.at(Vec3(0.5, 0.0, 0.0)).vd.x
        (1.0, -2.0)
        """
        ωp = self.ω.cross(p)
        return BaseMotion(self.ω, self.v + ωp, self.ωd, self.vd + self.ωd.cross(p) + self.ω.cross(ωp))


def _halves(six: Scalars, frame: str) -> tuple[Vec3, Vec3]:
    a, b, c, x, y, z = six
    return Vec3(a, b, c, frame), Vec3(x, y, z, frame)


def start(model: Model, base: BaseMotion | None) -> tuple[Vec3, Vec3, Vec3]:
    """ω_0, ω̇_0 and v̇_0 − g, from which a recursion of vectors starts: gravity is an acceleration upwards.

    >>> import linkwise
    >>> [x.components for x in start(linkwise.load("pendulum").tree, None)]
    [(0.0, 0.0, 0.0), (0.0, 0.0, 0.0), (-0.0, -0.0, 9.81)]
    """
    if base is None:
        return ZERO, ZERO, -model.gravity
    return base.ω, base.ωd, base.vd - model.gravity


def spatial_start(model: Model, base: BaseMotion | None) -> tuple[Motion, Motion]:
    """V_0 and V̇_0, from which a recursion of spatial vectors starts; their linear acceleration is v̇_0 − ω_0 × v_0 − g.

    >>> import linkwise
    >>> spatial_start(linkwise.load("pendulum").tree, None)[1].v.components
    (-0.0, -0.0, 9.81)
    """
    if base is None:
        return NO_MOTION, Motion(ZERO, -model.gravity)
    return Motion(base.ω, base.v), Motion(base.ωd, base.vd - base.ω.cross(base.v) - model.gravity)


def on_moving_base(by: Callable[..., Any], states: int) -> Callable[..., Any]:
    """A function for a fixed base, given the motion of the base as wrenches on the links.

    It takes the robot, `states` groups of scalars that begin with q and q̇, then wrenches.
    """

    def with_base(model: Model, *given: Any, base: BaseMotion | None = None) -> Any:
        if base is None:
            return by(model, *given)
        q, qd = given[:2]
        push = fictitious_wrenches(model, q, qd, base, given[states] if len(given) > states else None)
        return by(model, *given[:states], push, *given[states + 1 :])

    return with_base


def on_fixed_base(by: Callable[..., Any], formulation: str, other: str) -> Callable[..., Any]:
    """A function that takes no wrenches either: it refuses a base that moves, and names a formulation that does not."""

    def with_base(model: Model, *given: Any, base: BaseMotion | None = None) -> Any:
        if base is not None:
            raise NotForThisRobot(
                f"{formulation} knows a fixed base only.",
                "The velocity of the base was given.",
                f"leave the formulation out, or use formulation={other!r}.",
            )
        return by(model, *given)

    return with_base


def fictitious_wrenches(
    model: Model, q: Scalars, qd: Scalars, base: BaseMotion, wrenches: Wrenches = None
) -> list[Force]:
    """−δF_i, added to other wrenches on the links.

    >>> import linkwise
    >>> cart = BaseMotion(vd=Vec3(2.0, 0.0, 0.0))  # speeding up along x
    >>> push, = fictitious_wrenches(linkwise.load("pendulum").tree, [0.0], [0.0], cart)  # 1 kg, hanging along its own x
    >>> push.f.components
    (0.0, -2.0, 0.0)
    """
    v, δv, δa = ([NO_MOTION] * (len(model.bodies) + 1) for _ in range(3))  # the last entries are the base's
    v[BASE] = δv[BASE] = Motion(base.ω, base.v)
    δa[BASE] = Motion(base.ωd, base.vd - base.ω.cross(base.v))
    on = list(wrenches) if wrenches is not None else [NO_FORCE] * len(model.bodies)
    for i, body in model.outward():
        p, X, s, I = body.parent, body.pose(q[i]), body.S, body.inertia
        v[i], δv[i] = v[p].to_child(X) + s * qd[i], δv[p].to_child(X)
        δa[i] = δa[p].to_child(X) + δv[i].cross(s * qd[i])
        rest = v[i] - δv[i]
        on[i] = on[i] - (I @ δa[i] + v[i].cross_force(I @ v[i]) - rest.cross_force(I @ rest))
    return on
