"""A path travelled at a speed that varies: q(λ(t)), with λ̈ constant between nodes."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from ..calls.arrays import Array
from .pieces import Pieces
from .timed_path import at_its_pace
from .trajectory import AbstractTrajectory


@dataclass(frozen=True, eq=False, repr=False)
class Retimed(AbstractTrajectory):
    """The path q(λ) with the speeds λ̇ at its nodes λ; λ̈ is constant between two nodes, so accelerations jump there.

    At an end where it rests there is no acceleration, nor any friction that the motors would have to make up for.

    >>> from .arc_length import path_of
    >>> from linkwise.trajectories import Quintic
    >>> path, _ = path_of(Quintic([0.0], [2.0], duration=1.0), 20)
    >>> there = Retimed(path, np.array([0.0, 1.0, 2.0]), np.array([0.0, 2.0, 0.0]))  # speeding up, slowing down
    >>> there.duration, there([0.5, 1.0, 1.5]).q.round(9)[:, 0].tolist(), there(1.5).qdd.round(6)
    (2.0, [0.25, 1.0, 1.75], array([-2.]))
    """

    path: Pieces
    nodes: Array
    speeds: Array
    duration: float = field(init=False)
    times: Array = field(init=False)

    def __post_init__(self) -> None:
        steps = 2.0 * np.diff(self.nodes) / (self.speeds[1:] + self.speeds[:-1])
        times = np.append(0.0, np.cumsum(steps))
        self._put(times=times, duration=float(times[-1]))

    @property
    def n(self) -> int:
        """The number of joints.

        >>> import linkwise
        >>> from linkwise.trajectories import Quintic
        >>> linkwise.load("ur5").fastest_along(Quintic([0.0] * 6, [1.0] * 6, duration=1.0)).trajectory.n
        6
        """
        return int(self.path.coefficients.shape[-1])

    @cached_property
    def polynomials(self) -> Pieces | None:
        """The path at its pace: q(λ) of degree d with λ of degree two is of degree 2d.

        >>> from .arc_length import path_of
        >>> from linkwise.trajectories import Quintic
        >>> path, _ = path_of(Quintic([0.0], [2.0], duration=1.0), 20)
        >>> Retimed(path, np.array([0.0, 2.0]), np.array([1.0, 1.0])).polynomials
        Pieces(15 of degree 10, 1 joints, to 2 s)
        """
        return at_its_pace(self.path, self.nodes, self.speeds, self.times)

    @property
    def breaks(self) -> Array:
        """The times of the nodes.

        >>> from .arc_length import path_of
        >>> from linkwise.trajectories import Quintic
        >>> path, _ = path_of(Quintic([0.0], [2.0], duration=1.0), 20)
        >>> Retimed(path, np.array([0.0, 1.0, 2.0]), np.array([0.0, 2.0, 0.0])).breaks
        array([0., 1., 2.])
        """
        return self.times

    def inside(self, t: Array, order: int) -> Array:
        """The derivatives by the chain rule: the Taylor series of q at λ, with v h + ½ a h² for its argument.

        >>> from .arc_length import path_of
        >>> from linkwise.trajectories import Quintic
        >>> path, _ = path_of(Quintic([0.0], [2.0], duration=1.0), 20)
        >>> rates = Retimed(path, np.array([0.0, 2.0]), np.array([1.0, 1.0])).inside(np.array(1.0), 3)
        >>> bool(abs(rates[:, 0] - [1.0, 1.0, 0.0, 0.0]).max() < 1e-9)
        True
        """
        i = np.clip(np.searchsorted(self.times, t, side="right") - 1, 0, len(self.nodes) - 2)
        h = self.times[i + 1] - self.times[i]
        a = (self.speeds[i + 1] - self.speeds[i]) / h
        d = t - self.times[i]
        v = self.speeds[i] + a * d
        λ = np.clip(self.nodes[i] + (self.speeds[i] + 0.5 * a * d) * d, 0.0, self.nodes[-1])
        q = self.path.derivatives(λ, order)
        rates = np.zeros_like(q)
        rates[0] = q[0]
        power = [np.ones_like(v), *(np.zeros_like(v) for _ in range(order))]  # of (v h + ½ a h²)^k, by powers of h
        for k in range(1, order + 1):
            power = [
                (power[m - 1] * v if m else 0.0 * v) + (0.5 * power[m - 2] * a if m > 1 else 0.0 * v)
                for m in range(order + 1)
            ]
            for m in range(k, order + 1):
                rates[m] += (power[m] * (math.factorial(m) / math.factorial(k)))[..., None] * q[k]
        begin, end = self._moving
        rates[1:, (t < begin) | (t > end)] = 0.0
        return rates

    @cached_property
    def _moving(self) -> tuple[float, float]:
        begin, end = np.where(
            self.speeds[[0, -1]] == 0.0,
            [np.nextafter(0.0, 1.0), np.nextafter(self.duration, 0.0)],
            [0.0, self.duration],
        )
        return float(begin), float(end)

    def _features(self) -> tuple[str, ...]:
        return (f"{len(self.nodes)} nodes",)
