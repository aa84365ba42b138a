"""Measurements: linkwise beside other libraries on this machine, in the same run.

python -m bench.series [--quick] [part …]       all whose tables the pages show, one after the other (make bench)
python -m bench.recorded                        their tables into the pages (make tables)
python -m bench [--quick] [--processes 3] [--robots panda,ur5]

recorded                    where figures and tables are kept (results/), and how they come into the pages
robots, quantities          what `python -m bench` measures
contestants                 what it compares: Pinocchio's calls, batches and C++ loop; linkwise's calls and batches
cpp_build, cpp_model, cpp_loop, pinocchio_loop.cpp
                            Pinocchio in C++: compiled here, given the robot, driven line by line through a pipe
agreement                   all must give the same answers before they are measured
one_process, pooled, tables what runs in separate processes, their results together, and the tables
machine                     the machine and the versions

Each of these is a command of its own, python -m bench.<name>:

calls, variants, motions    forms of one call; robots varied in a loop; motions and computed torque along them
first_call, thread_scaling  a new process; several threads
long_first_calls            the first answer of a robot of 50 joints to every question
long_chains, trees          how time and memory grow with the length of a chain; robots of 30 joints and more
task_space, simulate, rollouts, inverse_kinematics, studio
                            uses of a robot, each beside what users of other libraries write
cuda, jax, learning         GPUs and frameworks
parallel                    depth and width of programs, and their speed-up on several processors
energy, exact_motions, stability, conjugate_gradients
                            accuracy: drift, exact motions, residuals against 50 digits, steps of conjugate gradients
"""
