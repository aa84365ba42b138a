"""Base parameters by QR decomposition: the books' counts and equations, and what no gap tells must be refused."""

from dataclasses import replace

import numpy as np
import pytest

import linkwise
from linkwise.algebra import Transform
from linkwise.calls.sampling import exciting
from linkwise.errors import BadArray
from linkwise.parameters.base import independent_columns, typical_sizes, with_exact_fractions
from tests.base.stacked import QUARTER, columns, following, ours, pinocchios, tree
from tests.books.test_golden_values import (
    ARMS,
    D3,
    GROUPED,
    NO_EFFECT,
    RL4,
    SUMMARY,
    TABLE_9_3,
    TABLE_9_4,
    grouped,
    names,
    rx90,
    standard,
)
from tests.tolerances import AGREEMENT, CONDITIONED, FEW_ROUNDINGS, ONE_ROUNDING, ROUNDING

by_each = pytest.mark.parametrize("D", [ours, pinocchios])
RNG = np.random.default_rng(4)
TALL = RNG.normal(size=(40, 5))


def found(model, **asked):
    W, K = columns(model, **asked)
    return W, independent_columns(W, K)


def kept(reduction):
    return list(reduction.named(reduction.kept))


def row(reduction, name):
    """The base parameter of a kept name as a dict of what it groups."""
    at = reduction.kept.index(reduction.names.index(name))
    return {K: x for K, x in zip(reduction.names, reduction.beta[at], strict=True) if abs(x) > ROUNDING}


# ---- the books -------------------------------------------------------------------------------------------------------


@by_each
@pytest.mark.parametrize("arm", ARMS)
def test_counts_and_kept_parameters(arm, D):
    number, kinds, alphas, ds, rs, thetas, gravity, left = ARMS[arm]
    table = zip(kinds, alphas, ds, rs, thetas, strict=True)
    rows = [{"alpha": α, "d": d} | ({"r": r} if k == "R" else {"theta": θ}) for k, α, d, r, θ in table]
    _, reduction = found(tree(kinds, rows, gravity), D=D, rotors=False)
    assert (reduction.rank, kept(reduction)) == (number, names(*left))


@by_each
def test_rx90(D):
    """Tables 9.3 and 9.4, and the fifteen equations that end Example 9.2."""
    W, K = columns(rx90(standard()), D=D)
    reduction = independent_columns(W, K)
    assert kept(reduction) == TABLE_9_3 and reduction.rank == 40
    assert list(reduction.named(reduction.no_effect)) == NO_EFFECT
    assert list(reduction.named(reduction.grouped)) == GROUPED
    units = [{name: float(name == one) for name in K} for one in K]
    printed = np.array([[(unit | grouped(SUMMARY, unit))[name] for unit in units] for name in TABLE_9_3])
    np.testing.assert_allclose(reduction.beta, printed, rtol=0, atol=AGREEMENT)
    exact = with_exact_fractions(reduction, W).beta
    whole = printed == np.round(printed)
    assert (exact[whole] == printed[whole]).all() and not (reduction.beta[whole] == printed[whole]).all()
    np.testing.assert_allclose(exact, printed, rtol=0, atol=AGREEMENT)
    links = [k for k, name in enumerate(K) if not name.startswith("Ia")]
    assert independent_columns(W[:, links], [K[k] for k in links]).rank == 36
    some = "XX YY ZZ MZ M Ia,XX YY ZZ MX MY M Ia,XX YY ZZ MY M Ia,XX YY ZZ MZ M Ia,XX YY ZZ MY M Ia,XX YY ZZ MZ M Ia"
    simple = [K.index(name) for name in names(*some.split(","))]
    assert kept(independent_columns(W[:, simple], [K[k] for k in simple])) == TABLE_9_4 and len(TABLE_9_4) == 19


def test_base_parameters_give_the_same_forces():
    """K_B = β K at states that β was not found from, with Pinocchio's regressor."""
    for name in ("scara", "stanford", "panda"):
        model = linkwise.load(name).tree
        W, reduction = found(model)
        other, _ = columns(model, D=pinocchios, at=exciting(model, 5, seed=77))
        K = np.random.default_rng(1).normal(size=W.shape[1])
        for β in (reduction.beta, with_exact_fractions(reduction, W).beta):
            τ, by_base = other @ K, other[:, list(reduction.kept)] @ (β @ K)
            np.testing.assert_allclose(by_base, τ, rtol=0, atol=AGREEMENT * np.abs(τ).max())


