"""A robot's answers as functions of other frameworks, with our derivatives.

torch/    functions of PyTorch: on the processor by machine code, on the GPU by CUDA kernels
casadi    functions of CasADi, for optimal control
"""
