"""Appendix C of Balafoutis & Patel (1991), each lemma against differences of positions in many digits.

A row is a lemma: what is differentiated, by what, and its derivative; it must hold for every pair of links. Where
ERRATA lists a misprint, the printed right side must fail.                                           [balafoutis1991]
"""

import pytest
from mpmath import mp

from linkwise import Robot
from tests.books.tumbling_arm import DIGITS, Nudged, tilde, trace, vect
from tests.robots import random_model, states

SAME = 1e-12
"""Differences are good to 24 digits, but the arm's axes are of length one, its rotations orthogonal, to 16 only."""

MODEL = next(
    tree
    for tree in (Robot(random_model(seed)).tree for seed in range(200))
    if tree.serial and len(tree.bodies) == 5 and not any(b.joint.slides for b in tree.bodies)
)
Q, QD, QDD = range(3)


@pytest.fixture(scope="module")
def arm():
    with mp.workdps(DIGITS):
        yield Nudged(MODEL, [[mp.mpf(x) for x in part[0].tolist()] for part in states(len(MODEL.bodies), 1, seed=14)])


def dual(a, b):
    """dual of the vector ãb."""
    return tilde(tilde(a) * b)


def size(x):
    return max(abs(e) for e in x)


EQUATIONS = {
    "C.6": (
        lambda a, j, i: a.between(j, i)[0].T * a.between(j, i)[1],
        lambda a, j, i: a.ω(i, i) - a.ω(j, i),
    ),
    "C.7": (
        lambda a, j, i: a.between(j, i)[0].T * a.between(j, i)[2],
        lambda a, j, i: a.Ω(i, i) + a.Ω(j, i).T - 2 * a.ω(j, i) * a.ω(i, i),
    ),
    "C.8": (lambda a, j, i: a.zd(j, i), lambda a, j, i: a.ω(j, i) * a.z(j, i)),
    "C.9": (
        lambda a, j, i: tilde(a.zd(j, i)),
        lambda a, j, i: a.ω(j, i) * tilde(a.z(j, i)) - tilde(a.z(j, i)) * a.ω(j, i),
    ),
    "C.11": (
        lambda a, j, i: tilde(a.zdd(j, i)),
        lambda a, j, i: (
            -a.Ω(j, i).T * tilde(a.z(j, i)) - tilde(a.z(j, i)) * a.Ω(j, i) + trace(a.Ω(j, i)) * tilde(a.z(j, i))
        ),
    ),
    "C.13": (
        lambda a, j, i: tilde(a.zdd(j, i)),
        lambda a, j, i: (
            a.Ω(j, i) * tilde(a.z(j, i)) + tilde(a.z(j, i)) * a.Ω(j, i).T - 2 * a.ω(j, i) * tilde(a.z(j, i)) * a.ω(j, i)
        ),
    ),
    "C.14": (
        lambda a, j, i: a.η(i, i),
        lambda a, j, i: sum(
            (a.W[i].T * a.W[k] * (a.μ(k) + tilde(a.u(k)) * a.sdd0(k, k) + carried(a, k)) for k in range(i, a.n)),
            mp.matrix(3, 1),
        ),
    ),
    "C.15": (
        lambda a, j, i: a.L(i, i),
        lambda a, j, i: a.L̂(i) + (beyond(a, i) if i + 1 < a.n else 0 * mp.eye(3)),
    ),
}
"""Left and right side for j ≤ i."""


def carried(a, k):
    return tilde(a.s(k, k + 1, k)) * a.Udd(k + 1, k) if k + 1 < a.n else mp.matrix(3, 1)


def beyond(a, i):
    s, sd, U, Ud = a.s(i, i + 1, i), a.sd(i, i + 1, i), a.U(i + 1, i), a.Ud(i + 1, i)
    return tilde(s) * tilde(Ud) + tilde(U) * tilde(sd) + a.L(i + 1, i)


@pytest.mark.parametrize("name", EQUATIONS)
def test_equation(arm, name):
    left, right = EQUATIONS[name]
    for i in range(arm.here.n):
        for j in range(i + 1):
            assert size(left(arm.here, j, i) - right(arm.here, j, i)) < SAME, (j, i)


def zero(a, j, i):
    return None


