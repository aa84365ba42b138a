"""One formulation file, many numbers: floats, NumPy columns, 50-digit mpmath and sympy symbols give the same answer."""

import math

import mpmath
import numpy as np
import pytest
import sympy

import linkwise
from linkwise import Robot
from linkwise.algebra import Transform
from linkwise.formulations import FORMULATIONS, QUESTIONS, formulations_for
from linkwise.model.rewrite import without_rotors
from tests.peers.pinocchio import Pinocchio
from tests.robots import long, random_model, states
from tests.scalars.small_robots import branches, skew_rp
from tests.tolerances import AGREEMENT, NOT_ZERO

SMALL = [linkwise.load("planar2r").tree, skew_rp(), branches()]
ROBOTS = [*SMALL, *(linkwise.load(name).tree for name in ("scara", "stanford"))]
ROBOTS += [Robot(random_model(seed)).tree for seed in (3, 5, 11)]  # chains and a tree, with prismatic joints
CASES = [
    pytest.param(model, question, by, id=f"{model.name}-{question}-{name}", marks=long(model, name))
    for model in ROBOTS
    for question, row in QUESTIONS.items()
    for name, by in formulations_for(question, model).items()
    if row.verb is None or hasattr(FORMULATIONS[name], question)
]


def put(question, by, model, state):
    """The answer to a question as a flat list of scalars."""
    outermost = max(model.frames, key=lambda frame: frame.body)
    frame = [outermost] if question in ("forward_kinematics", "jacobian", "jacobian_dot") else []
    answer = by(model, *state, *frame)
    if isinstance(answer, Transform):
        answer = [*answer.R.rows, answer.p.components]
    return flat(answer)


def flat(nest):
    return [x for part in nest for x in flat(part)] if isinstance(nest, list | tuple) else [nest]


def given(model, question, count):
    q, qd, third = states(len(model.bodies), count, seed=5)
    return {"q": q, "qd": qd, "qdd": third, "tau": third}, QUESTIONS[question].takes


@pytest.mark.parametrize(("model", "question", "by"), CASES)
def test_same_answer_on_every_kind_of_number(model, question, by):
    state, takes = given(model, question, 2)
    floats = [put(question, by, model, [state[k][b].tolist() for k in takes]) for b in range(2)]
    scale = max(1e-300, np.abs(np.array(floats, dtype=float)).max())

    columns = put(question, by, model, [list(state[k].T) for k in takes])
    batch = np.array([np.broadcast_to(np.asarray(entry, dtype=float), 2) for entry in columns]).T
    assert np.abs(batch - np.array(floats, dtype=float)).max() <= AGREEMENT * scale

    with mpmath.workdps(50):
        exact = put(question, by, model, [[mpmath.mpf(x) for x in state[k][0].tolist()] for k in takes])
        assert any(isinstance(x, mpmath.mpf) for x in exact)
        error = max(abs(a - b) for a, b in zip(exact, floats[0], strict=True))
    assert float(error) <= AGREEMENT * scale


MEANING = {
    sympy.Add: lambda *terms: math.fsum(terms),
    sympy.Mul: lambda *factors: math.prod(factors),
    sympy.Pow: pow,
    sympy.sin: math.sin,
    sympy.cos: math.cos,
}
"""What a formula is made of."""


def value(formula, known):
    """The number a formula stands for; each part is looked at once, however often it is shared.

    Written out, the formulas of three bodies have millions of terms; their parts are some thousands.
    """
    if formula not in known:
        parts = [value(part, known) for part in formula.args]
        known[formula] = float(formula) if formula.is_Number else MEANING[formula.func](*parts)
    return known[formula]


def with_symbols():
    """The small robots; of an iteration no formula comes out. The tree's are long: slow, as is half of the slide's."""
    for k, case in enumerate(CASES):
        model = case.values[0]
        formulation = next((m for name, m in FORMULATIONS.items() if case.id.endswith(name)), None)
        if model in SMALL and getattr(formulation, "CLOSED_FORM", True):
            marks = [pytest.mark.slow] if model is SMALL[2] or (model is SMALL[1] and k % 2) else []
            yield pytest.param(*case.values, id=case.id, marks=marks)


@pytest.mark.parametrize(("model", "question", "by"), list(with_symbols()))
def test_symbols_give_formulas(model, question, by):
    state, takes = given(model, question, 1)
    names = {k: sympy.symbols(f"{k}1:{len(model.bodies) + 1}", real=True) for k in takes}
    formulas = put(question, by, model, [list(names[k]) for k in takes])
    assert any(isinstance(f, sympy.Expr) and f.free_symbols for f in formulas)
    known = {s: x for k in takes for s, x in zip(names[k], state[k][0].tolist(), strict=True)}
    found = np.array([value(sympy.sympify(f), known) for f in formulas])
    expected = np.array(put(question, by, model, [state[k][0].tolist() for k in takes]), dtype=float)
    for truth in (expected, in_pinocchio(question, model, [state[k][0] for k in takes])):
        assert truth is None or np.abs(found - truth).max() <= AGREEMENT * max(NOT_ZERO, np.abs(truth).max())


def in_pinocchio(question, model, state):
    """Pinocchio's answer; rotors are a term beside all formulations but those of forward dynamics."""
    if question not in ("inverse_dynamics", "forward_dynamics", "mass_matrix", "coriolis_matrix"):
        return None
    bare = model if question == "forward_dynamics" else without_rotors(model)
    return getattr(Pinocchio.of_model(bare), question)(*state).ravel()


def test_every_formulation_answers_a_question():
    asked = {name for question in QUESTIONS for name in formulations_for(question)}
    assert asked == set(FORMULATIONS)


@pytest.mark.parametrize("zero", [0, 0.0, np.float64(0.0), mpmath.mpf(0), sympy.Integer(0)], ids=repr)
def test_a_massless_link_is_massless_in_every_number(zero):
    from linkwise.algebra import Inertia

    assert Inertia.of_parameters([zero] * 10).com.components == (0, 0, 0)
