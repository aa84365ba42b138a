"""Loops whose links' inertias and whose gravity are left open, for a robot that is varied again and again.

A variant has the links of the robot that was varied, in the same Denavit–Hartenberg frames: what its loops take is made
from its inertias, seen from these frames, by the programs that make the loop's own table.
"""

from functools import cached_property

import numpy as np

from ...algebra import Inertia, Rotation, Transform, Vec3
from ...backends.interpreter.loop import open_numbers
from ...model import Model
from ..arrays import Array
from .build import RECURSIONS, Built, built, frames_of


class OpenLoop:
    """The loop of a recursion for a tree of moving joints and all its variants.

    >>> import linkwise
    >>> arm = linkwise.load("planar2r")
    >>> loop = OpenLoop(arm.tree, "gravity_forces")
    >>> loop.numbers(arm.tree).shape == loop.built.loop.signature.takes[-1].shape
    True
    """

    def __init__(self, tree: Model, recursion: str):
        self.tree, self.recursion = tree, recursion
        self.built: Built = built(tree, recursion, opened=True)

    def numbers(self, tree: Model) -> Array:
        """The numbers of a variant."""
        inertias, rows = self._seen(tree), []
        for each in self.built.classes:
            row = np.array(each.rows)
            row[:, :10] = inertias[list(each.links)]
            rows.append(row)
        starts = [[], *RECURSIONS[self.recursion].start(tree)]
        kept = [[every[k] for k in some] for every, some in zip(starts, self.built.changing, strict=True)]
        return open_numbers(self.built.loop, rows, kept)

    def _seen(self, tree: Model) -> Array:
        """The inertial parameters of a variant's links, (links, 10), seen from the frames of the loop."""
        own = np.array([body.inertia.parameters for body in tree.bodies], float)
        moved = Inertia.of_parameters(list(own.T), None).to_parent(self._frames)
        return np.stack([np.broadcast_to(x, len(own)) for x in moved.parameters], axis=1)

    @cached_property
    def _frames(self) -> Transform:
        """Where the robot's own frames are in those of the loop: one transform of arrays, an entry for each link."""
        model, moves = frames_of(self.tree, self.recursion), []
        for name in (body.name for body in model.bodies):
            now, before = model.frame(name).placement, self.tree.frame(name).placement
            moves.append(now.tagged(None, None) @ before.tagged(None, None).inverse())
        a, b, c = np.array([T.R.rows for T in moves], float).transpose(1, 2, 0)
        p = np.array([T.p.components for T in moves], float)
        return Transform(Rotation((tuple(a), tuple(b), tuple(c))), Vec3(*p.T))


class OpenLoops(dict[str, OpenLoop]):
    """The open loops of a tree by the names of their recursions, built when they are first needed.

    >>> import linkwise
    >>> OpenLoops(linkwise.load("planar2r").tree)["gravity_forces"].recursion
    'gravity_forces'
    """

    def __init__(self, tree: Model):
        super().__init__()
        self.tree = tree

    def __missing__(self, recursion: str) -> OpenLoop:
        return self.setdefault(recursion, OpenLoop(self.tree, recursion))
