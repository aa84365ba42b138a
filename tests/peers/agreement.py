"""Our answers beside a peer's, question by question, formulation by formulation."""

from collections.abc import Iterator

import numpy as np
from tolerances import AGREEMENT, EPS

from linkwise.formulations import answering
from linkwise.robot import Robot

from .peer import AbstractPeer, Array, coupling, friction


def off(ours: Array, reference: Array, scale: float | None = None) -> float:
    """The largest difference relative to the largest entry of the reference (or to a scale that is larger)."""
    assert ours.shape == np.shape(reference), (ours.shape, np.shape(reference))
    largest = max(np.max(np.abs(reference), initial=0.0), scale or 0.0)
    difference = np.max(np.abs(ours - reference), initial=0.0)
    return 0.0 if difference == 0.0 else float(difference / largest) if largest else np.inf


def disagreements(robot: Robot, peer: AbstractPeer, q: Array, qd: Array, qdd: Array) -> Iterator[tuple[str, float, float]]:
    """(what, how far off, how far it may be off) for every answer at every state."""
    B, b = coupling(robot.model)
    ours = {
        (question, name): answer
        for question in ("inverse_dynamics", "mass_matrix", "kinetic_energy", "potential_energy", "coriolis_matrix")
        for name in answering(question)
        for answer in [_answer(robot, question, name, q, qd, qdd)]
    }
    tau = np.array([B.T @ peer.inverse_dynamics(*s) for s in zip(q @ B.T + b, qd @ B.T, qdd @ B.T)])
    tau += np.array([B.T @ friction(robot.model, B @ v) for v in qd])
    return ours, tau
