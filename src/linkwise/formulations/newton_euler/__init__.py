"""Forces balanced link by link: outward with motion, inward with force."""

from . import balafoutis_patel_56, balafoutis_patel_57, featherstone, iterative_notes, khalil_dombre, luh_walker_paul

__all__ = [
    "balafoutis_patel_56",
    "balafoutis_patel_57",
    "featherstone",
    "iterative_notes",
    "khalil_dombre",
    "luh_walker_paul",
]
