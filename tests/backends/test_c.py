"""Programs as C: compiled under strict flags, run, and held to the interpreter; names and programs of every kind."""

import ctypes
import math
import platform
import re
import shutil
import subprocess
from concurrent.futures import ThreadPoolExecutor
from functools import cache

import mpmath
import numpy as np
import pytest

import linkwise
from linkwise import LinkwiseError
from linkwise.algebra import atan2, cos, exp, sign, sin, sqrt, tanh
from linkwise.backends import BACKENDS, ModuleSpec
from linkwise.backends.c.backend import compiler
from linkwise.backends.c.identifiers import Identifiers, plain
from linkwise.backends.c.literals import double, single
from linkwise.backends.c.reserved import RESERVED
from linkwise.backends.c.source import source
from linkwise.backends.c.spelling import OPS_IN_C
from linkwise.backends.interpreter import run
from linkwise.backends.llvm.target import host
from linkwise.backends.sine_tables import TABLES
from linkwise.calls.question_program import QuestionProgram
from linkwise.formulations import QUESTIONS
from linkwise.program import OPS, Const, Port, Program, Signature, Step, count, fused, trace
from tests.robots import CATALOG, states
from tests.tolerances import AGREEMENT, ONE_ROUNDING, ROUNDING, SAME_STEPS, SAME_STEPS_IN_FLOATS, SINCOS_ULP, solving

STRICT = ["-std=c99", "-Wall", "-Wextra", "-Werror", "-pedantic"]
COMPILERS = [
    pytest.param(name, marks=pytest.mark.skipif(shutil.which(name) is None, reason=f"{name} is not installed"))
    for name in ("gcc", "clang")
]
NATIVE = "-march=native"


def need(compiler="gcc"):
    if shutil.which(compiler) is None:
        pytest.skip(f"{compiler} is not installed")


def compiled(command, where, **more):
    done = subprocess.run(command, cwd=where, capture_output=True, text=True, **more)
    assert done.returncode == 0, done.stderr[:3000]
    return done


def library(sources, folder, flags, compiler="gcc"):
    """All sources in one shared library, each self-test's main under the name of its program."""
    for made in sources:
        made.write(folder)
    lines = [f'#define main {made.name}_main\n#include "{made.name}.c"\n#undef main\n' for made in sources]
    (folder / "all.c").write_text("".join(lines))
    shared = ["-DLINKWISE_SELFTEST", "-shared", "-fPIC", "all.c", "-lm", "-o", "all.so"]
    compiled([compiler, *STRICT, *flags, *shared], folder)
    return ctypes.CDLL(str(folder / "all.so"))


class Called:
    """The functions of one program in a library, on NumPy arrays."""

    def __init__(self, lib, made, signature):
        self.lib, self.name, self.signature = lib, made.name, signature

    def __call__(self, inputs, dtype=float, batch=None):
        """The outputs side by side: of one state, or of `batch` states, a row each."""
        rows = np.atleast_2d(np.asarray(inputs, dtype=dtype))
        given, at = [], 0
        for port in self.signature.takes:
            given.append(np.ascontiguousarray(rows[:, at : at + port.size]))
            at += port.size
        found = [np.full((len(rows), port.size), -77.0, dtype) for port in self.signature.gives]
        tail = "" if dtype is float else "_f"
        pointers = [ctypes.c_void_p(a.ctypes.data) for a in (*given, *found)]
        function = self.lib[f"{self.name}{'' if batch is None else '_batch'}{tail}"]
        function.restype = None
        function(*([] if batch is None else [ctypes.c_size_t(batch)]), *pointers)
        together = np.concatenate(found, axis=1) if found else np.empty((len(rows), 0), dtype)
        return together if batch is not None else together[0]

    def selftest(self):
        return self.lib[f"{self.name}_main"]()


@cache
def asked(name, *questions):
    """Questions to a catalog robot as a fused program, with its signature."""
    question_program = QuestionProgram(linkwise.load(name).tree, questions)
    return fused(question_program.program), question_program.signature


def equal(a, b):
    """Bit for bit, any NaN being a NaN."""
    return np.array_equal(a, b, equal_nan=True) and np.array_equal(np.signbit(a)[a == a], np.signbit(b)[b == b])


