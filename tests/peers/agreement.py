"""Our answers beside a peer's, question by question, formulation by formulation."""

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

import numpy as np

from linkwise.calls.direct import ask
from linkwise.robot import Robot
from tests.robots import everybody, states
from tests.tolerances import AGREEMENT, CANCELLATION, solving

from .peer import AbstractPeer, Array, coupling, friction

Whose = Callable[[Robot, str], list[str]]
"""Which formulations are asked a question of a robot."""


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

    @staticmethod
    def of(robot: Robot, count: int, seed: int) -> "Sample":
        _, _, forces = states(robot.n, count, seed + 1_000_000)
        return Sample(*states(robot.n, count, seed), 10.0 * forces)


def assert_agreement(findings: Iterable[Finding]) -> None:
    """Every finding is within what is allowed, and there is at least one."""
    found = list(findings)
    assert found
    wrong = [f"{what}: off by {off:.2e}, allowed {allowed:.2e}" for what, off, allowed in found if not off <= allowed]
    assert not wrong, "\n".join([f"{len(wrong)} of {len(found)} answers:", *wrong[:20]])


def dynamics(
    robot: Robot, peer: AbstractPeer, at: Sample, *, movable: bool = True, whose: Whose = everybody
) -> Iterator[Finding]:
    """Every dynamic question, compiled and by formulations; no accelerations where some joint moves no inertia."""
    truth = _dynamics_of(robot, peer, at, movable)
    asked = {
        "inverse_dynamics": (at.q, at.qd, at.qdd),
        "gravity_forces": (at.q,),
        "bias_forces": (at.q, at.qd),
        "mass_matrix": (at.q,),
        "kinetic_energy": (at.q, at.qd),
        "potential_energy": (at.q,),
        "coriolis_matrix": (at.q, at.qd),
        "forward_dynamics": (at.q, at.qd, at.tau),
    }
    limit = dict.fromkeys(asked, np.full(len(at.q), AGREEMENT))
    terms = dict.fromkeys(asked, np.zeros(len(at.q)))
    terms["coriolis_matrix"] = np.max(np.abs(truth["mass_matrix"]), axis=(1, 2)) * np.max(np.abs(at.qd), axis=1)
    weight = sum(body.inertia.m for body in robot.tree.bodies) * float(np.linalg.norm(robot.gravity))
    terms["potential_energy"] = np.full(len(at.q), weight)  # heights of the order of a metre, of both signs
    if movable:
        limit["forward_dynamics"] = np.maximum(AGREEMENT, [solving(M) for M in truth["mass_matrix"]])
    for question, given in asked.items():
        if truth[question][0] is None:
            continue
        for name in (None, *whose(robot, question)):
            answers = getattr(robot, question)(*given, formulation=name)
            for k, reference in enumerate(truth[question]):
                yield Finding(
                    f"{question} by {name or 'its program'}",
                    off(answers[k], reference, terms[question][k]),
                    limit[question][k],
                )


def places(robot: Robot, peer: AbstractPeer, at: Sample) -> Iterator[Finding]:
    """Pose, Jacobian and J̇ q̇ of every frame the peer knows; of the last one by compiled programs."""
    B, b = coupling(robot.model)
    known = [frame for frame in robot.frames if frame in peer.frames]
    for frame in known:
        T, J, Jd = (
            getattr(robot, question)(*given, frame)
            if frame == known[-1]
            else ask(robot.tree, question, given, frame=frame)
            for question, given in (
                ("forward_kinematics", (at.q,)),
                ("jacobian", (at.q,)),
                ("jacobian_dot", (at.q, at.qd)),
            )
        )
        for k, (q, qd) in enumerate(zip(at.q, at.qd, strict=True)):
            T_ref, J_ref, a_ref = peer.place(B @ q + b, B @ qd, frame)
            yield Finding(f"pose of {frame}", off(T[k], T_ref), AGREEMENT)
            yield Finding(f"jacobian of {frame}", off(J[k], J_ref @ B), AGREEMENT)
            terms = float(np.abs(J_ref).max() * np.abs(B @ qd).max() ** 2)
            yield Finding(f"jacobian_dot of {frame}", off(Jd[k] @ qd, a_ref, terms), AGREEMENT)


