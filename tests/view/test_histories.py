"""Histories: each joint and quantity has its picture, limits are drawn or told."""

import numpy as np
import pytest

from linkwise import LinkwiseError
from linkwise.view.histories import histories
from linkwise.view.picture import save

T = np.linspace(0.0, 1.0, 11)
CURVE = np.outer(T, [1.0, 2.0])


def test_curves_and_limits_are_where_they_belong(tmp_path):
    names = ["hip $x$", "knee"]
    figure = histories(T, {"q": CURVE, "τ": -CURVE}, names, {"q": ([-9.0, -1.0], [1.5, 99.0])}, title="arm")
    hip, hip_force, knee, _ = figure.axes
    np.testing.assert_array_equal(hip.lines[0].get_ydata(), CURVE[:, 0])
    np.testing.assert_array_equal(hip_force.lines[0].get_ydata(), -CURVE[:, 0])
    assert [line.get_ydata()[0] for line in hip.lines[1:]] == [1.5]  # near, and drawn
    assert hip.get_title("right") == "limit -9" and knee.get_title("right") == "limit 99"
    assert knee.lines[1].get_ydata()[0] == -1.0 and len(hip_force.lines) == 1
    assert hip.get_ylim()[1] > 1.5 and hip.get_ylim()[0] > -9.0
    save(figure, tmp_path / "a.svg")
    first = (tmp_path / "a.svg").read_bytes()
    assert b"hip $x$" in first


def test_flat_and_infinite_curves_are_drawn(tmp_path):
    curve = np.column_stack([np.zeros(11), np.where(T > 0.5, np.inf, T)])
    save(histories(T, {"q": curve, "0": np.zeros((11, 2))}, ["a", "b"]), tmp_path / "a.png")
    assert (tmp_path / "a.png").stat().st_size > 5000


@pytest.mark.parametrize(
    ("curves", "limits", "words"),
    [
        ({"q": CURVE[:5]}, None, ["q has shape (5, 2)"]),
        ({"q": CURVE[:, :1]}, None, ["q has shape"]),
        ({"q": CURVE}, {"tau": (0.0, 1.0)}, ["no curve 'tau'"]),
        ({"q": CURVE}, {"q": (0.0, [1.0, 2.0, 3.0])}, ["limit of q has shape (3,)"]),
        ({"q": CURVE}, {"q": 1.0}, ["not a pair"]),
        ({"q": CURVE}, {"q": ("a", "b")}, ["limit of q", "real numbers"]),
        ({}, None, ["no curves"]),
        ([CURVE], None, ["curves are a list"]),
    ],
)
def test_bad_curves_are_named(curves, limits, words):
    with pytest.raises(LinkwiseError) as caught:
        histories(T, curves, ["a", "b"], limits)
    for word in words:
        assert word in str(caught.value)


def test_bad_names_and_times_are_named():
    for t, names in (
        (T, "ab"),
        (T, [1, 2]),
        (T, []),
        (T[:, None], ["a", "b"]),
        (3.0, ["a", "b"]),
        ([[0.0], []], ["a", "b"]),
    ):
        with pytest.raises(LinkwiseError):
            histories(t, {"q": CURVE}, names)
