"""Files to keep: the robot, its equations as C, what was shown as a page."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from ...backends.files import stem
from ...errors import UnknownName
from ...load import save
from ...robot import Robot
from ...view.scene import scene_of
from ..showing import view
from ..standalone import page
from .states import held, moving

KINDS = ("urdf", "dh", "c", "html")
"""What can be written."""


def written(
    robot: Robot,
    kind: str = "urdf",
    questions: Sequence[str] = ("inverse_dynamics",),
    q: Any = None,
    motion: Any = None,
) -> list[dict[str, Any]]:
    """The files, each with its name and text: the robot as URDF or as a table, its equations as C, or a page.

    The page shows a `motion` that one of the other answers gave, or the posture `q`.

    >>> import linkwise
    >>> [file["name"] for file in written(linkwise.load("pendulum"), "c")]
    ['pendulum.c', 'pendulum.h']
    """
    if kind not in KINDS:
        raise UnknownName("kind of file", kind, "the studio", KINDS)
    name = stem(robot.name)
    if kind == "html":
        machine = moving(robot)
        shown = motion if isinstance(motion, dict) else view(machine, held(robot, q), show=False).motion
        return [{"name": f"{name}.html", "text": page(scene_of(machine), shown)}]
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
