"""Closed forms against the printed ones, against derivations by hand, and against numbers."""

import time

import numpy as np
import pytest
import sympy
from sympy import cos, sin, symbols

import linkwise
from linkwise import Robot
from linkwise.errors import InvalidModel, LinkwiseError, NoClosedForm, UnknownName
from linkwise.formulas import closed_form, text
from linkwise.model import FREE
from linkwise.model.constants import constants, with_constants, worth_a_symbol
from tests.books import test_closed_forms as books
from tests.formulas.arms import LINKS, STATE, polar, rx90
from tests.peers.pinocchio import Pinocchio
from tests.robots import random_model, states
from tests.scalars.small_robots import branches, skew_rp
from tests.tolerances import AGREEMENT, ONE_ROUNDING, PRINTED_12

q, v, a = (symbols(f"{name}1:4", real=True) for name in ("q", "qd", "qdd"))
ASKED = ("mass_matrix", "gravity_forces", "coriolis_matrix", "inverse_dynamics")


def terms(formula):
    return len(sympy.Add.make_args(formula))


def renamed(formula):
    """A printed formula of tests/books with our letters for velocities and accelerations."""
    return sympy.sympify(formula).subs(dict(zip((*books.v, *books.a), (*v, *a), strict=True)))


# ---- Lynch & Park: the planar 2R arm, corrected ----------------------------------------------------------------------


def test_the_planar_2r_as_printed():
    found = closed_form(books.TWO_RODS, "inverse_dynamics")
    for ours, printed in zip(found, map(renamed, books.TAU), strict=True):
        assert sympy.expand(ours - printed) == 0
        assert terms(ours) <= terms(printed) and sympy.count_ops(ours) <= sympy.count_ops(printed)