LEMMAS = {
    "C-1 i) ∂A/∂q": (lambda a, i: a.A[i], Q, lambda a, j, i: a.A[i] * tilde(a.axes[i]), "own"),
    "C-1 i) ∂Ȧ/∂q̇": (lambda a, i: a.Ad[i], QD, lambda a, j, i: a.A[i] * tilde(a.axes[i]), "own"),
    "C-1 i) ∂Ä/∂q̈": (lambda a, i: a.Add[i], QDD, lambda a, j, i: a.A[i] * tilde(a.axes[i]), "own"),
    "C-1 ii) ∂Ȧ/∂q": (lambda a, i: a.Ad[i], Q, lambda a, j, i: a.Ad[i] * tilde(a.axes[i]), "own"),
    "C-1 ii) ∂Ä/∂q": (lambda a, i: a.Add[i], Q, lambda a, j, i: a.Add[i] * tilde(a.axes[i]), "own"),
    "C-1 iii)": (lambda a, i: a.Add[i], QD, lambda a, j, i: 2 * a.Ad[i] * tilde(a.axes[i]), "own"),
    "C-2 i) ∂W/∂q̇": (lambda a, i: a.W[i], QD, zero, zero),
    "C-2 i) ∂W/∂q̈": (lambda a, i: a.W[i], QDD, zero, zero),
    "C-2 i) ∂Ẇ/∂q̈": (lambda a, i: a.Wd[i], QDD, zero, zero),
    "C-2 ii) ∂Ẇ/∂q̇": (lambda a, i: a.Wd[i], QD, lambda a, j, i: a.W[i] * C4_1(a, j, i), zero),
    "C-2 ii) ∂Ẅ/∂q̈": (lambda a, i: a.Wdd[i], QDD, lambda a, j, i: a.W[i] * C4_1(a, j, i), zero),
    "C-2 iii)": (lambda a, i: a.Wdd[i], QD, lambda a, j, i: 2 * a.W[i] * C4_2(a, j, i), zero),
    "C-3 i)": (lambda a, i: a.W[i], Q, lambda a, j, i: a.W[i] * C4_1(a, j, i), zero),
    "C-3 ii)": (lambda a, i: a.Wd[i], Q, lambda a, j, i: a.W[i] * C4_2(a, j, i), zero),
    "C-3 iii)": (lambda a, i: a.Wdd[i], Q, lambda a, j, i: a.W[i] * C4_3(a, j, i), zero),
    "C-5 i)": (lambda a, i: a.ω(i, i), Q, lambda a, j, i: tilde(a.zd(j, i)), zero),
    "C-5 ii)": (lambda a, i: a.ω(i, i), QD, lambda a, j, i: tilde(a.z(j, i)), zero),
    "C-5 iii)": (lambda a, i: a.ω(i, i), QDD, zero, zero),
    "C-6 i)": (
        lambda a, i: a.Ω(i, i),
        Q,
        lambda a, j, i: tilde(a.zdd(j, i)) + 2 * tilde(a.zd(j, i)) * a.ω(i, i),
        zero,
    ),
    "C-6 ii)": (
        lambda a, i: a.Ω(i, i),
        QD,
        lambda a, j, i: 2 * (tilde(a.zd(j, i)) + tilde(a.z(j, i)) * a.ω(i, i)),
        zero,
    ),
    "C-6 iii)": (lambda a, i: a.Ω(i, i), QDD, lambda a, j, i: tilde(a.z(j, i)), zero),
    "C-7 i)": (
        lambda a, i: ωd(a, i),
        Q,
        lambda a, j, i: tilde(a.zdd(j, i)) + dual(a.zd(j, i), vect(a.ω(i, i))),
        zero,
    ),
    "C-7 ii)": (
        lambda a, i: ωd(a, i),
        QD,
        lambda a, j, i: 2 * tilde(a.zd(j, i)) + dual(a.z(j, i), vect(a.ω(i, i))),
        zero,
    ),
    "C-7 iii)": (lambda a, i: ωd(a, i), QDD, lambda a, j, i: tilde(a.z(j, i)), zero),
    "C-8 i)": (lambda a, i: a.μ(i), QDD, lambda a, j, i: a.K(i) * a.z(j, i), zero),
    "C-8 ii)": (lambda a, i: a.μ(i), QD, lambda a, j, i: 2 * (a.K(i) * a.zd(j, i) - a.L̂(i) * a.z(j, i)), zero),
    "C-8 iii)": (lambda a, i: a.μ(i), Q, lambda a, j, i: a.K(i) * a.zdd(j, i) - 2 * a.L̂(i) * a.zd(j, i), zero),
    "C-9 i)": (
        lambda a, i: a.Udd(i, i),
        Q,
        lambda a, j, i: tilde(a.zdd(j, i)) * a.U(i, i) + 2 * tilde(a.zd(j, i)) * a.Ud(i, i),
        lambda a, j, i: (
            tilde(a.zdd(j, i)) * a.U(j, i) + 2 * tilde(a.zd(j, i)) * a.Ud(j, i) + tilde(a.z(j, i)) * a.Udd(j, i)
        ),
    ),
    "C-9 ii)": (
        lambda a, i: a.Udd(i, i),
        QD,
        lambda a, j, i: 2 * (tilde(a.zd(j, i)) * a.U(i, i) + tilde(a.z(j, i)) * a.Ud(i, i)),
        lambda a, j, i: 2 * (tilde(a.zd(j, i)) * a.U(j, i) + tilde(a.z(j, i)) * a.Ud(j, i)),
    ),
    "C-9 iii)": (
        lambda a, i: a.Udd(i, i),
        QDD,
        lambda a, j, i: tilde(a.z(j, i)) * a.U(i, i),
        lambda a, j, i: tilde(a.z(j, i)) * a.U(j, i),
    ),
    "C-10 i)": (
        lambda a, i: a.sdd(i, i + 1, i),
        Q,
        lambda a, j, i: tilde(a.zdd(j, i)) * a.s(i, i + 1, i) + 2 * tilde(a.zd(j, i)) * a.sd(i, i + 1, i),
        zero,
    ),
    "C-10 ii)": (
        lambda a, i: a.sdd(i, i + 1, i),
        QD,
        lambda a, j, i: 2 * (tilde(a.zd(j, i)) * a.s(i, i + 1, i) + tilde(a.z(j, i)) * a.sd(i, i + 1, i)),
        zero,
    ),
    "C-10 iii)": (
        lambda a, i: a.sdd(i, i + 1, i),
        QDD,
        lambda a, j, i: tilde(a.z(j, i)) * a.s(i, i + 1, i),
        zero,
    ),
    "C-11 i)": (
        lambda a, i: a.sdd0(i, i),
        Q,
        lambda a, j, i: (
            tilde(a.zdd(j, i)) * a.s(j, i, i) + 2 * tilde(a.zd(j, i)) * a.sd(j, i, i) - tilde(a.z(j, i)) * a.sdd0(j, i)
        ),
        zero,
    ),
    "C-11 ii)": (
        lambda a, i: a.sdd0(i, i),
        QD,
        lambda a, j, i: 2 * (tilde(a.zd(j, i)) * a.s(j, i, i) + tilde(a.z(j, i)) * a.sd(j, i, i)),
        zero,
    ),
    "C-11 iii)": (lambda a, i: a.sdd0(i, i), QDD, lambda a, j, i: tilde(a.z(j, i)) * a.s(j, i, i), zero),
    "C-12 i)": (
        lambda a, i: a.η(i, i),
        QDD,
        lambda a, j, i: (a.E(i, i) - tilde(a.U(i, i)) * tilde(a.s(j, i, i))) * a.z(j, i),
        lambda a, j, i: outer(a, j, i) * a.z(j, i),
    ),
    "C-12 ii)": (
        lambda a, i: a.η(i, i),
        QD,
        lambda a, j, i: (
            2
            * (
                (a.E(i, i) - tilde(a.U(i, i)) * tilde(a.s(j, i, i))) * a.zd(j, i)
                - (a.L(i, i) + tilde(a.U(i, i)) * tilde(a.sd(j, i, i))) * a.z(j, i)
            )
        ),
        lambda a, j, i: 2 * (outer(a, j, i) * a.zd(j, i) - outer_rate(a, j, i) * a.z(j, i)),
    ),
    "C-12 iii)": (
        lambda a, i: a.η(i, i),
        Q,
        lambda a, j, i: (
            (a.E(i, i) - tilde(a.U(i, i)) * tilde(a.s(j, i, i))) * a.zdd(j, i)
            - 2 * (a.L(i, i) + tilde(a.U(i, i)) * tilde(a.sd(j, i, i))) * a.zd(j, i)
            + tilde(a.U(i, i)) * tilde(a.sdd0(j, i)) * a.z(j, i)
        ),
        lambda a, j, i: (
            outer(a, j, i) * a.zdd(j, i)
            - 2 * outer_rate(a, j, i) * a.zd(j, i)
            + (tilde(a.U(j, i)) * tilde(a.sdd0(j, i)) - tilde(a.s(i, j, i)) * tilde(a.Udd(j, i)) - tilde(a.η(j, i)))
            * a.z(j, i)
        ),
    ),
}
"""What is differentiated, by what, and the derivative for j ≤ i and for j > i; "own" where only j = i is meant."""


