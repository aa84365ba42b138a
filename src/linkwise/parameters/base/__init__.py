"""Base parameters: the fewest numbers that determine a robot's dynamics."""

from .base_parameters import BaseParameters
from .finding import METHODS, base_parameters
from .forms import Form
from .numeric import independent_columns
from .rational import cleaned
from .reduction import Gap, Reduction
from .states import exciting_states, typical

__all__ = [
    "METHODS",
    "BaseParameters",
    "Form",
    "Gap",
    "Reduction",
    "base_parameters",
    "cleaned",
    "exciting_states",
    "independent_columns",
    "typical",
]
