"""`robot.torch`: answers as functions of PyTorch.

of_robot    the method of a robot
function    what it returns: reads the caller's tensors
operator    a program as an operator of PyTorch, with its derivatives
"""
