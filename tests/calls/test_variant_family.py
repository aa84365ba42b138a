"""Robots whose payload and gravity change again and again: shared kernels give what rebuilt robots give."""

import pickle
from concurrent.futures import ThreadPoolExecutor
from inspect import signature

import numpy as np
import pytest

import linkwise
from linkwise.calls import variant_family
from linkwise.calls.variant_family import BoundKernel
from linkwise.errors import LinkwiseError
from linkwise.formulations import QUESTIONS
from tests.kernels.test_long_chains import robot as long_robot
from tests.tolerances import AGREEMENT, SINGLE_PRECISION, solving

pin = pytest.importorskip("pinocchio", reason="Pinocchio is not installed: pip install 'linkwise[test]'")

from tests.peers.pinocchio import Pinocchio  # noqa: E402
from tests.peers.test_reactions import transmitted  # noqa: E402

LOAD = {"com": [0.02, -0.01, 0.1], "inertia": np.diag([0.02, 0.03, 0.04])}
RNG = np.random.default_rng(16)


@pytest.fixture
def shared(monkeypatch):
    """The very first variant takes the shared kernel."""
    monkeypatch.setattr(variant_family, "CUSTOMISED", 0)


def _states(robot, question, batch=()):
    return RNG.uniform(-1.0, 1.0, (len(QUESTIONS[question].takes), *batch, robot.n))


def _close(found, true, tolerance=AGREEMENT):
    for a, b in zip(found, true, strict=True) if isinstance(found, tuple) else [(found, true)]:
        np.testing.assert_allclose(a, b, rtol=0, atol=tolerance * max(np.abs(b).max(), 1.0))


def test_the_first_two_variants_are_customised_and_the_others_share():
    arm = linkwise.load("planar3r")
    q = RNG.normal(size=3)
    variants = [arm.with_payload(mass) for mass in (1.0, 2.0, 3.0, 4.0)]
    for variant in variants:
        _close(variant.gravity_forces(q), Pinocchio.of_model(variant.model).inverse_dynamics(q, 0 * q, 0 * q))
    kernels = [variant.kernels.get(next(iter(variant.kernels))) for variant in variants]
    assert [isinstance(kernel, BoundKernel) for kernel in kernels] == [False, False, True, True]
    assert kernels[2].kernel is kernels[3].kernel and len(arm.kernels) == 1


@pytest.mark.parametrize(
    "question",
    ["inverse_dynamics", *(pytest.param(x, marks=pytest.mark.slow) for x in ("forward_dynamics", "mass_matrix"))],
)
def test_varied_pandas_against_pinocchio(shared, question):
    """Payloads at the tip and elsewhere, after and before a change of gravity."""
    arm = linkwise.load("panda").without_friction()
    for variant in (
        arm.with_payload(2.0, **LOAD),
        arm.with_gravity([1.0, -2.0, -3.0]).with_payload(1.0, **LOAD, frame="panda_link4"),
        arm.with_payload(0.5, name="one").with_payload(1.5, name="two", frame="one").with_gravity([0.0, 9.81, 0.0]),
        arm.with_payload(0.0),
    ):
        peer, states = Pinocchio.of_model(variant.model), _states(arm, question, (3,))
        true = np.array([getattr(peer, question)(*state) for state in states.swapaxes(0, 1)])
        worst = max(solving(peer.mass_matrix(q)) for q in states[0]) if question == "forward_dynamics" else 0.0
        _close(getattr(variant, question)(*states), true, max(AGREEMENT, worst))
        _close(getattr(variant, question)(*states[:, 0]), true[0], max(AGREEMENT, worst))
        kernel = next(variant.kernels.get(key) for key in variant.kernels)
        assert isinstance(kernel, BoundKernel) or variant.tree.bodies == arm.tree.bodies  # without mass it is the arm's


