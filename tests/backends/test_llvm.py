"""Machine code does what the interpreter does, to rounding, and the same bits whatever the width, layout and batch."""

import math
import sys

import mpmath
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from linkwise.algebra import cos, sign, sin, sqrt
from linkwise.backends import BACKENDS, ModuleSpec
from linkwise.backends.interpreter import run
from linkwise.backends.llvm import segments, target
from linkwise.backends.llvm.target import Target
from linkwise.backends.sine_tables import TABLES
from linkwise.program import OPS, Port, Program, Signature, Step, fused, trace
from tests.kernels import apart
from tests.program.expressions import expressions, value
from tests.tolerances import NINE_DIGITS, SINCOS_ULP

WIDTHS = (1, 2, 4, 8)
SIZES = (1, 2, 7, 8, 9, 31)
LLVM = BACKENDS["llvm"]


def compiled(program, signature, lanes=8, dtype="float64", layout="rows"):
    return LLVM.module(spec(program, signature, lanes, dtype, layout))


def spec(program, signature, lanes=8, dtype="float64", layout="rows"):
    return ModuleSpec("program", str(program), lambda: program, signature, dtype, layout, lanes)


def called(made, arrays, count):
    """The answers of a batch, one array (count, size) per port."""
    signature, dtype = made.spec.signature, made.spec.dtype
    columns = made.spec.layout == "columns"
    given = [
        np.ascontiguousarray(array if port.uniform or not columns else array.T, dtype)
        for port, array in zip(signature.takes, arrays, strict=True)
    ]
    gives = [np.full((p.size, count) if columns else (count, p.size), np.nan, dtype) for p in signature.gives]
    made.run(given, gives, 0, count)
    return [g.T if columns else g for g in gives]


def answers(program, signature, arrays):
    """What the interpreter says, as one array (count, outputs)."""
    columns = [c for port, a in zip(signature.takes, arrays, strict=True) for c in ([*a] if port.uniform else a.T)]
    count = next(len(a) for port, a in zip(signature.takes, arrays, strict=True) if not port.uniform)
    with np.errstate(all="ignore"):
        return np.stack([np.broadcast_to(x, count) for x in run(program, columns)], axis=1)


# ---- sine and cosine ------------------------------------------------------------------------------------------------


def near_quarter_turns(rng, largest, dtype):
    """Multiples of π/2 up to a size, and the numbers next to them."""
    k = np.concatenate([np.arange(-40, 41), rng.integers(-int(largest / 1.6), int(largest / 1.6), 3000)])
    x = (k * (math.pi / 2)).astype(dtype)
    return np.concatenate([x, np.nextafter(x, dtype(np.inf)), np.nextafter(x, dtype(-np.inf))])


@pytest.mark.parametrize("fuses", [True, False], ids=["", "without fused multiply-adds"])
@pytest.mark.parametrize("dtype", ["float64", "float32"])
def test_sine_and_cosine_are_right_to_two_units_in_the_last_place(dtype, fuses, monkeypatch):
    if not fuses:
        monkeypatch.setattr(Target, "fuses", False)
    kind, large = getattr(np, dtype), TABLES[dtype].large
    rng = np.random.default_rng(5)
    x = np.concatenate(
        [
            rng.uniform(-4, 4, 4000),
            rng.uniform(-large, large, 4000),
            10.0 ** rng.uniform(-30, math.log10(large), 1000),
            near_quarter_turns(rng, large, kind),
            [0.0, large, -large, 5e-324, 1e-38],
        ]
    ).astype(kind)
    program = trace(lambda x: [sin(x[0]), cos(x[0])], {"x": 1}, "sincos")
    ports = Signature((Port("x", (1,)),), (Port("y", (2,)),))
    asked = spec(program, ports, 8, dtype)
    made = LLVM.load(asked, LLVM.compile(asked, program))  # not from the disk
    (found,) = called(made, [x[:, None]], len(x))
    with mpmath.workdps(60):
        for exact, column in ((mpmath.sin, found[:, 0]), (mpmath.cos, found[:, 1])):
            truth = [exact(mpmath.mpf(float(v))) for v in x]
            unit_of = np.spacing(np.maximum(np.abs(np.array([float(t) for t in truth])), 1e-300).astype(kind))
            unit_of = np.maximum(unit_of, np.spacing(kind(np.finfo(kind).tiny)))
            off = [
                abs(mpmath.mpf(float(y)) - t) / mpmath.mpf(float(u))
                for y, t, u in zip(column, truth, unit_of, strict=True)
            ]
            assert max(off) <= SINCOS_ULP


