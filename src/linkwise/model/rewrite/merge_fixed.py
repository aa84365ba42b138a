"""Merge links that are fixed to each other into one body."""

from dataclasses import replace

from ...algebra import Transform
from ..body import BASE, Body
from ..field_types import expect_model
from ..frame import Frame
from ..model import Model


def merge_fixed(model: Model) -> Model:
    """The same robot without fixed joints: each fixed link's mass joins its parent, its name stays as a frame.

    >>> import linkwise
    >>> arm = linkwise.load("planar2r").with_payload(1.0).model
    >>> len(arm.bodies), len(merge_fixed(arm).bodies)
    (3, 2)
    """
    expect_model(model)
    if len(model.moving) == len(model.bodies):
        return model
    part_of: dict[int, tuple[int, Transform]] = {BASE: (BASE, Transform.identity(model.base, model.base))}
    bodies: list[Body] = []
    inertias = [model.base_inertia]  # of the merged bodies, the base first
    for i, body in enumerate(model.bodies):
        j, X = part_of[body.parent]
        X = X @ body.placement
        if body.joint.moves:
            part_of[i] = len(bodies), Transform.identity(body.name, body.name)
            bodies.append(replace(body, parent=j, placement=X))
            inertias.append(body.inertia)
        else:
            part_of[i] = j, X
            inertias[j + 1] = inertias[j + 1] + body.inertia.to_parent(X)
    frames = []
    for frame in model.frames:
        j, X = part_of[frame.body]
        frames.append(Frame(frame.name, j, X @ frame.placement))
    return replace(
        model,
        bodies=tuple(replace(body, inertia=inertia) for body, inertia in zip(bodies, inertias[1:], strict=True)),
        base_inertia=inertias[0],
        frames=tuple(frames),
    )