OFTEN = ("bias_forces", "forward_dynamics_derivatives", "jacobian", "potential_energy", "regressor")
"""Questions of each kind; the others are asked in the slow run."""


@pytest.mark.parametrize("name", ["planar2r", pytest.param("puma560", marks=pytest.mark.slow)])
@pytest.mark.parametrize(
    "question", [pytest.param(each, marks=() if each in OFTEN else pytest.mark.slow) for each in sorted(QUESTIONS)]
)
def test_every_question(shared, question, name):
    """As a robot of the same model answers, which shares nothing; Pinocchio speaks above. The Puma's first link has no
    mass, only an inertia."""
    variant = linkwise.load(name).with_gravity([0.3, -9.0, 1.0]).with_payload(0.7, **LOAD)
    own = linkwise.Robot(variant.model)
    states = _states(variant, question)
    _close(getattr(variant, question)(*states), getattr(own, question)(*states))
    _close(getattr(variant, question)(*states), getattr(own, question)(*states))  # by the installed function
    many = _states(variant, question, (4, 2))
    _close(getattr(variant, question)(*many), getattr(own, question)(*many))


def test_wrenches(shared):
    variant = linkwise.load("planar2r").with_payload(0.7, **LOAD)
    own, states = linkwise.Robot(variant.model), _states(variant, "inverse_dynamics")
    for frame in ("tip", "payload"):  # the robot itself has no frame 'payload'
        push = {frame: RNG.normal(size=6)}
        for question in ("inverse_dynamics", "forward_dynamics_derivatives"):
            found, true = (getattr(robot, question)(*states, wrenches=push) for robot in (variant, own))
            _close(found, true)


def test_questions_about_the_payloads_frame(shared):
    variant = linkwise.load("planar2r").with_payload(0.7, name="cup")
    q = [0.3, 0.4]
    np.testing.assert_array_equal(variant.jacobian(q, "cup"), variant.jacobian(q, "tip"))


def _moved(arm, k):
    """The arm with a tool on another place of its last link, under another name, and a camera further down."""
    rng = np.random.default_rng(k)
    last, before = arm.tree.bodies[-1].name, arm.tree.bodies[-2].name
    arm = arm.with_frame(f"tool {k}", last, *rng.uniform(-1.0, 1.0, (2, 3)))
    return arm.with_frame(f"camera {k}", before, *rng.uniform(-1.0, 1.0, (2, 3))).with_payload(0.1 * k, frame=last)


@pytest.mark.parametrize("name", ["planar3r", pytest.param("panda", marks=pytest.mark.slow)])
def test_moved_frames_against_pinocchio(name):
    """Names change, one frame and two; the third to the fifth share a kernel for each question."""
    arm = linkwise.load(name).without_friction()
    q, qd, qdd, w = *RNG.uniform(-1.0, 1.0, (3, arm.n)), RNG.normal(size=6)
    for k in range(1, 6):
        variant = _moved(arm, k)
        peer, (tool, camera) = Pinocchio.of_model(variant.model), (f"tool {k}", f"camera {k}")
        truth = {frame: peer.place(q, qd, frame) for frame in (tool, camera)}
        for _ in range(2):
            _close(variant.forward_kinematics(q, tool), truth[tool][0])
            _close(variant.jacobian(q, tool), truth[tool][1])
            _close(variant.jacobian_dot(q, qd, camera) @ qd, truth[camera][2])
            _close(variant.jacobian(q, [camera, tool]), np.array([truth[frame][1] for frame in (camera, tool)]))
            pushed = variant.inverse_dynamics(q, qd, qdd, wrenches={camera: w})
            _close(pushed, peer.inverse_dynamics(q, qd, qdd) - truth[camera][1].T @ w)
        kinds = {type(variant.kernels.get(key)) for key in variant.kernels}
        assert (kinds == {BoundKernel}) == (k > 2)
    assert len(arm.kernels) == 5


