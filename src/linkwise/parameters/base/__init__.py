"""Base parameters: the fewest numbers that determine a robot's dynamics.

finding           finds them, by the rules or from numbers
rules, forms      the grouping rules, run on linear forms in the parameters
numeric           the first independent columns of a stack of regressors
reduction         what the numeric method found
rational          its coefficients that are small fractions, made exact
states            random states that show static friction, and how large columns are in them
base_parameters   the result: names, values, regressor, equations
writing           the grouping equations as text, LaTeX and sympy expressions
"""

from .base_parameters import BaseParameters
from .finding import METHODS, find_base_parameters
from .forms import Form
from .numeric import independent_columns
from .rational import with_exact_fractions
from .reduction import Gap, Reduction
from .states import typical_sizes

__all__ = [
    "METHODS",
    "BaseParameters",
    "Form",
    "Gap",
    "Reduction",
    "find_base_parameters",
    "independent_columns",
    "typical_sizes",
    "with_exact_fractions",
]
