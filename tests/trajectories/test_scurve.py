"""Motions with limited jerk: durations beside ruckig's, limits, ends, and closed forms."""

import numpy as np
import pytest

from linkwise import LinkwiseError
from linkwise.errors import BeyondLimits
from linkwise.trajectories import MotionLimits, SCurve
from tests.tolerances import AGREEMENT, FEW_ROUNDINGS, ON_THE_LIMIT

CASES = {
    "every segment": ([0.0], [1.0], [1.0], [2.0], [8.0], 1.75),
    "velocity not reached": ([0.0], [0.1], [1.0], [2.0], [8.0], 0.7368062997280773),
    "jerk alone": ([0.0], [0.02], [1.0], [5.0], [8.0], 0.43088693800637673),
    "acceleration not reached": ([0.0], [1.0], [0.5], [9.0], [8.0], 2.5),
    "three joints": (
        [0.0, 0.2, -1.0],
        [1.0, -0.5, -1.01],
        [1.0, 0.5, 2.0],
        [3.0, 2.0, 9.0],
        [20.0, 50.0, 10.0],
        1.69,
    ),
    "ur5": ([0.0] * 6, [1.0, -1.0, 1.5, 0.5, -1.0, 2.0], [3.15] * 3 + [3.2] * 3, [10.0] * 6, [100.0] * 6, 1.045),
}
"""q0, q1, velocity, acceleration, jerk, and the duration by ruckig 0.19.4."""


def random_case(seed):
    rng = np.random.default_rng(seed)
    n = int(rng.integers(1, 8))
    q0, q1 = rng.normal(size=(2, n)) * 10.0 ** rng.uniform(-3.0, 1.0)
    return q0, q1, *(10.0 ** rng.uniform(-1.0, 1.0, (3, n)) * [[1.0], [3.0], [20.0]])


@pytest.mark.parametrize("name", CASES)
def test_durations_are_those_that_ruckig_gave(name):
    *case, duration = CASES[name]
    assert SCurve(*case).duration == pytest.approx(duration, rel=AGREEMENT)


def test_ruckig_gives_them_again():
    ruckig = pytest.importorskip("ruckig", reason="ruckig is not installed (pip install ruckig)")
    for q0, q1, V, A, J in [*(case[:5] for case in CASES.values()), *map(random_case, range(200))]:
        asked, found = ruckig.InputParameter(len(q0)), ruckig.Trajectory(len(q0))
        asked.current_position, asked.target_position = list(q0), list(q1)
        asked.max_velocity, asked.max_acceleration, asked.max_jerk = list(V), list(A), list(J)
        ruckig.Ruckig(len(q0)).calculate(asked, found)
        assert SCurve(q0, q1, V, A, J).duration == pytest.approx(found.duration, rel=AGREEMENT)


@pytest.mark.parametrize("seed", range(30))
def test_limits_hold_and_joints_end_together(seed):
    q0, q1, V, A, J = random_case(seed)
    each = SCurve(q0, q1, V, A, J)
    rates = each.derivatives(each.instants(501), 3)
    for rate, limit in zip(rates[1:], (V, A, J), strict=True):
        assert (np.abs(rate) <= limit * (1.0 + ON_THE_LIMIT)).all()
    np.testing.assert_allclose(each.derivatives(each.duration, 0)[0], q1, atol=AGREEMENT * np.abs(q1).max())
    at_end = each.inside(np.array(each.duration), 2)
    assert (np.abs(at_end[1]) <= ON_THE_LIMIT * V).all() and (np.abs(at_end[2]) <= ON_THE_LIMIT * A).all()
    slowest = np.abs(rates).max(axis=1)[1:] / np.stack([V, A, J])
    assert slowest.max() == pytest.approx(1.0, rel=ON_THE_LIMIT)
    before, after = (each.derivatives(each.breaks[1:-1] + side * each.duration * 1e-9, 2)[2] for side in (-1.0, 1.0))
    assert (np.abs(after - before) <= ON_THE_LIMIT * (A + 2.1 * J * each.duration)).all()  # accelerations do not jump


def test_a_longer_one_is_the_same_more_slowly():
    q0, q1, V, A, J = random_case(3)
    least = SCurve(q0, q1, V, A, J)
    slow = SCurve(q0, q1, V, A, J, duration=2.0 * least.duration)
    t = np.linspace(0.0, least.duration, 50)
    np.testing.assert_allclose(slow(2.0 * t).q, least(t).q, rtol=FEW_ROUNDINGS, atol=AGREEMENT)
    still = SCurve([1.0], [1.0], 1.0, 1.0, 1.0, duration=2.0)
    assert still(1.0).q == 1.0 and not still(1.0).qd.any()


def test_limits_of_a_robot_and_joints_that_stay():
    limits = MotionLimits(velocity=[1.0, 2.0, 0.0], jerk=20.0)  # no limit of acceleration
    each = SCurve([0.0, 0.0, 3.0], [1.0, -2.0, 3.0], limits=limits)
    report = each.check(limits)
    assert report.within and {peak.kind for peak in report.peaks} >= {"jerk"}
    assert max(p.value / p.limit for p in report.peaks if p.kind == "jerk") == pytest.approx(1.0)
    assert (each.derivatives(each.instants(50), 3)[:, :, 2] == [[3.0], [0.0], [0.0], [0.0]]).all()
    with pytest.raises(BeyondLimits, match="jerk of joint 'joint1' is 40"):
        SCurve([0.0], [1.0], jerk=40.0, limits=MotionLimits(jerk=20.0))


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (([0.0], [1.0], 1.0, 1.0), ["joint 1 moves, and it has no jerk limit", "jerk="]),
        (([0.0], [1.0], 0.0, 1.0, 1.0), ["its velocity limit is 0"]),
        (([0.0], [1.0], 1.0, 1.0, -1.0), ["jerk limits", "≥ 0"]),
        (([0.0], [1.0, 2.0], 1.0, 1.0, 1.0), ["q1", "shape"]),
        (([0.0], [0.0], 1.0, 1.0, 1.0), ["the same"]),
        (([0.0], [1.0], 1.0, 2.0, 8.0, 1.0), ["cannot be done in 1 s", "at least 1.75 s"]),
        (([0.0], [2.0], 1.0, 2.0, 8.0, None, MotionLimits(upper=1.0)), ["upper limit"]),
        (([0.0], [1e300], 1.0, 2.0, 8.0), ["too large"]),
    ],
)
def test_what_is_refused(arguments, words):
    with pytest.raises(LinkwiseError) as caught:
        SCurve(*arguments)
    for word in words:
        assert word in str(caught.value)
