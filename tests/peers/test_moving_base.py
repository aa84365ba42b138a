"""Arms on a base that moves: Pinocchio's, whose base is a free flyer with the same motion.

Pinocchio's velocity of a free flyer is (v, ω) seen from it, its acceleration the derivative of these components: with
the acceleration v̇ of the origin, v̇ − ω × v.
"""

import numpy as np
import pytest

import linkwise
from linkwise import Robot
from linkwise.calls.long_chains import MovingKernel
from linkwise.calls.routes import MOVABLE, route_of
from linkwise.errors import LinkwiseError, NotForThisRobot
from linkwise.formulations import QUESTIONS
from linkwise.model import Spring
from tests.rewrite import random_arms
from tests.robots import SPARSE_SEEDS, everybody, random_model, states
from tests.tolerances import AGREEMENT, CENTRAL_DIFFERENCES, CONDITIONED, solving

from .agreement import off
from .peer import coupling, friction

pin = pytest.importorskip("pinocchio", reason="Pinocchio is not installed: pip install 'linkwise[test]'")
from .pinocchio import built, inertia  # noqa: E402

NAMED = [
    "scara",
    "stanford",
    pytest.param("panda", marks=pytest.mark.slow),
    pytest.param("ur5", marks=pytest.mark.slow),
]


class OnFreeFlyer:
    """A robot in Pinocchio, in the variables of its joints, while its base moves."""

    def __init__(self, robot: Robot, base: dict[str, np.ndarray], R: np.ndarray):
        tree = robot.tree
        self.tree, self.model = tree, built(tree, pin.JointModelFreeFlyer())
        self.data, self.rotors = self.model.createData(), self.model.armature[6:].copy()
        self.v = [self.model.joints[self.model.getJointId(body.joint.name)].idx_v for body in tree.bodies]
        self.B, self.b = coupling(tree)
        self.offsets = np.array([body.joint.offset for body in tree.bodies])
        ω, v = base["velocity"][:3], base["velocity"][3:]
        self.twist = np.concatenate([v, ω])
        self.twist_rate = np.concatenate([base["acceleration"][3:] - np.cross(ω, v), base["acceleration"][:3]])
        self.pose = np.concatenate([[0.3, -0.2, 0.5], pin.Quaternion(R).coeffs()])

    def _full(self, flyer, joints):
        whole = np.zeros(len(flyer) + len(joints))
        whole[: len(flyer)], whole[np.array(self.v) + len(flyer) - 6] = flyer, joints
        return whole

    def state(self, u, ud, udd):
        q, qd, qdd = self.B @ u + self.b, self.B @ ud, self.B @ udd
        return (
            self._full(self.pose, q + self.offsets),
            self._full(self.twist, qd),
            self._full(self.twist_rate, qdd),
        )

    def inverse_dynamics(self, u, ud, udd):
        τ = pin.rnea(self.model, self.data, *self.state(u, ud, udd))[self.v]
        return self.B.T @ (τ + friction(self.tree, self.B @ ud))

    def mass_matrix(self, u):
        M = pin.crba(self.model, self.data, self.state(u, 0 * u, 0 * u)[0])
        M = np.triu(M) + np.triu(M, 1).T
        return self.B.T @ M[np.ix_(self.v, self.v)] @ self.B

    def derivatives(self, u, ud, udd):
        pin.computeRNEADerivatives(self.model, self.data, *self.state(u, ud, udd))
        dq, dv = (part[np.ix_(self.v, self.v)] for part in (self.data.dtau_dq, self.data.dtau_dv))
        viscous = np.diag([float(body.joint.friction.viscous) for body in self.tree.bodies])
        return self.B.T @ dq @ self.B, self.B.T @ (dv + viscous) @ self.B

    def kinetic_energy(self, u, ud):
        """Of the moving links and rotors: without the base's own mass."""
        q, v, _ = self.state(u, ud, 0 * u)
        self.model.armature[:] = 0.0  # Pinocchio counts the rotors of some joints only
        E = pin.computeKineticEnergy(self.model, self.data, q, v)
        self.model.armature[6:] = self.rotors
        base = inertia(self.tree.base_inertia)
        own = 0.5 * self.twist @ (base.matrix() @ self.twist)
        return E - own + 0.5 * self.rotors @ v[6:] ** 2


