"""What a listing looks like: names, lines, sections, legend; documents that compile; strange names and misuse."""

import re
import shutil
import subprocess

import numpy as np
import pytest

import linkwise
from linkwise import LinkwiseError
from linkwise.algebra import cos, exp, log, maximum, minimum, note, sin, where
from linkwise.backends.interpreter import run
from linkwise.backends.listing import listing
from linkwise.backends.listing.naming import RESERVED
from linkwise.calls.question_program import QuestionProgram
from linkwise.program import Port, Program, Signature, Step, parse, trace
from tests.backends.listings import (
    asked,
    flat,
    function_of,
    groups,
    inputs_of,
    latex_equations,
    latex_value,
    matlab_results,
    text_values,
)
from tests.backends.test_c import HOSTILE, ODD, STRICT, compiled, flat_signature, need
from tests.robots import states
from tests.tolerances import AGREEMENT

LATEX = [
    ("rx90", "inverse_dynamics"),
    ("panda", "inverse_dynamics"),
    ("panda", "forward_dynamics"),
    ("scara", "inverse_dynamics_derivatives"),
    ("ur5", "coriolis_matrix"),
    ("stanford", "mass_matrix"),
]


def of(f, inputs, gives=None, **more):
    """The listing of a traced function of arrays, and its program."""
    program = trace(f, inputs)
    takes = tuple(Port(name, (n,)) for name, n in inputs.items())
    return listing(program, Signature(takes, (Port("y", (len(program.outputs),)),)), **more), program


def lines(made):
    return {line.name: line.expression for line in made.lines}


# ---- names ----------------------------------------------------------------------------------------------------------


def test_sines_and_cosines():
    made, _ = of(lambda q: [sin(q[1]) * cos(q[1] + q[2]) + sin(q[2] - q[0]) + cos(q[9] + q[3] + 0.5)], {"q": 10})
    found = lines(made)
    assert found.pop("y1_2") == "S2*C23 + Sm1p3 + C4_10"  # y1 is a function of the C library
    assert found == {
        "S2": "sin(q2)",
        "C23": "cos(q2 + q3)",
        "Sm1p3": "sin(q3 - q1)",
        "C4_10": "cos(q4 + q10 + 0.5)",
    }


def test_an_offset_is_the_joints_own_angle():
    made, _ = of(lambda q: [sin(q[1] + 0.5), cos(q[1] + 0.5)], {"q": 2})
    assert lines(made) == {"TH2": "q2 + 0.5", "S2": "sin(TH2)", "C2": "cos(TH2)"}
    made, _ = of(lambda q: [sin(q[1] + 0.5), sin(q[1])], {"q": 2})
    assert lines(made)["S2"] == "sin(q2)" and lines(made)["S2_2"] == "sin(q2 + 0.5)"


@pytest.mark.parametrize(
    ("letter", "k", "name", "latex"),
    [
        ("ω", 2, "W12", r"\omega_{1,2}"),
        ("ωd", 2, "WP12", r"\dot{\omega}_{1,2}"),
        ("ωI", 2, "WI12", r"\omega^{I}_{1,2}"),
        ("sdd", 3, "SDP13", r"\ddot{s}_{1,3}"),
        ("f̂", 4, "FH14", r"\hat{f}_{1,4}"),
        ("ω", 12, "W1_12", r"\omega_{1,12}"),
        ("f", "5_6", "F156", r"f_{1,5,6}"),
        ("f", "5_16", "F1_5_16", r"f_{1,5,16}"),
        ("C", 2, "c12", r"C_{1,2}"),  # C12 would be a cosine
    ],
)
def test_labels(letter, k, name, latex):
    from linkwise.algebra import Vec3

    def f(x):
        y = x[0] * x[1]
        note(k, **{letter: Vec3(y, 0.0, 0.0)})
        return [y + x[0]]

    made, _ = of(f, {"x": 2})
    assert (made.lines[0].name, made.lines[0].symbol.latex) == (name, latex)


