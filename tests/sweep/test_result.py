"""What a sweep says of its rollouts is what these give when they are run by themselves."""

import dataclasses

import numpy as np
import pytest

import linkwise
from linkwise.algebra import exp, where
from linkwise.errors import BadArray, LinkwiseError, MissingExtra, ReadError, UnknownName, WriteError
from linkwise.rollouts import METHODS
from linkwise.sweep import Normal, Statistic, Sweep, Uniform
from linkwise.sweep.bins import HIGHEST, counted, shifted
from tests.tolerances import AGREEMENT, COARSE_RUN, ROUNDING

from .cases import SPREADS, bits, small

FOUND = small(keep=True)


def test_statistics_are_those_of_rollouts_run_by_themselves():
    alone = FOUND.work.kernel(**FOUND.arguments(17), step=2e-3, steps=60, every=1)
    height, tau = alone["height"][0], alone["tau"][0]
    assert FOUND.kept("top")[17] == height.max() and FOUND.kept("height")[17] == height[-1]
    assert np.array_equal(FOUND.kept("peak")[17], tau.max(axis=0))
    top = FOUND.kept("top")
    one = FOUND.statistics["top"]
    assert one.mean == pytest.approx(top.mean(), rel=ROUNDING) and one.sd == pytest.approx(
        top.std(ddof=1), rel=AGREEMENT
    )
    assert one.max == top.max() and one.max_at == top.argmax()
    assert isinstance(one, Statistic) and FOUND.statistics["peak"].mean.shape == (2,)


def test_without_outputs_states_are_the_numbers():
    found = linkwise.load("pendulum").sweep(50, {"q0": Uniform(0.0, 1.0)}, step=1e-3, duration=0.1, keep=True)
    assert list(found.statistics) == ["q", "qd"]
    assert np.array_equal(found.rerun(9).q[0, -1], found.kept("q")[9])


def test_the_worst_is_run_again():
    worst = FOUND.worst("peak")
    peak = FOUND.kept("peak")
    assert worst.index == np.unravel_index(peak.argmax(), peak.shape)[0]
    assert np.array_equal(FOUND.rerun(worst.index)["peak"][0], peak[worst.index])
    assert set(worst.values) == set(SPREADS) and 0.0 <= worst.values["payload.mass"] <= 2.0
    assert FOUND.worst("peak", entry=1).index == peak[:, 1].argmax()
    assert FOUND.worst("peak", entry=0, end="min").index == peak[:, 0].argmin()
    assert FOUND.rerun(worst.index, every=1).q.shape == (1, 61, 2)


def test_rollouts_that_end_are_counted_and_left_out():
    """A spring far too stiff for its step."""
    stiff = {"q0": [0.3, 0.6], "controller.stiffness": np.where(np.arange(300) % 50 == 9, 1e9, 40.0)[:, None] * [1, 1]}
    found = small(300, stiff, steps=400, keep=True)
    assert found.failed.count == 6 and found.failed.reasons == {"not finite": 6}
    assert [index for index, _, _ in found.failed.first] == [9, 59, 109, 159, 209, 259]
    index, why, step = found.failed.first[0]
    alone = found.rerun(index)
    assert why == "not finite" == alone.status[0] and step == alone.ended[0] > 0
    assert found.statistics["top"].count == 294 and np.isnan(found.kept("top")[9])
    assert np.isfinite(found.statistics["peak"].max).all()
    assert "6 failed (rollout 9: not finite at step" in found.table()


def test_numbers_that_are_not_finite():
    from linkwise.algebra import log

    found = linkwise.load("pendulum").sweep(
        40,
        {"q0": np.linspace(-1.0, 1.0, 40)[:, None]},
        step=1e-6,
        steps=1,
        keep=True,
        outputs={"log": lambda eq, t, q, qd, tau: log(q[0])},
    )
    one = found.statistics["log"]
    assert (one.count, one.missing, found.failed.count) == (20, 20, 0)
    assert one.max == pytest.approx(0.0, abs=COARSE_RUN) and one.max_at == 39


def test_everything_fails():
    found = small(5, {"q0": [0.3, 0.6], "controller.stiffness": [1e12, 1e12]}, steps=400)
    assert found.failed.count == 5 and "5 failed" in found.table()
    with pytest.raises(LinkwiseError, match="not finite in any rollout"):
        found.worst("top")


