"""Loops over time on the GPU, a thread for each rollout.

functions   programs as functions of a thread
writing     pieces of text: sums of stages, calls of programs, the end of a step
explicit    a step whose stages follow one another
implicit    a step whose stages depend on each other
looking     samples, outputs, reductions and records
source      the kernel
tuning      how it is launched best
module      the code, ready to run
"""