def test_scalars_and_tensors():
    from linkwise.algebra import Mat3

    def f(x):
        y, z = x[0] * x[1], x[0] + x[1]
        note(3, τ=y, Ω=Mat3(((0.0, z, 0.0), (0.0, 0.0, 0.0), (0.0, 0.0, 0.0))))
        return [y + z]

    made, _ = of(f, {"x": 2})
    assert [line.name for line in made.lines] == ["GAM3", "OM123", "y1_2"]


def test_small_letters_stay_small_beside_capitals():
    def f(x):
        note(1, f=(a := x[0] * x[1]), F=(b := x[0] * x[0]))
        return [a + b]

    assert [line.name for line in of(f, {"x": 2})[0].lines][:2] == ["f1", "F1"]


def test_parts_are_called_after_what_they_are_part_of():
    def f(x):
        a, b = x[0] * x[1], x[0] + x[1]
        note(2, ω=a * b - a + b)
        return [(a * b - a + b) * x[0]]

    made, _ = of(f, {"x": 2})
    assert lines(made) | {"y1_2": ""} == {"W2a": "x1*x2", "W2b": "x1 + x2", "W2": "W2a*W2b - W2a + W2b", "y1_2": ""}
    assert "W2a: a part of W2" in made.text


def test_no_name_of_a_robots_listing_is_a_number():
    for case in LATEX:
        names = [line.name for line in asked(*case)[2].lines]
        assert not [name for name in names if re.fullmatch(r"v\d+|x\d*", name)]
        assert not set(names) & RESERVED


# ---- lines ----------------------------------------------------------------------------------------------------------


def test_lines_are_as_the_rules_say():
    made, _ = of(lambda x: [-(x[0] * x[1]) + x[2], x[0] * -x[1], (x[0] + x[1]) * (x[0] + x[1]), 1.0 / x[2]], {"x": 3})
    assert lines(made) == {"y1_2": "x3 + y2", "y2": "-x1*x2", "y3a": "x1 + x2", "y3": "y3a**2", "y4": "1/x3"}


@pytest.mark.parametrize("case", LATEX, ids="-".join)
def test_lines_are_short(case):
    _, _, made = asked(*case)
    assert max(len(f"{line.name} = {line.expression}") for line in made.lines) <= 101
    assert max(len(line) for line in made.text.splitlines()) <= 140


@pytest.mark.parametrize("case", LATEX, ids="-".join)
def test_everything_is_defined_once_before_use(case):
    _, _, made = asked(*case)
    known = {made.page.plain(i) for i in range(sum(port.size for port in asked(*case)[1].takes))}
    for line in made.lines:
        used = set(re.findall(r"[A-Za-z_]\w*", re.sub(r"\d(?:\.\d+)?e-?\d+", "", line.expression)))
        assert used - {"sin", "cos", "sqrt", "sign"} <= known, line
        assert line.name not in known
        known.add(line.name)


def test_sections_follow_the_recursion():
    made = asked("rx90", "inverse_dynamics")[2]
    sections = list(dict.fromkeys(line.section for line in made.lines))
    out, back = (
        [f"link {k}, {way}" for k in links] for way, links in (("outward", range(1, 7)), ("inward", range(6, 0, -1)))
    )
    assert sections[0] == "joint angles" and sections[-1] == "results"
    assert [name for name in sections if "outward" in name] == out
    assert [name for name in sections if "inward" in name] == [name for name in back if name in sections]
    assert {"link 2, inward", "link 5, inward"} <= set(sections)


# ---- LaTeX ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("case", LATEX, ids="-".join)
def test_latex_says_the_same(case):
    """Every equation, read back and worked out, gives the value that Python gives."""
    program, _, made = asked(*case)
    row = states(len(program.inputs), 1, seed=5)[0][0].tolist()
    known = {made.page.latex(i): x for i, x in enumerate(row)}
    for name, right in latex_equations(made.latex):
        assert name not in known
        known[name] = latex_value(right, known)
    results = re.findall(r"row by row\)\}\n(.*?)\.\n|\\subsection\*\{[a-z\\_]*\}\n(\$.*?)\.\n", made.latex)
    found = [latex_value(entry, known) for pair in results for entry in re.findall(r"\$(.*?)\$", pair[0] or pair[1])]
    expected = np.array(run(program, row))
    assert np.abs(np.array(found) - expected).max() <= 10 * AGREEMENT * np.abs(expected).max()


