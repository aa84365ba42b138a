"""Derivatives by every order of the chain rule: the same numbers, no work that is not asked for."""

from functools import cache

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import linkwise
from linkwise.backends.interpreter import run
from linkwise.formulations import formulations_for
from linkwise.model import rewrite
from linkwise.program import OPS, Const, Program, Step, check, count, fused, jacobian, parse, trace
from linkwise.program.derive.jacobian import MODES
from tests.robots import example_robots, states
from tests.tolerances import AGREEMENT

FORMULATION = "newton_euler.balafoutis_patel_56"


@cache
def arm(name):
    """An arm in its cheapest form, and the program of its inverse dynamics."""
    tree = linkwise.load(example_robots().get(name, name)).without_friction().tree
    model = rewrite.regroup(rewrite.dh_gauge(rewrite.without_rotors(tree)))
    n, by = len(model.bodies), formulations_for("inverse_dynamics")[FORMULATION]
    return tree, trace(lambda *x: by(model, *x), {"q": n, "qd": n, "qdd": n}, "tau")


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("name", ["panda", "ur5", "puma560", "rx90", "stanford"])
def test_derivatives_are_pinocchios(name, mode):
    pytest.importorskip("pinocchio", reason="Pinocchio is not installed")
    from tests.peers.pinocchio import Pinocchio

    tree, program = arm(name)
    n = len(tree.bodies)
    q, qd, qdd = (x[0] for x in states(n, 1, seed=12))
    expected = Pinocchio.of_model(rewrite.without_rotors(tree)).inverse_dynamics_derivatives(q, qd, qdd)
    J = jacobian(program, program.inputs, mode)
    for form in (J, fused(J)):
        found = np.array(run(form, [*q, *qd, *qdd])).reshape(n, 3 * n)
        assert np.abs(found - expected).max() <= AGREEMENT * np.abs(expected).max()
        assert parse(str(form)) == form


def operations(program):
    c = count(program)
    return c.multiplications, c.additions


def test_vertex_elimination_saves_operations():
    """∂τ/∂q and ∂τ/∂q̇ of the UR5 of example-robot-data: no mode before took fewer than 791 and 611."""
    if "ur5_robot" not in example_robots():
        pytest.skip("example-robot-data is not installed")
    _, program = arm("ur5_robot")
    cost = {mode: operations(jacobian(program, program.inputs[:12], mode)) for mode in MODES}
    assert cost["vertex"][0] <= 791 and cost["vertex"][1] <= 611
    assert sum(cost["vertex"]) < min(sum(cost["forward"]), sum(cost["reverse"]))


@pytest.mark.parametrize("mode", MODES)
def test_some_columns_are_less_work_than_all(mode):
    _, program = arm("puma560")
    every = jacobian(program, program.inputs, mode)
    some = jacobian(program, program.inputs[6:8], mode)
    assert sum(operations(some)) < sum(operations(every))
    x = [0.1 * k for k in range(18)]
    of_every = dict(zip(every.output_names, run(every, x), strict=True))
    for name, value in zip(some.output_names, run(some, x), strict=True):
        assert abs(value - of_every[name]) <= AGREEMENT * max(map(abs, of_every.values()))


@pytest.mark.parametrize("mode", MODES)
def test_no_work_for_other_inputs(mode):
    """y = sin(a) b + cos(c) has the derivative sin(a) with respect to b."""
    steps = (Step("sin", (0,)), Step("mul", (3, 1)), Step("cos", (2,)), Step("add", (4, 5)))
    J = jacobian(Program("f", ("a", "b", "c"), steps, ("y",), (6,)), "b", mode)
    assert J.steps == (Step("sin", (0,)),) and J.outputs == (3,)


@pytest.mark.parametrize("mode", MODES)
def test_structural_zeros_are_constants(mode):
    _, program = arm("puma560")
    J = jacobian(program, program.inputs, mode)
    entry = dict(zip(J.output_names, J.outputs, strict=True))
    assert all(entry[f"d_f{i}_d_q1"] == Const(0.0) for i in range(1, 7))  # its first axis is along gravity
    assert entry["d_f1_d_qd1"] != Const(0.0)
    cancels = trace(lambda x: [x[0] * x[1] - x[1] * x[0] + x[2], 4.0, x[0]], {"x": 3})
    assert jacobian(cancels, cancels.inputs, mode).outputs == tuple(
        Const(x) for x in (0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0)
    )


steps = st.lists(st.tuples(st.sampled_from(["add", "sub", "mul"]), st.integers(0, 99), st.integers(0, 99)), max_size=10)


@given(steps, st.lists(st.integers(0, 99), min_size=1, max_size=3))
def test_polynomials_differentiate_right(given_steps, wanted):
    """Every mode against dual numbers, exact on whole numbers."""
    made = tuple(Step(op, (a % (k + 2), b % (k + 2))) for k, (op, a, b) in enumerate(given_steps))
    outputs = tuple(i % (len(made) + 2) for i in wanted)
    p = Program("f", ("x", "y"), made, tuple(f"o{k}" for k in range(len(outputs))), outputs)
    expected = [dual[1][k] for dual in _dual_run(p, [1, -2]) for k in range(2)]
    assume(max(map(abs, expected)) <= 2**50)  # beyond, not every whole number is a double
    for mode in MODES:
        J = jacobian(p, ("x", "y"), mode)
        check(J)
        found = run(J, [1, -2])
        assert found == expected


def _dual_run(program, x):
    """Each output with its derivatives, by the rules of the sum, the difference and the product."""
    values = [(value, tuple(int(i == k) for k in range(len(x)))) for i, value in enumerate(x)]
    for op, (a, b) in program.steps:
        (u, du), (v, dv) = values[a], values[b]
        rule = {
            "add": lambda s, t, u, v: s + t,
            "sub": lambda s, t, u, v: s - t,
            "mul": lambda s, t, u, v: s * v + u * t,
        }[op]
        values.append((OPS[op].value(u, v), tuple(rule(s, t, u, v) for s, t in zip(du, dv, strict=True))))
    return [values[i] for i in program.outputs]