@pytest.mark.parametrize("lanes", WIDTHS)
def test_large_angles_and_what_is_no_angle(lanes):
    x = np.array([1e6, 1.000001e6, -1e9, 1e22, 1e300, -1.7e308, np.inf, -np.inf, np.nan, 0.5, -3.0])[:, None]
    program = trace(lambda x: [sin(x[0]), cos(x[0]), sin(x[0] + 0.25)], {"x": 1}, "large")
    (found,) = called(compiled(program, Signature((Port("x", (1,)),), (Port("y", (3,)),)), lanes), [x], len(x))
    assert np.isnan(found[6:9]).all()
    with mpmath.workdps(400):
        for row, (angle,) in zip(np.delete(found, [6, 7, 8], 0), np.delete(x, [6, 7, 8], 0), strict=True):
            shifted = mpmath.mpf(float(angle + 0.25))
            truth = [mpmath.sin(mpmath.mpf(angle)), mpmath.cos(mpmath.mpf(angle)), mpmath.sin(shifted)]
            assert all(
                abs(y - t) <= SINCOS_ULP * np.spacing(max(abs(float(t)), 1e-300))
                for y, t in zip(row, truth, strict=True)
            )


# ---- every operation, every form ------------------------------------------------------------------------------------


def test_every_row_of_the_op_table_runs():
    values = np.array([0.7, -1.3, 2.5, 0.0, -0.0, 1e-3, np.nan, np.inf, -np.inf, 1e300])
    for name, op in OPS.items():
        program = Program(name, tuple("abc"[: op.arity]), (Step(name, tuple(range(op.arity))),), ("y",), (op.arity,))
        signature = Signature(tuple(Port(k, ()) for k in "abc"[: op.arity]), (Port("y", ()),))
        arrays = [np.roll(values, k)[:, None] for k in range(op.arity)]
        for lanes in WIDTHS:
            (found,) = called(compiled(program, signature, lanes), arrays, len(values))
            expected = answers(program, signature, arrays)
            with np.errstate(all="ignore"):
                same = (found == expected) | (np.isnan(found) & np.isnan(expected))
                near = np.abs(found - expected) <= 2 * np.spacing(np.abs(expected))
            fused_overflow = np.isinf(expected) & (name in ("fma", "fms", "fnma"))
            assert (same | near | fused_overflow).all(), (name, lanes)


@settings(max_examples=12, deadline=None)
@given(st.lists(expressions, min_size=1, max_size=19), st.sampled_from([(2, 3), (5,), (1, 4), (4, 1)]))
def test_all_widths_layouts_and_sizes_give_the_same_bits(outputs, split):
    """Inputs and outputs of any number of columns, uniform ones among them; nested sines; outputs that are inputs."""
    program = fused(
        trace(
            lambda *x: [value(e, [v for part in x for v in part]) for e in outputs],
            {f"x{k}_": n for k, n in enumerate(split)},
        )
    )
    ports = tuple(Port(f"x{k}", (n,), uniform=k == 1) for k, n in enumerate(split))
    signature = Signature(ports, (Port("y", (len(outputs),)),))
    rng = np.random.default_rng(1)
    arrays = [rng.normal(size=p.size) if p.uniform else rng.normal(size=(max(SIZES), p.size)) for p in ports]
    arrays[0][3, 0] = 1e7
    reference = answers(program, signature, arrays)
    first = None
    for lanes in WIDTHS:
        for layout in ("rows", "columns"):
            made = compiled(program, signature, lanes, "float64", layout)
            for count in SIZES:
                part = [a if p.uniform else a[:count] for p, a in zip(ports, arrays, strict=True)]
                (found,) = called(made, part, count)
                if first is None:
                    first = called(made, arrays, max(SIZES))[0]
                    scale = np.maximum(1.0, np.abs(reference)).max()
                    assert np.abs(first - reference).max() <= NINE_DIGITS * scale
                assert found.tobytes() == first[:count].tobytes(), (lanes, layout, count)


def test_long_programs_are_cut_without_a_trace(monkeypatch):
    """The same bits from one function as from many, in every layout."""

    def f(x):
        y = [sin(v) for v in x]
        for k in range(60):
            y = [y[i] * x[(i + k) % 3] + y[(i + 1) % 3] * 0.25 for i in range(3)]
        return [*y, cos(y[0]), x[1], 2.0, *y]

    program = fused(trace(f, {"x": 3}))
    signature = Signature((Port("x", (3,)),), (Port("y", (9,)),))
    x = np.random.default_rng(2).uniform(-1, 1, (21, 3))
    whole = {
        layout: called(compiled(program, signature, 8, layout=layout), [x], 21)[0] for layout in ("rows", "columns")
    }
    monkeypatch.setattr(segments, "LONG", 10)
    for segment in (7, 50, 100):
        monkeypatch.setattr(segments, "SEGMENT", segment)
        monkeypatch.setenv("LINKWISE_CACHE", "off")
        for layout, expected in whole.items():
            made = compiled(program, signature, 8, layout=layout)
            assert LLVM.source(made.spec).count("define internal void @tile") > 2
            assert called(made, [x], 21)[0].tobytes() == expected.tobytes()


