"""An accepted MJCF file against MuJoCo's own dynamics."""

from pathlib import Path

import numpy as np

from linkwise.calls.direct import ask
from linkwise.errors import NoMass
from linkwise.model import Model
from linkwise.robot import Robot

from . import Wrong
from .robot_oracle import close, state
from .strict_mjcf import MujocoReference, NoReference

__all__ = ["NoReference", "check_against_mujoco"]


def check_against_mujoco(path: Path, model: Model) -> MujocoReference:
    """The reference; raises unless masses, poses and torques are MuJoCo's."""
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
    if model.n:
        try:
            ours = ask(tree, "inverse_dynamics", (q, qd, qdd))
        except NoMass:
            return reference
        close(ours, *reference.torques(q, qd, qdd), "torques")
    return reference
