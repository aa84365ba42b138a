"""Programs as functions of JAX: `PYTHONPATH=src python3 -m bench.jax`, on a machine with JAX and, best, an NVIDIA GPU.

loop       the time of a step of a loop with one state
speeds     states a second, by JAX's operations and by machine code behind a call, their answers compared
used       answers and gradients inside all that JAX does with functions; minutes on a GPU, where XLA compiles slowly
agreement  every question, compared with the interpreter; minutes on a GPU

`python3 -m bench.jax loop speeds` runs some of them. The results are written into bench/results/jax.json and jax.md;
those of parts that are not asked for stay there.
"""
