"""Machine code for this processor, generated through LLVM; no C compiler is needed.

lanes, sincos, explog, body    a program's steps as instructions on a vector of states
layout, tile, driver           arrays in memory: tiles of states, whole batches
turning, turned_tile           answers of long programs and loops, turned into rows
loops/, rollouts/              loops over the links of long robots; loops over time
entry, ufunc, cpython          entry points from Python and NumPy
module, target, machine        all together; the processor; object code, and code in memory
compiled_module                loaded code
"""
