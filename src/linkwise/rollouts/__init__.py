"""Many motions at once: the whole loop over time compiled, one rollout in each lane of the machine's registers.

    motions = robot.rollouts(q0, duration=2.0, step=1e-3, tau=…)         # q0 (…, n)
    kernel = robot.compile_rollouts(controller=InLoop(function, inputs), outputs=…, reduce=…)

For users
    of_robot              robot.rollouts, robot.compile_rollouts
    kernel                RolloutKernel: compiled once, called again and again
    in_loop               InLoop: a controller that runs inside the loop
    sampled               Sampled: torques held between samples, late or rounded
    result                Rollouts: the motions

The problem, traced
    problem               the initial value problem as programs
    equations_of_motion   a robot and its controller over scalars
    inputs, input_values  what varies without compiling again; its values in one call
    outputs               functions along a motion, and their reductions
    states, methods       what is integrated along with the motion: states of controllers and companions
    loop_memory           these states, and torques that are held, in the programs
    smooth_friction       dry friction in a loop with fixed steps
    friction_step         whether steps are short enough for it
    time_grid             step, number of steps, instants that are kept

The problem, run
    integrate             a batch of initial states through compiled code
    tallied               the same with statistics made where it runs
    chunks                how much at a time, by which thread
    result_arrays         where states and outputs are collected
    known_rollouts        the self-test of compiled code
"""

from ..program import TABLEAUS
from .in_loop import InLoop
from .kernel import RolloutKernel
from .result import Rollouts

METHODS = TABLEAUS
"""The integrators with a fixed step, by name."""

__all__ = ["METHODS", "InLoop", "RolloutKernel", "Rollouts"]
