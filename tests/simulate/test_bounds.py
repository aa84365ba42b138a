"""Whatever its forces do, a run ends, and what it got to is kept."""

import numpy as np
import pytest

import linkwise
from linkwise import LinkwiseError

from .arms import level

ROD = level("pendulum")


def flipping(t, q, qd):
    """A force that jumps back and forth: no step with error control gets across."""
    return -5.0 * np.sign(q + 0.1 * qd)


@pytest.mark.parametrize(
    ("bound", "words"), [({"max_steps": 100}, "max_steps = 100"), ({"max_wall": 0.05}, "max_wall")]
)
def test_a_run_that_gets_nowhere_is_ended(bound, words, tmp_path):
    run = ROD.simulate([0.1], controller=flipping, t=10.0, **bound)
    assert run.status == "unfinished" and words in run.message and "raise the bound" in run.message
    assert 0.05 < run.t[-1] < 0.06 and len(run.t) > 20 and np.isfinite(run.q).all()
    run.save(tmp_path / "run.npz")
    assert linkwise.simulate.read(tmp_path / "run.npz").status == "unfinished"


def test_requested_times_are_kept_up_to_the_end():
    times = np.linspace(0.0, 1.0, 101)
    run = ROD.simulate([0.1], controller=flipping, t=times, max_steps=100)
    assert run.status == "unfinished" and (run.t[:-1] == times[: len(run.t) - 1]).all() and run.t[-1] > 0.05


def test_bounds_are_for_each_simulated_second():
    """As many steps as the bound in the first second's share, and as many again in every other."""
    swing = linkwise.load("pendulum").simulate([1.0], t=5.0)
    count = len(swing.t) - 1
    per_second = count / 6.0
    assert linkwise.load("pendulum").simulate([1.0], t=5.0, max_steps=1.3 * per_second).status == "finished"
    run = linkwise.load("pendulum").simulate([1.0], t=5.0, max_steps=0.5 * per_second)
    assert run.status == "unfinished" and 0.0 < run.t[-1] < 5.0


def test_short_fixed_steps_are_the_callers_wish():
    run = ROD.simulate([0.0], [1.0], t=1e-3, method="euler", step=1e-6)
    assert run.status == "finished" and len(run.t) == 1001
    assert ROD.simulate([0.0], [1.0], t=1.0, method="rk4", step=1e-2, max_steps=10).status == "unfinished"


@pytest.mark.parametrize("bad", [0, -1.0, float("nan"), "many", True])
@pytest.mark.parametrize("name", ["max_steps", "max_wall"])
def test_what_is_no_bound_is_refused(name, bad):
    with pytest.raises(LinkwiseError, match=f"{name} is (.|\n)*above 0"):
        ROD.simulate([0.0], t=0.1, **{name: bad})


def test_control_c_passes_through():
    def interrupted(t, q, qd):
        if t > 0.1:
            raise KeyboardInterrupt
        return [0.0]

    with pytest.raises(KeyboardInterrupt):
        ROD.simulate([0.0], [1.0], controller=interrupted, t=1.0)


def test_a_controller_sampled_too_seldom_is_named():
    """u = −K qd held for T: the velocity of an inertia I is multiplied by 1 − K T/I, here −2.6, at every sample."""
    law = linkwise.control.pd(ROD, [0.5], kp=1.0, kd=60.0)
    run = ROD.simulate([0.0], controller=law, sample=0.02, t=10.0)
    assert run.status != "finished" and "sampled too seldom" in run.message
    assert ROD.simulate([0.0], controller=law, sample=0.002, t=10.0).status == "finished"
