"""linkwise and Pinocchio measured on this machine, in the same run.

python -m bench [--quick] [--processes 3] [--robots panda,ur5] [--out bench/results]

robots, quantities          what is measured
contestants                 what is compared: Pinocchio's calls, batches and C++ loop; linkwise's calls and batches
cpp_build, cpp_model, cpp_loop, pinocchio_loop.cpp
                            Pinocchio in C++: compiled here, given the robot, driven line by line through a pipe
agreement                   all must give the same answers before they are measured
one_process, first_call     what runs in separate processes
pooled, machine, tables     the results of all processes, the machine, and the tables written
long_chains                 how time and memory grow with the length of a chain (a separate script)
trees                       robots of 30 joints and more that branch (python -m bench.trees)
rollouts                    a step of a rollout against MuJoCo's (a separate script)
stability                   residuals and errors of forward dynamics against 50 digits (a separate script)
conjugate_gradients         steps of conjugate gradients, and the steps that pay (a separate script)
parallel                    depth and width of programs, and their speed-up on several processors (a separate script)
energy                      energy drift against SciPy and MuJoCo (a separate script)
"""