def off(ours: Array, reference: Array, terms: float = 0.0) -> float:
    """The largest difference relative to the largest entry of the reference.

    Where the reference is what is left of terms that cancel, it is not asked to be better than their rounding.
    """
    assert np.shape(ours) == np.shape(reference), (np.shape(ours), np.shape(reference))
    difference = np.max(np.abs(ours - reference), initial=0.0)
    return float(difference / max(np.max(np.abs(reference)), terms * CANCELLATION / AGREEMENT)) if difference else 0.0


def with_wrenches(
    robot: Robot, peer: AbstractPeer, at: Sample, seed: int, whose: Whose = everybody
) -> Iterator[Finding]:
    """Inverse and forward dynamics with wrenches w the environment exerts at two frames, which push with Jᵀ w."""
    B, b = coupling(robot.model)
    rng = np.random.default_rng(seed)
    frames = rng.choice(sorted(peer.frames & set(robot.frames)), size=2).tolist()
    wrenches = {frame: rng.normal(0.0, 5.0, (len(at.q), 6)) for frame in frames}
    push = np.zeros_like(at.tau)
    for k, (q, qd) in enumerate(zip(at.q, at.qd, strict=True)):
        for frame, w in wrenches.items():
            push[k] += B.T @ peer.place(B @ q + b, B @ qd, frame)[1].T @ w[k]
    truth = _dynamics_of(robot, peer, at._replace(tau=at.tau + push), movable=True)
    expected = {"inverse_dynamics": truth["inverse_dynamics"] - push, "forward_dynamics": truth["forward_dynamics"]}
    for question, given in (("inverse_dynamics", at.qdd), ("forward_dynamics", at.tau)):
        for name in (None, *whose(robot, question)):
            answers = getattr(robot, question)(at.q, at.qd, given, wrenches=wrenches, formulation=name)
            for k, M in enumerate(truth["mass_matrix"]):
                most = max(AGREEMENT, solving(M)) if question == "forward_dynamics" else AGREEMENT
                yield Finding(f"{question} pressed at {frames} by {name}", off(answers[k], expected[question][k]), most)


def _dynamics_of(robot: Robot, peer: AbstractPeer, at: Sample, movable: bool) -> dict[str, list[Array | None]]:
    """The peer's answers, brought to our coordinates."""
    B, b = coupling(robot.model)
    found: dict[str, list[Array | None]] = {}
    for u, ud, udd, tau in zip(*at, strict=True):
        q, qd, qdd, zero = B @ u + b, B @ ud, B @ udd, np.zeros(len(B))
        rubbing, M = friction(robot.model, qd), B.T @ peer.mass_matrix(q) @ B
        bias, C, (E, U) = peer.inverse_dynamics(q, qd, zero), peer.coriolis_matrix(q, qd), peer.energies(q, qd)
        answers = {
            "inverse_dynamics": B.T @ (peer.inverse_dynamics(q, qd, qdd) + rubbing),
            "bias_forces": B.T @ bias,
            "gravity_forces": B.T @ peer.inverse_dynamics(q, zero, zero),
            "mass_matrix": M,
            "kinetic_energy": np.array(E),
            "potential_energy": np.array(U),
            "forward_dynamics": None,
            "coriolis_matrix": None if C is None else B.T @ C @ B,
        }
        if movable and robot.model.coordinates.trivial:
            answers["forward_dynamics"] = peer.forward_dynamics(q, qd, tau - rubbing)
        elif movable:
            answers["forward_dynamics"] = np.linalg.solve(M, tau - B.T @ (bias + rubbing))
        for question, answer in answers.items():
            found.setdefault(question, []).append(answer)
    return found
