"""Tallies of columns on the GPU, a block of threads for each column.

source     the kernel
together   what threads do together: sums, sorting
bins       keys of numbers, and bins of sorted keys
module     the code, ready to run
"""
