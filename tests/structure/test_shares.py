"""Rotation and translation of each link: the paper's own formulation, Pinocchio, and differences of the parts."""

import numpy as np
import pytest

import linkwise
from linkwise.errors import BadArray
from linkwise.formulations.lagrange.generalized_dalembert import inertia_parts, velocity_forces
from tests.peers.agreement import off
from tests.peers.pinocchio import Pinocchio
from tests.robots import random_model, states
from tests.tolerances import AGREEMENT, CENTRAL_DIFFERENCES


@pytest.mark.parametrize("name", ["panda", *(pytest.param(name, marks=pytest.mark.slow) for name in ("ur5", "rx90"))])
def test_the_papers_own_parts(name):
    """(4.2) to (4.4), summed over the links."""
    robot = linkwise.load(name)
    (q,), (qd,), _ = states(robot.n, 1, 2)
    shares = robot.inertia_shares(q.tolist())
    rotational, translational = inertia_parts(robot.tree, list(q))
    assert off(shares.rotation.sum(axis=0), np.array(rotational)) < AGREEMENT
    assert off(shares.translation.sum(axis=0), np.array(translational)) < AGREEMENT
    tran, rot = velocity_forces(robot.tree, list(q), list(qd))
    for part, whole in ((shares.velocity_translation, tran), (shares.velocity_rotation, rot)):
        assert off(np.einsum("sikm,k,m->i", part, qd, qd), np.array(whole)) < AGREEMENT


@pytest.mark.parametrize("name", ["scara", "puma560", "stanford"])
def test_the_sum_is_pinocchios(name):
    robot = linkwise.load(name)
    (q,), (qd,), _ = states(robot.n, 1, 4)
    peer, shares = Pinocchio.of_model(robot.tree), robot.inertia_shares(q)
    assert off(shares.matrix, peer.mass_matrix(q)) < AGREEMENT
    C = np.einsum("sikm,m->ik", shares.velocity_rotation + shares.velocity_translation, qd)
    assert off(C, peer.coriolis_matrix(q, qd)) < AGREEMENT


@pytest.mark.parametrize("seed", [4, *(pytest.param(k, marks=pytest.mark.slow) for k in (9, 30, 199))])
def test_each_part_is_a_mechanism_of_its_own(seed):
    """h of each part of each link are the Christoffel symbols of that part; trees and coupled coordinates too."""
    robot = linkwise.Robot(random_model(seed))
    (q,), step = states(robot.n, 1, seed)[0], 1e-5
    here = robot.inertia_shares(q)
    either = [[robot.inertia_shares(q + s * step * e) for s in (1.0, -1.0)] for e in np.eye(robot.n)]
    for D, h in (("rotation", here.velocity_rotation), ("translation", here.velocity_translation)):
        slopes = [(getattr(a, D) - getattr(b, D)) / (2.0 * step) for a, b in either]
        dD = np.stack(slopes, axis=-1)
        symbols = 0.5 * (dD + dD.swapaxes(2, 3) - np.moveaxis(dD, -1, 1))
        assert off(h, symbols) < CENTRAL_DIFFERENCES
    assert off(here.matrix, robot.mass_matrix(q)) < AGREEMENT


def test_printed():
    arm = linkwise.load("puma560").inertia_shares([0.3] * 6)
    lines = str(arm).splitlines()
    assert len(lines) == 22 and max(map(len, lines)) <= 100
    assert next(line for line in lines if line.startswith("D56")).split() == ["D56", "0", "0", "0", "0"]
    assert "by rotation" in repr(arm) and "<table>" in arm._repr_html_()


def test_refused():
    with pytest.raises(BadArray, match="q has shape"):
        linkwise.load("planar2r").inertia_shares([0.0])
    with pytest.raises(BadArray, match="nan"):
        linkwise.load("planar2r").inertia_shares([0.0, float("nan")])
