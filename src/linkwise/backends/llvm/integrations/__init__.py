"""One motion, step after step, as machine code."""