def test_saved_and_loaded(tmp_path):
    fixed = small(100, SPREADS | {"q0": np.random.default_rng(1).normal(size=(100, 2))}, bins={"top": [-9.0, 0.0, 9.0]})
    for found in (FOUND, fixed):
        found.save(tmp_path / "sweep.npz")
        back = Sweep.load(tmp_path / "sweep.npz", found.robot)
        assert bits(back) == bits(found) and back.seconds == found.seconds
        worst = back.worst("peak")
        assert worst.index == found.worst("peak").index
        for name, value in found.worst("peak").values.items():
            assert np.array_equal(worst.values[name], value)
        mine, theirs = back.arguments(3), found.arguments(3)
        assert np.array_equal(mine["parameters"]["payload"], theirs["parameters"]["payload"])
        assert np.array_equal(back.statistics["top"].quantile([0.1, 0.7]), found.statistics["top"].quantile([0.1, 0.7]))
        assert back.table() == found.table() and repr(back) == repr(found)
    with pytest.raises(LinkwiseError, match="read from a file"):
        back.rerun(0)


def test_files_with_former_names_are_read(tmp_path):
    rows = np.random.default_rng(1).normal(size=(20, 2))
    small(20, SPREADS | {"q0": rows}).save(tmp_path / "sweep.npz")
    with np.load(tmp_path / "sweep.npz") as file:
        arrays = {name: file[name] for name in file.files}
    arrays["linkwise"] = np.array(str(arrays["linkwise"]).replace('"PerRollout"', '"Outright"'))
    np.savez(tmp_path / "old.npz", **arrays)
    assert np.array_equal(Sweep.load(tmp_path / "old.npz").drawn(7).values["q0"], rows[7])


class Doubled(Uniform):
    """A distribution of the user's own."""

    def values(self, u, shape, first):
        return 2.0 * super().values(u, shape, first)


def test_distributions_of_ones_own(tmp_path):
    found, plain = (
        small(20, SPREADS | {"payload.mass": distribution(1.0, 1.5)}) for distribution in (Doubled, Uniform)
    )
    assert found.drawn(7).values["payload.mass"] == 2.0 * plain.drawn(7).values["payload.mass"]
    with pytest.raises(WriteError, match="'Doubled', which a file cannot keep"):
        found.save(tmp_path / "sweep.npz")


def test_files_that_are_not_sweeps(tmp_path):
    with pytest.raises(WriteError, match=r"\.npz"):
        FOUND.save(tmp_path / "sweep.csv")
    with pytest.raises(WriteError):
        FOUND.save(tmp_path / "none" / "sweep.npz")
    np.savez(tmp_path / "other.npz", x=1.0)
    (tmp_path / "text.npz").write_text("no")
    (tmp_path / "empty.npz").write_bytes(b"")
    for name in ("other.npz", "text.npz", "missing.npz", "empty.npz"):
        with pytest.raises(ReadError):
            Sweep.load(tmp_path / name)


def test_for_people(tmp_path):
    lines = FOUND.table().splitlines()
    assert lines[0].split()[:4] == ["count", "mean", "sd", "min"] and lines[1].startswith("height")
    assert any(line.startswith("tau[1]") for line in lines) and "300 rollouts" in lines[-1]
    assert repr(FOUND) == "Sweep('planar2r', 300 rollouts, 0 failed: height, tau, top, peak)"
    for sweep in (FOUND, small(50)):
        figure = sweep.plot("peak", tmp_path / "peak.png")
        assert len(figure.axes) == 2 and (tmp_path / "peak.png").stat().st_size > 1000
        bars = figure.axes[0].patches
        assert sum(bar.get_height() for bar in bars) == pytest.approx(100.0, abs=0.5)  # percent of the rollouts
    with pytest.raises(WriteError):
        FOUND.plot("peak", "peak.txt")


