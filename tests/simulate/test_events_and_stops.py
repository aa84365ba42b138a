"""Events, joint limits, impacts."""

import numpy as np
import pytest

import linkwise
from linkwise import Robot
from linkwise.algebra import Inertia, Sym3, Transform, Vec3
from linkwise.model import Body, Friction, Model, Prismatic
from linkwise.simulate.stops import GENTLE
from tests.tolerances import AGREEMENT, DEFAULT_RUN, DEFAULT_STEP, EVENT_FOUND, FEW_ROUNDINGS, LONG_RUN, STRICT_RUN

from .arms import FIXED, level, limited


@pytest.mark.parametrize(
    ("method", "given"), [("DOP853", {}), ("rk4", {"step": 0.05}), ("gauss_legendre_4", {"step": 0.05})]
)
def test_an_event_ends_the_run(method, given):
    def there(t, q, qd):
        return q[0] - 1.0

    there.terminal = True
    run = level("pendulum").simulate([0.0], [2.0], events=[there], t=5.0, method=method, **given)
    assert run.status == "event" and "'there'" in run.message
    assert run.t[-1] == pytest.approx(0.5, abs=EVENT_FOUND) and run.q[-1, 0] == pytest.approx(1.0, abs=EVENT_FOUND)
    assert [(event.name, event.t == run.t[-1]) for event in run.events] == [("there", True)]


def test_a_run_that_ends_between_its_times_ends_with_its_last_state():
    def there(t, q, qd):
        return q[0] - 1.0

    there.terminal = True
    run = level("pendulum").simulate([0.0], [1.6], events=there, t=np.linspace(0.0, 5.0, 21))
    assert run.t.tolist() == pytest.approx([0.0, 0.25, 0.5, 0.625]) and run.q[-1, 0] == pytest.approx(
        1.0, abs=EVENT_FOUND
    )
    there.terminal, early = True, level("pendulum").simulate([0.0], [3.0], events=there, t=np.linspace(0.0, 5.0, 6))
    assert early.t.tolist() == pytest.approx([0.0, 1 / 3])


def test_an_event_at_a_requested_time_has_one_row():
    def there(t, q, qd):
        return q[0] - 1.0

    there.terminal = True
    for speed in (2.0, 1.1, 0.7):  # the event comes some roundings after the time of the row
        run = level("pendulum").simulate([0.0], [speed], events=there, t=[0.0, 0.5 / speed, 1.0 / speed, 2.0 / speed])
        assert (
            run.status == "event" and len(run.t) == 3 and run.events[0].t == pytest.approx(run.t[-1], rel=FEW_ROUNDINGS)
        )


def test_a_zero_at_the_end_of_a_step_is_one_event():
    for moment, way in ((0.5, 1.0), (0.25, -1.0)):
        run = level("pendulum").simulate(
            [0.0], events=lambda t, q, qd, m=moment, w=way: w * (t - m), t=1.0, method="rk4", step=0.125
        )
        assert [event.t for event in run.events] == [moment]


def test_directions_and_counts():
    """q̇ of a pendulum that swings: every half period it changes sign."""

    def turning(t, q, qd):
        return qd[0]

    def back(t, q, qd):
        return q[0]

    back.direction, back.terminal = -1, 3
    run = linkwise.load("pendulum").simulate([0.5], events={"turn": turning, "down": back}, t=60.0)
    assert run.status == "event"
    period = np.diff([event.t for event in run.events if event.name == "turn"])
    assert period == pytest.approx(np.full(len(period), period[0]), rel=LONG_RUN)
    down = [event for event in run.events if event.name == "down"]
    assert len(down) == 3 and all(event.qd[0] < 0.0 for event in down)


def test_limits_are_told_and_passed():
    rod = limited(level("pendulum"), -1.0, 1.0, velocity=3.0)
    run = rod.simulate([0.0], [2.0], tau=[1.0], t=2.0, events="limits")
    assert [event.name for event in run.events] == ["velocity limit of joint1", "upper limit of joint1"]
    assert run.events[0].t == pytest.approx(1 / 3, abs=DEFAULT_RUN) and run.status == "finished"
    run = rod.simulate([0.0], [2.0], t=2.0, stops="event")
    assert [event.name for event in run.events] == ["upper limit of joint1"] and run.q[-1, 0] == pytest.approx(4.0)