@pytest.mark.parametrize("name", ["planar3r", pytest.param("panda", marks=pytest.mark.slow)])
def test_moved_tools_have_task_spaces(shared, name):
    """Also in the tool's axes, and damped."""
    arm, rows = linkwise.load(name).without_friction(), ["x", "y"] if name == "planar3r" else "pose"
    q, qd = RNG.uniform(-1.0, 1.0, (2, arm.n))
    for k in (1, 2):
        variant = _moved(arm, k)
        own = linkwise.Robot(variant.model)
        for options in ({}, {"axes": "tool"}, {"damping": 0.1}):
            found, true = (robot.task_space(q, qd, frame=f"tool {k}", rows=rows, **options) for robot in (variant, own))
            for name in ("jacobian", "drift", "inertia", "velocity_forces"):
                _close(getattr(found, name), getattr(true, name), 100 * AGREEMENT)
        assert {type(variant.kernels.get(key)) for key in variant.kernels} == {BoundKernel}


def test_the_pattern_of_frames_counts(shared):
    """The same frame twice, then two; a list of one, and its one alone; two links in either order."""
    arm = linkwise.load("planar3r")
    q = RNG.uniform(-1.0, 1.0, arm.n)
    for k, about in enumerate((["tool"] * 2, ["tool", "pen"], ["tool"], "tool", ["pen", "camera"], ["camera", "pen"])):
        last, before = arm.tree.bodies[-1].name, arm.tree.bodies[-2].name
        variant = arm.with_frame("tool", last, [0.1, 0.2, k]).with_frame("pen", last, [0.3, k, 0.4])
        variant = variant.with_frame("camera", before, [0.5, 0.6, 0.7])
        own = linkwise.Robot(variant.model)
        np.testing.assert_array_equal(variant.jacobian(q, about).shape, own.jacobian(q, about).shape)
        _close(variant.jacobian(q, about), own.jacobian(q, about))


def test_single_precision_stays_single(shared):
    variant = linkwise.load("planar2r").with_payload(0.7, **LOAD)
    states = _states(variant, "inverse_dynamics")
    true, singles = variant.inverse_dynamics(*states), states.astype(np.float32)
    for _ in range(2):
        found = variant.inverse_dynamics(*singles)
        assert found.dtype == np.float32
        _close(found, true, SINGLE_PRECISION)


def test_calls_look_and_fail_as_those_of_any_robot(shared):
    variant = linkwise.load("planar2r").with_payload(0.7, **LOAD)
    own, states = linkwise.Robot(variant.model), _states(variant, "inverse_dynamics")
    variant.inverse_dynamics(*states)
    _close(variant.inverse_dynamics(*states.tolist()), own.inverse_dynamics(*states))
    _close(variant.inverse_dynamics(qd=states[1], q=states[0], qdd=states[2]), own.inverse_dynamics(*states))
    assert list(signature(variant.inverse_dynamics).parameters) == list(signature(own.inverse_dynamics).parameters)
    assert variant.inverse_dynamics.__doc__ == type(variant).inverse_dynamics.__doc__
    for bad in (
        (np.zeros(3), *states[1:]),
        (["a", "b"], *states[1:]),
        (np.zeros((2, 2)), np.zeros((3, 2)), states[2]),
        (1j * states[0], *states[1:]),
        states[:2],
    ):
        messages = []
        for robot in (variant, own):
            with pytest.raises((LinkwiseError, TypeError)) as caught:
                robot.inverse_dynamics(*bad)
            messages.append(str(caught.value))
        assert messages[0] == messages[1]
    with pytest.raises(LinkwiseError, match="the payload's mass is -1"):
        variant.with_payload(-1.0, name="more")


def test_a_pickled_variant_answers(shared):
    variant = linkwise.load("planar2r").with_payload(0.7, **LOAD)
    states = _states(variant, "inverse_dynamics")
    tau = variant.inverse_dynamics(*states)
    for again in (
        pickle.loads(pickle.dumps(variant)).inverse_dynamics,
        pickle.loads(pickle.dumps(variant.inverse_dynamics)),
    ):
        _close(again(*states), tau)


