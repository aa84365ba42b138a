"""Rewrites of programs that leave their answers unchanged."""

from .dead_code import needed_values, without_dead_code
from .fuse import fused

__all__ = ["fused", "needed_values", "without_dead_code"]
