"""DIDIM: the regressor at simulated positions instead of measured ones; only torques are measured.

Gautier, Janot and Vandanjon (2013): the robot is simulated in closed loop, with its own controller and reference and
the parameters found so far. The states of that simulation have no noise and need no derivatives; as the loop follows
its reference closely whatever the parameters are, a weighted least squares fit of the measured torques to them
converges within a few rounds. Noise in measured positions, which the loop feeds back into the torques, biases ordinary
least squares; here it is noise of the torques alone.                                                  [gautier2013]
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from ..calls.arrays import Array
from ..calls.checks import positive, vector
from ..errors import BadArray, LinkwiseError, shown
from .accumulation import Known, Rows
from .columns.laws import friction_laws
from .estimators import Estimate, Problem
from .estimators.least_squares import wls
from .estimators.physical import physical
from .logs.log import Log
from .processing.evenly import evenly
from .robots import fitted_robot
from .settling import settled

if TYPE_CHECKING:
    from ..robot import Robot

ROUNDS = 15
"""Simulations at most; two to four were enough where it settled."""

PRIOR = 1e-5
"""The strength of the prior in the parameters that are simulated; those that are found have none."""

SHARES = (1.0, 0.5, 0.0)
"""How much of what was found, the rest as in the robot's file, is simulated; the next one if the loop is unstable."""

SETTLED = 1e-4
"""Changes of the predicted torques below this share of them no longer matter."""

UNSETTLED = (
    "these simulations have not settled: the loop's motion depends too much on the parameters or on noise, as it can "
    'where a controller compensates friction at measured velocities; compare with "wls"'
)
"""Said of a fit whose last round still changed it."""

FRICTION_WIDTH = 0.01
"""Friction with a jump is made smooth within this speed by rollouts."""

STEEP = 1.5
"""A step of RK4 times the fastest rate at which friction brakes near rest; 2.8 is where it becomes unstable."""


@dataclass(frozen=True, eq=False)
class Loop:
    """The closed loop in which a log was recorded: its controller, as for `robot.rollouts`, and where it starts.

    The controller follows its reference from t = 0 on, which is the log's first sample. `sample` says how it samples
    (seconds, or `linkwise.control.Sampled`), `step` the length of the simulation's steps, chosen by default. Motions
    start at `q0` and `qd0`, by default as the log does, at rest where it has no velocities.

    >>> import linkwise
    >>> from linkwise.control import pd
    >>> Loop(pd(linkwise.load("pendulum"), [0.5], kp=20.0, kd=2.0), sample=1e-3).sample
    0.001
    """

    controller: Any
    sample: Any = None
    step: float | None = None
    q0: Any = None
    qd0: Any = None


def loops_of(loop: Any, count: int) -> list[Loop]:
    """One loop for each log."""
    found = list(loop) if isinstance(loop, list | tuple) else [loop] * count
    if len(found) != count or not all(isinstance(each, Loop) for each in found):
        raise BadArray(
            f"loop is {shown(repr(loop))}.",
            'For estimator="didim" a linkwise.identify.Loop was expected, or one for each log.',
            "loop=Loop(linkwise.control.pd(robot, trajectory, kp=…, kd=…), sample=1e-3), for example.",
        )
    return found


def didim(rows: Rows, loops: Sequence[Loop]) -> tuple[Problem, Estimate]:
    """The problem at simulated states, and its estimate; `rows` are those at measured ones."""
    regressor, choices, loads = rows.regressor, rows.choices, rows.loads
    problem, estimate = settled(rows, wls, PRIOR, wls)
    even = [evenly(log)[0] for log in rows.logs]
    for count in range(1, ROUNDS + 1):
        states = _states(problem, even, loops, loads)
        before = estimate.x
        problem, estimate = settled(Rows(regressor, states, choices, loads, passes=rows.passes), wls, PRIOR, wls)
        change = _change(problem, estimate.x - before)
        said = f"{count} simulations of the closed loop; the last one changed predictions by {100.0 * change:.2g} %"
        if change < SETTLED:
            break
    notes = (said,) if change < SETTLED else (said, UNSETTLED)
    return problem, Estimate(estimate.x, estimate.sigma, estimate.inverse, notes=notes)


