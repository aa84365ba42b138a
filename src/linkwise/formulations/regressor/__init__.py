"""Dynamics as a linear map of the inertial parameters."""

from . import khalil_dombre

__all__ = ["khalil_dombre"]
