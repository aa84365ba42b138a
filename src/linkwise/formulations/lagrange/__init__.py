"""Energies, and what follows from them."""
