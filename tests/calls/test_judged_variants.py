"""Variants of robots with a joint that may move no inertia: one program, whose pivots are judged by each variant's own
inertias."""

import pickle

import numpy as np
import pytest

import linkwise
from linkwise import Robot
from linkwise.backends.backend import AbstractBackend
from linkwise.calls import variant_family
from linkwise.calls.judged_kernel import JudgedKernel
from linkwise.calls.kernel_cache import KernelKey
from linkwise.errors import LinkwiseError, NoInertia
from linkwise.formulations import QUESTIONS
from linkwise.model import Revolute
from tests.robots import example_robots
from tests.tolerances import AGREEMENT, SINGLE_PRECISION, solving

from .test_bad_calls import BALL, NOTHING, arm, wrist
from .test_judged_kernels import BENT, STRAIGHT, parts, states

pin = pytest.importorskip("pinocchio", reason="Pinocchio is not installed: pip install 'linkwise[test]'")

from tests.peers.pinocchio import Pinocchio  # noqa: E402

SOLVED = ("forward_dynamics", "forward_dynamics_derivatives", "mass_matrix_inverse")
COM, TENSOR = np.array([0.02, -0.01, 0.1]), np.diag([0.02, 0.03, 0.04])


@pytest.fixture
def shared(monkeypatch):
    """The very first variant takes the shared kernel."""
    monkeypatch.setattr(variant_family, "CUSTOMISED", 0)


@pytest.fixture
def sealed(monkeypatch):
    """A function after whose call code is neither compiled nor loaded."""

    def refuse(self, spec):
        raise AssertionError(f"{spec.name} is compiled")

    return lambda: monkeypatch.setattr(AbstractBackend, "module", refuse)


def loaded(robot: Robot, link: str, mass: float, gravity: list[float]) -> tuple[Robot, Pinocchio]:
    """A variant, and Pinocchio's model of the robot before, with the payload added to its joint there."""
    peer = Pinocchio.of_model(robot.model)
    peer.model.gravity.linear = np.array(gravity)
    joint = next(body.joint.name for body in robot.tree.bodies if body.name == link)
    peer.model.inertias[peer.model.getJointId(joint)] += pin.Inertia(mass, COM, mass * TENSOR)
    return robot.with_payload(mass, COM, mass * TENSOR, frame=link).with_gravity(gravity), peer


def agree(variant: Robot, peer: Pinocchio, question: str, given) -> None:
    """Singly, by the first call and the fast one, and in a batch."""
    batch, most = getattr(variant, question)(*(np.array([x, x]) for x in given)), solving(peer.mass_matrix(given[0]))
    for found in (
        getattr(variant, question)(*given),
        getattr(variant, question)(*given),
        tuple(part[1] for part in parts(batch)),
    ):
        true = parts(getattr(peer, question)(*given))
        for ours, theirs in zip(parts(found), true, strict=True):
            np.testing.assert_allclose(ours, theirs, rtol=0, atol=max(AGREEMENT, most) * np.abs(theirs).max())


def humanoid() -> Robot:
    files = example_robots()
    if "icub_reduced" not in files:
        pytest.skip("example-robot-data is not installed")
    return linkwise.load(files["icub_reduced"]).without_friction()