def test_a_stop_ends_the_run():
    arm = limited(level("planar2r"), -0.3, 1.0, joint="joint2")
    run = arm.simulate([0.0, 0.0], [0.0, -2.0], t=2.0, stops="stop")
    assert run.status == "stopped" and "'joint2'" in run.message
    assert run.q[-1, 1] == pytest.approx(-0.3, abs=AGREEMENT)
    assert run.events[-1].name == "stop of joint2"


@pytest.mark.parametrize(("method", "given"), [("DOP853", {}), *((name, {"step": 0.05}) for name in FIXED)])
def test_a_rod_bounces_between_its_stops(method, given):
    """Without gravity: v, e v, e² v, …; 1 rad to the first impact, 2 rad between impacts."""
    run = limited(level("pendulum"), -1.0, 1.0).simulate([0.0], [2.0], t=8.0, stops=0.5, method=method, **given)
    impacts = [event.t for event in run.events]
    assert impacts == pytest.approx([0.5, 2.5, 6.5], abs=EVENT_FOUND)
    assert run.qd[-1, 0] == pytest.approx(-0.25) and np.abs(run.q).max() <= 1.0 + EVENT_FOUND
    assert run.energies.lost_at_stops[-1] == pytest.approx(0.5 / 3 * (4.0 - 0.0625))
    assert run.drift < EVENT_FOUND


def test_a_falling_rod_comes_to_rest_on_its_stop():
    rod = limited(linkwise.load("pendulum"), -2.0, 0.5)
    run = rod.simulate([-1.5], t=10.0, stops=0.3)
    assert run.status == "finished" and run.drift < LONG_RUN
    still = linkwise.load("pendulum")
    rest = limited(still, 0.4, 2.0).simulate([1.5], t=10.0, stops=0.3)
    assert (rest.q[-1] == 0.4).all() and (rest.qd[-1] == 0.0).all()  # gravity presses it against the lower stop
    assert rest.drift < LONG_RUN and len(rest.events) < 20
    speeds = [abs(event.qd[0]) for event in rest.events]
    assert speeds[-1] == 0.0 and speeds[-2] < 30 * GENTLE


def test_a_joint_that_starts_on_its_stop_rests_there():
    """Pressed against it, or not at all, it is not struck; drawn away, it leaves."""
    rod = limited(level("pendulum"), -1.0, 1.0)
    for side, tau in ((1.0, 0.3), (-1.0, -0.3), (1.0, 0.0)):
        run = rod.simulate([side], tau=[tau], t=0.5, stops=0.5)
        assert run.events == () and (run.q == side).all() and (run.qd == 0.0).all()
    left = rod.simulate([1.0], tau=[-0.3], t=0.5, stops=0.5)
    assert left.events == () and left.q[-1, 0] == pytest.approx(1.0 - 0.5 * 0.9 * 0.25)


@pytest.mark.slow
def test_hops_that_positions_do_not_resolve_are_left_out():
    """Seven joints driven into their stops at full effort: hops of 1e-10 rad, microseconds long, by the thousand."""
    panda = linkwise.load("panda")
    run = panda.simulate([0.0, -0.3, 0.0, -2.2, 0.0, 2.0, 0.8], tau=panda.limits.effort, t=1.0, stops=0.3)
    assert run.status == "finished" and len(run.events) < 2000 and run.drift < LONG_RUN


def test_two_blows_at_one_instant():
    """Two carriages across each other, x and y, reach their stops together: each goes back with e times its speed."""
    inertia = [
        Inertia.at_com(1.0, Vec3(0.0, 0.0, 0.0, name), Sym3(*[0.1, 0.0, 0.0, 0.1, 0.0, 0.1], name)) for name in "xy"
    ]
    axes, on = (Vec3(1.0, 0.0, 0.0), Vec3(0.0, 1.0, 0.0)), ("base", "x")
    bodies = [
        Body(name, k - 1, Transform.identity(on[k], name), Prismatic(f"to {name}", axes[k]), inertia[k])
        for k, name in enumerate("xy")
    ]
    table = limited(Robot(Model("table", tuple(bodies), "base", Vec3(0.0, 0.0, 0.0))), -1.0, 1.0)
    run = table.simulate([0.0, 0.0], [2.0, 2.0], t=1.0, stops=0.5)
    assert [event.name for event in run.events] == ["impact on to x", "impact on to y"]
    np.testing.assert_allclose(run.qd[-1], [-1.0, -1.0], rtol=AGREEMENT)
    assert run.energies.lost_at_stops[-1] == pytest.approx(0.5 * 3.0 * (4.0 - 1.0))


