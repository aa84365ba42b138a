"""Answers as functions of CasADi: the kernels' numbers and zeros, derivatives, graphs, solvers, generated code."""

import shutil

import numpy as np
import pytest

import linkwise
from linkwise.calls.traceable import ReplayedProgram
from linkwise.errors import LinkwiseError, MissingBackend, UnknownName, UnsupportedByBackend
from linkwise.formulations import QUESTIONS
from tests.kernels.cases import asked, framed, off, parts, robot
from tests.tolerances import AGREEMENT, CENTRAL_DIFFERENCES, SAME_STEPS

casadi = pytest.importorskip("casadi", reason="CasADi is not installed (linkwise[casadi])")

SOLVING = 100.0
"""How many times more is allowed where accelerations are solved for, which amplifies rounding."""


def numbers(found, shapes):
    """CasADi's matrices as arrays."""
    found = found if isinstance(found, tuple) else (found,)
    return tuple(x.full().reshape(shape) for x, shape in zip(found, shapes, strict=True))


def jacobians(function, given):
    """∂gives/∂takes by CasADi."""
    found = function.jacobian()(*given, *[0.0] * function.n_out())
    return found if isinstance(found, tuple) else (found,)


@pytest.mark.parametrize("arm", ["panda", pytest.param(14, marks=pytest.mark.slow)])
@pytest.mark.parametrize("question", QUESTIONS)
def test_the_kernels_numbers_and_zeros(arm, question):
    arm = robot(arm)
    function, given = arm.casadi(question, **framed(arm, question)), [x[0] for x in asked(arm, question, 1)]
    kernel = arm.compile(question, **framed(arm, question))
    answers = parts(kernel(*given))
    most = SAME_STEPS * (SOLVING if "forward" in question or "inverse" in question[11:] else 1.0)
    assert off(numbers(function(*given), [np.shape(x) for x in answers]), answers) <= most
    assert function.name_in() == [port.name for port in kernel.signature.takes]
    assert function.name_out() == [port.name for port in kernel.signature.gives]
    outputs = iter(kernel.program.outputs)
    for k, port in enumerate(kernel.signature.gives):
        zeros = np.array([getattr(next(outputs), "value", 1.0) == 0.0 for _ in range(port.size)])
        places = casadi.DM(function.sparsity_out(k), 1.0).full()
        assert np.array_equal(places.ravel() == 0.0, zeros)


@pytest.mark.parametrize(
    ("arm", "question"),
    [("puma560", "inverse_dynamics"), ("panda", "forward_dynamics"), ("panda", "mass_matrix"), (14, "kinetic_energy")],
)
def test_derivatives(arm, question):
    """The Jacobian, ours or CasADi's, is our derivative program's; along a direction it is a central difference."""
    arm = robot(arm)
    function, given = arm.casadi(question), [x[0] for x in asked(arm, question, 1)]
    program, ports = arm.compile(question).traceable.derivatives()
    truth = parts(ReplayedProgram(arm.tree, program, ports).kernel(backend="interpreter")(*given))
    found = jacobians(function, given)
    scale = max(np.abs(x).max() for x in truth)
    gives, takes = function.size_out(0), [port.size for port in ports.takes]
    for ours, theirs, size in zip(found, truth, takes, strict=True):
        by_rows = ours.full().reshape(gives[1], gives[0], size).swapaxes(0, 1)  # CasADi counts column after column
        assert np.abs(by_rows.ravel() - np.ravel(theirs)).max() <= AGREEMENT * scale
    symbols = [casadi.MX.sym(name, size) for name, size in zip(function.name_in(), takes, strict=True)]
    answer = casadi.vec(function(*symbols))
    along = casadi.jtimes(answer, casadi.vertcat(*symbols), casadi.vertcat(*symbols[::-1]))
    weighted = casadi.jtimes(answer, symbols[0], casadi.cos(answer), True)
    slope = casadi.Function("slope", symbols, [along, weighted, answer])
    forward, backward, here = slope(*given)
    step, back = 1e-6, np.split(np.concatenate(given[::-1]), np.cumsum(takes)[:-1])
    ends = [slope(*(x + sign * step * d for x, d in zip(given, back, strict=True)))[2] for sign in (1.0, -1.0)]
    central = (ends[0] - ends[1]).full() / (2.0 * step)
    assert np.abs(forward.full() - central).max() <= 100 * CENTRAL_DIFFERENCES * max(1.0, np.abs(central).max())
    expected = found[0].full().T @ np.cos(here.full())
    assert np.abs(backward.full() - expected).max() <= AGREEMENT * scale


