"""`python -m tests.sweep.killed FOLDER`: a sweep that takes a while, to be killed in the middle."""

import sys

from .cases import small

SIZE = {"rollouts": 1200, "block": 20, "steps": 8000, "keep": True}
"""Sixty blocks, of some hundredths of a second each."""

if __name__ == "__main__":
    small(**SIZE, checkpoint=sys.argv[1])
