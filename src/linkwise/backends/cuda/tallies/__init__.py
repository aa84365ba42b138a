"""Tallies of columns on the GPU, a block of threads for each column.

source   the kernel
module   the code, ready to run
"""
