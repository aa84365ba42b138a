"""Derivatives in weighted sums and along directions, against central differences; second ones too; where none are."""

import numpy as np
import pytest

from linkwise.calls.directional_programs import PullbackProgram, PushforwardProgram
from linkwise.formulations import QUESTIONS
from linkwise.program import count
from tests.calls.test_bad_calls import wrist
from tests.calls.test_judged_kernels import BENT, STRAIGHT
from tests.kernels.cases import asked, framed, parts, robot, task
from tests.tolerances import CENTRAL_DIFFERENCES

STEP = 1e-6
ARMS = ("planar2r", pytest.param(14, marks=pytest.mark.slow))


def interpreted(traceable):
    """What the program says; how machine code runs it is tested elsewhere."""
    return traceable.kernel(backend="interpreter")


def directions(arrays, seed):
    rng = np.random.default_rng(seed)
    return [rng.normal(size=np.shape(x)) for x in arrays]


def slope(kernel, given, changes):
    """How the answers change, by central differences."""
    ends = [parts(kernel(*(x + sign * STEP * d for x, d in zip(given, changes, strict=True)))) for sign in (1.0, -1.0)]
    return [(after - before) / (2.0 * STEP) for after, before in zip(*ends, strict=True)]


def agrees(traceable, given, seed):
    """The pushforward along a direction, and the pullback of weights, are what central differences say."""
    kernel, changes = interpreted(traceable), directions(given, seed)
    weights = directions(parts(kernel(*given)), seed + 1)
    expected = slope(kernel, given, changes)
    scale = 1.0 + max(np.abs(x).max() for x in expected)
    forward = parts(interpreted(PushforwardProgram(traceable))(*given, *changes))
    assert all(np.abs(a - b).max() <= 10 * CENTRAL_DIFFERENCES * scale for a, b in zip(forward, expected, strict=True))
    backward = parts(interpreted(PullbackProgram(traceable))(*given, *weights))
    along = sum((g * d).sum() for g, d in zip(backward, changes, strict=True))
    assert abs(along - sum((w * x).sum() for w, x in zip(weights, expected, strict=True))) <= (
        100 * CENTRAL_DIFFERENCES * scale
    )


@pytest.mark.parametrize("arm", ARMS)
@pytest.mark.parametrize("question", QUESTIONS)
def test_first_derivatives(arm, question):
    arm = robot(arm)
    agrees(task(arm, question, **framed(arm, question)), [x[0] for x in asked(arm, question, 1)], 3)


@pytest.mark.parametrize("first", [PullbackProgram, PushforwardProgram])
@pytest.mark.parametrize("question", ["inverse_dynamics", "forward_dynamics"])
def test_derivatives_of_derivatives(first, question):
    """Also with parameters that are left open."""
    arm = robot("planar2r")
    derivative = first(task(arm, question, parameters=["gravity"]))
    agrees(derivative, directions([np.empty(port.shape) for port in derivative.signature.takes], 5), 7)


def test_third_derivatives_have_names_of_their_own():
    derivative = PullbackProgram(PullbackProgram(PullbackProgram(task(robot("pendulum"), "gravity_forces"))))
    names = [port.name for port in derivative.signature.takes]
    assert len(set(names)) == len(names) == 1 + 1 + 1 + 2


def test_fewer_operations_than_the_jacobian():
    """Of a Panda's torques: half."""
    torques = task(robot("panda"), "inverse_dynamics")
    jacobian, _ = torques.derivatives()
    for derivative in (PullbackProgram(torques), PushforwardProgram(torques)):
        assert 1.8 * count(derivative.program).multiplications < count(jacobian).multiplications
        assert 1.8 * count(derivative.program).additions < count(jacobian).additions


@pytest.mark.parametrize("kind", [PullbackProgram, PushforwardProgram])
def test_no_derivatives_where_there_is_no_answer(kind):
    """Where a joint moves no inertia accelerations are not determined, and neither are their derivatives."""
    kernel = interpreted(kind(task(wrist(), "forward_dynamics")))
    ones = [np.ones(3)] * (len(kernel.signature.takes) - 1)
    assert np.isfinite(np.concatenate([np.ravel(x) for x in parts(kernel(BENT, *ones))])).all()
    assert np.isnan(np.concatenate([np.ravel(x) for x in parts(kernel(STRAIGHT, *ones))])).any()
