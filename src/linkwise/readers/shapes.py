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


class Appearance(NamedTuple):
    """Shapes, those that cannot be drawn, and the links of files that have any: how these look is then known."""

    shapes: list[Shape]
    lost: list[Lost]
    links: set[str]


def appearance(sources: Iterable[ShapeSource]) -> Appearance:
    """What the links of a robot look like, by all its sources.

    >>> text = '''<robot name="post"><link name="ground"><visual><geometry><sphere radius="0.1"/></geometry></visual>
    ... </link></robot>'''
    >>> appearance([ShapeSource("urdf", text)])[1:]
    ([], {'ground'})
    """
    every = Appearance([], [], set())
    for source in sources:
        try:
            shapes, lost, links = import_module(FORMATS[source.format], __package__).appearance(source)
        except LinkwiseError as error:
            shapes, lost, links = (
                [],
                [Lost("", plain(f"shapes are not drawn: {' '.join(str(error).split())}", 400))],
                set(),
            )
        if len(shapes) > MOST:
            lost = [*lost, Lost("", f"{len(shapes) - MOST} of {len(shapes)} shapes are not drawn")]
        every.shapes.extend(replace(shape, link=source.prefix + shape.link) for shape in shapes[:MOST])
        every.lost.extend(each._replace(link=source.prefix + each.link if each.link else "") for each in lost)
        every.links.update(source.prefix + link for link in links if shapes)
    return every
