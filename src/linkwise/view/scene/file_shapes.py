"""The shapes that a robot's file states, as the page draws them; links left over get capsules."""

from __future__ import annotations

from typing import Any

from ...calls.arrays import Array
from ...errors import LinkwiseError, MissingExtra, plain, shown
from ...model import BASE, Model
from ...readers.report import LoadReport
from ...readers.shapes import Shape, appearance
from .meshes import Triangles, coarser, packed_mesh, triangles_of
from .packing import colour, number, row
from .poses import matrix, seven

BUDGET = 60_000
"""Triangles of a whole robot: beyond that meshes are made coarser, each by the same factor."""

MOST_NOTES = 100
"""What could not be drawn is told up to this many times: a file can name meshes without end."""

PLAIN = "#c9ced6"
"""The colour of shapes without one."""


class FileShapes:
    """What to draw, the meshes for it, the links that have something, and what could not be drawn."""

    def __init__(self, tree: Model, report: LoadReport):
        self.shapes: list[dict[str, Any]] = []
        self.meshes: list[dict[str, Any]] = []
        self.links: set[int] = set()
        self.lost: set[int] = set()
        self.notes: list[str] = []
        self._tree = tree
        self._frames = {frame.name: frame for frame in tree.frames}
        self._parts: list[tuple[int, Triangles]] = []
        found = appearance(report.shapes)
        for each in found.lost:
            self._lose(each.link, each.why)
        missing: dict[str, None] = {}
        for shape in found.shapes:
            try:
                self._add(shape)
            except MissingExtra as error:
                missing[_words(error)] = None
                self._lose(shape.link)
            except LinkwiseError as error:
                self._lose(shape.link, error.what)
        self.notes += missing
        if len(self.notes) > MOST_NOTES:
            self.notes[MOST_NOTES:] = [f"and {len(self.notes) - MOST_NOTES} more are not drawn"]
        self._pack()
        self.described = found.links

    def bare(self) -> set[int]:
        """The links to be drawn as capsules: those whose shapes are lost, and those of parts without shapes.

        An arm without shapes may carry a gripper that has some.
        """
        tree = self._tree
        others = {k + 1 for k, body in tree.outward() if body.name.partition(":")[0] not in self.described}
        if not any(frame.body == BASE and frame.name in self.described for frame in tree.frames):
            others.add(0)
        return (self.lost - self.links) | others

    def _lose(self, link: str, why: str = "") -> None:
        """A link's shape cannot be drawn: it gets a capsule if it has no other."""
        if why:
            self.notes.append(plain(f"link {shown(link, 60)}: {why}" if link else why, 300))
        if link in self._frames:
            self.lost.add(self._frames[link].body + 1)

    def _add(self, shape: Shape) -> None:
        frame = self._frames.get(shape.link)
        if frame is None:  # a variant of the robot lacks the link
            return
        pose = matrix(frame.placement) @ matrix(shape.pose)
        if shape.kind != "mesh" or shape.mesh is None:
            self._entry(frame.body, shape, pose, shape.colour)
            return
        for part in triangles_of(shape.mesh) if not isinstance(shape.mesh, tuple) else [Triangles(*shape.mesh, None)]:
            self._entry(frame.body, shape, pose, shape.colour or part.colour)
            self._parts.append((len(self.shapes) - 1, part))

    def _entry(self, body: int, shape: Shape, pose: Array, shade: tuple[float, ...] | None) -> None:
        self.links.add(body + 1)
        self.shapes.append(
            {
                "link": body + 1,
                "kind": shape.kind,
                "size": row(shape.size),
                "pose": row(seven(pose)),
                "colour": PLAIN if shade is None else colour(tuple(shade)),
                "opacity": 1.0 if shade is None else number(max(shade[3], 0.15)),
                "source": "file",
            }
        )

    def _pack(self) -> None:
        """The meshes, each packed once however many links show it, together within the budget."""
        different = {id(part): part for _, part in self._parts}
        total = sum(len(part.faces) for part in different.values())
        share = min(1.0, BUDGET / max(total, 1))
        places: dict[int, int] = {}
        for key, part in different.items():
            places[key] = len(self.meshes)
            try:
                self.meshes.append(packed_mesh(coarser(part, int(share * len(part.faces)))))
            except MissingExtra as error:
                self.meshes.append(packed_mesh(part))
                self.notes.append(_words(error))
        for place, part in self._parts:
            self.shapes[place]["mesh"] = places[id(part)]


def _words(error: LinkwiseError) -> str:
    """What is wrong and what to do, on one line."""
    return plain(" ".join(str(error).split()), 300)
