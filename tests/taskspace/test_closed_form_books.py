"""The closed forms as books print them, for two arms with other frames than ours: all branches are the same.

Craig (1989), §4.7, for the PUMA 560.                                                                     [craig1989]
Hawkins (2013) for UR5 and UR10, in the published Denavit–Hartenberg parameters.                        [hawkins2013]
"""

from itertools import product

import numpy as np
import pytest

import linkwise
from linkwise.taskspace.closed_form import closed_form, solutions
from tests.tolerances import NINE_DIGITS

HALF = np.pi / 2
TURN = 2.0 * np.pi


def _arm(tmp_path, convention, rows):
    """A robot from rows of (alpha, a, d)."""
    links = "".join(
        f'[[link]]\ntype = "revolute"\nalpha = {alpha!r}\na = {a!r}\nd = {d!r}\nmass = 1.0\ncom = [0.0, 0.0, 0.0]\n'
        "inertia = [0.1, 0.0, 0.0, 0.1, 0.0, 0.1]\n"
        for alpha, a, d in rows
    )
    file = tmp_path / "arm.toml"
    file.write_text(f'format = "linkwise-dh 1"\nname = "arm"\nconvention = "{convention}"\n{links}', encoding="utf-8")
    return linkwise.load(file)


def _same(arm, poses, printed, q):
    """That the branches of both are the same sets, for each pose."""
    form, none = closed_form(arm), np.full(6, np.inf)
    found = solutions(form, poses, q, -none, none)
    for k in range(len(q)):
        ours, theirs = found.q[k, : found.count[k]], printed[k]
        apart = np.abs((ours[:, None] - theirs[None] + np.pi) % TURN - np.pi).max(axis=-1)
        assert len(ours) == len(theirs)
        assert (apart.min(axis=0) < NINE_DIGITS).all() and (apart.min(axis=1) < NINE_DIGITS).all()


def craig(T, a2, a3, d3, d4):
    """The eight branches of (4.64)–(4.83)."""
    (r11, _, r13, px), (r21, _, r23, py), (r31, _, r33, pz), _ = T
    found = []
    for elbow, shoulder, wrist in product((1.0, -1.0), repeat=3):
        θ1 = np.arctan2(py, px) - np.arctan2(d3, shoulder * np.sqrt(px**2 + py**2 - d3**2))
        K = (px**2 + py**2 + pz**2 - a2**2 - a3**2 - d3**2 - d4**2) / (2.0 * a2)
        θ3 = np.arctan2(a3, d4) - np.arctan2(K, elbow * np.sqrt(a3**2 + d4**2 - K**2))
        c1, s1, c3, s3 = np.cos(θ1), np.sin(θ1), np.cos(θ3), np.sin(θ3)
        ahead = c1 * px + s1 * py
        θ23 = np.arctan2((-a3 - a2 * c3) * pz - ahead * (d4 - a2 * s3), (a2 * s3 - d4) * pz + (a3 + a2 * c3) * ahead)
        c23, s23 = np.cos(θ23), np.sin(θ23)
        θ4 = np.arctan2(-r13 * s1 + r23 * c1, -r13 * c1 * c23 - r23 * s1 * c23 + r33 * s23)
        c4, s4 = np.cos(θ4), np.sin(θ4)
        s5 = -(r13 * (c1 * c23 * c4 + s1 * s4) + r23 * (s1 * c23 * c4 - c1 * s4) - r33 * s23 * c4)
        c5 = -r13 * c1 * s23 - r23 * s1 * s23 - r33 * c23
        θ5 = np.arctan2(s5, c5)
        s6 = -r11 * (c1 * c23 * s4 - s1 * c4) - r21 * (s1 * c23 * s4 + c1 * c4) + r31 * s23 * s4
        c6 = r11 * ((c1 * c23 * c4 + s1 * s4) * c5 - c1 * s23 * s5)
        c6 += r21 * ((s1 * c23 * c4 - c1 * s4) * c5 - s1 * s23 * s5) - r31 * (s23 * c4 * c5 + c23 * s5)
        θ6 = np.arctan2(s6, c6)
        flipped = (θ4 + np.pi, -θ5, θ6 + np.pi) if wrist < 0.0 else (θ4, θ5, θ6)
        found.append([θ1, θ23 - θ3, θ3, *flipped])
    return np.array(found)


