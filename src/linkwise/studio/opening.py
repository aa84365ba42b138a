"""Other robots for a page: one by name, or a file that was chosen in the browser."""

from __future__ import annotations

import base64
import binascii
from io import BytesIO
from typing import Any

from ..errors import Fault, LinkwiseError, NotForThisRobot, ReadError, UnknownName, plain, shown
from ..load import load
from ..readers import urdf, xml
from ..readers.catalog import entries
from ..robot import Robot

LARGEST = 16 * 2**20
"""Bytes of an uploaded file."""

MOST_JOINTS = 300
"""Joints of a robot that a page shows: each has a slider, and with more of them a page would not follow."""

SUFFIXES = (".urdf", ".xml", ".mjcf", ".toml")
"""The endings of files that can be uploaded."""


def names() -> tuple[str, ...]:
    """The names of the robots that can be opened.

    >>> "panda" in names()
    True
    """
    return tuple(entry.name for entry in entries.catalog().entries)


def opened(name: Any = None, file: Any = None) -> Robot:
    """The robot of a name, or in an uploaded file {"name", "base64"}.

    A file is read by the readers that read every file, but xacro, which runs expressions, is not expanded. What a file
    names in turn, such as meshes, is not looked for: its text has no folder on this machine.

    >>> opened("pendulum")
    Robot('pendulum', n=1)
    """
    if file is not None:
        return shown_at_once(_read(*uploaded(file)))
    if not isinstance(name, str) or name not in names():
        raise UnknownName("robot", name, "the catalog", names())
    return load(name)


def shown_at_once(robot: Robot) -> Robot:
    """The robot, if it has few enough joints and links for a page that answers at once."""
    count = max(robot.n, len(robot.tree.bodies))
    if count > MOST_JOINTS:
        raise NotForThisRobot(
            f"robot {shown(robot.name)} has {count} joints.",
            f"The studio shows robots of at most {MOST_JOINTS}.",
            "robot.view() draws it.",
        )
    return robot


def _read(name: str, data: bytes) -> Robot:
    """The robot in an uploaded file."""
    suffix = next((each for each in SUFFIXES if name.lower().endswith(each)), None)
    if suffix is None:
        rule, hint = f"the name must end in one of {', '.join(SUFFIXES)}", ""
        if name.lower().endswith(".xacro"):
            hint = "xacro runs expressions: start the studio with the file, linkwise studio arm.xacro"
        raise ReadError(name, [Fault("file name", name, rule, hint)])
    if suffix != ".toml" and xml.outermost(data, name) == "robot":
        return Robot(*urdf.read_text(data, source=name))
    return load(UploadedFile(name, data))


class UploadedFile(BytesIO):
    """An open file that has a name for messages, and no folder."""

    def __init__(self, name: str, data: bytes):
        super().__init__(data)
        self.name = name


def uploaded(file: Any) -> tuple[str, bytes]:
    """The name and the bytes of a file that a page sent; a plain name, whatever the page says.

    >>> uploaded({"name": "a/../b.urdf", "base64": "PHJvYm90Lz4="})
    ('b.urdf', b'<robot/>')
    """
    expected = 'A file {"name", "base64"} was expected.'
    if not isinstance(file, dict) or not all(isinstance(file.get(key), str) for key in ("name", "base64")):
        raise LinkwiseError("an upload is no file.", expected)
    name = plain(file["name"].replace("\\", "/").rpartition("/")[2], 200)
    if len(file["base64"]) > 4 * LARGEST // 3 + 4:
        raise ReadError(name, [Fault(name, "", f"more than the {LARGEST} bytes allowed")])
    try:
        return name, base64.b64decode(file["base64"], validate=True)
    except (binascii.Error, ValueError):
        raise LinkwiseError(f"the upload {name} is not base64.", expected) from None
