"""From what was drawn to what a compiled loop is called with."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from ..calls.arrays import Array
from .spreads import Spreads


def assembled(drawn: Mapping[str, Array], spreads: Spreads) -> dict[str, Any]:
    """Arguments of a rollout kernel: q0, qd0, inputs, parameters, wrenches, a row for each rollout."""
    places, count = spreads.places, len(next(iter(drawn.values())))

    def of(name: str, default: Any) -> Array:
        return np.broadcast_to(drawn.get(name, default), (count, *np.shape(default)))

    found: dict[str, Any] = {"q0": drawn["q0"], "qd0": drawn.get("qd0"), "inputs": {}, "parameters": {}, "wrenches": {}}
    opened = {place.opens for place in places.values()}
    parameters = found["parameters"]
    if "gravity" in opened:
        parameters["gravity"] = drawn["gravity"]
    if "payload" in opened:
        parameters["payload"] = ten_numbers(
            of("payload.mass", 0.0), of("payload.com", np.zeros(3)), of("payload.inertia", np.zeros(6))
        )
    own = {place.opens: place.all for place in places.values()}
    if "inertia" in opened:
        parameters["inertia"] = _links(drawn, own["inertia"])
    if "friction" in opened:
        parameters["friction"] = _friction(drawn, own["friction"])
    for name, values in drawn.items():
        kind, _, rest = name.partition(".")
        if kind == "controller":
            found["inputs"][rest] = ("each", values)
        elif kind == "wrench":
            found["wrenches"][rest] = values
    return found


def ten_numbers(mass: Array, com: Array, inertia: Array) -> Array:
    """XX XY XZ YY YZ ZZ MX MY MZ M about the frame's origin, from a tensor at the centre of mass: Steiner's rule.

    >>> ten_numbers(np.array([2.0]), np.array([[0.0, 0.0, 0.5]]), np.zeros((1, 6)))
    array([[0.5, 0. , 0. , 0.5, 0. , 0. , 0. , 0. , 1. , 2. ]])
    """
    x, y, z = np.moveaxis(com, -1, 0)
    steiner = np.stack([y * y + z * z, -x * y, -x * z, x * x + z * z, -y * z, x * x + y * y], -1)
    m = mass[..., None]
    return np.concatenate([inertia + m * steiner, m * com, m], -1) + 0.0  # no −0


def _links(drawn: Mapping[str, Array], own: Array) -> Array:
    """Ten numbers of each link."""
    if "links.inertia" in drawn:
        return drawn["links.inertia"]
    if "links.factor" in drawn:
        return drawn["links.factor"][..., None] * own
    mass = own[:, 9]
    factor = np.divide(drawn["links.mass"], mass, out=np.ones(drawn["links.mass"].shape), where=mass != 0.0)
    found = factor[..., None] * own
    found[..., 9] = drawn["links.mass"]
    return found


def _friction(drawn: Mapping[str, Array], own: Array) -> Array:
    """Viscous and Coulomb friction of each joint."""
    if "friction.factor" in drawn:
        return drawn["friction.factor"][..., None] * own
    count = len(next(iter(drawn.values())))
    found = np.broadcast_to(own, (count, *own.shape)).copy()
    for k, name in enumerate(("friction.viscous", "friction.coulomb")):
        if name in drawn:
            found[..., k] = drawn[name]
    return found
