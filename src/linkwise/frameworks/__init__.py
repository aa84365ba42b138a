"""A robot's answers as functions of other frameworks, which differentiate, batch and compile them.

jax    robot.jax: functions of JAX
"""
