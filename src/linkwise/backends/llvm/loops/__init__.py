"""Loops over the links of long robots, as machine code."""