@pytest.mark.parametrize("case", LATEX, ids="-".join)
def test_latex_is_well_formed(case):
    text = asked(*case)[2].latex
    assert text.isascii()
    depth = 0
    for brace in re.findall(r"(?<!\\)[{}]", text):
        depth += 1 if brace == "{" else -1
        assert depth >= 0
    assert depth == 0
    opened = []
    for kind, name in re.findall(r"\\(begin|end)\{([a-z*]+)\}", text):
        if kind == "begin":
            opened.append(name)
        else:
            assert opened.pop() == name
    assert not opened


WORDS = '50% of_it & #1 $x$ \\input{a} {} ~^ Stäubli ω q̇ 漢 <a> "b" \\end{document}'


def test_latex_compiles(tmp_path):
    if shutil.which("pdflatex") is None:
        pytest.skip("pdflatex is not installed")
    programs = [QuestionProgram(linkwise.load(name).tree, (question,)) for name, question in LATEX[:2]]
    made = [listing(t.program, t.signature, title=WORDS, remarks=[WORDS]) for t in programs]
    made.append(_with_every_port()[0])
    for k, each in enumerate(made):
        (tmp_path / f"{k}.tex").write_text(each.latex, encoding="ascii")
        command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", f"{k}.tex"]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, errors="replace", timeout=120)
        assert done.returncode == 0 and (tmp_path / f"{k}.pdf").exists(), done.stdout[-2000:]
        assert "Overfull" not in done.stdout


# ---- inputs of every kind -------------------------------------------------------------------------------------------


def _with_every_port():
    question_program = QuestionProgram(
        linkwise.load("scara").tree,
        ("inverse_dynamics",),
        parameters=("gravity", "inertia", "friction", "payload"),
        wrenches=("tool",) if any(f.name == "tool" for f in linkwise.load("scara").tree.frames) else (),
    )
    return listing(question_program.program, question_program.signature, prefix="scara"), question_program


def test_arrays_of_parameters():
    made, question_program = _with_every_port()
    row = states(len(question_program.program.inputs), 1, seed=9)[0][0].tolist()
    known, arguments = run(question_program.program, row), groups(question_program.signature.takes, row)
    assert flat(function_of(made.python)(*arguments)) == known
    assert matlab_results(made.matlab, arguments) == known and text_values(made, row) == known
    names = set(inputs_of(made, row))
    assert {"QP1", "QDP4", "G3", "XX1", "MZ4", "M2", "FV1", "FC4", "XXP", "MP"} <= names
    assert "inertia, first moment and mass of a link" in made.text


def symbolic():
    program = trace(lambda D3, RL4, q: [D3[0] * cos(q[0]) - RL4[0] * sin(q[0])], {"D3": 1, "RL4": 1, "q": 1}, "reach")
    ports = (Port("D3", ()), Port("RL4", ()), Port("q", (1,)))
    return program, Signature(ports, (Port("x", ()),))


def test_single_symbols():
    made = listing(*symbolic())
    assert lines(made)["x"] == "C1*D3 - S1*RL4"
    assert "def reach(D3, RL4, q):" in made.python and "function x_ = reach(D3, RL4, q)" in made.matlab
    assert "void reach(const double D3_[1], const double RL4_[1], const double q[1], double x_[1])" in made.c
    assert function_of(made.python)(2.0, 3.0, [0.0]) == 2.0 == matlab_results(made.matlab, [2.0, 3.0, [0.0]])[0]
    assert r"\mathit{RL}_{4}" in made.latex