@pytest.fixture(params=[*NAMED, *SPARSE_SEEDS])
def moving(request):
    """A robot, the motion of its base, Pinocchio's of both, and a state."""
    robot = linkwise.load(request.param) if isinstance(request.param, str) else Robot(random_model(request.param))
    rng = np.random.default_rng(robot.n)
    R = pin.Quaternion(*(x := rng.normal(size=4)) / np.linalg.norm(x)).matrix()
    base = {"velocity": rng.normal(size=6), "acceleration": rng.normal(size=6), "gravity": R.T @ robot.gravity}
    return robot, base, OnFreeFlyer(robot, base, R), [x[0] for x in states(robot.n, 1, seed=5)]


def test_forces(moving):
    robot, base, peer, (q, qd, qdd) = moving
    τ, h = peer.inverse_dynamics(q, qd, qdd), peer.inverse_dynamics(q, qd, 0 * qdd)
    rubbing = peer.B.T @ friction(peer.tree, peer.B @ qd)
    for name in (None, *everybody(robot, "inverse_dynamics")):
        assert off(robot.inverse_dynamics(q, qd, qdd, base=base, formulation=name), τ) < AGREEMENT
        assert off(robot.bias_forces(q, qd, base=base, formulation=name), h - rubbing, np.abs(h).max()) < AGREEMENT
    at_rest = {"gravity": base["gravity"]}
    g = robot.inverse_dynamics(q, 0 * q, 0 * q, base=at_rest)
    assert off(robot.gravity_forces(q, base=at_rest), g) < AGREEMENT


def test_accelerations(moving):
    robot, base, peer, (q, qd, tau) = moving
    M = peer.mass_matrix(q)
    qdd = np.linalg.solve(M, tau - peer.inverse_dynamics(q, qd, 0 * q))
    for name in (None, *everybody(robot, "forward_dynamics")):
        found = robot.forward_dynamics(q, qd, tau, base=base, formulation=name)
        assert off(found, qdd) < max(AGREEMENT, solving(M))


def test_derivatives(moving):
    robot, base, peer, (q, qd, qdd) = moving
    dq, dqd = peer.derivatives(q, qd, qdd)
    M, ω = peer.mass_matrix(q), np.abs(base["velocity"]).max() + np.abs(qd).max()
    found = robot.inverse_dynamics_derivatives(q, qd, qdd, base=base)
    forces, momenta = np.abs(peer.inverse_dynamics(q, qd, qdd)).max() + np.abs(M).max() * ω**2, np.abs(M).max() * ω
    assert off(found.dtau_dq, dq, forces) < AGREEMENT
    assert off(found.dtau_dqd, dqd, momenta) < AGREEMENT
    assert off(found.mass_matrix, M) < AGREEMENT
    tau = peer.inverse_dynamics(q, qd, qdd)
    found = robot.forward_dynamics_derivatives(q, qd, tau, base=base)
    assert off(M @ found.dqdd_dq, -dq, forces) < max(AGREEMENT, solving(M))
    assert off(M @ found.dqdd_dqd, -dqd, momenta) < max(AGREEMENT, solving(M))


def test_kinetic_energy(moving):
    robot, base, peer, (q, qd, _) = moving
    velocity = {"velocity": base["velocity"]}
    assert off(robot.kinetic_energy(q, qd, base=velocity), peer.kinetic_energy(q, qd)) < AGREEMENT
    with pytest.raises(NotForThisRobot, match="knows a fixed base only"):
        robot.kinetic_energy(q, qd, base=velocity, formulation="lagrange.uicker_kahn")


