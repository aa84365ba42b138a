"""Names for an algorithm's intermediate values, so that its program reads like the source.

A formulation calls `note(i + 1, ω=ω[i], Ω=Ω[i])`; a listener gets each scalar with its name: ω2x, ω2y, …, Ω2xx, Ω2xy,
…. Without a listener, as when an algorithm runs on numbers or symbols, the call costs next to nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import fields
from typing import Any

from .force import Force
from .inertia import Inertia
from .mat3 import Mat3
from .mat6 import Mat6
from .motion import Motion
from .rotation import Rotation
from .scalar import Scalar
from .sym3 import Sym3
from .transform import Transform
from .vec3 import Vec3

Listener = Callable[[Scalar, str], None]
"""Called with each scalar and its name; some of the scalars are constants."""

_listener: ContextVar[Listener | None] = ContextVar("listener", default=None)


def note(k: int | str, /, **values: Any) -> None:
    """Name the scalars of values: the name, then k, then the component.

    Components are x … of a vector, xx … of a tensor, the parts of a motion, force, inertia or transform by their
    letters, and _1 … of a list. A listener may get the same name again; what that means is up to it.

    >>> from linkwise.algebra import Vec3
    >>> with listening(lambda x, name: print(name, x)):
    ...     note(2, ω=Vec3(0.0, 0.5, 1.0), τ=3.0)
    ω2x 0.0
    ω2y 0.5
    ω2z 1.0
    τ2 3.0
    >>> note(2, τ=3.0)
    """
    listener = _listener.get()
    if listener is None:
        return
    for name, value in values.items():
        _tell(listener, f"{name}{k}", value)


@contextmanager
def listening(listener: Listener) -> Iterator[None]:
    """Pass every note made within the block to a listener.

    >>> names = []
    >>> with listening(lambda x, name: names.append(name)):
    ...     note("", c=[1.0, 2.0])
    >>> names
    ['c_1', 'c_2']
    """
    before = _listener.set(listener)
    try:
        yield
    finally:
        _listener.reset(before)


def _tell(listener: Listener, name: str, value: Any) -> None:
    parts = _parts(value)
    if parts is None:
        listener(value, name)
        return
    for suffix, part in parts.items():
        _tell(listener, name + suffix, part)


def _parts(value: Any) -> dict[str, Any] | None:
    """The parts of a value by the suffix each adds to the name; None for a scalar."""
    if isinstance(value, Mat3 | Rotation):
        return {a + b: x for a, row in zip("xyz", value.rows, strict=True) for b, x in zip("xyz", row, strict=True)}
    if isinstance(value, Vec3 | Sym3 | Motion | Force | Inertia | Transform | Mat6):
        return {field.name: getattr(value, field.name) for field in fields(value) if field.name != "frame"}
    if isinstance(value, list | tuple):
        return {f"_{k}": part for k, part in enumerate(value, 1)}
    return None
