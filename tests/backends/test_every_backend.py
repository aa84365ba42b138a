"""Every backend that is found does what the interpreter does: all kinds, precisions and layouts it says it serves."""

from dataclasses import replace

import numpy as np
import pytest

import linkwise
from linkwise.algebra import Vec3, where
from linkwise.backends import BACKENDS, LAYOUTS, ModuleSpec, default_backend
from linkwise.backends.arrays import NUMPY
from linkwise.calls.long_chains import LongKernel
from linkwise.calls.long_chains.build import build
from linkwise.calls.long_chains.open_numbers import OpenLoop
from linkwise.errors import LinkwiseError, UnknownName, UnsupportedByBackend
from linkwise.formulations import QUESTIONS
from linkwise.program import OPS, TABLEAUS, Iteration, Port, Program, Signature, Step, trace
from tests.backends import oscillators
from tests.backends.found import NAMES, here, serving
from tests.backends.oscillators import STEPS, Plan
from tests.kernels.cases import asked, framed, off, parts, robot
from tests.tolerances import ROUNDING, SAME_STEPS_ALONG, SAME_STEPS_IN_FLOATS, SINGLE_PRECISION

TOLERANCES = {"float64": ROUNDING, "float32": SAME_STEPS_IN_FLOATS}
ODD = [0.0, -0.0, 1.0, -1.0, 0.3, -2.5, 1e-3, 700.0, -800.0, np.inf, -np.inf, np.nan]
QUICK = {"llvm": ("planar2r", 14), "jax_operations": (14,)}
"""Robots whose questions a backend is asked in the default run, where not those of planar2r; the others are slow. XLA
compiles every question, precision and form of call by itself."""

ASKED = [
    pytest.param(name, arm, id=f"{arm}-{name}", marks=[pytest.mark.slow] * (arm not in QUICK.get(name, ("planar2r",))))
    for arm in ("planar2r", 14, "panda")
    for name in serving("program")
]


def test_found_by_their_folders():
    assert {"c", "interpreter", "llvm", "python"} <= set(BACKENDS) and len(BACKENDS) == len(list(BACKENDS))
    assert default_backend() == ("interpreter" if BACKENDS["llvm"].missing() else "llvm")
    assert all(BACKENDS[name].name == name for name in BACKENDS)
    with pytest.raises(UnknownName, match="backend 'gpu'"):
        BACKENDS["gpu"]


@pytest.mark.parametrize("name", BACKENDS)
def test_what_a_backend_says(name):
    """Kinds, precisions, layouts and files are ones that exist; each file's end belongs to one backend."""
    backend = BACKENDS[name]
    assert backend.kinds <= {"program", "loop", "rollout", "iteration", "integration", "tally"}
    assert set(backend.dtypes) <= {"float64", "float32"}
    assert set(backend.layouts) <= set(LAYOUTS) and backend.kinds | set(backend.suffixes)
    others = [other for other in BACKENDS.values() if other is not backend]
    assert not any(suffix in other.suffixes for suffix in backend.suffixes for other in others)


# ---- programs -------------------------------------------------------------------------------------------------------


def of_an_operation(op):
    """The program of one operation of three numbers, and its ports."""
    inputs = tuple(f"x{k}" for k in range(1, 4))
    ports = Signature((Port("x", (3,)),), (Port("y", ()),))
    return Program(op, inputs, (Step(op, tuple(range(OPS[op].arity))),), ("y",), (3,)), ports


def answers(backend, program, ports, x, dtype, layout):
    spec, arrays = ModuleSpec("program", str(program), lambda: program, ports, dtype, layout), BACKENDS[backend].arrays
    given = np.ascontiguousarray(x.astype(dtype).T if layout == "columns" else x.astype(dtype))
    return arrays.numpy(BACKENDS[backend].module(spec).answers([arrays.adopt(given)], len(x))[0])


def in_numpy(name, answer):
    """A kernel's answer, or parts, as NumPy arrays: it gives those of its backend's library."""
    found = [BACKENDS[name].arrays.numpy(part) for part in parts(answer)]
    return found[0] if len(found) == 1 else tuple(found)