def test_streamed_answers_are_the_same(monkeypatch):
    monkeypatch.setattr("linkwise.backends.llvm.compiled_module.STREAM", 0)
    program = trace(lambda x: [x[0] + x[1], x[0] * x[1], x[0] - x[1]], {"x": 2})
    signature = Signature((Port("x", (2,)),), (Port("y", (3,)),))
    x = np.random.default_rng(3).normal(size=(64, 2))
    for layout in ("rows", "columns"):
        made = compiled(program, signature, 8, layout=layout)
        with monkeypatch.context() as patch:
            patch.setattr("linkwise.backends.llvm.compiled_module.STREAM", 2**40)
            plain = called(made, [x], 64)[0]
        given_ = np.ascontiguousarray(x if layout == "rows" else x.T)
        room = np.zeros(64 * 3 * 8 + 64, np.uint8)
        start = -room.ctypes.data % 64
        out = room[start : start + 64 * 3 * 8].view(float).reshape((64, 3) if layout == "rows" else (3, 64))
        made.run([given_], [out], 0, 64)
        assert (out if layout == "rows" else out.T).tobytes() == np.ascontiguousarray(plain).tobytes()


def test_no_fast_math():
    program = fused(trace(lambda x: [sqrt(x[0]) * x[1] + sign(x[0]), sin(x[0]) / x[1]], {"x": 2}))
    text = LLVM.source(spec(program, Signature((Port("x", (2,)),), (Port("y", (2,)),))))
    assert not any(flag in text for flag in ("fast", "reassoc", "contract", "nnan", "arcp"))


def test_the_machine_says_what_it_is():
    triple, name, _, version, _ = target.host()
    assert triple and name and int(version.split(".")[0]) >= 20


TOUCHED = """
from tests.backends import guarded
robot = linkwise.load("planar2r")
for dtype in ("float64", "float32"):
    kernel = robot.compile("mass_matrix", "gravity_forces", dtype=dtype)
    for layout in ("single", "rows", "columns"):
        module = kernel.modules.module(dtype, layout)
        print(dtype, layout, guarded.wrong(module, module._known.given) or "whole")
for method in ("euler", "implicit_midpoint"):
    outputs = {"q": lambda eq, t, q, qd, tau: q[0] + t}
    kernel = robot.compile_rollouts(method=method, outputs=outputs, reduce={"sum": ("sum", "q")})
    print(method, guarded.wrong(kernel._module, kernel._module._known.given) or "whole")
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="pages are guarded by mprotect")
def test_nothing_beyond_its_arrays_is_touched(tmp_path):
    """In batches of every size: arrays end where a page begins that kills whoever touches it."""
    lines = apart.run(TOUCHED, tmp_path).splitlines()
    assert len(lines) == 8 and all(line.endswith(" whole") for line in lines), lines


def test_zeros_are_cleared_at_once(monkeypatch):
    """A matrix that is mostly zero, the same to the last bit in every layout and width, whole and in segments."""
    monkeypatch.setattr(segments, "CLEARED", 40)

    def f(x):
        M = [[x[i] * x[j] if i % 4 == j % 4 else 0.0 for j in range(9)] for i in range(9)]
        M[7][0] = 1.5
        return {"M": M, "y": [0.0, x[3], 0.0]}

    program = fused(trace(f, {"x": 9}))
    signature = Signature((Port("x", (9,)),), (Port("M", (9, 9)), Port("y", (3,))))
    x = np.random.default_rng(4).uniform(-1, 1, (21, 9))
    expected = [np.array(part).tobytes() for part in zip(*(f(state).values() for state in x), strict=True)]
    for long in (4000, 10):
        monkeypatch.setattr(segments, "LONG", long)
        monkeypatch.setattr(segments, "SEGMENT", 20)
        monkeypatch.setenv("LINKWISE_CACHE", "off")
        for lanes in (1, 2, 8):
            for layout in ("rows", "columns"):
                made = compiled(program, signature, lanes, layout=layout)
                assert ("call void @llvm.memset" in LLVM.source(made.spec)) == (layout == "rows")
                assert [part.tobytes() for part in called(made, [x], 21)] == expected


def test_a_product_in_several_sums_passes_the_self_test():
    """x y − x y is 0 step by step, and what rounding leaves of x y where one of the two is fused: both are right."""

    def cancelling(x):
        product = x[0] * x[1]
        shifted = x[2] + product
        return [(shifted - product) + (product - shifted)]

    signature = Signature((Port("x", (3,)),), (Port("y", (1,)),))
    made = compiled(trace(cancelling, {"x": 3}), signature, lanes=1)  # which tests itself, with numbers up to 4e6 too
    assert made.passes
