"""Which link of a URDF file stands for which body and frame.

In URDF a joint's child link stands on the joint's axis, and so does a body's frame here. Where the link's own frame is
the body's, the link keeps its name. Where a rewrite moved the body's frame, the body's link is called `…_body` and the
frame becomes a massless link of the old name fixed to it; so do tools and the links that were merged into a body.
"""

from dataclasses import dataclass

from ...algebra import Transform
from ...model import BASE, Frame, Model


@dataclass(frozen=True)
class Names:
    """The link of each body (and of the base), and the frames that become links, each with its joint's name."""

    links: dict[int, str]
    extra: tuple[tuple[Frame, str], ...]


def names_of(model: Model) -> Names:
    """The names a file of this model uses."""
    links = {}
    kept: set[str] = set()
    taken = {frame.name for frame in model.frames}
    for i in (BASE, *range(len(model.bodies))):
        frame = model.frame(model.tag(i))
        if frame.body == i and identical(frame.placement):
            links[i] = frame.name
            kept.add(frame.name)
        else:
            links[i] = _free(f"{model.tag(i)}_body", taken)
            taken.add(links[i])
    joints = {body.joint.name for body in model.bodies}
    extra = []
    for frame in model.frames:
        if frame.name not in kept:
            joint = _free(f"{frame.name}_joint", joints)
            joints.add(joint)
            extra.append((frame, joint))
    return Names(links, tuple(extra))


def identical(T: Transform) -> bool:
    """Whether a frame stands exactly on its body's frame.

    >>> identical(Transform.identity())
    True
    """
    return T.R.rows == Transform.identity().R.rows and not any(T.p.components)


def _free(name: str, taken: set[str]) -> str:
    while name in taken:
        name += "_"
    return name
