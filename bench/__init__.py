"""linkwise and Pinocchio on this machine, measured in the same run.

python -m bench [--quick] [--processes 3] [--robots panda,ur5] [--out bench/results]

robots, quantities          what is measured
contestants                 who answers: Pinocchio's calls, batches and C++ loop; linkwise's calls and batches
cpp_build, cpp_model, cpp_loop, pinocchio_loop.cpp
                            Pinocchio in C++: compiled here, given the robot, asked line by line
agreement                   nobody is measured who gives other answers
one_process, first_call     what runs in processes of their own
machine, tables             what is written beside the figures, and how
long_chains                 how loading grows with the length of a chain (a script of its own)
"""
