"""Our answers beside a peer's, question by question, formulation by formulation."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from tolerances import AGREEMENT, CANCELLATION, solving

from linkwise.formulations import answering
from linkwise.robot import Robot

from .peer import AbstractPeer, Array, coupling, friction


class Finding(NamedTuple):
    """How far one answer is off, relative to the largest entry of the peer's, and how far it may be."""

    what: str
    off: float
    allowed: float


class Sample(NamedTuple):
    """States of a robot's coordinates, one per row; tau drives it."""

    q: Array
    qd: Array
    qdd: Array
    tau: Array


def dynamics(robot: Robot, peer: AbstractPeer, at: Sample, allowed: float = AGREEMENT) -> Iterator[Finding]:
    """Every dynamic question, by every formulation that answers it."""
    truth = _dynamics_of(robot, peer, at)
    asked = {
        "inverse_dynamics": (at.q, at.qd, at.qdd), "gravity_forces": (at.q,), "bias_forces": (at.q, at.qd),
        "mass_matrix": (at.q,), "kinetic_energy": (at.q, at.qd), "potential_energy": (at.q,),
        "coriolis_matrix": (at.q, at.qd), "forward_dynamics": (at.q, at.qd, at.tau),
    }  # fmt: skip
    limit = dict.fromkeys(asked, np.full(len(at.q), allowed))
    terms = dict.fromkeys(asked, np.zeros(len(at.q)))
    terms["coriolis_matrix"] = np.max(np.abs(truth["mass_matrix"]), axis=(1, 2)) * np.max(np.abs(at.qd), axis=1)
    limit["forward_dynamics"] = np.maximum(allowed, [solving(M) for M in truth["mass_matrix"]])
    for question, states in asked.items():
        if truth[question][0] is None:
            continue
        by_newton_euler = question in ("gravity_forces", "bias_forces")
        for name in answering("inverse_dynamics" if by_newton_euler else question):
            answers = getattr(robot, question)(*states, formulation=name)
            for k, reference in enumerate(truth[question]):
                yield Finding(
                    f"{question} by {name}", off(answers[k], reference, terms[question][k]), limit[question][k]
                )


def places(robot: Robot, peer: AbstractPeer, at: Sample, allowed: float = AGREEMENT) -> Iterator[Finding]:
    """Pose, Jacobian and J̇ q̇ of every frame the peer knows."""
    B, b = coupling(robot.model)
    for frame in robot.frames:
        if frame not in peer.frames:
            continue
        T, J = robot.forward_kinematics(at.q, frame), robot.jacobian(at.q, frame)
        Jd = robot.jacobian_dot(at.q, at.qd, frame)
        for k, (q, qd) in enumerate(zip(at.q, at.qd, strict=True)):
            T_ref, J_ref, a_ref = peer.place(B @ q + b, B @ qd, frame)
            yield Finding(f"pose of {frame}", off(T[k], T_ref), allowed)
            yield Finding(f"jacobian of {frame}", off(J[k], J_ref @ B), allowed)
            terms = float(np.abs(J_ref).max() * np.abs(B @ qd).max() ** 2)
            yield Finding(f"jacobian_dot of {frame}", off(Jd[k] @ qd, a_ref, terms), allowed)


def off(ours: Array, reference: Array, terms: float = 0.0) -> float:
    """The largest difference relative to the largest entry of the reference.

    Where the reference is what is left of terms that cancel, it is not asked to be better than their rounding.
    """
    assert np.shape(ours) == np.shape(reference), (np.shape(ours), np.shape(reference))
    difference = np.max(np.abs(ours - reference), initial=0.0)
    return float(difference / max(np.max(np.abs(reference)), terms * CANCELLATION / AGREEMENT)) if difference else 0.0


def _dynamics_of(robot: Robot, peer: AbstractPeer, at: Sample) -> dict[str, list[Array]]:
    """The peer's answers, brought to our coordinates."""
    B, b = coupling(robot.model)
    found: dict[str, list[Array]] = {}
    for u, ud, udd, tau in zip(*at, strict=True):
        q, qd, qdd, zero = B @ u + b, B @ ud, B @ udd, np.zeros(len(B))
        rubbing, M = friction(robot.model, qd), peer.mass_matrix(q)
        bias, C, (E, U) = peer.inverse_dynamics(q, qd, zero), peer.coriolis_matrix(q, qd), peer.energies(q, qd)
        M_u = B.T @ M @ B
        if robot.model.u.trivial:
            accelerations = peer.forward_dynamics(q, qd, tau - rubbing)
        else:
            accelerations = np.linalg.solve(M_u, tau - B.T @ (bias + rubbing))
        answers = {
            "inverse_dynamics": B.T @ (peer.inverse_dynamics(q, qd, qdd) + rubbing), "bias_forces": B.T @ bias,
            "gravity_forces": B.T @ peer.inverse_dynamics(q, zero, zero), "mass_matrix": M_u,
            "kinetic_energy": np.array(E), "potential_energy": np.array(U), "forward_dynamics": accelerations,
            "coriolis_matrix": None if C is None else B.T @ C @ B,
        }  # fmt: skip
        for question, answer in answers.items():
            found.setdefault(question, []).append(answer)
    return found
