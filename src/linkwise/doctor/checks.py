"""The table of all checks."""

from .angles import ANGLES
from .drives import DRIVES
from .finding import Check
from .geometry import GEOMETRY
from .inertia import INERTIA
from .placeholders import PLACEHOLDERS
from .surroundings import SURROUNDINGS
from .workspace import WORKSPACE

CHECKS: tuple[Check, ...] = (*INERTIA, *WORKSPACE, *PLACEHOLDERS, *GEOMETRY, *ANGLES, *DRIVES, *SURROUNDINGS)
"""Every check, those about existence first."""
