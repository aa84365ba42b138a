"""The momentum of the whole robot: Pinocchio's centroidal momentum, MuJoCo's subtree sensors, and what changes it."""

from dataclasses import replace

import numpy as np
import pytest

import linkwise
from linkwise import Robot
from linkwise.algebra import Inertia, Sym3, Vec3
from linkwise.errors import NoMass
from linkwise.model import rewrite
from tests.robots import PEERS_SEEDS, everybody, random_model, states
from tests.tolerances import AGREEMENT, CENTRAL_DIFFERENCES, TRACKED

from .agreement import off
from .peer import coupling

pin = pytest.importorskip("pinocchio", reason="Pinocchio is not installed: pip install 'linkwise[test]'")
from .pinocchio import Pinocchio  # noqa: E402


def by_pinocchio(peer: Pinocchio, q, qd):
    """Centre of mass, momentum and its matrix; Pinocchio has the linear part first."""
    A = np.reshape(pin.ccrba(peer.model, peer.data, peer._q(q), peer._v(qd)), (6, -1))[:, peer.v]
    h = pin.computeCentroidalMomentum(peer.model, peer.data, peer._q(q), peer._v(qd))
    c = pin.centerOfMass(peer.model, peer.data, peer._q(q))
    return np.array(c), np.concatenate([h.angular, h.linear]), np.concatenate([A[3:], A[:3]])


def reach(robot: Robot, c) -> float:
    """What is added up to a centre of mass, and may cancel: its distance and the robot's size."""
    return float(np.linalg.norm(c)) + sum(float(np.linalg.norm(b.placement.p.components)) for b in robot.tree.bodies)


@pytest.mark.parametrize("seed", PEERS_SEEDS[1::8])
def test_random_robots(seed):
    """Rotors, friction, mimic joints and all: to the rounding of what is added up."""
    robot = Robot(random_model(seed))
    model = replace(robot.model, base_inertia=Inertia.none(robot.model.base))  # Pinocchio counts a base that weighs
    peer, (B, b) = Pinocchio.of_model(model), coupling(robot.model)
    for q, qd in zip(*states(robot.n, 2, seed)[:2], strict=True):
        c, h, A = by_pinocchio(peer, B @ q + b, B @ qd)
        size = robot.total_mass * reach(robot, c)
        spread, moved = np.array([[size * reach(robot, c)]] * 3 + [[size]] * 3), np.abs(B @ qd).sum()
        for name in (None, *everybody(robot, "momentum")):
            assert np.abs(robot.center_of_mass(q, formulation=name) - c).max() <= AGREEMENT * reach(robot, c)
            assert (np.abs(robot.momentum(q, qd, formulation=name) - h) <= AGREEMENT * spread[:, 0] * moved).all()
            assert (np.abs(robot.momentum_matrix(q, formulation=name) - A @ B) <= AGREEMENT * spread).all()


@pytest.mark.parametrize("name", ["puma560", pytest.param("stanford", marks=pytest.mark.slow)])
def test_catalog_robots_to_the_last_digits(name):
    """Arms of one metre on their bases: relative to the largest entry, in a batch and one by one."""
    robot = linkwise.load(name)
    peer, (q, qd, _) = Pinocchio.of_model(robot.model), states(robot.n, 3, seed=4)
    found = robot.center_of_mass(q), robot.momentum(q, qd), robot.momentum_matrix(q)
    for k in range(len(q)):
        for ours, theirs in zip(found, by_pinocchio(peer, q[k], qd[k]), strict=True):
            assert off(ours[k], theirs) < AGREEMENT
    assert off(np.einsum("sij,sj->si", found[2], qd), found[1]) < AGREEMENT
    assert robot.total_mass == pytest.approx(pin.computeTotalMass(peer.model), rel=AGREEMENT)


@pytest.mark.parametrize("seed", [0, *(pytest.param(k, marks=pytest.mark.slow) for k in range(8, 40, 8))])
def test_mujoco(seed):
    """MuJoCo's subtree_com, subtree_angmom and subtree_linvel of the world."""
    mujoco = pytest.importorskip("mujoco", reason="MuJoCo is not installed: pip install 'linkwise[test]'")
    from .mujoco import MuJoCo

    robot = Robot(random_model(seed))
    tree = rewrite.merge_fixed(robot.model)
    peer, (B, b) = MuJoCo.of_model(tree), coupling(tree)
    q, qd = (x[0] for x in states(robot.n, 1, seed)[:2])
    m, d = peer.model, peer.data
    peer.inverse_dynamics(B @ q + b, B @ qd, 0.0 * (B @ qd))  # leaves the state in d
    mujoco.mj_subtreeVel(m, d)
    theirs = np.concatenate([d.subtree_angmom[0], m.body_subtreemass[0] * d.subtree_linvel[0]])
    assert off(robot.center_of_mass(q), d.subtree_com[0]) < AGREEMENT
    assert off(robot.momentum(q, qd), theirs) < AGREEMENT