@pytest.mark.parametrize("name", serving("program"))
@pytest.mark.parametrize("op", OPS)
def test_operations(name, op):
    """One by one, on numbers of every kind: NaN meets NaN, infinities infinities."""
    backend, rng = here(name), np.random.default_rng(5)
    x = np.concatenate([rng.choice(ODD, (60, 3)), rng.normal(0.0, 3.0, (60, 3))])
    if op in ("fma", "fms", "fnma"):
        x = x[60:]  # rounded once, 1e300 × 1e300 − ∞ is not NaN
    program, ports = of_an_operation(op)
    for dtype in backend.dtypes:
        for layout in ("rows", "columns"):
            if layout not in backend.layouts:
                continue
            ours, theirs = (answers(by, program, ports, x, dtype, layout) for by in (name, "interpreter"))
            assert np.array_equal(np.isnan(ours), np.isnan(theirs)), (dtype, layout)
            known = np.isfinite(theirs)
            assert np.array_equal(ours[~known & ~np.isnan(ours)], theirs[~known & ~np.isnan(theirs)])
            error = np.abs(ours[known] - theirs[known]) / np.maximum(1.0, np.abs(theirs[known]))
            assert error.max() <= 8 * np.finfo(dtype).eps, (dtype, layout)


@pytest.mark.parametrize(("name", "arm"), ASKED)
def test_questions(name, arm):
    """Questions of every shape, one state and many, in every precision and layout."""
    backend, arm_ = here(name), robot(arm)
    questions = QUESTIONS if arm == "planar2r" else ("inverse_dynamics", "mass_matrix", "forward_dynamics")
    for question in questions:
        frame, given = framed(arm_, question), asked(arm_, question, 9)
        expected = arm_.compile(question, backend="interpreter", **frame)(*given)
        for dtype in backend.dtypes:
            kernel = arm_.compile(question, backend=name, dtype=dtype, **frame)
            states = [x.astype(dtype) for x in given]
            most = TOLERANCES[dtype] * (100.0 if "forward" in question or "inverse" in question[:11] else 1.0)
            assert off(in_numpy(name, kernel(*states)), expected) <= most, (question, dtype)
            one = in_numpy(name, kernel(*(x[4] for x in states)))
            pairs = zip(parts(one), parts(expected), strict=True)
            assert all(off(a, b[4]) <= 10 * most for a, b in pairs), (question, dtype)


@pytest.mark.parametrize("name", serving("program"))
def test_what_a_program_can_choose(name):
    """Open parameters, sizes, broadcasting, and `out=` where the arrays are NumPy's."""
    arm, plain = linkwise.load("planar2r"), here(name).arrays is NUMPY
    kernel = arm.compile("inverse_dynamics", parameters=["gravity"], backend=name)
    q, qd, qdd = np.random.default_rng(1).normal(size=(3, 4, 2))
    moon, out = [0.0, 0.0, -1.62], np.empty((4, 2))
    there = arm.with_gravity(moon)
    truth = there.inverse_dynamics(q, qd, qdd)
    assert off(in_numpy(name, kernel(q, qd, qdd, moon)), truth) <= ROUNDING
    assert (
        off(in_numpy(name, kernel(q[:, None], qd, qdd, moon)), there.inverse_dynamics(q[:, None], qd, qdd)) <= ROUNDING
    )
    assert in_numpy(name, kernel(q[:0], qd[:0], qdd[:0], moon)).shape == (0, 2)
    with pytest.raises(LinkwiseError, match="q has shape"):
        kernel([1.0], [1.0, 2.0], [1.0, 2.0], moon)
    several = np.array([moon, [0.0, -9.81, 0.0], [0.0, 0.0, 0.0], [1.0, 2.0, 3.0]])
    if plain:
        each = np.stack([arm.with_gravity(g).inverse_dynamics(*x) for g, *x in zip(several, q, qd, qdd, strict=True)])
        assert off(kernel(q, qd, qdd, several), each) <= ROUNDING
        assert off(kernel(q, qd, qdd, [moon] * 4), truth) <= ROUNDING
        assert kernel(q, qd, qdd, moon, out=out) is out and off(out, truth) <= ROUNDING
    else:
        with pytest.raises(LinkwiseError, match="gravity has shape"):
            kernel(q, qd, qdd, several)
        try:
            assert kernel(q, qd, qdd, moon, out=out) is out and off(out, truth) <= ROUNDING
        except UnsupportedByBackend as error:
            assert "does not write into out" in str(error)


@pytest.mark.parametrize("name", [name for name in serving("program") if BACKENDS[name].differentiates])
@pytest.mark.parametrize("question", ["inverse_dynamics", "mass_matrix", "kinetic_energy"])
def test_slopes(name, question):
    """What a framework finds when it differentiates the code: the derivative program, run by the interpreter."""
    backend, arm = here(name), linkwise.load("planar2r")
    kernel, adopt = arm.compile(question, backend=name), backend.arrays.adopt
    given = asked(arm, question, 9)
    program, ports = kernel.traceable.derivatives()
    spec = ModuleSpec("program", str(program), lambda: program, ports)
    found = kernel.modules.module("float64", "rows").slopes([adopt(x) for x in given], 9)
    assert len(found) == len(ports.gives)
    expected = BACKENDS["interpreter"].module(spec).answers(given, 9)
    assert off(tuple(backend.arrays.numpy(slope) for slope in found), tuple(expected)) <= 100 * ROUNDING


