"""The worked closed forms of the sources, letter for letter: each formulation run on symbols gives the printed formula.

Masses, lengths, inertial parameters and gravity are symbols too. Nothing is simplified: sin q and cos q become letters,
every formula a polynomial in the letters, and s² is 1 − c².
"""

from functools import cache

import pytest
import sympy
from sympy import Rational, cos, sin, symbols

from linkwise import algebra
from linkwise.algebra import Inertia, Rotation, Sym3, Transform, Vec3
from linkwise.formulations import FORMULATIONS, QUESTIONS, formulations_for, terms
from linkwise.formulations.lagrange import khalil_dombre
from linkwise.formulations.lagrange.lynch_park import euler_lagrange
from linkwise.model import BASE, Body, Frame, Model, Revolute, Rotor

N = 3  # joints of the longest arm here
q = symbols(f"q1:{N + 1}", real=True)
v = symbols(f"v1:{N + 1}", real=True)
a = symbols(f"a1:{N + 1}", real=True)
HALF = Rational(1, 2)


class Formulas:
    """Polynomials in the letters of formulas, with a letter for each sine, cosine, and reciprocal of a sum."""

    def __init__(self, letters):
        self.c, self.s, self.over = symbols(f"c1:{N + 1}"), symbols(f"s1:{N + 1}"), symbols("over1:9")
        self.ring = sympy.ring([*letters, *self.c, *self.s, *self.over], sympy.QQ)[0]
        self.known = dict(zip(self.ring.symbols, self.ring.gens, strict=True))
        for k in range(N):
            self.known[cos(q[k])], self.known[sin(q[k])] = self.known[self.c[k]], self.known[self.s[k]]
        self.sums = {}  # the sums divided by, each with its letter
        self.first = len(letters) + N  # of the sines among the generators

    def same(self, one, other):
        """Whether two formulas are equal for all values of their letters."""
        difference = self.reduced(self.of(sympy.sympify(one)) - self.of(sympy.sympify(other)))
        for divisor, letter in reversed(self.sums.items()):  # a sum may hold reciprocals of earlier ones
            k = self.ring.gens.index(letter)
            top = max((powers[k] for powers in difference), default=0)
            parts = [
                self.ring({(*powers[:k], 0, *powers[k + 1 :]): number}) * divisor ** (top - powers[k])
                for powers, number in difference.items()
            ]
            difference = self.reduced(sum(parts, self.ring.zero))
        return difference == 0

    def of(self, formula):
        """The polynomial of a formula; each part is looked at once, however often it is shared."""
        if formula not in self.known:
            self.known[formula] = self._made(formula)
        return self.known[formula]

    def _made(self, formula):
        if formula.is_Number:
            return self.ring(Rational(formula))
        parts = formula.args
        if formula.is_Add:
            return sum(map(self.of, parts), self.ring.zero)
        if formula.is_Mul:
            total = self.ring.one
            for part in parts:
                total = self.reduced(total * self.of(part))
            return total
        if formula.func in (sin, cos):
            assert parts[0].is_Add, formula
            return self.of(sympy.expand_trig(formula))
        assert formula.is_Pow and parts[1].is_Integer, formula
        return self.reduced(
            (self.of(parts[0]) if parts[1] > 0 else self._over(self.of(parts[0]))) ** abs(int(parts[1]))
        )

    def _over(self, divisor):
        if divisor.is_ground:
            return self.ring(1 / divisor.LC)
        return self.sums.setdefault(divisor, self.known[self.over[len(self.sums)]])

    def reduced(self, polynomial):
        """s² is 1 − c²."""
        for k in range(self.first, self.first + N):
            if any(powers[k] > 1 for powers in polynomial):
                cosine, total = self.ring.gens[k - N], self.ring.zero
                for powers, number in polynomial.items():
                    rest = self.ring({(*powers[:k], powers[k] % 2, *powers[k + 1 :]): number})
                    total += rest * (1 - cosine**2) ** (powers[k] // 2)
                polynomial = total
        return polynomial


def flat(nest):
    return [x for part in nest for x in flat(part)] if isinstance(nest, list | tuple) else [nest]


def agree(formulas, found, printed):
    for entry, (one, other) in enumerate(zip(flat(found), flat(printed), strict=True)):
        assert formulas.same(one, other), (entry, one, other)


def every(question, model):
    """The formulations that answer a question of a model, as test cases."""
    found = formulations_for(question, model).items()
    return [pytest.param(by, id=name) for name, by in found if getattr(FORMULATIONS[name], "CLOSED_FORM", True)]


def test_a_formula_that_differs_is_found():
    x, y = symbols("x y")
    formulas = Formulas([x, y])
    assert formulas.same(x * sin(q[0]) ** 2 + 0.5 * x * cos(q[0]) ** 2 * 2.0, x)
    assert formulas.same(x / (x + y) + y * sin(q[0] + q[1]) / (x + y), (x + y * sin(q[0] + q[1])) / (x + y))
    assert not formulas.same(x / (x + y) + y * sin(q[0] + q[1]) / (x + y), (x + y * sin(q[0] - q[1])) / (x + y))
    assert not formulas.same(x / (x + y), y / (x + y))
    assert not formulas.same(x * sin(q[0]), x * cos(q[0]))


# ---- Lynch & Park §9.1.1: a particle, and the planar 2R arm ----------------------------------------------------------


def test_the_particle():
    """(9.5) gives (9.6), and with it Newton's (9.4)."""
    x, xd, xdd, m, g = symbols("x xd xdd m g")
    (f,) = euler_lagrange(lambda q, qd: HALF * m * qd[0] ** 2 - m * g * q[0], [x], [xd], [xdd])
    assert sympy.expand(f - (m * xdd + m * g)) == 0


m1, m2, L1, L2, g = symbols("m1 m2 L1 L2 g", positive=True)
TWO_ROD_LETTERS = (m1, m2, L1, L2, g, *v, *a)
TAU = (
    ((m1 + m2) * L1**2 + m2 * (2 * L1 * L2 * cos(q[1]) + L2**2)) * a[0]
    + m2 * (L1 * L2 * cos(q[1]) + L2**2) * a[1]
    - 2 * m2 * L1 * L2 * v[0] * v[1] * sin(q[1])
    - m2 * L1 * L2 * v[1] ** 2 * sin(q[1])
    + (m1 + m2) * L1 * g * cos(q[0])
    + m2 * g * L2 * cos(q[0] + q[1]),
    m2 * (L1 * L2 * cos(q[1]) + L2**2) * a[0]
    + m2 * L2**2 * a[1]
    + m2 * L1 * L2 * v[0] ** 2 * sin(q[1])
    + m2 * g * L2 * cos(q[0] + q[1]),
)
"""The torques after (9.8), with ERRATA E1-2, E1-3, E1-4."""


def two_rods():
    """Point masses at the ends of two massless rods; gravity along −y."""
    bodies = []
    for k, (mass, length, before) in enumerate(((m1, L1, 0.0), (m2, L2, L1)), 1):
        name, at = f"link{k}", Vec3(before, 0.0, 0.0)
        inertia = Inertia.at_com(mass, Vec3(length, 0.0, 0.0, name), Sym3(*[0.0] * 6, frame=name))
        placement = Transform(Rotation.identity(), at).tagged(f"link{k - 1}" if k > 1 else "base", name)
        bodies.append(Body(name, k - 2 if k > 1 else BASE, placement, Revolute(f"joint{k}"), inertia))
    return Model("two_rods", tuple(bodies), gravity=Vec3(0.0, -g, 0.0))


TWO_RODS = two_rods()


def test_the_planar_2r_by_its_lagrangian():
    """(9.7) and the energies before and after it, differentiated as (9.8) says; K₂ with ERRATA E1-1."""

    def L(θ, θd):
        (θ1, θ2), (w1, w2) = θ, θd
        c1, s1, c2, s2 = (f(θk) for θk in (θ1, θ2) for f in (algebra.cos, algebra.sin))
        K1 = HALF * m1 * L1**2 * w1**2
        K2 = (
            HALF
            * m2
            * ((L1**2 + 2 * L1 * L2 * c2 + L2**2) * w1**2 + 2 * (L2**2 + L1 * L2 * c2) * w1 * w2 + L2**2 * w2**2)
        )
        P1, P2 = m1 * g * L1 * s1, m2 * g * (L1 * s1 + L2 * (s1 * c2 + c1 * s2))
        return K1 - P1 + K2 - P2

    agree(Formulas(TWO_ROD_LETTERS), euler_lagrange(L, q[:2], v[:2], a[:2]), TAU)


@pytest.mark.parametrize("by", every("inverse_dynamics", TWO_RODS))
def test_the_planar_2r(by):
    agree(Formulas(TWO_ROD_LETTERS), by(TWO_RODS, q[:2], v[:2], a[:2]), TAU)


M = [[t.expand().coeff(x) for x in a[:2]] for t in TAU]
PARTS = {
    "mass_matrix": M,
    "gravity_forces": [t.subs(dict.fromkeys((*v, *a), 0)) for t in TAU],
    "bias_forces": [t.subs(dict.fromkeys(a, 0)) for t in TAU],
    "kinetic_energy": sum(HALF * v[i] * M[i][j] * v[j] for i in range(2) for j in range(2)),
    "potential_energy": m1 * g * L1 * sin(q[0]) + m2 * g * (L1 * sin(q[0]) + L2 * sin(q[0] + q[1])),
    "inverse_dynamics_derivatives": [[[t.diff(x) for x in group[:2]] for t in TAU] for group in (q, v, a)],
}
"""What follows from the torques, and the energies before them."""


@pytest.mark.parametrize(
    ("question", "by"), [pytest.param(k, *c.values, id=f"{k}-{c.id}") for k in PARTS for c in every(k, TWO_RODS)]
)
def test_the_parts_of_the_planar_2r(question, by):
    state = {"q": q[:2], "qd": v[:2], "qdd": a[:2]}
    agree(Formulas(TWO_ROD_LETTERS), by(TWO_RODS, *(state[k] for k in QUESTIONS[question].takes)), PARTS[question])


@pytest.mark.parametrize("by", every("forward_dynamics", TWO_RODS))
def test_the_accelerations_of_the_planar_2r(by):
    """The printed torques give back the accelerations they were printed for."""
    agree(Formulas(TWO_ROD_LETTERS), by(TWO_RODS, q[:2], v[:2], TAU), a[:2])


@pytest.mark.parametrize("by", every("coriolis_matrix", TWO_RODS))
def test_the_coriolis_matrix_of_the_planar_2r(by):
    """C q̇ is what the torques hold of velocities, (9.88); Ṁ − 2C is skew (Proposition 9.1)."""
    formulas = Formulas(TWO_ROD_LETTERS)
    C = [[sympy.sympify(c) for c in row] for row in by(TWO_RODS, q[:2], v[:2])]
    agree(formulas, [row[0] * v[0] + row[1] * v[1] for row in C], [t.subs(dict.fromkeys((*a, g), 0)) for t in TAU])
    Md = [[sum(m.diff(q[k]) * v[k] for k in range(2)) for m in row] for row in M]
    for i, j in ((0, 0), (0, 1), (1, 1)):
        assert formulas.same(Md[i][j] - 2 * C[i][j], 2 * C[j][i] - Md[j][i])


# ---- Khalil & Dombre, Example 9.1: the first three links of the Stäubli RX-90 ----------------------------------------

NAMES = ["XX", "XY", "XZ", "YY", "YZ", "ZZ", "MX", "MY", "MZ", "M"]
P = [{name: sympy.Symbol(f"{name}{j}", positive=True) for name in NAMES} for j in (1, 2, 3)]
Ia = symbols("Ia1:4", positive=True)
D3, G3 = symbols("D3 G3", positive=True)
RX90_LETTERS = (*(p[name] for p in P for name in NAMES), *Ia, D3, G3, *v)
S2, C2, S3, C3, S23, C23 = sin(q[1]), cos(q[1]), sin(q[2]), cos(q[2]), sin(q[1] + q[2]), cos(q[1] + q[2])


def rx90():
    """α2 = 90°, d3 = D3, all other α, d, r = 0; ⁰g = (0, 0, G3)."""
    turns = [Rotation.identity(), Rotation.about(Vec3(1.0, 0.0, 0.0), 0.0, 1.0), Rotation.identity()]
    bodies = []
    for k, (R, d) in enumerate(zip(turns, (0.0, 0.0, D3), strict=True)):
        name, on = f"link{k + 1}", f"link{k}" if k else "base"
        inertia = Inertia.of_parameters([P[k][n] for n in NAMES], name)
        joint = Revolute(f"joint{k + 1}", rotor=Rotor(Ia[k], 1.0))
        bodies.append(
            Body(name, k - 1 if k else BASE, Transform(R, Vec3(d, 0.0, 0.0)).tagged(on, name), joint, inertia)
        )
    return Model("rx90", tuple(bodies), gravity=Vec3(0.0, 0.0, G3))


RX90 = rx90()


@cache
def printed():
    """A, U and Q as the example prints them."""
    _, p2, p3 = P
    A11 = (
        Ia[0]
        + P[0]["ZZ"]
        + S2**2 * p2["XX"]
        + 2 * C2 * S2 * p2["XY"]
        + C2**2 * p2["YY"]
        + S23**2 * p3["XX"]
        + 2 * C23 * S23 * p3["XY"]
        + C23**2 * p3["YY"]
        + 2 * C2 * C23 * D3 * p3["MX"]
        - 2 * C2 * S23 * D3 * p3["MY"]
        + C2**2 * D3**2 * p3["M"]
    )
    A12 = S2 * p2["XZ"] + C2 * p2["YZ"] + S23 * p3["XZ"] + C23 * p3["YZ"] - S2 * D3 * p3["MZ"]
    A13 = S23 * p3["XZ"] + C23 * p3["YZ"]
    A22 = Ia[1] + p2["ZZ"] + p3["ZZ"] + 2 * C3 * D3 * p3["MX"] - 2 * S3 * D3 * p3["MY"] + D3**2 * p3["M"]
    A23 = p3["ZZ"] + C3 * D3 * p3["MX"] - S3 * D3 * p3["MY"]
    A33 = Ia[2] + p3["ZZ"]
    U = -G3 * (P[0]["MZ"] + S2 * p2["MX"] + C2 * p2["MY"] + S23 * p3["MX"] + C23 * p3["MY"] + D3 * S2 * p3["M"])
    Q2 = -G3 * (C2 * p2["MX"] - S2 * p2["MY"] + C23 * p3["MX"] - S23 * p3["MY"] + D3 * C2 * p3["M"])
    Q3 = -G3 * (C23 * p3["MX"] - S23 * p3["MY"])
    return [[A11, A12, A13], [A12, A22, A23], [A13, A23, A33]], U, [0, Q2, Q3]


@pytest.mark.parametrize("by", every("mass_matrix", RX90))
def test_the_inertia_matrix_of_the_rx90(by):
    agree(Formulas(RX90_LETTERS), terms.mass_matrix(RX90, by, q), printed()[0])


@pytest.mark.parametrize("by", every("potential_energy", RX90))
def test_the_potential_energy_of_the_rx90(by):
    agree(Formulas(RX90_LETTERS), by(RX90, q), printed()[1])


@pytest.mark.parametrize("by", every("gravity_forces", RX90))
def test_the_gravity_forces_of_the_rx90(by):
    agree(Formulas(RX90_LETTERS), by(RX90, q), printed()[2])


@pytest.mark.parametrize("by", every("kinetic_energy", RX90))
def test_the_kinetic_energy_of_the_rx90(by):
    """[9.5] with the printed A."""
    A = printed()[0]
    E = sum(HALF * v[i] * A[i][j] * v[j] for i in range(3) for j in range(3))
    agree(Formulas(RX90_LETTERS), terms.kinetic_energy(RX90, by, q, v), E)


def test_the_velocities_of_the_rx90():
    """ʲω_j and ʲV_j as the kinetic energy computes them by [9.17] and [9.18]; ³ω₃ with ERRATA E4-2."""
    ω = [[0, 0, v[0]], [S2 * v[0], C2 * v[0], v[1]], [S23 * v[0], C23 * v[0], v[1] + v[2]]]
    V = [[0, 0, 0], [0, 0, 0], [S3 * D3 * v[1], C3 * D3 * v[1], -C2 * D3 * v[0]]]
    heard = {}
    with algebra.listening(lambda x, name: heard.setdefault(name, x)):
        khalil_dombre.kinetic_energy(RX90, q, v)
    formulas = Formulas(RX90_LETTERS)
    for j in range(3):
        agree(formulas, [heard[f"ω{j + 1}{axis}"] for axis in "xyz"], ω[j])
        agree(formulas, [heard[f"V{j + 1}{axis}"] for axis in "xyz"], V[j])
    assert not formulas.same(heard["ω3z"], v[0] + v[1])  # as it is printed


@pytest.mark.parametrize("by", every("jacobian", RX90))
def test_the_velocities_of_the_rx90_by_its_jacobian(by):
    """ω₃ and V₃ seen from the base are the printed ones turned there."""
    C1, S1 = cos(q[0]), sin(q[0])
    turn = [[C1 * C23, -C1 * S23, S1], [S1 * C23, -S1 * S23, -C1], [S23, C23, 0]]  # Rz(q1) Rx(90°) Rz(q2 + q3)
    end = Frame("end", 2, Transform.identity("link3", "end"))
    J = by(RX90, q, end)
    ω, V = [S23 * v[0], C23 * v[0], v[1] + v[2]], [S3 * D3 * v[1], C3 * D3 * v[1], -C2 * D3 * v[0]]
    found = [sum(row[k] * v[k] for k in range(3)) for row in J]
    seen = [sum(turn[i][k] * x[k] for k in range(3)) for x in (ω, V) for i in range(3)]
    agree(Formulas(RX90_LETTERS), found, seen)
