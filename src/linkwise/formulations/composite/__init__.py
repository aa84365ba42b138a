"""The links beyond a joint taken as one rigid body."""

from . import direct_solve, echeandia_wensing, featherstone, walker_orin

__all__ = ["direct_solve", "echeandia_wensing", "featherstone", "walker_orin"]
