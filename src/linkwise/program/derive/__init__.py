"""Derivatives of programs: `jacobian`; `pullback` and `pushforward` are found in their modules."""

from .jacobian import jacobian

__all__ = ["jacobian"]