def check_batches(call, rows, sizes):
    """A batch gives each state what it gets alone, and writes nothing else."""
    for dtype in (float, np.float32):
        alone = np.array([call(row, dtype) for row in rows])
        for n in sizes:
            found = call(rows, dtype, batch=n)
            assert equal(found[:n], alone[:n]), (call.name, dtype, n)
            assert (found[n:] == -77.0).all()


# ---- every question on every robot ----------------------------------------------------------------------------------

CASES = [
    pytest.param((name, question), id=f"{name}-{question}", marks=[pytest.mark.slow] if (i + j) % 5 else [])
    for i, name in enumerate(CATALOG)
    for j, question in enumerate(QUESTIONS)
]
"""Every robot meets a fifth of the questions, and every question a fifth of the robots; the rest is slow."""
LONG = 400  # steps from which on only the single call is compiled, to save time


@pytest.fixture(scope="module")
def catalog(request, tmp_path_factory):
    """All that this run asks for, compiled as written, without optimisation: what is tested here is the text."""
    need()
    asking = {item.name for item in request.session.items}
    every = [(case.values[0], f"{test_c_does_what_the_interpreter_does.__name__}[{case.id}]") for case in CASES]
    cases = [case for case, name in every if name in asking or case == ("panda", "inverse_dynamics")]
    made = {case: source(*asked(*case), prefix=case[0], batch=len(asked(*case)[0].steps) < LONG) for case in cases}
    folders = [tmp_path_factory.mktemp("catalog") for _ in range(2)]
    halves = [[made[case] for case in cases[k::2]] for k in range(2)]
    with ThreadPoolExecutor(2) as pool:
        libs = list(pool.map(library, halves, folders, [["-O0"]] * 2))
    return {case: Called(libs[k % 2], made[case], asked(*case)[1]) for k, case in enumerate(cases)}


def in_floats(case, state):
    """What is allowed in single precision: more where a linear system is solved, by its condition."""
    robot = linkwise.load(case[0])
    if case[1] not in ("forward_dynamics", "forward_dynamics_derivatives", "mass_matrix_inverse"):
        return SAME_STEPS_IN_FLOATS
    return max(SAME_STEPS_IN_FLOATS, solving(robot.mass_matrix(state[: robot.n])) * 2.0**29)  # by the two epsilons


@pytest.mark.parametrize("case", CASES)
def test_c_does_what_the_interpreter_does(catalog, case):
    call, (program, _) = catalog[case], asked(*case)
    n = len(program.inputs)
    rows = states(n, 19, seed=4)[0]
    for row in rows[:3]:
        known = np.array(run(program, row.tolist()))
        largest = max(np.abs(known).max(), 1e-300)
        assert np.abs(call(row) - known).max() <= SAME_STEPS * largest
        near = row.astype(np.float32)
        known = np.array(run(program, near.astype(float).tolist()))
        assert np.abs(call(near, np.float32) - known).max() <= in_floats(case, near) * largest
    if len(program.steps) < LONG:
        check_batches(call, rows, (0, 1, 16, 19))
    assert call.selftest() == 0


def test_c_gives_pinocchios_torques(catalog):
    pytest.importorskip("pinocchio", reason="Pinocchio is not installed")
    from tests.peers.pinocchio import Pinocchio

    q, qd, qdd = (x[0] for x in states(7, 1, seed=8))
    tree = linkwise.load("panda").tree
    viscous = np.array([body.joint.friction.viscous for body in tree.bodies])
    known = Pinocchio.of_model(tree).inverse_dynamics(q, qd, qdd) + viscous * qd  # the peer knows no friction
    found = catalog["panda", "inverse_dynamics"](np.hstack([q, qd, qdd]))
    assert np.abs(found - known).max() <= AGREEMENT * np.abs(known).max()


# ---- what compilers do to it ----------------------------------------------------------------------------------------

BEST = ("panda", "inverse_dynamics")
OPTIMISED = [BEST, ("stanford", "forward_dynamics"), ("planar3r", "coriolis_matrix")]


