"""Which link of a URDF file stands for which body and frame.

In URDF the child link's frame lies on the joint's axis, as a body's frame does in a model. A link whose own frame is
the body's keeps its name. If a rewrite has moved the body's frame, the body's link is called `…_body`, and a massless
link of the old name is fixed to it; the same goes for tools and for links that were merged into a body.
"""

from dataclasses import dataclass

from ...algebra import Transform
from ...model import BASE, Frame, Model


@dataclass(frozen=True)
class Names:
    """The link name of each body (and of the base), and the frames written as links, each with its joint's name."""

    links: dict[int, str]
    extra: tuple[tuple[Frame, str], ...]


def names_of(model: Model) -> Names:
    """The names that a URDF file of this model uses."""
    links = {}
    kept: set[str] = set()
    taken = {frame.name for frame in model.frames}
    for i in (BASE, *range(len(model.bodies))):
        frame = model.frame(model.tag(i))
        if frame.body == i and is_identity(frame.placement):
            links[i] = frame.name
            kept.add(frame.name)
        else:
            links[i] = _unused_name(f"{model.tag(i)}_body", taken)
            taken.add(links[i])
    joints = {body.joint.name for body in model.bodies}
    extra = []
    for frame in model.frames:
        if frame.name not in kept:
            joint = _unused_name(f"{frame.name}_joint", joints)
            joints.add(joint)
            extra.append((frame, joint))
    return Names(links, tuple(extra))


def is_identity(T: Transform) -> bool:
    """Whether a frame coincides exactly with its body's frame.

    >>> is_identity(Transform.identity())
    True
    """
    return T.R.rows == Transform.identity().R.rows and not any(T.p.components)


def _unused_name(name: str, taken: set[str]) -> str:
    while name in taken:
        name += "_"
    return name
