"""Numbers as C writes them.

Decimals with as few digits as identify the number: a compiler reads back the same bits, and a person can read them too.
"""

import math

import numpy as np


def double(x: float) -> str:
    """A double; negative numbers are in parentheses, so that two signs never meet.

    >>> double(0.1), double(-2.0), double(1e-300), double(math.inf)
    ('0.1', '(-2.0)', '1e-300', 'INFINITY')
    """
    return _signed(x, repr(abs(x)))


def single(x: float) -> str:
    """The float nearest to a double; one too large for floats becomes an infinity.

    >>> single(0.1), single(1 / 3), single(1e-300), single(-1e300)
    ('0.1f', '0.33333334f', '0.0f', '(-INFINITY)')
    """
    with np.errstate(over="ignore", under="ignore"):
        nearest = np.float32(abs(x))
    return _signed(math.copysign(float(nearest), x), str(nearest) + "f")


def _signed(x: float, digits: str) -> str:
    text = "NAN" if math.isnan(x) else "INFINITY" if math.isinf(x) else digits
    return f"(-{text})" if math.copysign(1.0, x) < 0.0 else text
