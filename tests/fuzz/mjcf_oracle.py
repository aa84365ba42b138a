"""An accepted MJCF file against MuJoCo's own dynamics."""

from pathlib import Path

import numpy as np

from linkwise.calls.direct import ask
from linkwise.errors import NoMass
from linkwise.model import Closure, JointRelation, Model
from linkwise.robot import Robot

from . import Wrong
from .robot_oracle import close, state
from .strict_mjcf import MujocoReference, NoReference

__all__ = ["NoReference", "check_against_mujoco"]


def check_against_mujoco(path: Path, model: Model, closed: Model) -> MujocoReference:
    """The reference; raises unless masses, poses and torques are MuJoCo's, and the loops of `closed` too."""
    reference = MujocoReference(path)
    if model.n != len(reference.free()):
        raise Wrong(f"{model.n} coordinates, MuJoCo has {len(reference.free())}")
    close(sum(body.inertia.m for body in model.bodies), reference.mass, reference.mass, "total mass")
    q, qd, qdd = state(model.joint_names)
    tree = Robot(model).tree
    poses = reference.poses(q)
    reach = float(np.sum(np.abs(reference.model.body_pos))) + float(np.sum(np.abs(reference.model.jnt_pos))) * 2 + 2.0
    reach *= reference.turned()
    for name, (R, p) in list(poses.items())[-2:]:
        if model.n:
            ours = ask(tree, "forward_kinematics", (q,), frame=name)
            close(ours[:3, 3], p, reach, f"position of {name[:40]!r}")
            close(ours[:3, :3], R, reach, f"rotation of {name[:40]!r}")
    _check_loops(reference, closed, q, reach)
    if model.n:
        try:
            ours = ask(tree, "inverse_dynamics", (q, qd, qdd))
        except NoMass:
            return reference
        close(ours, *reference.torques(q, qd, qdd), "torques")
    return reference


def _check_loops(reference: MujocoReference, closed: Model, q: np.ndarray, reach: float) -> None:
    """Raise unless MuJoCo is as far from closing each loop as we are: distances, and polynomials of coordinates."""
    tree, theirs = Robot(closed).tree, reference.residuals(q)
    if len(closed.closures) != len(theirs):
        raise Wrong(f"{len(closed.closures)} closures, MuJoCo has {len(theirs)}")
    u = dict(zip(closed.joint_names, q.tolist(), strict=True))
    relations = [each for each in closed.closures if isinstance(each, JointRelation)]
    frames = [each for each in closed.closures if isinstance(each, Closure)]
    for closure, (kind, off) in zip((*frames, *relations), sorted(theirs, key=lambda each: each[0]), strict=True):
        if not len(off):  # MuJoCo leaves out what nothing can move
            continue
        if isinstance(closure, JointRelation):
            p = u[closure.of] if closure.of else 0.0
            terms = [c * p**k for k, c in enumerate(closure.coefficients)]
            close(u[closure.joint] - sum(terms), off[0], sum(map(abs, terms)) + 4.0, f"{kind} {closure.name[:40]!r}")
        elif closed.n:
            ends = [ask(tree, "forward_kinematics", (q,), frame=name)[:3, 3] for name in (closure.frame, closure.other)]
            size = reach + reference.reach_of_anchors()
            close(ends[0] - ends[1], off[:3], size, f"{kind} {closure.name[:40]!r}")
