"""The live page in a real browser: what it shows is the library's own, it asks nobody else, and names stay text."""

import json
from itertools import pairwise
from xml.sax.saxutils import quoteattr

import numpy as np
import pytest

import linkwise
from tests.tolerances import FLOAT_SCENE

from .browsing import browsing, serving, watching

TABS = ("Model", "Pose", "Motion", "Formulations", "Formulas", "Simulate", "Identify", "Export")

POSES = """() => studio.app.viewer.links.map((link) => [...link.position.toArray(), ...link.quaternion.toArray()])"""
"""Where the browser draws the links."""


@pytest.fixture(scope="module")
def browser():
    with browsing() as browser:
        yield browser


def opened(watched, address):
    """The page, once it shows the robot."""
    watched.page.goto(address)
    watched.page.wait_for_selector("body.ready")
    return watched.page


def drawn_at(page, robot, q):
    """Wait until the links are drawn where forward kinematics has them."""
    links = [robot.tree.base, *(body.name for body in robot.tree.bodies)]
    there = robot.forward_kinematics(q, links)[:, :3, 3].tolist()
    page.wait_for_function(
        "(there) => studio.app.viewer.links.every((link, k) =>"
        f" there[k].every((x, i) => Math.abs(x - link.position.getComponent(i)) < {FLOAT_SCENE}))",
        arg=there,
    )


def as_shown(value):
    """A number as the page writes it."""
    text = next(f"{value:.{n}f}" for n, most in ((3, 10), (2, 100), (1, 1000), (0, np.inf)) if abs(value) < most)
    return text.replace("-", "\N{MINUS SIGN}")


def test_a_slider_moves_the_arm_and_the_bars_are_gravity_forces(browser):
    robot = linkwise.load("ur5")
    with serving(robot) as address, watching(browser, address) as watched:
        page = opened(watched, address)
        for tab in TABS:
            page.get_by_role("tab", name=tab, exact=True).click()
        page.get_by_role("tab", name="Pose", exact=True).click()
        before = page.evaluate("studio.app.q")
        slider = page.locator(f"input[type=range][aria-label={robot.joint_names[1]}]")
        slider.evaluate("(range) => { range.value = -1.234; range.dispatchEvent(new Event('input')); }")
        q = np.array(before)
        q[1] = -1.234
        drawn_at(page, robot, q)
        share = (q[1] - robot.limits.lower[1]) / (robot.limits.upper[1] - robot.limits.lower[1])
        knob = page.locator(".rail i").nth(1)
        assert float(knob.evaluate("(it) => it.style.getPropertyValue('--share')")) == pytest.approx(share)
        gravity = robot.gravity_forces(q)
        some = np.abs(gravity) > 1e-2  # smaller ones are written otherwise
        texts = page.locator(".gravity .number").all_text_contents()
        assert some.sum() >= 3
        assert [t for t, s in zip(texts, some, strict=True) if s] == [f"{as_shown(x)} N m" for x in gravity[some]]
        condition = np.linalg.cond(robot.mass_matrix(q))
        assert page.locator(".condition").text_content() == f"condition number {as_shown(condition)}"
        assert not watched.complaints and not watched.strayed


@pytest.mark.slow
@pytest.mark.parametrize(
    "tab, press, done",
    [
        ("Model", None, ".finding"),
        ("Motion", "Plan", ".player"),
        ("Formulations", "Compare", ".strip"),
        ("Formulas", "Write", ".katex"),
        ("Simulate", "Simulate", ".player"),
        ("Identify", "Fit", ".uplot"),
    ],
)
def test_every_tab_does_its_work(browser, tab, press, done):
    with serving(linkwise.load("puma560")) as address, watching(browser, address) as watched:
        page = opened(watched, address)
        page.get_by_role("tab", name=tab, exact=True).click()
        if press:
            page.get_by_role("button", name=press, exact=True).click()
        page.wait_for_selector(done)
        assert not page.locator(".problem").count()
        assert not watched.complaints and not watched.strayed


