"""What a prompt, a notebook and a terminal show of a run."""

import io
import sys

import numpy as np
import pytest

import linkwise
from linkwise.simulate import METHODS, Event, simulate

ARM = linkwise.load("planar2r")


def test_a_run_on_one_line():
    run = ARM.simulate([0.1, 0.2], t=0.1, method="rk4", step=0.01)
    assert repr(run) == "Simulation('planar2r', rk4, 11 rows to t = 0.1, finished)"
    assert repr(run.energies).startswith("Energies(11 rows, at the end kinetic ") and len(repr(run.energies)) < 200
    assert repr(run.at(np.linspace(0.0, 0.1, 3))) == "Motion(q: (3, 2), qd: (3, 2), qdd: (3, 2))"
    assert repr(METHODS["rk4"]) == "Method(order=4, fixed_step=True)"


def test_a_run_that_ended_early_says_why():
    run = ARM.simulate([0.1, 0.2], tau=lambda t, q, qd: [np.nan, 0.0], t=0.1)
    assert "not finite, tau gave nan for 'joint1' at t = 0" in repr(run)


def test_a_picture_speaks_of_limits_only_where_there_are_any():
    pytest.importorskip("matplotlib")
    free, limited = (linkwise.load(name) for name in ("stanford", "scara"))
    titles = [
        arm.simulate([0.0, 0.0, -0.1] + [0.0] * (arm.n - 3), t=0.3).plot().get_suptitle() for arm in (free, limited)
    ]
    assert ["dotted" in title for title in titles] == [False, True]
    assert titles[1].startswith("scara, DOP853: finished, energy balance within ") and "0.0e+00" not in titles[1]


def test_events_and_sensitivities():
    assert repr(Event(0.5, "joint1 sticks", np.zeros(30), np.zeros(30))) == "Event(t=0.5, 'joint1 sticks')"
    run = ARM.simulate([0.1, 0.2], t=0.1, sensitivities=["M2"])
    assert repr(run.sensitivities) == f"Sensitivities(q: ({len(run.t)}, 2, 1), qd: ({len(run.t)}, 2, 1))"


def test_a_table_in_a_notebook():
    run = ARM.simulate([0.1, 0.2], tau=[1.0, 2.0], t=0.1, method="rk4", step=0.01)
    page = run._repr_html_()
    assert "&#x27;planar2r&#x27;, rk4, 11 rows to t = 0.1, finished, energy drift" in page
    assert page.count("<tr>") == 3 and f"<td>joint2</td><td>{run.q[-1, 1]:.6g}</td>" in page and "<td>2</td>" in page
    energies = run.energies._repr_html_()
    assert "<th>at the end (J)</th>" in energies and energies.count("<tr>") == 8
    assert f"<td>kinetic</td><td>0</td><td>{run.energies.kinetic[-1]:.6g}</td>" in energies
    elastic = linkwise.load("pendulum").with_elastic_joints(100.0, rotors=0.1)
    assert "<td></td></tr>" in simulate(elastic, [0.0, 0.1], t=0.1)._repr_html_()  # no torque acts on the link


@pytest.mark.parametrize("terminal", [True, False])
def test_a_bar_on_a_terminal(monkeypatch, terminal):
    stream = io.StringIO()
    stream.isatty = lambda: terminal
    monkeypatch.setattr(sys, "stderr", stream)
    ARM.simulate([0.1, 0.2], t=0.1, method="rk4", step=0.01, progress=True)
    assert ("0.1 of 0.1 s" in stream.getvalue()) == terminal
    if not terminal:
        assert stream.getvalue() == ""