# ---- any columns -----------------------------------------------------------------------------------------------------


def test_friction_stands_alone():
    """No link behaves as friction, so every kind at every joint is a base parameter; but see the next test."""
    _, reduction = found(rx90(standard()), friction=True)
    own = [f"{kind}{j}" for j in range(1, 7) for kind in ("FV", "FC", "FO")]
    assert [name for name in kept(reduction) if name[0] == "F"] == own and reduction.rank == 40 + 18


def test_offset_of_an_upright_slide_is_weight():
    """Γ = M (q̈ + g) + Ia q̈ + F_o: a constant force is that of M − Ia, divided by g."""
    _, reduction = found(tree("P", [{}]), friction=True)
    assert kept(reduction) == ["M1", "Ia1", "FV1", "FC1"]
    assert row(reduction, "M1") == pytest.approx({"M1": 1.0, "FO1": 1 / 9.81})
    assert row(reduction, "Ia1") == pytest.approx({"Ia1": 1.0, "FO1": -1 / 9.81})
    level = tree("P", [{}], (9.81, 0.0, 0.0))
    assert kept(found(level, friction=True)[1]) == ["M1", "FV1", "FC1", "FO1"]  # there Ia joins M, [9.68]


def test_shared_drive_of_parallel_joints():
    """A drive that turns with q̇1 + q̇2 has the energy of ZZ2, ½ (q̇1 + q̇2)²; one with q̇1 − q̇2 has its own."""
    model = tree("RR", [{}, {"d": 0.5}])
    W, reduction = found(model, rotors=False, drives=[(1.0, 1.0), (1.0, -1.0)])
    assert kept(reduction) == ["ZZ1", "ZZ2", "MX2", "MY2", "Ia_1"]
    assert with_exact_fractions(reduction, W).beta[1, reduction.names.index("Ia_0")] == 1.0
    assert row(reduction, "ZZ2") == pytest.approx({"ZZ2": 1.0, "Ia_0": 1.0})


def test_joints_that_follow():
    """Two level slides, the second going twice as far the other way: Γ = (M1 + Ia1 + 4 (M2 + Ia2)) ü."""
    level = [{"alpha": QUARTER}, {"alpha": QUARTER, "d": 0.1}]
    both = tree("PP", level, parents=[-1, -1], coordinates=following([[1.0], [-2.0]], 1))
    W, reduction = found(both)
    assert row(reduction, "M1") == pytest.approx({"M1": 1.0, "Ia1": 1.0, "M2": 4.0, "Ia2": 4.0})
    assert kept(reduction) == ["M1"] and set(with_exact_fractions(reduction, W).beta[0]) == {0.0, 1.0, 4.0}


@by_each
def test_trees(D):
    """Arms on one base share nothing; two forearms on one arm both group with it."""
    planar = [{}, {"d": 0.5}] * 2
    flat = (0.0, -9.81, 0.0)
    _, two = found(tree("RRRR", planar, flat, parents=[-1, 0, -1, 2]), D=D, rotors=False)
    assert kept(two) == [f"{letter}{j}" for j in (1, 2, 3, 4) for letter in ("ZZ", "MX", "MY")]
    _, forked = found(tree("RRR", [{}, {"d": 0.5}, {"d": 0.25}], flat, parents=[-1, 0, 0]), D=D, rotors=False)
    assert row(forked, "ZZ1") == pytest.approx({"ZZ1": 1.0, "M2": 0.25, "M3": 0.0625})
    assert row(forked, "MX1") == pytest.approx({"MX1": 1.0, "M2": 0.5, "M3": 0.25})


# ---- plain matrices --------------------------------------------------------------------------------------------------


def test_doubled_columns():
    W = TALL[:, [0, 1, 1, 2, 0]] * [1.0, 1.0, -2.0, 1.0, 0.5]
    reduction = independent_columns(W, "abcde")
    assert reduction.kept == (0, 1, 3) and reduction.grouped == (2, 4) and reduction.no_effect == ()
    exact = [[1.0, 0.0, 0.0, 0.0, 0.5], [0.0, 1.0, -2.0, 0.0, 0.0], [0.0, 0.0, 0.0, 1.0, 0.0]]
    assert with_exact_fractions(reduction, W).beta.tolist() == exact
    assert reduction.gap.kept > 0.1 and reduction.gap.dropped < FEW_ROUNDINGS


