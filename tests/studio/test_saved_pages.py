"""Pages in files: they play from disk, ask nobody for anything, stay small, and hold any name as text."""

import json
import re

import numpy as np
import pytest

import linkwise
from linkwise.errors import WriteError
from linkwise.studio import bundle
from linkwise.trajectories import Quintic
from tests.tolerances import FLOAT_SCENE, SIXTEEN_BITS

from .browsing import browsing, watching

pytestmark = pytest.mark.skipif(not bundle.built(), reason="the pages have not been built: make studio")

HOSTILE = (
    "<img src=x onerror=alert(1)>",
    "</script><script>alert(1)</script>",
    "<!--<script>",
    '"><svg onload=alert(1)>',
    "javascript:alert(1)",
    "]]>",
    "{{7*7}}",
    "a\u2028b\u202ec",
)
PATHS = "() => player.viewer.links.map((link) => link.position.toArray())"


@pytest.fixture(scope="module")
def browser():
    with browsing() as browser:
        yield browser


def named(names):
    """A chain of links with these names, of the joints too."""
    quoted = [name.replace("&", "&amp;").replace("<", "&lt;").replace('"', "&quot;") for name in names]
    links = '<link name="ground"/>' + "".join(
        f'<link name="{name}"><inertial><mass value="1"/><origin xyz="0 0 .1"/>'
        '<inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial></link>'
        for name in quoted
    )
    joints = "".join(
        f'<joint name="{child}" type="continuous"><parent link="{parent}"/><child link="{child}"/>'
        '<origin xyz="0 0 .2"/><axis xyz="1 0 0"/></joint>'
        for parent, child in zip(["ground", *quoted], quoted, strict=False)
    )
    return linkwise.load(f'<robot name="{quoted[0]}">{links}{joints}</robot>')


def motion(robot, duration=1.0):
    return Quintic(np.zeros(robot.n), 0.3 * np.cos(np.arange(robot.n)), duration=duration)


def test_a_motion_plays_from_a_file(browser, tmp_path):
    robot = linkwise.load("ur5")
    run = robot.simulate([0.0, -1.0, 1.0, 0.0, 0.0, 0.0], t=1.0)
    file = tmp_path / "motion.html"
    run.save(file)
    with watching(browser, file.as_uri(), offline=True) as watched:
        page = watched.page
        page.goto(file.as_uri())
        page.wait_for_function("window.player")
        assert "ur5" in page.title()
        page.evaluate("player.seek(0.5)")
        links = [robot.tree.base, *(body.name for body in robot.tree.bodies)]
        places = robot.forward_kinematics(run.at(0.5).q, links)[:, :3, 3]
        np.testing.assert_allclose(page.evaluate(PATHS), places, atol=10 * FLOAT_SCENE)
        tau = page.locator(".bars").first.locator(".number").all_text_contents()
        assert tau == ["0.000 N m"] * 6
        page.get_by_role("button", name="play").click()
        page.locator(".time").filter(has_text=re.compile(r"^(0\.[6-9]|1\.0)")).wait_for()
        assert page.locator(".curves canvas").count() == 1
        for word in ("position", "velocity", "power", "energy"):
            page.get_by_role("button", name=word, exact=True).click()
        assert not watched.complaints and not watched.strayed


@pytest.mark.slow
def test_many_hostile_names_stay_text(browser, tmp_path):
    names = [f"{HOSTILE[k % len(HOSTILE)]} {k}" for k in range(200)]
    robot = named(names)
    file = tmp_path / "page.html"
    motion(robot).animate(robot, show=False).save(file)
    with watching(browser, file.as_uri(), offline=True) as watched:
        watched.page.on("dialog", lambda dialog: watched.complaints.append("a dialog opened"))
        watched.page.goto(file.as_uri())
        watched.page.wait_for_function("window.player")
        watched.page.get_by_role("button", name="names", exact=True).click()
        assert watched.page.locator("img, svg, iframe").count() == 0
        assert watched.page.locator(".bars .name").count() == 400
        assert not watched.complaints and not watched.strayed


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_name_cannot_leave_its_place(name):
    robot = named([name])
    html = robot.view(show=False).html
    scripts = re.findall(r"<script[^>]*>", html)
    assert scripts[:2] == ['<script type="application/json" id="linkwise-data">', "<script>"]
    data = html.split(scripts[0])[1].split("</script>")[0]
    assert not re.search("[<>&\u2028]", data)
    assert len(json.loads(data)["scene"]["links"]) == 2
    assert "onerror=alert(1)>" not in html.replace(data, "") or "&lt;img" in html


def test_the_policy_allows_this_script_and_nothing_else(browser, tmp_path):
    html = linkwise.load("pendulum").view(show=False).html
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', html)[1]
    assert policy.startswith("default-src 'none'") and "unsafe" not in policy and "http" not in policy
    file = tmp_path / "page.html"
    file.write_text(html.replace("</body>", "<script>window.stray = 1</script></body>"), encoding="utf-8")
    with watching(browser, file.as_uri(), offline=True) as watched:
        watched.page.goto(file.as_uri())
        watched.page.wait_for_function("window.player")
        assert watched.page.evaluate("window.stray === undefined")
        assert any("Content Security Policy" in each for each in watched.complaints)


