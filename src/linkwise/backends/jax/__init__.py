"""JAX: programs as functions of JAX that call machine code, other backends' own, from within XLA's programs.

backend, module   what is supported; a program as a function of JAX whose answers come from machine code
call              such a call as a function of JAX: how it is batched and split among devices
target            the function that XLA calls, for each platform
frame             how XLA hands over arrays: its structures in memory
machines          which backend's code runs on which platform
"""
