"""Screw axes in: TOML text → model."""

import os
from collections.abc import Collection

from ...algebra import Transform, Vec3
from ...model import BASE, Model
from ..files import content, name_of
from ..link_tables import Rules
from ..report import LoadReport
from ..sheet import KINDS, Sheet
from ..toml import Document, Table
from .axis import NotAnAxis, checked_home, checked_screw, stand

FORMAT = "linkwise-screws 1"
"""What the key `format` of a screw file must say."""


def read(
    path: str | os.PathLike[str], *, strict: bool = False, allow: Collection[str] = ()
) -> tuple[Model, LoadReport]:
    """The robot a file of screw axes describes, and what was noticed while reading it; options as for DH files.

    >>> import pathlib, tempfile
    >>> file = pathlib.Path(tempfile.mkdtemp()) / "arm.toml"
    >>> links = "link = [{ screw = [0, 0, 1, 0, 0, 0], mass = 1 }]"
    >>> _ = file.write_text('format = "linkwise-screws 1"\\nname = "a"\\n' + links)
    >>> read(file)[0].n
    1
    """
    return read_text(content(path), source=name_of(path), strict=strict, allow=allow)


def read_text(
    text: str | bytes, *, source: str = "<string>", strict: bool = False, allow: Collection[str] = ()
) -> tuple[Model, LoadReport]:
    """The robot a text of screw axes describes; `source` names it in messages.

    >>> model, report = read_text('''
    ... format = "linkwise-screws 1"
    ... name = "pendulum"
    ... [[link]]
    ... screw = [0, 1, 0, 0, 0, 0]
    ... xyz = [0.5, 0, 0]
    ... mass = 2.0
    ... ''')
    >>> model.bodies[0].joint.axis.components, model.bodies[0].inertia.h.x
    ((0.0, 1.0, 0.0), 1.0)
    """
    return read_document(Document(text, source), strict=strict, allow=allow)


def read_document(document: Document, *, strict: bool = False, allow: Collection[str] = ()) -> tuple[Model, LoadReport]:
    """The robot a document describes that is parsed already.

    >>> read_document(Document(f'format = "{FORMAT}"', "arm.toml"))
    Traceback (most recent call last):
    linkwise.errors.ReadError: 'arm.toml' was refused: 2 faults.
    ...
    """
    sheet = Sheet(document, FORMAT, Rules(strict, allow))
    homes: list[Transform] = []
    for row in sheet.links:
        kind, parent = row.choice("type", KINDS, "revolute"), sheet.parent(row)
        ω, v = _screw(row, kind == "prismatic")
        at = stand(ω, v, _home(sheet, row))
        under = sheet.base_pose if parent == BASE else homes[parent].inverse()
        placement = under @ at.B if parent != BASE or sheet.base_pose != Transform.identity() else at.B
        homes.append(at.B)
        sheet.add(row, parent, kind, placement, at.link, axis=at.axis)
        row.close()
    return sheet.finish()


def _screw(row: Table, slides: bool) -> tuple[Vec3, Vec3]:
    spare = (0.0, 0.0, 0.0, 0.0, 0.0, 1.0) if slides else (0.0, 0.0, 1.0, 0.0, 0.0, 0.0)
    if not row.has("screw"):
        row.document.fault(row.path, None, "the key 'screw' is missing: six numbers ωx, ωy, ωz, vx, vy, vz")
    given = row.numbers("screw", 6, spare)
    try:
        ω, v = checked_screw(given, slides)
    except NotAnAxis as wrong:
        row.fault("screw", str(wrong), wrong.hint)
        return checked_screw(spare, slides)
    if given != (*ω.components, *v.components):
        row.document.note("converted", row.at("screw"), "the axis was not of unit length in its last digits")
    return ω, v


def _home(sheet: Sheet, row: Table) -> Transform:
    place = sheet.pose(row)
    if not row.has("home"):
        return place
    if row.has("xyz") or row.has("rpy"):
        row.fault("home", "xyz or rpy stand beside it", "give one or the other")
    rows = row.matrix("home", 4, 4)
    if rows is None:
        return place
    try:
        home = checked_home(rows)
    except NotAnAxis as wrong:
        row.fault("home", str(wrong), wrong.hint)
        return place
    if home.matrix[:3] != rows[:3]:
        row.document.note("converted", row.at("home"), "the rotation was not one in its last digits")
    return home
