"""Base parameters: the fewest numbers that determine a robot's dynamics."""

from .base_parameters import BaseParameters
from .finding import METHODS, find_base_parameters
from .forms import Form
from .numeric import independent_columns
from .rational import cleaned
from .reduction import Gap, Reduction
from .states import typical

__all__ = [
    "METHODS",
    "BaseParameters",
    "Form",
    "Gap",
    "Reduction",
    "cleaned",
    "find_base_parameters",
    "independent_columns",
    "typical",
]
