"""Bodies and frames.

A hinge turns the body about its anchor, so a body's frame in the model is placed at the anchor, and the frame the file
means becomes a named frame with the link's name. Several joints of one body act one after another, each in the axes
that the previous one left: a chain of bodies.
"""

from dataclasses import dataclass
from typing import Any

from ...algebra import ZERO, Inertia, Rotation, Sym3, Transform, Vec3
from ...errors import listed, shown
from ...model import BASE, AbstractJoint, Body, Fixed, Frame, Lift
from ..findings import Findings
from ..several import Several
from ..tip import only_leaf
from .drives import array, disabled, floats, vector
from .names import FreshNames, names_in_file


@dataclass(frozen=True)
class Tree:
    """The base, the bodies, the frames that differ from their body's own, and the only leaf, or "" if several."""

    base: str
    bodies: tuple[Body, ...]
    frames: tuple[Frame, ...]
    tip: str
    links: tuple[str, ...]
    """The names of MuJoCo's bodies."""
    at: tuple[tuple[int, Vec3], ...]
    """For each of MuJoCo's bodies, the body here that has its mass, and the anchor that body's frame is placed at."""
    sites: dict[int, str]
    """The names of the frames of MuJoCo's sites, by their number."""

    def tag(self, body: int) -> str:
        """The name of a body, or of the base."""
        return self.base if body == BASE else self.bodies[body].name


def tree_of(findings: Findings[str], mujoco: Any, model: Any, joints: list[AbstractJoint]) -> Tree:
    """The bodies and frames of a compiled model, given its joints."""
    in_file = names_in_file(mujoco, model, "body", model.nbody)
    names = FreshNames(set(in_file) - {""})
    welds = FreshNames({joint.name for joint in joints})
    links = [name or names.fresh(f"body{i}") for i, name in enumerate(in_file)]
    bodies: list[Body] = []
    frames: list[Frame] = []
    at = [(BASE, ZERO)]  # for each MuJoCo body, the body here that has its mass, and the anchor its frame is placed at
    for i in range(1, model.nbody):
        parent, anchor = at[model.body_parentid[i]]
        pose = Transform(_rotation(model.body_quat[i]), vector(model.body_pos[i]) - anchor)
        anchor = ZERO
        first, count = int(model.body_jntadr[i]), int(model.body_jntnum[i])
        chain: list[AbstractJoint] = (
            joints[first : first + count] if count else [Fixed(welds.fresh(f"{links[i]}_weld"))]
        )
        for k, joint in enumerate(chain):
            floats_free = isinstance(joint, Several) and joint.degrees == "floating"
            if floats_free:  # where the file places the body is where it starts, not where its coordinates are 0
                pose, start = Transform.identity(), pose
                _note_start(findings, links[i], start)
            elif joint.kind in ("revolute", "continuous") or isinstance(joint, Several):
                before, anchor = anchor, vector(model.jnt_pos[first + k])
                pose = Transform(pose.R, pose.p if anchor == before else pose.point(anchor - before))
            last = k == len(chain) - 1
            name = links[i] if last else names.fresh(f"{links[i]}:{joint.name}")
            inertia = _inertia(model, i, anchor) if last else Inertia.none()
            tag = links[0] if parent == BASE else bodies[parent].name
            bodies.append(Body(name, parent, pose.tagged(tag, name), joint, inertia.seen_from(name)))
            parent, pose = len(bodies) - 1, Transform.identity()
        if anchor != ZERO:
            pose = Transform(Rotation.identity(), ZERO - anchor)
            frames.append(Frame(links[i], parent, pose.tagged(links[i], links[i])))
        at.append((parent, anchor))
        _note_body(findings, model, i, links[i], chain)
    sites = _sites(findings, mujoco, model, at, bodies, links)
    frames.extend(sites.values())
    carriers = {bodies[body.parent].name for body in bodies if body.parent != BASE}
    tip = only_leaf([body.name for body in bodies], carriers)
    named = {s: frame.name for s, frame in sites.items()}
    return Tree(links[0], tuple(bodies), tuple(frames), tip, tuple(links), tuple(at), named)


def lifts_of(mujoco: Any, model: Any, tree: Tree) -> tuple[Lift, ...]:
    """What gravcomp carries of each body's weight; nothing if a flag switches gravity or passive forces off."""
    if disabled(mujoco, model, "GRAVITY", "PASSIVE"):
        return ()
    shares = {tree.links[i]: (float(share), i) for i, share in enumerate(array(model, "body_gravcomp")) if share and i}
    return tuple(
        Lift(link, share * float(model.body_mass[i]), vector(model.body_ipos[i])) for link, (share, i) in shares.items()
    )


def _rotation(quaternion: Any) -> Rotation:
    return Rotation.quaternion(*floats(quaternion))


def _inertia(model: Any, i: int, anchor: Vec3) -> Inertia:
    a, b, c = floats(model.body_inertia[i])
    I_c = _rotation(model.body_iquat[i]).turn_symmetric(Sym3(a, 0.0, 0.0, b, 0.0, c))
    return Inertia.at_com(float(model.body_mass[i]), vector(model.body_ipos[i]) - anchor, I_c)


def _note_start(findings: Findings[str], name: str, start: Transform) -> None:
    (x, y, z), turned = start.p.components, start.R.rows != Rotation.identity().rows
    if (x, y, z) != (0.0, 0.0, 0.0) or turned:
        where = f"starts at ({x:g}, {y:g}, {z:g}){', turned' if turned else ''}"
        findings.note("converted", f"body {shown(name)}", f"{where}; at q = 0 it is at the origin, not turned")


def _note_body(findings: Findings[str], model: Any, i: int, name: str, chain: list[AbstractJoint]) -> None:
    place = f"body {shown(name)}"
    if len(chain) > 1:
        joints = listed(joint.name for joint in chain)
        text = f"{len(chain)} joints, {joints}: read as a chain of bodies, the last with the mass"
        findings.note("converted", place, text)
    if chain[-1].moves and not model.body_mass[i]:
        findings.suspicious("massless", place, "a moving link with zero mass", "give it a mass or a geom")
    if model.body_mocapid[i] >= 0:
        findings.note("ignored", place, "mocap: the body is fixed where the file places it")


def _sites(
    findings: Findings[str], mujoco: Any, model: Any, at: list[tuple[int, Vec3]], bodies: list[Body], links: list[str]
) -> dict[int, Frame]:
    """A frame for each named site, by its number."""
    taken = FreshNames({links[0], *(body.name for body in bodies)})
    frames = {}
    in_file = names_in_file(mujoco, model, "site", model.nsite)
    for s, site in enumerate(in_file):
        if not site:
            continue
        name = taken.fresh(site)
        if name != site:
            text = f"a link has the same name: the frame is called {shown(name)}"
            findings.note("converted", f"site {shown(site)}", text)
        body, anchor = at[model.site_bodyid[s]]
        tag = links[0] if body == BASE else bodies[body].name
        pose = Transform(_rotation(model.site_quat[s]), vector(model.site_pos[s]) - anchor)
        frames[s] = Frame(name, body, pose.tagged(tag, name))
    if unnamed := in_file.count(""):
        findings.note("ignored", "", f"{unnamed} × site without a name")
    return frames
