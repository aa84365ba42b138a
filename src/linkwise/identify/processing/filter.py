"""How logs are processed before a fit: every choice, in one value that a result prints."""

from __future__ import annotations

from dataclasses import dataclass, fields
from math import isfinite

from ...errors import BadArray, UnknownName, shown
from .derivatives import DERIVATIVES


@dataclass(frozen=True)
class Filter:
    """How positions become accelerations, and what is filtered and left out.

    parallel
        cut-off in Hz of the parallel filter: the regressor's columns, friction included, and the torques go through the
        same zero-phase low-pass and are then decimated, so that the fit sees what both have in common. None: neither
        is filtered.
    position
        cut-off in Hz of the low-pass on positions and measured velocities, before they are differentiated; by default
        six times `parallel`. Infinite: none.
    order
        of the Butterworth filters, which run forwards and backwards.
    derivative
        "central", "savgol" or "spline".
    measured
        whether measured velocities are used where a log has them.
    slowest
        samples in which a joint moves more slowly than this (rad/s) are left out of that joint's equation: near rest
        Coulomb friction is not sign(q̇). With the parallel filter, where it moves more slowly after filtering.
    rate
        how many samples are kept for each period of the cut-off, after the parallel filter.

    >>> Filter(parallel=10.0).cutoffs(1000.0)
    (60.0, 10.0)
    >>> Filter(parallel=None).cutoffs(1000.0)
    (None, None)
    """

    parallel: float | None = 5.0
    position: float | None = None
    order: int = 4
    derivative: str = "central"
    measured: bool = True
    slowest: float = 0.0
    rate: float = 10.0

    def __post_init__(self) -> None:
        for name in ("parallel", "position", "slowest", "rate"):
            value = getattr(self, name)
            if value is None and name in ("parallel", "position"):
                continue
            number = isinstance(value, int | float) and not isinstance(value, bool) and value == value
            if not number or value < 0.0 or (value == 0.0 and name != "slowest"):
                least = "≥ 0" if name == "slowest" else "above 0"
                raise BadArray(f"the {name} of a Filter is {shown(repr(value))}.", f"A number {least} was expected.")
        if not isinstance(self.order, int) or not 1 <= self.order <= 10:
            raise BadArray(
                f"the order of a Filter is {shown(repr(self.order))}.", "An order from 1 to 10 was expected."
            )
        if self.derivative not in DERIVATIVES:
            raise UnknownName("derivative", self.derivative, "a Filter", DERIVATIVES)

    def cutoffs(self, rate: float) -> tuple[float | None, float | None]:
        """The cut-offs of positions and of the parallel filter for samples at this rate; None where nothing is
        filtered.

        >>> Filter(parallel=5.0).cutoffs(30.0)  # 30 Hz of positions is above half the sampling rate
        (None, 5.0)
        """
        parallel = None if self.parallel is None else float(self.parallel)
        position = self.position if self.position is not None else None if parallel is None else 6.0 * parallel
        below = 0.45 * rate
        return (
            position if position is not None and isfinite(position) and position < below else None,
            parallel if parallel is not None and parallel < below else None,
        )

    def step(self, rate: float) -> int:
        """Of how many samples one is kept.

        >>> Filter(parallel=5.0).step(1000.0), Filter(parallel=None).step(1000.0)
        (20, 1)
        """
        parallel = self.cutoffs(rate)[1]
        return 1 if parallel is None else max(1, int(rate / (self.rate * parallel)))

    @property
    def data(self) -> dict[str, object]:
        """Every choice by name.

        >>> Filter().data["parallel"]
        5.0
        """
        return {field.name: getattr(self, field.name) for field in fields(self)}
