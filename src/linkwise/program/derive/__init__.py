"""Derivatives of programs."""

from .jacobian import jacobian
from .pullback import pullback
from .pushforward import pushforward

__all__ = ["jacobian", "pullback", "pushforward"]
