"""What a sweep returns."""

from __future__ import annotations

from dataclasses import dataclass
from os import PathLike
from typing import TYPE_CHECKING, Any

import numpy as np

from ..calls.arrays import Array
from ..calls.checks import whole
from ..errors import LinkwiseError, UnknownName, plain, shown
from ..html_table import html_table
from ..rollouts import Rollouts
from .kernel_arguments import kernel_arguments
from .outcomes import DrawnRollout, Failed
from .spreads import Spreads
from .statistic import COLUMNS, MOST_ROWS, Statistic
from .work import Work

if TYPE_CHECKING:
    from ..robot import Robot


@dataclass(frozen=True, eq=False, repr=False)
class Sweep:
    """Statistics of many rollouts by name, and what each rollout started from, which can be drawn again.

    `failed` are the rollouts that did not finish, `spreads` what varies, `seconds` the time it took, `notes` what
    happened to the checkpoint. The work itself is kept for `again`, unless the sweep was read from a file.

    >>> import linkwise
    >>> from linkwise.sweep import Uniform
    >>> arm = linkwise.load("planar2r")
    >>> speed = {"speed": lambda eq, t, q, qd, tau: qd[0] * qd[0]}
    >>> spreads = {"q0": Uniform(-1.0, 1.0), "payload.mass": Uniform(0.0, 2.0)}
    >>> sweep = arm.sweep(500, spreads, step=1e-3, duration=0.5, outputs=speed, reduce={"peak": ("max", "speed")})
    >>> sweep
    Sweep('planar2r', 500 rollouts, 0 failed: speed, peak)
    >>> worst = sweep.worst("peak")
    >>> worst.index == sweep.statistics["peak"].max_at, sorted(worst.values)
    (np.True_, ['payload.mass', 'q0'])
    >>> again = sweep.rerun(worst.index, every=1)  # with its history
    >>> again.q.shape, bool(again["peak"][0] == sweep.statistics["peak"].max)
    ((1, 501, 2), True)
    """

    robot: Robot | None
    rollouts: int
    statistics: dict[str, Statistic]
    failed: Failed
    spreads: Spreads
    seconds: float
    notes: tuple[str, ...] = ()
    work: Work | None = None

    # ---- one rollout ------------------------------------------------------------------------------------------------

    def drawn(self, index: int) -> DrawnRollout:
        """What a rollout drew.

        >>> import linkwise
        >>> sweep = linkwise.load("pendulum").sweep(3, {"q0": [[0.1], [0.4], [0.2]]}, step=1e-3, steps=1)
        >>> sweep.drawn(1)
        DrawnRollout(rollout 1: q0 = [0.4])
        """
        k = whole("index", index, 0, self.rollouts - 1)
        return DrawnRollout(k, {name: values[0] for name, values in self.spreads.drawn(k, 1).items()})

    def worst(self, name: str, entry: int | None = None, end: str = "max") -> DrawnRollout:
        """The rollout with the largest value of a number, or with the smallest (end="min").

        For an array it is the largest of all entries, or of the one with the flat index `entry`.

        >>> import linkwise
        >>> sweep = linkwise.load("pendulum").sweep(3, {"q0": [[0.1], [0.4], [0.2]]}, step=1e-3, steps=1)
        >>> sweep.worst("q"), sweep.worst("q", end="min").index
        (DrawnRollout(rollout 1: q0 = [0.4]), 0)
        """
        tally = self._statistic(name).tally
        if end not in ("min", "max"):
            raise UnknownName("end", end, "a statistic", ("min", "max"))
        if not tally.count.any():
            raise LinkwiseError(
                f"{shown(name)} was not finite in any rollout.",
                "At least one finite value was expected.",
                "sweep.failed says how rollouts ended.",
            )
        values, rollouts = (tally.high, tally.high_at) if end == "max" else (tally.low, tally.low_at)
        pick = np.nanargmax if end == "max" else np.nanargmin
        at = int(pick(values)) if entry is None else whole("entry", entry, 0, len(values) - 1)
        return self.drawn(int(rollouts[at]))

    def arguments(self, index: int) -> dict[str, Any]:
        """A rollout as the arguments of a rollout kernel: q0, qd0, inputs, parameters, wrenches.

        >>> import linkwise
        >>> sweep = linkwise.load("pendulum").sweep(3, {"q0": [[0.1], [0.4], [0.2]]}, step=1e-3, steps=1)
        >>> sweep.arguments(1)["q0"]
        array([[0.4]])
        """
        k = whole("index", index, 0, self.rollouts - 1)
        return kernel_arguments(self.spreads.drawn(k, 1), self.spreads)

    def rerun(self, index: int, **options: Any) -> Rollouts:
        """A rollout run once more, to the last bit; `every=1` keeps its whole history.

        Options are those of a rollout kernel's call: every, states, threads.

        >>> import linkwise
        >>> sweep = linkwise.load("pendulum").sweep(3, {"q0": [[0.1], [0.4], [0.2]]}, step=1e-3, steps=1)
        >>> sweep.rerun(1, every=1).q.shape
        (1, 2, 1)
        """
        k = whole("index", index, 0, self.rollouts - 1)
        if self.work is None:
            raise LinkwiseError(
                "a sweep that was read from a file has no controller and no outputs.",
                "A sweep that was run in this process was expected.",
                "robot.compile_rollouts(…)(**sweep.arguments(index), …) runs it with yours.",
            )
        return self.work.rollouts(k, 1, **options)

    # ---- all rollouts -----------------------------------------------------------------------------------------------

    def kept(self, name: str) -> Array:
        """All values (rollouts, *shape) of a number, NaN where a rollout failed; for sweeps with keep=True.

        >>> import linkwise
        >>> sweep = linkwise.load("pendulum").sweep(3, {"q0": [[0.1], [0.4], [0.2]]}, step=1e-3, steps=1, keep=True)
        >>> sweep.kept("q").shape
        (3, 1)
        """
        one = self._statistic(name)
        if one.kept is None:
            raise LinkwiseError(
                f"only statistics of {shown(name)} were kept.", "Its values were expected.", "sweep with keep=True."
            )
        return one.kept.reshape(self.rollouts, *one.shape)

    def _statistic(self, name: str) -> Statistic:
        if name not in self.statistics:
            raise UnknownName("number", name, "this sweep", self.statistics)
        return self.statistics[name]

    def table(self) -> str:
        """All statistics as a table of text, a row for each entry of each number.

        >>> import linkwise
        >>> sweep = linkwise.load("pendulum").sweep(3, {"q0": [[0.1], [0.4], [0.2]]}, step=1e-3, steps=1)
        >>> sweep.table().splitlines()[1].split()[:3]
        ['q[0]', '3', '0.233332']
        """
        rows = [COLUMNS, *(row for one in self.statistics.values() for row in one.table_rows())]
        widths = [max(len(row[k]) for row in rows) for k in range(len(COLUMNS))]
        lines = [
            "  ".join([row[0].ljust(widths[0]), *(c.rjust(w) for c, w in zip(row[1:], widths[1:], strict=True))])
            for row in rows
        ]
        return "\n".join([*lines, self._outcome, *self.notes])

    @property
    def _outcome(self) -> str:
        """How many rollouts there were, how long they took, how many failed."""
        text = f"{self.rollouts} rollouts in {self.seconds:.3g} s, {self.failed.count} failed"
        for rollout, why, step in self.failed.first[:1]:
            text += f" (rollout {rollout}: {why} at step {step})"
        return text + "."

    def plot(self, name: str, path: str | PathLike[str] | None = None, unit: str | None = None) -> Any:
        """The histogram of a number as a matplotlib figure, also written to a file if a path is given.

        `unit` is written behind its name; that of positions and velocities is known.

        >>> import linkwise
        >>> sweep = linkwise.load("pendulum").sweep(3, {"q0": [[0.1], [0.4], [0.2]]}, step=1e-3, steps=1)
        >>> len(sweep.plot("q").axes)
        1
        """
        from .plotting import histogram

        return histogram(self._statistic(name), self.rollouts, path, unit, self.robot)

    def save(self, path: str | PathLike[str]) -> None:
        """Write the sweep to an .npz file; its controller and outputs are functions, and are left out.

        >>> import linkwise
        >>> sweep = linkwise.load("pendulum").sweep(3, {"q0": [[0.1], [0.4], [0.2]]}, step=1e-3, steps=1)
        >>> import tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     sweep.save(f"{folder}/three.npz")
        """
        from .saving import save

        save(self, path)

    @staticmethod
    def load(path: str | PathLike[str], robot: Robot | None = None) -> Sweep:
        """Read a sweep that was saved.

        >>> import linkwise
        >>> sweep = linkwise.load("pendulum").sweep(3, {"q0": [[0.1], [0.4], [0.2]]}, step=1e-3, steps=1)
        >>> import tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     sweep.save(f"{folder}/three.npz")
        ...     Sweep.load(f"{folder}/three.npz")
        Sweep(3 rollouts, 0 failed: q, qd)
        """
        from .saving import load

        return load(path, robot)

    def __repr__(self) -> str:
        of = f"{shown(self.robot.name)}, " if self.robot is not None else ""
        names = ", ".join(plain(name, 24) for name in self.statistics)
        return f"Sweep({of}{self.rollouts} rollouts, {self.failed.count} failed: {names})"

    def _repr_html_(self) -> str:
        rows = [row for one in self.statistics.values() for row in one.table_rows()]
        cut = [("…", *[""] * (len(COLUMNS) - 1))] if len(rows) > MOST_ROWS else []
        robot = f"{self.robot.name}: " if self.robot is not None else ""
        return html_table(" ".join([f"{robot}{self._outcome}", *self.notes]), COLUMNS, [*rows[:MOST_ROWS], *cut])
