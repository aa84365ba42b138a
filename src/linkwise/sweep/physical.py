"""Nothing runs before it is known that no rollout gets a mass, a tensor or a friction that no robot can have."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from ..calls.arrays import Array
from ..errors import InvalidModel, shown
from .assembling import ten_numbers
from .spreads import Spreads

LOOSE = 1e-9
"""How far a tensor may be from that of a rigid body, relative to its largest moment: what turning one leaves."""

PIECE = 2**16
"""Rollouts looked at together."""


def require_physical(spreads: Spreads, rollouts: int) -> None:
    """Refuse, before anything runs, masses and the like below what they can be, with the rollout that drew them."""
    bounded = [p for p in spreads.places.values() if p.least > -np.inf]
    tensors = ["payload.inertia"] if "payload.inertia" in spreads.places else []
    ten = ["links.inertia"] if "links.inertia" in spreads.places else []
    only = {p.name for p in bounded} | set(tensors) | set(ten)
    for first in range(0, rollouts if only else 0, PIECE):
        drawn = spreads.drawn(first, min(PIECE, rollouts - first), only)
        for place in bounded:
            _require(drawn[place.name] >= place.least, drawn, place.name, first, f"None below {place.least:g}")
        for name in tensors:
            _require(_of_rigid_body(drawn[name]), drawn, name, first, "The tensor of a rigid body at its centre")
        for name in ten:
            own = spreads.places[name].own
            good = _of_bodies(drawn[name]) | (drawn[name] == own).all(axis=-1)  # a robot's own are not judged here
            _require(good, drawn, name, first, "Mass, moments and tensor of a rigid body")
        if "links.mass" in only:
            hollow = spreads.places["links.mass"].own == 0.0
            _require(~hollow | (drawn["links.mass"] == 0.0), drawn, "links.mass", first, "0 for links without a mass")


def _require(good: Any, drawn: Mapping[str, Array], name: str, first: int, expected: str) -> None:
    bad = np.flatnonzero(~good.reshape(len(good), -1).all(axis=1))
    if bad.size:
        value = np.array2string(drawn[name][bad[0]], precision=6, threshold=12)
        raise InvalidModel(
            f"the spread of {shown(name)} gives rollout {first + int(bad[0])} {value}.",
            f"{expected} was expected.",
            "choose other bounds, cut the law off (Normal(…, low=0.0)), or take a LogNormal.",
        )


def _of_bodies(ten: Array) -> Any:
    """Whether ten numbers about an origin are those of a body with a mass, or all 0."""
    mass = ten[..., 9]
    m = np.where(mass > 0.0, mass, 1.0)[..., None]
    steiner = ten_numbers(mass, ten[..., 6:9] / m, np.zeros((*mass.shape, 6)))[..., :6]
    six, scale = ten[..., :6] - steiner, np.abs(ten[..., :6]).max(axis=-1)
    return np.where(mass > 0.0, _of_rigid_body(six, scale), (ten == 0.0).all(axis=-1))


def _of_rigid_body(six: Array, scale: Any = 0.0) -> Any:
    """Whether no moment is below 0 or above the sum of the others; `scale` is of what was rounded before."""
    xx, xy, xz, yy, yz, zz = np.moveaxis(six, -1, 0)
    matrix = np.stack([np.stack([xx, xy, xz], -1), np.stack([xy, yy, yz], -1), np.stack([xz, yz, zz], -1)], -2)
    low, middle, high = np.moveaxis(np.linalg.eigvalsh(matrix), -1, 0)
    room = LOOSE * np.maximum(np.abs(matrix).max(axis=(-1, -2)), scale)
    return (low >= -room) & (high <= low + middle + room)
