"""Derivatives of programs."""

from .jacobian import jacobian
from .pullback import pullback

__all__ = ["jacobian", "pullback"]
