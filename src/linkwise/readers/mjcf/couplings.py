"""Equality constraints between joints, as a map of coordinates.

MuJoCo's constraint is q − q0 = c0 + c1 (p − p0) + c2 (p − p0)² + … for the first joint's q and the second's p; without
a second joint, q − q0 = c0. MuJoCo enforces it softly, a model exactly.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from ...errors import shown
from ...model import AbstractJoint, Coordinates
from ..findings import Findings
from ..mimic import Follow, coordinates, cyclic_followers
from ..numbers import LARGEST
from ..several import Several
from .drives import disabled, floats
from .names import names_in_file
from .unsupported import refuse


def coordinates_of(
    findings: Findings[str], mujoco: Any, model: Any, joints: Sequence[AbstractJoint]
) -> Coordinates | None:
    """The map from coordinates to joints; None if every joint moves on its own, or if the constraints are at fault."""
    follows: dict[str, Follow] = {}
    held: dict[str, float] = {}
    names = names_in_file(mujoco, model, "equality", model.neq)
    unsupported = []
    for e in range(model.neq):
        place = f"equality {shown(names[e])}" if names[e] else f"equality {e + 1}"
        if not model.eq_active0[e] or disabled(mujoco, model, "EQUALITY", "CONSTRAINT"):
            findings.note("ignored", place, "an inactive constraint")
        elif model.eq_type[e] == mujoco.mjtEq.mjEQ_JOINT and not np.any(model.eq_data[e][2:5]):
            joint = joints[model.eq_obj1id[e]]
            if joint.name in follows or joint.name in held:
                rule = "this joint has two constraints; it can follow only one other"
                findings.fault(place, joint.name, rule, "delete one of them")
            _add(findings, place, joint, model, joints, e, follows, held)
        else:
            unsupported.append(names[e] or place)
    refuse(findings, "equality", unsupported, "delete them")
    for name in cyclic_followers(follows):
        rule = "constraints make the joint follow itself"
        findings.fault(f"joint {shown(name)}", "", rule, "let one joint of the circle move on its own")
    if findings.fault_count or not (follows or held):
        return None
    mapping = _with_held(coordinates([joint.name for joint in joints if not isinstance(joint, Several)], follows), held)
    if not all(abs(x) <= LARGEST for x in (*mapping.offsets, *(c for row in mapping.rows for _, c in row))):
        rule = f"coefficients along a chain of equality constraints exceed {LARGEST:g}"
        findings.fault("", "", rule, "check polycoef")
        return None
    return mapping


def _add(
    findings: Findings[str],
    place: str,
    joint: AbstractJoint,
    model: Any,
    joints: Sequence[AbstractJoint],
    e: int,
    follows: dict[str, Follow],
    held: dict[str, float],
) -> None:
    """Enter constraint e on `joint` into `follows` or `held`."""
    c0, c1 = floats(model.eq_data[e][:2])
    q0 = -joint.offset  # a joint's offset is minus its reference position
    if model.eq_obj2id[e] < 0 or c1 == 0.0:
        held[joint.name] = q0 + c0
        findings.note("mimic", place, f"joint {shown(joint.name)} is held at {q0 + c0:g}")
    else:
        leader = joints[model.eq_obj2id[e]]
        follows[joint.name] = leader.name, c1, q0 + c0 + c1 * leader.offset
        findings.note("mimic", place, f"joint {shown(joint.name)} follows {shown(leader.name)}")


def _with_held(free: Coordinates, held: dict[str, float]) -> Coordinates:
    """The same map with some coordinates held at a value."""
    kept = [k for k, name in enumerate(free.names) if name not in held]
    column = {k: new for new, k in enumerate(kept)}
    rows = tuple(tuple((column[k], c) for k, c in row if k in column) for row in free.rows)
    offsets = tuple(
        b + sum(c * held[free.names[k]] for k, c in row if k not in column)
        for row, b in zip(free.rows, free.offsets, strict=True)
    )
    return Coordinates(tuple(free.names[k] for k in kept), rows, offsets)
