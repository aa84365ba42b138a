"""Joints of several degrees of freedom in the terms of others: quaternions, and twists of the link they carry.

A floating joint has the coordinates (x, y, z, φ1, φ2, φ3), a ball the angles alone, R = R_a(φ1) R_b(φ2) R_c(φ3) being
the attitude of its link, seen from where the joint is at 0. Quaternions are (w, x, y, z), of unit length, the real part
first.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike

from ..calls.arrays import Array, batch_shape, columns
from ..calls.checks import finite
from ..errors import BadArray, NotForThisRobot, Singular, UnknownName, listed, shown
from ..model import JointGroup
from .euler_angles import EulerAngles

if TYPE_CHECKING:
    from ..robot import Robot

REGULAR = 1e-9
"""The smallest sine of an attitude's distance from a singular one at which its angular velocity has rates."""


def to_quaternion(robot: Robot, q: ArrayLike, joint: str | None = None) -> Array:
    """The place of a floating joint's link: position and unit quaternion, (…, 7); of a ball the quaternion, (…, 4).

    Quaternions have the real part first, (w, x, y, z), w ≥ 0. The joint need not be named if there is only one.

    >>> import linkwise
    >>> robot = linkwise.load("planar2r").with_floating_base()
    >>> robot.to_quaternion([1.0, 2.0, 3.0, 3.141592653589793, 0.0, 0.0, 0.4, 0.1]).round(3)
    array([1., 2., 3., 0., 0., 0., 1.])
    """
    group, at = _turning(robot, joint)
    own = finite("q", q, (robot.n,), "one entry per joint", robot.joint_names)[..., at]
    return np.concatenate([own[..., :-3], _quaternion(EulerAngles(group.order).rotation(own[..., -3:]))], axis=-1)


def from_quaternion(robot: Robot, place: ArrayLike, joint: str | None = None) -> Array:
    """The coordinates of a joint, (…, 6) or (…, 3), from the place of its link: the inverse of `to_quaternion`.

    Quaternions are scaled to unit length. At singular attitudes, where only a sum or difference of the outer angles
    matters, the last of them is 0.

    >>> import linkwise
    >>> robot = linkwise.load("planar2r").with_floating_base()
    >>> robot.from_quaternion([1.0, 2.0, 3.0, 0.5, 0.5, 0.5, 0.5]).round(3) + 0.0
    array([1.   , 2.   , 3.   , 1.571, 0.   , 1.571])
    """
    group, at = _turning(robot, joint)
    size = len(at) + 1
    meaning = "position and quaternion (w, x, y, z)" if size == 7 else "quaternion (w, x, y, z)"
    given = finite("place", place, (size,), meaning)
    largest = np.abs(given[..., -4:]).max(axis=-1, keepdims=True)  # neither squares of it overflow, nor do they vanish
    if not (largest > 0.0).all():
        raise BadArray(
            "a quaternion has length 0.", "A quaternion (w, x, y, z) other than 0 was expected.", "(1, 0, 0, 0), say."
        )
    scaled = given[..., -4:] / largest
    w, x, y, z = np.moveaxis(scaled / np.linalg.norm(scaled, axis=-1, keepdims=True), -1, 0)
    rows = [
        [1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y - z * w), 2.0 * (x * z + y * w)],
        [2.0 * (x * y + z * w), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z - x * w)],
        [2.0 * (x * z - y * w), 2.0 * (y * z + x * w), 1.0 - 2.0 * (x * x + y * y)],
    ]
    R = np.stack([np.stack(row, axis=-1) for row in rows], axis=-2)
    return np.concatenate([given[..., :-4], EulerAngles(group.order).angles(R)], axis=-1)


def base_twist(robot: Robot, q: ArrayLike, qd: ArrayLike, joint: str | None = None) -> Array:
    """The twist (ω, v) of a joint's link against the link that carries it, seen from the link itself, (…, 6).

    v is the velocity of the joint's origin. It is what `base={"velocity": …}` takes; of a ball v is 0.

    >>> import linkwise
    >>> robot = linkwise.load("planar2r").with_floating_base()
    >>> robot.base_twist([0.0] * 8, [1.0, 0.0, 0.0, 0.5, 0.0, 0.0, 0.0, 0.0])
    array([0. , 0. , 0.5, 1. , 0. , 0. ])
    """
    group, at = _group(robot, joint)
    meaning, names = "one entry per joint", robot.joint_names
    states = {name: finite(name, x, (robot.n,), meaning, names)[..., at] for name, x in (("q", q), ("qd", qd))}
    batch_shape(states)
    T = _twists(robot, group, states["q"])
    return np.einsum("...ij,...j->...i", T, states["qd"])