def test_long_chains_and_moving_bases():
    """More links than a program has; and a base that moves carries all links along."""
    from tests.kernels.test_long_chains import robot as long_robot

    robot = long_robot("chain 70")
    peer, (q, qd, _) = Pinocchio.of_model(robot.model), states(robot.n, 2, seed=3)
    for k, ours in enumerate(
        zip(robot.center_of_mass(q), robot.momentum(q, qd), robot.momentum_matrix(q), strict=True)
    ):
        for mine, theirs in zip(ours, by_pinocchio(peer, q[k], qd[k]), strict=True):
            assert off(mine, theirs) < AGREEMENT
    arm, (ω, v) = linkwise.load("puma560"), (np.array([0.3, -0.2, 0.5]), np.array([1.0, 2.0, -0.5]))
    q, qd = (x[0] for x in states(6, 1, seed=5)[:2])
    carried = arm.momentum(q, qd, base={"velocity": [*ω, *v]}) - arm.momentum(q, qd)
    assert off(carried[3:], arm.total_mass * (v + np.cross(ω, arm.center_of_mass(q)))) < AGREEMENT
    still = arm.momentum(q, qd, base={"velocity": [0, 0, 0, *v]}) - arm.momentum(q, qd)
    assert np.abs(still[:3]).max() < AGREEMENT * np.abs(still[3:]).max()


def test_what_changes_it():
    """ḣ is the sum of the wrenches from outside: of gravity, of the base through the first joint, of a push."""
    robot = linkwise.load("puma560")
    q, qd, qdd = (x[0] for x in states(6, 1, seed=6))
    push = {"link4": np.array([0.4, 0.1, -0.3, 5.0, -2.0, 3.0])}
    step = 1e-5
    after, before = (robot.momentum(q + s * qd + 0.5 * s * s * qdd, qd + s * qdd) for s in (step, -step))
    c, weight = robot.center_of_mass(q), robot.total_mass * robot.gravity
    base = robot.reaction_wrenches(q, qd, qdd, at="joint1", axes="base", wrenches=push)
    o, p = (robot.forward_kinematics(q, link)[:3, 3] for link in (robot.tree.bodies[0].name, "link4"))
    f, n = push["link4"][3:], push["link4"][:3]
    total = np.concatenate([base[:3] + np.cross(o - c, base[3:]) + n + np.cross(p - c, f), base[3:] + weight + f])
    assert off((after - before) / (2 * step), total) < CENTRAL_DIFFERENCES


def test_a_free_robot_keeps_it():
    """A satellite with an arm, motors at work, rotors and all: nothing from outside, and nothing changes."""
    arm = linkwise.load("puma560").without_friction().with_gravity([0.0, 0.0, 0.0])
    assert any(body.joint.rotor.reflected for body in arm.tree.bodies)
    hull = Inertia.at_com(40.0, Vec3(0.0, 0.1, -0.2), Sym3(3.0, 0.1, 0.0, 4.0, 0.0, 2.5))
    free = Robot(replace(arm.model, base_inertia=hull)).with_floating_base()
    rng = np.random.default_rng(8)
    q, qd = rng.uniform(-0.5, 0.5, free.n), rng.uniform(-0.3, 0.3, free.n)
    torques = np.concatenate([np.zeros(6), [2.0, -3.0, 1.0, 0.2, 0.1, -0.2]])
    run = free.simulate(q, qd, tau=lambda t, q, qd: torques, t=1.0, rtol=1e-11, atol=1e-11)
    h = free.momentum(run.q, run.qd)
    assert np.abs(run.qd[-1] - run.qd[0]).max() > 0.1  # it did move
    assert off(h, np.broadcast_to(h[0], h.shape)) < TRACKED


def test_no_mass_no_centre():
    arm = linkwise.load("puma560").model
    light = [replace(b, inertia=replace(b.inertia, m=0.0, h=b.inertia.h * 0.0)) for b in arm.bodies]
    robot = Robot(replace(arm, bodies=tuple(light)))
    with pytest.raises(NoMass, match="no centre of mass"):
        robot.center_of_mass([0.0] * 6)
