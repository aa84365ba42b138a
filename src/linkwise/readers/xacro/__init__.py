"""Xacro: URDF with macros, expanded by the package xacro. Mesh paths are left unchanged.

A xacro file contains Python expressions. While they run, files are opened only for reading and only where a robot file
may read (readers/folders.py) or in a package that `$(find …)` finds, and nothing is written, started or connected to.
What cannot be held in one process: an expression can take any amount of time and memory, see environment variables, and
crash the interpreter on purpose. Expand only files from people you trust.

The files: expand (files and texts to URDF text and models), expansion (one of them on its way), library (a copy of
xacro for each), checks (what that copy does through us), packages (what `$(find …)` finds), declared (the arguments of
a file), unprefixed (elements without xacro's prefix), faults (why xacro failed), guard (what expressions may do).
"""

from .expand import WAIVERS, expand, read, read_text

__all__ = ["WAIVERS", "expand", "read", "read_text"]
