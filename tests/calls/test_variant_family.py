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
from tests.tolerances import AGREEMENT, SINGLE_PRECISION, solving

pin = pytest.importorskip("pinocchio", reason="Pinocchio is not installed: pip install 'linkwise[test]'")

from tests.peers.pinocchio import Pinocchio  # noqa: E402

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
