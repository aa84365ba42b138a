"""Loops over time, many rollouts side by side, as machine code."""
