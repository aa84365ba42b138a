"""`robot.formula`: which constants are symbols, base parameters, and what is refused."""

import subprocess
import sys

import numpy as np
import pytest
import sympy
from sympy import cos, sin, symbols

import linkwise
from linkwise import Robot
from linkwise.errors import InvalidModel, KindMismatch, MissingExtra, NoClosedForm, NotForThisRobot, UnknownName
from linkwise.formulas.page import as_document, as_text, broken, entries
from linkwise.model import rewrite
from linkwise.model.constants import constants, with_constants, worth_a_symbol
from tests.books import test_closed_forms as books
from tests.formulas.arms import rx90
from tests.formulas.test_closed_forms import evaluated, renamed
from tests.formulas.test_listings import numbers, other, truth
from tests.robots import random_model, states
from tests.tolerances import AGREEMENT

q = symbols("q1:4", real=True)
m1, m2, L1, L2, g = symbols("m1 m2 L1 L2 g")
RODS = {
    "M1": m1,
    "M2": m2,
    "MX1": m1 * L1,
    "MX2": m2 * L2,
    "ZZ1": m1 * L1**2,
    "ZZ2": m2 * L2**2,
    "D2": L1,
    "G1": 0,
    "G2": -g,
    "G3": 0,
}
ASKED = ("mass_matrix", "gravity_forces", "coriolis_matrix", "inverse_dynamics", "bias_forces")


def named(formula):
    return {str(s) for s in formula.free_symbols if not str(s).startswith("q")}


def assert_numbers(formula, robot, question, known):
    """The formula with its symbols' numbers is what the robot computes."""
    state = [x[0].tolist() for x in states(robot.n, 1, seed=8)]
    values = {sympy.Symbol(name, real=True): known[name] for name in named(formula)}
    found = evaluated(formula, robot.n, state, values)
    expected = truth(robot, question, state, robot.formulations(question)[0])
    assert np.abs(found.reshape(expected.shape) - expected).max() <= AGREEMENT * np.abs(expected).max(initial=1e-300)


# ---- the books -------------------------------------------------------------------------------------------------------


def test_the_planar_2r_is_the_corrected_textbook_form():
    """Lynch & Park: M, c and g by point masses at the links' ends."""
    found = linkwise.load("planar2r").formula("inverse_dynamics", symbols=RODS)
    letters = dict(zip((books.m1, books.m2, books.L1, books.L2, books.g), (m1, m2, L1, L2, g), strict=True))
    for ours, printed in zip(found, map(renamed, books.TAU), strict=True):
        assert sympy.expand(ours - printed.subs(letters)) == 0
        assert sympy.count_ops(ours) <= sympy.count_ops(printed)
    M = linkwise.load("planar2r").formula("mass_matrix", symbols=RODS)
    assert sympy.expand(M[0, 0] - (m1 * L1**2 + m2 * (L1**2 + 2 * L1 * L2 * cos(q[1]) + L2**2))) == 0
    assert sympy.expand(M[0, 1] - m2 * (L1 * L2 * cos(q[1]) + L2**2)) == 0 and M[1, 1] == L2**2 * m2


def test_three_links_of_the_rx90():
    """Khalil & Dombre, Example 9.1, asked of a robot: A and Q with every constant a symbol."""
    robot = Robot(rx90())
    formulas = books.Formulas(books.RX90_LETTERS)
    A_book, _, Q_book = books.printed()
    kinds = ["geometry", "inertia", "rotors", "gravity"]
    A, Q = (robot.formula(k, symbols=kinds) for k in ("mass_matrix", "gravity_forces"))
    plain = {s: next((b for b in books.RX90_LETTERS if str(b) == str(s)), s) for s in A.free_symbols | Q.free_symbols}
    for i in range(3):
        assert formulas.same(Q[i].subs(plain), Q_book[i])
        for j in range(3):
            assert formulas.same(A[i, j].subs(plain), A_book[i][j])
    assert not formulas.same(A[0, 0].subs(plain), A_book[1][1])


def test_three_links_of_the_rx90_on_base_parameters():
    """The same entries with their grouping equations put in."""
    robot = Robot(rx90())
    grouping = robot.base_parameters().sympy()
    for question in ("mass_matrix", "gravity_forces"):
        base, full = (robot.formula(question, base=b) for b in (True, False))
        assert named(base) - {"D3", "G3"} <= set(robot.base_parameters(zeros=False).names)
        assert sympy.count_ops(base) < sympy.count_ops(full)
        difference = (base.subs(grouping) - full).applyfunc(lambda x: sympy.expand(sympy.expand_trig(x)))
        squares = {sin(x) ** 2: 1 - cos(x) ** 2 for x in q}
        assert all(sympy.expand(x.subs(squares)) == 0 for x in difference)


# ---- symbols by kinds and names --------------------------------------------------------------------------------------