@pytest.mark.parametrize("flags", [["-O2"], ["-O3", NATIVE], ["-O3", NATIVE, "-std=gnu99"]], ids="".join)
@pytest.mark.parametrize("compiler", COMPILERS)
def test_optimised_code_is_right_and_the_same_alone_and_in_a_batch(tmp_path, compiler, flags):
    """With -std=gnu99 compilers fuse a product with a sum where they see fit, unless the file forbids it."""
    made = [source(*asked(*case), prefix=case[0]) for case in OPTIMISED]
    lib = library(made, tmp_path, flags, compiler)
    for case, text in zip(OPTIMISED, made, strict=True):
        program, signature = asked(*case)
        call = Called(lib, text, signature)
        rows = states(len(program.inputs), 40, seed=5)[0]
        check_batches(call, rows, (1, 15, 16, 17, 40))
        known = np.array([run(program, row.tolist()) for row in rows])
        assert np.abs(call(rows, batch=40) - known).max() <= SAME_STEPS * np.abs(known).max()
        assert call.selftest() == 0


@pytest.mark.skipif(platform.machine() not in ("x86_64", "AMD64"), reason="names instructions of x86")
def test_the_batch_becomes_simd_code(tmp_path):
    need()
    made = source(*asked(*BEST), prefix="panda")
    made.write(tmp_path)
    command = ["gcc", *STRICT, "-O3", "-mavx2", "-mfma", "-fopt-info-vec", "-c", f"{made.name}.c"]
    told = compiled(command, tmp_path).stderr
    lines = made.code.splitlines()
    for tail in ("", "_f"):
        at = next(k for k, line in enumerate(lines, 1) if f"_steps1{tail}(qd_ + lane" in line)
        assert re.search(rf"\.c:({at - 1}|{at}):\d+: optimized: loop vectorized", told), told


def test_stack_is_about_what_the_comment_says(tmp_path):
    need()
    slack = 256  # saved registers, alignment, the frame of the calls to libm
    for case in OPTIMISED:
        made = source(*asked(*case), prefix=case[0])
        made.write(tmp_path)
        compiled(["gcc", *STRICT, "-O2", "-fstack-usage", "-c", f"{made.name}.c", "-o", "one.o"], tmp_path)
        usage = dict(re.findall(r":(\w+)\t(\d+)", (tmp_path / "one.su").read_text()))
        one, batch = map(int, re.findall(r"(\d+) bytes", made.code)[:2])
        assert int(usage[made.name]) <= one + slack
        assert int(usage[f"{made.name}_batch"]) <= 16 * batch + slack


def test_cpp_reads_the_header(tmp_path):
    need("gcc")
    need("g++")
    made = source(*asked("planar2r", "mass_matrix"), prefix="class new")
    made.write(tmp_path)
    calls = f"double q[2] = {{0, 0}}, M[4]; {made.name}(q, M); {made.name}_batch(1, q, M); return M[0] > 0 ? 0 : 1;"
    (tmp_path / "main.cpp").write_text(f'#include "{made.name}.h"\nint main() {{ {calls} }}\n')
    compiled(["gcc", *STRICT, "-c", f"{made.name}.c", "-o", "arm.o"], tmp_path)
    strict = ["-std=c++11", *STRICT[1:]]
    compiled(["g++", *strict, "main.cpp", "arm.o", "-lm", "-o", "main"], tmp_path)
    compiled([str(tmp_path / "main")], tmp_path)


