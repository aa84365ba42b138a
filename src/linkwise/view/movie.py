"""A motion as a film of the robot's shapes: .gif by pillow, which comes with matplotlib, .mp4 by ffmpeg."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import numpy as np

from ..calls.arrays import Array
from ..calls.progress import progress_bar
from ..errors import LinkwiseError, WriteError, shown
from .arm import ELEVATION, seen
from .curves import LIMIT
from .picture import blank
from .raster import covered, nearest
from .scene import poses_of
from .scene.motion import rows_at
from .solids import Solids, solids_of

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

WIDTH, HEIGHT, FINE = 640, 480, 2
"""Pixels of a picture; it is drawn with this many times as many each way, for smooth edges."""

FLOOR, SHADOW = (0.945, 0.957, 0.969), 0.9
"""The colour behind the robot, and how bright it is below it."""

AROUND, SUN = 0.5, 0.5
"""How bright a surface is that faces away from the light, and how much brighter one that faces it."""


def save_movie(robot: Any, scene: dict[str, Any], t: Array, q: Array, path: Path) -> None:
    """Write the motion of a scene through positions (K, n) at times (K,) as a film at the pace of the motion."""
    kind, length = path.suffix.lower(), float(t[-1] - t[0])
    if kind == ".mp4" and shutil.which("ffmpeg") is None:
        raise LinkwiseError(
            "an .mp4 needs the program ffmpeg, which is not installed.",
            hint="install ffmpeg, or save a .gif or an .html page.",
        )
    figure = blank(WIDTH / 100, HEIGHT / 100)
    figure.set_layout_engine("none")  # which would be worked out again for every picture
    from matplotlib import animation

    count = int(np.clip(length * PACES[kind], 1, MOST - 1)) + 1
    pace = (count - 1) / length if length > 0.0 and count > 1 else PACES[kind]
    when = np.linspace(t[0], t[-1], count)
    postures = rows_at(when, t, q)
    solids, poses = solids_of(scene), poses_of(robot, postures).astype(float)
    window = _window(solids, poses)
    axes = figure.add_axes((0.0, 0.0, 1.0, 1.0))
    axes.set_axis_off()
    picture = axes.imshow(np.ones((HEIGHT, WIDTH, 3)), extent=window, interpolation="none", vmin=0.0, vmax=1.0)
    tip = seen(_tip(scene, poses), AZIMUTH)
    [way] = axes.plot([], [], color=LIMIT, linewidth=1.6)
    clock = axes.text(0.02, 0.97, "", transform=axes.transAxes, fontsize=9, color="0.4", va="top")
    axes.set(xlim=window[:2], ylim=window[2:])
    writer: Any = getattr(animation, WRITERS[kind])(fps=pace)
    try:
        with (
            writer.saving(figure, str(path), dpi=100),
            progress_bar(True, count, "pictures", delay=2.0) as advance,
        ):
            for k, instant in enumerate(when):
                picture.set_data(drawn(solids, poses[k], window))
                way.set_data(*tip[: k + 1].T)
                clock.set_text(f"t = {instant:.2f} s")
                writer.grab_frame()
                advance(1)
    except (OSError, ValueError) as error:  # a ValueError is a name that no file can have
        if isinstance(error, LinkwiseError):
            raise
        why = error.strerror if isinstance(error, OSError) and error.strerror else error
        raise WriteError(f"{shown(path, 200)} cannot be written: {why}.") from None


def _tip(scene: dict[str, Any], poses: Array) -> Array:
    """Where the tip is in each posture (K, 3); nowhere for a robot with several ends."""
    from scipy.spatial.transform import Rotation  # here: it takes a while to load

    if scene["tip"] is None:
        return np.full((len(poses), 3), np.nan)
    carrier = poses[:, scene["tip"]["link"]]
    point: Array = carrier[:, :3] + Rotation.from_quat(carrier[:, 3:]).apply(scene["tip"]["pose"][:3])
    return point


def drawn(solids: Solids, poses: Array, window: tuple[float, ...]) -> Array:
    """One picture (HEIGHT, WIDTH, 3) of links at poses (links, 7), with their shadow on the floor.

    >>> import linkwise
    >>> from linkwise.view.scene import scene_of
    >>> arm = linkwise.load("pendulum")
    >>> drawn(solids_of(scene_of(arm)), poses_of(arm, [0.3]).astype(float), (-1.6, 1.6, -1.2, 1.2)).shape
    (480, 640, 3)
    """
    width, height = FINE * WIDTH, FINE * HEIGHT
    corners, normals = solids.placed(poses)
    floor = _pixels(corners * np.array([1.0, 1.0, 0.0]), window)
    image = np.where(covered(floor[solids.faces], width, height), SHADOW, 1.0)[..., None] * np.array(FLOOR)
    points = np.column_stack([_pixels(corners, window), corners @ _away()])
    found = nearest(points[solids.faces], width, height)
    facing = np.einsum("pk,pki->pi", found.weights, normals[found.faces])
    facing /= np.maximum(np.linalg.norm(facing, axis=1, keepdims=True), 1e-12)
    facing *= -np.sign(facing @ _away())[:, None]  # both sides of a surface are seen
    bright = AROUND + SUN * np.maximum(facing @ _sun(), 0.0)
    image.reshape(-1, 3)[found.places] = np.minimum(solids.colours[found.faces] * bright[:, None], 1.0)
    small: Array = image.reshape(HEIGHT, FINE, WIDTH, FINE, 3).mean(axis=(1, 3))
    return small


def _pixels(points: Array, window: tuple[float, ...]) -> Array:
    """Points of space (V, 3) as pixels (V, 2) of the fine picture."""
    left, right, bottom, top = window
    x, y = seen(points, AZIMUTH).T
    return np.column_stack([(x - left) / (right - left) * FINE * WIDTH, (top - y) / (top - bottom) * FINE * HEIGHT])


def _away() -> Array:
    """The direction in which one looks."""
    return np.array([-np.sin(AZIMUTH) * np.cos(ELEVATION), np.cos(AZIMUTH) * np.cos(ELEVATION), -np.sin(ELEVATION)])


def _sun() -> Array:
    """The direction of the light: from above, over the viewer's right shoulder."""
    right = np.array([np.cos(AZIMUTH), np.sin(AZIMUTH), 0.0])
    sun: Array = 0.45 * right - 0.55 * _away() + np.array([0.0, 0.0, 0.7])
    return sun / np.linalg.norm(sun)


def _window(solids: Solids, poses: Array) -> tuple[float, ...]:
    """What the film shows, left, right, bottom and top: room for every link in every posture, and its shadow."""
    places = np.vstack([solids.placed(each)[0] for each in poses[:: max(1, len(poses) // 60)]] + [np.zeros((1, 3))])
    points = seen(np.vstack([places, places * np.array([1.0, 1.0, 0.0])]), AZIMUTH)
    points = points[np.isfinite(points).all(axis=1)]
    low, high = points.min(axis=0), points.max(axis=0)
    middle, size = 0.5 * (low + high), np.maximum(high - low, 1e-3)
    half = 0.55 * max(float(size[0]) / WIDTH, float(size[1]) / HEIGHT) * np.array([WIDTH, HEIGHT])
    return tuple(
        float(each) for each in (middle[0] - half[0], middle[0] + half[0], middle[1] - half[1], middle[1] + half[1])
    )
