"""Programs as Python: one function of floats that needs nothing but `math`.

source     writes the function
backend    runs it
"""

from .source import OPS_IN_PYTHON, source

__all__ = ["OPS_IN_PYTHON", "source"]