def test_craig_on_the_puma(tmp_path):
    a2, a3, d3, d4 = 0.4318, 0.0203, 0.1244, 0.4318
    rows = [(0.0, 0.0, 0.0), (-HALF, 0.0, 0.0), (0.0, a2, d3), (-HALF, a3, d4), (HALF, 0.0, 0.0), (-HALF, 0.0, 0.0)]
    arm = _arm(tmp_path, "modified", rows)
    q = np.random.default_rng(0).uniform(-3.0, 3.0, (30, 6))
    poses = arm.forward_kinematics(q)
    _same(arm, poses, [craig(T, a2, a3, d3, d4) for T in poses], q)


def hawkins(T, d1, a2, a3, d4, d5, d6):
    """θ1, θ5, θ6 by his (5), (12) and (16); the plane of links 2 and 3 by the cosine rule."""
    found = []
    wrist = T[:3, 3] - d6 * T[:3, 2]
    ψ, reach = np.arctan2(wrist[1], wrist[0]), np.hypot(wrist[0], wrist[1])
    for shoulder, side, elbow in product((1.0, -1.0), repeat=3):
        θ1 = ψ + shoulder * np.arccos(d4 / reach) + HALF
        s1, c1 = np.sin(θ1), np.cos(θ1)
        θ5 = side * np.arccos((T[0, 3] * s1 - T[1, 3] * c1 - d4) / d6)
        s5 = np.sin(θ5)
        X, Y = T[0, :3], T[1, :3]  # the base's axes in those of the tool
        θ6 = np.arctan2((-X[1] * s1 + Y[1] * c1) / s5, (X[0] * s1 - Y[0] * c1) / s5)
        T14 = np.linalg.inv(_dh(θ1, HALF, 0.0, d1)) @ T
        T14 = T14 @ np.linalg.inv(_dh(θ5, -HALF, 0.0, d5) @ _dh(θ6, 0.0, 0.0, d6))
        far = T14[:2, 3] - d4 * T14[:2, 1]  # in the plane of links 2 and 3
        cosine = (far @ far - a2**2 - a3**2) / (2.0 * a2 * a3)
        if abs(cosine) > 1.0:
            continue
        θ3 = elbow * np.arccos(cosine)
        θ2 = np.arctan2(far[1], far[0]) - np.arctan2(a3 * np.sin(θ3), a2 + a3 * np.cos(θ3))
        R34 = np.linalg.inv(_dh(θ2, 0.0, a2, 0.0) @ _dh(θ3, 0.0, a3, 0.0)) @ T14
        found.append([θ1, θ2, θ3, np.arctan2(R34[1, 0], R34[0, 0]), θ5, θ6])
    return np.array(found)


def _dh(θ, α, a, d):
    """The pose of one link in the standard convention."""
    c, s, cα, sα = np.cos(θ), np.sin(θ), np.cos(α), np.sin(α)
    return np.array([[c, -s * cα, s * sα, a * c], [s, c * cα, -c * sα, a * s], [0, sα, cα, d], [0, 0, 0, 1]])


@pytest.mark.parametrize(
    "sizes",
    [
        (0.089159, -0.425, -0.39225, 0.10915, 0.09465, 0.0823),
        pytest.param((0.1273, -0.612, -0.5723, 0.163941, 0.1157, 0.0922), marks=pytest.mark.slow),
    ],
    ids=["UR5", "UR10"],
)
def test_hawkins_on_universal_robots(tmp_path, sizes):
    d1, a2, a3, d4, d5, d6 = sizes
    rows = [(HALF, 0.0, d1), (0.0, a2, 0.0), (0.0, a3, 0.0), (HALF, 0.0, d4), (-HALF, 0.0, d5), (0.0, 0.0, d6)]
    arm = _arm(tmp_path, "standard", rows)
    q = np.random.default_rng(1).uniform(-3.0, 3.0, (30, 6))
    poses = arm.forward_kinematics(q)
    _same(arm, poses, [hawkins(T, *sizes) for T in poses], q)
