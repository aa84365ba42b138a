"""Inverse kinematics in closed form: all branches, for arms whose axes lie as that takes."""

from .branches import ClosedForm, closed_form

__all__ = ["ClosedForm", "closed_form"]