def test_a_prompt_shows_a_line():
    own = np.array([body.inertia.parameters for body in FOUND.robot.tree.bodies])
    large = small(300, SPREADS | {"q0": np.zeros((300, 2)), "links.inertia": own})
    for thing in (large, large.spreads, large.work, large.drawn(3), large.failed, *large.statistics.values()):
        assert len(repr(thing)) < 500 and "\n" not in repr(thing), repr(thing)
    one = large.statistics["top"]
    assert repr(one) == (
        f"Statistic('top' of 300 rollouts: mean {one.mean:.3g}, sd {one.sd:.3g}, min {one.min:.3g}, max {one.max:.3g})"
    )
    assert repr(large.statistics["peak"]).startswith("Statistic('peak' of 300 rollouts, shape (2,): mean [")
    assert "links.inertia = <array of shape (2, 10)>" in repr(large.drawn(3))
    assert repr(SPREADS["payload.mass"]) == "Uniform(low=0.0, high=2.0)"
    assert repr(Uniform(np.zeros(999), 1.0)) == "Uniform(low=<array of shape (999,)>, high=1.0)"


def test_a_notebook_shows_a_table():
    html = FOUND._repr_html_()
    assert html.count("<tr>") == 1 + 6 and "<th>median</th>" in html and "<td>tau[1]</td>" in html
    assert "300 rollouts in" in html and FOUND.statistics["tau"]._repr_html_().count("<tr>") == 3
    assert "<td>payload.mass</td>" in FOUND.drawn(3)._repr_html_()
    strange = linkwise.load("pendulum").sweep(
        5, {"q0": [0.1]}, step=1e-3, steps=1, outputs={"<b>": lambda eq, t, q, qd, tau: [q[0]] * 150}
    )
    assert "<b>" not in strange._repr_html_() and strange._repr_html_().count("<tr>") < 150
    assert "&lt;b&gt;[0]" in strange.statistics["<b>"]._repr_html_()


def test_results_are_frozen_and_names_are_checked():
    with pytest.raises(dataclasses.FrozenInstanceError):
        FOUND.rollouts = 3
    for ask in (
        lambda: FOUND.worst("nothing"),
        lambda: FOUND.kept("nothing"),
        lambda: FOUND.plot("nothing"),
        lambda: FOUND.worst("top", end="mid"),
    ):
        with pytest.raises(UnknownName):
            ask()
    for ask in (
        lambda: FOUND.rerun(300),
        lambda: FOUND.drawn(-1),
        lambda: FOUND.arguments(1.5),
        lambda: FOUND.worst("top", entry=1),
        lambda: small(5).kept("top"),
    ):
        with pytest.raises(LinkwiseError):
            ask()
    with pytest.raises(BadArray):
        FOUND.statistics["top"].quantile([-0.1])


def test_methods_and_precisions():
    for options in (*({"method": name} for name in METHODS), {"dtype": "float32"}):
        found = small(20, keep=True, **options)
        assert np.abs(found.kept("height") - FOUND.kept("height")[:20]).max() < 5e-3


def test_a_reference_over_time():
    from linkwise.rollouts import InLoop

    def follow(eq, t, q, qd, goal):
        return [50.0 * (g - x) - 5.0 * v + w for g, x, v, w in zip(goal, q, qd, eq.gravity_forces(q), strict=True)]

    controller = InLoop(follow, {"goal": ("timed", lambda t: [np.sin(t), 0.0])})
    arm = linkwise.load("planar2r")
    found = arm.sweep(10, {"q0": Uniform(-0.1, 0.1)}, controller=controller, step=1e-3, duration=1.0)
    assert found.statistics["q"].sd.max() < 0.1
    with pytest.raises(UnknownName):
        arm.sweep(10, {"q0": [0, 0], "controller.goal": 1.0}, controller=controller, step=1e-3, duration=1.0)


def test_a_bar_on_a_terminal_only(monkeypatch):
    import io
    import sys

    class Terminal(io.StringIO):
        def isatty(self):
            return True

    for somebody in (True, False):
        monkeypatch.setattr(sys, "stderr", Terminal() if somebody else io.StringIO())
        small(200, progress=True)
        assert ("200 of 200 rollouts" in sys.stderr.getvalue()) == somebody


def test_more_than_there_is_room_for():
    """Blocks are not listed before they are done, and kept values are refused before anything is lost."""
    with pytest.raises(LinkwiseError, match="not enough memory for 'q' of 1099511627776 rollouts"):
        linkwise.load("planar2r").sweep(2**40, {"q0": [0.1, 0.2]}, step=1e-3, steps=1, block=1, keep=True)


