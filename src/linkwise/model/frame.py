"""A named frame on a body: tools, sensors, and the links' own frames."""

from __future__ import annotations

from dataclasses import dataclass

from ..algebra import Transform


@dataclass(frozen=True)
class Frame:
    """A named frame fixed on a body: `placement` is its pose in the body's frame.

    >>> Frame("tool", 0, Transform.identity("hand", "tool")).name
    'tool'
    """

    name: str
    body: int
    placement: Transform
