"""What a prompt and a notebook show of task spaces and ellipsoids."""

import numpy as np
import pytest

import linkwise
from linkwise.taskspace import Ellipsoid

ARM = linkwise.load("planar2r")
Q = [0.0, 1.5707963267948966]

SHOWN = {
    "TaskSpace('planar2r', rows x, y at 'tip')": lambda: ARM.task_space(Q, rows=["x", "y"]),
    "TaskSpace('planar2r', rows rz, x, y at 'link2', batch (5,))": lambda: ARM.task_space(
        [Q] * 5, rows="planar", frame="link2"
    ),
    "Ellipsoid(velocities of x, radii 0.9)": lambda: Ellipsoid.image_of(
        np.array([[0.9]]), rows=("x",), what="velocities"
    ),
    "Ellipsoid(of row 1, row 2, radii 2, 1)": lambda: Ellipsoid.image_of(np.diag([2.0, 1.0])),
    "Ellipsoid(forces of x, y, batch (4,))": lambda: ARM.task_space([Q] * 4, rows=["x", "y"]).force_ellipsoid(),
}


@pytest.mark.parametrize("text", SHOWN)
def test_repr(text):
    assert repr(SHOWN[text]()) == text


def test_a_task_in_a_notebook():
    page = ARM.task_space(Q, rows=["x", "y"])._repr_html_()
    assert "<tr><th>row</th><th>velocity</th><th>Λ x</th><th>Λ y</th><th>μ</th><th>p</th></tr>" in page
    assert "<td>y</td><td>0</td>" in page and "<td>3.4</td><td>0</td><td>33.35</td>" in page


def test_a_singular_task_in_a_notebook():
    page = ARM.task_space([0.0, 0.0], [1.0, 0.0], rows=["x", "y"])._repr_html_()
    assert "is singular" in page and "Λ x" not in page and "<td>y</td><td>1.6</td>" in page


def test_batches_in_a_notebook():
    spaces = ARM.task_space([Q] * 5, rows=["x", "y"])
    assert "<td>jacobian</td><td>(5, 2, 2)</td>" in spaces._repr_html_()
    assert "<td>(5, 2)</td><td>(5, 2, 2)</td>" in spaces.velocity_ellipsoid()._repr_html_()


def test_an_ellipsoid_in_a_notebook():
    page = Ellipsoid.image_of(np.diag([2.0, 1.0]), rows=("a<b", "c"))._repr_html_()
    assert "<th>a&lt;b</th>" in page and "<td>2</td><td>1.000</td><td>0.000</td>" in page
