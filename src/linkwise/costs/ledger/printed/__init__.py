"""Every printed row of operation counts, source by source.

row              what a row is, and how tables are written down
single           Balafoutis & Patel: single operations
inverse          Balafoutis & Patel: inverse dynamics
inertia          Balafoutis & Patel: the inertia matrix and forward dynamics
linearized       Balafoutis & Patel: the linearized model
khalil           Khalil & Dombre
milicevic        Milićević et al.
"""

from . import inertia, inverse, khalil, linearized, milicevic, single
from .row import Row

PRINTED: dict[str, tuple[Row, ...]] = {
    "balafoutis1991": (*single.ROWS, *inverse.ROWS, *inertia.ROWS, *linearized.ROWS),
    "milicevic2007": milicevic.ROWS,
    "khalil2002": khalil.ROWS,
}
"""The rows of each source, by its key in BIBLIOGRAPHY.bib."""

__all__ = ["PRINTED", "Row"]
