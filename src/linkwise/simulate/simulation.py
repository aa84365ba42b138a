"""The result of a run."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..calls.arrays import Array, as_written
from ..calls.checks import numbers
from ..errors import BadArray, LinkwiseError, plain, shown
from ..html_table import html_table
from ..trajectories import Motion
from .dense_output import Pieces, interpolated
from .energies import Energies
from .events import Event

STATUSES = ("finished", "event", "stopped", "not finite", "failed", "unfinished")
"""How a run can end: at its time, by an event, at a stop, at numbers that are not finite, at a step that failed, or
because it took more work than it may."""


@as_written
class Sensitivities(NamedTuple):
    """∂q/∂p and ∂q̇/∂p at each time, (K, n, p); NaN from the first change of the run's equations on.

    >>> import linkwise
    >>> run = linkwise.load("pendulum").simulate([1.0], t=0.5, sensitivities=["M1"])
    >>> run.sensitivities.q.shape == (len(run.t), 1, 1)
    True
    """

    q: Array
    qd: Array

    def __repr__(self) -> str:
        return f"Sensitivities(q: {self.q.shape}, qd: {self.qd.shape})"


@dataclass(frozen=True, eq=False)
class Simulation:
    """A simulated motion: K times, and for each a row of positions, velocities, accelerations and torques.

    Where velocities or accelerations jump (a joint sticks, slips or strikes a stop) a time has two rows, before and
    after, unless the times of the rows were given. `events` lists what happened. `companions` holds the states of
    companions, (K, size); `saturated`, with saturate=True, where torques were clipped at effort limits, (K, inputs);
    `sensitivities` ∂q/∂p and ∂q̇/∂p, (K, n, p) each. `status` is one of STATUSES; unless it is "finished", `message`
    says what happened, and the last row is the last good state.

    >>> import linkwise
    >>> run = linkwise.load("pendulum").simulate([1.0], t=2.0)
    >>> run.status, run.q.shape == (len(run.t), 1), run.drift < 1e-8
    ('finished', True, True)
    """

    robot: Any
    joint_names: tuple[str, ...]
    t: Array
    q: Array
    qd: Array
    qdd: Array
    tau: Array
    energies: Energies
    method: str
    status: str = "finished"
    message: str = ""
    events: tuple[Event, ...] = ()
    companions: dict[str, Array] = field(default_factory=dict)
    saturated: NDArray[np.bool_] | None = None
    sensitivities: Sensitivities | None = None
    pieces: Pieces = field(default=(), repr=False)

    @property
    def drift(self) -> float:
        """How far off the energy balance is at worst, relative to the largest kinetic energy.

        >>> import linkwise
        >>> linkwise.load("pendulum").simulate([1.0], t=1.0, method="euler", step=0.01).drift > 0.01
        True
        """
        return self.energies.drift

    @property
    def power(self) -> Array:
        """The power of each torque, τ q̇: (K, inputs).

        >>> import linkwise
        >>> linkwise.load("pendulum").simulate([0.0], [2.0], tau=[3.0], t=0.1).power[0]
        array([6.])
        """
        driven = getattr(self.robot, "driven", slice(self.qd.shape[1] - self.tau.shape[1], None))
        return self.tau * self.qd[:, driven]

    def at(self, t: ArrayLike) -> Motion:
        """q, qd, qdd at any times of the run, by the integrator's own interpolation; by Hermite's for fixed steps and
        for runs read from a file.

        >>> import linkwise
        >>> run = linkwise.load("pendulum").with_gravity([0, 0, 0]).simulate([0.0], [2.0], t=1.0)
        >>> run.at(0.25).q.round(9), run.at([0.0, 0.5]).q.shape
        (array([0.5]), (2, 1))
        """
        when = numbers("t", t, (), "times of the run").astype(float)
        if not ((self.t[0] <= when) & (when <= self.t[-1])).all():
            raise BadArray(
                f"t is {plain(repr(t), 60)}.", f"Times from {self.t[0]:.6g} to {self.t[-1]:.6g} were expected."
            )
        return interpolated(self.t, self.q, self.qd, self.qdd, self.pieces, when)

    def path(self, frame: str | None = None) -> Array:
        """The positions of a frame's origin in the base, (K, 3); the tip's unless a frame is named.

        >>> import linkwise
        >>> linkwise.load("pendulum").simulate([0.0], t=0.5).path().shape[1]
        3
        """
        return self.path_of(self.q, frame)

    def path_of(self, q: ArrayLike, frame: str | None = None) -> Array:
        """The path of a frame's origin for other positions (…, n), such as those from `at`.

        >>> import linkwise
        >>> run = linkwise.load("pendulum").simulate([0.0], t=0.5)
        >>> run.path_of(run.at([0.1, 0.2]).q).shape
        (2, 3)
        """
        if self.robot is None:
            raise _no_robot()
        return np.ascontiguousarray(self.robot.forward_kinematics(q, frame)[..., :3, 3])

    def plot(
        self,
        path: str | Path | None = None,
        what: str = "motion",
        frame: str | None = None,
        reference: ArrayLike | Callable[[Array], Motion] | None = None,
    ) -> Any:
        """A matplotlib figure, written to a file if there is a path.

        `what` is "motion" (positions, velocities, torques with their limits, and energies), "power" (where power and
        energy come from and go, and what is left of their balance), "phase" (velocity over position) or "path" (of the
        origin of `frame`; the tip's unless one is named). A `reference` is drawn dotted beside the motion: positions
        (n,), or a trajectory.

        >>> import linkwise
        >>> figure = linkwise.load("pendulum").simulate([1.0], t=1.0).plot()
        >>> len(figure.axes)
        4
        """
        from .plotting import plot  # matplotlib takes a while to load

        return plot(self, path, what, frame, reference)

    def animate(
        self, *, wrenches: dict[str, ArrayLike] | None = None, frame: str | None = None, show: bool = True
    ) -> Any:
        """The run in 3-D, as a page that plays it: `robot.animate` says more.

        `wrenches` are those of the run, if they are to be drawn: a run does not keep them.

        >>> import linkwise
        >>> linkwise.load("pendulum").simulate([1.0], t=1.0).animate(show=False)
        Animation('pendulum', 61 pictures of 1 s)
        """
        if self.robot is None:
            raise _no_robot()
        return self.robot.animate(self, wrenches=wrenches, frame=frame, show=show)

    def save(self, path: str | Path) -> None:
        """Write the run to an .npz, .csv or .parquet file, which `linkwise.simulate.read` reads back; or show it in an
        .html page that plays it, a .gif or an .mp4 (`animate`).

        >>> import linkwise, os, tempfile
        >>> run = linkwise.load("pendulum").simulate([1.0], t=1.0)
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     run.save(os.path.join(folder, "run.npz"))
        ...     again = linkwise.simulate.read(os.path.join(folder, "run.npz"))
        >>> bool((again.q == run.q).all())
        True
        """
        from .saving import save  # few runs are saved

        save(self, path)

    def to_polars(self) -> Any:
        """The rows as a polars DataFrame: t, q:joint, …, energies, companions.

        >>> import linkwise
        >>> linkwise.load("pendulum").simulate([1.0], t=1.0).to_polars().columns[:3]
        ['t', 'q:joint1', 'qd:joint1']
        """
        from .tables import to_polars

        return to_polars(self)

    def to_xarray(self) -> Any:
        """The run as an xarray Dataset over time and joints.

        >>> import linkwise
        >>> linkwise.load("pendulum").simulate([1.0], t=1.0).to_xarray()["q"].dims
        ('time', 'joint')
        """
        from .tables import to_xarray

        return to_xarray(self)

    def __repr__(self) -> str:
        ended = f", {self.message}" if self.status != "finished" else ""
        return f"Simulation({self._summary()}{ended})"

    def _summary(self) -> str:
        name = "" if self.robot is None else f"{shown(self.robot.name)}, "
        rows = f"{len(self.t)} row" + ("s" if len(self.t) != 1 else "")
        return f"{name}{self.method}, {rows} to t = {self.t[-1]:.6g}, {self.status}"

    def _repr_html_(self) -> str:
        undriven = [""] * (self.q.shape[1] - self.tau.shape[1])
        torques = [*undriven, *(f"{x:.6g}" for x in self.tau[-1])]
        states = zip(self.joint_names, self.q[-1], self.qd[-1], torques, strict=True)
        rows = [(name, f"{q:.6g}", f"{qd:.6g}", tau) for name, q, qd, tau in states]
        facts = [f"energy drift {self.drift:.1e}", f"{len(self.events)} events", *filter(None, [self.message])]
        title = f"Simulation: {self._summary()}, {', '.join(facts)}"
        return html_table(title, ["joint", "q at the end", "qd", "tau"], rows)


def _no_robot() -> LinkwiseError:
    return LinkwiseError("this run has no robot: it was read from a file.", hint="read(path, robot) gives it one.")