def test_threads_vary_one_robot(shared):
    arm = linkwise.load("planar3r")
    masses, q = np.linspace(0.1, 5.0, 40), RNG.normal(size=3)

    def loaded(mass):
        return arm.with_payload(mass).with_gravity([0.0, -mass, 0.0]).gravity_forces(q)

    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(loaded, masses))
    for mass, forces in zip(masses, found, strict=True):
        true = Pinocchio.of_model(arm.with_payload(mass).with_gravity([0.0, -mass, 0.0]).model)
        _close(forces, true.inverse_dynamics(q, 0 * q, 0 * q))
    assert len(arm.kernels) == 1


def test_other_variants_have_families_of_their_own(shared):
    arm = linkwise.load("planar3r")
    locked = arm.with_payload(1.0).lock("joint3")
    _close(locked.mass_matrix([0.1, 0.2]), linkwise.Robot(locked.model).mass_matrix([0.1, 0.2]))
    assert not isinstance(locked.kernels.get(next(iter(locked.kernels))), BoundKernel)


@pytest.mark.parametrize("name", ["panda", "plain_chain 210", pytest.param("plain_chain 61", marks=pytest.mark.slow)])
def test_reactions_against_pinocchio(shared, name):
    """By programs and by loops: one kernel answers, and another under wrenches at a tool that moves."""
    arm = linkwise.load(name).without_friction() if name == "panda" else linkwise.Robot(long_robot(name).model)
    last = arm.tree.bodies[-1].name
    for k in range(2):
        variant = arm.with_payload(1.0 + k, **LOAD, frame=last).with_gravity([0.1 * k, 1.0, -9.0])
        variant = variant.with_frame(f"tool {k}", last, [0.1, 0.2, 0.1 * k])
        peer, (q, qd, qdd) = Pinocchio.of_model(variant.model), _states(arm, "inverse_dynamics", (2,))
        truth = np.array([transmitted(peer, *each) for each in zip(q, qd, qdd, strict=True)])
        for _ in range(2):
            _close(variant.reaction_wrenches(q, qd, qdd), truth)
            _close(variant.reaction_wrenches(q[0], qd[0], qdd[0]), truth[0])
    assert len(arm.kernels) == 1
    w, base = RNG.normal(size=6), {"axes": "base"}
    found = variant.reaction_wrenches(q, qd, qdd, at=arm.joint_names[-1], wrenches={"tool 1": w}, **base)
    free = variant.reaction_wrenches(q, qd, qdd, **base)[:, -1]
    lever = variant.forward_kinematics(q, "tool 1")[:, :3, 3] - variant.forward_kinematics(q, last)[:, :3, 3]
    press = np.concatenate([w[:3] + np.cross(lever, w[3:]), np.tile(w[3:], (2, 1))], axis=1)
    _close(found, free - press)


def test_reactions_at_fixed_joints(shared):
    """A sensor in the wrist feels the payload that hangs on it; a joint that only the payload has is its variant's."""
    arm = linkwise.load("planar2r").with_frame("sensor", "tip", [0.1, 0.0, 0.0])
    arm = linkwise.Robot(arm.with_payload(0.5, name="gripper").model)
    states = _states(arm, "inverse_dynamics", (3,))
    for mass in (1.0, 2.0):
        variant = arm.with_payload(mass, **LOAD, frame="gripper", name="cup")
        own = linkwise.Robot(variant.model)
        for at in ("gripper", ["joint2", "gripper"], ["cup", "gripper"], None):
            for axes in ("link", "base"):
                found, true = (robot.reaction_wrenches(*states, at=at, axes=axes) for robot in (variant, own))
                _close(found, true)
    assert len(arm.kernels) == 6
