"""An empty figure that needs no display, and the file it is saved to."""

import io
import warnings
from functools import partial
from os import PathLike
from pathlib import Path
from typing import Any

from ..errors import MissingExtra, WriteError, shown

KINDS = (".png", ".svg", ".pdf")
"""The formats of a picture."""


def blank(width: float, height: float) -> Any:
    """An empty matplotlib figure; width and height in inches. A notebook shows it, also where pyplot is not in use.

    >>> blank(4.0, 3.0).get_size_inches()
    array([4., 3.])
    """
    try:
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure
    except ImportError:
        raise MissingExtra("a picture", "plot") from None
    figure: Any = Figure(figsize=(width, height), layout="constrained", dpi=110)
    FigureCanvasAgg(figure)
    figure._repr_png_ = partial(_png, figure)
    return figure


def _png(figure: Any) -> bytes:
    """A figure as a notebook shows it."""
    with io.BytesIO() as file:
        figure.savefig(file, format="png")
        return file.getvalue()


def require(path: str | Path) -> Path:
    """The path of a picture, checked before any work is done; raises `MissingExtra` if nothing can be drawn here.

    >>> require("motion.txt")
    Traceback (most recent call last):
    linkwise.errors.WriteError: 'motion.txt' is not the name of a picture.
      A name ending in .png, .svg, .pdf was expected.
    """
    if not isinstance(path, str | PathLike):
        raise WriteError(f"{shown(repr(path))} is not the name of a picture.", "The name of a file was expected.")
    target = Path(path)
    if target.suffix.lower() not in KINDS:
        raise WriteError(
            f"{shown(path, 200)} is not the name of a picture.", f"A name ending in {', '.join(KINDS)} was expected."
        )
    blank(1.0, 1.0)
    return target


def save(figure: Any, path: str | Path) -> None:
    """Write a figure to a file; no date is written, so that the same figure gives the same file."""
    target = require(path)
    kind = target.suffix.lower().removeprefix(".")
    dated = {"svg": {"Date": None}, "pdf": {"CreationDate": None}}.get(kind)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", UserWarning)  # letters that the font lacks become boxes
            figure.savefig(target, format=kind, metadata=dated)
    except (OSError, ValueError) as error:  # a name with a NUL character is a ValueError
        why = error.strerror if isinstance(error, OSError) and error.strerror else error
        raise WriteError(f"{shown(target, 200)} cannot be written: {why}.") from None
