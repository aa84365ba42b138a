"""Equality constraints between joints, as a map of coordinates.

MuJoCo's constraint is q − q0 = c0 + c1 (p − p0) + c2 (p − p0)² + … for the first joint's q and the second's p; without
a second joint, q − q0 = c0. It is held softly there and exactly here.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from ...errors import shown
from ...model import AbstractJoint, Coordinates
from ..mimic import Follow, coordinates, in_circles
from .drives import disabled, floats
from .findings import Findings, given_names


def coordinates_of(found: Findings, mujoco: Any, model: Any, joints: Sequence[AbstractJoint]) -> Coordinates | None:
    """The map from coordinates to joints; None where every joint moves on its own or the constraints are at fault."""
    follows: dict[str, Follow] = {}
    held: dict[str, float] = {}
    names = given_names(mujoco, model, "equality", model.neq)
    others = []
    for e in range(model.neq):
        place = f"equality {shown(names[e])}" if names[e] else f"equality {e + 1}"
        if not model.eq_active0[e] or disabled(mujoco, model, "EQUALITY", "CONSTRAINT"):
            found.note("ignored", place, "a constraint that is not active")
        elif model.eq_type[e] == mujoco.mjtEq.mjEQ_JOINT and not np.any(model.eq_data[e][2:5]):
            joint = joints[model.eq_obj1id[e]]
            if joint.name in follows or joint.name in held:
                found.fault(place, joint.name, "a joint can follow only one other", "delete one of the constraints")
            _add(found, place, joint, model, joints, e, follows, held)
        else:
            others.append(names[e] or place)
    if others:
        found.waivable("equality", others, "delete them")
    for name in in_circles(follows):
        found.fault(f"joint {shown(name)}", "", "it follows itself", "let one joint of the circle move on its own")
    if found.faults or not (follows or held):
        return None
    return _pinned(coordinates([joint.name for joint in joints], follows), held)


def _add(
    found: Findings,
    place: str,
    joint: AbstractJoint,
    model: Any,
    joints: Sequence[AbstractJoint],
    e: int,
    follows: dict[str, Follow],
    held: dict[str, float],
) -> None:
    c0, c1 = floats(model.eq_data[e][:2])
    q0 = -joint.offset  # a joint's offset is minus its reference position
    if model.eq_obj2id[e] < 0 or c1 == 0.0:
        held[joint.name] = q0 + c0
        found.note("mimic", place, f"joint {shown(joint.name)} is held at {q0 + c0:g}")
    else:
        leader = joints[model.eq_obj2id[e]]
        follows[joint.name] = leader.name, c1, q0 + c0 + c1 * leader.offset
        found.note("mimic", place, f"joint {shown(joint.name)} follows {shown(leader.name)}")


def _pinned(free: Coordinates, held: dict[str, float]) -> Coordinates:
    """The same map with some coordinates held at a value."""
    kept = [k for k, name in enumerate(free.names) if name not in held]
    column = {k: new for new, k in enumerate(kept)}
    rows = tuple(tuple((column[k], c) for k, c in row if k in column) for row in free.rows)
    offsets = tuple(
        b + sum(c * held[free.names[k]] for k, c in row if k not in column)
        for row, b in zip(free.rows, free.offsets, strict=True)
    )
    return Coordinates(tuple(free.names[k] for k in kept), rows, offsets)
