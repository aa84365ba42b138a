"""Motion: a robot's equations integrated in time.

    run = robot.simulate(q0, tau=[…], t=5.0)
    run.t, run.q, run.qd, run.tau, run.energies, run.status

the call      simulating (robot.simulate), system (what can be simulated)
inputs        inputs (torques, controllers, wrenches, companions), caller_function, sampled, samples (torques held)
integrators   methods (by name), fixed_steps (by tableau), adaptive (SciPy's), stepping
machine code  machine_code (which runs), compiled_steps, scalar_inputs, scalar_controller, stretches, motion_program,
              motion_kernel, program_of_modes, quiet_steps, asked, heard (what functions gave), polynomial
equations     plant (q, q̇), canonical (q, p), jacobian, compiled_equations
dry friction  dry_friction, sticking, held, resting, mode_changes, unheld
on the way    run, bounds, events, margins, stops, record, breaks (times at which inputs jump), unexpected_jumps,
              roughness
the result    simulation, energies, dense_output, tables, saving, plotting
"""

from .energies import Energies
from .events import Event
from .methods import METHODS
from .saving import read
from .simulating import simulate
from .simulation import STATUSES, Sensitivities, Simulation
from .system import Companion, System

__all__ = [
    "METHODS",
    "STATUSES",
    "Companion",
    "Energies",
    "Event",
    "Sensitivities",
    "Simulation",
    "System",
    "read",
    "simulate",
]
