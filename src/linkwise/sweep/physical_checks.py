"""Masses, inertia tensors and friction that a robot can have: checked for all rollouts before the first one runs."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from ..calls.arrays import Array
from ..errors import InvalidModel, shown
from .kernel_arguments import inertial_parameters
from .spreads import Spreads

LOOSE = 1e-9
"""How far a tensor may be from that of a rigid body, relative to its largest moment: rounding from a rotation."""

PIECE = 2**16
"""How many rollouts are checked together."""


def require_physical(spreads: Spreads, rollouts: int) -> None:
    """Refuse spreads from which some rollout draws an impossible value; the error names that rollout."""
    quantities = spreads.quantities
    bounded = [quantity for quantity in quantities.values() if quantity.least > -np.inf]
    tensors = [name for name in ("payload.inertia", "links.inertia") if name in quantities]
    only = {quantity.name for quantity in bounded} | set(tensors)
    for first in range(0, rollouts if only else 0, PIECE):
        drawn = spreads.drawn(first, min(PIECE, rollouts - first), only)
        for quantity in bounded:
            good = drawn[quantity.name] >= quantity.least
            _require(good, drawn, quantity.name, first, f"A value of at least {quantity.least:g}")
        if "payload.inertia" in drawn:
            good = _is_rigid_body(drawn["payload.inertia"])
            _require(good, drawn, "payload.inertia", first, "The tensor of a rigid body at its centre of mass")
        if "links.inertia" in drawn:
            ten = drawn["links.inertia"]
            own = (ten == quantities["links.inertia"].nominal).all(axis=-1)  # the robot's own are not judged here
            good = _are_rigid_bodies(ten) | own
            _require(good, drawn, "links.inertia", first, "Mass, first moments and tensor of a rigid body")
        if "links.mass" in drawn:
            massless = quantities["links.mass"].nominal == 0.0
            good = ~massless | (drawn["links.mass"] == 0.0)
            _require(good, drawn, "links.mass", first, "0 for links without a mass")


def _require(good: Any, drawn: Mapping[str, Array], name: str, first: int, expected: str) -> None:
    bad = np.flatnonzero(~good.reshape(len(good), -1).all(axis=1))
    if bad.size:
        value = np.array2string(drawn[name][bad[0]], precision=6, threshold=12)
        raise InvalidModel(
            f"the spread of {shown(name)} gives rollout {first + int(bad[0])} {value}.",
            f"{expected} was expected.",
            "choose other bounds, truncate it (Normal(…, low=0.0)), or use a LogNormal.",
        )


def _are_rigid_bodies(ten: Array) -> Any:
    """Whether ten inertial parameters about an origin are those of a body with a mass, or all 0."""
    mass = ten[..., 9]
    m = np.where(mass > 0.0, mass, 1.0)[..., None]
    steiner = inertial_parameters(mass, ten[..., 6:9] / m, np.zeros((*mass.shape, 6)))[..., :6]
    tensor, scale = ten[..., :6] - steiner, np.abs(ten[..., :6]).max(axis=-1)
    return np.where(mass > 0.0, _is_rigid_body(tensor, scale), (ten == 0.0).all(axis=-1))


def _is_rigid_body(tensor: Array, scale: Any = 0.0) -> Any:
    """Whether no principal moment is below 0 or above the sum of the others; `scale` is that of earlier roundings."""
    xx, xy, xz, yy, yz, zz = np.moveaxis(tensor, -1, 0)
    matrix = np.stack([np.stack([xx, xy, xz], -1), np.stack([xy, yy, yz], -1), np.stack([xz, yz, zz], -1)], -2)
    low, middle, high = np.moveaxis(np.linalg.eigvalsh(matrix), -1, 0)
    tolerance = LOOSE * np.maximum(np.abs(matrix).max(axis=(-1, -2)), scale)
    return (low >= -tolerance) & (high <= low + middle + tolerance)