def test_units_do_not_matter():
    """Columns in units that differ by up to a million; β is in these units then."""
    W, K = columns(rx90(standard()))
    units = 10.0 ** np.random.default_rng(3).integers(-3, 4, W.shape[1])
    plain, other = independent_columns(W, K), independent_columns(W * units, K)
    assert other.kept == plain.kept and other.no_effect == plain.no_effect and other.rank == 40
    back = other.beta * units[list(other.kept)][:, None] / units
    np.testing.assert_allclose(back, plain.beta, rtol=0, atol=AGREEMENT)
    assert other.scaled_condition == pytest.approx(plain.scaled_condition)
    assert other.condition > 1e4 * plain.condition
    assert plain.condition == pytest.approx(np.linalg.cond(W[:, list(plain.kept)]))


def test_a_dependent_column_takes_nothing_from_the_next():
    """Plain QR makes a direction of what rounding leaves of b, and finds nothing of c beyond it."""
    W = np.zeros((6, 3))
    W[0, :2], W[1, 1], W[1, 2] = 1.0, 1e-17, 1.0
    assert np.abs(np.diag(np.linalg.qr(W)[1])).tolist()[2] < ONE_ROUNDING
    assert independent_columns(W, "abc").kept == (0, 2)


@pytest.mark.parametrize(("apart", "left"), [(1e-11, (0, 1)), (1e-4, (0, 1, 2))])
def test_clear_columns_are_told(apart, left):
    W = np.column_stack([TALL[:, :2], TALL[:, 0] + apart * TALL[:, 2]])
    reduction = independent_columns(W, ["M1", "M2", "M3"])
    assert reduction.kept == left and (reduction.gap.dropped > 1e-13) == (len(left) == 2)


@pytest.mark.parametrize("apart", [1e-8, 1e-7, 3e-6])
def test_almost_dependent_columns_are_refused(apart):
    W = np.column_stack([TALL[:, :2], TALL[:, 0] + apart * TALL[:, 2], TALL[:, 3]])
    with pytest.raises(BadArray, match=r"'M3' almost depend on others.*\n.*kept.*\n  Hint: use more states"):
        independent_columns(W, ["M1", "M2", "M3", "M4"])


def test_near_misses_of_a_file_are_refused_and_can_be_made_exact():
    rows = [{"alpha": α} for α in (0.0, 1.5708, 0.0, -1.5708, 1.5708, -1.5708)]
    rows[2]["d"], rows[3]["r"] = D3, RL4
    sloppy = tree("RRRRRR", rows)
    with pytest.raises(BadArray, match="snap"):
        found(sloppy)
    assert kept(found(linkwise.model.rewrite.snap(sloppy, 1e-5))[1]) == TABLE_9_3


def test_columns_that_almost_vanish():
    """An arm that stands almost upright shows MX1 and MY1 a little. In unknown units, a little may be much."""
    leaning = tree("RR", [{}, {"d": 0.5}], (3e-6, 0.0, -9.81))
    W, K = columns(leaning, rotors=False)
    assert kept(independent_columns(W, K))[:3] == ["ZZ1", "MX1", "MY1"]
    full = typical_sizes(leaning)
    with pytest.raises(BadArray, match="'MX1', 'MY1' almost vanish"):
        independent_columns(W, K, typical=[full[name[:-1]] for name in K])
    W, K = columns(tree("RR", [{}, {"d": 0.5}]), rotors=False)
    told = independent_columns(W, K, typical=[full[name[:-1]] for name in K])
    assert kept(told) == ["ZZ1", "ZZ2", "MX2", "MY2"]
    with pytest.raises(BadArray, match="almost vanish"):
        independent_columns(TALL * [1.0, 1.0, 1.0, 1.0, 1e-12], "abcde")
    offset = tree(
        "RR", [{}, {"alpha": QUARTER, "d": 1e-3}]
    )  # M2 acts through 1e-6 of it on ZZ1, and is grouped for all that
    W, K = columns(offset, rotors=False)
    told = independent_columns(W, K, typical=[typical_sizes(offset)[name[:-1]] for name in K])
    assert row(told, "ZZ1")["M2"] == pytest.approx(1e-6)
    with pytest.raises(BadArray, match="above 0"):
        independent_columns(W, K, typical=[0.0] * len(K))