@pytest.mark.parametrize(
    ("make", "question"),
    [
        *((wrist, question) for question in SOLVED),
        (humanoid, "forward_dynamics"),
        *(pytest.param(humanoid, question, marks=pytest.mark.slow) for question in SOLVED[1:]),
    ],
)
def test_loaded_robots_against_pinocchio(shared, sealed, make, question):
    """Payloads on any link, under any gravity; nothing is compiled for the second."""
    robot = make()
    rng = np.random.default_rng(4)
    for k, body in enumerate((robot.tree.bodies[-1], robot.tree.bodies[0], robot.tree.bodies[robot.n // 2])):
        variant, peer = loaded(robot, body.name, 0.5 + k, [0.3 * k, -0.2, -9.0])
        given = states(question, rng.uniform(0.5, 1.0, robot.n))
        agree(variant, peer, question, given)
        assert isinstance(variant.kernels.get(KernelKey(question)), JudgedKernel)
        sealed()
    assert len(robot.kernels) == 1


@pytest.mark.parametrize("question", [SOLVED[0], *(pytest.param(each, marks=pytest.mark.slow) for each in SOLVED[1:])])
def test_refusals_are_those_of_a_robot_of_its_own(shared, question):
    """One joint moves no inertia when straight, unless the link between carries some: variants differ."""
    robot = wrist()
    batch = np.array([[BENT, BENT], [BENT, STRAIGHT], [STRAIGHT, BENT]])
    for link, mass in (("link3", 2.0), ("link3", 300.0), ("link2", 1.0), ("link2", 1e-15), ("link2", 0.0)):
        variant = robot.with_payload(mass, [0.1, 0.0, 0.0], frame=link).with_gravity([0.0, mass % 3, -1.0])
        own, refused = Robot(variant.model), (link, mass) != ("link2", 1.0)
        for _ in range(2):
            for q in (BENT, STRAIGHT, batch):
                found, true = (outcome(getattr(each, question), states(question, q)) for each in (variant, own))
                assert (type(found) is NoInertia) == (refused and q is not BENT)
                if type(true) is NoInertia:
                    assert str(found) == str(true) and (found.joint, found.state) == (true.joint, true.state)
                    continue
                for a, b in zip(parts(found), parts(true), strict=True):
                    np.testing.assert_allclose(a, b, rtol=AGREEMENT, atol=AGREEMENT * np.abs(b).max())
    assert len(robot.kernels) == 1


def outcome(ask, given):
    """An answer, or the error in its place."""
    try:
        return ask(*given)
    except NoInertia as error:
        return error


def test_doubtful_states_of_variants_are_judged_by_the_formulation(shared):
    """A pivot of 1e-12 of its bound is doubtful to the program, and is not refused."""
    robot = wrist()
    for mass in (0.1, 3.0):
        variant = robot.with_payload(mass, [0.2, 0.0, 0.1], frame="link3")
        given = states("forward_dynamics", np.array([[0.3, bend, 0.2] for bend in (1.0, 1e-6, 0.5, 2e-6)]))
        found = variant.forward_dynamics(*given)
        exact = variant.forward_dynamics(*given, formulation="articulated.khalil_dombre")
        assert (found[[1, 3]] == exact[[1, 3]]).all() and np.isfinite(found).all()
        assert (variant.forward_dynamics(*(x[1] for x in given)) == exact[1]).all()


@pytest.mark.parametrize("form", ["names", "lists", "out", "names and out", "single precision", "before", "pickled"])
def test_every_form_of_call(shared, form):
    variant = wrist().with_payload(0.7, [0.1, 0.2, 0.0], frame="link3")
    early, true = variant.forward_dynamics, Robot(variant.model).forward_dynamics(*states("forward_dynamics", BENT))
    for _ in range(3):
        ask = early if form == "before" else variant.forward_dynamics
        ask = pickle.loads(pickle.dumps(ask)) if form == "pickled" else ask
        for q in (BENT, STRAIGHT):
            given, options = states("forward_dynamics", q), {}
            if "names" in form:
                given, options = (), dict(zip(("q", "qd", "tau"), given, strict=True))
            elif form == "lists":
                given = [x.tolist() for x in given]
            elif form == "single precision":
                given = [x.astype(np.float32) for x in given]
            if "out" in form:
                options["out"] = np.full(3, 7.0)
            if q is BENT:
                found = ask(*given, **options)
                assert found.dtype == (np.float32 if form == "single precision" else np.float64)
                most = (SINGLE_PRECISION if form == "single precision" else AGREEMENT) * np.abs(true).max()
                np.testing.assert_allclose(found, true, rtol=0, atol=most)
                continue
            with pytest.raises(NoInertia, match="'joint1' of robot 'wrist' moves no inertia here"):
                ask(*given, **options)
            assert "out" not in form or (options["out"] == 7.0).all()


def test_calls_fail_as_those_of_any_robot(shared):
    variant = wrist().with_payload(0.7, [0.1, 0.2, 0.0], frame="link3")
    own, given = Robot(variant.model), states("forward_dynamics", BENT)
    for each in (variant, own):
        each.forward_dynamics(*given)
    for bad in ((), given[:2], (*given, given[0]), (np.zeros(2), *given[1:]), (["a", "b", "c"], *given[1:])):
        messages = []
        for each in (variant, own):
            with pytest.raises((LinkwiseError, TypeError)) as caught:
                each.forward_dynamics(*bad)
            messages.append(str(caught.value))
        assert messages[0] == messages[1]


def test_wrenches_at_a_moved_tool_and_a_base_that_moves(shared, sealed):
    """q̈ under a wrench is that of τ + Jᵀw; the derivatives are those of a robot of its own."""
    robot, rng = wrist(), np.random.default_rng(5)
    for k in range(2):
        heavy, peer = loaded(robot, "link3", 1.0 + k, [0.0, 0.0, -3.0])
        variant = heavy.with_frame(f"tool {k}", "link3", *rng.uniform(-1.0, 1.0, (2, 3)))
        own, push = Robot(variant.model), {f"tool {k}": rng.normal(size=6)}
        q, qd, tau = states("forward_dynamics", BENT)
        pulled = tau + variant.jacobian(q, f"tool {k}").T @ push[f"tool {k}"]
        true = peer.forward_dynamics(q, qd, pulled)
        answers = []
        for more in ({"wrenches": push}, {"base": {"velocity": rng.normal(size=6), "gravity": [1.0, 2.0, 3.0]}}):
            for question in SOLVED[:2]:
                answers.append((question, more, getattr(variant, question)(q, qd, tau, **more)))
                with pytest.raises(NoInertia, match="'joint1'"):
                    getattr(variant, question)(STRAIGHT, qd, tau, **more)
        np.testing.assert_allclose(answers[0][2], true, rtol=0, atol=AGREEMENT * np.abs(true).max())
        if k == 0:
            for question, more, found in answers:
                for a, b in zip(parts(found), parts(getattr(own, question)(q, qd, tau, **more)), strict=True):
                    np.testing.assert_allclose(a, b, rtol=0, atol=AGREEMENT * np.abs(b).max())
        sealed()


def test_what_a_payload_makes_possible_is_shared(shared, sealed):
    """Without a payload the last joint moves no inertia anywhere, and the robot itself has no program."""
    robot = arm((Revolute, BALL), (Revolute, NOTHING))
    given = states("forward_dynamics", np.array([0.4, 0.9]))
    for mass in (1.0, 2.0, 3.0):
        variant, peer = loaded(robot, robot.tree.bodies[-1].name, mass, [0.0, -9.0, 0.0])
        agree(variant, peer, "forward_dynamics", given)
        sealed()
    for each in (robot, robot.with_payload(0.0)):
        with pytest.raises(NoInertia, match="'joint2'"):
            each.forward_dynamics(*given)


@pytest.mark.parametrize("name", ["wrist", *(pytest.param(x, marks=pytest.mark.slow) for x in ("planar2r", "panda"))])
def test_fourth_variants_compile_nothing(sealed, name):
    """Whatever is asked: singly, in a batch, with a payload, under another gravity, about a frame of their own."""
    robot = wrist() if name == "wrist" else linkwise.load(name)
    last, rng = robot.tree.bodies[-1].name, np.random.default_rng(6)
    questions = list(SOLVED) if name == "wrist" else list(QUESTIONS)
    for k in range(4):
        tooled = robot.with_frame(f"tool {k}", last, rng.uniform(-1.0, 1.0, 3)).with_gravity([0.1 * k, 1.0, -2.0])
        heavy = tooled.with_payload(0.1 * k, COM, frame=f"tool {k}", name=f"load {k}")
        for question in questions:
            row = QUESTIONS[question]
            about = {"frame": f"load {k}"} if row.frame else {}
            for batch in ((), (9,)):
                given = rng.uniform(0.5, 1.0, (len(row.takes), *batch, robot.n))
                assert all(np.isfinite(part).all() for part in parts(getattr(heavy, question)(*given, **about)))
        if k == 2:
            sealed()
