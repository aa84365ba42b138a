"""Statistics that are merged block by block are those of all numbers together, in whichever order blocks come."""

import math
from functools import reduce

import numpy as np
import pytest

from linkwise.errors import BadArray
from linkwise.sweep.bins import HIGHEST, Edges, Relative, bins_of, shifted
from linkwise.sweep.block import RolloutNumbers, block_spans
from linkwise.sweep.statistic import Statistic
from linkwise.sweep.tally import merged as combined
from linkwise.sweep.tally import tally
from tests.tolerances import FAR_MEAN, ONE_ROUNDING, ROUNDING

from .cases import FAILING, Fake, merged

ROLLOUTS = 3000


def statistic(fake: Fake, block: int, order=None) -> Statistic:
    todo = list(block_spans(ROLLOUTS, block))
    parts = [fake.block(*todo[k]) for k in (order if order is not None else range(len(todo)))]
    merger = merged(parts, ROLLOUTS)
    return Statistic("x", (3,), merger.summary.tallies["x"], fake.bins, merger.kept.get("x"))


def truth():
    numbers = Fake().numbers(0, ROLLOUTS)
    x = np.where((numbers.why == 0)[:, None], numbers.values["x"], np.nan)
    return [column[np.isfinite(column)] for column in x.T], x


@pytest.mark.parametrize("block", [3, 512, ROLLOUTS])
def test_moments_and_ends(block):
    one, (columns, x) = statistic(Fake(), block), truth()
    for j, column in enumerate(columns):
        mean = math.fsum(column) / len(column)
        variance = math.fsum((column - mean) ** 2) / (len(column) - 1)
        assert one.count[j] == len(column)
        assert one.mean[j] == pytest.approx(mean, rel=ROUNDING)
        assert one.variance[j] == pytest.approx(variance, rel=FAR_MEAN)
        assert (one.min[j], one.max[j]) == (column.min(), column.max())
        assert (one.min_at[j], one.max_at[j]) == (np.nanargmin(x[:, j]), np.nanargmax(x[:, j]))
    good = ROLLOUTS - (ROLLOUTS - 1) // FAILING
    assert (one.count + one.missing == good).all() and one.missing[2] > 0


@pytest.mark.parametrize("block", [2, 5, 20])
def test_of_equal_ends_the_first_is_told(block):
    fake, x = Fake(), np.array([3.0, 1.0, 7.0, 1.0, 7.0, 2.0, 7.0, 1.0] * 2)[:, None]
    fake.numbers = lambda first, count: RolloutNumbers(
        {"x": x[first : first + count]}, np.zeros(count, np.int8), np.full(count, -1)
    )
    whole = merged([fake.block(*span) for span in block_spans(len(x), block)], len(x)).summary.tallies["x"]
    assert (whole.low_at[0], whole.high_at[0]) == (1, 2)


def test_any_order_gives_the_same_bits():
    blocks = len(list(block_spans(ROLLOUTS, 128)))
    plain = statistic(Fake(), 128).tally.arrays
    for seed in range(3):
        order = np.random.default_rng(seed).permutation(blocks)
        for name, array in statistic(Fake(), 128, order).tally.arrays.items():
            assert array.tobytes() == plain[name].tobytes(), name


def test_counts_add_up_to_the_same_with_other_blocks():
    a, b = statistic(Fake(), 64).tally, statistic(Fake(), 1000).tally
    assert np.array_equal(a.bins, b.bins) and np.array_equal(a.count, b.count)
    assert a.bins[:, 2].sum() == a.count.sum()


@pytest.mark.parametrize("bins", [Relative(), Edges(np.linspace(-0.1, 1.1, 241))], ids=["relative", "edges"])
def test_quantiles_are_within_their_bin(bins):
    one, (columns, _) = statistic(Fake(bins), 256), truth()
    shares = np.array([0.0, 0.001, 0.05, 0.31, 0.5, 0.9, 0.999, 1.0])
    found = one.quantile(shares)
    assert found.shape == (8, 3) and one.quantile(0.5).shape == (3,)
    for j, column in enumerate(columns if isinstance(bins, Relative) else columns[2:]):
        exact = np.quantile(column, shares, method="lower"), np.quantile(column, shares, method="higher")
        width = np.abs(exact[1]) / 64 if isinstance(bins, Relative) else 1.2 / 240
        here = found[:, j if isinstance(bins, Relative) else 2]
        assert (here >= exact[0] - width).all() and (here <= exact[1] + width).all()
        assert (here[0], here[-1]) == (column.min(), column.max())


