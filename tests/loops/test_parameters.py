"""Base parameters of closed loops: their number, what they group, and the torques they give."""

import numpy as np
import pytest

from tests.tolerances import AGREEMENT, IN_A_TASK, INDEPENDENT_COLUMNS, ROUNDING

from .mechanisms import FIVE_BAR_START, five_bar, four_bar, random_closed


def states(closed, start, count, seed):
    """Random closed states around one."""
    rng = np.random.default_rng(seed)
    q = closed.close(start + 0.3 * rng.normal(size=(count, closed.n)), keep=[])
    size = (count, closed.degrees_of_freedom)
    qd, qdd = closed.complete(q, rng.normal(size=size), 10.0 * rng.normal(size=size))
    return q, qd, qdd


@pytest.mark.parametrize(
    ("make", "start", "rank"),
    [
        (four_bar, np.array([1.0, -0.6, 1.3]), 8),
        (five_bar, FIVE_BAR_START, 11),
        pytest.param(lambda: random_closed(2, "point")[0], random_closed(2, "point")[1], None, marks=pytest.mark.slow),
    ],
    ids=["four_bar", "five_bar", "random"],
)
def test_base_parameters(make, start, rank):
    closed = make()
    base, tree = closed.base_parameters(), closed.cut.base_parameters()
    q, qd, qdd = states(closed, start, 3 * len(closed.parameters().names), seed=1)
    tau = closed.inverse_dynamics(q, qd, qdd)
    W = closed.regressor(q, qd, qdd)  # all columns, at states other than those the parameters were found from
    assert np.max(np.abs(W @ closed.parameters().values - tau)) <= AGREEMENT * np.max(np.abs(tau))
    fewer = base.regressor(q, qd, qdd)
    assert np.max(np.abs(fewer @ base.values - tau)) <= IN_A_TASK * np.max(np.abs(tau))
    stacked = W.reshape(-1, W.shape[-1])
    length = np.linalg.norm(stacked, axis=0)
    stacked = stacked[:, length > ROUNDING * length.max()]
    s = np.linalg.svd(stacked / np.linalg.norm(stacked, axis=0), compute_uv=False)
    assert s[base.rank - 1] / s[0] > INDEPENDENT_COLUMNS  # its rank, by another decomposition
    assert s[base.rank] / s[0] < AGREEMENT
    assert rank is None or base.rank == rank
    assert base.rank <= len(tree) and set(base.reduction.named(base.reduction.kept)) <= set(tree.kept)
    combined = np.vstack([tree.matrix, base.matrix])  # what the tree groups stays grouped
    assert np.linalg.matrix_rank(combined) == np.linalg.matrix_rank(tree.matrix) == len(tree)


def test_what_is_shown():
    base = four_bar().base_parameters()
    assert repr(base).startswith("LoopParameters(fourbar: 8 of the 9 of the cut tree: ") and len(base) == 8
    assert "MX3" in base.text() and "<td>ZZR1</td>" in base._repr_html_()
