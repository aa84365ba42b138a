"""Equality constraints between joints, as a map of coordinates and as relations between coordinates.

MuJoCo's constraint is q − q0 = c0 + c1 (p − p0) + c2 (p − p0)² + … for the first joint's q and the second's p; without
a second joint, q − q0 = c0. MuJoCo enforces it softly, a model exactly.

A joint with one linear constraint follows another and is not a coordinate. Polynomials, several constraints on one
joint and joints that follow one another in a circle are relations, and the joints they name stay coordinates.
"""

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ...errors import shown
from ...model import AbstractJoint, Coordinates, JointRelation
from ..closure_tables import meaning
from ..findings import Findings
from ..mimic import Follow, coordinates, cyclic_followers
from ..numbers import LARGEST
from ..several import Several
from .drives import floats
from .equalities import SOFT, Equality


@dataclass(frozen=True)
class Couplings:
    """The map from coordinates to joints, and the relations between coordinates."""

    coordinates: Coordinates
    relations: tuple[JointRelation, ...] = ()


def couplings_of(
    findings: Findings[str], model: Any, joints: Sequence[AbstractJoint], equalities: Sequence[Equality]
) -> Couplings:
    """What the constraints between joints say; each joint for itself if they are at fault."""
    moving = [joint.name for joint in joints if not isinstance(joint, Several)]
    every = {each: _relation(model, joints, each) for each in equalities if each.kind == "joint"}
    for each, relation in every.items():
        if relation.joint == relation.of:
            findings.fault(each.place, relation.joint, "the constraint makes the joint follow itself", "delete it")
            return Couplings(Coordinates.own(moving))
    apart = _relations(every)
    follows: dict[str, Follow] = {}
    held: dict[str, float] = {}
    for each, relation in every.items():
        if each in apart:
            findings.note("loop", each.place, f"{meaning(relation)}; {SOFT}")
        elif relation.of:
            c0, c1 = relation.coefficients
            follows[relation.joint] = relation.of, c1, c0
            findings.note("mimic", each.place, f"joint {shown(relation.joint)} follows {shown(relation.of)}")
        else:
            held[relation.joint] = relation.coefficients[0]
            findings.note("mimic", each.place, f"joint {shown(relation.joint)} is held at {held[relation.joint]:g}")
    mapping = _with_held(coordinates(moving, follows), held) if follows or held else Coordinates.own(moving)
    relations = tuple(every[each] for each in apart)
    numbers = [*mapping.offsets, *(c for row in mapping.rows for _, c in row)]
    if not all(abs(x) <= LARGEST for x in (*numbers, *(c for each in relations for c in each.coefficients))):
        rule = f"coefficients of an equality constraint, or along a chain of them, exceed {LARGEST:g}"
        findings.fault("", "", rule, "check polycoef")
        return Couplings(Coordinates.own(moving))
    return Couplings(mapping, relations)


def _relation(model: Any, joints: Sequence[AbstractJoint], equality: Equality) -> JointRelation:
    """The constraint as q = Σ c_k p^k, without p where it does not depend on p."""
    joint, other = joints[model.eq_obj1id[equality.e]], int(model.eq_obj2id[equality.e])
    c = floats(model.eq_data[equality.e][:5])
    degree = max((k for k in range(1, 5) if c[k]), default=0) if other >= 0 else 0
    q0 = -joint.offset  # a joint's offset is minus its reference position
    if not degree:
        return JointRelation(equality.name, joint.name, "", (q0 + c[0],))
    p0 = -joints[other].offset
    expanded = [
        math.fsum(c[m] * math.comb(m, k) * (-p0) ** (m - k) for m in range(k, degree + 1)) for k in range(degree + 1)
    ]
    return JointRelation(equality.name, joint.name, joints[other].name, (q0 + expanded[0], *expanded[1:]))


def _relations(every: dict[Equality, JointRelation]) -> dict[Equality, None]:
    """The constraints that cannot be part of a map of coordinates, in the order of the file."""
    counts = Counter(relation.joint for relation in every.values())
    apart = {each for each, r in every.items() if len(r.coefficients) > 2 or counts[r.joint] > 1}
    while True:
        named = {name for each in apart for name in (every[each].joint, every[each].of)}
        rest = {each: relation for each, relation in every.items() if each not in apart}
        circle = cyclic_followers({r.joint: (r.of, 1.0, 0.0) for r in rest.values() if r.of})
        more = {each for each, relation in rest.items() if relation.joint in named or relation.joint in circle}
        if not more:
            return {each: None for each in every if each in apart}
        apart |= more


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
