"""Matrices with an entry for each pair of links: composite bodies in the sweeps, then the walk to the base.

What a link sends is a wrench, or several, in base axes and about the origin of the link that it comes past: to hand it
on, only moments change, by the distance to the next origin. A sum over all links seen from the base's origin would need
no change at all, and would lose digits of the entries of links far from it.
"""

from collections.abc import Iterable, Sequence

from ...algebra import (
    Force,
    Inertia,
    Mat3,
    Motion,
    Rotation,
    Scalar,
    Transform,
    Vec3,
    angular_acceleration_tensor,
    euler_tensor,
    torque,
)
from ...formulations.composite.velocity_field import VelocityField
from ...formulations.regressor.khalil_dombre import UNITS
from ...model import Body, Model
from .link_classes import LINK, PARENT
from .recursions import Link, Numbers, Recursion, vector

_TURN = [1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0]


class _Base:
    """A link's axes seen from the base, and the way from its parent's origin to its own."""

    def __init__(self, on: Numbers, T: Transform):
        R = rotation(on)
        self.R, self.r = R @ T.R, R @ T.p

    @property
    def numbers(self) -> Numbers:
        return [x for row in self.R.rows for x in row]

    def axis(self, m: Motion) -> Motion:
        return Motion(self.R @ m.ω, self.R @ m.v)

    def sent(self, w: Force) -> Force:
        """A wrench of the link, about its parent's origin."""
        return self.on(Force(self.R @ w.n, self.R @ w.f))

    def on(self, w: Force) -> Force:
        """A wrench in base axes about the link's origin, about its parent's."""
        return Force(w.n + self.r.cross(w.f), w.f)


def rotation(x: Sequence[Scalar]) -> Rotation:
    """The parent's axes seen from the base."""
    return Rotation(((x[0], x[1], x[2]), (x[3], x[4], x[5]), (x[6], x[7], x[8])), None, PARENT)


def _numbers(every: Iterable[Force | Vec3]) -> Numbers:
    vectors = [v for each in every for v in ((each.n, each.f) if isinstance(each, Force) else (each,))]
    return [x for v in vectors for x in v.components]


def _wrenches(x: Sequence[Scalar], count: int) -> list[Force]:
    return [Force.of_numbers(x[6 * k : 6 * k + 6]) for k in range(count)]


def _mass_matrix(body: Body, q: Scalar, on: Numbers, load: Numbers, came: Numbers) -> Link:
    """M_ij = S_i · I_j S_j for links j beyond i: composite/featherstone.py."""
    T = body.pose(q)
    base, I = _Base(on, T), body.inertia + Inertia.of_parameters(load, LINK)
    F = I @ body.S
    [along] = _wrenches(came, 1)
    M = base.axis(body.S).dot(along)
    return Link(
        [base.numbers, list(I.to_parent(T).parameters)],
        [body.S.dot(F) + body.joint.rotor.reflected],
        _numbers([base.sent(F)]),
        _numbers([base.on(along)]),
        [M, M],
    )


def _field(x: Sequence[Scalar]) -> VelocityField:
    rows = ((x[0], x[1], x[2]), (x[3], x[4], x[5]), (x[6], x[7], x[8]))
    return VelocityField(Mat3(rows, LINK), vector(x[9:], LINK))


def _composite(I: Inertia, B: VelocityField, T: Transform) -> Numbers:
    """Inertia and velocity field as the parent receives them."""
    above = B.to_parent(T)
    return [*I.to_parent(T).parameters, *(x for row in above.C.rows for x in row), *above.P.components]