def test_kept_values_give_exact_quantiles():
    one, (columns, x) = statistic(Fake(keep=True), 300), truth()
    assert np.array_equal(one.kept, x, equal_nan=True)
    for j, column in enumerate(columns):
        assert one.quantile(0.37)[j] == np.quantile(column, 0.37)


def test_histogram_counts_as_numpy_does():
    edges = np.linspace(0.0, 1.0, 11)
    one, (columns, _) = statistic(Fake(Edges(edges)), 256), truth()
    low, high, counts = one.histogram(2)
    expected, _ = np.histogram(columns[2], edges)
    assert np.array_equal(counts, expected) and np.allclose(low[1:], high[:-1])
    assert np.allclose(low[1:], edges[1:-1])
    with pytest.raises(BadArray):
        one.histogram(3)


def test_bins_hold_their_numbers():
    rng = np.random.default_rng(4)
    x = np.concatenate([rng.standard_normal(2000) * 10.0 ** rng.uniform(-300, 300, 2000), [0.0, -0.0, 1.0, -1.0]])
    bins = Relative()
    for level in (0, 1, 20, HIGHEST):
        levels = np.full(len(x), level)
        low, high = bins.bounds(shifted(bins.keys(x), levels), levels)
        assert ((low <= x) & (x <= high)).all()
        assert (high - low <= np.abs(x) / 2 ** (52 - level) * (1 + ONE_ROUNDING)).all()
        order = np.argsort(x)
        assert (np.diff(shifted(bins.keys(x[order]), levels)) >= 0).all()


@pytest.mark.parametrize("spread", [0.0, 1e-9, 0.05, 1e3], ids=str)
def test_bins_without_edges_are_fine_where_values_are_close(spread):
    """Numbers beside 100: however close together, some hundred bins hold them, whatever the blocks and their order."""
    rng = np.random.default_rng(7)
    x = np.append(100.0 + spread * rng.standard_normal((20_000, 1)), [[100.0]], axis=0)
    spans = [np.arange(k, min(k + 7_000, len(x))) for k in range(0, len(x), 7_000)]
    tallies = [tally(x[span], span, Relative()) for span in spans]
    one = reduce(combined, tallies)
    whole = tally(x, np.arange(len(x)), Relative())
    pairwise = combined(tallies[0], combined(tallies[1], tallies[2]))
    assert np.array_equal(one.bins, whole.bins) and np.array_equal(pairwise.bins, whole.bins)
    found = Statistic("x", (), one, Relative()).quantile([0.05, 0.5, 0.95])
    assert np.abs(found - np.quantile(x, [0.05, 0.5, 0.95])).max() <= 0.02 * spread
    assert spread == 0.0 or len(one.bins) > 300


def test_failures_are_the_first_ones():
    merger = merged([Fake().block(*span) for span in reversed(list(block_spans(ROLLOUTS, 64)))], ROLLOUTS)
    indices = np.arange(FAILING, ROLLOUTS, FAILING)
    assert merger.summary.failed.tolist() == [
        ROLLOUTS - len(indices),
        int((indices % 2 == 0).sum()),
        int((indices % 2 == 1).sum()),
    ]
    assert merger.summary.failures[:, 0].tolist() == indices[: len(merger.summary.failures)].tolist()
    assert (merger.summary.failures[:, 2] == 10 + merger.summary.failures[:, 0]).all()


def test_a_number_that_is_never_finite():
    fake = Fake()
    fake.numbers = lambda first, count: Fake().numbers(first, count)._replace(values={"x": np.full((count, 1), np.nan)})
    one = Statistic(
        "x", (), merged([fake.block(*span) for span in block_spans(100, 30)], 100).summary.tallies["x"], Relative()
    )
    assert (one.count, one.missing, one.max_at) == (0, 99, -1)
    assert np.isnan([one.mean, one.sd, one.min, one.max, one.quantile(0.5)]).all()


def test_bad_bins():
    for edges in ([1.0], [0.0, 0.0], [1.0, 0.0], [[0.0, 1.0]], [0.0, np.nan], "abc"):
        with pytest.raises(BadArray):
            bins_of(edges, "x")
    with pytest.raises(BadArray):
        statistic(Fake(), ROLLOUTS).quantile(1.5)
