"""Programs as they are written: the same answers, more work."""

import numpy as np
import pytest

import linkwise
from linkwise.algebra import Jet, gradient, sin
from linkwise.backends.interpreter import run
from linkwise.formulations import formulations_for
from linkwise.program import count, needed_values, trace, trace_raw, without_dead_code
from tests.robots import states
from tests.tolerances import AGREEMENT

CASES = [
    ("inverse_dynamics", "newton_euler.balafoutis_patel_57", ("q", "qd", "qdd")),
    ("inverse_dynamics", "lagrange.hollerbach_4x4", ("q", "qd", "qdd")),
    ("inverse_dynamics", "lagrange.lynch_park", ("q", "qd", "qdd")),
    ("forward_dynamics", "articulated.khalil_dombre", ("q", "qd", "tau")),
    ("mass_matrix", "composite.balafoutis_patel_62", ("q",)),
]


@pytest.mark.parametrize("folding", [True, False])
@pytest.mark.parametrize(("question", "formulation", "takes"), CASES, ids=str)
def test_the_answer_is_the_same(question, formulation, takes, folding):
    model = linkwise.load("puma560").tree
    by, n = formulations_for(question)[formulation], len(model.bodies)
    state = [x[0].tolist() for x in states(n, 1, seed=8)][: len(takes)]
    program = trace_raw(lambda *x: by(model, *x), dict.fromkeys(takes, n), folding=folding)
    for form in (program, without_dead_code(program)):
        found, expected = (
            np.array(run(form, [x for part in state for x in part])),
            np.ravel(np.array(by(model, *state))),
        )
        assert np.abs(found - expected).max() <= AGREEMENT * np.abs(expected).max()


@pytest.mark.parametrize(("question", "formulation", "takes"), CASES, ids=str)
def test_each_step_saves(question, formulation, takes):
    model = linkwise.load("puma560").tree
    by, n = formulations_for(question)[formulation], len(model.bodies)

    def f(*state):
        return by(model, *state)

    ports = dict.fromkeys(takes, n)
    forms = (
        trace_raw(f, ports, folding=False),
        trace_raw(f, ports),
        without_dead_code(trace_raw(f, ports)),
        trace(f, ports),
    )
    times = [count(form).multiplications for form in forms]
    assert times == sorted(times, reverse=True) and times[0] > times[-1]


def test_what_is_counted_as_written():
    """(a − b) is done twice, −(a − b) is a change of sign, x + x an addition, and what nobody uses is there."""

    def f(x):
        a, b = x
        _ = a * b * a
        return [(a - b) * (a - b), -(a - b), a + a]

    ops = [step.op for step in trace_raw(f, {"x": 2}).steps]
    assert sorted(ops) == sorted(["mul", "mul", "sub", "sub", "mul", "sub", "neg", "add"])
    assert sorted(step.op for step in trace(f, {"x": 2}).steps) == ["mul", "mul", "sub", "sub"]


def test_entries_of_a_rotation_are_made_once():
    program = trace_raw(lambda x: [0.5 * sin(x[0]) + x[1], 0.5 * sin(x[0]) - x[1]], {"x": 2})
    assert [step.op for step in program.steps] == ["sin", "mul", "add", "sub"]


def test_checks_are_not_counted():
    def f(x):
        assert not isinstance(x[0] * x[1] > 1.0, bool)
        return [x[0] + x[1]]

    assert [step.op for step in trace_raw(f, {"x": 2}).steps] == ["add"]


def test_without_folding():
    program = trace_raw(lambda x: [0.0 * x[0] + 1.0 * x[1] + 0.0, 0.0 - x[0]], {"x": 2}, folding=False)
    assert [step.op for step in program.steps] == ["mul", "mul", "add", "add", "sub"]


def test_traced_values_beside_jets():
    """∂(x y)/∂x = y, whichever side the jet stands on."""
    program = trace(lambda x, y: [gradient(lambda t: y[0] * t[0] + (y[0] - t[0]) / 2.0, x)[1][0]], {"x": 1, "y": 1})
    assert run(program, [3.0, 5.0]) == [4.5]
    jet = trace(lambda y: [(y[0] / Jet(2.0, {0: 1.0}, 0)).slopes[0]], {"y": 1})
    assert run(jet, [8.0]) == [-2.0]


def test_needed_values():
    program = trace_raw(lambda x: [x[0] * x[1], x[0] + x[1]][:1], {"x": 2})
    assert needed_values(program) == [True, True, True, False]
