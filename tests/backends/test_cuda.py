"""CUDA without a GPU: kernels compiled by NVRTC, and run thread by thread on this machine's processor."""

import shutil
import subprocess
from itertools import pairwise

import numpy as np
import pytest

import linkwise
from linkwise.backends.cuda import driver, nvrtc
from linkwise.backends.cuda.shape import Shape
from linkwise.backends.cuda.source import unit
from linkwise.backends.cuda.spills import spill_slots
from linkwise.backends.interpreter import run
from linkwise.errors import LinkwiseError, MissingBackend
from linkwise.formulations import QUESTIONS
from linkwise.program import OPS, Port, Program, Signature, Step, fused
from tests.backends.cuda_on_host import Case, OnHost
from tests.kernels.cases import asked, framed, off, robot
from tests.tolerances import ROUNDING, SAME_STEPS_IN_FLOATS

TOLERANCES = {"float64": ROUNDING, "float32": SAME_STEPS_IN_FLOATS}
SHAPES = {
    "rows": (
        Shape(),
        Shape(3, 8, gathered=1),
        Shape(1, 0, 2, gathered=3),
        Shape(2, 16, 3, gathered=1),
        Shape(2, 4, threads=64, order="anew", gathered=1),
    ),
    "columns": (
        Shape(3, 8, wide=2),
        Shape(1, 0, 2, threads=96),
        Shape(2, 16, 3, order="columns"),
        Shape(1, 8, 2, 64, 2, "anew"),
        Shape(),
    ),
}
"""For each layout; two states in a thread need an even number."""
ARMS = ["planar2r", pytest.param("panda", marks=pytest.mark.slow), pytest.param(14, marks=pytest.mark.slow)]

needs_nvrtc = pytest.mark.skipif(bool(nvrtc.missing()), reason=nvrtc.missing())


def kernels(arm):
    """A kernel for each question, with states to ask it."""
    for question in QUESTIONS:
        yield arm.compile(question, backend="interpreter", **framed(arm, question)), asked(arm, question, 132)


@pytest.mark.parametrize("name", ARMS)
def test_answers_are_the_interpreters(name, tmp_path):
    """Every question in both layouts and precisions; spilled and split kernels in turn."""
    arm = robot(name)
    asked_of = list(kernels(arm))
    ways = [(dtype, layout) for dtype in TOLERANCES for layout in ("rows", "columns")]
    cases = [
        Case(kernel.program, kernel.signature, dtype, layout, SHAPES[layout][(i + j) % 5])
        for i, (kernel, _) in enumerate(asked_of)
        for j, (dtype, layout) in enumerate(ways)
    ]
    here = OnHost(cases, tmp_path)
    for k, case in enumerate(cases):
        kernel, given = asked_of[k // len(ways)]
        expected = kernel(*given)
        hard = 100.0 if "forward" in kernel.program.name or "inverse" in kernel.program.name[:20] else 1.0
        assert off(here.answers(k, given), expected if isinstance(expected, tuple) else (expected,)) <= (
            hard * TOLERANCES[case.dtype]
        ), (kernel, case.dtype, case.layout, case.shape)


def test_every_operation(tmp_path):
    """On numbers of every kind, in both precisions; NaN meets NaN."""
    inputs, ports = ("x1", "x2", "x3"), Signature((Port("x", (3,)),), (Port("y", ()),))
    programs = [Program(op, inputs, (Step(op, tuple(range(OPS[op].arity))),), ("y",), (3,)) for op in OPS]
    cases = [Case(program, ports, dtype, "rows") for program in programs for dtype in TOLERANCES]
    here, rng = OnHost(cases, tmp_path), np.random.default_rng(5)
    special = [0.0, -0.0, 1.0, -1.0, 0.3, -2.5, 1e-3, 700.0, -800.0, np.inf, -np.inf, np.nan]
    for k, case in enumerate(cases):
        x = rng.normal(0.0, 3.0, (60, 3))
        if not case.program.name.startswith("f"):
            x = np.concatenate([x, rng.choice(special, (60, 3))])  # rounded once, 1e300 × 1e300 − ∞ is not NaN
        x = x.astype(case.dtype)
        with np.errstate(all="ignore"):
            truth = np.broadcast_to(run(case.program, list(x.T))[0], len(x))
        (found,) = here.answers(k, [x])
        assert np.array_equal(np.isnan(found), np.isnan(truth)), case
        known = np.isfinite(truth)
        assert np.array_equal(found[~known & ~np.isnan(truth)], truth[~known & ~np.isnan(truth)]), case
        error = np.abs(found[known] - truth[known]) / np.maximum(1.0, np.abs(truth[known]))
        assert error.max() <= 8 * np.finfo(case.dtype).eps, case


def test_values_that_are_kept_in_shared_memory_do_not_meet():
    """No two values of a slot are alive at the same time."""
    program = fused(linkwise.load("panda").compile("inverse_dynamics_derivatives").program)
    every = range(len(program.inputs), len(program.inputs) + len(program.steps))
    slots = spill_slots(program, every, 24)
    last = {a: i for i, step in program.numbered() for a in step.args if isinstance(a, int)}
    assert len(slots) > 24 and set(slots.values()) == set(range(24))
    for slot in range(24):
        ranges = sorted((i, last[i]) for i, k in slots.items() if k == slot)
        assert all(end < begin for (_, end), (begin, _) in pairwise(ranges))


@needs_nvrtc
@pytest.mark.parametrize("name", ARMS)
def test_every_question_compiles(name):
    """To machine code for an H200."""
    for k, (kernel, _) in enumerate(kernels(robot(name))):
        dtype = list(TOLERANCES)[k % 2]
        for layout in ("rows", "columns") if k == 0 else ("columns",):
            text = unit(fused(kernel.program), kernel.signature, dtype, layout, SHAPES[layout][k % 5])
            assert nvrtc.cubin(text, "sm_90")[:4] == b"\x7fELF", kernel


@needs_nvrtc
def test_what_does_not_compile_says_why():
    with pytest.raises(LinkwiseError, match=r"CUDA's compiler failed: .*error"):
        nvrtc.cubin("no such thing", "sm_90")


def test_a_file(tmp_path):
    """Its text has four kernels; where nvcc is it compiles, self-test included."""
    arm = linkwise.load("planar2r")
    (path,) = arm.compile("inverse_dynamics", parameters=["gravity"]).save(tmp_path / "arm.cu")
    text = path.read_text(encoding="utf-8")
    assert text.isascii() and text.count("__global__") == 4
    compiler = shutil.which("nvcc")
    if compiler is None:
        pytest.skip("no nvcc is here to compile the file")
    flags = ("-arch=sm_90", "--fmad=false", "-Werror", "all-warnings", "-DLINKWISE_SELFTEST", "-c")
    done = subprocess.run([compiler, *flags, str(path), "-o", str(tmp_path / "arm.o")], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_without_a_gpu():
    if not driver.missing():
        pytest.skip("a GPU is here")
    with pytest.raises(MissingBackend, match=r"backend 'cuda' cannot run here: .*NVIDIA"):
        linkwise.load("pendulum").compile("mass_matrix", backend="cuda")
