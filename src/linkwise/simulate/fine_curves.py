"""The curves of a run between its rows, close enough to be drawn."""

from bisect import bisect_right
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from ..calls.arrays import Array

if TYPE_CHECKING:
    from .simulation import Simulation

POINTS = 1000
"""Curves are drawn through at least about this many points."""


@dataclass(frozen=True, eq=False, repr=False)
class FineCurves:
    """Times, positions, velocities, energies, and the work (times, 4) of torques, wrenches, friction and stops: the
    rows of a run, and more between them.

    >>> import linkwise
    >>> curves = FineCurves.of(linkwise.load("pendulum").simulate([1.0], t=1.0))
    >>> len(curves.t) > 500, curves.q.shape == (len(curves.t), 1), curves.work.shape[1]
    (True, True, 4)
    """

    t: Array
    q: Array
    qd: Array
    kinetic: Array
    potential: Array
    work: Array

    @classmethod
    def rows(cls, run: "Simulation") -> "FineCurves":
        """The rows alone.

        >>> import linkwise
        >>> run = linkwise.load("pendulum").simulate([1.0], t=1.0)
        >>> FineCurves.rows(run).t is run.t
        True
        """
        e = run.energies
        work = np.stack([e.work_of_tau, e.work_of_wrenches, e.lost_to_friction, e.lost_at_stops], axis=1)
        return cls(run.t, run.q, run.qd, e.kinetic, e.potential, work)

    @classmethod
    def of(cls, run: "Simulation", energies: bool = True) -> "FineCurves":
        """The curves of a run; energies between the rows only if they are wanted.

        >>> import linkwise
        >>> run = linkwise.load("pendulum").simulate([1.0], t=1.0)
        >>> len(FineCurves.of(run, energies=False).q) > len(run.q)
        True
        """
        t, e, rows = run.t, run.energies, cls.rows(run)
        more = POINTS // len(t)
        if len(t) < 2 or not more:
            return rows
        between = t[:-1, None] + np.diff(t)[:, None] * (np.arange(1, more + 1) / (more + 1))
        motion, times = run.at(between), _woven(t, between)
        q, qd = _woven(run.q, motion.q), _woven(run.qd, motion.qd)
        kinetic, potential = np.interp(times, t, e.kinetic), np.interp(times, t, e.potential)
        if not energies:
            return cls(times, q, qd, kinetic, potential, np.zeros((len(times), 4)))
        if run.robot is not None:  # it was not read from a file
            kinetic = _woven(e.kinetic, run.robot.kinetic_energy(motion.q, motion.qd))
            potential = _woven(e.potential, run.robot.potential_energy(motion.q))
        return cls(times, q, qd, kinetic, potential, _woven(rows.work, _work(run, rows.work, between)))


def _woven(rows: Array, inner: Array) -> Array:
    """Rows (K, …), and behind each but the last the inner ones (K − 1, more, …)."""
    first = np.concatenate([rows[:-1, None], inner], axis=1)
    return np.concatenate([first.reshape(-1, *rows.shape[1:]), rows[-1:]])


def _work(run: "Simulation", rows: Array, between: Array) -> Array:
    """The work between the rows, by the integrator's interpolants if it has any, otherwise on straight lines."""
    n, pieces = run.q.shape[1], run.pieces
    starts = [piece[0] for piece in pieces]

    def at(t: float) -> Any:
        return pieces[max(bisect_right(starts, t) - 1, 0)][2](t)[2 * n : 2 * n + 4]

    if not pieces or np.shape(at(float(run.t[0]))) != (4,):
        share = ((between - run.t[:-1, None]) / np.where(np.diff(run.t) > 0.0, np.diff(run.t), 1.0)[:, None])[..., None]
        straight: Array = rows[:-1, None] + share * np.diff(rows, axis=0)[:, None]
        return straight
    return np.array([[at(t) for t in row] for row in between.tolist()])
