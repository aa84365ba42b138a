"""Many motions at once: the whole loop over time compiled, one rollout in each lane of the machine's registers.

    found = robot.rollouts(q0, duration=2.0, step=1e-3, tau=…)         # q0 (…, n)
    kernel = robot.compile_rollouts(controller=InLoop(law, inputs), outputs=…, reduce=…)

Loop         InLoop: a controller that runs inside it; METHODS: how it steps
Results      RolloutKernel: compiled, called again and again; Rollouts: what it gives
"""

from ..program import TABLEAUS
from .in_loop import InLoop
from .kernel import RolloutKernel
from .result import Rollouts

METHODS = TABLEAUS
"""How rollouts step: the integrators with a fixed step, by name."""

__all__ = ["METHODS", "InLoop", "RolloutKernel", "Rollouts"]
