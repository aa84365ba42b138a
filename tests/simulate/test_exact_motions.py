"""Runs against motions that are known exactly: errors in multiples of the tolerance asked for."""

import json

import numpy as np
import pytest

from tests.tolerances import DEFAULT_STEP, EPS, FINE_FIXED_STEPS

from .exact_motions import TOP, written
from .known_motions import KNOWN, blows, run_of, spinning_top

HARDER = [("DOP853", 1e-6), ("DOP853", 1e-10), ("DOP853", 1e-12), ("Radau", 1e-8)]


def check(name, tolerance, **options):
    known = KNOWN[name]
    run, off = run_of(known, **options)
    assert run.status == "finished" and off < tolerance
    happened, expected = [event.name for event in run.events], known.events()
    if name == "creeping to rest":  # when it rests is the tolerances' doing; that it does, and never turns back, is not
        assert happened == ["joint1 sticks"] and run.qd[-1, 0] == 0.0
        return
    if name == "bouncing to rest":  # infinitely many: all but those too small to see, the last of which ends in rest
        assert 8 < len(happened) < 20 and (run.events[-1].qd == 0.0).all() and run.q[-1, 0] == 0.0
        expected = expected[: len(happened)]
    assert happened == [what for what, _ in expected]
    assert [event.t for event in run.events] == pytest.approx([t for _, t in expected], abs=tolerance)


@pytest.mark.parametrize("name", KNOWN)
def test_at_the_default_tolerance(name):
    check(name, KNOWN[name].within * 1e-8)


@pytest.mark.slow
@pytest.mark.parametrize(("method", "rtol"), HARDER)
@pytest.mark.parametrize("name", KNOWN)
def test_at_other_tolerances(name, method, rtol):
    check(name, KNOWN[name].within * rtol, method=method, rtol=rtol)


@pytest.mark.slow
@pytest.mark.parametrize("method", ["rk4", "gauss_legendre_4"])
@pytest.mark.parametrize("name", KNOWN)
def test_by_fixed_steps(name, method):
    check(name, FINE_FIXED_STEPS, method=method, step=2e-3)


def test_a_top_keeps_its_momenta():
    """Nothing turns it about the vertical or about its own axis: both momenta stay, and so does the energy."""
    top = spinning_top()
    run = top.simulate(TOP["q0"], TOP["qd0"], t=1.0)
    p = np.einsum("kij,kj->ki", top.mass_matrix(run.q), run.qd)[:, [0, 2]]
    assert np.abs(p - p[0]).max() < KNOWN["Lagrange's top"].within * DEFAULT_STEP and run.drift < DEFAULT_STEP


def test_bounces_end_when_they_have_fallen():
    """Σ 2v eᵏ/a: before that instant the rod still hops, afterwards it lies on its stop, pressed against it."""
    when, _ = blows()
    run, _ = run_of(KNOWN["bouncing to rest"])
    last = run.events[-1]
    height = 0.5 * 6.0 * (0.5 * (when[len(run.events)] - last.t)) ** 2  # of the first hop that was left out
    assert last.t < when[-1] and 100 * EPS < height < DEFAULT_STEP
    assert run.energies.lost_at_stops[-1] == pytest.approx(6.0 * 0.8 / 3.0, abs=DEFAULT_STEP)  # all of it


@pytest.mark.soak
def test_the_golden_file_is_what_50_digits_give(tmp_path):
    from .known_motions import GOLDEN

    assert json.loads(json.dumps(written())) == GOLDEN
