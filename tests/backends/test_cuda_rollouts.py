"""Rollouts as CUDA without a GPU: kernels compiled by NVRTC, and run thread by thread on this machine's processor."""

import pytest

import linkwise
from linkwise.backends.cuda import driver, nvrtc
from linkwise.backends.cuda.rollouts import module as code
from linkwise.backends.cuda.rollouts.functions import LANES
from linkwise.backends.cuda.rollouts.module import device_plan
from linkwise.backends.cuda.rollouts.source import unit
from linkwise.backends.cuda.shape import Shape
from linkwise.backends.cuda.tallies import source as tallies
from linkwise.backends.tiles import Plan as Chunks
from linkwise.control import pd
from linkwise.errors import MissingBackend
from linkwise.program import TABLEAUS, Span, Tableau
from tests.backends import oscillators
from tests.backends.oscillators import STEP, STEPS, Plan
from tests.backends.rollouts_on_host import on_host
from tests.tolerances import SAME_STEPS_ALONG, SAME_STEPS_IN_FLOATS

PLANS = (Plan((0, 1, 3, STEPS), 3, (0, 1)), Plan((0, STEPS), 3), Plan((0, 2, STEPS), 1, (0, 2)), Plan((0, 4, STEPS), 0))
CLOSE = {"float64": SAME_STEPS_ALONG, "float32": SAME_STEPS_IN_FLOATS}

HEUN_3 = Tableau(((0.0,) * 3, (1 / 3, 0.0, 0.0), (0.0, 2 / 3, 0.0)), (0.25, 0.0, 0.75), (0.0, 1 / 3, 2 / 3), 3)
KUTTA_3 = Tableau(((0.0,) * 3, (0.5, 0.0, 0.0), (-1.0, 2.0, 0.0)), (1 / 6, 2 / 3, 1 / 6), (0.0, 0.5, 1.0), 3)
"""Methods of other forms than ours: stages in a loop, and stages that depend on several."""

needs_nvrtc = pytest.mark.skipif(bool(nvrtc.missing()), reason=nvrtc.missing())


def test_motions_are_the_interpreters(tmp_path, monkeypatch):
    """Inputs and reductions of all kinds, memories, ends, spans and tables that begin later: every method."""
    monkeypatch.setitem(TABLEAUS, "heun_3", HEUN_3)
    monkeypatch.setitem(TABLEAUS, "kutta_3", KUTTA_3)
    pairs = [(method, watched) for method in TABLEAUS for watched in oscillators.WATCHED]
    shapes = (Shape(), Shape(2, threads=64), Shape(3, 8))
    cases = [
        (oscillators.rollout(method, watched), dtype, shapes[k % 3])
        for k, (method, watched) in enumerate(pairs)
        for dtype in (CLOSE if k % 3 == 0 else ["float64"])
    ]
    names = [pair for k, pair in enumerate(pairs) for _ in range(2 if k % 3 == 0 else 1)]
    for (method, watched), (rollout, dtype, _), module in zip(names, cases, on_host(cases, tmp_path), strict=True):
        for plan in PLANS:
            found = oscillators.motions(module, rollout, plan)
            assert found.same(oscillators.truth(method, watched, plan.every), CLOSE[dtype]), (method, watched, plan)


@needs_nvrtc
@pytest.mark.parametrize("dtype", CLOSE)
def test_rollouts_compile(dtype):
    """To machine code for an H200: stages in a loop, stages that are iterated, samples."""
    arm = linkwise.load("planar2r")
    for options in ({}, {"method": "gauss_legendre_4"}, {"sample": 1e-2, "controller": pd(arm, [0.1, 0.2], 5.0, 1.0)}):
        rollout = arm.compile_rollouts(**options, backend="interpreter").problem.rollout
        assert nvrtc.cubin(unit(rollout, dtype, Shape(3, 8)), "sm_90")[:4] == b"\x7fELF", options


@needs_nvrtc
@pytest.mark.parametrize("dtype", CLOSE)
def test_tallies_compile(dtype):
    assert nvrtc.cubin(tallies.unit(dtype), "sm_90")[:4] == b"\x7fELF"


def test_chunks():
    """As many rollouts as fill a GPU; fewer where one has many numbers, and few steps where many states are kept."""
    rollout = oscillators.rollout("rk4", "outputs")
    assert device_plan(rollout, 10**7, Span(0, 1000, STEP)) == Chunks(code.MOST, 1000)
    assert device_plan(rollout, 40, Span(0, 1000, STEP)).rollouts == 2 * LANES
    tallied = device_plan(rollout, 10**7, Span(0, 1000, STEP), 100).rollouts
    assert LANES < tallied < code.MOST and code.SORTED * 100 * tallied <= code.ROOM
    kept = device_plan(rollout, 10**7, Span(0, 10**6, STEP, every=3))
    numbers = rollout.columns + rollout.recorded * (kept.steps // 3 + 1)
    assert 1 < kept.steps < 10**6 and 8 * kept.rollouts * numbers <= code.ROOM
    assert device_plan(rollout, 1, Span(0, 10**9, STEP)).steps < 10**7


def test_without_a_gpu():
    if not driver.missing():
        pytest.skip("a GPU is here")
    with pytest.raises(MissingBackend, match=r"backend 'cuda' cannot run here: .*NVIDIA"):
        linkwise.load("pendulum").rollouts([0.1], step=1e-3, steps=3, backend="cuda")