@pytest.mark.parametrize("name", NAMES)
def test_what_is_not_served_is_refused(name):
    backend, arm = here(name), linkwise.load("pendulum")
    if "rollout" not in backend.kinds:
        with pytest.raises(UnsupportedByBackend, match="does not run rollouts"):
            arm.compile_rollouts(backend=name)
    if "program" not in backend.kinds:
        with pytest.raises(UnsupportedByBackend, match="does not run programs"):
            arm.compile("mass_matrix", backend=name)
        return
    for dtype in {"float64", "float32"} - set(backend.dtypes):
        with pytest.raises(UnsupportedByBackend, match=f"does not run {dtype}"):
            arm.compile("mass_matrix", backend=name, dtype=dtype)
    for layout in {"rows", "columns"} - set(backend.layouts):
        with pytest.raises(UnsupportedByBackend, match=f"does not run {layout}"):
            arm.compile("mass_matrix", backend=name, layout=layout)
    if not backend.widths:
        with pytest.raises(UnsupportedByBackend, match="wide"):
            arm.compile("mass_matrix", backend=name, width=4)


# ---- loops, rollouts, iterations -------------------------------------------------------------------------------------


TREE, CHAIN = 28, "puma560"
"""A tree of sliding and turning joints, in which the base and a link carry two links each; a chain."""

LOOPS = [(TREE, "inverse_dynamics"), (TREE, "mass_matrix"), (CHAIN, "bias_forces")]
LOOPS += [
    pytest.param(TREE, each, marks=pytest.mark.slow)
    for each in ("forward_dynamics", "inverse_dynamics_derivatives", "regressor")
]
"""Sweeps outwards and inwards; walks with entries on both sides of the diagonal, and on one."""


@pytest.mark.parametrize("name", serving("loop"))
@pytest.mark.parametrize(("arm", "question"), LOOPS)
@pytest.mark.parametrize("opened", [False, True])
def test_loops(name, arm, question, opened):
    """Opened ones with the numbers of a heavier robot under another gravity."""
    backend, tree = here(name), robot(arm).tree
    heavy = [replace(body, inertia=body.inertia + body.inertia) for body in tree.bodies]
    asked = replace(tree, bodies=tuple(heavy), gravity=Vec3(1.0, 2.0, 3.0)) if opened else tree
    open_loop = OpenLoop(tree, question)
    loop = open_loop.built.loop if opened else build(tree, question)
    last = [open_loop.numbers(asked)] if opened else []
    given = np.random.default_rng(2).uniform(-1.0, 1.0, (len(loop.states), 9, len(tree.bodies)))

    def answer(by, loop, last, dtype, layout):
        spec = ModuleSpec("loop", f"{question} {opened} {tree.text}", lambda: loop, loop.signature, dtype, layout)
        states = [x.T if layout == "columns" else x for x in given.astype(dtype)]
        arrays = [np.ascontiguousarray(x) for x in (*states, *(x.astype(dtype) for x in last))]
        found = by.module(spec).answers([by.arrays.adopt(x) for x in arrays], 9)
        numbers = [by.arrays.numpy(part) for part in found]
        return tuple(np.moveaxis(part, -1, 0) if layout == "columns" else part for part in numbers)

    truth = answer(BACKENDS["interpreter"], build(asked, question), [], "float64", "rows")
    for dtype in backend.dtypes:
        layouts = {"single", "rows", "columns"} if dtype == backend.dtypes[0] else {"rows"}
        for layout in layouts & set(backend.layouts):
            assert off(answer(backend, loop, last, dtype, layout), truth) <= 100 * TOLERANCES[dtype], (dtype, layout)


SPANS = Plan((0, 1, 3, STEPS), 3, (0, 1))
"""Of these one keeps nothing, and one begins inside a table of timed inputs."""

PLANS = (SPANS, Plan((0, STEPS), 3), Plan((0, 2, STEPS), 1, (0, 2)), Plan((0, 4, STEPS), 0, (0, 4)))

EVERYTHING, *LESS = oscillators.WATCHED
ROLLOUTS = [(method, EVERYTHING) for method in TABLEAUS]
ROLLOUTS += [
    pytest.param(method, less, marks=[pytest.mark.slow] * (method not in ("rk4", "implicit_midpoint")))
    for method in TABLEAUS
    for less in LESS
]


