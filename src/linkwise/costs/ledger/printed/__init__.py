"""Every printed row of operation counts, source by source."""

from . import inertia, inverse, khalil, linearized, milicevic, single
from .row import Row

PRINTED: dict[str, tuple[Row, ...]] = {
    "balafoutis1991": (*single.ROWS, *inverse.ROWS, *inertia.ROWS, *linearized.ROWS),
    "milicevic2007": milicevic.ROWS,
    "khalil2002": khalil.ROWS,
}
"""The rows of each source, by its key in BIBLIOGRAPHY.bib."""

__all__ = ["PRINTED", "Row"]