@pytest.mark.slow
def test_the_tool_is_drawn_by_the_mouse(browser):
    with serving(linkwise.load("panda")) as address, watching(browser, address) as watched:
        page = opened(watched, address)
        page.get_by_role("tab", name="Pose", exact=True).click()
        page.wait_for_function("() => studio.app.pose?.tool.is")
        x, y = page.evaluate(
            """() => {
              const { viewer, pose } = studio.app, box = viewer.element.getBoundingClientRect();
              const at = viewer.links[0].position.clone().fromArray(pose.tool.is.pose.slice(0, 3).map((row) => row[3]));
              at.project(viewer.camera);
              return [box.x + (at.x + 1) * box.width / 2, box.y + (1 - at.y) * box.height / 2];
            }"""
        )
        before = page.evaluate("studio.app.pose.tool.is.pose")
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x + 30, y - 40, steps=4)
        page.mouse.up()
        page.wait_for_function("(before) => studio.app.pose.tool.is.pose[2][3] > before[2][3] + 0.02", arg=before)
        assert not watched.complaints


@pytest.mark.slow
@pytest.mark.parametrize("name", ["fourbar", "stanford", "tiago", "pendulum"])
def test_every_tab_opens_for_every_kind_of_robot(browser, name):
    with serving(linkwise.load(name)) as address, watching(browser, address) as watched:
        page = opened(watched, address)
        for tab in TABS:
            page.get_by_role("tab", name=tab, exact=True).click()
            page.wait_for_timeout(150)
        assert not watched.complaints and not watched.strayed


HOSTILE = [
    *(f"<img src=x onerror=window.hit={k}>" for k in range(40)),
    *(f"</script><script>window.hit={k}</script>" for k in range(40)),
    *(f"\\href{{javascript:window.hit={k}}}{{a}}" for k in range(40)),
    *(f'" onmouseover="window.hit={k}" style="position:fixed' for k in range(40)),
    *(f"<svg onload=window.hit={k}>${{window.hit}}{{{{7*7}}}}\N{RIGHT-TO-LEFT OVERRIDE}" for k in range(39)),
    "x" * 5000,
]
"""Two hundred names of links and joints."""


def hostile_urdf():
    """A chain whose links and joints have those names; every tenth joint turns, the others are fixed."""
    inertial = '<inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>'
    limit = '<origin xyz="0 0 0.1"/><axis xyz="0 1 0"/><limit lower="-1" upper="1" effort="10" velocity="1"/>'
    names = [quoteattr(name) for name in ["base", *HOSTILE]]
    links = [f"<link name={name}>{inertial}</link>" for name in names]
    joints = [
        f'<joint name={name} type="{"fixed" if k % 10 else "revolute"}">'
        f"<parent link={parent}/><child link={name}/>{'' if k % 10 else limit}</joint>"
        for k, (parent, name) in enumerate(pairwise(names))
    ]
    return f"<robot name={names[1]}>{''.join(links)}{''.join(joints)}</robot>"


@pytest.mark.slow
def test_hostile_names_stay_text(browser):
    with serving(linkwise.load("pendulum")) as address, watching(browser, address) as watched:
        page = opened(watched, address)
        page.locator("button.robot").click()
        files = [{"name": "<b onclick=1>.urdf", "mimeType": "text/xml", "buffer": hostile_urdf().encode()}]
        page.locator("dialog input[type=file]").set_input_files(files)
        page.wait_for_function("() => studio.app.robot.n === 20 && studio.app.pose")
        for tab in TABS:
            page.get_by_role("tab", name=tab, exact=True).click()
            page.wait_for_timeout(300)
        assert page.evaluate("window.hit") is None
        assert page.locator("img, script:not([src]), a[href^=javascript]").count() == 0
        assert page.locator("body svg[onload]").count() == 0
        page.get_by_role("tab", name="Model", exact=True).click()
        written = page.locator(".tree b").all_text_contents()
        assert {*written} >= {*HOSTILE}
        assert not watched.strayed


@pytest.mark.slow
def test_a_foreign_page_reaches_nothing(browser, tmp_path):
    """Neither a frame nor a socket nor a request of another page gets in, even with the token."""
    with serving(linkwise.load("pendulum")) as address:
        foreign = tmp_path / "foreign.html"
        foreign.write_text(
            f"""<iframe src="{address}"></iframe><script>
            window.said = [];
            const socket = new WebSocket("{address.replace("http:", "ws:")}socket");
            socket.onopen = () => said.push("opened");
            socket.onerror = () => said.push("refused");
            fetch("{address}").then(() => said.push("fetched")).catch(() => said.push("no fetch"));
            </script>""",
            encoding="utf-8",
        )
        with watching(browser, "") as watched:
            watched.page.goto(foreign.as_uri())
            watched.page.wait_for_function("() => said.length === 2")
            assert sorted(watched.page.evaluate("said")) == ["no fetch", "refused"]
            framed = [frame for frame in watched.page.frames if frame != watched.page.main_frame]
            assert all(frame.locator("header.top").count() == 0 for frame in framed)


