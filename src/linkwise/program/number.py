"""Constants of a program."""

import math
from numbers import Real

from ..algebra import Scalar
from ..errors import NotTraceable


def number_of(x: Scalar) -> float:
    """A constant as a finite float.

    >>> number_of(2)
    2.0
    """
    try:
        number = x if type(x) is float else float(x) if isinstance(x, Real) else math.nan
    except OverflowError:
        number = math.nan
    if not math.isfinite(number):
        raise NotTraceable(
            f"a traced value was combined with {type(x).__name__} {str(x)[:40]}.", "A finite number was expected."
        )
    return number