def _states(problem: Problem, logs: list[Log], loops: Sequence[Loop], loads: Sequence[Known | None]) -> list[Log]:
    """The logs with simulated states, with parameters that bodies can have: mass matrices must be positive definite.

    Where noise has spoiled the first ones so far that the loop is unstable with them, they give way to the robot's own.
    """
    regressor = problem.rows.regressor
    estimate = physical(problem) if regressor.request.links else wls(problem)
    found = regressor.prior if estimate.full is None else estimate.full
    for k, share in enumerate(SHARES):
        full = share * found + (1.0 - share) * regressor.prior
        x = regressor.matrix @ full if estimate.full is not None else estimate.x
        laws = friction_laws(regressor, estimate.x[regressor.first : regressor.linear])
        robot = fitted_robot(regressor.robot, regressor, x[: regressor.first], full, laws)
        try:
            states = []
            for log, loop, load in zip(logs, loops, loads, strict=True):
                payload = getattr(load, "payload", None)
                states.append(_simulated(robot.with_payload(**payload) if payload else robot, log, loop))
            return states
        except LinkwiseError:
            if k == len(SHARES) - 1 or not regressor.request.links:
                raise
    raise AssertionError


def _simulated(robot: Robot, log: Log, loop: Loop) -> Log:
    """The log with states of a simulation in the place of measured ones."""
    n, period = robot.n, float(np.median(np.diff(log.time)))
    q0 = log.q[0] if loop.q0 is None else vector("q0", loop.q0, n, "one entry per joint")
    measured = np.zeros(n) if log.qd is None else log.qd[0]
    qd0 = measured if loop.qd0 is None else vector("qd0", loop.qd0, n, "one entry per joint")
    step = _step(robot, log, period) if loop.step is None else positive("step", loop.step)
    every = max(1, round(period / step))
    if abs(every * step - period) > 1e-6 * period:
        raise BadArray(
            f"the step of a loop is {step:g} s, and the log has a sample every {period:g} s.",
            "A whole number of steps from one sample to the next was expected.",
        )
    motion = robot.rollouts(
        q0,
        qd0,
        controller=loop.controller,
        sample=loop.sample,
        step=step,
        steps=every * (len(log) - 1),
        every=every,
        outputs={"qdd": lambda eq, t, q, qd, tau: eq.forward_dynamics(q, qd, tau)},
    )
    assert motion.q is not None and motion.qd is not None
    q, qd, qdd = (np.asarray(x).reshape(-1, n) for x in (motion.q, motion.qd, motion.outputs["qdd"]))
    if not motion.finished.all() or not np.isfinite(qdd).all() or np.abs(q - log.q).max() > 1.0:
        raise LinkwiseError(
            "the simulated loop does not follow the log: it leaves it by more than a radian or a metre.",
            "The controller and the reference of the log, from its first sample on, were expected.",
            "check its gains, when its reference starts, sample= and step= of the Loop.",
        )
    return Log(log.time, q, log.tau, qd, qdd, joints=log.joints, name=log.name)


def _step(robot: Robot, log: Log, period: float) -> float:
    """A whole part of the sampling period that follows friction where it is steepest, at rest."""
    h = 1e-6
    ahead, back = (robot.friction_forces(np.full(robot.n, v), log.q[0]) for v in (h, -h))
    slope = np.minimum(np.abs(ahead - back) / (2.0 * h), np.abs(ahead - back) / (2.0 * FRICTION_WIDTH))
    some = log.q[:: max(1, len(log) // 20)]
    inverse = np.max([np.diag(np.linalg.inv(M)) for M in robot.mass_matrix(some)], axis=0)
    fastest = float(np.max(np.abs(slope) * np.abs(inverse), initial=0.0))
    return period / max(1, int(np.ceil(period * fastest / STEEP)), int(np.ceil(period / 1e-3)))


def _change(problem: Problem, dx: Array) -> float:
    """By how much the predicted torques change, as a share of the measured ones."""
    own = problem.squares
    each = zip(own.of_row, own.merged(), strict=True)
    moved = sum(float(np.sum((root[:, :-1] @ dx[columns]) ** 2)) for columns, root in each)
    return float(np.sqrt(moved / max(float(own.torques().sum()), 1e-300)))