def test_constants_are_no_arguments(tmp_path):
    made = listing(*symbolic(), constants={"D3": 0.45, "RL4": 2})
    assert function_of(made.python)([0.0]) == 0.45 == matlab_results(made.matlab, [[0.0]])[0]
    assert "D3 = 0.45\nRL4 = 2.0" in made.text and "D_{3} &= 0.45" in made.latex
    assert "void reach(const double q[1], double x_[1])" in made.c
    need()
    (tmp_path / "reach.c").write_text(made.c)
    compiled(["gcc", *STRICT, "-c", "reach.c"], tmp_path)


def test_shapes_are_nests():
    program = trace(lambda a, b, c, d: [*a, *b, *c], {"a": 6, "b": 1, "c": 1, "d": 0})
    takes = Port("a", (2, 3)), Port("b", ()), Port("c", (1, 1)), Port("d", (0,))
    made = listing(program, Signature(takes, (Port("x", (3, 2)), Port("y", ()), Port("z", (1, 1)))))
    f = function_of(made.python)
    assert f([[1, 2, 3], [4, 5, 6]], 7, [[8]], []) == ([[1, 2], [3, 4], [5, 6]], 7, [[8]])
    found = matlab_results(made.matlab, ([[1, 2, 3], [4, 5, 6]], 7, [[8]], []))
    assert found == [1, 2, 3, 4, 5, 6, 7, 8]
    assert made.lines == ()


def test_arrays_of_three_dimensions():
    program = trace(lambda x: [2.0 * k for k in x], {"x": 8})
    made = listing(program, Signature((Port("x", (2, 2, 2)),), (Port("y", (2, 2, 2)),)))
    nested = np.arange(8.0).reshape(2, 2, 2).tolist()
    assert function_of(made.python)(nested) == (2 * np.arange(8.0)).reshape(2, 2, 2).tolist()
    assert "permute(reshape(y, 2, 2, 2), [3, 2, 1]);" in made.matlab and "x(1, 2, 1)" in made.matlab


# ---- strange programs and words -------------------------------------------------------------------------------------


@pytest.mark.parametrize("program", ODD, ids=lambda p: p.name)
def test_odd_programs(program, tmp_path):
    signature = flat_signature(program)
    made = listing(program, signature)
    row = np.random.default_rng(1).uniform(0.1, 2.0, len(program.inputs)).tolist()
    known = run(program, row)
    if np.isfinite(known).all():
        assert np.array_equal(flat(function_of(made.python)(row)), known)
        assert np.array_equal(text_values(made, row), known)
    assert made.latex.isascii() and made.matlab
    need()
    (tmp_path / "odd.c").write_text(made.c, encoding="utf-8")
    compiled(["gcc", *STRICT, "-c", "odd.c"], tmp_path)


def test_exponentials_and_limits(tmp_path):
    """In every language, with the names that a NaN passes through, and counted."""

    def f(x):
        e = exp(minimum(-x[0], x[1] * x[2]))
        return [e / (1.0 + e), maximum(log(x[1]) - x[2], -2.5) * x[0], minimum(maximum(x[2], -1.0), 1.0)]

    made, program = of(f, {"x": 3})
    assert {step.op for step in program.steps} >= {"exp", "log", "min", "max"}
    assert (made.count.exponentials, made.count.extrema) == (2, 4)
    assert made.page.operations.endswith("2 exponentials and the like, 4 extrema and choices.")
    for row in ([-0.5, 2.0, 4.0], [0.5, 0.25, -3.0]):
        known = run(program, row)
        assert flat(function_of(made.python)(row)) == known == matlab_results(made.matlab, [row])
        assert text_values(made, row) == known
        symbols = {made.page.latex(i): x for i, x in enumerate(row)}
        for name, right in latex_equations(made.latex):
            symbols[name] = latex_value(right, symbols)
        assert [symbols[made.page.latex(entry.value)] for entry in made.page.gives[0].entries] == pytest.approx(known)
    hurt = flat(function_of(made.python)([1.0, 2.0, np.nan]))
    assert np.isnan(hurt).all(), "Python's own min and max would leave the NaN out"
    need()
    (tmp_path / "limits.c").write_text(made.c, encoding="utf-8")
    compiled(["gcc", *STRICT, "-c", "limits.c"], tmp_path)


