"""A robot's answers as functions of other frameworks, which differentiate, batch and compile them.

casadi            robot.casadi: functions of CasADi, for optimal control
jax               robot.jax: functions of JAX
torch             robot.torch: functions of PyTorch
torch_function    what it returns: reads the caller's tensors
torch_operator    a program as an operator of PyTorch, with its derivatives
"""
