"""Arms whose inertia matrix is constant and diagonal: closed forms of planar arms, and Pinocchio's matrices."""

import numpy as np
import pytest

import linkwise
from linkwise.errors import BadArray, NotForThisRobot
from linkwise.model import Rotor
from tests.cli.command_line import answer
from tests.peers.agreement import off
from tests.peers.pinocchio import Pinocchio
from tests.robots import random_chain, random_model, states
from tests.tolerances import AGREEMENT, ROUNDING

WRIST = {"joint4": 0.3, "joint5": -0.4, "joint6": 0.2}
"""Where the wrists of six-joint arms are held."""

ARMS = {
    "planar2r": lambda: linkwise.load("planar2r"),
    "planar3r": lambda: linkwise.load("planar3r"),
    "puma560": lambda: linkwise.load("puma560").lock(WRIST),
    "rx90": lambda: linkwise.load("rx90").lock(WRIST),
    "scara": lambda: linkwise.load("scara").lock("joint4", 0.7),
    "turret": lambda: linkwise.load("puma560").lock({**WRIST, "joint3": 0.5}),
}
SOME = [name if name in ("planar3r", "puma560") else pytest.param(name, marks=pytest.mark.slow) for name in ARMS]


@pytest.mark.parametrize("name", SOME)
def test_constant_and_diagonal_in_pinocchio(name):
    """The matrix of the arm with its counterweights, at any configuration; that of its motors, B⁻ᵀ … B⁻¹."""
    robot = ARMS[name]()
    design = robot.decoupling()
    peer = Pinocchio.of_model(design.balanced.model)
    rotors = np.diag([body.joint.rotor.reflected for body in robot.tree.bodies])
    M = np.array([peer.mass_matrix(q) for q in states(robot.n, 20, 5)[0]])
    own = np.sqrt(np.einsum("ii,kk->ik", M[0], M[0]))
    assert (np.abs(M - M[0]) / own).max() < AGREEMENT
    before = np.array([Pinocchio.of_model(robot.model).mass_matrix(q) for q in states(robot.n, 20, 5)[0]])
    assert (np.abs(before - before[0]) / own).max() > 1e3 * AGREEMENT  # it was not so before
    B = np.linalg.inv(design.ratios)
    Λ = B.T @ (M[0] - rotors) @ B + rotors
    assert np.abs(Λ - np.diag(np.diag(Λ))).max() < AGREEMENT * Λ.max()
    moved = design.robot.mass_matrix(states(robot.n, 20, 6)[0])
    assert off(moved, np.broadcast_to(np.diag(np.diag(Λ)), moved.shape)) < AGREEMENT
    assert max(design.residual) < AGREEMENT


def test_two_links_by_hand():
    """m₂ c₂ + m l = 0 for the weight; with the second motor on the base H₁₁ = ZZ₁ + l₁² (m₂ + m), H₂₂ = ZZ₂ + m l²."""
    arm, l = linkwise.load("planar2r"), 0.4
    design = arm.decoupling(distance=l)
    K = dict(zip(arm.parameters().names, arm.parameters().values.tolist(), strict=True))
    (weight,) = design.counterweights
    assert abs(weight.mass - K["MX2"] / l) < ROUNDING and weight.place == (-l, 0.0, 0.0)
    assert abs(weight.moment - K["MX2"]) < ROUNDING
    expected = np.diag([K["ZZ1"] + 0.7**2 * (K["M2"] + weight.mass), K["ZZ2"] + weight.mass * l**2])
    assert off(design.robot.mass_matrix([0.4, 1.3]), expected) < AGREEMENT
    assert [e.left for e in design.constant] == ["MX2", "MY2"]
    assert [e.left for e in design.diagonal] == ["ZZ2", "MX2", "MY2"]


def test_three_links_by_hand():
    """From the tip inwards: what the third weight adds is carried by the second link."""
    arm, l = linkwise.load("planar3r"), 0.3
    K = dict(zip(arm.parameters().names, arm.parameters().values.tolist(), strict=True))
    design = arm.decoupling(distance=l)
    m3 = K["MX3"] / l
    m2 = (K["MX2"] + 0.4 * (K["M3"] + m3)) / l
    assert [(w.link, w.place) for w in design.counterweights] == [("link2", (-l, 0, 0)), ("link3", (-l, 0, 0))]
    assert off(np.array([w.mass for w in design.counterweights]), np.array([m2, m3])) < AGREEMENT
    H1 = K["ZZ1"] + 0.5**2 * (K["M2"] + m2 + K["M3"] + m3)
    H2 = K["ZZ2"] + m2 * l**2 + 0.4**2 * (K["M3"] + m3)
    H3 = K["ZZ3"] + m3 * l**2
    assert off(design.robot.mass_matrix([0.4, 1.3, -2.0]), np.diag([H1, H2, H3])) < AGREEMENT
    assert np.array_equal(design.ratios, np.tril(np.ones((3, 3))))


