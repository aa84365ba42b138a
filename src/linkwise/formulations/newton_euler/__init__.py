"""Forces balanced link by link: outward with motion, inward with force."""

from . import featherstone, iterative_notes, khalil_dombre, luh_walker_paul

__all__ = ["featherstone", "iterative_notes", "khalil_dombre", "luh_walker_paul"]
