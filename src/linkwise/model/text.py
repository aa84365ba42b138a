"""A model in full, as text, and its bodies as a table."""

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import TYPE_CHECKING, Any

from ..algebra import Scalar
from ..html_table import html_table

if TYPE_CHECKING:
    from .model import Model


LATER = {"later": True}
"""Marks a field that models did not have at first."""


def full_text(value: object) -> str:
    """A value with all fields of all its parts, whatever `repr` shows: equal texts mean equal robots.

    >>> from linkwise.model import Rotor
    >>> full_text((Rotor(0.5), "a"))
    "(Rotor(inertia=0.5, gear_ratio=1.0), 'a')"
    """
    if is_dataclass(value) and not isinstance(value, type):
        parts = (f"{name}={full_text(part)}" for name, part in _told(value))
        return f"{type(value).__name__}({', '.join(parts)})"
    if isinstance(value, tuple):
        return f"({', '.join(map(full_text, value))}{',' if len(value) == 1 else ''})"
    return repr(value)


def _told(value: Any) -> Iterator[tuple[str, object]]:
    """The fields by name. One that came later is left out where it holds its default: older digests stay."""
    for each in fields(value):
        part = getattr(value, each.name)
        if not (each.metadata.get("later") and part == each.default):
            yield each.name, part


def body_table(model: "Model") -> str:
    """The bodies of a model as an HTML table.

    >>> import linkwise
    >>> body_table(linkwise.load("pendulum").model).count("<tr>")  # the heads and one body
    2
    """
    rows = []
    for i, body in model.outward():
        joint = body.joint
        axis = f"({', '.join(map(_short, joint.axis.components))})" if joint.moves else ""
        rows.append((i, body.name, model.tag(body.parent), joint.name, joint.kind, axis, _short(body.inertia.m)))
    return html_table(repr(model), ("", "link", "on", "joint", "kind", "axis", "mass"), rows)


def _short(x: Scalar) -> str:
    return f"{x:.6g}" if isinstance(x, int | float) else str(x)
