"""The report of a fit: one page that runs nothing, loads nothing, and has the fit's numbers."""

import re
from html.parser import HTMLParser

import numpy as np
import pytest

import linkwise
from linkwise.errors import WriteError
from linkwise.identify import Log, simulated_log
from linkwise.model import Friction
from linkwise.view.report.chart import Chart, thinned, ticks

HOSTILE = "<script>alert('τ')</script>"
URDF = """<robot name="&lt;b&gt;arm&quot;">
<link name="base"/>
<link name="NAME"><inertial><origin xyz="0.3 0 0"/><mass value="2"/>
  <inertia ixx="0.02" iyy="0.02" izz="0.02" ixy="0" ixz="0" iyz="0"/></inertial></link>
<joint name="NAME" type="revolute"><parent link="base"/><child link="NAME"/><axis xyz="0 1 0"/>
  <limit lower="-2" upper="2" velocity="3" effort="50"/></joint>
</robot>"""


class Page(HTMLParser):
    """The tags, attributes and cells of a page."""

    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.tags, self.attributes, self.cells, self.open = [], [], [], False
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes += attrs
        self.open = tag in ("td", "h1", "text")
        if self.open:
            self.cells.append("")

    def handle_data(self, data):
        if self.open:
            self.cells[-1] += data

    def handle_endtag(self, tag):
        self.open = False


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    folder = tmp_path_factory.mktemp("report")
    (folder / "arm.urdf").write_text(URDF.replace("NAME", "&lt;script&gt;alert('τ')&lt;/script&gt;"), encoding="utf-8")
    arm = linkwise.load(folder / "arm.urdf")
    logs = [simulated_log(arm.with_friction(Friction(0.5, 1.0)), 8.0, noise=0.05, seed=seed) for seed in (1, 2)]
    named = [Log(x.time, x.q, x.tau, x.qd, joints=x.joints, name=f"<img src=x>{k}") for k, x in enumerate(logs)]
    fit = arm.identify(named[0], validate=named[1])
    fit.report(folder / "fit.html")
    return fit, (folder / "fit.html").read_text(encoding="utf-8")


def test_nothing_is_run_or_loaded(made):
    _, text = made
    page = Page(text)
    assert not {"script", "img", "iframe", "link", "object", "embed", "form", "a"} & set(page.tags)
    assert not [name for name, _ in page.attributes if name.startswith("on") or name in ("src", "href", "srcset")]
    assert "url(" not in text and "@import" not in text and "//" not in text.partition("</style>")[2]
    assert HOSTILE in page.cells and "default-src 'none'" in text


def test_it_has_the_numbers(made):
    fit, text = made
    cells = Page(text).cells
    for name, value in zip(fit.names, fit.values, strict=True):
        assert cells[cells.index(name) + 1] == f"{value:.5g}"
    assert f"{100.0 * fit.errors[1].total:.2f} %" in text
    masses = cells[cells.index("all", cells.index("all") + 1) :][1:3]
    assert masses == ["2", f"{sum(float(body.inertia.m) for body in fit.robot.tree.bodies):.4g}"]
    assert text.count("<svg") == 2 * 3 + 2 * 2 + 1  # torques, left over, spectrum; positions, velocities; friction
    for title in ("Errors", "Torques on other logs", "Parameters", "Links", "The doctor", "Choices"):
        assert f"<h2>{title}" in text


def test_the_drawings_are_sound(made):
    etree = pytest.importorskip("lxml.etree")
    fit, text = made
    for svg in re.findall(r"<svg.*?</svg>", text, re.DOTALL):
        etree.fromstring(svg)
    measured = fit.residuals()[0].measured[:, 0]
    points = re.search(r'<polyline class="one" points="([^"]*)"', text)[1].split()
    heights = np.array([float(point.split(",")[1]) for point in points])
    _, y = thinned(np.arange(len(measured), dtype=float), measured)
    assert np.argmin(heights) == np.argmax(y) and len(heights) == len(y)


def test_a_fit_without_bodies_and_long_logs(tmp_path):
    arm = linkwise.load("planar2r")
    log = simulated_log(arm, 60.0, rate=500.0, noise=0.5)
    fit = arm.identify(log, estimator="ols", validate="blocks")
    impossible = type(fit)(**{**vars(fit), "values": -fit.values})
    impossible.report(tmp_path / "fit.html")
    text = (tmp_path / "fit.html").read_text(encoding="utf-8")
    assert "no bodies have the base parameters" in text and len(text) < 500_000


def test_names_that_are_refused(made, tmp_path):
    fit, _ = made
    for path in ("fit.txt", tmp_path, 3):
        with pytest.raises(WriteError, match="not the name of a report"):
            fit.report(path)
    with pytest.raises(WriteError, match="cannot be written"):
        fit.report(tmp_path / "none" / "fit.html")


def test_axes():
    assert ticks(-1.0, 1.0) == [-1.0, -0.5, 0.0, 0.5, 1.0] and ticks(2.0, 2.0) == [2.0]
    x = np.arange(100_000.0)
    y = np.sin(1e-3 * x)
    y[54_321] = 7.0
    assert thinned(x, y)[1].max() == 7.0 and len(thinned(x, y)[0]) == 800
    gaps = Chart(400.0, 100.0, (0.0, 4.0), (0.0, 1.0)).line(np.arange(5.0), np.array([0, 1, np.nan, 1, 0]), "one")
    assert len(gaps.parts) == 2