def from_twist(robot: Robot, q: ArrayLike, twist: ArrayLike, joint: str | None = None) -> Array:
    """The rates of a joint's coordinates at q that give its link this twist: the inverse of `base_twist`.

    Where the attitude is singular there are none. Of a planar joint or a ball, the parts of the twist that it does not
    have are not looked at.

    >>> import linkwise
    >>> robot = linkwise.load("planar2r").with_floating_base()
    >>> robot.from_twist([0.0] * 8, [0.0, 0.0, 0.5, 1.0, 0.0, 0.0])
    array([1. , 0. , 0. , 0.5, 0. , 0. ])
    """
    group, at = _group(robot, joint)
    own = finite("q", q, (robot.n,), "one entry per joint", robot.joint_names)[..., at]
    given = finite("twist", twist, (6,), "ω, then v")
    batch_shape({"q": own, "twist": given})
    T = _twists(robot, group, own)
    if len(group.turns) == 3:
        smallest = np.linalg.svd(T[..., :3, -3:], compute_uv=False)[..., -1]
        if (smallest < REGULAR).any():
            raise Singular(
                f"the attitude of joint {shown(group.name)} is singular: {group.singular}.",
                "There its angles have no rates for some angular velocities.",
                f"choose another order of turns: robot.with_turn_order({group.other_order!r}), say.",
                float(np.min(smallest)),
            )
    return np.einsum("...ij,...j->...i", np.linalg.pinv(T), given)


def _twists(robot: Robot, group: JointGroup, own: Array) -> Array:
    """The matrix T with (ω, v) = T (ẋ, φ̇), seen from the link: what the chain of joints does, one after the other."""
    bodies = {body.joint.name: body for body in robot.tree.bodies}
    chain = [bodies[name] for name in group.joints]
    at = columns(own, single=own.ndim == 1)
    T = np.zeros((*own.shape[:-1], 6, len(chain)))
    for k, first in enumerate(chain):
        moved = first.S
        for body, qi in zip(chain[k + 1 :], at[k + 1 :], strict=True):
            moved = moved.to_child(body.pose(qi))
        for row, x in enumerate((*moved.ω.components, *moved.v.components)):
            T[..., row, k] = x
    return T


def _quaternion(R: Array) -> Array:
    """(w, x, y, z) of rotations, from the largest of the four, w ≥ 0."""
    diagonal = np.einsum("...ii->...i", R)
    trace = diagonal.sum(axis=-1, keepdims=True)
    squares = np.concatenate([1.0 + trace, 1.0 + 2.0 * diagonal - trace], axis=-1)  # four times w², x², y², z²
    x, y, z = R[..., 2, 1] - R[..., 1, 2], R[..., 0, 2] - R[..., 2, 0], R[..., 1, 0] - R[..., 0, 1]
    xy, xz, yz = R[..., 0, 1] + R[..., 1, 0], R[..., 0, 2] + R[..., 2, 0], R[..., 1, 2] + R[..., 2, 1]
    rows = np.stack(
        [
            np.stack([squares[..., 0], x, y, z], axis=-1),
            np.stack([x, squares[..., 1], xy, xz], axis=-1),
            np.stack([y, xy, squares[..., 2], yz], axis=-1),
            np.stack([z, xz, yz, squares[..., 3]], axis=-1),
        ],
        axis=-2,
    )
    best = np.argmax(squares, axis=-1)[..., None, None]
    row = np.take_along_axis(rows, best, axis=-2)[..., 0, :]
    found: Array = row / np.linalg.norm(row, axis=-1, keepdims=True)
    return np.where(found[..., :1] < 0.0, -found, found)


def _turning(robot: Robot, joint: str | None) -> tuple[JointGroup, list[int]]:
    """A floating joint or a ball, and the places of its coordinates."""
    group, at = _group(robot, joint)
    if len(group.turns) != 3:
        raise NotForThisRobot(
            f"joint {shown(group.name)} is {group.kind}: it has one turn.",
            "A floating joint or a ball was expected.",
            "its last coordinate is the angle.",
        )
    return group, at


def _group(robot: Robot, joint: str | None) -> tuple[JointGroup, list[int]]:
    """The joint of that name, or the only one of several degrees of freedom, and the places of its coordinates."""
    names, known = robot.joint_names, {group.name: group for group in robot.model.groups}
    known = {name: group for name, group in known.items() if set(group.joints) <= set(names)}
    if not known:
        raise NotForThisRobot(
            f"robot {shown(robot.name)} has no joint of several degrees of freedom.",
            "A floating or planar joint, or a ball, was expected.",
            "robot.with_floating_base() adds one.",
        )
    if joint is None and len(known) == 1:
        joint = next(iter(known))
    if joint is None:
        raise NotForThisRobot(
            f"robot {shown(robot.name)} has {len(known)} joints of several degrees of freedom: {listed(known)}.",
            "The name of one of them was expected.",
            f"joint={next(iter(known))!r}, say.",
        )
    if not isinstance(joint, str) or joint not in known:
        raise UnknownName("joint of several degrees of freedom", joint, f"robot {shown(robot.name)}", known)
    return known[joint], [names.index(name) for name in known[joint].joints]