@pytest.mark.parametrize("name", ["interpreter", *serving("rollout")])
@pytest.mark.parametrize(("method", "watched"), ROLLOUTS)
def test_rollouts(name, method, watched):
    """Inputs and reductions of all kinds, motions that end beside others that go on, spans and tables that begin later.

    The interpreter is held to what it does in one span.
    """
    backend, rollout = here(name), oscillators.rollout(method, watched)
    ends = {*oscillators.ENDS, oscillators.STIFF} if rollout.tableau.implicit else set(oscillators.ENDS)
    assert set(np.flatnonzero(oscillators.truth(method, watched, 0).ended >= 0)) == ends
    for dtype in backend.dtypes:
        most = SAME_STEPS_ALONG if dtype == "float64" else SAME_STEPS_IN_FLOATS
        for width in (None, *backend.widths[:1]):
            module = oscillators.compiled(backend, rollout, dtype, width)
            for plan in PLANS if watched == EVERYTHING and dtype == backend.dtypes[0] else (SPANS,):
                found, truth = (
                    oscillators.motions(module, rollout, plan),
                    oscillators.truth(method, watched, plan.every),
                )
                assert found.same(truth, most), (dtype, width, plan)


def newton(x, own, same):
    """The square root of a row's own number; the steps taken; whether it is close enough."""
    new = 0.5 * (x[0] + own[0] / x[0])
    return [new, x[1] + 1.0, where(abs(new - x[0]) <= same[0] * new, 1.0, 0.0)]


ROOT = Iteration(trace(newton, {"x": 3, "own": 1, "same": 1}, "root"), 3, 1, 1)


@pytest.mark.parametrize("name", ["interpreter", *serving("iteration")])
def test_iterations(name):
    """Rows that are done soon beside others that take long, more and fewer rows than lanes, and a limit of steps."""
    backend, numbers = here(name), np.random.default_rng(3).uniform(-12.0, 12.0, 45)
    for dtype in backend.dtypes:
        close = TOLERANCES[dtype]
        for width in (None, *backend.widths[:1]):
            spec = ModuleSpec("iteration", repr(ROOT.step), lambda: ROOT, ROOT.signature, dtype, width=width)
            module = backend.module(spec)
            assert backend.interprets or module.passes
            for count in (0, 1, 3, 45):
                rows = np.zeros((count, 4), dtype)
                rows[:, 0], rows[:, 3] = 1.0, 10.0 ** numbers[:count]
                few, same = rows.copy(), np.array([close], dtype)
                module.run(rows, same, 100)
                assert (rows[:, 2] == 1.0).all()
                assert (np.abs(rows[:, 0] ** 2 / rows[:, 3] - 1.0) <= 10 * close).all()
                assert np.array_equal(rows[:, 3], few[:, 3])
                module.run(few, same, 7)
                soon = rows[:, 1] <= 7
                assert np.array_equal(few[soon], rows[soon])
                assert (few[~soon, 1] == 7).all() and (few[~soon, 2] == 0.0).all()


@pytest.mark.parametrize("name", serving("program"))
def test_bits_do_not_depend_on_the_batch(name):
    """For backends that promise it: each state of a batch as alone, in any company."""
    if not here(name).reproducible:
        pytest.skip(f"{name} does not promise it")
    kernel = linkwise.load("puma560").compile("inverse_dynamics", backend=name)
    states = [np.random.default_rng(k).uniform(-3.0, 3.0, (21, 6)) for k in range(3)]
    whole = BACKENDS[name].arrays.numpy(kernel(*states))
    for some in (slice(3, 4), slice(5, 14), 7):
        assert np.array_equal(BACKENDS[name].arrays.numpy(kernel(*(x[some] for x in states))), whole[some])


def test_a_backend_of_one_precision(monkeypatch):
    """Its own precision is the one it is used in, where none is named."""
    monkeypatch.setattr(type(BACKENDS["interpreter"]), "dtypes", ("float32",))
    arm, q = linkwise.load("planar2r"), np.array([[0.1, 0.2]] * 3)
    assert arm.compile("mass_matrix", backend="interpreter")(q).dtype == np.float32
    assert arm.rollouts(q, step=1e-3, steps=2, backend="interpreter").q.dtype == np.float32
    long = LongKernel(arm.tree, "gravity_forces", backend="interpreter")
    assert np.allclose(long(q), arm.gravity_forces(q), rtol=SINGLE_PRECISION) and not np.array_equal(
        long(q), arm.gravity_forces(q)
    )
    with pytest.raises(LinkwiseError, match="no dtype 'float64'"):
        arm.compile("mass_matrix", backend="interpreter", dtype="float64")
