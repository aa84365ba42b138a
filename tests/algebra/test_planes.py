"""Turns that leave an axis alone, or flip it: tensors follow them by shorter formulas."""

import math

import numpy as np
import pytest

from linkwise.algebra import Mat3, Rotation, Sym3, Vec3
from tests.tolerances import ROUNDING


@pytest.mark.parametrize("k", range(3))
@pytest.mark.parametrize("flipped", [False, True])
@pytest.mark.parametrize("angle", [0.0, 0.7, math.pi / 2, -2.1, math.pi])
def test_tensors_follow_turns_in_a_plane(k, flipped, angle):
    """R t Rᵀ by double-angle identities, also where the rotation flips the third axis."""
    axis = Vec3(*np.eye(3)[k].tolist())
    R = Rotation.about_constant(axis, angle)
    if flipped:
        R = R @ Rotation.about_constant(Vec3(*np.eye(3)[(k + 1) % 3].tolist()), math.pi)
    t = np.random.default_rng(3).normal(size=(3, 3))
    rows, symmetric = np.array(R.rows), t + t.T
    found = R.turn(Mat3(tuple(map(tuple, t.tolist()))))
    assert np.abs(np.array(found.rows) - rows @ t @ rows.T).max() < ROUNDING
    xx, xy, xz, yy, yz, zz = symmetric[np.triu_indices(3)].tolist()
    found = R.turn_symmetric(Sym3(xx, xy, xz, yy, yz, zz)).full
    assert np.abs(np.array(found.rows) - rows @ symmetric @ rows.T).max() < ROUNDING
