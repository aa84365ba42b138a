"""A Pinocchio model as plain numbers, for the C++ loop to read.

The loop is compiled for this machine, where Eigen may align its vectors differently from the libraries in the wheel:
objects that those build, such as a model read from URDF, cannot be passed in memory or by linking.
"""

from typing import Any

KINDS = {
    "JointModelRX": "RX",
    "JointModelRY": "RY",
    "JointModelRZ": "RZ",
    "JointModelRevoluteUnaligned": "RU",
    "JointModelPX": "PX",
    "JointModelPY": "PY",
    "JointModelPZ": "PZ",
    "JointModelPrismaticUnaligned": "PU",
}
"""Pinocchio's joints with one variable, an angle or a length, and their names in the loop."""


def text_of(model: Any) -> str:
    """Gravity, then a line per joint: parent, kind, axis, placement (R row by row, p), inertia (m, c, I), armature.

    >>> import pinocchio
    >>> model = pinocchio.Model()
    >>> _ = model.addJoint(0, pinocchio.JointModelRZ(), pinocchio.SE3.Identity(), "hinge")
    >>> text_of(model).splitlines()[1][:25]
    '0 RZ 0.0 0.0 0.0 1.0 0.0 '
    """
    lines = [_numbers(model.gravity.linear)]
    for k in range(1, model.njoints):
        joint, placement, inertia = model.joints[k], model.jointPlacements[k], model.inertias[k]
        actual = joint.extract() if hasattr(joint, "extract") else joint
        axis = getattr(actual, "axis", (0.0, 0.0, 0.0))  # the others have it in their kind
        I = inertia.inertia
        upper = (I[0, 0], I[0, 1], I[0, 2], I[1, 1], I[1, 2], I[2, 2])
        numbers = (*axis, *placement.rotation.flat, *placement.translation, inertia.mass, *inertia.lever, *upper)
        armature = model.armature[joint.idx_v]
        lines.append(f"{model.parents[k]} {KINDS[joint.shortname()]} {_numbers((*numbers, armature))}")
    return "\n".join(lines) + "\n"


def _numbers(values: Any) -> str:
    return " ".join(repr(float(value)) for value in values)
