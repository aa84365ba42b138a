"""The <visual> elements of links; of a file that has none, the <collision> elements."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from ...algebra import Rotation, Transform, Vec3
from ...errors import plain, shown
from .. import xml
from ..folders import VARIABLE, Folders
from ..numbers import LARGEST, numbers
from ..shapes import Appearance, Lost, Shape, ShapeSource
from ..xml_tree import Element
from .meshes import from_environment, resolve

SIZES = {"box": ("size",), "cylinder": ("radius", "length"), "sphere": ("radius",), "capsule": ("radius", "length")}
"""The primitives and their attributes."""

Colour = tuple[float, float, float, float]


class Unreadable(Exception):
    """Why a shape cannot be drawn."""


@dataclass
class _Reader:
    source: ShapeSource
    root: Element
    lost: list[Lost] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.folders = Folders(self.source.file or None, self.source.folders)
        for folder in from_environment():
            self.folders.add(folder)
        self.colours = {
            each.attributes["name"]: colour
            for each in self.root.of("material")
            if "name" in each.attributes and (colour := _rgba(each)) is not None
        }

    def shapes(self) -> Iterator[Shape]:
        """The shapes of every link; what cannot be drawn is lost."""
        links = self.root.of("link")
        kind = "visual" if any(link.of("visual") for link in links) else "collision"
        for link in links:
            name = link.attributes.get("name", "")
            for element in link.of(kind):
                try:
                    yield self._shape(name, element)
                except Unreadable as error:
                    self.lost.append(Lost(name, str(error)))

    def _shape(self, link: str, element: Element) -> Shape:
        pose, colour = _pose(element), self._colour(element)
        bodies = [child for geometry in element.of("geometry") for child in geometry.children]
        if len(bodies) != 1:
            raise Unreadable("a <geometry> was expected to hold one shape")
        [body] = bodies
        if body.tag == "mesh":
            scale = _numbers(body, "scale", 3) if "scale" in body.attributes else (1.0, 1.0, 1.0)
            return Shape(link, "mesh", scale, pose, colour, self._mesh(body.attributes.get("filename", "")))
        if body.tag not in SIZES:
            raise Unreadable(f"<{plain(body.tag, 30)}> is not a shape that is drawn")
        count = 3 if body.tag == "box" else 1
        size = tuple(x for attribute in SIZES[body.tag] for x in _numbers(body, attribute, count))
        if not all(x > 0.0 for x in size):
            raise Unreadable(f"the size of a <{body.tag}> is not above 0")
        return Shape(link, body.tag, size, pose, colour)

    def _mesh(self, uri: str) -> Path:
        path = resolve(uri, self.source.file, self.source.folders)
        if path is None:
            raise Unreadable(f"mesh {shown(uri, 120)} was not found")
        if not self.folders.hold(path):
            raise Unreadable(
                f"mesh {shown(uri, 120)} lies outside the folder of the robot file, its ROS package and the folders"
                f" given to load or in {VARIABLE}"
            )
        return path

    def _colour(self, element: Element) -> Colour | None:
        for material in element.of("material"):
            own = _rgba(material)
            return own if own is not None else self.colours.get(material.attributes.get("name", ""))
        return None


def appearance(source: ShapeSource) -> Appearance:
    """What the links of a URDF text look like.

    >>> shape = '<visual><geometry><mesh filename="no.stl"/></geometry></visual>'
    >>> text = f'<robot name="a"><link name="b">{shape}</link></robot>'
    >>> appearance(ShapeSource("urdf", text)).lost
    [Lost(link='b', why="mesh 'no.stl' was not found")]
    """
    reader = _Reader(source, xml.parse(source.text, source.file or "<string>", waivers=xml.ANY_DECLARATION))
    links = {link.attributes.get("name", "") for link in reader.root.of("link")}
    return Appearance(list(reader.shapes()), reader.lost, links)


def _pose(element: Element) -> Transform:
    xyz: tuple[float, ...] = (0.0, 0.0, 0.0)
    rpy: tuple[float, ...] = (0.0, 0.0, 0.0)
    for origin in element.of("origin")[:1]:
        xyz = _numbers(origin, "xyz", 3) if "xyz" in origin.attributes else xyz
        rpy = _numbers(origin, "rpy", 3) if "rpy" in origin.attributes else rpy
    x, y, z = xyz
    return Transform(Rotation.rpy(*rpy), Vec3(x, y, z))


def _numbers(element: Element, attribute: str, count: int) -> tuple[float, ...]:
    values = numbers(element.attributes.get(attribute, ""), count)
    if values is None or not all(abs(x) < LARGEST for x in values):
        text = plain(element.attributes.get(attribute, "missing"), 60)
        raise Unreadable(f"{attribute} of <{plain(element.tag, 30)}> is not {count} finite numbers: {text}")
    return values


def _rgba(material: Element) -> Colour | None:
    for colour in material.of("color")[:1]:
        values = numbers(colour.attributes.get("rgba", ""), 4)
        if values is not None:
            r, g, b, a = (min(max(x, 0.0), 1.0) for x in values)
            return r, g, b, a
    return None
