"""Springs and dampers to a fixed place, along three directions and six."""

import numpy as np
from scipy.spatial.transform import Rotation

import linkwise
from linkwise.contact import SpringDamper

from ..tolerances import AGREEMENT, DEFAULT_RUN, NUDGED, ROUNDING
from .bodies import MASS, G, falling


def test_a_mass_on_a_spring():
    """z = z_s + e^(−ζωt) A (cos ω_d t + ζω/ω_d sin ω_d t) about m g / k below the place."""
    k, d, z0 = 60.0, 2.0, 0.4
    run = falling().simulate([z0], wrenches={"ball": SpringDamper([0.0, 0.0, 1.0], k, d)}, t=2.0, rtol=1e-10)
    rest, ω, ζω = 1.0 - MASS * G / k, np.sqrt(k / MASS), d / (2 * MASS)
    ωd = np.sqrt(ω**2 - ζω**2)
    wanted = rest + (z0 - rest) * np.exp(-ζω * run.t) * (np.cos(ωd * run.t) + ζω / ωd * np.sin(ωd * run.t))
    assert np.abs(run.q[:, 0] - wanted).max() <= DEFAULT_RUN and run.drift <= DEFAULT_RUN


def test_the_wrench_is_the_slope_of_its_energy():
    """Jᵀ w = −∂U/∂q on a Panda, six directions, other stiffnesses along and about each axis of a turned place."""
    arm, rng = linkwise.load("panda"), np.random.default_rng(1)
    place = np.eye(4)
    place[:3, :3], place[:3, 3] = Rotation.from_rotvec([0.4, -0.7, 1.1]).as_matrix(), [0.3, 0.1, 0.5]
    law = SpringDamper(place, [300.0, 200.0, 50.0], 0.0, [20.0, 9.0, 4.0], point=[0.1, 0.0, 0.05])
    q, h = rng.normal(size=7), 1e-6 * np.eye(7)
    slope = (law.stored(arm, q + h, "panda_link8") - law.stored(arm, q - h, "panda_link8")) / 2e-6
    by_wrench = arm.jacobian(q, "panda_link8").T @ law.at(arm, q, np.zeros(7), "panda_link8")
    assert np.abs(by_wrench + slope).max() <= NUDGED * np.abs(slope).max()


def test_dampers_take_what_they_should():
    """−w · (ω, v) = ṗᵀ D ṗ + ωᵀ D_t ω in the place's axes."""
    arm, rng = linkwise.load("panda"), np.random.default_rng(2)
    place = np.eye(4)
    place[:3, :3] = Rotation.from_rotvec([0.4, -0.7, 1.1]).as_matrix()
    law = SpringDamper(place, 0.0, [3.0, 2.0, 1.0], 0.0, [0.3, 0.2, 0.1])
    q, qd = rng.normal(size=(2, 5, 7))
    twist = np.einsum("bij,bj->bi", arm.jacobian(q), qd)
    ω, v = twist[:, :3] @ place[:3, :3], twist[:, 3:] @ place[:3, :3]
    power = (law.at(arm, q, qd) * twist).sum(axis=1)
    wanted = v**2 @ [3.0, 2.0, 1.0] + ω**2 @ [0.3, 0.2, 0.1]
    assert np.abs(power + wanted).max() <= AGREEMENT * wanted.max()


def test_equal_stiffnesses_turn_back_with_k_sin():
    """k sin θ about the axis of the turn; for small turns k_i θ about each axis."""
    axis = np.array([1.0, 2.0, -2.0]) / 3.0
    for θ in (0.3, 1.5, 3.0):
        pose = np.eye(4)
        pose[:3, :3] = Rotation.from_rotvec(θ * axis).as_matrix()
        w = SpringDamper([0.0, 0.0, 0.0], 0.0, turning_stiffness=7.0).wrench(pose.tolist(), [0.0] * 6)
        assert np.allclose(w[:3], -7.0 * np.sin(θ) * axis, rtol=0, atol=ROUNDING * 10) and w[3:] == [0.0] * 3
    law = SpringDamper([0.0, 0.0, 0.0], 0.0, turning_stiffness=[5.0, 3.0, 1.0])
    for i, k in enumerate((5.0, 3.0, 1.0)):
        pose = np.eye(4)
        pose[:3, :3] = Rotation.from_rotvec(1e-3 * np.eye(3)[i]).as_matrix()
        w = law.wrench(pose.tolist(), [0.0] * 6)
        assert np.allclose(w[:3], -k * np.sin(1e-3) * np.eye(3)[i], rtol=0, atol=ROUNDING)
