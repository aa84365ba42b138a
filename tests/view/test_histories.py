"""Histories: each joint and quantity has its picture, limits are drawn or told."""

import numpy as np
import pytest

import linkwise
from linkwise import LinkwiseError
from linkwise.cli.postures import comfortable
from linkwise.view.events import mark_events
from linkwise.view.histories import histories
from linkwise.view.picture import blank, save

from ..tolerances import PLAINLY_WRONG

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


def test_events_are_named_where_there_is_room():
    axes = [blank(6.0, 4.0).add_subplot(), blank(6.0, 4.0).add_subplot()]
    axes[0].set_xlim(0.0, 1.0)
    mark_events(axes, [(0.1, "$sticks$"), (0.5, "hits"), (0.501, "hits"), (0.502, "x" * 99), (0.9, "y" * 99)])
    assert [len(place.lines) for place in axes] == [5, 5] and not axes[1].texts
    assert [text.get_text() for text in axes[0].texts] == ["$sticks$", "hits +2", "y" * 33 + "…"]
    assert [text.xy[0] for text in axes[0].texts] == [0.1, 0.5, 0.9]


@pytest.mark.parametrize("robot", ["panda", "scara"])
def test_what_does_not_move_is_drawn_flat(robot):
    """Rounding errors fill no axis: each is at least as high as a tenth of what is on it, or of 1."""
    arm = linkwise.load(robot)
    q0 = comfortable(arm)
    run = arm.simulate(q0, tau=arm.gravity_forces(q0), t=0.5)
    for what in ("motion", "power", "phase"):
        for axes in run.plot(what=what).axes[: 2 if what == "power" else None]:
            if axes.lines:
                low, high = axes.get_ylim()
                assert high - low >= 0.05, (what, axes.get_ylabel())
    phase = run.plot(what="phase").axes[2]
    assert phase.get_xlabel() == ("q [m]" if robot == "scara" else "q [rad]")
    assert phase.get_ylabel() == ("q̇ [m/s]" if robot == "scara" else "q̇ [rad/s]")
    labels = [text.get_text() for text in run.plot().axes[0].get_legend().get_texts()]
    assert labels[2] == ("joint3 [m]" if robot == "scara" else "panda_joint3")


def test_energies_are_drawn_between_the_rows():
    """A few long steps: the curves are those of the motion, not lines from row to row."""
    rod = linkwise.load("pendulum")
    run = rod.simulate([1.0], [0.0], t=[0.0, 0.4, 1.0])
    kinetic = next(line for line in run.plot().axes[3].lines if line.get_label() == "kinetic")
    fine = rod.simulate([1.0], [0.0], t=np.linspace(0.0, 1.0, 2001))
    t, drawn = kinetic.get_data()
    assert len(t) > 500
    assert np.abs(drawn - np.interp(t, fine.t, fine.energies.kinetic)).max() < PLAINLY_WRONG
