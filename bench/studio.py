"""How soon the studio can be used: from the command to the robot on the screen, and from a slider to the picture.

    python -m bench.studio [--quick] [ROBOT …]

In a browser without a screen that draws in software, so that a machine without a graphics card is what is measured. A
slider counts until the page has drawn; until the robot's picture is complete: one of its pixels is read back, which
waits for the browser's other drawing too; and until the whole page is on the screen, as the browser's trace reports it.
The browser begins a picture 60 times a second, and a slider waits for the next one. Medians and ninetieth percentiles.
"""

import json
import subprocess
import sys
from collections.abc import Iterator
from operator import itemgetter
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

from tests.studio.browsing import browsing, watching

from . import recorded

ROBOTS = ("panda", "panda_description:panda", "ur5")
REPEATS, SLIDES = 5, 60

PAUSE = 1000
"""Milliseconds before sliders are moved, and after."""

SLIDE = """async ([count, read]) => {
  const { viewer } = studio.app, canvas = viewer.element.querySelector('canvas');
  const gl = canvas.getContext('webgl2'), pixel = new Uint8Array(4);
  const range = document.querySelector('.slider input[type=range]');
  const [low, high] = [Number(range.min), Number(range.max)], times = [];
  for (let k = 0; k < count; k++) {
    await new Promise((done) => setTimeout(done, 40 + 16 * Math.random()));
    const begun = performance.mark('slider').startTime;
    await new Promise((done) => {
      viewer.element.addEventListener('drawn', () => {
        const drawn = performance.mark('drawn').startTime - begun;
        if (read) gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel);
        times.push([drawn, performance.now() - begun]);
        done();
      }, { once: true });
      range.value = low + (high - low) * (0.3 + 0.4 * Math.sin(k) ** 2);
      range.dispatchEvent(new Event('input'));
    });
  }
  return times;
}"""


TRACED = ("blink.user_timing", "devtools.timeline", "disabled-by-default-devtools.timeline")
"""The parts of the browser's trace that say when a picture was begun, and when it was on the screen."""


def seen(page: Any) -> list[float]:
    """Milliseconds from slider to screen."""
    with TemporaryDirectory() as folder:
        trace = Path(folder) / "trace.json"
        page.context.browser.start_tracing(page=page, path=trace, categories=[*TRACED])
        page.evaluate(SLIDE, [SLIDES, False])
        page.wait_for_timeout(PAUSE)  # until the last is on the screen
        page.context.browser.stop_tracing()
        return [*_from_slider_to_screen(json.loads(trace.read_bytes())["traceEvents"])]


def _from_slider_to_screen(events: list[dict[str, Any]]) -> Iterator[float]:
    """Of each slider, until the first picture that the page handed over after drawing was on the screen."""
    found: dict[str, list[tuple[float, int]]] = {
        "slider": [],
        "drawn": [],
        "Commit": [],
        "AnimationFrame::Presentation": [],
    }
    for each in sorted(events, key=itemgetter("ts")):
        if each["name"] in found:
            about = each.get("args", {})
            number = about.get("begin_frame_id", {}).get("sequence_number", about.get("frameSeqId", 0))
            found[each["name"]].append((each["ts"], number))
    begun, drawn, pictures, screens = found.values()
    for (first, _), (then, _) in zip(begun, drawn, strict=True):
        picture = next(number for at, number in pictures if at >= then)
        yield (next(at for at, number in screens if number >= picture) - first) / 1000


def measured(robot: str, repeats: int) -> tuple[list[float], list[float], list[list[float]], list[float]]:
    """Seconds from the command to the robot, and of the page alone; milliseconds from a slider to drawing and picture,
    and to the screen."""
    whole, pages, slides, screens = [], [], [], []
    with browsing() as browser:
        for _ in range(repeats):
            begun = perf_counter()
            command = [sys.executable, "-m", "linkwise", "studio", robot, "--no-browser"]
            with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
                try:
                    assert process.stdout is not None
                    address = next(line for line in process.stdout if "http" in line).split()[-1]
                    with watching(browser, address) as watched:
                        served = perf_counter()
                        watched.page.goto(address)
                        watched.page.wait_for_selector("body.ready")
                        pages.append(perf_counter() - served)
                        whole.append(perf_counter() - begun)
                        watched.page.wait_for_selector(".verdict:not(:empty)")  # the doctor's work is done
                        watched.page.get_by_role("tab", name="Pose", exact=True).click()
                        watched.page.wait_for_timeout(PAUSE)
                        slides += watched.page.evaluate(SLIDE, [SLIDES, True])
                        screens += seen(watched.page)
                finally:
                    process.terminate()
    return whole, pages, slides, screens


def main() -> None:
    """Measure, and keep the table."""
    parser = recorded.options(__doc__)
    parser.add_argument("robots", nargs="*", default=ROBOTS, help="a built-in robot's name, or its file")
    asked = parser.parse_args()
    rows = []
    for robot in asked.robots:
        whole, pages, slides, screens = measured(robot, 1 if asked.quick else REPEATS)
        until = (*zip(*slides, strict=True), screens)
        cells = [f"{median(times):.1f} ({quantiles(times, n=10)[-1]:.1f})" for times in until]
        rows.append([robot, f"{median(whole):.2f}", f"{median(pages):.2f}", *cells])
    heads = ["", "s from the command to the robot", "s of which the page", "ms from a slider to the drawing"]
    table = recorded.Table([*heads, "ms to the complete picture", "ms to the screen"], rows)
    recorded.keep("studio", "python -m bench.studio", {"studio": table}, asked)


if __name__ == "__main__":
    main()
