"""Programs as people read them: customised models, one named variable a line, in text, LaTeX, Python, C and MATLAB."""

from .listing import Listing, listing
from .page import Line

__all__ = ["Line", "Listing", "listing"]
