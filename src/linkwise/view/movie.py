"""A motion as a film of rods: .gif by pillow, which comes with matplotlib, .mp4 by ffmpeg."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import numpy as np

from ..calls.arrays import Array
from ..calls.progress import progress_bar
from ..errors import LinkwiseError, WriteError, shown
from .arm import draw_arm, seen
from .picture import blank
from .scene.motion import rows_at

KINDS = (".gif", ".mp4")
"""The formats of a film."""

PACES = {".gif": 20.0, ".mp4": 30.0}
"""Pictures in a second."""

WRITERS = {".gif": "PillowWriter", ".mp4": "FFMpegWriter"}
"""What of matplotlib's writes each format."""

MOST = 1200
"""The most pictures of a film; a longer motion has fewer in a second."""

AZIMUTH = 0.9
"""From where the film is taken, as in `draw_arm`."""


def save_movie(robot: Any, t: Array, q: Array, path: Path) -> None:
    """Write the motion through positions (K, n) at times (K,) as a film at the pace of the motion."""
    kind, length = path.suffix.lower(), float(t[-1] - t[0])
    if kind == ".mp4" and shutil.which("ffmpeg") is None:
        raise LinkwiseError(
            "an .mp4 needs the program ffmpeg, which is not installed.",
            hint="install ffmpeg, or save a .gif or an .html page.",
        )
    figure = blank(6.4, 4.8)
    figure.set_layout_engine("none")  # which would be worked out again for every picture
    from matplotlib import animation

    count = int(np.clip(length * PACES[kind], 1, MOST - 1)) + 1
    pace = (count - 1) / length if length > 0.0 and count > 1 else PACES[kind]
    when = np.linspace(t[0], t[-1], count)
    postures = rows_at(when, t, q)
    axes = figure.add_subplot()
    window = _window(robot, postures)
    writer: Any = getattr(animation, WRITERS[kind])(fps=pace)
    try:
        with (
            writer.saving(figure, str(path), dpi=100),
            progress_bar(True, count, "pictures", delay=2.0) as advance,
        ):
            for k, instant in enumerate(when):
                axes.clear()
                draw_arm(axes, robot, postures[k : k + 1], path=postures[: k + 1] if k else None, azimuth=AZIMUTH)
                axes.set(xlim=window[0], ylim=window[1], adjustable="box")
                axes.set_title(f"t = {instant:.2f} s", fontsize=9, color="0.4", loc="left")
                writer.grab_frame()
                advance(1)
    except (OSError, ValueError) as error:  # a ValueError is a name that no file can have
        if isinstance(error, LinkwiseError):
            raise
        why = error.strerror if isinstance(error, OSError) and error.strerror else error
        raise WriteError(f"{shown(path, 200)} cannot be written: {why}.") from None


def _window(robot: Any, postures: Array) -> tuple[tuple[float, float], tuple[float, float]]:
    """What the film shows: room for every link in every posture, and its shadow."""
    some = postures[:: max(1, len(postures) // 60)]
    places = np.asarray(robot.forward_kinematics(some, list(robot.frames)))[..., :3, 3].reshape(-1, 3)
    points = seen(np.vstack([places, places * np.array([1.0, 1.0, 0.0]), np.zeros((1, 3))]), AZIMUTH)
    points = points[np.isfinite(points).all(axis=1)]
    low, high = points.min(axis=0), points.max(axis=0)
    room = 0.06 * max(float((high - low).max()), 1e-3)
    return (float(low[0] - room), float(high[0] + room)), (float(low[1] - room), float(high[1] + room))
