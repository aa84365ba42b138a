"""From arrays to answers. Private: users see `linkwise.Robot` instead.

routes               decides how a question is answered: compiled program, loop over the links, or directly
dispatch             answers it that way
direct               answers without compiling: runs the formulation on the arrays
question_program     questions to a robot, as one program; program_model: the model it is traced with
question_signature   the arrays it takes and gives
function_program     a user's function over a robot's equations, as one program; equations: what it is written with
scalar_system        any kind of robot as its equations over scalars
traceable            what these two have in common
kernel               a compiled program that takes arrays; kernel_modules: its code; kernel_cache: a robot's kernels
judged_kernel        of robots with a joint that may move no inertia; variant_family: of robots that differ in load
kernel_options       the layouts and precisions it can have
call_arrays, threads the arrays of one call; batches shared among threads; thread_count: how many
long_chains/         robots of many links: loops instead of straight-line programs
arrays, answers      arrays and columns; several answers as named tuples; by_joint: states by joint name
checks               checks of what callers pass; closed_loops: what robots with loops are not asked
sampling, progress   random states; progress bars
"""
