"""What links look like, as robot files say: dynamics needs none of it, so it is read when someone first looks.

A file that loads is never refused because of its shapes. What cannot be drawn is told in words instead.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

from ..algebra import Transform
from ..errors import LinkwiseError, plain

FORMATS = {"urdf": ".urdf.shapes", "mjcf": ".mjcf.shapes"}
"""The formats that have shapes, and the modules that read them."""

MOST = 5_000
"""The most shapes of one robot that are drawn."""


@dataclass(frozen=True)
class ShapeSource:
    """Where shapes can be read: a robot file's text, the path of the file, folders that it may read in, and the prefix
    of its names in a composed robot.

    >>> ShapeSource("urdf", '<robot name="post"><link name="ground"/></robot>').prefixed("left_").prefix
    'left_'
    """

    format: str
    text: str | bytes = field(repr=False)
    file: str = ""
    folders: tuple[str, ...] = ()
    prefix: str = ""

    def prefixed(self, prefix: str) -> ShapeSource:
        """The same for a robot whose names have all been given a prefix."""
        return replace(self, prefix=prefix + self.prefix)


@dataclass(frozen=True)
class Shape:
    """One shape of a link: a kind, its size, where it is in the link's frame, and its colour with opacity.

    Kinds and sizes are those of `linkwise.view.scene`. A mesh is the path of a file, or corners and faces.
    """

    link: str
    kind: str
    size: tuple[float, ...]
    pose: Transform
    colour: tuple[float, float, float, float] | None = None
    mesh: Path | tuple[Any, Any] | None = None


class Lost(NamedTuple):
    """A shape that cannot be drawn: its link, "" where none is known, and why."""

    link: str
    why: str


def shapes_of(sources: Iterable[ShapeSource]) -> tuple[list[Shape], list[Lost]]:
    """The shapes of all sources, and those that cannot be drawn.

    >>> text = '''<robot name="post"><link name="ground"><visual><geometry><sphere radius="0.1"/></geometry></visual>
    ... </link></robot>'''
    >>> shapes, lost = shapes_of([ShapeSource("urdf", text)])
    >>> shapes[0].kind, shapes[0].size, lost
    ('sphere', (0.1,), [])
    """
    shapes: list[Shape] = []
    lost: list[Lost] = []
    for source in sources:
        try:
            own, missed = import_module(FORMATS[source.format], __package__).shapes_of(source)
        except LinkwiseError as error:
            own, missed = [], [Lost("", plain(f"shapes are not drawn: {' '.join(str(error).split())}", 400))]
        if len(own) > MOST:
            missed = [*missed, Lost("", f"{len(own) - MOST} of {len(own)} shapes are not drawn")]
        shapes += [replace(shape, link=source.prefix + shape.link) for shape in own[:MOST]]
        lost += [each._replace(link=source.prefix + each.link if each.link else "") for each in missed]
    return shapes, lost
