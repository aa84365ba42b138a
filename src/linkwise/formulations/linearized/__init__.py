"""How the answers of dynamics change with the state."""

from . import balafoutis_patel_72, singh_russell_wensing

__all__ = ["balafoutis_patel_72", "singh_russell_wensing"]
