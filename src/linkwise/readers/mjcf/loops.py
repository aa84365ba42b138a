"""Equality constraints between bodies and sites, as closures between named frames; and which coordinates motors drive.

    connect   body1's point `anchor` stays on a point of body2, the one it meets in the reference pose
    weld      body1's frame `relpose` stays on body2, turned like it, with its origin on body2's point `anchor`
    of sites  the sites themselves coincide: their origins (connect), their axes too (weld)

Without a second body, the world is meant. A weld whose torquescale is 0 does not hold attitudes.
"""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from ...algebra import Rotation, Transform, Vec3
from ...errors import listed, shown
from ...model import AbstractJoint, Closure, Coordinates, Frame
from ...model.closure import KINDS
from ..closure_tables import meaning
from ..findings import Findings
from ..numbers import LARGEST
from ..several import Several
from .drives import array, floats, vector
from .equalities import SOFT, Equality
from .names import FreshNames
from .tree import Tree
from .unsupported import UNIT

_HERE = Transform.identity()


def closures_of(
    findings: Findings[str], mujoco: Any, model: Any, tree: Tree, equalities: Sequence[Equality]
) -> tuple[tuple[Closure, ...], tuple[Frame, ...]]:
    """The closures, and the frames that they need besides those of bodies and sites."""
    names = FreshNames({*tree.links, *(b.name for b in tree.bodies), *(frame.name for frame in tree.frames)})
    frames: list[Frame] = []
    closures = []
    for each in equalities:
        ends = [int(model.eq_obj1id[each.e]), int(model.eq_obj2id[each.e])] if each.kind != "joint" else []
        if not ends or _faulty(findings, model, each):
            continue
        data = model.eq_data[each.e]
        between_sites = len(array(model, "eq_objtype")) and model.eq_objtype[each.e] == int(mujoco.mjtObj.mjOBJ_SITE)
        if between_sites:
            first, second = (tree.sites[s] for s in ends)
        elif each.kind == "connect":
            poses = [Transform(Rotation.identity(), vector(data[3 * k : 3 * k + 3])) for k in (0, 1)]
            first, second = (_end(tree, b, pose, each, names, frames) for b, pose in zip(ends, poses, strict=True))
        else:
            on_first = Transform(Rotation.quaternion(*floats(data[6:10])), vector(data[3:6]))
            first = _end(tree, ends[0], on_first, each, names, frames)
            on_second = Transform(Rotation.identity(), vector(data[:3]))
            second = _end(tree, ends[1], on_second, each, names, frames)
        turns = each.kind == "weld" and data[10] != 0.0
        closures.append(Closure(each.name, first, second, *KINDS["weld" if turns else "point"]))
        findings.note("loop", each.place, f"{meaning(closures[-1])}; {SOFT}")
    return tuple(closures), tuple(frames)


def actuated_of(
    findings: Findings[str], mujoco: Any, model: Any, joints: Sequence[AbstractJoint], coordinates: Coordinates
) -> tuple[str, ...]:
    """The coordinates that actuators drive: those of a joint or a fixed tendon that moves with one coordinate alone."""
    rows = iter(coordinates.rows)
    row_of = {j: next(rows) for j, joint in enumerate(joints) if not isinstance(joint, Several)}
    driven: set[int] = set()
    others = 0
    for pulled in _pulled_joints(mujoco, model):
        moved = {k for j in pulled if j in row_of for k, _ in row_of[j]}
        if len(moved) == 1 and all(j in row_of for j in pulled):
            driven |= moved
        else:
            others += 1
    names = tuple(coordinates.names[k] for k in sorted(driven))
    if names:
        findings.note("converted", "", f"actuators drive the coordinates {listed(names)}")
    if others:
        text = f"{others} × <actuator> that does not act on one coordinate alone: not among the actuated"
        findings.note("ignored", "", text)
    return names


def _pulled_joints(mujoco: Any, model: Any) -> Iterator[list[int]]:
    """For each actuator, the joints it acts on: its own, or those of its fixed tendon; none for anything else."""
    joint = (int(mujoco.mjtTrn.mjTRN_JOINT), int(mujoco.mjtTrn.mjTRN_JOINTINPARENT))
    for kind, (target, _) in zip(model.actuator_trntype, model.actuator_trnid, strict=True):
        if int(kind) in joint:
            yield [int(target)]
        elif int(kind) == int(mujoco.mjtTrn.mjTRN_TENDON):
            first = int(model.tendon_adr[target])
            wraps = range(first, first + int(model.tendon_num[target]))
            fixed = all(int(model.wrap_type[w]) == int(mujoco.mjtWrap.mjWRAP_JOINT) for w in wraps)
            yield [int(model.wrap_objid[w]) for w in wraps] if fixed else []
        else:
            yield []


def _end(tree: Tree, body: int, pose: Transform, equality: Equality, names: FreshNames, frames: list[Frame]) -> str:
    """The name of the frame at this pose of MuJoCo's body: the body's own where it is there, else a new one."""
    link = tree.links[body]
    if pose == _HERE:
        return link
    index, anchor = tree.at[body]
    name = names.fresh(f"{link}:{equality.name}")
    placed = Transform(pose.R, pose.p if anchor == Vec3(0.0, 0.0, 0.0) else pose.p - anchor)
    frames.append(Frame(name, index, placed.tagged(tree.tag(index), name)))
    return name


def _faulty(findings: Findings[str], model: Any, equality: Equality) -> bool:
    data = model.eq_data[equality.e]
    if not np.all(np.abs(data[:10]) <= LARGEST):
        rule = f"an anchor or relpose beyond {LARGEST:g}"
        findings.fault(equality.place, "", rule, "check the units")
        return True
    body_weld = equality.kind == "weld" and np.any(data[6:10])
    if body_weld and abs(float(np.linalg.norm(data[6:10])) - 1.0) > UNIT:
        rule = f"the quaternion of relpose is too short for MuJoCo to scale to length 1: {shown(equality.name)}"
        findings.fault(equality.place, "", rule, "give a quaternion of length 1")
        return True
    return False
