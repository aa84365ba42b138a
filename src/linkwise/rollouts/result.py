"""What rollouts gave."""

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ..calls.arrays import Array
from ..errors import UnknownName

if TYPE_CHECKING:
    from ..robot import Robot

STATUS = ("finished", "not finite", "not settled")
"""How a rollout can end: in time, because its state was no longer finite, because an implicit step was not found."""


@dataclass(frozen=True, eq=False)
class Rollouts:
    """Motions of a robot, all with the same steps; leading axes are those of the initial states.

    t (K,), q and qd (…, K, n) are the states that were kept, `outputs` (…, K, *shape) and `reductions` (…, *shape) by
    name. A rollout that ended early stands still at its last good state from then on; `ended` (…) holds the first step
    that could not be done, −1 of those that finished, and what was reduced comes from the states before it.

    >>> import linkwise
    >>> found = linkwise.load("pendulum").rollouts([[0.1], [0.2]], duration=1.0, step=1e-3, every=100)
    >>> found.q.shape, found.t[-1], found.finished.all()
    ((2, 11, 1), np.float64(1.0), np.True_)
    """

    robot: "Robot"
    method: str
    step: float
    steps: int
    t: Array
    q: Array | None
    qd: Array | None
    outputs: dict[str, Array]
    reductions: dict[str, Array]
    ended: NDArray[np.int64]
    why: NDArray[np.int8]

    @property
    def finished(self) -> NDArray[np.bool_]:
        """Which rollouts reached their end."""
        return np.asarray(self.ended < 0)

    @cached_property
    def status(self) -> NDArray[np.str_]:
        """How each ended, in words: "finished", "not finite", "not settled"."""
        return np.array(STATUS)[self.why]

    @property
    def message(self) -> str:
        """How they ended, in one line.

        >>> import linkwise
        >>> linkwise.load("pendulum").rollouts([0.1], steps=5, step=1e-3).message
        '1 of 1 rollouts finished.'
        """
        count = int(np.size(self.ended))
        text = f"{count - int((self.why > 0).sum())} of {count} rollouts finished"
        for code, words in enumerate(STATUS[1:], 1):
            some = self.ended[self.why == code]
            if some.size:
                text += f"; {some.size} {words} (first at t = {self.step * int(some.min()):g})"
        return text + "."

    def __getitem__(self, name: str) -> Array:
        """An output or reduction by name."""
        found = {**self.outputs, **self.reductions}
        if name not in found:
            raise UnknownName("output or reduction", name, "these rollouts", found)
        return found[name]

    def __repr__(self) -> str:
        return f"Rollouts({self.robot.name!r}, {self.method}, {self.steps} steps of {self.step:g}: {self.message})"
