"""A controller is what it is when a run begins, also if what it refers to has changed since the last one."""

import numpy as np
import pytest

import linkwise
from linkwise.control import Controller, pd, pid, saturated
from linkwise.errors import LinkwiseError
from linkwise.rollouts import InLoop
from tests.tolerances import ROUNDING

ARM, START = linkwise.load("planar2r"), [0.3, 0.2]
RUNS = {
    "DOP853": {},
    "rk4": {"method": "rk4", "step": 1e-3},
    "Radau": {"method": "Radau"},
    "sampled": {"sample": 0.01},
}


class Spring:
    """A function that is an object."""

    def __init__(self, stiffness):
        self.stiffness = stiffness

    def __call__(self, eq, t, q, qd):
        return [-self.stiffness * x for x in q]


def variable():
    stiffness = 5.0

    def function(eq, t, q, qd):
        return [-stiffness * x for x in q]

    def change():
        nonlocal stiffness
        stiffness = 15.0

    return Controller(ARM, function), change


def listed():
    stiffness = [5.0]
    return Controller(ARM, lambda eq, t, q, qd: [-stiffness[0] * x for x in q]), lambda: stiffness.__setitem__(0, 15.0)


def attribute():
    spring = Spring(5.0)
    return Controller(ARM, spring), lambda: setattr(spring, "stiffness", 15.0)


def default():
    function = lambda eq, t, q, qd, k=5.0: [-k * x for x in q]  # noqa: E731
    return Controller(ARM, function), lambda: setattr(function, "__defaults__", (15.0,))


def clipped():
    spring = Spring(5.0)
    return saturated(Controller(ARM, spring), 1e3), lambda: setattr(spring, "stiffness", 15.0)


def gains():
    stiffness = np.array([5.0, 5.0])
    pull = lambda eq, t, q, qd, k: [-x * y for x, y in zip(k, q, strict=True)]  # noqa: E731
    return Controller(ARM, pull, {"k": stiffness}), lambda: stiffness.fill(15.0)


def integral():
    stiffness = [5.0]

    def function(eq, t, q, qd, z):
        return {"tau": [-stiffness[0] * x + 0.0 * y for x, y in zip(q, z, strict=True)], "rate": q}

    return Controller(ARM, function, states=[0.0, 0.0]), lambda: stiffness.__setitem__(0, 15.0)


def test_changes_of_a_controller_taken_to_the_motors_are_seen():
    rod, stiffness = linkwise.load("pendulum"), [60.0]
    geared = rod.with_transmission(lambda m: [0.5 * m[0]], inertia=0.1)
    pull = lambda eq, t, q, qd: [-stiffness[0] * q[0]]  # noqa: E731
    runs = [geared.at_motors(Controller(rod, pull))] * 2
    ends = []
    for controller, stiffness[0] in zip(
        [*runs, geared.at_motors(Controller(rod, pull))], (60.0, 200.0, 200.0), strict=True
    ):
        ends.append(geared.simulate([0.5], controller=controller, t=0.2).q[-1, 0])
    assert abs(ends[1] - ends[2]) < ROUNDING and abs(ends[0] - ends[2]) > 0.01


def moved(controller, options):
    return ARM.simulate(START, controller=controller, t=0.2, **options).q[-1]


@pytest.mark.parametrize(
    ("changing", "way"),
    [(listed, way) for way in RUNS]
    + [(gains, "Radau"), (gains, "sampled")]
    + [(each, "DOP853") for each in (variable, attribute, default, clipped, gains, integral)],
)
def test_changes_between_runs_are_seen(changing, way):
    controller, change = changing()
    stiff = moved(InLoop(Spring(15.0)), RUNS[way])
    assert np.abs(moved(controller, RUNS[way]) - stiff).max() > 0.01
    change()
    assert np.abs(moved(controller, RUNS[way]) - stiff).max() < ROUNDING


def test_ours_are_not_compiled_again():
    law = pd(ARM, [0.5, 0.2], 20.0, 3.0)
    law(0.0, START, START)
    assert law.renewed().kernel is law.kernel


def test_a_digital_controller_is_sampled_at_its_period():
    digital = pid(ARM, [0.5, 0.3], 50.0, 200.0, 10.0, period=0.01)
    ways = (
        lambda: ARM.simulate(START, controller=digital, sample=0.02, t=0.1),
        lambda: ARM.rollouts(START, controller=digital, sample=0.02, step=0.01, duration=0.1),
        lambda: ARM.compile_rollouts(controller=saturated(digital, 9.0), sample=0.02),
    )
    for way in ways:
        with pytest.raises(LinkwiseError, match=r"sampled every 0.02 s, and was made for every 0.01 s"):
            way()


def test_a_controller_made_for_another_robot():
    with pytest.raises(LinkwiseError, match="made for robot 'planar2r' of 2 joints, and 'panda' has 7"):
        linkwise.load("panda").simulate([0.0] * 7, controller=pd(ARM, [0.0, 0.0], 1.0, 1.0), t=0.1)


@pytest.mark.parametrize("value", [np.nan, "a", 1j, [[1.0, 2.0], [3.0]], None])
def test_inputs_that_are_not_numbers(value):
    loop = InLoop(lambda eq, t, q, qd, k: [k[0] * x for x in q], {"k": value})
    with pytest.raises(LinkwiseError, match="the input 'k'"):
        ARM.simulate(START, controller=loop, sample=0.05, t=0.1)


@pytest.mark.parametrize("make", [InLoop, lambda function: Controller(ARM, function)])
def test_a_function_with_other_arguments(make):
    with pytest.raises(LinkwiseError, match=r"\(eq, t, q, qd\), was expected"):
        ARM.simulate(START, controller=make(lambda eq, t: [0.0, 0.0]), t=0.1)


def test_a_function_of_no_module():
    scope = {}
    exec("def pull(eq, t, q, qd): return [-15.0 * x for x in q]", scope)
    scope["pull"].__module__ = None
    assert np.abs(moved(Controller(ARM, scope["pull"]), {}) - moved(InLoop(Spring(15.0)), {})).max() < ROUNDING
