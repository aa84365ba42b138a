"""Programs as machine code of this processor, made by LLVM without a C compiler.

lanes, sincos, body      a program's steps as instructions on a vector of states
layout, tile, driver     arrays in memory: tiles of states, whole batches
entry, ufunc, cpython    ways in from Python and NumPy
module, machine, unit    all together, compiled, kept on disk, tried
"""

from .lanes import Shape
from .machine import register_bytes
from .unit import Unit, Wanted, loaded

__all__ = ["Shape", "Unit", "Wanted", "loaded", "register_bytes"]
