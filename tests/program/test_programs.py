"""Programs: what is traced is what was run, in every form a program can take."""

import math
from functools import cache

import mpmath
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import linkwise
from linkwise import LinkwiseError, Robot
from linkwise.algebra import cos, sin, sqrt
from linkwise.backends.interpreter import run
from linkwise.errors import NotTraceable, ReadError
from linkwise.formulations import FORMULATIONS, QUESTIONS, formulations_for
from linkwise.model import rewrite
from linkwise.program import (
    OPS,
    Const,
    Program,
    Step,
    check,
    count,
    count_of_each_output,
    fused,
    jacobian,
    parse,
    trace,
)
from tests.program.expressions import INPUTS, expressions, numbers, value
from tests.robots import CATALOG, long, random_model, states
from tests.tolerances import AGREEMENT, FEW_ROUNDINGS, ROUNDING

ROBOTS = [*CATALOG, "random3", "random5", "random11", "random17"]

QUICK = ("planar2r", "planar3r", "pendulum", "scara", "stanford", "panda", "random3")
"""Those of every run; the others are met in the slow one."""


@cache
def model_of(name):
    robot = Robot(random_model(int(name[6:]))) if name.startswith("random") else linkwise.load(name)
    return robot.tree


def traced(model, question, by):
    n = len(model.bodies)
    frame = [max(model.frames, key=lambda f: f.body)] if QUESTIONS[question].frame else []

    def f(*state):
        answer = by(model, *state, *frame)
        return answer.matrix if question == "forward_kinematics" else answer

    return f, trace(f, dict.fromkeys(QUESTIONS[question].takes, n), question)


def flat(nest):
    return [x for part in nest for x in flat(part)] if isinstance(nest, list | tuple) else [nest]


CASES = [
    pytest.param(
        name,
        question,
        by,
        id=f"{name}-{question}-{author}",
        marks=long(model_of(name), author) if name in QUICK else [pytest.mark.slow],
    )
    for name in ROBOTS
    for question, row in QUESTIONS.items()
    for author, by in formulations_for(question, model_of(name)).items()
    if row.verb is None or hasattr(FORMULATIONS[author], question)
]


@pytest.mark.parametrize(("name", "question", "by"), CASES)
def test_a_program_does_what_the_formulation_does(name, question, by):
    model = model_of(name)
    f, program = traced(model, question, by)
    state = [x[0].tolist() for x in states(len(model.bodies), 1, seed=6)][: len(QUESTIONS[question].takes)]
    expected = np.array(flat(f(*state)), dtype=float)
    scale = max(np.abs(expected).max(), 1e-300)
    for form in (program, fused(program)):
        check(form)
        assert parse(str(form)) == form
        assert np.abs(np.array(run(form, flat(state))) - expected).max() <= AGREEMENT * scale
    columns = [np.full(2, x) for x in flat(state)]
    batch = np.array([np.broadcast_to(y, 2) for y in run(program, columns)])
    assert np.abs(batch.T - expected).max() <= AGREEMENT * scale
    assert hash(program) == hash(parse(str(program)))


def test_multiples_of_one_value_add_up_to_one():
    program = trace(lambda x: [2.0 * x[0] + 3.0 * x[0], x[0] - 4.0 * x[0], 2.0 * x[0] - 2.0 * x[0]], {"x": 1})
    assert [step.op for step in program.steps] == ["mul", "mul", "neg"]
    assert run(program, [7.0]) == [35.0, -21.0, 0.0]


@pytest.mark.parametrize("mode", ["forward", "reverse"])
@pytest.mark.parametrize("name", ["panda", "stanford", "random11"])
def test_derivatives_of_inverse_dynamics_are_pinocchios(name, mode):
    pytest.importorskip("pinocchio", reason="Pinocchio is not installed")
    from tests.peers.pinocchio import Pinocchio

    model = model_of(name)
    n = len(model.bodies)
    _, program = traced(
        model, "inverse_dynamics", formulations_for("inverse_dynamics")["newton_euler.balafoutis_patel_56"]
    )
    J = jacobian(program, program.inputs, mode)
    q, qd, qdd = (x[0] for x in states(n, 1, seed=9))
    found = np.array(run(J, [*q, *qd, *qdd])).reshape(n, 3 * n)
    bare = rewrite.without_rotors(model)
    expected = Pinocchio.of_model(bare).inverse_dynamics_derivatives(q, qd, qdd)
    assert np.abs(found - expected).max() <= AGREEMENT * np.abs(expected).max()


