"""An empty figure that needs no display, and the file it goes to."""

import warnings
from os import PathLike
from pathlib import Path
from typing import Any

from ..errors import MissingExtra, WriteError, shown

KINDS = (".png", ".svg", ".pdf")
"""What a picture can be written as."""


def blank(width: float, height: float) -> Any:
    """A matplotlib figure of so many inches.

    >>> blank(4.0, 3.0).get_size_inches()
    array([4., 3.])
    """
    try:
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure
    except ImportError:
        raise MissingExtra("a picture", "plot") from None
    figure = Figure(figsize=(width, height), layout="constrained", dpi=110)
    FigureCanvasAgg(figure)
    return figure


def require(path: str | Path) -> Path:
    """The name of a picture, found good before any work is done; and that pictures can be drawn at all.

    >>> require("motion.txt")
    Traceback (most recent call last):
    linkwise.errors.WriteError: 'motion.txt' is no name for a picture.
      A name ending in .png, .svg, .pdf was expected.
    """
    if not isinstance(path, str | PathLike):
        raise WriteError(f"{shown(repr(path))} is no name for a picture.", "The name of a file was expected.")
    to = Path(path)
    if to.suffix.lower() not in KINDS:
        raise WriteError(
            f"{shown(path, 200)} is no name for a picture.", f"A name ending in {', '.join(KINDS)} was expected."
        )
    blank(1.0, 1.0)
    return to


def save(figure: Any, path: str | Path) -> None:
    """Write a figure; the same figure gives the same file, whatever the day."""
    to = require(path)
    kind = to.suffix.lower().removeprefix(".")
    dated = {"svg": {"Date": None}, "pdf": {"CreationDate": None}}.get(kind)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", UserWarning)  # letters of a name that the font has not are boxes
            figure.savefig(to, format=kind, metadata=dated)
    except (OSError, ValueError) as error:  # of a name with a NUL in it Python says ValueError
        why = error.strerror if isinstance(error, OSError) and error.strerror else error
        raise WriteError(f"{shown(to, 200)} cannot be written: {why}.") from None