@pytest.mark.slow
def test_long_work_can_be_stopped(browser):
    with serving(linkwise.load("panda")) as address, watching(browser, address) as watched:
        page = opened(watched, address)
        page.get_by_role("tab", name="Formulations", exact=True).click()
        page.locator("select").first.select_option("inverse_dynamics_derivatives")
        page.get_by_role("button", name="Compare", exact=True).click()
        page.get_by_role("button", name="Stop", exact=True).click()
        page.get_by_text("the work was stopped").wait_for()
        page.get_by_role("tab", name="Simulate", exact=True).click()
        page.get_by_role("button", name="Simulate", exact=True).click()  # another process does it
        page.wait_for_selector(".player")


@pytest.mark.slow
def test_several_pages_have_their_own_robots(browser):
    robot = linkwise.load("pendulum")
    with serving(robot) as address, watching(browser, address) as one, watching(browser, address) as other:
        first, second = opened(one, address), opened(other, address)
        first.locator("button.robot").click()
        first.locator(".found button", has_text="planar2r").click()
        first.wait_for_function("() => studio.app.robot.name === 'planar2r'")
        assert second.evaluate("studio.app.robot.name") == "pendulum"


@pytest.mark.slow
def test_a_page_saved_by_the_studio_plays_from_disk(browser, tmp_path):
    with serving(linkwise.load("ur5")) as address, watching(browser, address) as watched:
        page = opened(watched, address)
        page.get_by_role("tab", name="Simulate", exact=True).click()
        page.get_by_role("button", name="Simulate", exact=True).click()
        page.wait_for_selector(".player")
        page.get_by_role("tab", name="Export", exact=True).click()
        with page.expect_download() as download:
            page.locator(".card", has_text="last motion").get_by_role("button", name="Save").click()
        saved = tmp_path / "motion.html"
        download.value.save_as(saved)
    with watching(browser, "file:", offline=True) as watched:
        watched.page.goto(saved.as_uri())
        watched.page.get_by_role("button", name="play").click()
        watched.page.wait_for_function("() => Number(document.querySelector('footer input').value) > 0.2")
        assert not watched.complaints and not watched.strayed


def test_what_is_drawn_can_be_wrong(browser):
    """The comparison with forward kinematics fails for another posture."""
    robot = linkwise.load("planar2r")
    with serving(robot) as address, watching(browser, address) as watched:
        page = opened(watched, address)
        page.wait_for_function("() => studio.app.pose")
        page.set_default_timeout(500)
        from playwright.sync_api import TimeoutError

        with pytest.raises(TimeoutError):
            drawn_at(page, robot, np.array(json.loads(page.evaluate("JSON.stringify(studio.app.q)"))) + 0.1)


@pytest.mark.slow
def test_sliders_moved_faster_than_answers_come_all_count(browser):
    robot = linkwise.load("planar2r")
    with serving(robot) as address, watching(browser, address) as watched:
        page = opened(watched, address)
        page.get_by_role("tab", name="Pose", exact=True).click()
        page.evaluate(
            """() => {
              const sliders = document.querySelectorAll('.slider input[type=range]');
              for (let k = 0; k < 50; k++) {
                sliders[k % 2].value = 0.01 * k;
                sliders[k % 2].dispatchEvent(new Event('input'));
              }
            }"""
        )
        drawn_at(page, robot, [0.48, 0.49])


@pytest.mark.slow
def test_a_posture_that_does_not_exist_is_explained(browser):
    with serving(linkwise.load("fivebar")) as address, watching(browser, address) as watched:
        page = opened(watched, address)
        page.get_by_role("tab", name="Pose", exact=True).click()
        box = page.locator(".slider input[type=number]").nth(1)
        box.fill("-1.5")
        box.press("Enter")
        page.locator(".problem").first.wait_for()
        box.fill("0.3")
        box.press("Enter")
        page.wait_for_function("() => !document.querySelector('.problem')")