def C4_1(a, j, i):
    return tilde(a.z(j, i))


def C4_2(a, j, i):
    return tilde(a.zd(j, i)) + tilde(a.z(j, i)) * a.ω(i, i)


def C4_3(a, j, i):
    return tilde(a.zdd(j, i)) + 2 * tilde(a.zd(j, i)) * a.ω(i, i) + tilde(a.z(j, i)) * a.Ω(i, i)


def ωd(a, i):
    """The dual of ω̇, half the skew part of Ω."""
    return (a.Ω(i, i) - a.Ω(i, i).T) / 2


def outer(a, j, i):
    return a.E(j, i) - tilde(a.s(i, j, i)) * tilde(a.U(j, i))


def outer_rate(a, j, i):
    return a.L(j, i) + tilde(a.s(i, j, i)) * tilde(a.Ud(j, i))


def worst(arm, letter, which, inner, beyond, links=range(5)):
    """The largest error of a lemma over all pairs of links."""
    errors = [mp.mpf(0)]
    for i in links:
        for j in [i] if beyond == "own" else range(arm.here.n):
            right = (inner if j <= i or beyond == "own" else beyond)(arm.here, j, i)
            slope = arm.slope(lambda a, i=i: letter(a, i), which, j)
            errors.append(size(slope if right is None else slope - right))
    return max(errors)