def test_potential_energy_of_a_tilted_base():
    robot, R = linkwise.load("puma560"), pin.utils.rpyToMatrix(0.4, -0.3, 0.8)
    q = states(robot.n, 1, seed=2)[0][0]
    tilted = {"gravity": R.T @ robot.gravity}
    slope = [
        (robot.potential_energy(q + h, base=tilted) - robot.potential_energy(q - h, base=tilted)) / 2e-6
        for h in 1e-6 * np.eye(6)
    ]
    assert off(robot.gravity_forces(q, base=tilted), np.array(slope)) < CENTRAL_DIFFERENCES


@pytest.mark.parametrize("seed", [4, *(pytest.param(seed, marks=pytest.mark.slow) for seed in (9, 27))])
def test_all_at_once(seed):
    """Friction, rotors, followers, springs, compensated weights, wrenches and a base that moves, in one call."""
    plain, rng = Robot(random_model(seed)), np.random.default_rng(seed)
    names = plain.model.moving_joint_names
    robot = plain.with_springs({name: Spring(*rng.uniform(0.5, 30.0, 2)) for name in names})
    robot = robot.with_gravity_compensation({body.name: float(rng.uniform(0.0, 1.5)) for body in plain.model.bodies})
    R = pin.Quaternion(*(x := rng.normal(size=4)) / np.linalg.norm(x)).matrix()
    base = {"velocity": rng.normal(size=6), "acceleration": rng.normal(size=6), "gravity": R.T @ robot.gravity}
    press = {frame: 10.0 * rng.normal(size=6) for frame in robot.frames[-2:]}
    peer, (q, qd, qdd) = OnFreeFlyer(plain, base, R), (x[0] for x in states(robot.n, 1, seed))
    springs = [body.joint.spring for body in robot.tree.bodies]
    stretched = peer.B @ q + peer.b - [spring.rest for spring in springs]
    τ = peer.inverse_dynamics(q, qd, qdd) + peer.B.T @ ([spring.stiffness for spring in springs] * stretched)
    for frame, wrench in press.items():
        τ = τ - robot.jacobian(q, frame).T @ wrench
    for lift in robot.model.lifts:
        T, J = robot.forward_kinematics(q, lift.link), robot.jacobian(q, lift.link)
        lever = T[:3, :3] @ lift.com.components
        τ = τ + lift.mass * (J[3:] + np.cross(J[:3], lever, axisa=0).T).T @ base["gravity"]
    for name in (None, "newton_euler.featherstone"):
        found = robot.inverse_dynamics(q, qd, qdd, base=base, wrenches=press, formulation=name)
        assert off(found, τ) < AGREEMENT
    turned = dict(reversed(base.items()))
    assert off(robot.inverse_dynamics(q, qd, qdd, base=turned, wrenches=press), τ) < AGREEMENT
    M = robot.mass_matrix(q)
    again = robot.forward_dynamics(q, qd, τ, base=base, wrenches=press)
    assert off(again, qdd) < max(AGREEMENT, solving(M))