@pytest.mark.parametrize("question", ASKED)
@pytest.mark.parametrize("base", [False, True])
@pytest.mark.parametrize(
    "kinds", ["all", "geometry", "inertia", ("gravity", "D2"), (), ("friction", "rotors"), "centre"]
)
def test_kinds_and_names(kinds, base, question):
    robot = linkwise.load("planar2r")
    found = robot.formula(question, symbols=kinds, base=base)
    assert_numbers(found, robot, question, numbers(robot, base))
    if kinds == () or kinds == ("friction", "rotors"):
        assert not named(found)
    if kinds == ("gravity", "D2"):
        assert named(found) <= {"G2", "D2"}


@pytest.mark.parametrize("name", ["scara", "three", "stanford"])
@pytest.mark.parametrize("base", [False, True])
def test_larger_arms(name, base):
    arms = {
        "three": lambda: linkwise.load("rx90").lock(dict.fromkeys(["joint4", "joint5", "joint6"], 0.2)),
        "stanford": lambda: linkwise.load("stanford").lock({"joint5": 0.3, "joint6": 0.0}),
    }
    robot = arms.get(name, lambda: linkwise.load(name))()
    for question in ("mass_matrix", "gravity_forces"):
        assert_numbers(robot.formula(question, base=base), robot, question, numbers(robot, base))


def test_the_centre_of_mass():
    robot = linkwise.load("planar2r")
    found = robot.formula("gravity_forces", symbols=["centre", "gravity", "D2"])
    letters = {name: sympy.Symbol(name, real=True) for name in ("M2", "CX2", "G2", "M1", "CX1", "D2")}
    assert found[1] == -letters["CX2"] * letters["G2"] * letters["M2"] * cos(q[0] + q[1])
    assert named(found) == set(letters)
    M = linkwise.load("planar3r").formula("mass_matrix", symbols="centre")
    assert {"IZZ1", "IZZ2", "CX2", "M2"} <= named(M) and not {"ZZ2", "MX2"} & named(M)
    M = linkwise.load("planar3r").formula("mass_matrix", symbols="centre", base=True)
    assert {"ZZR1", "MXR2"} <= named(M) and not {"IZZ2", "CX2", "M2"} & named(M)


@pytest.mark.parametrize("base", [False, True])
def test_formulas_hold_for_other_numbers(base):
    """Longer and heavier links: base parameters that are numbers follow the lengths that are symbols."""
    robot = linkwise.load("planar3r")
    for kinds in ("geometry", "all"):
        sister = other(robot, list(worth_a_symbol(robot.tree, "geometry" if kinds == "geometry" else "inertia")))
        found = robot.formula("inverse_dynamics", symbols=kinds, base=base)
        assert_numbers(found, sister, "inverse_dynamics", numbers(sister, base))


def test_expressions_in_place_of_constants():
    robot = linkwise.load("planar2r")
    x = sympy.Symbol("x")
    found = robot.formula("mass_matrix", symbols={"D2": x**2, "ZZ2": 2, "MX2": 0.5})
    assert named(found) == {"x"}
    given = evaluated(found, 2, [[0.3, 0.4], [0, 0], [0, 0]], {x: 0.9})
    expected = Robot(with_constants(robot.tree, {"D2": 0.81, "ZZ2": 2.0, "MX2": 0.5})).mass_matrix([0.3, 0.4])
    assert np.abs(given - expected).max() <= AGREEMENT * np.abs(expected).max()
    assert robot.formula("mass_matrix", symbols={}) == robot.formula("mass_matrix", symbols=())


def test_energies_on_base_parameters():
    """Kinetic energy is the same; potential energy would be off by a constant, and keeps its own parameters."""
    robot = linkwise.load("scara")
    at = dict(zip(symbols("q1:5 qd1:5", real=True), [0.3, 0.4, 0.5, 0.6, 1, 2, 3, 4], strict=True))
    K, U = (robot.formula(k, symbols=(), base=True) for k in ("kinetic_energy", "potential_energy"))
    pose = [0.3, 0.4, 0.5, 0.6]
    kinetic, potential = robot.kinetic_energy(pose, [1, 2, 3, 4]), robot.potential_energy(pose)
    assert abs(float(K.subs(at)) - kinetic) <= AGREEMENT * kinetic
    assert abs(float(U.subs(at)) - potential) <= AGREEMENT * potential
    found = named(robot.formula("kinetic_energy", symbols="inertia", base=True))
    assert found <= set(robot.base_parameters(zeros=False).names)


def test_kinematics():
    robot = linkwise.load("planar2r")
    T = robot.formula("forward_kinematics", symbols="geometry", frame="tip")
    length = {sympy.Symbol("D2", real=True): constants(robot.tree)["D2"]}
    reach = float(T[0, 3].subs({q[0]: 0, q[1]: 0} | length))
    assert abs(reach - robot.forward_kinematics([0, 0], "tip")[0, 3]) < AGREEMENT
    assert robot.formula("jacobian").shape == (6, 2)


# ---- on paper --------------------------------------------------------------------------------------------------------


