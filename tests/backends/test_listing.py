"""Customised listings compute what their programs compute, in every language, with the operations they say."""

import ast
import ctypes
import re
import shutil
import subprocess
import time
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import linkwise
from linkwise.algebra import note
from linkwise.backends.interpreter import run
from linkwise.backends.listing import listing
from linkwise.calls.question_program import QuestionProgram
from linkwise.program import OPS, Const, Port, Program, Signature, Step, count, fused, trace
from tests.backends.listings import asked, flat, function_of, groups, matlab_results, text_values
from tests.backends.test_c import STRICT, Called, compiled, need
from tests.program.expressions import INPUTS, expressions, value
from tests.robots import CATALOG, states
from tests.tolerances import ROUNDING

QUESTIONS = (
    "inverse_dynamics",
    "mass_matrix",
    "gravity_forces",
    "coriolis_matrix",
    "forward_dynamics",
    "inverse_dynamics_derivatives",
)
CASES = [(name, question) for name in CATALOG for question in QUESTIONS]


def close(found, known):
    scale = max([1e-300, *(abs(x) for x in known)])
    assert len(found) == len(known)
    assert all(abs(a - b) <= ROUNDING * scale for a, b in zip(found, known, strict=True)), (found, known)


@pytest.mark.parametrize("case", CASES, ids="-".join)
def test_listing_of_a_robot(case):
    program, signature, made = asked(*case)
    as_program, as_written = function_of(made.python), function_of(made.python, exact=False)
    assert as_program.__name__ == "_".join(case)
    for row in states(len(program.inputs), 2, seed=6)[0].tolist():
        known, given_ = run(program, row), groups(signature.takes, row)
        assert flat(as_program(*given_)) == known
        close(flat(as_written(*given_)), known)
        assert text_values(made, row) == known
        assert matlab_results(made.matlab, given_) == known
    answer = as_program(*given_)
    shapes = [np.shape(answer)] if len(signature.gives) == 1 else [np.shape(part) for part in answer]
    assert shapes == [port.shape for port in signature.gives]


@pytest.mark.parametrize("case", CASES, ids="-".join)
def test_operations(case):
    """Those of the program, counted in the text; but sums take over signs that the program computes apart."""
    program, _, made = asked(*case)
    nodes = list(ast.walk(ast.parse(made.python)))
    binary = [type(node.op) for node in nodes if isinstance(node, ast.BinOp)]
    sides = [
        side
        for n in nodes
        if isinstance(n, ast.BinOp) and isinstance(n.op, ast.Add | ast.Sub)
        for side in (n.left, n.right)
    ]
    numbers = sum(isinstance(side, ast.UnaryOp) and isinstance(side.operand, ast.Constant) for side in sides)
    signs = sum(isinstance(node, ast.UnaryOp) for node in nodes) - numbers  # a number below 0 is no operation
    helper = 1 if "def sign(x):" in made.python else 0  # float(x > 0.0) - float(x < 0.0)
    sums = binary.count(ast.Add) + binary.count(ast.Sub) - helper
    expected, negations = count(program), sum(step.op == "neg" for step in program.steps)
    assert made.count.additions == sums + signs
    assert sums == expected.additions - negations and signs <= negations
    assert binary.count(ast.Mult) + binary.count(ast.Pow) == made.count.multiplications == expected.multiplications
    assert binary.count(ast.Div) == made.count.divisions == expected.divisions
    assert (made.count.sincos, made.count.signs, made.count.square_roots) == (
        expected.sincos,
        expected.signs,
        expected.square_roots,
    )


@pytest.mark.parametrize("name", ["rx90", "panda", "stanford", "ur5", "puma560"])
def test_inverse_dynamics_has_exactly_the_programs_operations(name):
    program, _, made = asked(name, "inverse_dynamics")
    assert made.count == count(program)


def test_c(tmp_path):
    """Every listing compiles without a warning and gives what the interpreter gives."""
    need()
    files = []
    for case in CASES:
        files.append(f"{'_'.join(case)}.c")
        (tmp_path / files[-1]).write_text(asked(*case)[2].c, encoding="utf-8")
    compiled(["gcc", *STRICT, "-Wshadow", "-O1", "-shared", "-fPIC", *files, "-lm", "-o", "all.so"], tmp_path)
    lib = ctypes.CDLL(str(tmp_path / "all.so"))
    for case in CASES:
        program, signature, made = asked(*case)
        for row in states(len(program.inputs), 2, seed=7)[0]:
            found = Called(lib, SimpleNamespace(name=made.page.name), signature)(row)
            close(found.tolist(), run(program, row.tolist()))


