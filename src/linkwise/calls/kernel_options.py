"""What a kernel can be asked for: a layout of batches, a precision, a width."""

from typing import Any

import numpy as np

from ..backends import BACKENDS
from ..errors import NotServed, UnknownName, shown
from .checks import is_whole

LAYOUTS = ("rows", "columns")
"""How batches are stored: (N, n) with a state's numbers side by side, or (n, N) with a number's states side by side."""

LAYOUT = LAYOUTS[0]
"""The layout of batches unless another is named."""


def precision(value: Any) -> str:
    """The name of a precision ("float64", "float32"), checked.

    >>> precision(np.float32)
    'float32'
    """
    known = BACKENDS["interpreter"].dtypes
    try:
        name = np.dtype(value).name
    except TypeError:
        name = str(value)
    if name not in known:
        raise UnknownName("dtype", name, "a kernel", known)
    return name


def require_width(backend: str, width: int | None, what: str) -> None:
    """Refuse a width that a backend has no registers for; `what` it holds side by side is the error's word for it.

    >>> require_width("interpreter", 3, "states")
    Traceback (most recent call last):
    linkwise.errors.NotServed: a kernel of backend 'interpreter' cannot be 3 states wide.
      It has no width.
      Hint: leave the width out.
    """
    widths = BACKENDS[backend].widths
    if width is not None and not (is_whole(width) and width in widths):
        raise NotServed(
            f"a kernel of backend {shown(backend)} cannot be {width!r} {what} wide.",
            f"One of {', '.join(map(str, widths))} was expected." if widths else "It has no width.",
            "leave the width out.",
        )
