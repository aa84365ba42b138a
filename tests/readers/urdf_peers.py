"""Pinocchio's view of a URDF text, and the files of example-robot-data."""

import importlib.metadata
from pathlib import Path

import numpy as np

REFUSED = {
    "alex_psyonic_hands.urdf": "no joint has this name",
    "falcon.urdf": "the child is not a link of the robot",
    "romeo_laas_small.urdf": "kinetic energy negative",
    "ur3.urdf": "the robot has no links",
}
"""The files that are not accepted as they are, and why."""


def robot_files() -> list[Path]:
    """Every URDF file of example-robot-data; none where it is not installed."""
    try:
        files = importlib.metadata.files("example-robot-data") or []
    except importlib.metadata.PackageNotFoundError:
        return []
    found = {Path(file.locate()).resolve() for file in files if file.name.endswith(".urdf")}
    return sorted(found)


def torques(text: str, seed: int = 0) -> dict[str, float]:
    """The torque of each joint at a random state that depends on the joints' names only."""
    import pinocchio as pin

    model = pin.buildModelFromXML(text)
    states = np.zeros((3, model.nv))
    for name, joint in zip(model.names[1:], model.joints[1:], strict=True):
        assert joint.nv == 1, name
        random = np.random.default_rng([seed, *name.encode()])
        states[:, joint.idx_v] = random.uniform(-1, 1, 3)
    q = pin.integrate(model, pin.neutral(model), states[0])
    tau = pin.rnea(model, model.createData(), q, states[1], states[2])
    return {name: tau[joint.idx_v] for name, joint in zip(model.names[1:], model.joints[1:], strict=True)}
