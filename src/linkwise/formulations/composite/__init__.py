"""The links beyond a joint taken as one rigid body."""

from . import balafoutis_patel_62, direct_solve, echeandia_wensing, featherstone, walker_orin

__all__ = ["balafoutis_patel_62", "direct_solve", "echeandia_wensing", "featherstone", "walker_orin"]