@pytest.mark.parametrize(
    ("W", "K", "why"),
    [
        (TALL[:3], "abcde", "more states"),
        (TALL, "abcd", "one column for each parameter"),
        (TALL, "aabcd", "name of its own"),
        (np.where(TALL > 2.0, np.nan, TALL), "abcde", "W is nan at"),
        (TALL[0], "abcde", "at least one row"),
        (TALL + 0j, "abcde", "real numbers"),
    ],
)
def test_refused(W, K, why):
    with pytest.raises(BadArray, match=why):
        independent_columns(W, K)


def test_nothing_and_everything():
    nothing = independent_columns(np.zeros((4, 2)), "ab")
    assert (nothing.rank, nothing.no_effect, nothing.beta.shape) == (0, (0, 1), (0, 2))
    assert independent_columns(TALL, "abcde").kept == (0, 1, 2, 3, 4)


# ---- fractions -------------------------------------------------------------------------------------------------------


def test_fractions_become_exact():
    β = np.array([[0.0, 1 / 3, -2.5, 7 / 12], [1.0, 0.2025, 1 / 7, -1.0], [2.0, -1.0, np.sqrt(0.5), 0.0]])
    sizes = np.array([1e2, 1.0, 1e-2])
    W1 = TALL[:, :3] * sizes
    W = np.column_stack([W1, W1 @ β])
    reduction = independent_columns(W, "abcdefg")
    exact = with_exact_fractions(reduction, W).beta[:, 3:]
    small = np.ones(β.shape, bool)
    small[1, 1] = small[2, 2] = False  # D3² and √½ are not
    assert (exact[small] == β[small]).all()
    np.testing.assert_allclose(exact, β, rtol=CONDITIONED)


def test_numbers_near_fractions_stay():
    """A length of 0.3333333 is not a third, and rounding does not explain the difference."""
    W = np.column_stack([TALL[:, :2], TALL[:, :2] @ [0.3333333, 0.5 + 1e-9]])
    reduction = independent_columns(W, "abc")
    assert with_exact_fractions(reduction, W).beta[:, 2] == pytest.approx([0.3333333, 0.5 + 1e-9], rel=FEW_ROUNDINGS)


# ---- states ----------------------------------------------------------------------------------------------------------

ARM_NAMES = ("planar2r", "planar3r", "scara", "stanford", "puma560", "rx90", "panda", "ur5")


@pytest.mark.parametrize("name", ARM_NAMES)
def test_states_excite_arms_of_any_size(name):
    model = linkwise.load(name).tree
    _, reduction = found(model, count=40)
    assert reduction.scaled_condition < 10.0
    assert reduction.gap.kept > 0.1 and reduction.gap.dropped < FEW_ROUNDINGS
    small = _resized(model, 0.01)
    assert found(small, count=40)[1].scaled_condition == pytest.approx(reduction.scaled_condition, rel=0.1)


def _resized(model, factor):
    T = [Transform(body.placement.R, body.placement.p * factor) for body in model.bodies]
    bodies = tuple(replace(body, placement=place) for body, place in zip(model.bodies, T, strict=True))
    return replace(model, bodies=bodies)


def test_states_within_limits():
    robot = linkwise.load("panda")
    q, qd, qdd = exciting(robot.model, 200, seed=2, within_limits=True)
    assert q.shape == qd.shape == qdd.shape == (200, 7)
    assert (q >= robot.limits.lower).all() and (q <= robot.limits.upper).all()
    free, _, _ = exciting(robot.model, 200, seed=2)
    assert np.abs(free).max() > 3.0 and (free[:, 3] > 0.0).any()  # its elbow bends one way, a free one any
    assert (exciting(robot.model, 3, seed=2)[1] == exciting(robot.model, 3, seed=2)[1]).all()
    with pytest.raises(BadArray, match="At least one"):
        exciting(robot.model, 0)


def test_states_without_gravity_or_length():
    model = tree("RP", [{}, {"alpha": QUARTER}], (0.0, 0.0, 0.0))
    _, qd, _ = exciting(model, 1000)
    assert qd.std() == pytest.approx(1.0, rel=0.1)
    assert exciting(linkwise.Model("empty", ()), 3)[0].shape == (3, 0)
