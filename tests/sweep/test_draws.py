"""What a rollout draws depends on the seed, the name and its index, and follows its distribution."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from linkwise import LinkwiseError
from linkwise.errors import BadArray
from linkwise.sweep import Choice, LogNormal, Normal, Uniform
from linkwise.sweep.random_numbers import uniforms
from tests.tolerances import NINE_DIGITS

MANY = 20_000
UNLIKELY = 1e-6
"""Of a p-value: draws are fixed, so that a test that passes once passes for ever."""


@settings(max_examples=50, deadline=None)
@given(seed=st.integers(0, 2**64 - 1), first=st.integers(0, 2**40), words=st.integers(0, 13), offset=st.integers(0, 40))
def test_slices_at_any_offset(seed, first, words, offset):
    whole = uniforms(seed, "name", first, 50, words)
    part = uniforms(seed, "name", first + offset, 10, words)
    assert whole.shape == (50, words)
    assert np.array_equal(whole[offset : offset + 10], part)


def test_the_generator_is_philox_4x64_10():
    """Random123's known answers for a counter and key of zeros and of ones; NumPy counts up before it draws."""
    zero = np.random.Philox(key=np.zeros(2, np.uint64), counter=2**256 - 1).random_raw(4)
    assert [f"{int(x):016x}" for x in zero] == [
        "16554d9eca36314c",
        "db20fe9d672d0fdc",
        "d7e772cee186176b",
        "7e68b68aec7ba23b",
    ]


def test_streams_differ_by_seed_name_and_index():
    a = uniforms(1, "a", 0, 100, 4)
    for other in (uniforms(2, "a", 0, 100, 4), uniforms(1, "b", 0, 100, 4), uniforms(1, "a", 100, 100, 4)):
        assert not np.isin(a, other).any()
    assert len(np.unique(a)) == a.size


def test_uniforms_stay_within_their_bounds():
    """The smallest and the largest word give doubles strictly between 0 and 1."""
    for word in (0, 2**64 - 1):
        u = (np.float64(np.uint64(word) >> np.uint64(12)) + 0.5) * 2.0**-52
        assert 0.0 < u < 1.0
    u = uniforms(3, "u", 0, MANY, 5)
    assert stats.kstest(u.ravel(), "uniform").pvalue > UNLIKELY
    assert np.abs(np.corrcoef(u.T) - np.eye(5)).max() < 5.0 / np.sqrt(MANY)
    assert np.abs(np.corrcoef(u[:-1, 0], u[1:, 0])[0, 1]) < 5.0 / np.sqrt(MANY)


DISTRIBUTIONS = {
    "uniform": (Uniform(-1.0, 3.0), stats.uniform(-1.0, 4.0)),
    "normal": (Normal(2.0, 0.5), stats.norm(2.0, 0.5)),
    "cut below": (Normal(0.0, 1.0, low=0.3), stats.truncnorm(0.3, np.inf)),
    "cut on both sides": (Normal(1.0, 2.0, low=0.0, high=2.0), stats.truncnorm(-0.5, 0.5, loc=1.0, scale=2.0)),
    "log-normal": (LogNormal(3.0, 0.4), stats.lognorm(0.4, scale=3.0)),
}


@pytest.mark.parametrize("name", DISTRIBUTIONS)
def test_draws_follow_their_distribution(name):
    distribution, theirs = DISTRIBUTIONS[name]
    x = distribution.values(uniforms(8, name, 0, MANY, distribution.words(())), (), 0)
    assert stats.kstest(x, theirs.cdf).pvalue > UNLIKELY
    assert x.mean() == pytest.approx(theirs.mean(), abs=5.0 * theirs.std() / np.sqrt(MANY))


def test_the_inverse_of_the_distribution_function_to_rounding():
    u = np.array([1e-6, 0.01, 0.5, 0.99, 1.0 - 1e-6])[:, None]
    for distribution, theirs in DISTRIBUTIONS.values():
        assert np.allclose(distribution.values(u, (), 0), theirs.ppf(u[:, 0]), rtol=NINE_DIGITS, atol=NINE_DIGITS)


def test_choices_come_as_often_as_they_weigh():
    distribution = Choice([1.0, 2.0, 5.0], weights=[1, 0, 3])
    x = distribution.values(uniforms(8, "choice", 0, MANY, distribution.words((2,))), (2,), 0)
    assert set(np.unique(x)) == {1.0, 5.0}
    assert (x == 5.0).mean() == pytest.approx(0.75, abs=5.0 * 0.44 / np.sqrt(2 * MANY))
    rows = np.array([[0.0, 1.0], [2.0, 3.0], [4.0, 5.0]])
    distribution = Choice(rows)
    y = distribution.values(uniforms(8, "rows", 0, MANY, distribution.words((2,))), (2,), 0)
    assert distribution.words((2,)) == 1 and np.array_equal(y[:, 1], y[:, 0] + 1.0)
    counts = np.unique(y[:, 0], return_counts=True)[1]
    assert stats.chisquare(counts).pvalue > UNLIKELY
    last = Choice([1.0, 2.0], weights=[1, 0]).values(np.array([[1.0 - 2.0**-53]]), (), 0)
    assert last[0] == 1.0


def test_entries_have_distributions_of_their_own():
    distribution = Normal([0.0, 10.0], [1.0, 0.1])
    x = distribution.values(uniforms(1, "two", 0, MANY, distribution.words((2,))), (2,), 0)
    assert np.allclose(x.mean(axis=0), [0.0, 10.0], atol=0.05)
    assert np.allclose(x.std(axis=0), [1.0, 0.1], rtol=0.05)
    assert abs(np.corrcoef(x.T)[0, 1]) < 5.0 / np.sqrt(MANY)


@pytest.mark.parametrize(
    "bad",
    [
        lambda: Uniform(1.0, 0.0),
        lambda: Uniform(0.0, np.inf),
        lambda: Uniform("a", 1.0),
        lambda: Normal(0.0, -1.0),
        lambda: Normal(np.nan, 1.0),
        lambda: Normal(0.0, 1.0, low=9.0),
        lambda: Normal(0.0, 0.0, low=-1.0),
        lambda: Normal(0.0, 1.0, low=1.0, high=0.0),
        lambda: LogNormal(0.0, 1.0),
        lambda: LogNormal(1.0, -1.0),
        lambda: LogNormal(1.0, 100.0),
        lambda: Choice([]),
        lambda: Choice(3.0),
        lambda: Choice([1.0], weights=[0.0]),
        lambda: Choice([1.0, 2.0], weights=[1.0]),
        lambda: Choice([1.0, 2.0], weights=[1.0, -1.0]),
        lambda: Uniform([0.0, 0.0], [1.0, 1.0, 1.0]),
    ],
)
def test_bad_parameters(bad):
    with pytest.raises(BadArray) as error:
        bad()
    assert isinstance(error.value, LinkwiseError) and error.value.what
