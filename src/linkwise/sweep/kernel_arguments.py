"""From what was drawn to the arguments a rollout kernel is called with."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from ..calls.arrays import Array
from .spreads import Spreads


def kernel_arguments(drawn: Mapping[str, Array], spreads: Spreads) -> dict[str, Any]:
    """q0, qd0, inputs, parameters and wrenches, each with a row for each rollout."""
    count = len(next(iter(drawn.values())))
    robot_values = {quantity.parameter: quantity.robot_value for quantity in spreads.quantities.values()}

    def of(name: str, nominal: Any) -> Array:
        return np.broadcast_to(drawn.get(name, nominal), (count, *np.shape(nominal)))

    parameters: dict[str, Array] = {}
    if "gravity" in robot_values:
        parameters["gravity"] = drawn["gravity"]
    if "payload" in robot_values:
        parameters["payload"] = inertial_parameters(
            of("payload.mass", 0.0), of("payload.com", np.zeros(3)), of("payload.inertia", np.zeros(6))
        )
    if "inertia" in robot_values:
        parameters["inertia"] = _links(drawn, robot_values["inertia"])
    if "friction" in robot_values:
        parameters["friction"] = _friction(drawn, robot_values["friction"], count)
    for name in robot_values.keys() - {"", "gravity", "payload", "inertia", "friction"}:
        own, factor = robot_values[name], drawn.get(f"{name}.factor")
        parameters[name] = drawn[name] if factor is None else factor.reshape(count, *([1] * (own.ndim - 1)), -1) * own
    inputs: dict[str, Any] = {}
    wrenches: dict[str, Array] = {}
    for name, values in drawn.items():
        kind, _, rest = name.partition(".")
        if kind == "controller":
            inputs[rest] = ("each", values)
        elif kind == "wrench":
            wrenches[rest] = values
    return {
        "q0": drawn["q0"],
        "qd0": drawn.get("qd0"),
        "inputs": inputs,
        "parameters": parameters,
        "wrenches": wrenches,
    }


def inertial_parameters(mass: Array, com: Array, inertia: Array) -> Array:
    """XX XY XZ YY YZ ZZ MX MY MZ M about the frame's origin, from a tensor at the centre of mass: Steiner's rule.

    >>> inertial_parameters(np.array([2.0]), np.array([[0.0, 0.0, 0.5]]), np.zeros((1, 6)))
    array([[0.5, 0. , 0. , 0.5, 0. , 0. , 0. , 0. , 1. , 2. ]])
    """
    x, y, z = np.moveaxis(com, -1, 0)
    steiner = np.stack([y * y + z * z, -x * y, -x * z, x * x + z * z, -y * z, x * x + y * y], -1)
    m = mass[..., None]
    return np.concatenate([inertia + m * steiner, m * com, m], -1) + 0.0  # no −0


def _links(drawn: Mapping[str, Array], own: Array) -> Array:
    """Ten inertial parameters of each link; `own` are the robot's."""
    if "links.inertia" in drawn:
        return drawn["links.inertia"]
    if "links.factor" in drawn:
        return drawn["links.factor"][..., None] * own
    mass = own[:, 9]
    factor = np.divide(drawn["links.mass"], mass, out=np.ones(drawn["links.mass"].shape), where=mass != 0.0)
    parameters: Array = factor[..., None] * own
    parameters[..., 9] = drawn["links.mass"]
    return parameters


def _friction(drawn: Mapping[str, Array], own: Array, count: int) -> Array:
    """Viscous and Coulomb friction of each joint; `own` are the robot's."""
    if "friction.factor" in drawn:
        return drawn["friction.factor"][..., None] * own
    friction = np.broadcast_to(own, (count, *own.shape)).copy()
    for k, name in enumerate(("friction.viscous", "friction.coulomb")):
        if name in drawn:
            friction[..., k] = drawn[name]
    return friction
