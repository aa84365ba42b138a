"""DH tables in: TOML text → model.

Every convention is brought to the proximal form z_j = axis of joint j. A standard row (θ, d, a, α)_i then splits: its a
and α are the next joint's, and the link frame of the file is a named frame at the far end of the link.
"""

import os
from collections.abc import Callable, Collection

from ...algebra import Transform
from ...model import BASE, Model
from ...model.dh import DHRow
from ..files import content, name_of
from ..link_tables import Rules
from ..report import LoadReport
from ..sheet import KINDS, Sheet
from ..toml import Document, Table

FORMAT = "linkwise-dh 1"
"""What the key `format` of a DH file must say."""

CONVENTIONS = ("standard", "modified", "khalil")
"""The conventions a file can name."""


def read(
    path: str | os.PathLike[str], *, strict: bool = False, allow: Collection[str] = ()
) -> tuple[Model, LoadReport]:
    """The robot a DH file describes, and what was noticed while reading it.

    `strict` refuses what is otherwise a loud note: links without mass, principal moments no body can have.
    `allow=("indefinite-inertia",)` lets a tensor pass that no body can have, `allow=("negative-mass",)` a mass below 0,
    `allow=("limits-out-of-order",)` a lower limit above the upper one; the model's `waivers` record what was needed.

    >>> from linkwise.readers import catalog
    >>> read(catalog.find("puma560"))[0].n
    6
    """
    return read_text(content(path), source=name_of(path), strict=strict, allow=allow)


def read_text(
    text: str | bytes, *, source: str = "<string>", strict: bool = False, allow: Collection[str] = ()
) -> tuple[Model, LoadReport]:
    """The robot a DH text describes; `source` names it in messages.

    >>> model, report = read_text('''
    ... format = "linkwise-dh 1"
    ... name = "pendulum"
    ... convention = "standard"
    ... [[link]]
    ... a = 0.5
    ... mass = 2.0
    ... ''')
    >>> model.joint_names, model.bodies[0].inertia.h.x, model.frame("link1").placement.p.x
    (('joint1',), 1.0, 0.5)
    """
    return read_document(Document(text, source), strict=strict, allow=allow)


def read_document(document: Document, *, strict: bool = False, allow: Collection[str] = ()) -> tuple[Model, LoadReport]:
    """The robot a document describes that is parsed already.

    >>> read_document(Document(f'format = "{FORMAT}"', "arm.toml"))
    Traceback (most recent call last):
    linkwise.errors.ReadError: 'arm.toml' was refused: 3 faults.
    ...
    """
    sheet = Sheet(document, FORMAT, Rules(strict, allow))
    convention = sheet.root.choice("convention", CONVENTIONS)
    sheet.document.finish()  # without a convention the links' keys mean nothing
    _ROWS[convention](sheet)
    return sheet.finish()


def _kind(row: Table) -> str:
    return row.choice("type", KINDS, "revolute")


def _khalil(sheet: Sheet) -> None:
    for row in sheet.links:
        kind, parent, angle = _kind(row), sheet.parent(row), sheet.angle
        table = DHRow(
            parent,
            angle(row.number("gamma")),
            row.number("b"),
            angle(row.number("alpha")),
            row.number("d"),
            angle(row.number("beta")),
            angle(row.number("theta")),
            row.number("r"),
            int(kind == "prismatic"),
        )
        _add(sheet, row, kind, table)


def _modified(sheet: Sheet) -> None:
    for row in sheet.links:
        kind, before = _kind(row), len(sheet.bodies) - 1
        α, a, d, θ = _four(sheet, row)
        _add(sheet, row, kind, DHRow(before, alpha=α, d=a, theta=θ, r=d, sigma=int(kind == "prismatic")))


def _standard(sheet: Sheet) -> None:
    α_before = a_before = 0.0
    for row in sheet.links:
        kind, before = _kind(row), len(sheet.bodies) - 1
        α, a, d, θ = _four(sheet, row)
        table = DHRow(before, alpha=α_before, d=a_before, theta=θ, r=d, sigma=int(kind == "prismatic"))
        _add(sheet, row, kind, table, DHRow(before, alpha=α, d=a).constant)
        α_before, a_before = α, a


def _four(sheet: Sheet, row: Table) -> tuple[float, float, float, float]:
    return sheet.angle(row.number("alpha")), row.number("a"), row.number("d"), sheet.angle(row.number("theta"))


def _add(sheet: Sheet, row: Table, kind: str, table: DHRow, frame: Transform | None = None) -> None:
    on_base = table.parent == BASE and sheet.base_pose != Transform.identity()
    placement = sheet.base_pose @ table.constant if on_base else table.constant
    sheet.add(row, table.parent, kind, placement, frame, offset=table.offset)
    row.close()


_ROWS: dict[str, Callable[[Sheet], None]] = {"standard": _standard, "modified": _modified, "khalil": _khalil}
