"""CUDA C for NVIDIA's GPUs: one thread for each state. Files can be written anywhere; to run needs a GPU and NVRTC.

backend, module      compiles, tunes and runs
source, body, spills the text of a kernel; its steps; values that are kept in shared memory
file, selftest       a file of its own, with functions that launch the kernels
shape, tuning        how a kernel is launched, and how the best way is found
nvrtc, driver        the compiler and the driver, called by ctypes: no package is needed
kernel               loaded code
arrays               NumPy's, CuPy's, PyTorch's and JAX's arrays
"""
