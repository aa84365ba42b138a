"""The kinds of columns that a fit can add to those of the links: one row each."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from ...calls.arrays import Array
from .nonlinear import falling


@dataclass(frozen=True, eq=False)
class Motion:
    """What a column of friction depends on, sample by sample: speed q̇, its direction s, position and load of
    gravity."""

    qd: Array
    s: Array
    q: Array
    load: Array
    near: float = 0.0
    """The speed within which √|q̇| is rounded off."""
    speed: float = 1.0
    """The speed at which Stribeck's term has fallen to 37 %, and the shape of its fall."""
    shape: float = 2.0


@dataclass(frozen=True)
class Kind:
    """A kind of column: the letters of its coefficient, its value, and whether the coefficient cannot be negative.

    >>> at = Motion(np.array([4.0]), np.array([1.0]), np.array([0.0]), np.array([-3.0]))
    >>> KINDS["sqrt"].value(at), KINDS["load"].value(at)
    (array([2.]), array([3.]))
    """

    letters: str
    value: Callable[[Motion], Array]
    positive: bool
    says: str


KINDS: dict[str, Kind] = {
    "viscous": Kind("FV", lambda at: at.qd, True, "F_v q̇"),
    "coulomb": Kind("FC", lambda at: at.s, True, "F_c s"),
    "offset": Kind("FO", lambda at: np.ones_like(at.qd), False, "F_o, an offset of the drive or of the sensor"),
    "sqrt": Kind("FR", lambda at: np.sqrt(np.hypot(at.qd, at.near)) * at.s, True, "F_r √|q̇| s"),
    "load": Kind("FL", lambda at: np.abs(at.load) * at.s, True, "F_l |g(q)| s, gears under load"),
    "uneven": Kind("FU", lambda at: np.abs(at.qd), False, "F_u |q̇|, half the difference between both directions"),
    "stribeck": Kind(
        "FS", lambda at: falling(at.qd, at.speed, at.shape) * at.s, True, "F_s e^(−|q̇/v|^shape) s, v by a search"
    ),
    "sine": Kind("FA", lambda at: np.sin(at.q), False, "F_a sin q, ripple"),
    "cosine": Kind("FB", lambda at: np.cos(at.q), False, "F_b cos q, ripple"),
}
"""What a fit can add, by name. s is sign(q̇), or tanh(q̇/width) where a width is given; g(q) the force of gravity."""


def direction(qd: Array, width: float | None) -> Array:
    """s: sign(q̇), or tanh(q̇/width).

    >>> direction(np.array([-0.5, 0.0, 0.02]), None), direction(np.array([0.02]), 0.02).round(3)
    (array([-1.,  0.,  1.]), array([0.762]))
    """
    s: Array = np.sign(qd) if width is None else np.tanh(qd / width)
    return s
