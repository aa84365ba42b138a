"""Kernels against Pinocchio on the arms of example-robot-data, through the robot's own methods."""

import numpy as np
import pytest

import linkwise
from tests.robots import example_robots, is_serial_arm
from tests.tolerances import EPS

pin = pytest.importorskip("pinocchio", reason="Pinocchio is not installed: pip install 'linkwise[test]'")
from tests.peers.agreement import Sample  # noqa: E402
from tests.peers.peer import coupling, friction  # noqa: E402
from tests.peers.pinocchio import Pinocchio  # noqa: E402

from .cases import off  # noqa: E402

FILES = example_robots()
ARMS = [name for name, path in FILES.items() if name != "ur3" and is_serial_arm(path)]

CLOSE = 1e-13
"""Relative to the largest entry: two programs of some hundred operations each, on inertias that both converted."""


@pytest.mark.parametrize("name", ARMS)
def test_arms(name):
    robot = linkwise.load(FILES[name])
    assert robot.model.coordinates.trivial
    peer, at = Pinocchio.of_urdf(FILES[name], robot.model), Sample.of(robot, 3, seed=5)
    B, b = coupling(robot.model)
    tau, M, qdd = robot.inverse_dynamics(at.q, at.qd, at.qdd), robot.mass_matrix(at.q), None
    qdd = robot.forward_dynamics(at.q, at.qd, at.tau)
    derivatives = robot.inverse_dynamics_derivatives(at.q, at.qd, at.qdd)
    for k, (q, qd, a, t) in enumerate(zip(*at, strict=True)):
        q, rubbing = B @ q + b, friction(robot.model, qd)
        assert off(tau[k], peer.inverse_dynamics(q, qd, a) + rubbing) <= CLOSE
        truth = peer.mass_matrix(q)
        assert off(M[k], truth) <= CLOSE
        assert off(derivatives.mass_matrix[k], truth) <= CLOSE
        d = np.sqrt(np.diag(truth))
        scaled = np.linalg.cond(truth / np.outer(d, d))
        assert off(qdd[k], peer.forward_dynamics(q, qd, t - rubbing)) <= max(CLOSE, 100 * scaled * EPS / 2)
    dq, dqd = slopes(peer, robot, at)
    assert off(derivatives.dtau_dq, dq) <= CLOSE and off(derivatives.dtau_dqd, dqd) <= CLOSE


def slopes(peer, robot, at):
    """∂τ/∂q and ∂τ/∂q̇ of the peer, viscous friction added."""
    viscous = np.diag([body.joint.friction.viscous for body in robot.tree.bodies])
    found = []
    for q, qd, qdd in zip(at.q, at.qd, at.qdd, strict=True):
        pin.computeRNEADerivatives(peer.model, peer.data, peer._q(q), peer._v(qd), peer._v(qdd))
        dq, dqd = (getattr(peer.data, name)[np.ix_(peer.v, peer.v)].copy() for name in ("dtau_dq", "dtau_dv"))
        found.append((dq, dqd + viscous))
    return tuple(np.stack(column) for column in zip(*found, strict=True))


FLIPPED = """<robot name="flipped"><link name="base"/>
<joint name="turn" type="continuous"><parent link="base"/><child link="arm"/><axis xyz="1 0 0"/></joint>
<link name="arm"><inertial><origin xyz="0.1 0 0" rpy="{rpy}"/><mass value="1"/>
<inertia ixx="0.02" ixy="0.001" ixz="0.002" iyy="0.03" iyz="0.003" izz="0.04"/></inertial></link>
<joint name="weld" type="fixed"><parent link="arm"/><child link="hand"/><origin xyz="0 0.2 0" rpy="{rpy}"/></joint>
<link name="hand"><inertial><origin xyz="0 0.1 0"/><mass value="0.5"/>
<inertia ixx="0.01" ixy="0.002" ixz="-0.001" iyy="0.03" iyz="0.001" izz="0.035"/></inertial></link></robot>"""


@pytest.mark.parametrize(
    "flip",
    [
        "{h} 0 0.7",
        "0 {h} 0.7",
        "{h} 0.7 0",
        "0.7 {h} 0",
        "0.7 0 {h}",
        "{h} {h} 0.7",
        "0 0 0.7",
        "{r} 0 0.7",
        "0.7 {r} 0",
    ],
)
def test_half_turns_about_an_axis_in_the_plane(flip, tmp_path):
    """A turn that keeps a coordinate plane and turns it over."""
    path = tmp_path / "flipped.urdf"
    path.write_text(FLIPPED.format(rpy=flip.format(h=np.pi, r=np.pi / 2)))
    model = pin.buildModelFromUrdf(str(path))
    q = pin.neutral(model)
    assert off(linkwise.load(path).mass_matrix([0.0]), pin.crba(model, model.createData(), q)) <= CLOSE
