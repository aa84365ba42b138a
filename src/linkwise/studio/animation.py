"""What view and animate return: a page that can be opened, saved, or shown in a notebook."""

from __future__ import annotations

import sys
import tempfile
from dataclasses import dataclass, field
from functools import cached_property
from html import escape
from os import PathLike
from pathlib import Path
from typing import Any, ClassVar

from ..calls.arrays import Array
from ..errors import WriteError, shown
from ..view.movie import KINDS as MOVIES
from ..view.movie import save_movie
from .standalone import page

HEIGHT = 560
"""Pixels of a page in a notebook."""


@dataclass(frozen=True, eq=False, repr=False)
class Page:
    """A page of a robot; `html` is its text."""

    robot: Any
    scene: dict[str, Any] = field(repr=False)
    motion: dict[str, Any] = field(repr=False)
    t: Array
    q: Array

    KINDS: ClassVar[tuple[str, ...]] = (".html",)

    @cached_property
    def html(self) -> str:
        """The page, which needs nothing but itself."""
        return page(self.scene, self.motion)

    @property
    def notes(self) -> tuple[str, ...]:
        """What could not be drawn as the robot's file says."""
        return tuple(self.scene["notes"])

    def save(self, path: str | PathLike[str]) -> None:
        """Write the page to a file, which opens from disk without a network."""
        target = self._target(path)
        try:
            target.write_text(self.html, encoding="utf-8")
        except (OSError, ValueError) as error:
            why = error.strerror if isinstance(error, OSError) and error.strerror else error
            raise WriteError(f"{shown(target, 200)} cannot be written: {why}.") from None

    def opened(self) -> Any:
        """The page itself, once a browser shows it; in a notebook it is shown where it is returned."""
        if not _in_notebook():
            import webbrowser

            html = self.html.encode()
            with tempfile.NamedTemporaryFile("wb", prefix="linkwise-", suffix=".html", delete=False) as file:
                file.write(html)
            if not webbrowser.open(Path(file.name).as_uri()):
                print(f"no browser opens here; the page is {file.name}", file=sys.stderr)
        return self

    def _target(self, path: str | PathLike[str]) -> Path:
        if not isinstance(path, str | PathLike):
            raise WriteError(f"{shown(repr(path))} is not the name of a file.", "A str or Path was expected.")
        target = Path(path)
        if target.suffix.lower() not in self.KINDS:
            raise WriteError(
                f"{shown(target, 200)} cannot hold this.", f"A name ending in {', '.join(self.KINDS)} was expected."
            )
        return target

    def _repr_html_(self) -> str:
        """The page in a frame of its own, which may run its script and nothing else."""
        style = f"width: 100%; height: {HEIGHT}px; border: 1px solid #dfe4ea; border-radius: 8px"
        return f'<iframe sandbox="allow-scripts" style="{style}" srcdoc="{escape(self.html)}"></iframe>'


class View(Page):
    """A robot in one posture."""

    def __repr__(self) -> str:
        n = self.q.shape[1]
        return f"View({shown(self.robot.name)}, {n} joint{'s' if n != 1 else ''})"


class Animation(Page):
    """A robot in motion."""

    KINDS: ClassVar[tuple[str, ...]] = (".html", *MOVIES)

    def save(self, path: str | PathLike[str]) -> None:
        """Write the page to an .html file; or a film of the shapes to a .gif, for which matplotlib is needed, or to an
        .mp4, for which ffmpeg is needed too."""
        target = self._target(path)
        if target.suffix.lower() in MOVIES:
            save_movie(self.robot, self.scene, self.t, self.q, target)
        else:
            super().save(target)

    def __repr__(self) -> str:
        pictures = f"{len(self.t)} picture{'s' if len(self.t) != 1 else ''}"
        return f"Animation({shown(self.robot.name)}, {pictures} of {self.t[-1] - self.t[0]:.6g} s)"


def _in_notebook() -> bool:
    """Whether a notebook shows what a cell returns."""
    interactive = sys.modules.get("IPython")
    shell = interactive.get_ipython() if interactive is not None else None
    return shell is not None and getattr(shell, "kernel", None) is not None
