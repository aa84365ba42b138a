"""What a prompt and a notebook show of linear models: sizes, and poles with frequency and damping."""

import numpy as np
import pytest

import linkwise
from linkwise.linearize import DiscreteModel, Sensitivity, lqr, tvlqr
from linkwise.linearize.modes import MOST_ROWS, mode_rows
from linkwise.trajectories import Quintic

ARM = linkwise.load("planar2r")
MODEL = ARM.linearize([0.3, 0.9])

SHOWN = {
    "LinearizedModel('planar2r', 4 states, 2 inputs)": lambda: MODEL,
    "LinearizedModel('planar2r', 4 states, 2 inputs, batch (5, 3))": lambda: ARM.linearize(np.zeros((5, 3, 2))),
    "CartesianModel('planar2r', 4 states, 2 inputs)": lambda: MODEL.cartesian(rows=["x", "y"]),
    "DiscreteModel(4 states, 2 inputs, step 0.01 s)": lambda: MODEL.discrete(0.01),
    "DiscreteModel(4 states, 2 inputs, step 0.01 s, batch (3,))": lambda: ARM.linearize(np.ones((3, 2))).discrete(0.01),
    "Regulator(K (2, 4), S (4, 4), poles (4,))": lambda: lqr(MODEL, 1.0, 1.0),
    "Tracking('planar2r', 101 gains in 1 s)": lambda: tvlqr(ARM, Quintic([0, 0], [1, 1], duration=1.0), 1.0, 1.0),
    "Sensitivity('planar2r', to 'M1', 'payload.mass')": lambda: Sensitivity(ARM, ["M1", "payload.mass"]),
}


@pytest.mark.parametrize("text", SHOWN)
def test_repr(text):
    assert repr(SHOWN[text]()) == text


def oscillator(ω, ζ):
    """ẍ + 2 ζ ω ẋ + ω² x = 0."""
    return np.array([[0.0, 1.0], [-(ω**2), -2.0 * ζ * ω]])


@pytest.mark.parametrize("step", [None, 0.01])
def test_frequency_and_damping_of_an_oscillator(step):
    """A pair of poles is one row; a sampled model shows the poles of the continuous one."""
    from scipy.linalg import expm

    A = oscillator(2.0 * np.pi, 0.1)
    (row,) = mode_rows(np.linalg.eigvals(A if step is None else expm(step * A)), step)
    assert row == ("-0.6283 ± 6.252i", "1", "0.1")


def test_poles_that_are_real_growing_or_zero():
    assert mode_rows(np.array([2.0, 0.0, -1.0])) == [("0", "0", "–"), ("-1", "0.1592", "1"), ("2", "0.3183", "-1")]
    assert mode_rows(np.array([0.0]), 0.1)[0][2] == "–"  # gone within one step: log 0


def test_many_poles_are_cut():
    rows = mode_rows(-np.arange(1.0, 101.0))
    assert len(rows) == MOST_ROWS + 1 and rows[-1][0] == "… and 76 faster"


def test_in_a_notebook():
    upright = linkwise.load("pendulum").linearize([np.pi])._repr_html_()
    assert "<th>frequency (Hz)</th>" in upright and "<td>3.836</td><td>0.6105</td><td>-1</td>" in upright
    assert "<td>B</td><td>(3, 4, 2)</td>" in ARM.linearize(np.ones((3, 2)))._repr_html_()
    assert "<td>A</td><td>(3, 4, 4)</td>" in ARM.linearize(np.ones((3, 2))).discrete(0.1)._repr_html_()
    regulator = lqr(linkwise.load("pendulum").linearize([np.pi]), [10.0, 1.0], 1.0)
    gains = "".join(f"<td>{x:.6g}</td>" for x in regulator.K[0])
    assert f"<td>input 0</td>{gains}" in regulator._repr_html_()
    assert "Poles of A − B K" in regulator._repr_html_()
    assert "<td>K</td><td>(3, 2, 4)</td>" in lqr(ARM.linearize(np.ones((3, 2))), 1.0, 1.0)._repr_html_()
    assert "damping ratio" in DiscreteModel(np.eye(2), np.ones((2, 1)), 0.1, ("a", "b"), ("u",))._repr_html_()


def test_a_model_without_inertia_is_still_shown():
    names = [name for name in ARM.parameters().names if name.endswith("2")]
    page = ARM.with_parameters(np.zeros(10), names).linearize([0.0, 0.3])._repr_html_()
    assert "no state space" in page and "joint2" in page
