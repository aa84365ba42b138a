"""Where the links are and how fast, before any force."""

from . import orin_schrader

__all__ = ["orin_schrader"]
