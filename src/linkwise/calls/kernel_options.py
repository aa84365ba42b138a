"""What a kernel can be asked for: a layout of batches, a precision."""

from typing import Any

import numpy as np

from ..backends import BACKENDS, AbstractBackend
from ..errors import UnknownName

BATCH_LAYOUTS = ("rows", "columns")
"""How batches are stored: (N, n) with a state's numbers side by side, or (n, N) with a number's states side by side."""

LAYOUT = BATCH_LAYOUTS[0]
"""The layout of batches unless another is named."""


def precision(value: Any, backend: AbstractBackend) -> str:
    """The name of a precision: "float64", "float32", or another that a backend has.

    >>> precision(np.float32, BACKENDS["interpreter"])
    'float32'
    """
    known = tuple(dict.fromkeys((*BACKENDS["interpreter"].dtypes, *backend.dtypes)))
    try:
        name = np.dtype(value).name
    except TypeError:
        name = str(value)
    if name not in known:
        raise UnknownName("dtype", name, "a kernel", known)
    return name