def test_octave(tmp_path):
    if shutil.which("octave") is None:
        pytest.skip("Octave is not installed")
    known, script = [], ["format long g"]
    for case in [("rx90", "inverse_dynamics"), ("scara", "mass_matrix"), ("planar3r", "inverse_dynamics_derivatives")]:
        program, signature, made = asked(*case)
        (tmp_path / f"{made.page.name}.m").write_text(made.matlab, encoding="utf-8")
        row = states(len(program.inputs), 1, seed=3)[0][0].tolist()
        gives = [f"y{k}" for k in range(len(signature.gives))]
        arguments = ", ".join(map(str, groups(signature.takes, row)))
        script.append(f"[{', '.join(gives)}] = {made.page.name}({arguments});")
        script += [f"printf('%.17g\\n', {give}');" for give in gives]
        known += run(program, row)
    (tmp_path / "main.m").write_text("\n".join(script))
    done = subprocess.run(
        ["octave", "--no-gui", "--norc", "main.m"], cwd=tmp_path, capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stderr
    close([float(x) for x in done.stdout.split()], known)


@pytest.mark.parametrize("name", ["rx90", "panda"])
def test_listings_take_seconds(name):
    start = time.perf_counter()
    question_program = QuestionProgram(linkwise.load(name).tree, ("inverse_dynamics",))
    made = listing(question_program.program, question_program.signature)
    assert all([made.text, made.latex, made.python, made.c, made.matlab])
    assert time.perf_counter() - start < 5.0


def test_fused_programs():
    for case in (("puma560", "inverse_dynamics"), ("scara", "forward_dynamics")):
        program, signature, _ = asked(*case)
        made = listing(fused(program), signature)
        row = states(len(program.inputs), 1, seed=2)[0][0].tolist()
        assert flat(function_of(made.python)(*groups(signature.takes, row))) == run(fused(program), row)
        assert made.count.multiplications == count(fused(program)).multiplications


# ---- random programs ------------------------------------------------------------------------------------------------

ROW = st.lists(st.floats(-2, 2).map(lambda x: round(x, 4)), min_size=INPUTS, max_size=INPUTS)
LETTERS = ("ω", "ωd", "Ω", "f", "F", "τ", "sdd", "C", "q")


def check_all(program, signature, row):
    """Python, text and MATLAB give the interpreter's numbers, and names are unique."""
    made = listing(program, signature)
    with np.errstate(all="ignore"):
        known = run(program, row)
    assume(all(np.isfinite(known)))
    try:
        found = flat(function_of(made.python)(*groups(signature.takes, row)))
    except ValueError:  # the sine of an infinity on the way
        assume(False)
    assert found == known
    assert text_values(made, row) == known
    assert matlab_results(made.matlab, groups(signature.takes, row)) == known
    names = [made.page.plain(i) for i in made.page.symbols]
    assert len(set(names)) == len(names) and all(name.isidentifier() and name.isascii() for name in names)
    assert not any(re.fullmatch(r"v\d+", name) for name in names)
    symbols = [symbol.latex for symbol in made.page.symbols.values()]
    assert len(set(symbols)) == len(symbols)
    return made


@given(st.lists(expressions, min_size=1, max_size=4), ROW, st.data())
def test_random_traces(every, row, data):
    links = data.draw(st.lists(st.tuples(st.sampled_from(LETTERS), st.integers(1, 12)), min_size=4, max_size=4))

    def f(q):
        found = [value(expression, q) for expression in every]
        for x, (letter, k) in zip(found, links, strict=False):
            note(k, **{letter: [x, x + q[0]]})
        return found

    program = trace(f, {"q": INPUTS})
    signature = Signature((Port("q", (INPUTS,)),), (Port("y", (len(every),)),))
    made = check_all(program, signature, row)
    assert made.count.multiplications == count(program).multiplications
    assert made.count.additions <= count(program).additions


FREE = [op for op in OPS if op not in ("rcp", "sqrt", "log", "exp", "atan2")] + ["neg"]
"""Operations of every number, to which 0 and −0 are one; negations come more often."""


@st.composite
def programs(draw):
    """Steps on whatever stands before them, dead or alive, negations and negative constants wherever they like."""
    steps = []
    for i in range(INPUTS, INPUTS + draw(st.integers(1, 25))):
        op = draw(st.sampled_from(FREE))
        operands = st.one_of(
            st.integers(0, i - 1), st.integers(0, i - 1), st.sampled_from([-2.0, -0.0, 0.5, 3.0]).map(Const)
        )
        steps.append(Step(op, tuple(draw(operands) for _ in range(OPS[op].arity))))
    last = INPUTS + len(steps) - 1
    outputs = draw(st.lists(st.integers(0, last), min_size=1, max_size=4))
    labels = draw(st.dictionaries(st.integers(INPUTS, last), st.sampled_from(LETTERS), max_size=6))
    marked = tuple((i, f"{letter}{i}x") for i, letter in sorted(labels.items()))
    inputs, names = tuple(f"q{k}" for k in range(INPUTS)), tuple(f"y{k}" for k in range(len(outputs)))
    return Program("f", inputs, tuple(steps), names, tuple(outputs), marked)


@given(programs(), ROW)
@settings(max_examples=200, deadline=None)
def test_random_programs(program, row):
    check_all(program, Signature((Port("q", (INPUTS,)),), (Port("y", (len(program.outputs),)),)), row)
