"""Draws docs/pictures/viewing: pages of postures and motions, as they are saved; run by `make screenshots`."""

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tests.studio.browsing import browsing, watching

import linkwise
from linkwise.studio.animation import Page

TARGET = Path(__file__).parent / "pictures" / "viewing"


def posture() -> Page:
    """A robot without meshes, with a wrench, and what its joints transmit."""
    push = {"panda_link8": [0.0, 2.0, 0.0, 0.0, 5.0, -20.0]}
    return linkwise.load("panda").view([0.0, 0.3, 0.0, -2.0, 0.0, 2.0, 0.8], wrenches=push, show=False)


def motion() -> Page:
    """A robot with meshes, from one posture to another."""
    robot = linkwise.load("panda_description:panda")
    start, end = [0.0, -0.4, 0.0, -2.0, 0.0, 1.8, 0.7, 0.02], [1.2, 0.6, 0.5, -1.2, 0.6, 2.6, 1.5, 0.04]
    reach = linkwise.trajectories.Quintic(start, end, duration=3.0)
    return robot.animate(reach, frame="panda_hand", show=False)


PICTURES = {
    "posture": (posture, ("masses", "reactions", "manipulability", "names"), 0.0),
    "motion": (motion, (), 1.2),
}
"""What is drawn, the layers switched on, and the instant that is shown."""


def main() -> None:
    """Draw them all."""
    TARGET.mkdir(parents=True, exist_ok=True)
    with browsing() as browser, TemporaryDirectory() as folder:
        for name, (of, layers, instant) in PICTURES.items():
            file = Path(folder) / f"{name}.html"
            of().save(file)
            draw(browser, file, layers, instant, name)


def draw(browser: Any, file: Path, layers: tuple[str, ...], instant: float, name: str) -> None:
    """One picture."""
    with watching(browser, file.as_uri()) as watched:
        watched.page.goto(file.as_uri())
        for layer in layers:
            watched.page.get_by_role("button", name=layer, exact=True).click()
        watched.page.evaluate(f"player.seek({instant})")
        watched.page.wait_for_timeout(1000)
        watched.page.screenshot(path=TARGET / f"{name}.png")
        print(f"{name}.png", (TARGET / f"{name}.png").stat().st_size // 1000, "kB", *watched.complaints)


if __name__ == "__main__":
    main()
