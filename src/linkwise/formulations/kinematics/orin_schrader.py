"""Poses, Jacobians and their rates.

The geometric Jacobian of Orin & Schrader (1984), which Balafoutis & Patel (1991) name after (7.4.7) without printing:
column i is (z_i, z_i × (p − o_i)) for a revolute joint and (0, z_i) for a prismatic one, seen from the base.
                                                                                  [orin1984] [balafoutis1991]

Idea: A revolute joint turns everything beyond it about its axis, a prismatic one carries it along. The velocity of a
frame is the sum of what each joint contributes, so each joint has a column: its axis, and the axis crossed with the
lever arm to the frame. The rate of the matrix follows by differentiating axes and lever arms.
When: Whenever a frame's pose, velocity or force is concerned: J for velocities, Jᵀ for forces, J̇ q̇ for
accelerations.
"""

from ...algebra import NO_MOTION, Motion, Transform
from ...model import BASE, Frame, Model
from ..scalars import Rows, Scalars


def poses_in_base(model: Model, q: Scalars) -> list[Transform]:
    """The pose of every body's frame in the base: ⁰T_i = ⁰T_{i−1} ⁱ⁻¹T_i."""
    T: list[Transform] = []
    for body, qi in zip(model.bodies, q, strict=True):
        step = body.pose(qi)
        T.append(step if body.parent == BASE else T[body.parent] @ step)
    return T


def base_motions(model: Model, q: Scalars, qd: Scalars) -> tuple[list[Transform], list[Motion], list[Motion]]:
    """Poses, joint axes S and velocities v of all bodies, as spatial vectors seen from the base."""
    T = poses_in_base(model, q)
    S = [body.S.to_parent(X) for body, X in zip(model.bodies, T, strict=True)]
    v: list[Motion] = []
    for i, body in model.outward():
        v.append((NO_MOTION if body.parent == BASE else v[body.parent]) + S[i] * qd[i])
    return T, S, v


def forward_kinematics(model: Model, q: Scalars, frame: Frame) -> Transform:
    """The pose of a frame in the base."""
    return frame.placement if frame.body == BASE else poses_in_base(model, q)[frame.body] @ frame.placement


def jacobian(model: Model, q: Scalars, frame: Frame) -> Rows:
    """The 6×n matrix J of (ω, ṗ) = J q̇: angular velocity of the frame and velocity of its origin, in base axes.

    Differs from the source: angular part first; trees; any axis; column (S.ω, S.v + S.ω × p) of a spatial axis S.
    """
    J: Rows = [[0.0] * len(model.bodies) for _ in range(6)]
    T = poses_in_base(model, q)
    if frame.body != BASE:
        p = T[frame.body].point(frame.placement.p)
        for i in model.ancestors(frame.body):
            S = model.bodies[i].S.to_parent(T[i])
            _put(J, i, Motion(S.ω, S.v + S.ω.cross(p)))
    return J


def jacobian_dot(model: Model, q: Scalars, qd: Scalars, frame: Frame) -> Rows:
    """The time derivative of `jacobian` along q̇: columns (Ṡ.ω, Ṡ.v + Ṡ.ω × p + S.ω × ṗ) with Ṡ = v × S."""
    Jd: Rows = [[0.0] * len(model.bodies) for _ in range(6)]
    if frame.body != BASE:
        T, S, v = base_motions(model, q, qd)
        p = T[frame.body].point(frame.placement.p)
        pd = v[frame.body].v + v[frame.body].ω.cross(p)
        for i in model.ancestors(frame.body):
            Sd = v[i].cross(S[i])
            _put(Jd, i, Motion(Sd.ω, Sd.v + Sd.ω.cross(p) + S[i].ω.cross(pd)))
    return Jd


def _put(J: Rows, i: int, column: Motion) -> None:
    for row, entry in zip(J, (*column.ω.components, *column.v.components), strict=True):
        row[i] = entry