def test_the_shorter_jacobian():
    """Ours has fewer operations for a Panda's accelerations; the zeros of a PUMA's are those of its mass matrix."""
    function = linkwise.load("panda").casadi("forward_dynamics")
    own = casadi.Function("own", function.sx_in(), function.call(function.sx_in()))
    assert 2 * function.jacobian().n_instructions() < own.jacobian().n_instructions()
    puma = linkwise.load("puma560")
    slopes, M = puma.casadi("inverse_dynamics").jacobian(), puma.casadi("mass_matrix").sparsity_out(0)
    assert slopes.sparsity_out("jac_inverse_dynamics_qdd") == M and M.nnz() == 32
    assert slopes.nnz_out("jac_inverse_dynamics_q") == 30  # not the first joint's, which turns about gravity's axis


def test_in_graphs_solvers_and_generated_code(tmp_path, monkeypatch):
    """A pose that one motor cannot hold is avoided; the C code that CasADi writes gives the same numbers."""
    arm = linkwise.load("planar2r")
    torques = arm.casadi("gravity_forces")
    opti = casadi.Opti()
    q = opti.variable(2)
    opti.minimize(casadi.sumsqr(q - [0.3, 0.2]))
    opti.subject_to(opti.bounded(-20.0, torques(q)[0], 20.0))
    opti.solver("ipopt", {"print_time": False}, {"print_level": 0, "sb": "yes"})
    found = opti.solve().value(q)
    assert abs(arm.gravity_forces(found)[0] - 20.0) <= CENTRAL_DIFFERENCES * 20.0
    assert arm.gravity_forces([0.3, 0.2])[0] > 20.0
    monkeypatch.chdir(tmp_path)
    if shutil.which("gcc") is None:
        pytest.skip("no gcc is here")
    torques.generate("torques.c")
    compiled = casadi.external("gravity_forces", casadi.Importer("torques.c", "shell", {"compiler": "gcc"}))
    assert off(numbers(compiled(found), [(2,)]), (arm.gravity_forces(found),)) <= SAME_STEPS


def test_what_is_left_open():
    arm, given = linkwise.load("planar2r"), np.array([0.3, -0.4])
    wrench, gravity = np.arange(6.0), np.array([0.0, 0.0, -1.62])
    function = arm.casadi("inverse_dynamics", wrenches=["tip"], parameters=["gravity"])
    assert function.name_in() == ["q", "qd", "qdd", "wrench_1", "gravity"]
    found = numbers(function(given, given, given, wrench, gravity), [(2,)])
    there = arm.with_gravity(gravity).inverse_dynamics(given, given, given, wrenches={"tip": wrench})
    assert off(found, (there,)) <= SAME_STEPS
    inertia = arm.compile("gravity_forces", parameters=["inertia"])
    masses = np.random.default_rng(2).uniform(size=(2, 10))  # a matrix among the inputs
    function = arm.casadi("gravity_forces", parameters=["inertia"])
    assert off(numbers(function(given, masses), [(2,)]), (inertia(given, masses),)) <= SAME_STEPS
    slopes = jacobians(function, (given, masses))[1].full().reshape(2, 10, 2)  # column after column of the matrix
    turned = np.einsum("tki,ik->t", slopes, masses)
    assert off(turned, inertia(given, masses)) <= AGREEMENT  # they are linear in the parameters


@pytest.mark.parametrize("name", ["backend", "dtype", "layout", "width", "threads"])
def test_options_that_it_does_not_have(name):
    with pytest.raises(UnsupportedByBackend, match=f"a function of CasADi has no '{name}'"):
        linkwise.load("planar2r").casadi("mass_matrix", **{name: "rows"})


def test_what_is_refused(monkeypatch):
    arm = linkwise.load("planar2r")
    with pytest.raises(UnknownName, match="no question 'inertia'"):
        arm.casadi("inertia")
    with pytest.raises(UnsupportedByBackend, match="jacobian has 3 axes"):
        arm.casadi("jacobian", frame=["link1", "tip"])
    with pytest.raises(LinkwiseError, match="closed loops"):
        linkwise.load("fourbar").casadi("inverse_dynamics")
    monkeypatch.setattr("linkwise.backends.casadi.backend.find_spec", lambda name: None)
    with pytest.raises(MissingBackend, match="CasADi is not installed"):
        arm.casadi("mass_matrix")