def test_entries_of_answers():
    M = linkwise.load("planar2r").formula("mass_matrix", base=True)
    assert [name for name, _, _ in entries("mass_matrix", M)] == ["A[1,1]", "A[1,2]", "A[2,2]"]
    assert as_text("mass_matrix", M).splitlines()[1] == "A[1,2] = C2*D2*MX2 + ZZ2"
    parts = linkwise.load("planar2r").formula("inverse_dynamics_derivatives", symbols=())
    assert {name.split("[")[0] for name, _, _ in entries("inverse_dynamics_derivatives", parts)} == {
        "dtau_dq",
        "dtau_dqd",
        "mass_matrix",
    }
    still = linkwise.load("planar2r").formula("gravity_forces", symbols={"G1": 0, "G2": 0, "G3": 0})
    assert as_text("gravity_forces", still) == "0" and "0\n" in as_document("nothing", "gravity_forces", still)
    assert as_text("potential_energy", sympy.Symbol("U0")) == "U = U0"


def test_long_equations_are_broken_where_that_can_be():
    tau = linkwise.load("planar3r").formula("inverse_dynamics")
    document = as_document("A % of_$ {robots}", "inverse_dynamics", tau)
    assert r"A \% of\_\$ \{robots\}" in document
    lines = document[document.index(r"\begin{align*}") :].splitlines()
    assert max(map(len, lines)) < 700 and any(line.startswith(r"&\quad{}") for line in lines)
    assert document.count(r"\bigl(") == document.count(r"\bigr)") > 0 and r"\left(" not in document
    assert broken("a + " * 3 + "b") == "a + a + a + b"


# ---- refusals --------------------------------------------------------------------------------------------------------


def test_bad_names():
    robot = linkwise.load("planar2r")
    for bad in ("D9", "lengths", ["D2", ""], [3], {"D9": 1}, {"": 1}):
        with pytest.raises(UnknownName, match="robot 'planar2r' has no constant"):
            robot.formula("mass_matrix", symbols=bad)
    for bad in (None, 1.5):
        with pytest.raises(KindMismatch, match="symbols is a"):
            robot.formula("mass_matrix", symbols=bad)
    for bad in ("mass", "", None, 3, ["mass_matrix"]):
        for base in (True, False):
            with pytest.raises(UnknownName, match="no question"):
                robot.formula(bad, base=base)
    for bad in ("D2", object(), [1]):
        with pytest.raises(NoClosedForm, match=r"a constant is a (str|object|list)"):
            robot.formula("mass_matrix", symbols={"D2": bad})
    with pytest.raises(InvalidModel, match="frame 'tip' would not be used"):
        robot.formula("mass_matrix", frame="tip")
    with pytest.raises(UnknownName, match="no frame"):
        robot.formula("jacobian", frame="nowhere")
    with pytest.raises(UnknownName, match="formulation"):
        robot.formula("mass_matrix", formulation="nobody")
    with pytest.raises(InvalidModel, match="at its origin and at its centre"):
        robot.formula("mass_matrix", symbols=["inertia", "centre"])


def test_expressions_and_base_parameters_are_not_mixed():
    with pytest.raises(InvalidModel, match="symbols is a dict, and base is True") as refused:
        linkwise.load("planar2r").formula("mass_matrix", symbols=RODS, base=True)
    assert "base=False" in refused.value.hint


def test_joints_that_follow_others():
    robot = Robot(
        rewrite.without_friction(next(m for m in map(random_model, range(4, 60, 5)) if not m.coordinates.trivial))
    )
    with pytest.raises(NotForThisRobot, match="follow others") as refused:
        robot.formula("mass_matrix", symbols=(), base=True)
    assert "base=False" in refused.value.hint


def test_symbols_that_decide_how_parameters_group():
    with pytest.raises(NotForThisRobot, match="'G3'") as refused:
        linkwise.load("planar2r").formula("gravity_forces", symbols=["ALPHA2", "G3"], base=True)
    assert "base=False" in refused.value.hint
    found = linkwise.load("planar2r").formula("gravity_forces", symbols=["ALPHA2", "G3"])
    assert named(found) == {"ALPHA2", "G3"}


def test_too_long():
    with pytest.raises(NoClosedForm, match="terms") as refused:
        linkwise.load("panda").formula("mass_matrix")
    assert "listing" in str(refused.value)
    with pytest.raises(NoClosedForm, match="solves a system"):
        linkwise.load("planar2r").formula("forward_dynamics")


def test_without_sympy(monkeypatch):
    monkeypatch.setitem(sys.modules, "sympy", None)
    with pytest.raises(MissingExtra, match="not installed") as refused:
        linkwise.load("planar2r").formula("mass_matrix")
    assert refused.value.hint == 'pip install "linkwise[symbolic]"'
    assert linkwise.load("planar2r").listing("mass_matrix", symbols="all").lines


def test_asking_for_a_listing_does_not_import_sympy():
    code = "import sys, linkwise; linkwise.load('rx90').listing(symbols='all').text; print('sympy' in sys.modules)"
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert said.stdout.strip() == "False"
