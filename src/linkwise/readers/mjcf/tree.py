"""Bodies and frames.

A hinge turns the body about its anchor, so the body's frame here stands at the anchor, and the frame the file means is
a named frame of the link's name. Several joints of one body act one after another, each in the axes the one before it
left: a chain of bodies.
"""

from dataclasses import dataclass
from typing import Any

from ...algebra import ZERO, Inertia, Rotation, Sym3, Transform, Vec3
from ...errors import listed, shown
from ...model import BASE, AbstractJoint, Body, Fixed, Frame
from ..tip import only_leaf
from .drives import floats, vector
from .findings import Findings, Names, given_names


@dataclass(frozen=True)
class Tree:
    """Bodies, frames other than those that stand at a body's own frame, the base, and the only outermost link or ""."""

    base: str
    bodies: tuple[Body, ...]
    frames: tuple[Frame, ...]
    tip: str


def tree_of(found: Findings, mujoco: Any, model: Any, joints: list[AbstractJoint]) -> Tree:
    """The bodies of a compiled model, given its joints."""
    given = given_names(mujoco, model, "body", model.nbody)
    names = Names(set(given) - {""})
    welds = Names({joint.name for joint in joints})
    links = [name or names.fresh(f"body{i}") for i, name in enumerate(given)]
    bodies: list[Body] = []
    frames: list[Frame] = []
    at = [(BASE, ZERO)]  # for each MuJoCo body, the body here that has its mass, and the anchor it stands at
    for i in range(1, model.nbody):
        parent, anchor = at[model.body_parentid[i]]
        pose = Transform(_turn(model.body_quat[i]), vector(model.body_pos[i]) - anchor)
        anchor = ZERO
        first, count = int(model.body_jntadr[i]), int(model.body_jntnum[i])
        own: list[AbstractJoint] = joints[first : first + count] if count else [Fixed(welds.fresh(f"{links[i]}_weld"))]
        for k, joint in enumerate(own):
            if joint.kind in ("revolute", "continuous"):
                before, anchor = anchor, vector(model.jnt_pos[first + k])
                pose = Transform(pose.R, pose.p if anchor == before else pose.point(anchor - before))
            last = k == len(own) - 1
            name = links[i] if last else names.fresh(f"{links[i]}:{joint.name}")
            inertia = _inertia(model, i, anchor) if last else Inertia.none()
            tag = links[0] if parent == BASE else bodies[parent].name
            bodies.append(Body(name, parent, pose.tagged(tag, name), joint, inertia.seen_from(name)))
            parent, pose = len(bodies) - 1, Transform.identity()
        if anchor != ZERO:
            pose = Transform(Rotation.identity(), ZERO - anchor)
            frames.append(Frame(links[i], parent, pose.tagged(links[i], links[i])))
        at.append((parent, anchor))
        _note_body(found, model, i, links[i], own)
    frames.extend(_sites(found, mujoco, model, at, bodies, links))
    carriers = {bodies[body.parent].name for body in bodies if body.parent != BASE}
    return Tree(links[0], tuple(bodies), tuple(frames), only_leaf([body.name for body in bodies], carriers))


def _turn(quaternion: Any) -> Rotation:
    return Rotation.quaternion(*floats(quaternion))


def _inertia(model: Any, i: int, anchor: Vec3) -> Inertia:
    a, b, c = floats(model.body_inertia[i])
    I_c = _turn(model.body_iquat[i]).turn_symmetric(Sym3(a, 0.0, 0.0, b, 0.0, c))
    return Inertia.at_com(float(model.body_mass[i]), vector(model.body_ipos[i]) - anchor, I_c)


def _note_body(found: Findings, model: Any, i: int, name: str, own: list[AbstractJoint]) -> None:
    place = f"body {shown(name)}"
    if len(own) > 1:
        text = f"{len(own)} joints, {listed(joint.name for joint in own)}: a chain of bodies, the last with the mass"
        found.note("converted", place, text)
    if own[-1].moves and not model.body_mass[i]:
        found.loud("massless", place, "a moving link of zero mass", "give it a mass or a geom")
    if model.body_mocapid[i] >= 0:
        found.note("ignored", place, "mocap: the body is held where the file puts it")


def _sites(
    found: Findings, mujoco: Any, model: Any, at: list[tuple[int, Vec3]], bodies: list[Body], links: list[str]
) -> list[Frame]:
    """A frame for each site with a name."""
    taken = Names({links[0], *(body.name for body in bodies)})
    frames = []
    given = given_names(mujoco, model, "site", model.nsite)
    for s, site in enumerate(given):
        if not site:
            continue
        name = taken.fresh(site)
        if name != site:
            found.note("converted", f"site {shown(site)}", f"a link has that name: the frame is {shown(name)}")
        body, anchor = at[model.site_bodyid[s]]
        tag = links[0] if body == BASE else bodies[body].name
        pose = Transform(_turn(model.site_quat[s]), vector(model.site_pos[s]) - anchor)
        frames.append(Frame(name, body, pose.tagged(tag, name)))
    if unnamed := given.count(""):
        found.note("ignored", "", f"{unnamed} × site without a name")
    return frames
