"""Files to keep: the robot, its equations as C, what was shown as a page."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from ...backends.files import stem
from ...errors import UnknownName
from ...load import save
from ...robot import Robot

KINDS = ("urdf", "dh", "c")
"""What can be written."""


def written(robot: Robot, kind: str = "urdf", questions: Any = ("inverse_dynamics",)) -> list[dict[str, Any]]:
    """The files, each with its name and text: the robot as URDF or as a table, or its equations as C.

    >>> import linkwise
    >>> [file["name"] for file in written(linkwise.load("pendulum"), "c")]
    ['pendulum.c', 'pendulum.h']
    """
    if kind not in KINDS:
        raise UnknownName("kind of file", kind, "the studio", KINDS)
    name = stem(robot.name)
    with TemporaryDirectory() as folder:
        if kind == "c":
            robot.compile(*questions, backend="c").save(Path(folder) / f"{name}.c")
        elif kind == "urdf":
            save(robot, Path(folder) / f"{name}.urdf", lossy=True)
        else:
            save(robot, Path(folder) / f"{name}.dh.toml")
        return [
            {"name": path.name, "text": path.read_text(encoding="utf-8")} for path in sorted(Path(folder).iterdir())
        ]
