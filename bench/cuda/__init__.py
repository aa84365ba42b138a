"""Programs, rollouts and sweeps on an NVIDIA GPU: `make test-cuda`, on a machine with one.

Nothing but NumPy has to be installed: the compiler NVRTC is looked for in the CUDA toolkit and in what came with
PyTorch, JAX or CuPy. First every question is compared with the interpreter, then each kernel is timed in many shapes,
beside a copy kernel; rollouts and sweeps likewise.

agreement    questions: how far from the interpreter's answers
calls        what users do, with each library's arrays
quantities   what is timed, in which shapes
programs     compiled, and their answers
copying      the speed of a copy kernel
speeds       of programs
profile      what the profiler says of those under their marks
rollouts     agreement and speed of rollouts
sweeps       agreement and speed of sweeps, and what is left when they are interrupted
page         the figures as Markdown
"""
