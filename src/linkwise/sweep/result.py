"""What a sweep gave."""

from dataclasses import dataclass
from os import PathLike
from typing import TYPE_CHECKING, Any

import numpy as np

from ..calls.arrays import Array
from ..errors import LinkwiseError, UnknownName
from ..rollouts import Rollouts
from ..rollouts.given import whole
from ..rollouts.result import STATUS
from .assembling import assembled
from .spreads import Spreads
from .statistic import Statistic
from .work import Work

if TYPE_CHECKING:
    from ..robot import Robot


@dataclass(frozen=True)
class Failed:
    """Rollouts that did not reach their end: how many, by reason, and the first of them as (rollout, reason, step).

    >>> Failed(1, {"not finite": 1}, ((70211, "not finite", 12),)).first[0][0]
    70211
    """

    count: int
    reasons: dict[str, int]
    first: tuple[tuple[int, str, int], ...]


@dataclass(frozen=True, eq=False)
class Drawn:
    """A rollout of a sweep: its index, and what it drew by the names of the spreads.

    >>> import linkwise
    >>> linkwise.load("pendulum").sweep(10, {"q0": [0.1]}, step=1e-3, steps=1).drawn(7)
    Drawn(index=7, values={'q0': array([0.1])})
    """

    index: int
    values: dict[str, Any]


@dataclass(frozen=True, eq=False)
class Sweep:
    """Statistics of many rollouts by name, and what each of them began with, which is drawn again when asked.

    >>> import linkwise
    >>> from linkwise.sweep import Uniform
    >>> arm = linkwise.load("planar2r")
    >>> speed = {"speed": lambda eq, t, q, qd, tau: qd[0] * qd[0]}
    >>> found = arm.sweep(500, {"q0": Uniform(-1.0, 1.0), "payload.mass": Uniform(0.0, 2.0)}, step=1e-3, duration=0.5,
    ...                   outputs=speed, reduce={"peak": ("max", "speed")})
    >>> worst = found.worst("peak")
    >>> worst.index == found.statistics["peak"].max_at, sorted(worst.values)
    (np.True_, ['payload.mass', 'q0'])
    >>> again = found.again(worst.index, every=1)  # with its history
    >>> again.q.shape, bool(again["peak"][0] == found.statistics["peak"].max)
    ((1, 501, 2), True)
    """

    robot: "Robot | None"
    rollouts: int
    statistics: dict[str, Statistic]
    failed: Failed
    spreads: Spreads
    seconds: float
    notes: tuple[str, ...] = ()
    work: Work | None = None

    def drawn(self, index: int) -> Drawn:
        """What a rollout drew."""
        k = whole("index", index, 0, self.rollouts - 1)
        return Drawn(k, {name: values[0] for name, values in self.spreads.drawn(k, 1).items()})

    def worst(self, name: str, entry: int | None = None, end: str = "max") -> Drawn:
        """The rollout with the largest value of a number, or with the least ("min"); of an array, of any entry or of
        one.
        """
        one = self._statistic(name)
        if end not in ("min", "max"):
            raise UnknownName("end", end, "a statistic", ("min", "max"))
        values, places = (one.tally.high, one.tally.high_at) if end == "max" else (one.tally.low, one.tally.low_at)
        if not one.tally.count.any():
            raise LinkwiseError(f"{name!r} was finite in no rollout.", "One at least was expected.", "see failed.")
        pick = np.nanargmax if end == "max" else np.nanargmin
        at = int(pick(values)) if entry is None else whole("entry", entry, 0, len(values) - 1)
        return self.drawn(int(places[at]))

    def given(self, index: int) -> dict[str, Any]:
        """A rollout as arguments of a rollout kernel: q0, qd0, inputs, parameters, wrenches."""
        k = whole("index", index, 0, self.rollouts - 1)
        return assembled(self.spreads.drawn(k, 1), self.spreads)

    def again(self, index: int, **calling: Any) -> Rollouts:
        """A rollout once more, to the last bit, with what is asked for: every=1 for its whole history."""
        k = whole("index", index, 0, self.rollouts - 1)
        if self.work is None:
            raise LinkwiseError(
                "a sweep that was read from a file has no controller and no outputs.",
                "One that was run was expected.",
                "sweep.given(index) are arguments for a kernel of robot.compile_rollouts(…).",
            )
        return self.work.rollouts(k, 1, **calling)

    def kept(self, name: str) -> Array:
        """The values (rollouts, *shape) of a number, NaN where a rollout failed, of a sweep with keep=True."""
        one = self._statistic(name)
        if one.kept is None:
            raise LinkwiseError(f"{name!r} has statistics alone.", "Values that were kept.", "sweep with keep=True.")
        return one.kept.reshape(self.rollouts, *one.shape)

    def _statistic(self, name: str) -> Statistic:
        if name not in self.statistics:
            raise UnknownName("number", name, "this sweep", self.statistics)
        return self.statistics[name]

    def table(self) -> str:
        """All statistics in rows."""
        from .table import table

        return table(self)

    def plot(self, name: str, path: str | PathLike[str] | None = None) -> Any:
        """The histogram of a number as a matplotlib figure, written to a file where one is named."""
        from .drawing import histogram

        return histogram(self._statistic(name), self.rollouts, path)

    def save(self, path: str | PathLike[str]) -> None:
        """Write it to an .npz file; controllers and outputs are functions, and stay behind."""
        from .saving import save

        save(self, path)

    @staticmethod
    def load(path: str | PathLike[str], robot: "Robot | None" = None) -> "Sweep":
        """Read what was saved."""
        from .saving import load

        return load(path, robot)

    def __repr__(self) -> str:
        of = f"{self.robot.name!r}, " if self.robot is not None else ""
        return f"Sweep({of}{self.rollouts} rollouts, {self.failed.count} failed: {', '.join(self.statistics)})"


def failed_of(counts: Any, rows: Any) -> Failed:
    """From counts by reason, and rows (rollout, reason, step)."""
    reasons = {STATUS[k]: int(n) for k, n in enumerate(counts) if k and n}
    return Failed(sum(reasons.values()), reasons, tuple((i, STATUS[k], step) for i, k, step in rows.tolist()))
