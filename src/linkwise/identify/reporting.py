"""Writes the report of a fit: one HTML page."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from ..errors import WriteError, shown

if TYPE_CHECKING:
    from .fit import Fit


def write_report(fit: Fit, path: str | os.PathLike[str]) -> None:
    """Write the page to a file that ends in .html."""
    if not isinstance(path, str | os.PathLike) or Path(path).suffix.lower() not in (".html", ".htm"):
        raise WriteError(f"{shown(str(path))} is not the name of a report.", "A name ending in .html was expected.")
    from ..view.report.fit import report

    text = report(fit)
    try:
        Path(path).write_text(text, encoding="utf-8")
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) and error.strerror else error
        raise WriteError(f"{shown(Path(path), 200)} cannot be written: {why}.") from None
