"""The links as the file describes them, each with the moving body it is part of."""

from dataclasses import dataclass

import numpy as np

from ..algebra import Inertia, Rotation, Transform, Vec3
from ..calls.arrays import Array
from ..model import BASE, Model
from ..readers.rigid import Moments


@dataclass(frozen=True)
class Link:
    """A link with its own inertia, the moving body it is part of (BASE if it does not move), and its pose on that body.

    >>> import linkwise
    >>> [link.name for link in links_of(linkwise.load("planar2r").model) if link.fixed_to_base]
    ['base']
    """

    name: str
    inertia: Inertia
    carrier: int
    pose: Transform

    @property
    def fixed_to_base(self) -> bool:
        """Whether it is fixed to the base: its inertia has no effect on the dynamics."""
        return self.carrier == BASE

    @property
    def empty(self) -> bool:
        """Whether it has neither mass nor moments."""
        return not any(self.inertia.parameters)

    @property
    def without_com(self) -> bool:
        """Whether it has no centre of mass to speak of: a first moment without mass, or a negative mass."""
        return self.inertia.m < 0.0 or (self.inertia.m == 0.0 and any(self.inertia.h.components))

    @property
    def moments(self) -> Moments:
        """The principal moments at the centre of mass.

        >>> import linkwise
        >>> print(links_of(linkwise.load("pendulum").model)[1].moments)
        principal moments 0, 0.0833333, 0.0833333
        """
        return Moments.of(self.inertia.I_com, self.inertia.I.trace)

    @property
    def spread(self) -> Array:
        """The eigenvalues of the pseudo-inertia seen from the centre of mass, smallest first, without the mass.

        Seen from there the 4×4 matrix is diag(Σ, m): its eigenvalues are m and these three, ∫x² dm along the principal
        axes. Whether one is negative does not depend on the frame it is seen from.

        >>> import linkwise
        >>> links_of(linkwise.load("puma560").model)[1].spread  # its moments are 0, 0 and 0.35
        array([-0.175,  0.175,  0.175])
        """
        there = Transform(Rotation.identity(), -self.inertia.com.seen_from(None))
        pseudo = np.array(self.inertia.seen_from(None).to_parent(there).pseudo, dtype=float)
        eigenvalues: Array = np.linalg.eigvalsh(pseudo[:3, :3])
        return eigenvalues


def links_of(model: Model) -> tuple[Link, ...]:
    """The base and all links, in the order of the model.

    >>> import linkwise
    >>> locked = linkwise.load("planar2r").lock("joint2").model
    >>> [(link.name, link.carrier) for link in links_of(locked)]
    [('base', -1), ('link1', 0), ('link2', 0)]
    """
    links = [Link(model.base, model.base_inertia, BASE, Transform.identity(model.base, model.base))]
    for i, body in enumerate(model.bodies):
        if body.joint.moves:
            carrier, pose = i, Transform.identity(body.name, body.name)
        else:
            parent = links[body.parent + 1]
            carrier, pose = parent.carrier, parent.pose @ body.placement
        links.append(Link(body.name, body.inertia, carrier, pose))
    return tuple(links)


def centre(link: Link) -> Vec3:
    """The centre of mass of a link, in the frame of the moving body it is part of.

    >>> import linkwise
    >>> centre(links_of(linkwise.load("planar2r").model)[1]).components
    (0.7, 0.0, 0.0)
    """
    return link.pose.point(link.inertia.com)
