"""A model as a notebook shows it: one row for each body."""

from html import escape
from typing import TYPE_CHECKING

from ..algebra import Scalar

if TYPE_CHECKING:
    from .model import Model

HEADS = ("", "link", "on", "joint", "kind", "axis", "mass")
"""The columns of the table."""


def html_table(model: "Model") -> str:
    """The bodies of a model as an HTML table, under a caption with its name and size.

    >>> import linkwise
    >>> html_table(linkwise.load("pendulum").model).count("<tr>")  # the heads and one body
    2
    """
    rows = []
    for i, body in model.outward():
        joint = body.joint
        axis = f"({', '.join(map(_short, joint.axis.components))})" if joint.moves else ""
        rows.append((i, body.name, model.tag(body.parent), joint.name, joint.kind, axis, _short(body.inertia.m)))
    caption = f"<caption>{escape(repr(model))}</caption>"
    return f"<table>{caption}{_row('th', HEADS)}{''.join(_row('td', row) for row in rows)}</table>"


def _row(cell: str, entries: tuple[object, ...]) -> str:
    return f"<tr>{''.join(f'<{cell}>{escape(str(entry))}</{cell}>' for entry in entries)}</tr>"


def _short(x: Scalar) -> str:
    return f"{x:.6g}" if isinstance(x, int | float) else str(x)