@pytest.mark.parametrize("lemma", LEMMAS)
def test_lemma(arm, lemma):
    links = range(arm.here.n - 1) if lemma.startswith("C-10") else range(arm.here.n)
    assert worst(arm, *LEMMAS[lemma], links) < SAME


@pytest.mark.parametrize(("lemma", "form"), [("C-3 i)", C4_1), ("C-3 ii)", C4_2), ("C-3 iii)", C4_3)])
def test_lemma_4(arm, lemma, form):
    """Lemma C-4: W_iᵀ times the derivatives of Lemma C-3, which the orthogonality of W makes free of W."""
    letter, which, _, _ = LEMMAS[lemma]
    for i in range(arm.here.n):
        for j in range(arm.here.n):
            found = arm.here.W[i].T * arm.slope(lambda a, i=i: letter(a, i), which, j)
            assert size(found - form(arm.here, j, i) if j <= i else found) < SAME


PRINTED = {
    ("E2-30", "C-5 i)"): (lambda a, j, i: tilde(a.z(j, i)), zero),
    ("E2-30", "C-3 ii)"): (lambda a, j, i: a.W[i] * (tilde(a.z(j, i)) + tilde(a.z(j, i)) * a.ω(i, i)), zero),
    ("E2-30", "C-3 iii)"): (
        lambda a, j, i: a.W[i] * (tilde(a.z(j, i)) + 2 * tilde(a.z(j, i)) * a.ω(i, i) + tilde(a.z(j, i)) * a.Ω(i, i)),
        zero,
    ),
    ("E2-30", "C-6 i)"): (lambda a, j, i: tilde(a.zdd(j, i)) + 2 * tilde(a.zd(j, i)) * ωd(a, i), zero),
    ("E2-30", "C-6 ii)"): (lambda a, j, i: 2 * (tilde(a.zd(j, i)) + tilde(a.z(j, i)) * ωd(a, i)), zero),
    ("E2-31", "C-9 i)"): (
        LEMMAS["C-9 i)"][2],
        lambda a, j, i: (
            tilde(a.zdd(j, i)) * a.U(j, i) + 2 * tilde(a.zd(j, i)) * a.Ud(j, i) + tilde(a.zd(j, i)) * a.Udd(j, i)
        ),
    ),
}
"""The right sides as the page has them."""


@pytest.mark.parametrize(("entry", "lemma"), PRINTED, ids=str)
def test_printed_form_fails(arm, entry, lemma):
    letter, which, _, _ = LEMMAS[lemma]
    assert worst(arm, letter, which, *PRINTED[entry, lemma]) > 1e-3
