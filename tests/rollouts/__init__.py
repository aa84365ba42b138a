"""Rollouts: the loop over time as machine code."""
