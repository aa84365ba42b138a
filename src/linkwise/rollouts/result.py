"""The motions that rollouts return."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ..calls.arrays import Array
from ..calls.direct import ask
from ..calls.scalar_system import Movable
from ..errors import NoInertia, UnknownName, plain, shown
from ..html_table import html_table
from ..model import Model

STATUS = ("finished", "not finite", "not settled")
"""How a rollout can end: on time; with a state that is not finite; with an implicit step that does not converge."""

LISTED = 8
"""How many arrays a repr names."""


@dataclass(frozen=True, eq=False, repr=False)
class Rollouts:
    """Motions of a robot, all with the same steps; leading axes are those of the initial states.

    `t` (K,) are the instants that were kept, `q` and `qd` (…, K, n) the states there (None with `states=False`),
    `outputs` (…, K, *shape) and `reductions` (…, *shape) arrays by name; `rollouts["name"]` finds either. `companions`
    (…, K, size) are the states of companions by name, and of a controller as "controller". A rollout
    that fails stays at its last good state from then on: `ended` (…) holds the first step that could not be
    done, −1 for rollouts that finished, and reductions are over the states before it.

    >>> import linkwise
    >>> motions = linkwise.load("pendulum").rollouts([[0.1], [0.2]], duration=1.0, step=1e-3, every=100)
    >>> motions
    Rollouts('pendulum', rk4, 1000 steps of 0.001: 2 of 2 rollouts finished; q, qd (2, 11, 1))
    >>> motions.t[-1], motions.finished.all()
    (np.float64(1.0), np.True_)
    """

    robot: Movable
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
    companions: dict[str, Array] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    reason: str = ""
    """Why rollouts end with their first step, where that is known."""

    @property
    def finished(self) -> NDArray[np.bool_]:
        """Which rollouts reached their end.

        >>> import linkwise
        >>> motions = linkwise.load("pendulum").rollouts([[0.1], [0.2]], steps=5, step=1e-3)
        >>> motions.finished
        array([ True,  True])
        """
        return np.asarray(self.ended < 0)

    @cached_property
    def status(self) -> NDArray[np.str_]:
        """How each rollout ended: "finished", "not finite" or "not settled".

        >>> import linkwise
        >>> motions = linkwise.load("pendulum").rollouts([[0.1], [0.2]], steps=5, step=1e-3)
        >>> motions.status.tolist()
        ['finished', 'finished']
        """
        return np.array(STATUS)[self.why]

    @property
    def message(self) -> str:
        """How the rollouts ended, and what was noticed: steps too long for the friction, say.

        >>> import linkwise
        >>> linkwise.load("pendulum").rollouts([0.1], steps=5, step=1e-3).message
        '1 of 1 rollouts finished.'
        """
        return " ".join([f"{self._endings()}.", *self.notes])

    def _endings(self) -> str:
        """How the rollouts ended."""
        count = int(np.size(self.ended))
        text = f"{count - int((self.why > 0).sum())} of {count} rollouts finished"
        for code, words in enumerate(STATUS[1:], 1):
            ended = self.ended[self.why == code]
            if ended.size:
                text += f"; {ended.size} {words} (first at t = {self.step * int(ended.min()):g})"
        if self.reason:
            return f"{text}; {self.reason}"
        attitudes = [group.singular for group in self.robot.scalar_system.tree.groups if group.singular]
        if attitudes and (self.why > 0).any():
            text += f"; attitudes are singular with {' or '.join(attitudes)}"
        return text

    def __getitem__(self, name: str) -> Array:
        """An output or reduction by name."""
        arrays = {**self.outputs, **self.reductions}
        if name not in arrays:
            raise UnknownName("output", name, "this result", arrays, "outputs= and reduce= name them.")
        return arrays[name]

    def __repr__(self) -> str:
        arrays = [] if self.q is None else [f"q, qd {self.q.shape}"]
        arrays += [f"{plain(name, 24)} {x.shape}" for name, x in self.companions.items()]
        arrays += [f"{plain(name, 24)} {x.shape}" for name, x in {**self.outputs, **self.reductions}.items()]
        if len(arrays) > LISTED:
            arrays[LISTED:] = ["…"]
        return f"Rollouts({'; '.join([self._summary(), *([', '.join(arrays)] if arrays else [])])})"

    def _summary(self) -> str:
        return f"{shown(self.robot.name)}, {self.method}, {self.steps} steps of {self.step:g}: {self._endings()}"

    def _repr_html_(self) -> str:
        """The arrays, with their shapes."""
        states = {} if self.q is None or self.qd is None else {"q": self.q, "qd": self.qd}
        units = {"t": "s", "q": "rad or m", "qd": "rad/s or m/s"}
        kinds = {
            "time": {"t": self.t},
            "state": states,
            "companion": self.companions,
            "output": self.outputs,
            "reduction": self.reductions,
        }
        rows = [
            (name, kind, x.shape, units[name] if kind in ("time", "state") else "")
            for kind, arrays in kinds.items()
            for name, x in arrays.items()
        ]
        return html_table(f"Rollouts: {self._summary()}", ("array", "kind", "shape", "unit"), rows)


def no_inertia(links: Model, result: Rollouts, q0: Array) -> str:
    """Why the first rollout that ends with its first step does so, if that is a joint that moves no inertia."""
    at_once = np.flatnonzero((np.ravel(result.why) > 0) & (np.ravel(result.ended) <= 1))
    n = q0.shape[-1]
    if not len(at_once) or links.n != n:
        return ""
    q = np.broadcast_to(q0, (*np.shape(result.ended), n)).reshape(-1, n)[at_once[0]]
    try:
        ask(links, "forward_dynamics", (q, np.zeros(n), np.zeros(n)))
    except NoInertia as error:
        return str(error).splitlines()[0].rstrip(".")
    return ""
