"""A motion at the instants of its pictures: positions, rates, torques, powers and energies."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ..calls.arrays import Array
from ..calls.checks import finite
from ..elastic import ElasticRobot
from ..errors import BadArray, LinkwiseError, NoMass, NotForThisRobot
from ..simulate import Simulation
from ..simulate.fine_curves import FineCurves
from ..trajectories.trajectory import AbstractTrajectory
from ..view.scene.motion import instants, rows_at

WORKS = ("work of τ", "work of wrenches", "lost to friction", "lost at stops")
"""What the columns of work of a run are called in the picture."""


@dataclass(frozen=True)
class Instants:
    """Times (K,), positions (K, n), curves of the joints by name, energies (K,), and the coordinates with motors.

    `explained` says whether torques, gravity, friction and the wrenches that are known account for the accelerations:
    what joints transmit is known only then.
    """

    t: Array
    q: Array
    curves: dict[str, Array] = field(default_factory=dict)
    energies: dict[str, Array] = field(default_factory=dict)
    driven: Sequence[int] | None = None
    explained: bool = True

    def answered(self, robot: Any, wrenches: Mapping[str, ArrayLike] | None = None) -> Instants:
        """With the torques and energies that the robot computes, where it has masses and answers them."""
        qd, qdd = self.curves["qd"], self.curves["qdd"]
        try:
            tau = _torques(robot, self.q, qd, qdd, wrenches)
            kinetic, potential = robot.kinetic_energy(self.q, qd), robot.potential_energy(self.q)
        except (NoMass, NotForThisRobot):
            return self
        driven = driven_of(robot, tau.shape[1])
        curves = {**self.curves, "tau": tau, "power": tau * qd[:, driven]}
        energies = {"kinetic": np.asarray(kinetic), "potential": np.asarray(potential)}
        return replace(self, curves=curves, energies=energies, driven=driven)


def instants_of(robot: Any, motion: Any, wrenches: Mapping[str, ArrayLike] | None = None) -> Instants:
    """The instants of a run, a trajectory, or (t, q).

    >>> import linkwise
    >>> pendulum = linkwise.load("pendulum")
    >>> instants_of(pendulum, ([0.0, 1.0], [[0.0], [0.6]])).q[30]
    array([0.3])
    """
    if isinstance(motion, Simulation):
        return _of_run(robot, motion, wrenches)
    if isinstance(motion, AbstractTrajectory):
        t = instants(0.0, float(motion.duration))
        moved = motion(t)
        positions = finite("the trajectory", moved.q, (robot.n,), "one entry per joint")
        return Instants(t, positions, {"qd": moved.qd, "qdd": moved.qdd}).answered(robot, wrenches)
    return _of_rows(robot, motion)


def _of_run(robot: Any, run: Simulation, wrenches: Mapping[str, ArrayLike] | None) -> Instants:
    if run.q.shape[1] != robot.n:
        raise BadArray(f"the run has {run.q.shape[1]} joints.", f"{robot.n} were expected, those of the robot.")
    t = instants(float(run.t[0]), float(run.t[-1]))
    moved = run.at(t)
    driven = driven_of(robot, run.tau.shape[1])
    tau = rows_at(t, run.t, run.tau)
    curves = {"qd": moved.qd, "qdd": moved.qdd, "tau": tau, "power": tau * moved.qd[:, driven]}
    fine = FineCurves.of(run)
    every = {"kinetic": fine.kinetic, "potential": fine.potential, **dict(zip(WORKS, fine.work.T, strict=True))}
    energies = {name: np.interp(t, fine.t, column) for name, column in every.items() if np.any(column)}
    explained = _explained(robot, run, wrenches)
    return Instants(t, moved.q, curves, energies, driven, explained)


def _explained(robot: Any, run: Simulation, wrenches: Mapping[str, ArrayLike] | None) -> bool:
    """Whether the torques of a run are those of its motion, to a thousandth of the largest torque of motors or gravity.

    They are not where a wrench that is not named here, a contact or a stop acts.
    """
    try:
        needed = _torques(robot, run.q, run.qd, run.qdd, wrenches)
        size = max(float(np.abs(part).max()) for part in (run.tau, needed, robot.gravity_forces(run.q)))
    except LinkwiseError:
        return False
    return bool(np.abs(needed - run.tau).max() <= 1e-3 * size)


def _torques(robot: Any, q: Array, qd: Array, qdd: Array, wrenches: Mapping[str, ArrayLike] | None) -> Array:
    if isinstance(robot, ElasticRobot):
        raise NotForThisRobot("torques of motors behind springs depend on more than a state and its accelerations.")
    return np.asarray(robot.inverse_dynamics(q, qd, qdd, wrenches=wrenches or None))


def _of_rows(robot: Any, motion: Any) -> Instants:
    if not isinstance(motion, tuple) or len(motion) != 2:
        raise LinkwiseError(
            f"an object of type '{type(motion).__name__}' is not a motion.",
            "A run, a trajectory, or times and positions (t, q) were expected.",
        )
    t = finite("t", motion[0], (), "times in seconds").astype(float)
    q = finite("q", motion[1], (robot.n,), "one entry per joint").astype(float)
    if t.ndim != 1 or not len(t) or q.shape != (len(t), robot.n):
        raise BadArray(f"t and q have shapes {t.shape} and {q.shape}.", f"(K,) and (K, {robot.n}) were expected.")
    if not (np.diff(t) >= 0.0).all():
        raise BadArray("the times run backwards.", "Times that increase were expected.")
    when = instants(float(t[0]), float(t[-1]))
    return Instants(when, rows_at(when, t, q), explained=False)


def driven_of(robot: Any, count: int) -> list[int]:
    """The coordinates that the columns of torques belong to.

    >>> import linkwise
    >>> driven_of(linkwise.load("fourbar").closed(), 1)
    [0]
    """
    places = getattr(robot, "driven", slice(robot.n - count, None))
    return np.arange(robot.n)[places].tolist()
