"""The robot that an identification found."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from ..calls.arrays import Array
from ..errors import InvalidModel, shown
from ..model import FREE, Rotor
from ..parameters.bodies.nearest import nearest
from ..parameters.replace_parameters import replace_parameters
from .columns import Regressor
from .columns.rigid import turned

if TYPE_CHECKING:
    from ..model import AbstractFriction
    from ..robot import Robot


def fitted_robot(
    prior: Robot, regressor: Regressor, values: Array, full: Array | None, laws: dict[str, AbstractFriction]
) -> Robot:
    """The robot with these base parameters, or with full parameters where an estimator found them, and with
    friction."""
    columns, tree = regressor.rigid.base.columns, prior.tree
    width, count = len(columns.letters), len(tree.bodies)
    if not regressor.request.links:
        full = regressor.prior
    z = full if full is not None else _nearest(prior, regressor, values)
    names = [name for name in columns.names(tree) if not any(name == f"Ia_{drive.name}" for drive in columns.drives)]
    robot = replace(prior, model=replace_parameters(tree, z[: len(names)], names))
    joints = [body.joint.name for body in tree.bodies]
    robot = robot.with_friction({joint: laws.get(joint, FREE) for joint in joints})
    for k, drive in enumerate(columns.drives):
        ratios = {tree.coordinates.names[j]: c for j, c in drive.row}
        rotor = Rotor(max(float(z[width * count + k]), 0.0))
        robot = robot.with_drive(drive.name, ratios, rotor=rotor, friction=laws.get(drive.name, FREE))
    return robot.with_gravity(turned(regressor.rigid.level, regressor.rigid.tilt)) if regressor.request.tilt else robot


def _nearest(prior: Robot, regressor: Regressor, values: Array) -> Array:
    """Full parameters with these base parameters, nearest to the robot's own among those that bodies can have."""
    columns, tree = regressor.rigid.base.columns, prior.tree
    own = np.array([float(x) for x in columns.values(tree)])
    z = nearest(values, regressor.rigid.base.matrix, own, columns, len(tree.bodies))
    if z is None:
        raise InvalidModel(
            f"no bodies have the base parameters that were found for robot {shown(prior.name)}.",
            "Parameters that links of positive mass with inertias to match can have were expected.",
            'use estimator="physical"; predict, values and sigma are there all the same.',
        )
    return z