def test_choices_are_lines_of_their_own():
    """And their conditions stand within them, unless these are used elsewhere too."""
    made, _ = of(lambda x: [where(x[0] < x[1] + 1.0, x[0], -x[1]) * x[2] + where(x[2] != 0.0, 2.0, x[0])], {"x": 3})
    found = list(lines(made).values())
    assert "x1 if x1 < x2 + 1 else -x2" in found
    assert r"\begin{cases} x_{1} & \text{if } x_{1} < x_{2} + 1 \\ - x_{2} & \text{otherwise} \end{cases}" in made.latex
    assert not made.page.compares and "comparison" not in made.text
    made, _ = of(lambda x: [where(x[0] < x[1], x[0], -x[1]), where(x[0] < x[1], 1.0, 0.0) * x[0]], {"x": 2})
    assert "(x1 < x2)" in lines(made).values() and made.page.compares
    assert "A comparison in parentheses is 1 where it holds" in made.text


def test_a_notebook_shows_equations():
    _, _, made = asked("rx90", "inverse_dynamics")
    shown = made._repr_latex_()
    assert shown.startswith(r"$$\begin{aligned}S_{2} &= \sin(q_{2}) \\")
    assert shown.count("&=") == 60 and f"and {len(made.lines) - 60} more lines" in shown
    assert len(repr(made)) < 120 and "\n" not in repr(made)
    nothing = listing(Program("nothing", (), (), (), ()), Signature((), ()))
    assert "no lines" in nothing._repr_latex_() and repr(nothing).startswith("Listing(nothing: 0 lines")


def test_hostile_names(tmp_path):
    names = [name for name in HOSTILE if name not in ("v1", "INFINITY")]
    need()
    for k, name in enumerate(names):
        inputs = tuple(names[(k + j) % len(names)] for j in range(7))
        labels = ((7, names[(k + 8) % len(names)]),)
        program = Program(name, inputs, (Step("sin", (0,)), Step("fma", (7, 1, 2))), ("a", "b"), (8, 6), labels)
        takes = tuple(Port(HOSTILE[(k + j) % len(HOSTILE)], (1,)) for j in range(7))
        made = listing(program, Signature(takes, (Port(name, (1,)), Port(name, ()))), title=name, remarks=[name, WORDS])
        found = function_of(made.python)(*([x] for x in (0.5, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0)))
        assert flat(found) == run(program, [0.5, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0])
        assert made.latex.isascii() and made.latex.count(r"\end{document}") == 1
        (tmp_path / f"{k}.c").write_text(made.c, encoding="utf-8")
    files = [f"{k}.c" for k in range(len(names))]
    compiled(["gcc", *STRICT, "-c", *files], tmp_path)


def test_titles_end_no_comment():
    made, _ = of(lambda x: [x[0] * 2.0], {"x": 1}, title="*/ x\nimport os # \x1b[31m", remarks=["%{\n", "'''"])
    assert function_of(made.python)([2.0]) == [4.0]
    assert made.c.count("*/") == 2 and "\x1b" not in made.text  # of the preface, and of one section


@pytest.mark.parametrize(
    "call",
    [
        lambda p, s: listing(None, s),
        lambda p, s: listing(p, None),
        lambda p, s: listing(p, Signature(s.takes, ())),
        lambda p, s: listing(p, s, title=None),
        lambda p, s: listing(p, s, remarks="one"),
        lambda p, s: listing(p, s, remarks=[1]),
        lambda p, s: listing(p, s, constants={"z": 1.0}),
        lambda p, s: listing(p, s, constants={"a": float("nan")}),
        lambda p, s: listing(p, s, constants={"a": "1"}),
        lambda p, s: listing(p, s, constants=["a"]),
        lambda p, s: listing(p, s, prefix=b"arm"),
    ],
)
def test_misuse_is_told(call):
    program = parse("program f ( a b )\n    v2 = mul a b\nreturn y=v2")
    with pytest.raises(LinkwiseError):
        call(program, Signature((Port("a", ()), Port("b", ())), (Port("y", ()),)))
