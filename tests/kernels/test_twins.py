"""One program, many ways to run it: the formulation itself, the interpreter, machine code of any width and layout."""

import numpy as np
import pytest

from linkwise.calls.direct import ask
from linkwise.formulations import QUESTIONS, formulations_for
from tests.tolerances import AGREEMENT, ROUNDING, SAME_STEPS_IN_FLOATS

from .cases import ROBOTS, asked, framed, off, parts, robot, same_bits

SMALL = ("pendulum", "planar2r", 4, 14)


def some(questions=QUESTIONS, robots=ROBOTS, quick=("inverse_dynamics",), small=SMALL):
    """Every question to every robot; those to the larger ones belong to the slow run, but for the quick ones."""
    return [
        pytest.param(
            name,
            question,
            id=f"{name}-{question}",
            marks=[pytest.mark.slow] if name not in small and question not in quick else [],
        )
        for name in robots
        for question in questions
    ]


@pytest.mark.parametrize(("name", "question"), some(quick=("gravity_forces",), small=("planar2r", 4)))
def test_a_program_is_its_formulation(name, question):
    """Step by step the same operations: what folding leaves out were products with 0 and ±1 and sums with 0."""
    arm = robot(name)
    given, frame = asked(arm, question, 2), framed(arm, question)
    for formulation in formulations_for(question, arm.tree):
        kernel = arm.compile(question, formulation=formulation, backend="interpreter", **frame)
        direct = ask(arm.tree, question, tuple(given), formulation, **frame)
        assert off(kernel(*given), direct) <= SAME_AS_WRITTEN, formulation


SAME_AS_WRITTEN = 1e-14
"""Common products are taken once, which changes no value; sums of constants are folded, which may round otherwise."""


@pytest.mark.parametrize(("name", "question"), some())
def test_machine_code_is_the_program(name, question):
    arm = robot(name)
    given, frame = asked(arm, question, 9), framed(arm, question)
    kernel = arm.compile(question, **frame)
    expected = arm.compile(question, backend="interpreter", **frame)(*given)
    found = kernel(*given)
    assert off(found, expected) <= ROUNDING
    rows = [kernel(*(state[k] for state in given)) for k in range(9)]
    for p, part in enumerate(parts(found)):
        assert same_bits(np.stack([parts(row)[p] for row in rows]), part)
    assert off(found, ask(arm.tree, question, tuple(given), **frame)) <= AGREEMENT


SLIDING = [pytest.param(name, marks=pytest.mark.slow) for name in ("scara", "stanford")]


@pytest.mark.parametrize("question", QUESTIONS)
@pytest.mark.parametrize("name", ["planar3r", *SLIDING])
def test_machine_code_of_every_formulation(name, question):
    """Everybody's page compiles, and its machine code is its program."""
    arm = robot(name)
    given, frame = asked(arm, question, 3), framed(arm, question)
    for formulation in formulations_for(question, arm.tree):
        kernel = arm.compile(question, formulation=formulation, **frame)
        expected = arm.compile(question, formulation=formulation, backend="interpreter", **frame)(*given)
        assert off(kernel(*given), expected) <= ROUNDING, formulation


@pytest.mark.parametrize("name", ["planar2r", pytest.param("panda", marks=pytest.mark.slow), 14])
@pytest.mark.parametrize("question", ["inverse_dynamics", "forward_dynamics", "inverse_dynamics_derivatives"])
def test_the_same_bits_however_it_is_run(name, question):
    """Any size of batch, width, layout and number of threads, broadcast or not."""
    arm = robot(name)
    given = asked(arm, question, 200)
    expected = arm.compile(question)(*given)
    for width in (1, 2, 4, 8, 16):
        kernel = arm.compile(question, width=width)
        for count in (1, 7, 16, 63, 64, 65, 200):
            found = kernel(*(state[:count] for state in given))
            assert same_bits(found, tuple(part[:count] for part in parts(expected)))
    columns = arm.compile(question, layout="columns")
    for count in (1, 5, 8, 200):
        found = columns(*(np.ascontiguousarray(state[:count].T) for state in given))
        assert same_bits(
            tuple(np.moveaxis(part, -1, 0) for part in parts(found)), tuple(part[:count] for part in parts(expected))
        )
    for threads in (2, 3, 8, 300):
        assert same_bits(arm.compile(question)(*given, threads=threads), expected)
        assert same_bits(arm.compile(question, threads=threads)(*given), expected)
    shaped = [state.reshape(4, 50, -1) for state in given]
    assert same_bits(arm.compile(question)(*shaped), tuple(p.reshape(4, 50, *p.shape[1:]) for p in parts(expected)))
    one = arm.compile(question)(*given[:-1], given[-1][3])
    repeated = arm.compile(question)(*given[:-1], np.repeat(given[-1][3:4], 200, axis=0))
    assert same_bits(one, repeated)


@pytest.mark.parametrize(("name", "question"), some(("inverse_dynamics", "gravity_forces", "mass_matrix")))
def test_single_precision(name, question):
    arm = robot(name)
    given = [state.astype(np.float32) for state in asked(arm, question, 17)]
    found = arm.compile(question)(*given)
    assert found.dtype == np.float32
    assert off(found, arm.compile(question)(*(s.astype(float) for s in given))) <= SAME_STEPS_IN_FLOATS
    assert same_bits(found, np.stack([arm.compile(question)(*(s[k] for s in given)) for k in range(17)]))
    assert same_bits(found, arm.compile(question, dtype="float32")(*(s.astype(float) for s in given)))


@pytest.mark.parametrize("name", ["planar2r", "ur5", 14])
@pytest.mark.parametrize(
    "questions",
    [
        ("mass_matrix", "bias_forces"),
        ("forward_kinematics", "jacobian", "jacobian_dot"),
        ("inverse_dynamics", "kinetic_energy", "potential_energy"),
        ("regressor", "inverse_dynamics_derivatives"),
    ],
)
def test_several_questions_in_one_kernel(name, questions):
    arm = robot(name)
    kernel = arm.compile(*questions)
    values = np.random.default_rng(2).normal(size=(3, 6, arm.n))
    given = dict(zip([port.name for port in kernel.signature.takes], values, strict=False))
    found = kernel(*given.values())
    for question in questions:
        apart = arm.compile(question)(*(given[name] for name in QUESTIONS[question].takes))
        together = tuple(getattr(found, part) for part in QUESTIONS[question].parts or (question,))
        assert off(together, apart) <= ROUNDING


@pytest.mark.slow
def test_a_million_states():
    arm = robot("planar2r")
    kernel = arm.compile("inverse_dynamics")
    q, qd, qdd = np.random.default_rng(0).normal(size=(3, 10**6 + 7, 2))
    expected = kernel(q, qd, qdd)
    pick = np.random.default_rng(1).integers(0, len(q), 1000)
    assert same_bits(kernel(q[pick], qd[pick], qdd[pick]), expected[pick])
    for threads in (2, 3):
        assert same_bits(kernel(q, qd, qdd, threads=threads), expected)
    out = np.empty_like(q)
    assert kernel(q, qd, qdd, out=out, threads=3) is out and same_bits(out, expected)
