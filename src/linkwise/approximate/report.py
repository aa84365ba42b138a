"""The errors and the cost of an approximation, next to the exact program."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..calls.arrays import Array
from ..errors import plain
from ..html_table import html_table
from ..program import Count

NONE = Count()
"""No operations."""


def total(count: Count) -> int:
    """All operations except sines and cosines.

    >>> total(Count(multiplications=3, additions=2, sincos=1))
    5
    """
    return sum(number for name, number in vars(count).items() if name != "sincos")


@dataclass(frozen=True)
class Cost:
    """The operations for each state, those of a renewal after `every` states, memory, and seconds of preparation.

    >>> cost = Cost(Count(multiplications=10), Count(multiplications=50), every=10)
    >>> cost
    <Cost: 15 multiplications and 0 additions for a state on average, 0 bytes, 0 s to prepare>
    >>> cost.multiplications
    15.0
    """

    each: Count
    renewal: Count = NONE
    every: int = 1
    bytes: int = 0
    seconds: float = 0.0

    def mean(self, what: str) -> float:
        """The number of operations of one kind, on average over the states."""
        one, renewed = getattr(self.each, what), getattr(self.renewal, what)
        return float(one + renewed / self.every)

    @property
    def multiplications(self) -> float:
        """Multiplications, on average over the states."""
        return self.mean("multiplications")

    @property
    def additions(self) -> float:
        """Additions, on average over the states."""
        return self.mean("additions")

    @property
    def operations(self) -> float:
        """All operations except sines and cosines, on average over the states."""
        return total(self.each) + total(self.renewal) / self.every

    def __repr__(self) -> str:
        operations = f"{self.multiplications:.4g} multiplications and {self.additions:.4g} additions for a state"
        return f"<Cost: {operations} on average, {self.bytes:,} bytes, {self.seconds:.2g} s to prepare>"


@dataclass(frozen=True, eq=False)
class Report:
    """The errors of an approximation's joint forces over some states, and its cost next to that of the exact program.

    For each joint, `largest` is the largest exact force, `worst` the largest error, `rms` the root-mean-square error,
    `wrong_sign` the fraction of states in which the force has the wrong sign. `exact` has the operations of the exact
    program.

    >>> import linkwise
    >>> from linkwise.approximate import WithoutCoriolis
    >>> report = WithoutCoriolis(linkwise.load("planar2r")).report([0.0, 1.0], [1.0, 1.0], [0.0, 0.0])
    >>> report
    <Report on without_coriolis at 1 state: worst error 11 % at joint1; 12 × and 7 + (exact: 17 and 10)>
    >>> report.worst.round(3), report.relative_worst.round(2)
    (array([3.34 , 1.113]), array([0.11, 0.1 ]))
    """

    method: str
    setting: str
    joints: tuple[str, ...]
    states: int
    largest: Array
    worst: Array
    rms: Array
    wrong_sign: Array
    cost: Cost
    exact: Count

    @property
    def relative_worst(self) -> Array:
        """The largest error of each joint, relative to its largest exact force."""
        return _relative(self.worst, self.largest)

    @property
    def relative_rms(self) -> Array:
        """The root-mean-square error of each joint, relative to its largest exact force."""
        return _relative(self.rms, self.largest)

    def __repr__(self) -> str:
        method, setting, joint, worst, _, times, plus, _ = summary(self)
        name = f"{method}, {setting}," if setting else method
        states = f"{self.states} state{'s' * (self.states != 1)}"
        costs = f"{times} × and {plus} + (exact: {self.exact.multiplications} and {self.exact.additions})"
        return f"<Report on {name} at {states}: worst error {worst} at {joint}; {costs}>"

    def _repr_html_(self) -> str:
        heads = ("joint", "largest force", "worst error", "rms error", "wrong sign")
        rows = [
            (joint, f"{largest:.4g}", _percent(worst), _percent(rms), _percent(wrong))
            for joint, largest, worst, rms, wrong in zip(
                self.joints,
                self.largest.tolist(),
                self.relative_worst.tolist(),
                self.relative_rms.tolist(),
                self.wrong_sign.tolist(),
                strict=True,
            )
        ]
        return html_table(f"{self!r}"[1:-1], heads, rows)


def summary(report: Report) -> tuple[str, ...]:
    """Method, setting, the joint with the worst error, worst and rms error, × and + for a state, bytes: as text.

    >>> import linkwise
    >>> from linkwise.approximate import WithoutCoriolis
    >>> summary(WithoutCoriolis(linkwise.load("planar2r")).report([0.0, 1.0], [1.0, 1.0], [0.0, 0.0]))[:4]
    ('without_coriolis', '', 'joint1', '11 %')
    """
    joint = plain(report.joints[int(report.relative_worst.argmax())], 40)
    worst, rms = (_percent(float(x.max())) for x in (report.relative_worst, report.relative_rms))
    times, plus = (f"{x:.4g}" for x in (report.cost.multiplications, report.cost.additions))
    return report.method, report.setting, joint, worst, rms, times, plus, f"{report.cost.bytes:,}"


def errors(exact: Array, approximate: Array) -> dict[str, Array]:
    """The figures of a report for each joint, from forces whose last axis is the joints.

    >>> errors(np.array([[1.0], [-2.0]]), np.array([[1.0], [1.0]]))["worst"]
    array([3.])
    """
    exact, approximate = (forces.reshape(-1, exact.shape[-1]) for forces in (exact, approximate))
    error = approximate - exact
    return {
        "largest": np.abs(exact).max(axis=0),
        "worst": np.abs(error).max(axis=0),
        "rms": np.sqrt(np.mean(error**2, axis=0)),
        "wrong_sign": np.mean(approximate * exact < 0.0, axis=0),
    }


def _relative(error: Array, largest: Array) -> Array:
    """Relative errors: for a joint that needs no force, 0 if it gets none, otherwise huge."""
    return np.where(error == 0.0, 0.0, error / np.where(largest > 0.0, largest, np.finfo(float).tiny))


def _percent(fraction: float) -> str:
    return f"{100.0 * fraction:.2g} %" if fraction < 1.0 else f"{100.0 * fraction:.0f} %"