def test_a_joint_leaves_its_stop_when_it_is_drawn_away():
    rod = limited(level("pendulum").with_friction(Friction(coulomb=0.5)), -1.0, 1.0)
    run = rod.simulate([0.9], [1.0], tau=lambda t, q, qd: [3.0 - 2.0 * t], t=3.0, stops=0.0)
    names = [event.name for event in run.events]
    assert names == ["impact on joint1", "joint1 slips backward"]
    assert run.events[1].t == pytest.approx(1.75, abs=EVENT_FOUND)  # 3 − 2t = −0.5
    on = (run.t > run.events[0].t) & (run.t < 1.75)
    assert on.sum() and (run.q[on] == 1.0).all()


def test_events_of_one_name_and_events_that_come_true():
    def later(when):
        def there(t, q, qd):
            return t > when  # true or false

        return there

    run = level("pendulum").simulate([0.0], [2.0], events=[later(0.25), later(0.5)], t=1.0)
    assert [(event.name, round(event.t, 9)) for event in run.events] == [("there", 0.25), ("there", 0.5)]


@pytest.mark.parametrize(("lower", "upper", "stays"), [(-1.0, 0.0, True), (0.0, 1.0, False)])
def test_a_joint_at_rest_on_its_stop_takes_part_in_a_blow(lower, upper, stays):
    """An impact on joint 2 presses joint 1 outwards (q̇₁ = 0, and its stop bears) or inwards (its stop does nothing)."""
    arm = limited(limited(level("planar2r"), lower, upper, joint="joint1"), -1.0, 0.5, joint="joint2")
    press = [20.0 if stays else -20.0, 0.0]
    run = arm.simulate([0.0, 0.4], [1e-5 if stays else -1e-5, 2.0], tau=press, t=0.1, stops=0.4)
    impact = next(event for event in run.events if event.name == "impact on joint2")
    k = int(np.flatnonzero(run.t == impact.t)[0])
    before, after, M = run.qd[k], run.qd[k + 1], arm.mass_matrix(run.q[k])
    assert before[0] == 0.0 and after[1] == pytest.approx(-0.4 * before[1], rel=AGREEMENT)
    p = M @ (after - before)  # the impulses of the stops
    if stays:
        assert after[0] == 0.0 and p[0] < -0.1 and p[1] < 0.0
    else:
        assert after[0] > 0.1 and p[0] == pytest.approx(0.0, abs=AGREEMENT) and p[1] < 0.0
    assert run.drift < DEFAULT_STEP


def test_joints_on_their_stops_do_not_knock_each_other_off_without_end():
    """Two joints of a Panda come to rest on their stops at t = 1.36 s, and stay."""
    run = linkwise.load("panda").simulate([0.0, -0.3, 0.0, -2.2, 0.0, 2.0, 0.8], t=1.5, stops=0.0)
    assert run.status == "finished" and 5 < len(run.events) < 20
    assert (run.q >= run.robot.limits.lower - 1e-12).all() and (run.q <= run.robot.limits.upper + AGREEMENT).all()
    assert run.drift < DEFAULT_RUN and run.energies.lost_at_stops[-1] > 1.0


def test_a_blow_keeps_the_momentum_of_the_others():
    """The impulse acts on joint 2 alone: (M q̇)₁ is the same before and after."""
    arm = limited(level("planar2r"), -1.0, 0.3, joint="joint2")
    run = arm.simulate([0.0, 0.0], [0.3, 2.0], t=0.5, stops=0.4)
    (impact,) = [event for event in run.events if "joint2" in event.name]
    k = int(np.flatnonzero(run.t == impact.t)[0])
    assert run.t[k] == run.t[k + 1]
    M = arm.mass_matrix(run.q[k])
    before, after = M @ run.qd[k], M @ run.qd[k + 1]
    assert before[0] == pytest.approx(after[0], rel=STRICT_RUN)
    assert run.qd[k + 1, 1] == pytest.approx(-0.4 * run.qd[k, 1], rel=AGREEMENT)
    assert run.drift < DEFAULT_STEP