def test_the_planar_2r_by_the_names_of_its_constants():
    m1, m2, L1, L2, g = symbols("m1 m2 L1 L2 g")
    given = {
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
    found = closed_form(linkwise.load("planar2r").model, "inverse_dynamics", given)
    letters = dict(zip((books.m1, books.m2, books.L1, books.L2, books.g), (m1, m2, L1, L2, g), strict=True))
    for ours, printed in zip(found, map(renamed, books.TAU), strict=True):
        assert sympy.expand(ours - printed.subs(letters)) == 0


# ---- Khalil & Dombre, Example 9.1 ------------------------------------------------------------------------------------


def example():
    """The example's arm with a symbol for every constant of it that is not 0 by its geometry."""
    names = {str(s): s for s in books.RX90_LETTERS if s not in books.v}
    return rx90(), names


def test_example_9_1_as_printed():
    """Each element equals the book's and takes no more operations; all of it is a matter of milliseconds."""
    arm, given = example()
    begin = time.perf_counter()
    A, U, Q = (closed_form(arm, k, given) for k in ("mass_matrix", "potential_energy", "gravity_forces"))
    took = time.perf_counter() - begin
    formulas = books.Formulas(books.RX90_LETTERS)
    A_book, U_book, Q_book = books.printed()
    pairs = [(A[i, j], A_book[i][j]) for i in range(3) for j in range(3)]
    pairs += [(U, U_book), *zip(Q, Q_book, strict=True)]
    for ours, printed in pairs:
        assert formulas.same(ours, printed)
        assert sympy.count_ops(ours) <= sympy.count_ops(printed), (ours, printed)
        assert not (ours.atoms(sympy.Float) or ours.has(sympy.Rational(1, 2)))
    assert not formulas.same(A[0, 0], A_book[1][1])
    assert took < 5.0  # measured: 0.1 s


def test_example_9_1_in_the_letters_of_the_book():
    arm, given = example()
    A = closed_form(arm, "mass_matrix", given)
    assert text(A[0, 1]) == "C2*YZ2 + C23*YZ3 - D3*MZ3*S2 + S2*XZ2 + S23*XZ3"
    for spelled in ("SS2*XX2", "2*CS2*XY2", "CC2*YY2", "SS23*XX3", "2*CS23*XY3", "CC23*YY3", "Ia1", "ZZ1"):
        assert spelled in text(A[0, 0])
    assert text(closed_form(arm, "gravity_forces", given)[2]) == "-G3*(C23*MX3 - MY3*S23)"


def test_example_9_1_in_numbers():
    """The golden values of A and Q."""
    arm, at = rx90(), dict(zip(q, STATE, strict=True))
    A = np.array(closed_form(arm, "mass_matrix").subs(at), dtype=float)
    golden = np.array(
        [[4.664831851079, -0.02309803424, -0.019989706697], [0, 3.831410822235, 0.304455411117], [0, 0, 1.2]]
    )
    assert np.abs(np.triu(A) - golden).max() <= PRINTED_12 * np.abs(golden).max()
    Q = np.array(closed_form(arm, "gravity_forces").subs(at), dtype=float).ravel()
    assert np.abs(Q - [0, 53.78926768911, -2.040714640537]).max() <= PRINTED_12 * 53.8
    assert LINKS[3][9] == 9.0


# ---- laws, exactly ---------------------------------------------------------------------------------------------------


def test_torques_are_made_of_the_matrices():
    """τ = A q̈ + C q̇ + Q, Ȧ − 2C skew and C of Christoffel symbols, for every value of every letter."""
    arm, given = example()
    A, Q, C, τ = (closed_form(arm, k, given) for k in ASKED)
    formulas = books.Formulas((*books.RX90_LETTERS, *v, *a))

    def same(one, other):
        return formulas.same(sympy.expand_trig(one), sympy.expand_trig(other))

    V, W = sympy.Matrix(v), sympy.Matrix(a)
    for left, right in zip(τ, A * W + C * V + Q, strict=True):
        assert same(left, right)
    for i in range(3):
        for j in range(3):
            rate = sum(A[i, j].diff(q[k]) * v[k] for k in range(3))
            assert same(rate, C[i, j] + C[j, i])
            symbols_of_A = sum((A[i, j].diff(q[k]) + A[i, k].diff(q[j]) - A[j, k].diff(q[i])) * v[k] for k in range(3))
            assert same(2 * C[i, j], symbols_of_A)
    U = closed_form(arm, "potential_energy", given)
    assert all(same(Q[k], U.diff(q[k])) for k in range(3))
    E = closed_form(arm, "kinetic_energy", given)
    assert same(E, (V.T * A * V)[0] / 2)


# ---- by hand ---------------------------------------------------------------------------------------------------------


def test_a_prismatic_arm_by_hand():
    m, I, g = symbols("m I g", positive=True)
    found = closed_form(polar(m, I, g), "inverse_dynamics")
    hand = [
        (I + m * q[1] ** 2) * a[0] + 2 * m * q[1] * v[0] * v[1] + m * g * q[1] * cos(q[0]),
        m * a[1] - m * q[1] * v[0] ** 2 + m * g * sin(q[0]),
    ]
    assert all(sympy.expand(ours - by_hand) == 0 for ours, by_hand in zip(found, hand, strict=True))
    assert sympy.count_ops(found[1]) <= sympy.count_ops(hand[1])


def test_the_scara_by_its_energy():
    """K = ½ Σ (m ṗ² + I φ̇²) of four links, centres of mass on the links' x axes, differentiated by sympy."""
    robot = linkwise.load("scara")
    names = ("D2", "D3", "ZZ1", "ZZ2", "ZZ3", "ZZ4", "M3", "M4", "MX2", "M2")
    s = {name: sympy.Symbol(name) for name in names}
    still = {"MY4": 0, "MX4": 0, "MX3": 0, "MY3": 0, "MY2": 0, "MX1": 0, "MY1": 0}
    still |= {f"Ia{k}": 0 for k in (1, 2, 3, 4)}
    M = closed_form(robot.model, "mass_matrix", s | still)
    q1, q2 = q[:2]
    qd1, qd2, qd3, qd4 = symbols("qd1:5", real=True)
    elbow = sympy.Matrix([s["D2"] * cos(q1), s["D2"] * sin(q1)])
    wrist = elbow + s["D3"] * sympy.Matrix([cos(q1 + q2), sin(q1 + q2)])
    ahead = sympy.Matrix([cos(q1 + q2), sin(q1 + q2)])

    def speed(p):
        return p.diff(q1) * qd1 + p.diff(q2) * qd2

    φ, ψ = qd1 + qd2, qd1 + qd2 + qd4
    lift = constants(robot.model)["ALPHA3"]
    assert abs(abs(np.cos(lift)) - 1.0) < ONE_ROUNDING  # the third axis is vertical
    turning = [s["ZZ1"] * qd1**2, (s["ZZ2"] + s["ZZ3"]) * φ**2, s["ZZ4"] * ψ**2]
    moving = [s["M2"] * speed(elbow).dot(speed(elbow)), 2 * s["MX2"] * speed(elbow).dot(speed(ahead))]
    moving += [(s["M3"] + s["M4"]) * (speed(wrist).dot(speed(wrist)) + qd3**2)]
    K = sum(turning + moving) / 2
    rates = (qd1, qd2, qd3, qd4)
    for i, x in enumerate(rates):
        for j, y in enumerate(rates):
            difference = sympy.expand(sympy.expand_trig(K.diff(x).diff(y) - M[i, j]))
            assert difference.subs(sin(q1) ** 2, 1 - cos(q1) ** 2).subs(sin(q2) ** 2, 1 - cos(q2) ** 2).expand() == 0


def test_the_pendulum():
    m, L, g, J, F = symbols("m L g J F", positive=True)
    arm = linkwise.load("pendulum").model
    known = constants(arm)
    axis = max(("G1", "G2", "G3"), key=lambda name: abs(known[name]))
    reach = max(("MX1", "MY1"), key=lambda name: abs(known[name]))
    found = closed_form(arm, "inverse_dynamics", {"M1": m, reach: m * L, "ZZ1": J, "FV1": F, axis: -g})[0]
    assert sympy.expand(found.coeff(a[0]) - J) == 0 and sympy.expand(found.diff(v[0]) - F) == 0
    weight = sympy.expand(found - J * a[0] - F * v[0])
    assert abs(weight / (m * g * L)) in (abs(sin(q[0])), abs(cos(q[0])))
    at = {q[0]: 0.7, v[0]: 0.0, a[0]: 0.0, m: known["M1"], L: known[reach] / known["M1"], g: -known[axis]}
    truth = Robot(arm).gravity_forces([0.7])[0]
    assert abs(float(weight.subs(at)) - truth) <= AGREEMENT * abs(truth)


# ---- against numbers -------------------------------------------------------------------------------------------------

SMALL = [skew_rp(), branches(), *(Robot(random_model(seed)).tree for seed in (1, 2, 4, 13, 14, 26, 38, 39))]


def evaluated(formula, n, state, known=()):
    letters = [s for name in ("q", "qd", "qdd") for s in symbols(f"{name}1:{n + 1}", real=True)]
    values = [x for group in state for x in group]
    f = sympy.lambdify([*letters, *dict(known)], formula, modules="numpy", cse=True)
    return np.array(f(*values, *dict(known).values()), dtype=float)


@pytest.mark.parametrize("question", ASKED)
@pytest.mark.parametrize(
    "model",
    [pytest.param(m, marks=pytest.mark.slow) if m.name == "random4" else m for m in SMALL],
    ids=lambda m: m.name,
)
def test_small_robots_of_any_shape(model, question):
    """Skew axes, branches, sliders: the formula with its numbers is what Pinocchio computes."""
    state = [x[0].tolist() for x in states(model.n, 1, seed=8)]
    found = evaluated(closed_form(model, question), model.n, state)
    robot = Robot(model)
    takes = {"mass_matrix": 1, "gravity_forces": 1, "coriolis_matrix": 2, "inverse_dynamics": 3}[question]
    truth = getattr(robot, question)(*state[:takes])
    assert np.abs(found.reshape(truth.shape) - truth).max() <= AGREEMENT * np.abs(truth).max()
    bare = model.coordinates.trivial and not any(
        b.joint.rotor.inertia or b.joint.friction != FREE for b in model.bodies
    )
    if question in ("mass_matrix", "inverse_dynamics") and bare:
        peer = getattr(Pinocchio.of_model(model), question)(*(np.array(x) for x in state[:takes]))
        assert np.abs(found.reshape(peer.shape) - peer).max() <= AGREEMENT * np.abs(peer).max()


@pytest.mark.parametrize("question", ["forward_kinematics", "jacobian", "kinetic_energy", "potential_energy"])
def test_kinematics_and_energies(question):
    robot = linkwise.load("stanford").lock("joint6").lock("joint5")
    state = [x[0].tolist() for x in states(robot.n, 1, seed=8)]
    found = evaluated(closed_form(robot.model, question), robot.n, state)
    truth = np.asarray(getattr(robot, question)(*state[: 2 if question == "kinetic_energy" else 1]))
    assert np.abs(found.reshape(truth.shape) - truth).max() <= AGREEMENT * np.abs(truth).max()


def test_symbols_in_place_of_angles():
    """Twists and offsets may be symbols: the formula holds for every value of them."""
    model = rx90()
    letters = {name: sympy.Symbol(name) for name in ("ALPHA2", "ALPHA3", "THETA2", "D3")}
    M = closed_form(model, "mass_matrix", letters)
    values = {"ALPHA2": 0.4, "ALPHA3": -1.1, "THETA2": 0.9, "D3": 0.3}
    found = evaluated(M, 3, [STATE, (0,) * 3, (0,) * 3], {letters[name]: x for name, x in values.items()})
    truth = Robot(with_constants(model, values)).mass_matrix(STATE)
    assert np.abs(found - truth).max() <= AGREEMENT * np.abs(truth).max()


def test_friction_is_in_the_torques():
    arm = linkwise.load("planar2r").model
    F, c = symbols("F c")
    found = closed_form(arm, "inverse_dynamics", {"FV1": F, "FC1": c})
    assert found[0].coeff(c) == sympy.sign(v[0]) and found[0].coeff(F) == v[0]


def test_six_joints_with_every_constant_a_symbol():
    """The inertia matrix of the RX-90, 63 symbols: some three thousand terms, in seconds."""
    robot = linkwise.load("rx90")
    known = worth_a_symbol(robot.model, "geometry", "inertia", "rotors", "gravity")
    begin = time.perf_counter()
    M = closed_form(robot.model, "mass_matrix", {name: sympy.Symbol(name) for name in known})
    took = time.perf_counter() - begin
    assert len(M.free_symbols) > 50 and sympy.count_ops(M) < 4000
    state = [x[0].tolist() for x in states(6, 1, seed=8)]
    found = evaluated(M, 6, state, {sympy.Symbol(name): x for name, x in known.items()})
    truth = robot.mass_matrix(state[0])
    assert np.abs(found - truth).max() <= AGREEMENT * np.abs(truth).max()
    assert took < 60.0  # measured: 3 s


# ---- refusals --------------------------------------------------------------------------------------------------------


def test_formulas_nobody_would_read_are_refused():
    with pytest.raises(LinkwiseError, match="terms") as short:
        closed_form(linkwise.load("rx90").model, "mass_matrix", most=100)
    assert "listing" in str(short.value)
    with pytest.raises(LinkwiseError, match="products of terms"):
        closed_form(linkwise.load("panda").model, "inverse_dynamics", most=200)


def test_what_is_no_closed_form():
    arm = linkwise.load("planar2r").model
    for question in ("forward_dynamics", "mass_matrix_inverse", "forward_dynamics_derivatives"):
        with pytest.raises(NoClosedForm, match=f"{question} solves a system"):
            closed_form(arm, question)
    for question in ("mass", 3):
        with pytest.raises(UnknownName, match=f"no question '{question}'"):
            closed_form(arm, question)
    with pytest.raises(LinkwiseError, match="the formula divides by"):
        closed_form(arm, "inverse_dynamics", {"M1": sympy.Symbol("m")}, formulation="newton_euler.luh_walker_paul")


def test_names_are_checked():
    arm = linkwise.load("planar2r").model
    with pytest.raises(UnknownName, match="M3"):
        closed_form(arm, "mass_matrix", {"M3": sympy.Symbol("m")})
    with pytest.raises(InvalidModel, match="q1"):
        closed_form(arm, "mass_matrix", {"M2": sympy.Symbol("q1")})
    with pytest.raises(InvalidModel, match="frame"):
        closed_form(arm, "mass_matrix", frame="tip")
    with pytest.raises(InvalidModel, match="symbols already"):
        closed_form(books.TWO_RODS, "mass_matrix", {"M2": 1.0})
