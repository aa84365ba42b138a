"""Phase portraits, paths and balances: what is drawn is what was given."""

import numpy as np
import pytest

from linkwise import LinkwiseError
from linkwise.view.balance import balance
from linkwise.view.path import path_in_space
from linkwise.view.phase import phase_portraits
from linkwise.view.picture import save

T = np.linspace(0.0, 2.0, 21)


def test_phase_portraits_show_velocity_over_position(tmp_path):
    q, qd = np.outer(np.sin(T), [1, 2, 3, 4]), np.outer(np.cos(T), [1, 2, 3, 4])
    figure = phase_portraits(q, qd, list("abcd"), title="arm")
    drawn = [axes for axes in figure.axes if axes.get_visible()]
    assert len(drawn) == 4
    for k, axes in enumerate(drawn):
        np.testing.assert_array_equal(axes.lines[0].get_xdata(), q[:, k])
        np.testing.assert_array_equal(axes.lines[0].get_ydata(), qd[:, k])
    save(figure, tmp_path / "a.png")


def test_paths_are_to_one_scale(tmp_path):
    way = np.column_stack([T, np.sin(T), 0.1 * T])
    figure = path_in_space(way, "hand")
    spans = {round(float(np.ptp(axes.get_xlim())), 9) for axes in figure.axes}
    assert len(spans) == 1 and figure.axes[1].lines[0].get_xdata() is not None
    np.testing.assert_array_equal(figure.axes[2].lines[0].get_ydata(), way[:, 1])
    save(figure, tmp_path / "a.svg")
    path_in_space(way[:1])  # a point that stands still


def test_balances_show_every_share(tmp_path):
    figure = balance(T, {"motors": T, "friction": -T}, {"kinetic": T**2}, 1e-9 * T)
    assert [len(axes.lines) for axes in figure.axes] == [2, 1, 1]
    np.testing.assert_array_equal(figure.axes[2].lines[0].get_ydata(), 1e-9 * T)
    save(figure, tmp_path / "a.pdf")


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: phase_portraits(np.zeros((5, 2)), np.zeros((4, 2)), ["a", "b"]),
        lambda: path_in_space(np.zeros((0, 3))),
        lambda: path_in_space(np.zeros((3, 2))),
        lambda: balance(T, {"motors": T[:3]}, {}, T),
        lambda: save(path_in_space([[0.0, 0.0, 0.0]]), "a.txt"),
        lambda: save(path_in_space([[0.0, 0.0, 0.0]]), 7),
    ],
)
def test_what_cannot_be_drawn_is_named(wrong):
    with pytest.raises(LinkwiseError):
        wrong()
