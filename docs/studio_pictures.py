"""Draws docs/pictures/studio: every tab after its work, and a robot of each build; run by `make screenshots`."""

from pathlib import Path
from typing import Any

from tests.studio.browsing import browsing, serving, watching

import linkwise

TARGET = Path(__file__).parent / "pictures" / "studio"

WORK = {"Motion": "Plan", "Formulations": "Compare", "Formulas": "Write", "Simulate": "Simulate", "Identify": "Fit"}
"""What is pressed in a tab before its picture is taken."""

TABS = ("Model", "Pose", "Motion", "Formulations", "Formulas", "Simulate", "Identify", "Export")

ROBOTS = {"meshes": "panda_description:panda", "gripper": "tiago", "sliding": "stanford", "loop": "palletiser"}
"""Robots of other builds, shown in the tab Pose."""


def main() -> None:
    """Draw them all."""
    TARGET.mkdir(parents=True, exist_ok=True)
    with browsing() as browser:
        for tab in TABS:
            robot = "planar2r" if tab == "Formulas" else "ur5"
            draw(browser, robot, tab, tab.lower())
        for name, robot in ROBOTS.items():
            draw(browser, robot, "Pose", name)


def draw(browser: Any, robot: str, tab: str, name: str) -> None:
    """One picture."""
    with serving(linkwise.load(robot)) as address, watching(browser, address) as watched:
        page = watched.page
        page.goto(address)
        page.wait_for_selector("body.ready")
        if tab == "Export":
            page.evaluate("() => studio.choose('Export')")
        page.get_by_role("tab", name=tab, exact=True).click()
        if tab in WORK:
            page.get_by_role("button", name=WORK[tab], exact=True).click()
        if tab == "Formulas":
            page.locator("select").first.select_option("inverse_dynamics")
            page.get_by_role("button", name="Write", exact=True).click()
        if tab == "Export":
            page.locator(".card", has_text="A source and its header").get_by_role("button", name="Save").click()
        page.wait_for_timeout(500)
        page.wait_for_selector(".work", state="detached")
        if tab in ("Motion", "Simulate"):
            page.wait_for_timeout(1200)
            slider = page.locator(".playing footer input")
            slider.evaluate("(it) => { it.value = 0.45 * it.max; it.dispatchEvent(new Event('input')); }")
        page.wait_for_timeout(1500)
        page.screenshot(path=TARGET / f"{name}.png")
        print(f"{name}.png", (TARGET / f"{name}.png").stat().st_size // 1000, "kB", *watched.complaints)


if __name__ == "__main__":
    main()
