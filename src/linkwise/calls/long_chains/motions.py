"""What is known of each link by itself, from which energies, poses and Jacobians are put together."""

from ...algebra import Motion, Scalar, Vec3
from ...model import Body, Model
from .link_classes import PARENT
from .matrices import rotation
from .recursions import Link, Numbers, Recursion, vector

POSE = (*(f"R{i}{j}" for i in range(3) for j in range(3)), "px", "py", "pz", "ax", "ay", "az")
"""A link's axes and origin and its joint's axis, seen from the base."""

VELOCITY = ("wx", "wy", "wz", "vx", "vy", "vz")
"""Its angular velocity and that of its origin."""


def _pose(body: Body, q: Scalar, on: Numbers) -> Link:
    """kinematics/orin_schrader.py."""
    T, R_on, p_on = body.pose(q), rotation(on), vector(on[9:], None)
    R, p = R_on @ T.R, p_on + R_on @ T.p
    numbers = [*(x for row in R.rows for x in row), *p.components]
    return Link([numbers], [*numbers, *(R @ (body.S.ω + body.S.v)).components])


def _motion(body: Body, q: Scalar, qd: Scalar, on: Numbers) -> Link:
    T, (passed,), at = body.pose(q), *_pose(body, q, on)[:2]
    ω_on, v_on = vector(on[12:], None), vector(on[15:], None)
    R = rotation(passed)
    turn, slide = (R @ x.seen_from(PARENT) for x in (body.S.ω, body.S.v))
    ω, v = ω_on + turn * qd, v_on + ω_on.cross(rotation(on) @ T.p) + slide * qd
    moving = [*ω.components, *v.components]
    return Link([[*passed, *moving]], [*at, *moving])


def _velocity(body: Body, q: Scalar, qd: Scalar, on: Numbers) -> Motion:
    """Seen from the link's frame."""
    return Motion(vector(on, PARENT), vector(on[3:], PARENT)).to_child(body.pose(q)) + body.S * qd


def _kinetic(body: Body, q: Scalar, qd: Scalar, on: Numbers) -> Link:
    """lagrange/khalil_dombre.py, with the rotor."""
    v = _velocity(body, q, qd, on)
    E = 0.5 * v.dot(body.inertia @ v) + 0.5 * body.joint.rotor.reflected * (qd * qd)
    return Link([[*v.ω.components, *v.v.components]], [E])


def _height(body: Body, q: Scalar, on: Numbers) -> tuple[Vec3, Scalar]:
    """Gravity seen from the link, and what a unit of mass at its origin has in potential energy."""
    T, g = body.pose(q), vector(on, PARENT)
    return T.R.T @ g, on[3] - g.dot(T.p)


def _potential(body: Body, q: Scalar, on: Numbers) -> Link:
    g, u = _height(body, q, on)
    return Link([[*g.components, u]], [body.inertia.m * u - g.dot(body.inertia.h)])


def _kinetic_row(body: Body, q: Scalar, qd: Scalar, on: Numbers) -> Link:
    """regressor/gautier_khalil.py."""
    v = _velocity(body, q, qd, on)
    (x, y, z), MS = v.ω.components, v.v.cross(v.ω)
    e = [0.5 * (x * x), x * y, x * z, 0.5 * (y * y), y * z, 0.5 * (z * z), *MS.components, 0.5 * v.v.dot(v.v)]
    return Link([[*v.ω.components, *v.v.components]], e)


def _potential_row(body: Body, q: Scalar, on: Numbers) -> Link:
    g, u = _height(body, q, on)
    return Link([[*g.components, u]], [*[0.0] * 6, *(-g).components, u])


def _weight(model: Model) -> list[list[float]]:
    return [[*(float(x) for x in model.gravity.components), 0.0]]


_TEN = tuple(f"column{c}" for c in range(10))
_BASE = [1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0]
_FK, _E, _H = "kinematics.orin_schrader", "lagrange.khalil_dombre", "regressor.gautier_khalil"

MOTIONS: dict[str, Recursion] = {
    "poses": Recursion(("q",), (True,), lambda model: [_BASE], _pose, _FK, POSE, own_frames=True),
    "motions": Recursion(
        ("q", "qd"), (True,), lambda model: [[*_BASE, *[0.0] * 6]], _motion, _FK, POSE + VELOCITY, own_frames=True
    ),
    "kinetic_energy": Recursion(("q", "qd"), (True,), lambda model: [[0.0] * 6], _kinetic, _E),
    "potential_energy": Recursion(("q",), (True,), _weight, _potential, _E),
    "kinetic_energy_regressor": Recursion(
        ("q", "qd"), (True,), lambda model: [[0.0] * 6], _kinetic_row, _H, _TEN, own_frames=True
    ),
    "potential_energy_regressor": Recursion(("q",), (True,), _weight, _potential_row, _H, _TEN, own_frames=True),
}
"""Recursions that give numbers of each link."""