def test_a_robot_that_does_not_move():
    arm = linkwise.load("pendulum")
    still = arm.lock(arm.joint_names[0], 0.3)
    with pytest.raises(LinkwiseError, match="moves"):
        still.sweep(5, {"q0": []}, step=1e-3, steps=5)


def test_dask_is_an_extra(monkeypatch):
    import sys

    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(MissingExtra, match="cluster"):
        small(5, client=object())


ODD = {
    "same": lambda eq, t, q, qd, tau: 3.0 + 0.0 * q[0],
    "near": lambda eq, t, q, qd, tau: 100.0 + 0.01 * q[0],
    "whole": lambda eq, t, q, qd, tau: where(q[0] < 0.4, 1.0, where(q[0] < 0.5, 2.0, 5.0)),
    "wide": lambda eq, t, q, qd, tau: exp(40.0 * q[0]),
    "crowded": lambda eq, t, q, qd, tau: exp(12.0 * q[0]),
    "tail": lambda eq, t, q, qd, tau: q[0] + where(q[0] > 0.7, 1e6, 0.0),
    "both": lambda eq, t, q, qd, tau: [q[0], q[1]],
}


@pytest.mark.parametrize("keep", [False, True])
def test_histograms_suit_their_numbers(keep):
    """Without bins: a constant is one bar, whole numbers stand apart, what is far apart is shown by its logarithm."""
    arm = linkwise.load("scara")
    start = Normal([0.5, 0.3, -0.1, 0.0], [0.1, 0.1, 0.01, 0.1])
    sweep = arm.sweep(2000, {"q0": start}, step=1e-3, steps=1, outputs=ODD, keep=keep, seed=3)
    bars = {name: sweep.plot(name).axes[0].patches for name in ODD}
    assert len(bars["same"]) == 1 and bars["same"][0].get_height() == pytest.approx(100.0)
    middles = [bar.get_x() + 0.5 * bar.get_width() for bar in bars["whole"]]
    assert np.round(middles, 6).tolist() == [1.0, 2.0, 5.0]
    for name in ("near", "wide", "crowded", "both"):
        heights = np.array([bar.get_height() for bar in bars[name]])
        assert heights.sum() == pytest.approx(100.0, abs=0.2) and (heights > 0.5).sum() > 12, name
    assert sweep.plot("wide").axes[0].get_xscale() == "log" and sweep.plot("near").axes[0].get_xscale() == "linear"
    text = [text.get_text() for text in sweep.plot("tail", unit="N m").axes[0].texts]
    assert sweep.plot("tail", unit="N m").axes[0].get_xlabel() == "tail [N m]" and len(text) <= 1
    with pytest.raises(BadArray, match="unit"):
        sweep.plot("tail", unit=3)


def test_units_of_states_are_known():
    sweep = linkwise.load("scara").sweep(20, {"q0": [0.1, 0.2, -0.1, 0.0]}, step=1e-3, steps=1)
    axes = sweep.plot("q").axes
    assert [each.get_xlabel() for each in axes] == ["q [0] [rad]", "q [1] [rad]", "q [2] [m]", "q [3] [rad]"]


def test_sweeps_saved_with_bins_of_one_width_are_read(tmp_path):
    """Files written before bins had levels: rows (number, bin, count) with bins of a 64th."""
    FOUND.save(tmp_path / "new.npz")
    with np.load(tmp_path / "new.npz") as file:
        arrays = dict(file)
    for name in [name for name in arrays if name.endswith(".bins")]:
        rows = arrays[name]
        raised = counted(
            np.stack([rows[:, 0], shifted(rows[:, 1], HIGHEST - rows[:, 3]), rows[:, 2], rows[:, 2] * 0], 1)
        )
        arrays[name] = raised[:, :3]
        del arrays[name.replace(".bins", "!kept")]
    np.savez(tmp_path / "old.npz", **arrays)
    old, new = Sweep.load(tmp_path / "old.npz").statistics["top"], FOUND.statistics["top"]
    assert abs(old.quantile(0.5) - new.quantile(0.5)) <= abs(new.quantile(0.5)) / 64
