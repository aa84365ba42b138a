"""Logs as small matrices: what a fit needs of many samples.

rows      the rows of the regression, piece by piece, from logs
squares   their sums of squares for each block of time and each joint, or triangles where conditioning asks for these
"""

from .rows import Known, Piece, Rows
from .squares import Squares

__all__ = ["Known", "Piece", "Rows", "Squares"]
