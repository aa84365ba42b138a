"""Arrays as text for a page: base64 of little-endian numbers, with their type and shape."""

from base64 import b64decode, b64encode
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ...errors import BadArray

TYPES = {"f4": "<f4", "u2": "<u2", "u4": "<u4"}
"""The types that a page can read."""

LARGEST = float(np.finfo("f4").max)
"""The largest number of a page."""


def packed(values: ArrayLike, kind: str = "f4") -> dict[str, Any]:
    """An array as type, shape and base64.

    >>> packed([1.0, 2.0])
    {'type': 'f4', 'shape': [2], 'data': 'AACAPwAAAEA='}
    """
    array = np.ascontiguousarray(single(values) if kind == "f4" else values, dtype=TYPES[kind])
    return {"type": kind, "shape": list(array.shape), "data": b64encode(array.tobytes()).decode("ascii")}


def unpacked(values: dict[str, Any]) -> NDArray[Any]:
    """The array that `packed` was given.

    >>> unpacked(packed([[1, 2]], "u2"))
    array([[1, 2]], dtype=uint16)
    """
    return np.frombuffer(b64decode(values["data"]), TYPES[values["type"]]).reshape(values["shape"])


def single(values: ArrayLike) -> NDArray[np.float32]:
    """Numbers in the 32 bits that a page has for them; a finite one that has no room there is refused.

    >>> single([1e300])
    Traceback (most recent call last):
    linkwise.errors.BadArray: a number of size 1e+300 is too large to be drawn.
      At most 3.4e+38 was expected.
    """
    given = np.asarray(values, dtype=float)
    sizes = np.abs(given[np.isfinite(given)])
    if sizes.size and sizes.max() > LARGEST:
        raise BadArray(f"a number of size {sizes.max():.3g} is too large to be drawn.", "At most 3.4e+38 was expected.")
    return given.astype(np.float32)


def number(value: float) -> float | None:
    """A number for JSON, rounded to what a picture can show; None where it is infinite or not a number.

    >>> number(float("inf")), number(0.1234567891)
    (None, 0.123456789)
    """
    return float(f"{float(value):.9g}") if np.isfinite(value) else None


def row(values: ArrayLike) -> list[float | None]:
    """A row of numbers for JSON.

    >>> row([0.0, float("nan")])
    [0.0, None]
    """
    return [number(value) for value in np.ravel(values).tolist()]


def colour(values: NDArray[Any] | tuple[float, ...]) -> str:
    """Red, green and blue from 0 to 1 as "#rrggbb".

    >>> colour((1.0, 0.5, 0.0))
    '#ff8000'
    """
    red, green, blue = (round(255 * min(max(float(x), 0.0), 1.0)) for x in values[:3])
    return f"#{red:02x}{green:02x}{blue:02x}"