@pytest.mark.parametrize("mode", ["forward", "reverse"])
def test_every_row_of_the_op_table_differentiates_right(mode):
    """Each op alone, its derivative against 50-digit differences."""
    for name, op in OPS.items():
        names = tuple("abc"[: op.arity])
        program = Program(name, names, (Step(name, tuple(range(op.arity))),), ("y",), (op.arity,))
        at = [0.7, -1.3, 0.4][: op.arity]
        at[0] = abs(at[0])
        found = run(jacobian(program, names, mode), at)
        with mpmath.workdps(50):
            h = mpmath.mpf(10) ** -15
            for k in range(op.arity):
                up, down = ([mpmath.mpf(x) + (s * h if i == k else 0) for i, x in enumerate(at)] for s in (1, -1))
                slope = (run(program, up)[0] - run(program, down)[0]) / (2 * h)
                assert abs(found[k] - slope) < FEW_ROUNDINGS, (name, k)


def test_structural_zeros_are_constants():
    """The torque of the last joint does not depend on the first angle of an arm whose first axis is along gravity."""
    _, program = traced(
        model_of("puma560"), "inverse_dynamics", formulations_for("inverse_dynamics")["newton_euler.khalil_dombre"]
    )
    J = jacobian(program, program.inputs)
    zeros = [name for name, operand in zip(J.output_names, J.outputs, strict=True) if operand == Const(0.0)]
    assert all(f"d_f{i}_d_q1" in zeros for i in range(1, 7))


# ---- folding --------------------------------------------------------------------------------------------------------


def test_what_folds_away():
    program = trace(
        lambda x: [
            x[0] * 0.0 + x[1] * 1.0 + 0.0,
            x[0] - x[0],
            0.0 - (-x[0]),
            2.0 * (3.0 * x[0]),
            (-x[0]) * (-x[1]) - x[0] * x[1],
            -(x[0] - x[1]) - (x[1] - x[0]),
            0.0 / x[0],
            sin(-x[0]) + sin(x[0]),
            cos(-x[0]) - cos(x[0]),
        ],
        {"x": 2},
    )
    zero = Const(0.0)
    assert program.outputs[:3] == (1, zero, 0)
    assert program.outputs[4:] == (zero,) * 5
    assert program.steps == (Step("mul", (Const(6.0), 0)),)


def test_a_number_is_not_the_value_of_that_index():
    program = trace(lambda x: [2.0 * x[3], x[2] * x[3], x[0] + 4.0], {"x": 4})
    assert run(program, [1.0, 1.0, 5.0, 7.0]) == [14.0, 35.0, 5.0] == run(fused(program), [1.0, 1.0, 5.0, 7.0])


def test_same_work_is_done_once():
    program = trace(lambda x: [x[0] * x[1] + x[2], x[2] + x[1] * x[0]], {"x": 3})
    assert len(program.steps) == 2 and program.outputs[0] == program.outputs[1]


@given(expressions, st.lists(numbers, min_size=INPUTS, max_size=INPUTS))
def test_folding_and_fusing_keep_the_value(expression, x):
    program = trace(lambda v: [value(expression, v)], {"x": INPUTS})
    with mpmath.workdps(60):
        exact = value(expression, [mpmath.mpf(v) for v in x])
        size = 1 + abs(exact) + 4.0**8
        for form in (program, fused(program)):
            check(form)
            found = run(form, [mpmath.mpf(v) for v in x])[0]
            assert abs(found - exact) <= ROUNDING * size


def test_nan_reaches_what_depends_on_it():
    model = model_of("panda")
    _, program = traced(model, "inverse_dynamics", formulations_for("inverse_dynamics")["newton_euler.khalil_dombre"])
    x = [0.3] * 21
    x[1] = math.nan
    assert np.isnan(run(program, x)).all()


# ---- counting -------------------------------------------------------------------------------------------------------


def test_counts_of_known_programs():
    planar = trace(lambda x: [cos(x[0]) * x[1] - sin(x[0]) * x[2], sin(x[0]) * x[1] + cos(x[0]) * x[2]], {"x": 3})
    assert (count(planar).multiplications, count(planar).additions, count(planar).sincos) == (4, 2, 1)
    assert (count(fused(planar)).multiplications, count(fused(planar)).additions) == (4, 2)
    assert len(fused(planar).steps) == 2 + 2 + 2  # sine and cosine, two products, two fused
    each = count_of_each_output(planar)
    assert each["f1"].multiplications == each["f2"].multiplications == 2
    root = trace(lambda x: sqrt(x[0]) / x[1], {"x": 2})
    assert (count(root).square_roots, count(root).divisions, count(root).multiplications) == (1, 1, 1)


def test_regrouping_and_frames_save_operations():
    """Inverse dynamics of the Panda arm by the tensor recursion, on its base parameters."""
    model = linkwise.load("panda").without_friction().tree
    by = formulations_for("inverse_dynamics")["newton_euler.balafoutis_patel_56"]
    spatial = formulations_for("inverse_dynamics")["newton_euler.featherstone"]

    def cost(by, model):
        c = count(trace(lambda q, v, a: by(model, q, v, a), {"q": 7, "qd": 7, "qdd": 7}))
        return c.multiplications, c.additions

    best = cost(by, rewrite.regroup(rewrite.dh_gauge(model)))
    assert best[0] <= 309 and best[1] <= 301
    assert cost(by, model) > best
    assert cost(spatial, model) > cost(by, model)


