"""Phase portraits, paths and balances: what is drawn is what was given."""

import numpy as np
import pytest

from linkwise import LinkwiseError
from linkwise.view.ellipsoids import draw_ellipsoid
from linkwise.view.histories import balance, histories
from linkwise.view.path import path_in_space
from linkwise.view.phase import phase_portraits
from linkwise.view.picture import blank, save
from tests.tolerances import AGREEMENT

T = np.linspace(0.0, 2.0, 21)


def test_phase_portraits_show_velocity_over_position(tmp_path):
    q, qd = np.outer(np.sin(T), [1, 2, 3, 4]), np.outer(np.cos(T), [1, 2, 3, 4])
    figure = phase_portraits(q, qd, list("abcd"), title="arm")
    drawn = [axes for axes in figure.axes if axes.get_visible()]
    assert len(drawn) == 4
    for k, axes in enumerate(drawn):
        np.testing.assert_array_equal(axes.lines[0].get_xdata(), q[:, k])
        np.testing.assert_array_equal(axes.lines[0].get_ydata(), qd[:, k])
        assert [float(x[0]) for x in axes.lines[1].get_data()] == [q[0, k], qd[0, k]]  # the dot: where it begins
    save(figure, tmp_path / "a.png")


def test_paths_are_to_one_scale(tmp_path):
    way = np.column_stack([T, np.sin(T), 0.1 * T])
    figure = path_in_space(way, "hand")
    spans = {round(float(np.ptp(axes.get_xlim())), 9) for axes in figure.axes}
    assert len(spans) == 1
    for axes, (across, up) in zip(figure.axes, ("xz", "yz", "xy"), strict=True):
        line, begin, end = (np.column_stack(drawn.get_data()) for drawn in axes.lines)
        pair = way[:, ["xyz".index(across), "xyz".index(up)]]
        np.testing.assert_array_equal(line, pair)
        np.testing.assert_array_equal([begin[0], end[0]], pair[[0, -1]])
        assert axes.get_xlabel() == f"{across} [m]" and axes.get_ylabel() == f"{up} [m]"
    save(figure, tmp_path / "a.svg")
    path_in_space(way[:1])  # a point that stands still


def test_balances_show_every_share(tmp_path):
    figure = balance(T, {"motors": T, "friction": -T}, {"kinetic": T**2}, 1e-9 * T)
    assert [len(axes.lines) for axes in figure.axes] == [2, 1, 1]
    np.testing.assert_array_equal(figure.axes[2].lines[0].get_ydata(), 1e-9 * T)
    save(figure, tmp_path / "a.pdf")


def test_what_has_blown_up_is_drawn_as_far_as_it_goes(tmp_path):
    """Infinities, NaN and numbers beyond all pictures are gaps; what is finite keeps its place."""
    grown = np.where(T > 1.5, [np.inf, np.nan, 1e300] * 7, T)
    path = path_in_space(np.column_stack([grown, T, T]))
    assert np.nanmax(path.axes[0].lines[0].get_xdata()) <= 1.5 and path.axes[0].get_xlim()[1] < 3.0
    assert path.axes[0].lines[2].get_xdata() == pytest.approx(1.5)  # the cross: the last point that is one
    phase, shares = phase_portraits(grown[:, None], T[:, None], ["a"]), balance(T, {"a": grown}, {}, grown)
    drawn = histories(T, {"q": grown[:, None]}, ["a"], {"q": (-1.0, 2.0)})
    assert drawn.axes[0].get_ylim()[1] < 3.0
    for k, figure in enumerate((path, phase, shares, drawn)):
        save(figure, tmp_path / f"{k}.png")


@pytest.mark.parametrize("belted", [False, True])
def test_ellipsoids_are_where_their_axes_say(belted):
    turn = np.array([[0.6, -0.8], [0.8, 0.6]])
    figure = draw_ellipsoid(np.array([1.0, 2.0]), turn, np.array([3.0, 0.5]), ["x", "y"], "task", belted=belted)
    curve, first, second = (np.column_stack(line.get_data()) for line in figure.axes[0].lines[:3])
    seen = (curve - [1.0, 2.0]) @ turn
    angle = np.linspace(0.0, 2.0 * np.pi, 241)
    flat = np.column_stack([3.0 * np.cos(angle), 0.5 * np.sin(angle)])
    np.testing.assert_allclose(seen, flat * np.linalg.norm(flat, axis=1, keepdims=True) ** belted, atol=AGREEMENT)
    lengths = [np.linalg.norm(ends[1] - ends[0]) / 2 for ends in (first, second)]
    assert lengths == pytest.approx([9.0, 0.25] if belted else [3.0, 0.5])


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: phase_portraits(np.zeros((5, 2)), np.zeros((4, 2)), ["a", "b"]),
        lambda: path_in_space(np.zeros((0, 3))),
        lambda: path_in_space(np.zeros((3, 2))),
        lambda: path_in_space(np.full((3, 3), np.nan)),
        lambda: balance(T, {"motors": T[:3]}, {}, T),
        lambda: balance(T, {"motors": ["a"] * 21}, {}, T),
        lambda: balance(T, {"motors": 1j * T}, {}, T),
        lambda: balance(T, [T], {}, T),
        lambda: balance([[0.0], [1.0, 2.0]], {}, {}, T),
        lambda: phase_portraits(np.zeros((0, 2)), np.zeros((0, 2)), ["a", "b"]),
        lambda: phase_portraits(np.zeros((3, 0)), np.zeros((3, 0)), []),
        lambda: draw_ellipsoid(np.zeros(2), np.nan * np.eye(2), np.ones(2), ["x", "y"], "task"),
        lambda: draw_ellipsoid(np.zeros(2), np.eye(2), np.array([1.0, 1e200]), ["x", "y"], "task"),
        lambda: draw_ellipsoid(np.zeros(1), np.eye(1), np.ones(1), ["x"], "task"),
        lambda: save(path_in_space([[0.0, 0.0, 0.0]]), "a\0.png"),
        lambda: save(path_in_space([[0.0, 0.0, 0.0]]), "a.txt"),
        lambda: save(path_in_space([[0.0, 0.0, 0.0]]), 7),
    ],
)
def test_what_cannot_be_drawn_is_named(wrong):
    with pytest.raises(LinkwiseError):
        wrong()


def test_a_notebook_shows_a_picture_without_pyplot():
    shown = blank(2.0, 1.0)._repr_png_()
    width, height = (int.from_bytes(shown[k : k + 4], "big") for k in (16, 20))
    assert shown[:8] == b"\x89PNG\r\n\x1a\n" and (width, height) == (220, 110)
