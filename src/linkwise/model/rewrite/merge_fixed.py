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
    part_of: dict[int, tuple[int, Transform | None]] = {BASE: (BASE, None)}  # and the pose in it; None for its own
    bodies: list[Body] = []
    inertias = [model.base_inertia]  # of the merged bodies, the base first
    for i, body in enumerate(model.bodies):
        j, X = part_of[body.parent]
        placement = body.placement if X is None else X @ body.placement
        if body.joint.moves:
            part_of[i] = len(bodies), None
            bodies.append(body if X is None and j == body.parent else replace(body, parent=j, placement=placement))
            inertias.append(body.inertia)
        else:
            part_of[i] = j, placement
            inertias[j + 1] = inertias[j + 1] + body.inertia.to_parent(placement)
    merged = zip(bodies, inertias[1:], strict=True)
    return replace(
        model,
        bodies=tuple(body if body.inertia is I else replace(body, inertia=I) for body, I in merged),
        base_inertia=inertias[0],
        frames=tuple(_moved(frame, *part_of[frame.body]) for frame in model.frames),
    )


def _moved(frame: Frame, j: int, X: Transform | None) -> Frame:
    """The frame on merged body j; the same object where nothing has moved, so that it is not checked again."""
    if X is None:
        return frame if frame.body == j else replace(frame, body=j)
    return Frame(frame.name, j, X @ frame.placement)