def _coriolis(body: Body, q: Scalar, qd: Scalar, on: Numbers, load: Numbers, came: Numbers) -> Link:
    """composite/echeandia_wensing.py."""
    T, S = body.pose(q), body.S
    base = _Base(on, T)
    v = Motion(vector(on[9:], PARENT), vector(on[12:], PARENT)).to_child(T) + S * qd
    Sd = v.cross(S)
    I = body.inertia + Inertia.of_parameters(load[:10], LINK)
    B = VelocityField.of(body.inertia, v.ω, v.v) + _field(load[10:])
    f, along_I, along_B = I @ Sd + B @ S.ω, I @ S, B.along(S)
    f_past, I_past = _wrenches(came, 2)
    B_past = vector(came[12:], None)
    axis, rate = base.axis(S), base.axis(Sd)
    return Link(
        [[*base.numbers, *v.ω.components, *v.v.components], _composite(I, B, T)],
        [S.dot(f)],
        _numbers([base.sent(f), base.sent(along_I), base.R @ along_B]),
        _numbers([base.on(f_past), base.on(I_past), B_past]),
        [axis.dot(f_past), rate.dot(I_past) + axis.ω.dot(B_past)],
    )


def _derivatives(body: Body, q: Scalar, qd: Scalar, qdd: Scalar, on: Numbers, load: Numbers, came: Numbers) -> Link:
    """linearized/singh_russell_wensing.py."""
    T, z = body.pose(q), body.S
    base, A, s = _Base(on, T), T.R.T, T.p
    ω_on, ωd_on, sdd_on, v_on = (vector(on[k:], PARENT) for k in (9, 12, 15, 18))
    ω_p = A @ ω_on
    ω = ω_p + z.ω * qd
    ωd = A @ ωd_on + (ω_p.cross(z.ω * qd) + z.ω * qdd)
    Ω = angular_acceleration_tensor(ωd, ω)
    sdd = A @ (sdd_on + angular_acceleration_tensor(ωd_on, ω_on) @ s) + (ω_p.cross(z.v * qd) * 2.0 + z.v * qdd)
    twice_ω, v = ω * 2.0, A @ (v_on + (ω_on * 2.0).cross(s)) + z.v * (qd * 2.0)
    turning = ω.cross(z.ω)
    twice_ψd = Motion(twice_ω.cross(z.ω), twice_ω.cross(z.v) + v.cross(z.ω))
    ψdd = Motion(Ω @ z.ω, Ω @ z.v + sdd.cross(z.ω) + v.cross(turning))
    mine, h = body.inertia, body.inertia.h
    own = Force(torque(Ω, euler_tensor(mine.I)) + h.cross(sdd), sdd * mine.m + Ω @ h)
    f = own + Force(vector(load, LINK), vector(load[3:], LINK))
    I = mine + Inertia.of_parameters(load[6:16], LINK)
    B = VelocityField.of(mine, twice_ω, v) + _field(load[16:])
    along_I, along_B = I @ z, B.along(z)
    by_q, by_qd = I @ ψdd + B @ turning + z.cross_force(f), I @ twice_ψd + B @ z.ω
    f_above, slope = f.to_parent(T), body.joint.friction.slopes(qd)[0]
    by_q_past, by_qd_past, I_past = _wrenches(came, 3)
    B_past = vector(came[18:], None)
    S, rate, second, turn = base.axis(z), base.axis(twice_ψd), base.axis(ψdd), base.R @ turning
    M = S.dot(I_past)
    return Link(
        [
            [*base.numbers, *(x for each in (ω, ωd, sdd, v) for x in each.components)],
            [*_numbers([f_above]), *_composite(I, B, T)],
        ],
        [
            ψdd.dot(along_I) + turning.dot(along_B),
            twice_ψd.dot(along_I) + z.ω.dot(along_B) + slope,
            z.dot(along_I) + body.joint.rotor.reflected,
        ],
        _numbers([base.sent(by_q), base.sent(by_qd), base.sent(along_I), base.R @ along_B]),
        _numbers([base.on(by_q_past), base.on(by_qd_past), base.on(I_past), B_past]),
        [
            *(S.dot(by_q_past), second.dot(I_past) + turn.dot(B_past)),
            *(S.dot(by_qd_past), rate.dot(I_past) + S.ω.dot(B_past)),
            *(M, M),
        ],
    )


