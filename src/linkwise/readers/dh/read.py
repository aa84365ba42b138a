"""Reads DH tables: TOML text to a model.

Every convention is brought to the proximal form z_j = axis of joint j. A standard row (θ, d, a, α)_i then splits: its a
and α go to the next joint, and the file's link frame becomes a named frame at the far end of the link.
"""

import os
from collections.abc import Callable, Collection

from ...algebra import Transform
from ...model import BASE, Model
from ...model.dh import DHRow
from ..files import content, name_of
from ..report import LoadReport
from ..toml import Document, Table
from ..toml_robot import KINDS, TomlRobot

FORMAT = "linkwise-dh 1"
"""The value of the key `format` in a DH file."""

CONVENTIONS = ("standard", "modified", "khalil")
"""The conventions a file can name."""


def read(
    path: str | os.PathLike[str], *, strict: bool = False, allow: Collection[str] = ()
) -> tuple[Model, LoadReport]:
    """The robot in a DH file, and its load report.

    `strict` refuses what otherwise only gets a note: links without mass, principal moments that no body can have.
    `allow=("indefinite-inertia",)` accepts a tensor that no body can have, `allow=("negative-mass",)` a mass below 0,
    `allow=("limits-out-of-order",)` a lower limit above the upper one; the model's `waivers` record what was needed.

    >>> from linkwise.readers import catalog
    >>> read(catalog.find("puma560"))[0].n
    6
    """
    return read_text(content(path), source=name_of(path), strict=strict, allow=allow)


def read_text(
    text: str | bytes, *, source: str = "<string>", strict: bool = False, allow: Collection[str] = ()
) -> tuple[Model, LoadReport]:
    """The robot in a DH text, and its load report; messages call the text `source`.

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
    """The robot in a parsed document, and its load report.

    >>> read_document(Document(f'format = "{FORMAT}"', "arm.toml"))
    Traceback (most recent call last):
    linkwise.errors.ReadError: 'arm.toml' was refused: 3 faults.
    ...
    """
    robot = TomlRobot(document, FORMAT, strict=strict, allow=allow)
    convention = robot.root.choice("convention", CONVENTIONS)
    robot.findings.refuse_if_faulty()  # without a convention the links' keys mean nothing
    _LINK_READERS[convention](robot)
    return robot.finish()


def _kind(row: Table) -> str:
    return row.choice("type", KINDS, "revolute")


def _khalil(robot: TomlRobot) -> None:
    for row in robot.links:
        kind, parent, angle = _kind(row), robot.parent(row), robot.angle
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
        _add(robot, row, kind, table)


def _modified(robot: TomlRobot) -> None:
    for row in robot.links:
        kind, before = _kind(row), len(robot.bodies) - 1
        α, a, d, θ = _four(robot, row)
        _add(robot, row, kind, DHRow(before, alpha=α, d=a, theta=θ, r=d, sigma=int(kind == "prismatic")))


def _standard(robot: TomlRobot) -> None:
    α_before = a_before = 0.0
    for row in robot.links:
        kind, before = _kind(row), len(robot.bodies) - 1
        α, a, d, θ = _four(robot, row)
        table = DHRow(before, alpha=α_before, d=a_before, theta=θ, r=d, sigma=int(kind == "prismatic"))
        _add(robot, row, kind, table, DHRow(before, alpha=α, d=a).constant)
        α_before, a_before = α, a


def _four(robot: TomlRobot, row: Table) -> tuple[float, float, float, float]:
    return robot.angle(row.number("alpha")), row.number("a"), row.number("d"), robot.angle(row.number("theta"))


def _add(robot: TomlRobot, row: Table, kind: str, table: DHRow, frame: Transform | None = None) -> None:
    on_base = table.parent == BASE and robot.base_pose != Transform.identity()
    placement = robot.base_pose @ table.constant if on_base else table.constant
    robot.add(row, table.parent, kind, placement, frame, offset=table.offset)
    row.close()


_LINK_READERS: dict[str, Callable[[TomlRobot], None]] = {
    "standard": _standard,
    "modified": _modified,
    "khalil": _khalil,
}
