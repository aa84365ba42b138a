"""Derivatives of programs."""

from .jacobian import jacobian

__all__ = ["jacobian"]