def _regressor(body: Body, q: Scalar, qd: Scalar, qdd: Scalar, on: Numbers, came: Numbers) -> Link:
    """regressor/khalil_dombre.py, the wrenches carried inwards as in the book."""
    T, a = body.pose(q), body.S
    ω_on, ωd_on, Vd_on = (vector(on[k:], PARENT) for k in (9, 12, 15))
    A, P = T.R.T, T.p
    ω_k = A @ ω_on
    ω = ω_k + a.ω * qd
    ωd = A @ ωd_on + (a.ω * qdd + ω_k.cross(a.ω * qd))
    U = angular_acceleration_tensor(ωd, ω)
    Vd = A @ (Vd_on + angular_acceleration_tensor(ωd_on, ω_on) @ P) + (a.v * qdd + ω_k.cross(a.v * qd) * 2.0)
    wrenches = [Force(unit.I @ ωd + ω.cross(unit.I @ ω) + unit.h.cross(Vd), Vd * unit.m + U @ unit.h) for unit in UNITS]
    return _columns(_Base(on, T), a, [x for each in (ω, ωd, Vd) for x in each.components], wrenches, came)


def _momentum(body: Body, q: Scalar, qd: Scalar, on: Numbers, came: Numbers) -> Link:
    """regressor/gautier_khalil.py."""
    T = body.pose(q)
    v = Motion(vector(on[9:], PARENT), vector(on[12:], PARENT)).to_child(T) + body.S * qd
    return _columns(_Base(on, T), body.S, [*v.ω.components, *v.v.components], [unit @ v for unit in UNITS], came)


def _columns(base: _Base, S: Motion, moving: Numbers, wrenches: list[Force], came: Numbers) -> Link:
    """Ten columns; the first six, of the inertia tensor, are moments without a force."""
    moments, others = wrenches[:6], wrenches[6:]
    moments_past, others_past = [vector(came[3 * k :], None) for k in range(6)], _wrenches(came[18:], 4)
    axis = base.axis(S)
    near = [*(axis.ω.dot(n) for n in moments_past), *(axis.dot(w) for w in others_past)]
    return Link(
        [[*base.numbers, *moving]],
        [S.dot(w) for w in wrenches],
        _numbers([*(base.R @ w.n for w in moments), *(base.sent(w) for w in others)]),
        _numbers([*moments_past, *(base.on(w) for w in others_past)]),
        [*near, *[0.0] * 10],
    )


def _still(numbers: int, load: int) -> list[list[float]]:
    return [[*_TURN, *[0.0] * numbers], *([[0.0] * load] if load else [])]


def _weighing(model: Model, after: int, load: int) -> list[list[float]]:
    """Rest, with gravity as an acceleration upwards, the third vector."""
    up = [-float(x) for x in model.gravity.components]
    return [[*_TURN, *[0.0] * 6, *up, *[0.0] * after], *([[0.0] * load] if load else [])]


_QV, _QVA = ("q", "qd"), ("q", "qd", "qdd")

MATRICES: dict[str, Recursion] = {
    "mass_matrix": Recursion(
        ("q",), (True, False), lambda model: _still(0, 10), _mass_matrix, "composite.featherstone", walk=6
    ),
    "coriolis_matrix": Recursion(
        _QV, (True, False), lambda model: _still(6, 22), _coriolis, "composite.echeandia_wensing", walk=15
    ),
    "inverse_dynamics_derivatives": Recursion(
        _QVA,
        (True, False),
        lambda model: _weighing(model, 3, 28),
        _derivatives,
        "linearized.singh_russell_wensing",
        ("dtau_dq", "dtau_dqd", "mass_matrix"),
        walk=21,
    ),
    "regressor": Recursion(
        _QVA,
        (True,),
        lambda model: _weighing(model, 0, 0),
        _regressor,
        "regressor.khalil_dombre",
        walk=42,
        block=10,
        own_frames=True,
    ),
    "momentum_regressor": Recursion(
        _QV,
        (True,),
        lambda model: _still(6, 0),
        _momentum,
        "regressor.gautier_khalil",
        walk=42,
        block=10,
        own_frames=True,
    ),
}
"""Recursions of matrices, by the question they answer."""
