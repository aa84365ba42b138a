"""A log: what a robot's joints did, and the torques that it took."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from ...calls.arrays import Array
from ...errors import BadArray, UnknownName, shown


@dataclass(frozen=True, eq=False, repr=False, init=False)
class Log:
    """Times (m,), joint positions and torques (m, n), velocities where they were measured, and accelerations where
    they are known, from a simulation for example; SI units.

    Columns are in the order of `joints`; a fit takes them by name. Times and values are checked when a fit begins
    (`linkwise.identify.check_log`), not here.

    >>> log = Log([0.0, 0.1, 0.2], q=[[0.0], [0.1], [0.2]], tau=[[1.0], [1.1], [1.2]], joints=["elbow"])
    >>> log
    Log(3 samples in 0.2 s, 1 joint: elbow; positions and torques)
    """

    time: Array
    q: Array
    tau: Array
    qd: Array | None
    qdd: Array | None
    joints: tuple[str, ...]
    name: str
    remarks: tuple[str, ...]

    def __init__(
        self,
        time: ArrayLike,
        q: ArrayLike,
        tau: ArrayLike,
        qd: ArrayLike | None = None,
        qdd: ArrayLike | None = None,
        *,
        joints: Sequence[str],
        name: str = "log",
        remarks: Sequence[str] = (),
    ) -> None:
        if isinstance(joints, str) or not all(isinstance(each, str) and each for each in joints):
            raise BadArray(f"joints is {shown(repr(joints))}.", "A list of names was expected, one for each column.")
        if len(set(joints)) != len(tuple(joints)):
            twice = next(each for each in joints if list(joints).count(each) > 1)
            raise BadArray(f"joints has {shown(twice)} more than once.", "One column for each joint was expected.")
        times = _numbers("time", time, None)
        for what, value in (("q", q), ("tau", tau), ("qd", qd), ("qdd", qdd)):
            if value is None and what in ("qd", "qdd"):
                object.__setattr__(self, what, None)
                continue
            assert value is not None
            array = _numbers(what, value, len(tuple(joints)))
            if len(array) != len(times):
                raise BadArray(
                    f"{what} of {shown(name)} has {len(array)} rows, and there are {len(times)} times.",
                    "One row for each time was expected.",
                )
            object.__setattr__(self, what, array)
        for what, kept in (
            ("time", times),
            ("joints", tuple(joints)),
            ("name", str(name)),
            ("remarks", tuple(remarks)),
        ):
            object.__setattr__(self, what, kept)

    @staticmethod
    def of_motors(
        time: ArrayLike,
        positions: ArrayLike,
        torques: ArrayLike,
        velocities: ArrayLike | None = None,
        *,
        coupling: ArrayLike,
        zero: ArrayLike | None = None,
        torque_coupling: ArrayLike | None = None,
        joints: Sequence[str],
        name: str = "log",
    ) -> Log:
        """A log measured at the motors: q_m = coupling @ (q − zero), so that q̇_m = coupling @ q̇ and τ = couplingᵀ
        τ_m.

        The diagonal of `coupling` has the gear ratios, other entries how joints turn further motors along.
        `torque_coupling`, where the torques need another matrix, takes the place of couplingᵀ; `zero` is q where the
        motors are at 0.

        >>> log = Log.of_motors([0.0, 0.1], [[50.0], [51.0]], [[0.1], [0.1]], coupling=[[50.0]], joints=["elbow"])
        >>> log.q.ravel(), log.tau.ravel()
        (array([1.  , 1.02]), array([5., 5.]))
        """
        log = Log(time, positions, torques, velocities, joints=joints, name=name)
        return log.at_joints(coupling=coupling, zero=zero, torque_coupling=torque_coupling)

    def at_joints(
        self, *, coupling: ArrayLike, zero: ArrayLike | None = None, torque_coupling: ArrayLike | None = None
    ) -> Log:
        """The log of the joints, where this one was measured at their motors; as `Log.of_motors`. A row of gear ratios
        will do for a `coupling` without other entries.

        >>> log = Log([0.0, 0.1], [[50.0], [51.0]], [[0.1], [0.1]], joints=["elbow"])
        >>> log.at_joints(coupling=[50.0]).tau.ravel()
        array([5., 5.])
        """
        n = len(self.joints)
        given = np.asarray(coupling, dtype=float) if not isinstance(coupling, np.ndarray) else coupling
        N = np.diag(given) if given.ndim == 1 and len(given) == n else _square("coupling", coupling, n)
        if np.linalg.matrix_rank(N) < n:
            raise BadArray("coupling is singular.", "A matrix that says how far each motor turns was expected.")
        inverse = np.linalg.inv(N).T
        T = N.T if torque_coupling is None else _square("torque_coupling", torque_coupling, n)
        start = np.zeros(n) if zero is None else np.asarray(zero, dtype=float)
        if start.shape != (n,):
            raise BadArray(f"zero has shape {start.shape}.", f"{n} positions were expected, one for each joint.")
        qd, qdd = (None if x is None else x @ inverse for x in (self.qd, self.qdd))
        return self._with(self.time, self.q @ inverse + start, self.tau @ T.T, qd, qdd)

    def _with(self, time: ArrayLike, q: Array, tau: Array, qd: Array | None, qdd: Array | None) -> Log:
        """The log with other values."""
        return Log(time, q, tau, qd, qdd, joints=self.joints, name=self.name, remarks=self.remarks)

    def unwrapped(self) -> Log:
        """The log with whole turns added to positions wherever they leap by one, as angles between −π and π do.

        >>> Log([0.0, 0.1], [[3.1], [-3.1]], [[0.0]] * 2, joints=["elbow"]).unwrapped().q.ravel().round(3)
        array([3.1  , 3.183])
        """
        return self._with(self.time, np.unwrap(self.q, axis=0), self.tau, self.qd, self.qdd)

    def mapped(self, time: ArrayLike, change: Callable[[Array], Array]) -> Log:
        """The log at other times, each of its arrays changed in the same way.

        >>> log = Log([0.0, 0.1], [[0.0], [0.1]], [[1.0], [1.1]], joints=["elbow"], name="first")
        >>> log.mapped([0.0], lambda x: x[:1])
        Log(1 samples in 0 s, 1 joint: elbow; positions and torques)
        """
        q, tau = change(self.q), change(self.tau)
        qd, qdd = (None if x is None else change(x) for x in (self.qd, self.qdd))
        return self._with(time, q, tau, qd, qdd)

    def part(self, first: int, last: int) -> Log:
        """The samples from `first` up to `last`, which is not among them.

        >>> Log([0.0, 0.1, 0.2], [[0.0]] * 3, [[1.0]] * 3, joints=["elbow"]).part(0, 2)
        Log(2 samples in 0.1 s, 1 joint: elbow; positions and torques)
        """
        return self.mapped(self.time[first:last], lambda x: x[first:last])

    def ordered(self, joints: Sequence[str]) -> Log:
        """The log with its columns in this order of joints; a missing one is an error.

        >>> Log([0.0, 0.1], [[0.0, 1.0]] * 2, [[2.0, 3.0]] * 2, joints=["a", "b"]).ordered(["b", "a"]).q[0]
        array([1., 0.])
        """
        if tuple(joints) == self.joints:
            return self
        for joint in joints:
            if joint not in self.joints:
                raise UnknownName("column of joint", joint, f"log {shown(self.name)}", self.joints)
        own = [self.joints.index(joint) for joint in joints]
        qd, qdd = (None if x is None else x[:, own] for x in (self.qd, self.qdd))
        ordered = (self.q[:, own], self.tau[:, own], qd, qdd)
        return Log(self.time, *ordered, joints=joints, name=self.name, remarks=self.remarks)

    def without_lag(self, seconds: float) -> Log:
        """The log with its torques moved back in time: they came this much later than positions (`estimate_lag`).

        >>> Log([0.0, 0.1, 0.2], [[0.0]] * 3, [[1.0], [2.0], [3.0]], joints=["a"]).without_lag(0.1).tau.ravel().round(9)
        array([2., 3., 3.])
        """
        tau = np.column_stack([np.interp(self.time + seconds, self.time, x) for x in self.tau.T])
        return self._with(self.time, self.q, tau, self.qd, self.qdd)

    def __len__(self) -> int:
        return len(self.time)

    def __repr__(self) -> str:
        span = f"{self.time[-1] - self.time[0]:.4g} s" if len(self) else "0 s"
        known = "positions and torques" if self.qd is None else "positions, velocities and torques"
        joints = f"{len(self.joints)} joint{'s' if len(self.joints) != 1 else ''}: {', '.join(self.joints[:8])}"
        return f"Log({len(self)} samples in {span}, {joints}; {known})"


def _numbers(what: str, value: ArrayLike, columns: int | None) -> Array:
    try:
        array = np.asarray(value)
        if array.dtype.kind in "fiu":
            array = array.astype(np.float64)
    except (TypeError, ValueError):  # rows of different lengths
        array = np.asarray([""])
    if array.dtype != np.float64:
        raise BadArray(f"{what} of a log does not consist of real numbers.", "An array of numbers was expected.")
    shape = "(samples,)" if columns is None else f"(samples, {columns})"
    if array.ndim != (1 if columns is None else 2) or (columns is not None and array.shape[1] != columns):
        raise BadArray(f"{what} of a log has shape {array.shape}.", f"Shape {shape} was expected.")
    return array


def _square(what: str, value: ArrayLike, n: int) -> Array:
    array = _numbers(what, value, n)
    if array.shape != (n, n):
        raise BadArray(f"{what} has shape {array.shape}.", f"A matrix of {n} rows was expected, one for each motor.")
    return array
