"""What a prompt and a notebook show of motions, limits and paces."""

import numpy as np
import pytest

import linkwise
from linkwise.trajectories import LimitReport, MotionLimits, Peak, Quintic, plan, scaling_terms

from .test_motions import MANY

UR5 = linkwise.load("ur5")
REACH = Quintic([0.0] * 6, [1.0] * 6, 1.0)


@pytest.mark.parametrize("name", MANY)
def test_motions_are_shown_on_one_line(name):
    text = repr(MANY[name])
    assert text.startswith(f"{type(MANY[name]).__name__}(3 joints, ") and len(text) < 90 and "array" not in text


@pytest.mark.parametrize(
    ("thing", "text"),
    [
        (MANY["quintic"], "Quintic(3 joints, 1.7 s)"),
        (MANY["quintic spline clamped"], "Spline(3 joints, 3 s, 6 waypoints, degree 5, ends clamped)"),
        (MANY["fourier"], "Fourier(3 joints, 3.33333 s, 4 harmonics of 0.3 Hz)"),
        (MANY["sampled"], "Sampled(3 joints, 3 s, 6 samples, degree 3)"),
        (Quintic([0.0], [1.0], 1.0)(0.5), "Motion(q=[0.5], qd=[1.875], qdd=[0])"),
        (REACH([0.0, 0.5]), "Motion(q: (2, 6), qd: (2, 6), qdd: (2, 6))"),
        (REACH.sampled(0.5), "Samples(t: (3,), q: (3, 6), qd: (3, 6), qdd: (3, 6))"),
        (MotionLimits(), "MotionLimits()"),
        (MotionLimits(lower=-1.0, velocity=np.arange(1.0, 10.0)), "MotionLimits(lower=-1, velocity=1 … 9)"),
        (REACH.check(UR5), "LimitReport(30 peaks, all within their limits)"),
        (scaling_terms(UR5, REACH([0.0, 0.5])), "ScalingTerms(r² squared + r linear + constant, each of shape (2, 6))"),
    ],
)
def test_what_is_shown(thing, text):
    assert repr(thing) == text


def test_plans_and_paces():
    fastest = plan(UR5, [[0.0] * 6, [1.0] * 6], fastest=True, uniform=True)
    assert repr(fastest.scaling) == f"Scaling({fastest.scaling})"
    page = fastest.scaling._repr_html_()
    assert f"<td>duration</td><td>{fastest.scaling.duration:.6g} s</td>" in page and page.count("<tr>") == 6
    assert repr(fastest) == f"Plan(Stretched(6 joints, 0.595238 s, 0.595238 × Quintic), {fastest.scaling})"


def test_many_excesses_are_not_all_listed():
    report = Quintic([0.0] * 6, [1.0] * 6, 0.1).check(UR5)
    assert len(report.excesses) > 5 and repr(report).endswith("; …)") and len(repr(report)) < 400


def test_a_report_is_a_table_in_a_notebook():
    page = Quintic([0.0] * 6, [1.0] * 6, 0.5).check(UR5)._repr_html_()
    assert page.count("<tr>") == 7 and "<p>Motion beyond 6 limits</p>" in page
    assert "<td>3.75 of 3.15 at 0.25 s, exceeded</td>" in page
    strange = LimitReport((Peak("velocity", "<b>elbow</b>", 1.0, 0.3, 2.0),))._repr_html_()
    assert "&lt;b&gt;elbow" in strange and "<b>" not in strange and "within all limits" in strange
    assert "<table>" in plan(UR5, [[0.0] * 6, [1.0] * 6])._repr_html_()