def test_ten_seconds_of_an_arm_with_meshes_are_small(tmp_path):
    pytest.importorskip("trimesh")
    pytest.importorskip("collada")
    robot = linkwise.load("panda_description:panda")
    file = tmp_path / "motion.html"
    motion(robot, duration=10.0).animate(robot, show=False).save(file)
    assert file.stat().st_size < 3_000_000
    text = file.read_text(encoding="utf-8")
    assert '"mesh"' in text and "torque" in text


THINNED = """async () => {
  const { viewer } = player, drawn = viewer.layers.shapes[0], { fine, thin } = drawn.userData;
  const radii = [thin, fine].map(({ attributes: { position } }) => Array.from({ length: position.count }, (_, k) =>
    Math.hypot(position.getX(k), position.getY(k), position.getZ(k))));
  const faces = () => drawn.geometry.attributes.position.count / 3;
  viewer.now();
  const moving = faces();
  await new Promise((done) => setTimeout(done, 1000));
  return { moving, still: faces(), least: Math.min(...radii[0]), most: Math.max(...radii[0]) };
}"""


def test_a_mesh_of_many_faces_has_fewer_while_it_moves(browser, tmp_path):
    """A ball of radius 1: corners within a cell, a 20th of its size, become their mean."""
    trimesh = pytest.importorskip("trimesh")
    ball = trimesh.creation.icosphere(subdivisions=5)
    ball.export(tmp_path / "ball.stl")
    urdf = tmp_path / "ball.urdf"
    link = '<link name="ball"><visual><geometry><mesh filename="ball.stl"/></geometry></visual></link>'
    urdf.write_text(
        f'<robot name="ball"><link name="base"/>{link}<joint name="turn" type="continuous"><parent link="base"/>'
        '<child link="ball"/></joint></robot>'
    )
    file = tmp_path / "ball.html"
    linkwise.load(urdf).view(show=False).save(file)
    with watching(browser, file.as_uri(), offline=True) as watched:
        watched.page.goto(file.as_uri())
        watched.page.wait_for_function("window.player")
        found = watched.page.evaluate(THINNED)
        assert not watched.complaints
    assert found["still"] == len(ball.faces) and 1000 < found["moving"] < 0.25 * len(ball.faces)
    assert found["least"] > 1.0 - 2.0 / 20.0 and found["most"] <= 1.0 + SIXTEEN_BITS


def test_a_notebook_gets_a_frame_that_can_do_nothing_else():
    html = linkwise.load("pendulum").view([0.3], show=False)._repr_html_()
    assert html.startswith('<iframe sandbox="allow-scripts"') and html.count("<iframe") == 1
    assert "<script" not in html  # it is all in the attribute


def test_a_browser_is_asked_to_open_the_page(monkeypatch, capsys):
    opened = []
    monkeypatch.setattr("webbrowser.open", lambda address: opened.append(address) or len(opened) > 1)
    robot = linkwise.load("pendulum")
    robot.view([0.3])
    assert "no browser opens here; the page is" in capsys.readouterr().err
    robot.view([0.3])
    assert not capsys.readouterr().err and all(each.startswith("file:///") for each in opened)


@pytest.mark.parametrize("name", ["arm.txt", "arm", "", 3, "nowhere/arm.html", "arm.gif"])
def test_files_that_cannot_be_written(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(WriteError):
        linkwise.load("pendulum").view(show=False).save(name)


@pytest.mark.parametrize("name", ["a\0.gif", "a\ud800.gif"])
def test_films_of_no_possible_name(name, tmp_path):
    pytest.importorskip("PIL")
    moved = linkwise.load("pendulum").animate(([0.0, 0.1], [[0.0], [0.1]]), show=False)
    with pytest.raises(WriteError, match="cannot be written"):
        moved.save(tmp_path / name)


@pytest.mark.parametrize(("t", "q"), [([0.0, 1e300], [[0.0], [1.0]]), ([0.0, 1.0], [[0.0], [1e300]])])
def test_what_has_no_room_in_a_page_is_refused(t, q):
    """Pages have 32 bits for a number: these would be infinite in them."""
    with pytest.raises(linkwise.LinkwiseError, match="too large to be drawn"):
        linkwise.load("pendulum").animate((t, q), show=False)


@pytest.mark.slow
def test_a_film(tmp_path):
    image = pytest.importorskip("PIL.Image")
    run = linkwise.load("pendulum").simulate([1.0], t=0.3)
    run.save(tmp_path / "motion.gif")
    with image.open(tmp_path / "motion.gif") as film:
        assert film.n_frames == 7


def test_a_film_in_mp4_needs_ffmpeg(tmp_path, monkeypatch):
    monkeypatch.setattr("shutil.which", lambda name: None)
    with pytest.raises(linkwise.LinkwiseError, match="ffmpeg"):
        linkwise.load("pendulum").animate(([0.0, 1.0], [[0.0], [1.0]]), show=False).save(tmp_path / "motion.mp4")


def test_without_the_bundle_the_way_to_it_is_told(monkeypatch, tmp_path):
    monkeypatch.setattr(bundle, "files", lambda package: tmp_path)
    bundle.script.cache_clear()
    try:
        with pytest.raises(linkwise.LinkwiseError, match="make studio"):
            linkwise.load("pendulum").view(show=False).html  # noqa: B018
    finally:
        bundle.script.cache_clear()