# ---- texts and programs that are none -------------------------------------------------------------------------------

GOOD = "program f ( x y )\n    v2 = mul x y\n    v3 = add v2 1.5\nreturn a=v3 b=x"


@pytest.mark.parametrize(
    "change",
    [
        ("program f ( x y )", "programme f ( x y )"),
        ("program f ( x y )", "program f ( x x )"),
        ("program f ( x y )", "program f ( v2 y )"),
        ("program f ( x y )", "program f ( 3 y )"),
        ("v2 = mul", "v3 = mul"),
        ("mul x y", "mul x"),
        ("mul x y", "mul x y y"),
        ("mul x y", "power x y"),
        ("mul x y", "mul x z"),
        ("mul x y", "mul x v3"),
        ("1.5", "nan"),
        ("1.5", "1e400"),
        ("1.5", "1,5"),
        ("a=v3", "a=v4"),
        ("a=v3 b=x", "a=v3 a=x"),
        ("return", "returns"),
    ],
)
def test_texts_that_are_no_program_are_refused(change):
    assert str(parse(GOOD)) == GOOD
    with pytest.raises(ReadError):
        parse(GOOD.replace(*change))


LEAKED = []
trace(lambda x: LEAKED.append(x[0]) or x[0], {"x": 1})


@pytest.mark.parametrize(
    "function",
    [
        lambda x: x[0] if x[0] > 0 else -x[0],
        lambda x: 1.0 if x[0] == 0 else x[0],
        lambda x: 1.0 if x[0] != 0 else x[0],
        lambda x: 1.0 if x[0] else x[0],
        lambda x: x[0] * LEAKED[0],
        lambda x: x[0] / 0.0,
        lambda x: x[0] - 10**400,
        lambda x: x[0] * math.nan,
        lambda x: x[0] + "1",
        lambda x: x[0] ** 0.5,
        lambda x: math.sin(x[0]),
        lambda x: int(x[0]),
        lambda x: [1.0, 2.0][x[0]],
        lambda x: round(x[0], 2),
        lambda x: math.trunc(x[0]),
        lambda x: math.ceil(x[0]),
        lambda x: x[0] % 2.0,
        lambda x: 2.0 % x[0],
        lambda x: x[0] // 2.0,
        lambda x: 2.0 // x[0],
        lambda x: divmod(x[0], 2.0)[0],
        lambda x: 2.0 ** x[0],
        lambda x: None,
        lambda x: math.inf,
    ],
)
def test_what_cannot_be_a_program_is_refused(function):
    with pytest.raises(NotTraceable):
        trace(function, {"x": 1})


@pytest.mark.parametrize("inputs", [{"v": 3}, {"q": 11, "q1": 1}, {"a b": 1}, {"1e": 1}, {"x": "a"}, {"x": -1}])
def test_names_that_would_be_ambiguous_are_refused(inputs):
    with pytest.raises(LinkwiseError):
        trace(lambda *groups: groups[0][0] * 2.0, inputs)


def test_powers_and_sizes():
    program = trace(lambda x: [x[0] ** 3, x[0] ** 0, abs(x[0])], {"x": 1})
    assert run(program, [-2.0]) == [-8.0, 1.0, 2.0]


@pytest.mark.parametrize(
    "call",
    [
        lambda p: jacobian(p, ["zz"]),
        lambda p: jacobian(p, ["x", "x"]),
        lambda p: jacobian(p, ["x"], mode="sideways"),
        lambda p: check(None),
        lambda p: check(Program("f", ("x",), (), ("y", "z"), (0,))),
        lambda p: check(Program("f", ("x",), (), ("y",), ("x",))),
        lambda p: check(Program("my f", ("x",), (), ("y",), (0,))),
        lambda p: fused(Program("f", ("x",), (Step("sin", (7,)),), ("y",), (1,))),
        lambda p: parse(None),
        lambda p: parse(""),
        lambda p: parse(" \n"),
        lambda p: parse(GOOD.replace("( ", "(")),
        lambda p: parse(GOOD.replace("1.5", "1_5")),
        lambda p: parse(GOOD.replace("v2 =", f"v{'9' * 5000} =")),
    ],
)
def test_misuse_of_programs_is_told(call):
    with pytest.raises(LinkwiseError):
        call(parse(GOOD))


def test_division_by_zero_is_an_infinity():
    assert run(trace(lambda x: 1.0 / x[0], {"x": 1}), [0.0]) == [math.inf]
    assert parse(GOOD.replace("\n", "\r\n")) == parse(GOOD)
    assert jacobian(parse(GOOD), "x").outputs[0] == 1


def test_wrong_inputs_are_refused():
    with pytest.raises(LinkwiseError, match="takes 2"):
        run(parse(GOOD), [1.0])