def test_two_arms_of_one_name_in_one_program(tmp_path):
    """A prefix tells them apart; without one the linker refuses, it does not choose."""
    need("g++")
    robot = linkwise.load("planar2r")
    arms, calls = {"left": robot, "right": robot.with_payload(1.0)}, ""
    for prefix, arm in arms.items():
        arm.compile("gravity_forces").save(tmp_path / f"{prefix}.c", prefix=prefix)
        arm.compile("gravity_forces").save(tmp_path / f"same_{prefix}.c")
        calls += f'{prefix}_gravity_forces(q, g); std::printf("%.17g\\n", g[0]);\n'
    includes = "".join(f'#include "{prefix}.h"\n' for prefix in arms)
    main = f"#include <cstdio>\n{includes}int main() {{ double q[2] = {{0.3, 0.2}}, g[2];\n{calls}return 0; }}\n"
    (tmp_path / "main.cpp").write_text(main)
    compiled(["gcc", *STRICT, "-c", "left.c", "right.c", "same_left.c", "same_right.c"], tmp_path)
    compiled(["g++", "-Wall", "-Werror", "main.cpp", "left.o", "right.o", "-lm", "-o", "main"], tmp_path)
    printed = compiled([str(tmp_path / "main")], tmp_path).stdout.split()
    known = [arm.gravity_forces([0.3, 0.2])[0] for arm in arms.values()]
    assert [float(x) for x in printed] == pytest.approx(known, rel=SAME_STEPS)
    clash = ["g++", "main.cpp", "left.o", "right.o", "same_left.o", "same_right.o", "-lm", "-o", "clash"]
    done = subprocess.run(clash, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode != 0 and "multiple definition" in done.stderr


# ---- the self-test --------------------------------------------------------------------------------------------------


def verdict(code, made, folder):
    (folder / f"{made.name}.h").write_text(made.header)
    (folder / "try.c").write_text(code)
    compiled(["gcc", *STRICT, "-O0", "-DLINKWISE_SELFTEST", "try.c", "-lm", "-o", "try"], folder)
    return subprocess.run([str(folder / "try")], capture_output=True, text=True)


def test_the_selftest_notices_every_changed_constant(tmp_path):
    need()
    made = source(*asked("planar2r", "inverse_dynamics"))
    told = verdict(made.code, made, tmp_path)
    assert told.returncode == 0 and told.stdout.count("worst error") == 2
    code = made.code[: made.code.index("LINKWISE_SELFTEST")]
    for pattern, change in ((r"(?<=[( ])\d+\.\d+(?=[,; ])", 1e-10), (r"(?<=[( ])\d+\.\d+(?=f[,; ])", 1e-3)):
        sines = [m.span() for m in re.finditer(r"^LINKWISE_INLINE void \w+_sincos.*?^}", code, re.M | re.S)]
        places = [m for m in re.finditer(pattern, code) if "const" in code[code.rfind("\n", 0, m.start()) : m.start()]]
        places = [m for m in places if not any(a < m.start() < b for a, b in sines)]  # the same for every robot
        assert len(places) >= 4
        for m in places:
            altered = code[: m.start()] + repr(float(m[0]) * (1 + change)) + code[m.end() :]
            assert verdict(altered + made.code[len(code) :], made, tmp_path).returncode == 1, m


def test_the_selftest_takes_given_states():
    program, signature = asked("planar2r", "mass_matrix")
    made = source(program, signature, states=[[0.1, 0.2], [0.3, 0.4], [0.5, 0.6]])
    assert "_states = 3 }" in made.code and "0.3, 0.4" in made.code
    assert made == source(program, signature, states=np.array([[0.1, 0.2], [0.3, 0.4], [0.5, 0.6]]))


# ---- programs of every kind -----------------------------------------------------------------------------------------


def alone(op):
    """One op on inputs."""
    arity = OPS[op].arity
    return Program(f"only_{op}", tuple("abc"[:arity]), (Step(op, tuple(range(arity))),), ("y",), (arity,))


def on_constants(op):
    constants = tuple(map(Const, (0.7, -1.3, 0.4)))[: OPS[op].arity]
    return Program(f"constant_{op}", (), (Step(op, constants),), ("y",), (0,))


def deep(x):
    return [sin(x[0] + cos(x[1] * sin(x[0]) + x[2])) * x[1], cos(x[1] * sin(x[0]) + x[2]), x[0] * x[1], sin(x[0])]


ODD = [
    *map(alone, OPS),
    *map(on_constants, OPS),
    Program("nothing_taken", (), (), ("a", "b"), (Const(1.5), Const(-0.0))),
    Program("nothing_given", ("x",), (), (), ()),
    Program("nothing", (), (), (), ()),
    Program("only_inputs", ("x", "y"), (), ("a", "b", "c"), (1, 0, 1)),
    Program("repeated", ("x",), (Step("sin", (0,)),), ("a", "b", "c"), (1, 1, 0)),
    Program("dead", ("x", "y"), (Step("sin", (0,)), Step("cos", (1,)), Step("mul", (0, 0))), ("a",), (2,)),
    trace(deep, {"x": 3}, "deep"),
    trace(lambda x: [1e300 * x[0], 1e-300 * x[0], 5e-324 * x[0], x[0] + 1e-40], {"x": 1}, "large_and_small"),
    trace(lambda x: [sqrt(x[0]) / x[1], sign(x[0]) * x[1]], {"x": 2}, "root"),
]
EXTREME = [0.0, -0.0, 1.0, -1.0, 0.3, math.inf, -math.inf, math.nan, 1e300, -1e-300, 5e-324]


def flat_signature(program):
    return Signature((Port("in", (len(program.inputs),)),), (Port("out", (len(program.outputs),)),))


@pytest.mark.parametrize("compiler", COMPILERS)
def test_odd_programs(tmp_path, compiler):
    made = [source(p, flat_signature(p)) for p in ODD]
    assert len({text.name for text in made}) == len(ODD)
    lib = library(made, tmp_path, ["-O1"], compiler)
    rng = np.random.default_rng(3)
    for program, text in zip(ODD, made, strict=True):
        call = Called(lib, text, flat_signature(program))
        rows = rng.choice(EXTREME, (40, len(program.inputs)))
        rows[:11] = np.array(EXTREME)[:, None]
        rows[20:] = rng.normal(size=rows[20:].shape)
        ops = {step.op for step in program.steps}
        for row in rows[20:] if ops & {"fma", "fms", "fnma"} else rows:  # fused, 1e300 × 1e300 − ∞ is no NaN
            known = np.array(run(program, row.tolist()), dtype=float)
            found = call(row)
            if ops & {"sin", "cos", "tanh", "atan2", "fma", "fms", "fnma"}:  # as the C library and the processor round
                np.testing.assert_allclose(found, known, rtol=ROUNDING, atol=ROUNDING, err_msg=f"{program} at {row}")
            else:
                assert equal(found, known), (program, row)
            with np.errstate(all="ignore"):
                assert (
                    np.nanmax(np.abs(np.where(known == call(row), 0.0, call(row) - known)), initial=0.0) < ONE_ROUNDING
                )
        assert equal(call(rows, batch=40), np.array([call(row) for row in rows]).reshape(40, -1))
        assert call.selftest() == 0, program


def test_division_by_zero_is_an_infinity(tmp_path):
    need()
    program = trace(lambda x: 1.0 / x[0], {"x": 1})
    made = source(program, flat_signature(program), states=[[0.0]])
    call = Called(library([made], tmp_path, ["-O2"]), made, flat_signature(program))
    assert call([0.0])[0] == math.inf and call([-0.0])[0] == -math.inf and call([0.0], np.float32)[0] == np.inf
    assert call.selftest() == 0


def test_an_output_may_lie_where_an_input_lay(tmp_path):
    need()
    program, signature = asked(*BEST)
    made = source(program, signature)
    lib = library([made], tmp_path, ["-O3"])
    q, qd, qdd = (x[0].copy() for x in states(7, 1, seed=2))
    known = Called(lib, made, signature)(np.hstack([q, qd, qdd]))
    lib[made.name](*(ctypes.c_void_p(x.ctypes.data) for x in (q, qd, qdd, qd)))
    assert np.array_equal(qd, known)


def test_the_straight_line_has_no_branches_and_nothing_allocates():
    code = source(*asked(*BEST)).code
    steps = re.findall(r"^LINKWISE_INLINE void \w+_steps.*?^}", code, re.M | re.S)
    assert len(steps) == 2
    assert not re.search(r"\b(if|for|while|goto|switch)\b|\?", "".join(steps))
    assert not re.search(r"\b(malloc|calloc|alloca)\b", code)
    assert code.isascii()


def test_each_sine_and_cosine_is_called_once():
    """Sine and cosine of an angle together by our own code; each by the C library where it is asked for."""
    program, signature = asked(*BEST)
    code = source(program, signature, batch=False).code
    for call, op in (("sin(", "sin"), ("cos(", "cos"), ("sinf(", "sin"), ("cosf(", "cos")):
        assert len(re.findall(rf"\b{re.escape(call)}", code)) == sum(step.op == op for step in program.steps)
    for tail in ("", "_f"):
        assert len(re.findall(rf"^    \w+_sincos{tail}\(", code, re.M)) == count(program).sincos


SINES = trace(lambda x: [sin(x[0]), cos(x[0])], {"x": 1}, "turn")


def angles(dtype):
    """Angles of every size, and those next to multiples of π/2."""
    large, rng = TABLES[dtype].large, np.random.default_rng(7)
    near = np.round(rng.uniform(-large, large, 800) / (np.pi / 2)) * (np.pi / 2)
    every = [rng.uniform(-large, large, 400), rng.uniform(-4.0, 4.0, 400), 10.0 ** rng.uniform(-12, 0, 100), near]
    return np.concatenate([x.astype(dtype) for x in every] + [np.array([0.0, -0.0, large, -large], dtype)])


@pytest.mark.parametrize("flags", [["-O3", NATIVE], ["-O3", "-DLINKWISE_LANES=3"]], ids="".join)
def test_sines_and_cosines_are_those_of_the_other_backends(tmp_path, flags):
    """At most 2 ulp off, with fused multiply-adds and without; with them, the bits of the machine code by LLVM."""
    need()
    made = source(SINES, flat_signature(SINES))
    call = Called(library([made], tmp_path, flags), made, flat_signature(SINES))
    for dtype in ("float64", "float32"):
        x = angles(dtype)[:, None]
        found = call(x, float if dtype == "float64" else np.float32, batch=len(x))
        with mpmath.workdps(60):
            exact = [[f(mpmath.mpf(float(a))) for f in (mpmath.sin, mpmath.cos)] for (a,) in x]
            ulp = np.spacing(np.abs(np.array(exact, float)).astype(dtype))
            off = [
                abs(mpmath.mpf(float(y)) - t) / mpmath.mpf(float(u))
                for y, t, u in zip(found.flat, (t for row in exact for t in row), ulp.flat, strict=True)
            ]
        assert max(off) <= SINCOS_ULP
        if NATIVE in flags and BACKENDS["llvm"].missing() == "" and host().fuses:
            spec = ModuleSpec("program", "turn", lambda: SINES, flat_signature(SINES), dtype, "rows")
            assert equal(found, BACKENDS["llvm"].module(spec).answers([x], len(x))[0])
    assert call.selftest() == 0


def test_large_angles_and_what_is_no_angle_go_to_the_c_library(tmp_path):
    """In a batch, only they do: the other lanes keep their bits; the switch leaves all sines to the library."""
    need()
    made = source(SINES, flat_signature(SINES))
    own, libm = (tmp_path / name for name in ("own", "libm"))
    calls = []
    for folder, flags in ((own, []), (libm, ["-DLINKWISE_LIBM_SINES=1"])):
        folder.mkdir()
        calls.append(Called(library([made], folder, ["-O2", *flags]), made, flat_signature(SINES)))
    x = np.array([[0.5], [1e6], [1.000001e6], [-1e9], [1e22], [1e30], [np.inf], [np.nan], [-3.0]])
    check_batches(calls[0], x, (1, 9))
    own, libm = (call(x, batch=9) for call in calls)
    assert equal(own[2:8], libm[2:8])
    assert np.array_equal(libm[:6], [[math.sin(a), math.cos(a)] for a in x[:6, 0]])
    assert np.abs(own - libm)[[0, 1, 8]].max() <= SAME_STEPS


def test_a_tile_without_states_is_refused(tmp_path):
    need()
    made = source(SINES, flat_signature(SINES))
    made.write(tmp_path)
    command = ["gcc", "-DLINKWISE_LANES=0", "-c", f"{made.name}.c"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode != 0 and "at least 1" in done.stderr


def test_library_calls_stand_outside_the_loops_that_become_simd_code():
    def f(x):
        return tanh(x[0] * x[1]) * exp(x[2]) + atan2(x[0], x[1] + x[2]) * sin(x[0])

    program = trace(f, {"x": 3})
    code = source(program, flat_signature(program)).code
    steps = "".join(re.findall(r"^LINKWISE_INLINE void \w+_steps.*?^}", code, re.M | re.S))
    for name in ("tanh", "exp", "atan2", "sin"):
        assert re.search(rf"\b{name}f?\(", code) and not re.search(rf"\b{name}f?\(", steps), name


def test_inputs_that_are_the_same_for_all_states(tmp_path):
    """Parameters are given once for a batch; each state gets what it gets alone with them."""
    need()
    program = trace(lambda q, p: [sin(q[0] + p[1]) * p[0], q[1] * q[2] - p[2]], {"q": 3, "p": 3})
    signature = Signature((Port("q", (3,)), Port("p", (3,), uniform=True)), (Port("y", (2,)),))
    made = source(program, signature)
    lib = library([made], tmp_path, ["-O2"])
    call = Called(lib, made, signature)
    rows = states(len(program.inputs), 37, seed=1)[0]
    rows[:, 3:] = rows[0, 3:]
    check_batches(call, rows, (1, 16, 37))
    known = np.array([run(program, row.tolist()) for row in rows])
    assert np.abs(call(rows, batch=37) - known).max() <= SAME_STEPS * np.abs(known).max()
    assert call.selftest() == 0
    apart = states(len(program.inputs), 3, seed=1)[0]
    assert source(program, signature, states=apart).code.count("_batch(") == 1  # states that can be no batch are not


# ---- C as a backend -------------------------------------------------------------------------------------------------


def spec_of(f, name="f"):
    return ModuleSpec("program", name, lambda: trace(f, {"x": 2}), Signature((Port("x", (2,)),), (Port("y", ()),)))


def test_cc_names_the_compiler(monkeypatch):
    need()
    monkeypatch.setenv("CC", "gcc -pipe")
    assert compiler() == (shutil.which("gcc"), "-pipe")
    module = BACKENDS["c"].module(spec_of(lambda x: x[0] * x[1]))
    y = np.empty(3)
    module.run([np.array([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])], [y], 1, 3)
    assert y[1:].tolist() == [12.0, 30.0]
    monkeypatch.setenv("CC", "no such compiler")
    assert len(compiler()) == 1, "the usual ones are looked for"


def test_a_compiler_that_fails_is_told(monkeypatch):
    need("false")
    monkeypatch.setenv("CC", "false")
    with pytest.raises(LinkwiseError, match=r"the C compiler .*false' failed"):
        BACKENDS["c"].module(spec_of(lambda x: x[0] - x[1]))
    monkeypatch.setattr("shutil.which", lambda name: None)
    monkeypatch.setenv("CC", "none")
    with pytest.raises(LinkwiseError, match="no C compiler was found"):
        BACKENDS["c"].module(spec_of(lambda x: x[0] - x[1]))
    assert BACKENDS["c"].source(spec_of(lambda x: x[0] - x[1])).startswith("/* f(x) -> y")


# ---- names ----------------------------------------------------------------------------------------------------------

HOSTILE = [
    "double",
    "sin",
    "main",
    "y1",
    "gamma",
    "class",
    "linux",
    "con",
    "n",
    "stride",
    "work",
    "w",
    "ω̇2",
    "τ",
    "*/x/*",
    "??/",
    'a"b',
    "a'b",
    "a\\",
    "<b>",
    "-",
    "#if",
    "%s%n",
    "_x",
    "__x",
    "2fast",
    "q[7]",
    "é",
    "名",
    "x" * 65536,
    "x" * 65537,
    "😀",
    "v1",
    "Q",
    "q",
    "INFINITY",
    "LINKWISE_FMA",
    "\ud800",
    "assert",
    "q_",
    "q__2",
    "q_2",
    "in",
    "lambda",
    "print",
    "math",
]


@pytest.mark.parametrize("compiler", COMPILERS)
def test_hostile_names(tmp_path, compiler):
    """As names of programs, of their arrays, of their inputs and of values within."""
    made, signatures = [], []
    for k, name in enumerate(HOSTILE):
        others = [other for other in HOSTILE if other not in ("v1", "INFINITY")]  # no names in a program's own text
        inputs = tuple(others[(k + j) % len(others)] for j in range(7))
        labels = ((7, others[(k + 8) % len(others)]),)
        steps = (Step("sin", (0,)), Step("fma", (7, 1, 2)))
        called = name if name in others else f"{name}'"
        program = Program(called, inputs, steps, ("a", "b"), (8, 6), labels)
        takes = tuple(Port(HOSTILE[(k + j) % len(HOSTILE)], (1,)) for j in range(7))
        signatures.append(Signature(takes, (Port(name, (1,)), Port(name, ()))))
        made.append(source(program, signatures[-1]))
    names = [text.name for text in made]
    assert all(re.fullmatch(r"[A-Za-z]\w*", name, re.ASCII) and len(name) <= 48 for name in names)
    assert all(text.code.isascii() and text.header.isascii() for text in made)
    first = {text.name: k for k, text in reversed(list(enumerate(made)))}  # "q" and "q_" are one name to C
    lib = library([made[k] for k in first.values()], tmp_path, ["-O0"], compiler)
    for k in first.values():
        found = Called(lib, made[k], signatures[k])([0.5, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0])
        assert found == pytest.approx([math.sin(0.5) * 2.0 + 3.0, 7.0], rel=ONE_ROUNDING)
        assert lib[f"{made[k].name}_main"]() == 0


def test_names_are_given_once():
    names = Identifiers(RESERVED)
    given = [names.new(text) for text in HOSTILE * 3]
    assert len(set(given)) == len(given) and not set(given) & RESERVED
    assert plain("x" * 65536) != plain("x" * 65537)
    assert (plain("ω2x"), plain("Ω̇"), plain("q̈"), plain("θ₁")) == ("w2x", "Wd", "qdd", "theta1")


def test_labels_name_the_values():
    program = Program("f", ("x",), (Step("sin", (0,)), Step("mul", (1, 1))), ("y",), (2,), ((1, "ω1x"),))
    code = source(program, flat_signature(program)).code
    assert "const double w1x = work[0 * stride];" in code and "const float v2 = w1x * w1x;" in code
    bare = Program("f", ("x",), (Step("sin", (0,)), Step("cos", (1,))), ("y",), (2,))
    assert "const double cos_sin_x = " in source(bare, flat_signature(bare)).code


# ---- numbers, tables, misuse ----------------------------------------------------------------------------------------


def test_literals_say_the_number_exactly():
    rng = np.random.default_rng(0)
    for x in [*rng.normal(size=200), *(10.0 ** rng.uniform(-300, 300, 200)), 5e-324, 1.7976931348623157e308, -0.0]:
        assert float(double(float(x)).strip("()")) == x
    for x in [*rng.normal(size=200), *(10.0 ** rng.uniform(-38, 38, 200)), 1e-45]:
        assert np.float32(single(float(x)).strip("()f")) == np.float32(x)
    assert (single(1e39), single(-1e-60), double(-0.0)) == ("INFINITY", "(-0.0f)", "(-0.0)")


def test_every_op_has_a_row():
    assert set(OPS_IN_C) == set(OPS)


def test_what_is_written_is_where_it_says(tmp_path):
    made = source(*asked("pendulum", "mass_matrix"), prefix="my arm", batch=False)
    header, code = made.write(tmp_path / "new" / "folder")
    assert (header.read_text(), code.read_text()) == (made.header, made.code)
    assert (header.name, made.name) == ("my_arm_mass_matrix.h", "my_arm_mass_matrix")
    assert "batch" not in made.header and "_batch" not in made.code
    assert str(tmp_path) not in made.code


@pytest.mark.parametrize(
    "call",
    [
        lambda p, s: source(None, s),
        lambda p, s: source(p, None),
        lambda p, s: source(p, Signature(s.takes, ())),
        lambda p, s: source(p, Signature((Port("q", (3,)),), s.gives)),
        lambda p, s: source(p, s, prefix=3),
        lambda p, s: source(p, s, states=[]),
        lambda p, s: source(p, s, states=[[1.0]]),
        lambda p, s: source(p, s, states=[[1.0, math.nan]]),
        lambda p, s: source(p, s, states="ab"),
        lambda p, s: source(p, s).write(__file__),
        lambda p, s: source(p, s).write(None),
        lambda p, s: source(p, s).write("a\0b"),
        lambda p, s: source(Program("f", ("x", "y"), (Step("sin", (9,)),), ("z",), (2,)), s),
    ],
)
def test_misuse_is_told(call):
    program = trace(lambda x: x[0] * x[1], {"x": 2})
    with pytest.raises(LinkwiseError):
        call(program, Signature((Port("x", (2,)),), (Port("y", ()),)))
