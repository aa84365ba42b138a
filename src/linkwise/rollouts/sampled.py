"""Torques held between samples, as a digital controller's are: period, delay, and what is rounded."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ..calls.checks import finite, is_number, positive
from ..errors import BadArray, LinkwiseError, plain, shown

WHOLE = 1e-6
"""How far from whole a number of steps may be, relative: periods are decimal fractions."""


@dataclass(frozen=True)
class Sampled:
    """How a controller samples: every `period` seconds it reads positions and velocities; its torques are then held.

        delay        seconds from a sample until its torques act, at most a period; until the first arrive, none act
        resolution   measured positions are rounded to whole multiples of this, one number or n; 0: as they are
        quantum      torques are rounded to whole multiples of this, one number or n; 0: as they are

    Velocities are measured as they are; a controller with states can differentiate and filter positions itself.

    >>> Sampled(1e-3, delay=5e-4, quantum=0.1)
    Sampled(period=0.001, delay=0.0005, resolution=0.0, quantum=0.1)
    """

    period: float
    delay: float = 0.0
    resolution: Any = 0.0
    quantum: Any = 0.0

    def __post_init__(self) -> None:
        object.__setattr__(self, "period", positive("the sample period", self.period, "sample=0.001, for example."))
        if not is_number(self.delay) or not 0.0 <= self.delay <= self.period * (1.0 + WHOLE):
            raise BadArray(
                f"the delay of a sampled controller is {plain(repr(self.delay), 60)}.",
                f"Seconds from 0 to the period, {self.period:g}, were expected.",
            )
        object.__setattr__(self, "delay", float(self.delay))
        for name in ("resolution", "quantum"):
            steps = finite(name, getattr(self, name), (), "one number, or one for each joint")
            if steps.ndim > 1 or (steps < 0.0).any():
                raise BadArray(
                    f"the {name} of a sampled controller is {shown(repr(getattr(self, name)))}.",
                    "One number, or one for each joint, was expected, none below 0.",
                )
            object.__setattr__(self, name, tuple(steps.tolist()) if steps.ndim else float(steps))

    def quanta(self, name: str, n: int) -> tuple[float, ...]:
        """The `resolution` or `quantum` of n joints; nothing if all are 0.

        >>> Sampled(1e-3, quantum=0.1).quanta("quantum", 2), Sampled(1e-3).quanta("quantum", 2)
        ((0.1, 0.1), ())
        """
        steps = np.asarray(getattr(self, name))
        if steps.shape not in ((), (n,)):
            raise BadArray(
                f"the {name} of a sampled controller has {len(steps)} numbers.", f"One, or {n}, were expected."
            )
        return tuple(np.broadcast_to(steps, n).tolist()) if steps.any() else ()

    def in_steps(self, step: float) -> tuple[int, int]:
        """The period and the delay as numbers of steps.

        >>> Sampled(1e-3, delay=5e-4).in_steps(5e-4)
        (2, 1)
        """
        return _whole("sample period", self.period, step, 1), _whole("sample's delay", self.delay, step, 0)


def sampled_of(sample: Any) -> Sampled | None:
    """What `sample=` means: seconds, a `Sampled`, or nothing.

    >>> sampled_of(1e-3)
    Sampled(period=0.001, delay=0.0, resolution=0.0, quantum=0.0)
    """
    return sample if sample is None or isinstance(sample, Sampled) else Sampled(sample)


def require_driven(sample: Any, tau: Any, controller: Any) -> None:
    """Refuse samples of torques that never change, and of a controller made for another period."""
    if sample is not None and controller is None and not callable(tau):
        raise LinkwiseError(
            "sample was given without a controller.",
            "It says how often a controller, or tau as a function, is asked.",
            "leave it out: constant torques need no samples.",
        )
    expected, sampled = getattr(controller, "sample_period", None), sampled_of(sample)
    if expected is not None and sampled is not None and abs(sampled.period - expected) > WHOLE * expected:
        raise BadArray(
            f"the controller is sampled every {sampled.period:g} s, and was made for every {expected:g} s.",
            "The same period was expected.",
            f"sample={expected:g}, or make the controller for the other one.",
        )


def _whole(what: str, time: float, step: float, least: int) -> int:
    ratio = time / step
    count = round(ratio)
    if count < least or abs(count - ratio) > WHOLE * max(1.0, ratio):
        raise LinkwiseError(
            f"a {what} of {time:g} is {ratio:g} steps of {step:g}.",
            "A whole number of steps was expected.",
            "change the step or the period.",
        )
    return count
