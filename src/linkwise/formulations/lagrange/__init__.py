"""Energies, and what follows from them."""

from . import khalil_dombre

__all__ = ["khalil_dombre"]
