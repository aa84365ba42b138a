"""The random robots are what they are meant to be: varied, physical, and movable."""

from collections import Counter

import numpy as np

from linkwise import Robot
from tests.robots import SEEDS, random_model, states


def test_everything_occurs():
    met, sizes = Counter(), {"chain": set(), "tree": set()}
    for seed in SEEDS:
        model = random_model(seed)
        joints = [body.joint for body in model.bodies]
        met.update({joint.kind for joint in joints})
        sizes["chain" if model.serial else "tree"].add(len(model.moving))
        met["rotor"] += any(joint.rotor.inertia for joint in joints)
        met["friction"] += any(joint.friction.viscous for joint in joints)
        met["one-sided friction"] += any(joint.friction.backward is not None for joint in joints)
        met["offset"] += any(joint.offset for joint in joints)
        met["massless"] += any(body.joint.moves and body.inertia.m == 0.0 for body in model.bodies)
        met["coupled"] += not model.coordinates.trivial
        met["places"] += any(frame.name.startswith("place") for frame in model.frames)
        met["gravity"] += model.gravity.z != -9.81
        met["base"] += model.base_inertia.m > 0.0
    assert sizes["chain"] == set(range(1, 13))
    assert sizes["tree"] >= set(range(3, 13))
    assert min(met.values()) >= 20, met


def test_links_are_physical():
    """No eigenvalue of the pseudo-inertia is negative, so that the triangle inequality holds too."""
    for seed in SEEDS:
        for body in random_model(seed).bodies:
            if body.inertia.m:
                assert np.linalg.eigvalsh(body.inertia.pseudo)[0] > 1e-6 * body.inertia.m


BY = "composite.featherstone"  # not compiled, which would take longer


def test_inertia_matrices_are_regular():
    for seed in SEEDS:
        robot = Robot(random_model(seed))
        assert np.linalg.cond(robot.mass_matrix(states(robot.n, 3, seed)[0], formulation=BY)).max() < 1e6


def test_same_seed_same_robot():
    assert random_model(7) == random_model(7) != random_model(8)
