"""Reads screw axes from TOML text."""

import os
from collections.abc import Collection

from ...algebra import Transform, Vec3
from ...model import BASE, Model
from ..files import content, name_of
from ..report import LoadReport
from ..toml import Document, Table
from ..toml_robot import KINDS, TomlRobot
from .axis import NotAnAxis, checked_home, checked_screw, placed

FORMAT = "linkwise-screws 1"
"""The value of the key `format` in a file of screw axes."""


def read(
    path: str | os.PathLike[str], *, strict: bool = False, allow: Collection[str] = ()
) -> tuple[Model, LoadReport]:
    """The robot in a file of screw axes, and its load report; options as for DH files.

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
    """The robot in a text of screw axes, and its load report; messages call the text `source`.

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
    """The robot in a parsed document, and its load report.

    >>> read_document(Document(f'format = "{FORMAT}"', "arm.toml"))
    Traceback (most recent call last):
    linkwise.errors.ReadError: 'arm.toml' was refused: 2 faults.
    ...
    """
    robot = TomlRobot(document, FORMAT, strict=strict, allow=allow)
    body_frames: list[Transform] = []
    for row in robot.links:
        kind, parent = row.choice("type", KINDS, "revolute"), robot.parent(row)
        ω, v = _screw(row, kind == "prismatic")
        at = placed(ω, v, _home(robot, row))
        under = robot.base_pose if parent == BASE else body_frames[parent].inverse()
        placement = under @ at.B if parent != BASE or robot.base_pose != Transform.identity() else at.B
        body_frames.append(at.B)
        robot.add(row, parent, kind, placement, at.link, axis=at.axis)
        row.close()
    return robot.finish()


def _screw(row: Table, slides: bool) -> tuple[Vec3, Vec3]:
    fallback = (0.0, 0.0, 0.0, 0.0, 0.0, 1.0) if slides else (0.0, 0.0, 1.0, 0.0, 0.0, 0.0)
    if not row.has("screw"):
        rule = "the key 'screw' is missing: six numbers ωx, ωy, ωz, vx, vy, vz were expected"
        row.findings.fault(row.path, "", rule)
    six = row.numbers("screw", 6, fallback)
    try:
        ω, v = checked_screw(six, slides)
    except NotAnAxis as error:
        row.fault("screw", str(error), error.hint)
        return checked_screw(fallback, slides)
    if six != (*ω.components, *v.components):
        row.findings.note("converted", row.at("screw"), "the axis was scaled to unit length, off in its last digits")
    return ω, v


def _home(robot: TomlRobot, row: Table) -> Transform:
    pose = robot.pose(row)
    if not row.has("home"):
        return pose
    if row.has("xyz") or row.has("rpy"):
        row.fault("home", "the link has xyz or rpy as well as home", "give one or the other")
    rows = row.matrix("home", 4, 4)
    if rows is None:
        return pose
    try:
        home = checked_home(rows)
    except NotAnAxis as error:
        row.fault("home", str(error), error.hint)
        return pose
    if home.matrix[:3] != rows[:3]:
        row.findings.note("converted", row.at("home"), "the rotation was made exact, off in its last digits")
    return home
