"""Dynamics as a linear map of the inertial parameters."""
