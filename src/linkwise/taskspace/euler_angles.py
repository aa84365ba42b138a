"""Three successive turns about axes of the frame as it turns: R = R_a(φ1) R_b(φ2) R_c(φ3).

Each angle turns about an axis that the angles before it have moved, so the columns of B are these axes in the base,

    b1 = e_a,  b2 = R_a(φ1) e_b,  b3 = R_a(φ1) R_b(φ2) e_c,  ω = b1 φ̇1 + b2 φ̇2 + b3 φ̇3,

and each axis is turned by the angles before it: ∂b_j/∂φ_k = b_k × b_j for k < j, and 0 for the others.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

import numpy as np
from numpy.typing import ArrayLike

from ..calls.arrays import Array
from ..errors import UnknownName
from .abstract_orientation import AbstractOrientation, cross_matrix, rotations, three

SEQUENCES = tuple("".join(axes) for axes in product("xyz", repeat=3) if axes[0] != axes[1] != axes[2])
"""The twelve sequences that reach every orientation."""


@dataclass(frozen=True)
class EulerAngles(AbstractOrientation):
    """Angles about three axes, such as z, y and x ("zyx": yaw, pitch, roll) or z, y and z again ("zyz").

    >>> EulerAngles("zyx").B([0.0, 0.0, 0.0])  # ω = (φ̇3, φ̇2, φ̇1)
    array([[0., 0., 1.],
           [0., 1., 0.],
           [1., 0., 0.]])
    """

    name: str

    def __post_init__(self) -> None:
        if self.name not in SEQUENCES:
            raise UnknownName("sequence", self.name, "linkwise.taskspace", SEQUENCES)

    @property
    def proper(self) -> bool:
        """Whether the last axis is the first one again.

        >>> EulerAngles("zyz").proper
        True
        """
        return self.name[0] == self.name[2]

    def _turn(self, k: int, angle: Array) -> Array:
        """R_k(angle) about the k-th of the axes."""
        axis = np.eye(3)["xyz".index(self.name[k])]
        c, s = np.cos(angle)[..., None, None], np.sin(angle)[..., None, None]
        along = np.outer(axis, axis)
        return along + c * (np.eye(3) - along) + s * cross_matrix(axis)

    def rotation(self, phi: ArrayLike) -> Array:
        """The matrices R_a(φ1) R_b(φ2) R_c(φ3).

        >>> EulerAngles("zyz").rotation([0.0, 0.0, 0.0]).trace()
        np.float64(3.0)
        """
        angles = three("phi", phi)
        return self._turn(0, angles[..., 0]) @ self._turn(1, angles[..., 1]) @ self._turn(2, angles[..., 2])

    def angles(self, R: ArrayLike) -> Array:
        """The angles, φ1 and φ3 in (−π, π], φ2 in [−π/2, π/2] as in "zyx" or [0, π] as in "zyz".

        φ1 comes first and φ3 from the rotation that remains, so that a singular φ2 costs no accuracy.

        >>> EulerAngles("zyz").angles([[1.0, 0.0, 0.0], [0.0, 0.0, -1.0], [0.0, 1.0, 0.0]]).round(6)  # x by 90°
        array([-1.570796,  1.570796,  1.570796])
        """
        r = rotations(R)
        a, b, c = ("xyz".index(letter) for letter in self.name)
        k = 3 - a - b
        s = 1.0 if (b - a) % 3 == 1 else -1.0  # e_a × e_b = s e_k
        if self.proper:
            first = np.arctan2(r[..., b, a], -s * r[..., k, a])
        else:
            first = np.arctan2(-s * r[..., b, c], r[..., c, c])
        left = np.swapaxes(self._turn(0, first), -1, -2) @ r  # R_b(φ2) R_c(φ3)
        if self.proper:
            second, third = np.arctan2(-s * left[..., k, a], left[..., a, a]), -s * left[..., b, k]
        else:
            second, third = np.arctan2(s * left[..., a, c], left[..., c, c]), s * left[..., b, a]
        return np.stack([first, second, np.arctan2(third, left[..., b, b])], axis=-1)

    def B(self, phi: ArrayLike) -> Array:
        """The axes of the three turns, as columns.

        >>> EulerAngles("zyz").B([0.0, 0.0, 0.0])[2]  # the first and third are one: singular
        array([1., 0., 1.])
        """
        angles = three("phi", phi)
        axes = [np.eye(3)["xyz".index(letter)] for letter in self.name]
        first = self._turn(0, angles[..., 0])
        columns = [np.broadcast_to(axes[0], angles.shape), first @ axes[1]]
        return np.stack([*columns, first @ self._turn(1, angles[..., 1]) @ axes[2]], axis=-1)

    def dB(self, phi: ArrayLike) -> Array:
        """∂b_j/∂φ_k = b_k × b_j for k < j.

        >>> EulerAngles("zyx").dB([0.0, 0.0, 0.0])[:, 1, 0]  # the y axis turned about z
        array([-1.,  0.,  0.])
        """
        b = self.B(phi)
        out = np.zeros((*b.shape, 3))
        for k, j in ((0, 1), (0, 2), (1, 2)):
            out[..., :, j, k] = np.cross(b[..., k], b[..., j])
        return out

    def ddB(self, phi: ArrayLike) -> Array:
        """∂²b_j/∂φ_k∂φ_l = ∂b_k/∂φ_l × b_j + b_k × ∂b_j/∂φ_l for k < j.

        >>> EulerAngles("zyx").ddB([0.0, 0.0, 0.0])[:, 1, 0, 0]
        array([ 0., -1.,  0.])
        """
        b, db = self.B(phi), self.dB(phi)
        out = np.zeros((*db.shape, 3))
        for k, j in ((0, 1), (0, 2), (1, 2)):
            for m in range(3):
                moved = np.cross(db[..., :, k, m], b[..., j]) + np.cross(b[..., k], db[..., :, j, m])
                out[..., :, j, k, m] = moved
        return out

    def measure(self, phi: ArrayLike) -> Array:
        """|cos φ2|, or |sin φ2| if the last axis is the first one.

        >>> float(EulerAngles("zyx").measure([0.3, 0.0, 0.1]))
        1.0
        """
        second = three("phi", phi)[..., 1]
        return np.abs(np.sin(second) if self.proper else np.cos(second))