@pytest.mark.parametrize("seed", [4, *(pytest.param(seed, marks=pytest.mark.slow) for seed in (2, 9, 33))])
def test_loops(seed):
    """Those of long robots, with and without wrenches, whatever is given of the base: the formulations' answers."""
    robot, rng = Robot(random_model(seed)), np.random.default_rng(seed)
    robot = robot.with_springs({robot.model.moving_joint_names[0]: Spring(5.0, 0.3)})
    given = {"velocity": rng.normal(size=(2, 6)), "acceleration": rng.normal(size=6), "gravity": rng.normal(size=3)}
    for question in MOVABLE:
        row = QUESTIONS[question]
        base = {name: x for name, x in given.items() if name in row.base}
        press = {robot.frames[-1]: rng.normal(size=6)} if row.wrenches else {}
        state = states(robot.n, 2, seed)[: len(row.takes)]
        kernel = MovingKernel(robot.tree, question, base=tuple(base), wrenches=tuple(press), backend="interpreter")
        found = kernel(*state, *press.values(), *base.values())
        if not row.parts:
            more = {"wrenches": press} if press else {}
            name = robot.formulations(question)[0]
            assert off(found, getattr(robot, question)(*state, base=base, formulation=name, **more)) < CONDITIONED
    slopes = MovingKernel(robot.tree, "inverse_dynamics_derivatives", base=tuple(given), backend="interpreter")
    program = robot.compile("inverse_dynamics_derivatives", base=list(given), backend="interpreter")
    state = states(robot.n, 2, seed)
    for one, other in zip(slopes(*state, *given.values()), program(*state, *given.values()), strict=True):
        assert off(one, other) < CONDITIONED


def test_long_robots_are_answered_by_loops():
    long = Robot(random_arms.arm(61, 61))
    q, qd, qdd = (x[0] for x in states(61, 1, seed=1))
    base = {"velocity": np.arange(6.0) / 6.0}
    for question in ("inverse_dynamics", "inverse_dynamics_derivatives"):
        assert route_of(long.tree, question, base=True) == "loop"
    τ = long.inverse_dynamics(q, qd, qdd, base=base)
    assert off(τ, long.inverse_dynamics(q, qd, qdd, base=base, formulation="newton_euler.featherstone")) < CONDITIONED


def test_questions_share_a_program():
    """Those that do not depend on the base's motion answer as they do alone."""
    robot = linkwise.load("scara")
    q, qd, qdd = (x[0] for x in states(robot.n, 1, seed=8))
    V, g = np.arange(6.0), np.array([1.0, 2.0, -9.0])
    kernel = robot.compile(
        "inverse_dynamics", "mass_matrix", "gravity_forces", "jacobian", base=["velocity", "gravity"]
    )
    found = kernel(q, qd, qdd, V, g)
    moving = {"velocity": V, "gravity": g}
    assert off(found.inverse_dynamics, robot.inverse_dynamics(q, qd, qdd, base=moving)) < AGREEMENT
    assert off(found.mass_matrix, robot.mass_matrix(q)) < AGREEMENT
    assert off(found.gravity_forces, robot.gravity_forces(q, base={"gravity": g})) < AGREEMENT
    assert off(found.jacobian, robot.jacobian(q)) < AGREEMENT


@pytest.mark.parametrize("base", [np.zeros(6), np.zeros(0), [], 0, "", "velocity", {"speed": [0.0] * 6}])
def test_what_is_no_motion_of_a_base(base):
    with pytest.raises(LinkwiseError, match="base"):
        linkwise.load("planar2r").inverse_dynamics(*np.zeros((3, 2)), base=base)


def test_batches_and_parts():
    """Each array may have a batch of its own; what is left out is at rest."""
    robot = linkwise.load("stanford")
    q, qd, qdd = states(robot.n, 4, seed=3)
    V, A = np.random.default_rng(3).normal(size=(2, 4, 6))
    whole = robot.inverse_dynamics(q, qd, qdd, base={"velocity": V, "acceleration": A[0]})
    for k in range(4):
        one = robot.inverse_dynamics(q[k].tolist(), qd[k], qdd[k], base={"acceleration": A[0], "velocity": V[k]})
        assert off(one, whole[k]) < AGREEMENT
    alone = robot.inverse_dynamics(q, qd, qdd, base={"velocity": V})
    both = robot.inverse_dynamics(q, qd, qdd, base={"velocity": V, "acceleration": np.zeros(6)})
    assert off(alone, both) < AGREEMENT
    assert (robot.inverse_dynamics(q, qd, qdd, base={}) == robot.inverse_dynamics(q, qd, qdd)).all()
