"""What goes over the socket: JSON without NaN, so that every browser can read it; errors in their three parts."""

from __future__ import annotations

import json
from collections.abc import Mapping
from math import isfinite
from typing import Any

import numpy as np

from ..errors import LinkwiseError, plain


def encoded(value: Any) -> str:
    """JSON in which arrays are lists, and what is not finite is null: no limit, or no number.

    >>> encoded({"upper": np.array([1.5, np.inf]), "n": np.int64(2), "names": ("a", "b")})
    '{"upper":[1.5,null],"n":2,"names":["a","b"]}'
    """
    return json.dumps(_plain(value), separators=(",", ":"), allow_nan=False, ensure_ascii=False)


def _plain(value: Any) -> Any:
    if isinstance(value, float):
        return value if isfinite(value) else None
    if value is None or isinstance(value, str | bool | int):
        return value
    if isinstance(value, np.ndarray | np.generic):
        return _plain(value.tolist())
    if isinstance(value, Mapping):
        return {str(name): _plain(each) for name, each in value.items()}
    return [_plain(each) for each in value]


def error_of(error: Exception) -> dict[str, str]:
    """An error as the page shows it. A fault of linkwise itself is named as one.

    >>> error_of(LinkwiseError("the arm is gone.", "An arm was expected.", "look for it."))["hint"]
    'look for it.'
    """
    if isinstance(error, LinkwiseError):
        return {
            "kind": type(error).__name__,
            "what": plain(error.what, 600),
            "expected": "\n".join(plain(line, 600) for line in error.expected.split("\n")),
            "hint": plain(error.hint, 600),
        }
    what = f"{type(error).__name__}: {error}"
    return {"kind": "fault", "what": plain(what, 600), "expected": "", "hint": "this is a fault of linkwise itself."}
