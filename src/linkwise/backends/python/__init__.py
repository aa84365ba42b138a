"""Programs as Python: one function over floats that needs `math` alone."""

from .source import OPS_IN_PYTHON, source

__all__ = ["OPS_IN_PYTHON", "source"]