def test_every_velocity_coefficient_vanishes():
    """Of the balanced arm, as `couplings` judges it: by its masses, and not by design."""
    balanced = ARMS["puma560"]().decoupling().balanced
    assert set(balanced.couplings(samples=20).velocity.flat) == {"index", "design", "parameters"}
    assert set(ARMS["puma560"]().couplings(samples=20).velocity.flat) >= {"acts"}


def test_a_weight_in_an_oblique_direction():
    """One counterweight against a first moment that has two components."""
    arm = linkwise.load("planar2r").with_parameters([0.3, 0.4], ["MX2", "MY2"])
    (weight,) = arm.decoupling(distance=0.5).counterweights
    assert abs(weight.mass - 1.0) < ROUNDING and off(np.array(weight.place), np.array([-0.3, -0.4, 0.0])) < AGREEMENT


def test_rotors_move_with_their_motors():
    """A rotor on joint 2 turns with the motor's u2 = q1 + q2 once that sits on the base."""
    arm = linkwise.load("planar2r").with_rotors({"joint2": Rotor(1e-3, gear_ratio=20.0)})
    bare, geared = linkwise.load("planar2r").decoupling().robot, arm.decoupling().robot
    added = geared.mass_matrix([0.1, 0.2]) - bare.mass_matrix([0.1, 0.2])
    assert off(added, np.diag([0.0, 0.4])) < AGREEMENT


def test_perpendicular_axes_need_no_other_motors():
    """A turret: two axes at right angles couple by products of inertia alone, which weights take away."""
    design = ARMS["turret"]().decoupling()
    assert np.array_equal(design.ratios, np.eye(2)) and design.robot is design.balanced
    assert "motors at the joints" in str(design)


def test_what_no_weight_can_do():
    """A slide that carries mass away from a hinge: its own mass would have to be 0."""
    design = linkwise.load("stanford").lock(WRIST).decoupling()
    assert "M3" in [e.left for e in design.impossible]
    assert "no counterweights" in str(design) and "impossible" in repr(design)
    for part in ("robot", "balanced", "ratios", "residual"):
        with pytest.raises(NotForThisRobot, match="no counterweights make"):
            getattr(design, part)


@pytest.mark.parametrize("seed", [1, 2, *(pytest.param(k, marks=pytest.mark.slow) for k in (0, 3, 4, 5, 6, 7, 8))])
def test_chains_of_any_geometry(seed):
    """Either some equation cannot be fulfilled, or the new robot's matrix is constant and diagonal."""
    design = linkwise.Robot(random_chain(seed)).decoupling()
    assert design.impossible or max(design.residual) < AGREEMENT
    assert all(weight.mass > 0.0 for weight in design.counterweights)


def test_refused():
    with pytest.raises(NotForThisRobot, match="7 joints"):
        linkwise.load("panda").decoupling()
    tree = next(m for m in map(random_model, range(24, 36)) if m.n in (2, 3) and not m.serial)
    with pytest.raises(NotForThisRobot, match="branches"):
        linkwise.Robot(tree).decoupling()
    with pytest.raises(NotForThisRobot, match="follow others"):
        linkwise.load("planar2r").with_motors([[1.0, 0.0], [-1.0, 1.0]]).decoupling()
    for wrong in (0.0, -1.0, float("nan"), "far"):
        with pytest.raises(BadArray, match="distance"):
            linkwise.load("planar2r").decoupling(distance=wrong)


def test_nothing_to_do():
    design = linkwise.load("pendulum").decoupling()
    assert not design.constant and not design.counterweights and design.robot.n == 1
    assert "constant as it is" in str(design)


def test_command():
    found = answer("couplings", "planar3r", "--decouple")["decoupling"]
    assert found["constant"] == ["MXR2", "MY2", "MX3", "MY3"] and found["ratios"][2] == [1.0, 1.0, 1.0]
    assert max(found["residual"]) < AGREEMENT
    slide = answer("couplings", "stanford", "--hold", "joint4,joint5,joint6", "--decouple")["decoupling"]
    assert slide["ratios"] is None and "M3" in slide["impossible"]
