"""Steps of fixed length: how many there are, and the instants at which states are kept."""

from typing import Any

import numpy as np

from ..calls.arrays import Array
from ..calls.checks import positive, whole
from ..errors import LinkwiseError
from ..program import Span

MOST_STEPS = 2**40
"""More than any machine does in a year: a step in the wrong unit."""


def step_and_count(step: Any, steps: Any, duration: Any) -> tuple[float, int]:
    """The length of a step and the number of steps, from either `steps` or `duration`.

    >>> step_and_count(1e-3, None, 2.0)
    (0.001, 2000)
    """
    h = positive("step", step, "step=0.001, for example.")
    if (steps is None) == (duration is None):
        raise LinkwiseError(
            f"rollouts were given {'neither steps nor a duration' if steps is None else 'both steps and a duration'}.",
            "One of the two was expected.",
            "duration=1.0, for example.",
        )
    if duration is None:
        return h, whole("steps", steps, 1, MOST_STEPS)
    ratio = positive("duration", duration, "duration=1.0, for example.") / h
    count = round(ratio) if ratio < MOST_STEPS else MOST_STEPS + 1
    if not 1 <= count <= MOST_STEPS or abs(count - ratio) > 1e-6 * max(1.0, ratio):
        raise LinkwiseError(
            f"a duration of {duration:g} is {ratio:g} steps of {h:g}.",
            f"A whole number of steps, up to {MOST_STEPS}, was expected.",
            "change the step or the duration, or give steps=.",
        )
    return h, count


def instants(span: Span) -> Array:
    """The times at which states are kept: at every `every`-th step, and at the end.

    >>> instants(Span(0, 25, 0.5, every=10))
    array([ 0. ,  5. , 10. , 12.5])
    """
    kept = np.arange(0, span.last, span.every) if span.every else np.empty(0, int)
    return span.step * np.append(kept, span.last)
